// SPDX-License-Identifier: Apache-2.0
// Netlists: what they mean, what they refuse and how they say it, and that no text brings the
// reader down.
#include "nonsmooth/io/netlist.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/simulate.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace ns = nonsmooth;

namespace {

ns::io::Netlist read(const std::string& lines) {
  return ns::io::read_netlist_text("title\n" + lines, "test.cir");
}
std::string refusal(const std::string& lines) {
  return ns::testing::message_of([&] { (void)read(lines).circuit.model(); });
}

double ohms(const std::string& value) {
  const ns::io::Netlist netlist = read("r1 a 0 " + value + "\n");
  return std::get<ns::circuit::Resistor>(netlist.circuit.elements()[0]).ohm;
}

TEST(Netlist, NumbersWithSuffixes) {
  EXPECT_DOUBLE_EQ(ohms("1.5k"), 1500);
  EXPECT_DOUBLE_EQ(ohms("2MEG"), 2e6);
  EXPECT_DOUBLE_EQ(ohms("2Megohm"), 2e6);
  EXPECT_DOUBLE_EQ(ohms("3m"), 3e-3);
  EXPECT_DOUBLE_EQ(ohms("1mil"), 25.4e-6);
  EXPECT_DOUBLE_EQ(ohms("1e3"), 1e3);
  EXPECT_DOUBLE_EQ(ohms("1e-3k"), 1.0);
  EXPECT_DOUBLE_EQ(ohms("4.7Gohm"), 4.7e9);
  EXPECT_DOUBLE_EQ(ohms("5T"), 5e12);
  EXPECT_DOUBLE_EQ(ohms("7u"), 7e-6);
  EXPECT_DOUBLE_EQ(ohms("7n"), 7e-9);
  EXPECT_DOUBLE_EQ(ohms("7p"), 7e-12);
  EXPECT_DOUBLE_EQ(ohms("7f"), 7e-15);
}

TEST(Netlist, ParametersInAnyOrder) {
  EXPECT_DOUBLE_EQ(ohms("{2*base}\n.param base={half*2k} half=0.5"), 2000);
  EXPECT_DOUBLE_EQ(ohms("'sqrt(16)'"), 4);
  EXPECT_DOUBLE_EQ(ohms("r0\n.param r0=12"), 12);
  EXPECT_NE(refusal("r1 a 0 {x}\n.param x={y} y={x}\n").find("test.cir:3"), std::string::npos);
}

TEST(Netlist, CommentsAndContinuations) {
  const ns::io::Netlist netlist = read(
      "* a comment\nR1 A 0 ; the value follows\n+ 1k $ really\n* between\n+\n.END\nnonsense\n");
  EXPECT_EQ(netlist.title, "title");
  EXPECT_EQ(netlist.circuit.elements().size(), 1u);
  EXPECT_TRUE(netlist.circuit.has_node("a"));
}

TEST(Netlist, BridgeEqualsTheCircuitMadeInCode) {
  const ns::io::Netlist netlist = read(
      "C1 top 0 1u IC=10\nL1 top 0 10m\nD1 top plus ideal\nD2 0 plus ideal\nD3 minus top ideal\n"
      "D4 minus 0 ideal\nR1 plus minus 1k\n.model ideal D\n.tran 1u 5m uic\n");
  ns::Circuit c;
  const auto ground = c.ground(), top = c.node("top"), plus = c.node("plus"),
             minus = c.node("minus");
  c.capacitor(top, ground, 1e-6, {.v0 = 10.0});
  c.inductor(top, ground, 1e-2);
  c.diode(top, plus);
  c.diode(ground, plus);
  c.diode(minus, top);
  c.diode(minus, ground);
  c.resistor(plus, minus, 1e3);
  const ns::EulerMoreau scheme{.step = netlist.transient->fixed_step(), .theta = 0.5};
  const auto a = ns::simulate(netlist.circuit.model().model, scheme, {.end = 5e-3}),
             b = ns::simulate(c.model().model, scheme, {.end = 5e-3});
  EXPECT_LT((a.x({0}) - b.x({0})).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(a.x({0})(500, 0), 2.527726125, 5e-10);
  EXPECT_NEAR(a.x({0})(2500, 1), -0.004870094823, 5e-13);
}

// the last value of a signal of an implicit run
double last(const ns::io::Netlist& netlist, const std::string& signal, double step = 1e-3,
            double end = 1e-3) {
  const ns::CircuitModel lowered = netlist.circuit.model();
  const ns::Trajectory run =
      ns::simulate(lowered.model, ns::EulerMoreau{.step = step}, {.end = end});
  EXPECT_TRUE(run.success()) << run.message;
  const ns::Matrix rows =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  return ns::io::signal_column(lowered, rows, signal)[rows.rows() - 1];
}

TEST(Netlist, SubcircuitsWithParameters) {
  const ns::io::Netlist netlist = read(
      ".subckt divider in out params: top=1k bottom=1k\nr1 in mid {top/2}\nr2 mid out {top/2}\n"
      "r3 out 0 {bottom}\n.ends divider\n"
      "v1 a 0 8\nx1 a b divider bottom=3k\nx2 b c divider top=1meg\n");
  EXPECT_TRUE(netlist.circuit.has_node("x1.mid"));
  EXPECT_NO_THROW((void)netlist.circuit.element("x2.r3"));
  const double right = 1e6 + 1e3, low = 3e3 * right / (3e3 + right);
  EXPECT_NEAR(last(netlist, "v(b)"), 8 * low / (low + 1e3), 1e-9);
  EXPECT_NEAR(last(netlist, "v(b,c)"), 8 * low / (low + 1e3) * 1e6 / right, 1e-9);
}

TEST(Netlist, EveryLetterMeansWhatSpiceMeans) {
  const std::string sources = "v1 a 0 dc 2\nr0 a 0 1\n";
  EXPECT_NEAR(last(read(sources + "e1 b 0 a 0 3\nr1 b 0 1\n"), "v(b)"), 6, 1e-12);
  EXPECT_NEAR(last(read(sources + "g1 b 0 a 0 3\nr1 b 0 1\n"), "v(b)"), -6, 1e-12);
  EXPECT_NEAR(last(read(sources + "h1 b 0 v1 3\nr1 b 0 1\n"), "v(b)"), -6, 1e-12);
  EXPECT_NEAR(last(read("f1 b 0 v1 3\nr1 b 0 1\n" + sources), "v(b)"), 6, 1e-12);
  EXPECT_NEAR(last(read(sources + "i1 0 b 4\nr1 b 0 2\n"), "v(b)"), 8, 1e-12);
  EXPECT_NEAR(last(read(sources + "b1 b 0 v=v(a)^2+1\nr1 b 0 2\n"), "v(b)"), 5, 1e-9);
  EXPECT_NEAR(last(read(sources + "b1 0 b i=v(a)*i(r0)\nr1 b 0 2\n"), "v(b)"), 8, 1e-9);
  EXPECT_NEAR(last(read(sources + "e1 b 0 value={v(a)*2}\nr1 b 0 2\n"), "v(b)"), 4, 1e-9);
  EXPECT_NEAR(last(read("b1 b 0 v={1000*time}\nr1 b 0 2\n"), "v(b)"), 1, 1e-12);
  EXPECT_NEAR(last(read(sources + "d1 a b d\nr1 b 0 1\n.model d d(vfwd=0.7 rs=0.3)\n"), "v(b)"), 1,
              1e-9);
  EXPECT_NEAR(last(read("v1 0 a 9\nr1 b a 1\nd1 b 0 z\n.model z d(bv=5)\n"), "v(b)"), -5, 1e-9);
  EXPECT_NEAR(last(read(sources + "s1 a b a 0 s\nr1 b 0 1\n.model s sw(vt=1 ron=1)\n"), "v(b)"), 1,
              1e-9);
  EXPECT_NEAR(
      last(read(sources + "w1 a b v1 s\nr1 b 0 1\n.model s csw(it=1 ron=1 roff=3)\n"), "v(b)"), 0.5,
      1e-9);
  EXPECT_NEAR(last(read("v1 d 0 20\nv2 g 0 3.5\nm1 d g 0 0 n w=2 l=1\n.model n nmos(vto=1 kp=1)\n"),
                   "i(v1)"),
              -6.25, 1e-9);
  EXPECT_NEAR(last(read("v1 c 0 9\ni1 0 b 1m\nq1 c b 0 n\n.model n npn(bf=99)\n"), "i(v1)"), -0.099,
              1e-9);
  EXPECT_NEAR(
      last(read(sources + "u1 o 0 a o u\n.model u opamp(low=-9 high=9)\nr1 o 0 1\n"), "v(o)"), 2,
      1e-9);
  EXPECT_NEAR(
      last(read(sources + "u1 a 0 b 0 t\n.model t transformer(ratio=4)\nr1 b 0 1\n"), "v(b)"), 0.5,
      1e-12);
  EXPECT_NEAR(
      last(read(sources + "u1 a 0 b 0 t\n.model t transformer(ratio=4)\nr1 b 0 1\n"), "i(v1)"),
      -2.125, 1e-12);  // what the load takes comes in, and r0's 2 A
  EXPECT_NEAR(last(read("v1 a 0 sin(1 2 250)\nr1 a 0 1\n"), "v(a)"), 3, 1e-9);
  EXPECT_NEAR(last(read("v1 a 0 pwl(0 0 2m 4)\nr1 a 0 1\n"), "v(a)"), 2, 1e-9);
  EXPECT_NEAR(last(read("v1 a 0 pulse(1 5 0.5m 0 0 1m 2m)\nr1 a 0 1\n"), "v(a)"), 5, 1e-9);
  EXPECT_NEAR(last(read("l1 a 0 1\nl2 b 0 4\nk1 l1 l2 0.9\nv1 a 0 1\nr1 b 0 1g\n"), "v(b)"), 1.8,
              1e-5);  // the load takes 0.76 H / (1 ms 1 GOhm) of it
}

TEST(Netlist, InitialVoltagesOfNodes) {
  const ns::io::Netlist netlist =
      read("c1 a b 1u\nc2 b 0 1u ic=1\nr1 a 0 1k\nr2 b 0 1k\n.ic v(a)=5 v(b)=2\n");
  const auto& elements = netlist.circuit.elements();
  EXPECT_EQ(std::get<ns::circuit::Capacitor>(elements[0]).v0, 3.0);
  EXPECT_EQ(std::get<ns::circuit::Capacitor>(elements[1]).v0, 1.0);
}

TEST(Netlist, Measures) {
  const ns::io::Netlist netlist = read(
      "v1 a 0 sin(0 2 1)\nr1 a 0 4\n.tran 1m 1\n.meas tran mean avg v(a)\n.meas rms rms v(a)\n"
      ".meas tran top max v(a)\n.meas low min v(a)\n.meas pp pp v(a) from=0 to=0.5\n"
      ".meas energy integ p(r1)\n.meas quarter find v(a) at=0.125\n"
      ".meas half when v(a)=0 fall=1\n.meas never when v(a)=3\n"
      ".meas width trig v(a) val=1 rise=1 targ v(a) val=1 fall=1\n.meas last when v(a)=-1 "
      "cross=last\n");
  ASSERT_EQ(netlist.measures.size(), 11u);
  const ns::CircuitModel lowered = netlist.circuit.model();
  const ns::Trajectory run = ns::simulate(lowered.model, ns::EulerMoreau{.step = 1e-3}, {.end = 1});
  const ns::Matrix rows =
      lowered.observe(run.t(), run.group(ns::Quantity::x), run.group(ns::Quantity::lambda));
  const double expected[] = {0, std::sqrt(2.0), 2,        -2, 2, 0.5, std::sqrt(2.0), 0.5,
                             0, 1.0 / 3,        11.0 / 12};
  for (std::size_t k = 0; k < netlist.measures.size(); ++k) {
    const auto value = ns::io::evaluate(netlist.measures[k], lowered, run.t(), rows);
    if (netlist.measures[k].name == "never") {
      EXPECT_FALSE(value);
    } else {
      ASSERT_TRUE(value) << k;
      EXPECT_NEAR(*value, expected[k], 1e-5) << netlist.measures[k].name;
    }
  }
}

TEST(Netlist, NotesWhatAnIdealDeviceDoesNotHave) {
  const ns::io::Netlist netlist =
      read("v1 a 0 1\nd1 a b x\nr1 b 0 1\n.model x d(is=1e-14 n=1 rs=1)\n.options reltol=1e-3\n");
  ASSERT_EQ(netlist.notes.size(), 2u);
  EXPECT_NE(netlist.notes[0].find("is, n"), std::string::npos) << netlist.notes[0];
}

TEST(Netlist, RefusalsNameFileLineAndToken) {
  const std::pair<const char*, const char*> cases[] = {
      {"r1 a 0 1x2\n", "test.cir:2: '1x2'"},
      {"r1 a 0\n", "test.cir:2"},
      {"r1 a\n", "end of the line"},
      {"r1 a 0 1k\nr1 a 0 2k\n", "test.cir:3: 'r1'"},
      {"r1 a 0 {1+}\n", "test.cir:2: '1+'"},
      {"r1 a 0 {1\n", "not closed"},
      {"y1 a 0 1\n", "test.cir:2: 'y1'"},
      {"d1 a 0 diod\n.model diode d\n", "did you mean 'diode'"},
      {"d1 a 0 s\n.model s sw\n", "kind 'sw'"},
      {"x1 a b amp\n.subckt amq a b\n.ends\n", "did you mean 'amq'"},
      {"x1 a amp\n.subckt amp a b\n.ends\n", "has 2 nodes, found 1"},
      {".subckt a b\nr1 b 0 1\n", "no .ends"},
      {".subckt a b\nx1 b a\n.ends\nx1 n a\n", "32 deep"},
      {".trann 1 2\n", "did you mean '.tran'"},
      {".tran 0 1\n", "positive"},
      {".tran 1f 1\n", "2e9 steps"},
      {"+ 1\n", "no line above"},
      {"f1 a 0 v7 2\nv1 a 0 1\n", "'v7'"},
      {".include other.cir\n", "cannot be included"},
      {"c1 a 0 -1\nr1 a 0 1\n", "farad is -1"},
      {"b1 a 0 v=v(zz)\nr1 a 0 1\n", "'zz'"},
      {".meas tran x foo v(a)\n", "'foo'"},
      {"v1 a 0 sin(1)\n", "'sin'"},
      {"v1 a 0 1\nv2 a 0 2\n", "form a loop: 'v2', 'v1'"},
      {"r1 a b 1\nv1 c 0 1\nr2 c 0 1\n", "node 'a', 'b' floats"},
      {"i1 0 a 1\ni2 a 0 1\n", "current sources alone ('i1', 'i2')"},
      {"c1 a 0 1 ic=1\nc2 a 0 1 ic=2\nr1 a 0 1\n", "do not add up"},
      {"l1 a 0 1 ic=1\nl2 a 0 1 ic=2\nr1 b 0 1\nv1 b 0 1\n", "initial currents"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find(expected), std::string::npos) << text << " -> " << message;
  }
}

TEST(Netlist, IncludesStayInTheFolder) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "nonsmooth_netlist";
  fs::create_directories(folder / "parts");
  const auto write = [](const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
  };
  write(folder / "parts" / "load.inc", "R1 a 0 5\n");
  write(folder / "good.cir", "title\nv1 a 0 1\n.include \"parts/load.inc\"\n");
  EXPECT_EQ(ns::io::read_netlist(folder / "good.cir").circuit.elements().size(), 2u);
  write(folder / "parts" / "bad.cir", "title\n.include ../good.cir\n");
  const std::string outside =
      ns::testing::message_of([&] { (void)ns::io::read_netlist(folder / "parts" / "bad.cir"); });
  EXPECT_NE(outside.find("outside of the netlist's folder"), std::string::npos) << outside;
  write(folder / "self.cir", "title\n.include self.cir\n");
  EXPECT_THROW((void)ns::io::read_netlist(folder / "self.cir"), ns::FileError);
  fs::remove_all(folder);
}

// Random netlists, whole and damaged: each is either read, lowered and run for a few steps, or
// refused with a reason.
TEST(Netlist, RandomTextsNeverBringItDown) {
  ns::Random random(7);
  const auto pick = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[random.below(static_cast<int>(words.size()))]);
  };
  const auto node = [&] {
    return random.below(4) == 0 ? "0" : "n" + std::to_string(random.below(5));
  };
  const auto number = [&] { return pick({"1", "2k", "1u", "10m", "{r0*2}", "1e-9", "5meg", "3"}); };
  int run_count = 0, refused = 0;
  for (int sample = 0; sample < 400; ++sample) {
    std::string text = "title\n.param r0=1k\n.model d d\n.model s sw(vt=1)\n";
    const int count = 2 + random.below(8);
    for (int k = 0; k < count; ++k) {
      const std::string name = std::to_string(k), a = node(), b = node();
      switch (random.below(9)) {
        case 0: text += "v" + name + " " + a + " " + b + " sin(0 5 50)\n"; break;
        case 1: text += "i" + name + " " + a + " " + b + " 1m\n"; break;
        case 2: text += "c" + name + " " + a + " " + b + " 1u ic=1\n"; break;
        case 3: text += "l" + name + " " + a + " " + b + " 1m\n"; break;
        case 4: text += "d" + name + " " + a + " " + b + " d\n"; break;
        case 5: text += "s" + name + " " + a + " " + b + " " + node() + " 0 s\n"; break;
        case 6: text += "e" + name + " " + a + " " + b + " " + node() + " 0 2\n"; break;
        default: text += "r" + name + " " + a + " " + b + " " + number() + "\n";
      }
    }
    if (sample % 2 == 1)
      for (int k = 0; k < 1 + random.below(4); ++k)
        text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
            static_cast<char>(random.below(2) ? 32 + random.below(95) : random.below(256));
    try {
      const ns::CircuitModel lowered =
          ns::io::read_netlist_text(text, "random.cir").circuit.model();
      const ns::Trajectory run = ns::simulate(
          lowered.model, ns::EulerMoreau{.step = 1e-5, .solver = ns::Auto{.max_time = 0.5}},
          {.end = 5e-5});
      ++run_count;
    } catch (const ns::Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 10u);
      ++refused;
    }
  }
  EXPECT_GT(run_count, 40);
  EXPECT_GT(refused, 40);
}

}  // namespace
