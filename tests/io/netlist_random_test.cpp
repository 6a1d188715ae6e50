// SPDX-License-Identifier: Apache-2.0
// Random netlists, sound and damaged: whatever comes, they are run or refused, soon, and a refusal
// says where: the line of the file, or an element or node by name.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/io/netlist.hpp"
#include "nonsmooth/simulate.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace ns = nonsmooth;

namespace {

constexpr double most_seconds = 10.0;  // of one netlist; sanitizers are slow

std::string node(ns::Random& random) { return std::to_string(random.below(6)); }

std::string number(ns::Random& random) {
  static constexpr const char* suffixes[] = {"", "k", "m", "u", "n", "meg", "p"};
  return std::to_string(1 + random.below(99)) + suffixes[random.below(7)];
}

// one element line; names are those of the line, so that none is used twice
std::string element(ns::Random& random, int k) {
  const std::string name = std::to_string(k), a = node(random), b = node(random),
                    pair = " " + a + " " + b + " ", other = node(random) + " " + node(random) + " ";
  switch (random.below(16)) {
    case 0: return "v" + name + pair + "sin(0 " + number(random) + " 1k)";
    case 1: return "i" + name + pair + "pulse(0 1 0 1n 1n 1u 2u)";
    case 2: return "c" + name + pair + number(random) + " ic=1";
    case 3: return "l" + name + pair + number(random);
    case 4: return "e" + name + pair + other + "2";
    case 5: return "g" + name + pair + other + "1m";
    case 6: return "b" + name + pair + "i=0.001*v(" + a + ")*v(" + b + ")";
    case 7: return "s" + name + pair + other + "sw";
    case 8: return "m" + name + " " + a + " " + other + "mos";
    case 9: return "u" + name + pair + other + "amp";
    case 10: return "q" + name + " " + a + " " + other + "bip";
    case 11: return "f" + name + pair + "v0 2";
    case 12: return "d" + name + pair + "d";
    case 13: return "d" + name + pair + "z";
    case 14: return "x" + name + pair + "half r=" + number(random);
    default: return "r" + name + pair + number(random);
  }
}

std::string netlist(ns::Random& random) {
  std::string text =
      "random\nv0 1 0 5\nr0 1 2 1k\n.param p=2\n.model d d\n.model z d(bv=5 rs=1)\n"
      ".model sw sw(vt=1 vh=0.1 ron=1 roff=1meg)\n.model mos nmos(vto=1 kp=1m)\n"
      ".model bip npn(bf=50 vfwd=0.7)\n.model amp opamp(gain=1e5 low=-5 high=5)\n"
      ".subckt half a b params: r=1k\nr1 a m {r*p}\nd1 m b d\n.ends\n";
  const int count = 2 + random.below(10);
  for (int k = 1; k <= count; ++k) text += element(random, k) + "\n";
  return text + ".tran 1u 5u\n.measure tran top max v(1)\n.end\n";
}

std::string damaged(std::string text, ns::Random& random) {
  static constexpr std::string_view bits[] = {
      "{",       "}",   "(", "=",  "1e999", "-",       "\n+",        "\n.", ".subckt ",
      ".ends\n", "nan", "*", "v(", ".ic ",  ".param ", ".include x", "'",   "\t"};
  const int changes = 1 + random.below(4);
  for (int k = 0; k < changes; ++k) {
    const std::size_t at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
    switch (random.below(4)) {
      case 0: text[at] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(at, static_cast<std::size_t>(1 + random.below(12))); break;
      case 2: text.insert(at, bits[static_cast<std::size_t>(random.below(18))]); break;
      default:
        text.insert(
            at,
            text.substr(static_cast<std::size_t>(random.below(static_cast<int>(text.size()))), 20));
    }
  }
  return text;
}

// whether a message names something of the circuit
bool names_a_part(const std::string& message, const ns::Circuit& circuit) {
  for (std::size_t k = 0; k < circuit.elements().size(); ++k)
    if (message.find("'" + circuit.name(ns::ElementId{static_cast<int>(k)}) + "'") !=
        std::string::npos)
      return true;
  for (int k = 0; k < circuit.node_count(); ++k)
    if (message.find("'" + circuit.name(ns::NodeId{k}) + "'") != std::string::npos) return true;
  return false;
}

struct Count {
  int read = 0, lowered = 0, run = 0;
};

void attempt(const std::string& text, Count& count) {
  const std::clock_t begin = std::clock();
  ns::io::Netlist netlist;
  try {
    netlist = ns::io::read_netlist_text(text, "random.cir");
  } catch (const ns::Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("random.cir:", 0), 0u) << error.what() << "\n"
                                                                     << text;
    return;
  }
  ++count.read;
  try {
    const ns::CircuitModel lowered = netlist.circuit.model();
    ++count.lowered;
    // a step may have no solution and says so; it ends
    ns::Simulator simulator(lowered.model,
                            ns::EulerMoreau{.step = 1e-6, .solver = ns::Auto{.max_time = 1.0}});
    bool ok = true;
    for (int k = 0; k < 3 && ok; ++k) ok = simulator.step().ok();
    count.run += ok ? 1 : 0;
    // the other way of lowering, and steps of controlled error
    const ns::CircuitModel sparse = netlist.circuit.model({.dense_limit = 0});
    ns::Simulator other(sparse.model,
                        ns::EulerMoreau{.step = 1e-6, .solver = ns::Auto{.max_time = 1.0}});
    for (int k = 0; k < 3 && ok; ++k) ok = other.step().ok();
    const bool linear = std::holds_alternative<ns::FirstOrderSparse>(
        sparse.model.interactions().empty() ? ns::Relation(ns::FirstOrderGeneral{})
                                            : sparse.model.interactions()[0].relation);
    if (!linear) return;
    ns::Simulator controlled(lowered.model, ns::SwitchedLinear{.step = 1e-6});
    for (int k = 0; k < 20 && ok; ++k) ok = controlled.step(1e-5).ok();
  } catch (const ns::Error& error) {
    EXPECT_TRUE(names_a_part(error.what(), netlist.circuit) || netlist.circuit.elements().empty())
        << error.what() << "\n"
        << text;
  }
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, most_seconds) << text;
}

TEST(RandomNetlists, SoundOnesRunOrAreRefusedByName) {
  ns::Random random(20261115);
  Count count;
  for (int k = 0; k < 400 && !HasFailure(); ++k) attempt(netlist(random), count);
  std::printf("seed 20261115: of 400 netlists %d read, %d lowered, %d run\n", count.read,
              count.lowered, count.run);
  EXPECT_EQ(count.read, 400);
  EXPECT_GT(count.lowered, 100);
  EXPECT_GT(count.run, 50);
}

TEST(RandomNetlists, DamagedOnesNeitherCrashNorHang) {
  ns::Random random(7);
  Count count;
  for (int k = 0; k < 3000 && !HasFailure(); ++k) attempt(damaged(netlist(random), random), count);
  std::printf("seed 7: of 3000 damaged netlists %d read, %d lowered, %d run\n", count.read,
              count.lowered, count.run);
  EXPECT_LT(count.read, 3000);
  EXPECT_GT(count.read, 100);
}

}  // namespace
