// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact_sweeps.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <thread>

// see lanes.hpp
#pragma GCC diagnostic ignored "-Wpsabi"

namespace nonsmooth {
namespace {

using Four = Lanes::Four;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int least_size = 64;  // contacts: below, nothing is gained
constexpr int most_colours = 64;
constexpr int least_chunk = 4;  // batches: a microsecond of work, against 0.1 to take a chunk
// the slip root of a contact starts from its last visit: one step is enough, the next visit goes on
constexpr double slip_accuracy = 1e-8;

Four load(const double* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}
void store(Four four, double* to) { std::memcpy(to, &four, sizeof four); }

// rows of four numbers become columns
void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6),
             ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7),
             cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6),
             cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

struct Three {
  Lanes x, y, z;
};

Three cross(const Three& a, const Three& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Lanes dot(const Three& a, const Three& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// vectors of eight places in memory, one per lane
template <class Place>
Three gather(const Place& place) {
  Four low[4], high[4];
  for (int i = 0; i < 4; ++i) {
    low[i] = load(place(i));
    high[i] = load(place(i + 4));
  }
  transpose(low[0], low[1], low[2], low[3]);
  transpose(high[0], high[1], high[2], high[3]);
  return {{low[0], high[0]}, {low[1], high[1]}, {low[2], high[2]}};
}

// lane by lane: (x, y, z, 0)
void spread(const Three& v, Four* lanes) {
  for (const int half : {0, 1}) {
    Four a = half == 0 ? v.x.low() : v.x.high(), b = half == 0 ? v.y.low() : v.y.high(),
         c = half == 0 ? v.z.low() : v.z.high(), d{};
    transpose(a, b, c, d);
    lanes[4 * half] = a;
    lanes[4 * half + 1] = b;
    lanes[4 * half + 2] = c;
    lanes[4 * half + 3] = d;
  }
}

}  // namespace

bool ContactSweeps::fits(const Nsgs& options, const ContactForm* form, const Problem& problem) {
  if (form == nullptr || form->problem != &problem || problem.W.is_dense()) return false;
  if (options.order != SweepOrder::coloured || options.anderson > 0 || options.freeze_after > 0 ||
      options.relaxation != 1.0 || options.regularisation != 0.0)
    return false;
  if (problem.laws.size() < least_size || form->contacts.size() != problem.laws.size())
    return false;
  for (const AnyLaw& law : problem.laws) {
    const auto* cone = law.get_if<SecondOrderCone>();
    if (cone == nullptr || cone->dimension != 3 || cone->shift != cone->mu || !(cone->mu > 0.0))
      return false;
  }
  // a body with many contacts needs as many colours
  for (const ContactForm::Contact& contact : form->contacts)
    if (contact.a < 0 && contact.b < 0) return false;
  return form->most_per_body < most_colours / 2;
}

ContactSweeps::ContactSweeps(const Nsgs& options, const ContactForm& form, const Problem& problem,
                             VectorOut r, Arena& scratch)
    : options_(options),
      form_(form),
      problem_(problem),
      r_(r),
      scratch_(scratch),
      workers_(options.threads) {
  const auto count = static_cast<Eigen::Index>(form.inverse_mass.size());
  bodies_ = scratch.array<Body>(count + 1);
  inertia_ = scratch.array<Inertia>(count + 1);
  for (std::size_t i = 0; i < inertia_.size(); ++i) {
    inertia_[i] = {};
    if (i == form.inverse_mass.size()) continue;
    std::fill_n(inertia_[i].inverse_mass, 3, form.inverse_mass[i]);
    for (int k = 0; k < 3; ++k)
      std::copy_n(form.inverse_inertia[i].col(k).data(), 3, inertia_[i].column[k]);
  }
  auto colours = scratch.array<int>(static_cast<Eigen::Index>(form.contacts.size()));
  fill_batches(colours, choose_colours(colours));
  locals_ = scratch.array<Local>(workers_.threads());
  arenas_.resize(at(workers_.threads() - 1));
  for (std::size_t t = 0; t < locals_.size(); ++t)
    locals_[t] = {t == 0 ? &scratch : &arenas_[t - 1], 0.0, 0.0};
  refresh();
  if (options.momentum)
    follower_.emplace(VectorMap(bodies_[0].v, static_cast<Eigen::Index>(8 * bodies_.size())),
                      scratch);
}

// the first colour that neither body has yet
int ContactSweeps::choose_colours(std::span<int> colours) {
  auto used = scratch_.array<std::uint64_t>(static_cast<Eigen::Index>(bodies_.size()));
  std::fill(used.begin(), used.end(), 0);
  int count = 0;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const ContactForm::Contact& contact = form_.contacts[k];
    const std::uint64_t taken =
        (contact.a < 0 ? 0 : used[at(contact.a)]) | (contact.b < 0 ? 0 : used[at(contact.b)]);
    colours[k] = std::countr_one(taken);
    for (const int body : {contact.a, contact.b})
      if (body >= 0) used[at(body)] |= std::uint64_t{1} << colours[k];
    count = std::max(count, colours[k] + 1);
  }
  return count;
}

void ContactSweeps::fill_batches(std::span<const int> colours, int colour_count) {
  auto next = scratch_.array<int>(colour_count + 1), colour_end = scratch_.array<int>(colour_count);
  std::fill(next.begin(), next.end(), 0);
  for (const int colour : colours) ++next[at(colour) + 1];
  int batches = 0;
  for (int colour = 0; colour < colour_count; ++colour) {
    const int members = next[at(colour) + 1];
    next[at(colour) + 1] = batches * lane_count;
    batches += (members + lane_count - 1) / lane_count;
    colour_end[at(colour)] = batches;
  }
  batches_ = scratch_.array<Batch>(batches);
  const int nobody = static_cast<int>(bodies_.size()) - 1;
  for (Batch& batch : batches_) {
    batch = {};
    std::fill_n(batch.a, lane_count, nobody);
    std::fill_n(batch.b, lane_count, nobody);
    std::fill_n(batch.row, lane_count, -1);
    batch.q[0] = 1.0;  // open for ever
    batch.W[0] = batch.W[3] = batch.W[5] = 1.0;
  }
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const int slot = next[at(colours[k]) + 1]++;
    fill_lane(batches_[at(slot / lane_count)], slot % lane_count, static_cast<int>(k));
  }
  // rounding couples the directions of spheres by some 1e-14
  const double coupling = options_.tolerance >= 1e-9 ? 1e-12 : 0.0;
  for (Batch& batch : batches_) {
    batch.mu = 1.0;
    for (int lane = 0; lane < lane_count; ++lane)
      if (batch.row[lane] >= 0)
        batch.mu.set(lane, problem_.laws[at(batch.row[lane] / 3)].get_if<SecondOrderCone>()->mu);
    const Lanes* W = batch.W;
    batch.contacts =
        SpaceCoulomb<Lanes>(batch.mu, W[0], W[1], W[2], W[1], W[2], W[3], W[4], W[4], W[5]);
    const Lanes bound = coupling * W[0];
    batch.round = !any((magnitude(W[1]) > bound) | (magnitude(W[2]) > bound) |
                       (magnitude(W[4]) > bound) | (magnitude(W[3] - W[5]) > bound));
  }
  cut_chunks(colour_end);
}

void ContactSweeps::fill_lane(Batch& batch, int lane, int number) {
  const ContactForm::Contact& contact = form_.contacts[at(number)];
  if (contact.a >= 0) batch.a[lane] = contact.a;
  if (contact.b >= 0) batch.b[lane] = contact.b;
  batch.row[lane] = 3 * number;
  for (int i = 0; i < 3; ++i) {
    batch.normal[i].set(lane, contact.normal[i]);
    batch.tangent[i].set(lane, contact.tangent[i]);
    batch.arm_a[i].set(lane, contact.arm_a[i]);
    batch.arm_b[i].set(lane, contact.arm_b[i]);
    batch.q[i].set(lane, problem_.q[3 * number + i]);
  }
  const BlockSparse& W = problem_.W.blocks();
  const auto block = W.block(number, W.find(number, number));
  constexpr int entries[6][2]{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  for (int i = 0; i < 6; ++i) batch.W[i].set(lane, block(entries[i][0], entries[i][1]));
  batch.weight.set(lane, std::sqrt(block.trace() / 3.0));
}

// Every thread owns the same part of each colour, so that what it reads mostly lies in its own
// cache; who is early helps the others.
void ContactSweeps::cut_chunks(std::span<const int> colour_end) {
  const int owners = workers_.threads();
  part_begin_ = scratch_.array<int>(owners * static_cast<Eigen::Index>(colour_end.size()) + 1);
  chunks_ = scratch_.array<Chunk>(static_cast<Eigen::Index>(batches_.size()) + 1);
  int count = 0, begin = 0;
  std::size_t part = 0;
  for (const int colour : colour_end) {
    const int needs = count, first = begin;
    for (int owner = 0; owner < owners; ++owner) {
      part_begin_[part++] = count;
      const int end = first + (colour - first) * (owner + 1) / owners;
      while (begin < end) {
        const int size = std::max((end - begin) / 2, least_chunk);
        chunks_[at(count++)] = {begin, std::min(end, begin + size), needs, 0};
        begin = std::min(end, begin + size);
      }
    }
  }
  part_begin_[part] = count;
  chunks_ = chunks_.first(at(count));
}

double ContactSweeps::sweep(bool) {
  for (Local& local : locals_) local.largest_change = local.largest_reaction = 0.0;
  ++sweep_number_;
  std::atomic<int> done{0}, participants{0};
  const auto body = [&] { work_on_chunks(participants++, done); };
  workers_.run(std::cref(body));  // a copy of it would not fit into a std::function
  double change = 0.0, reaction = 0.0;
  for (const Local& local : locals_) {
    change = std::max(change, local.largest_change);
    reaction = std::max(reaction, local.largest_reaction);
  }
  return reaction > 0.0 ? change / reaction : change;
}

// A thread goes on to the next colour when every chunk of this one is taken, so a chunk only waits
// for chunks that somebody is working on, and one thread alone never waits.
void ContactSweeps::work_on_chunks(int me, std::atomic<int>& done) {
  const int owners = workers_.threads(), parts = static_cast<int>(part_begin_.size()) - 1;
  Local& local = locals_[at(me)];
  for (int colour = 0; colour < parts; colour += owners)
    for (int k = 0; k < owners; ++k) {
      const std::size_t part = at(colour + (me + k) % owners);
      for (int c = part_begin_[part]; c < part_begin_[part + 1]; ++c) {
        Chunk& chunk = chunks_[at(c)];
        if (std::atomic_ref(chunk.taken).exchange(sweep_number_) == sweep_number_) continue;
        for (int spins = 0; done.load(std::memory_order_acquire) < chunk.needs; ++spins)
          if (spins > 1000) std::this_thread::yield();
        for (int i = chunk.begin; i < chunk.end; ++i) visit(batches_[at(i)], local);
        done.fetch_add(1, std::memory_order_release);
      }
    }
}

inline void ContactSweeps::give(Body& body, const Inertia& inertia, Lanes::Four push,
                                Lanes::Four turn) {
  store(load(body.v) + load(inertia.inverse_mass) * push, body.v);
  store(load(body.omega) + (load(inertia.column[0]) * turn[0] + load(inertia.column[1]) * turn[1] +
                            load(inertia.column[2]) * turn[2]),
        body.omega);
}

// normal and tangential parts do not see each other, and slip is along what would stick
void ContactSweeps::solve_round(const Batch& batch, const Lanes* q, Lanes* next) {
  const Lanes normal = select(q[0] < 0.0, -q[0] / batch.W[0], 0.0);
  const Lanes most = batch.mu * normal, size = root(q[1] * q[1] + q[2] * q[2]);
  const Lanes needed = size / batch.W[3];
  const Lanes share = select(needed > most, most / select(size > 0.0, size, 1.0), 1.0 / batch.W[3]);
  next[0] = normal;
  next[1] = -share * q[1];
  next[2] = -share * q[2];
}

void ContactSweeps::solve_exactly(Batch& batch, const Lanes* q, const Lanes* old, Lanes* next,
                                  Local& local) const {
  const auto answer = batch.contacts.solve(q[0], q[1], q[2], batch.alpha, slip_accuracy);
  batch.alpha = answer.alpha;
  next[0] = answer.r0;
  next[1] = answer.r1;
  next[2] = answer.r2;
  if (!any(!answer.exact)) return;
  for (int lane = 0; lane < lane_count && batch.row[lane] >= 0; ++lane)
    if (!answer.exact[lane]) solve_alone(batch, lane, q, old, next, local);
}

void ContactSweeps::visit(Batch& batch, Local& local) {
  const Three normal{batch.normal[0], batch.normal[1], batch.normal[2]};
  const Three tangent{batch.tangent[0], batch.tangent[1], batch.tangent[2]};
  const Three across = cross(normal, tangent);
  const Three arm_a{batch.arm_a[0], batch.arm_a[1], batch.arm_a[2]};
  const Three arm_b{batch.arm_b[0], batch.arm_b[1], batch.arm_b[2]};
  const Three v_a = gather([&](int lane) { return bodies_[at(batch.a[lane])].v; });
  const Three v_b = gather([&](int lane) { return bodies_[at(batch.b[lane])].v; });
  const Three turn_a =
      cross(gather([&](int lane) { return bodies_[at(batch.a[lane])].omega; }), arm_a);
  const Three turn_b =
      cross(gather([&](int lane) { return bodies_[at(batch.b[lane])].omega; }), arm_b);
  const Three slide{v_a.x - v_b.x + (turn_a.x - turn_b.x), v_a.y - v_b.y + (turn_a.y - turn_b.y),
                    v_a.z - v_b.z + (turn_a.z - turn_b.z)};
  Lanes old[3];
  for (int lane = 0; lane < lane_count && batch.row[lane] >= 0; ++lane)
    for (int i = 0; i < 3; ++i) old[i].set(lane, r_[batch.row[lane] + i]);
  const Lanes* W = batch.W;
  const Lanes q[3]{
      dot(normal, slide) + batch.q[0] - (W[0] * old[0] + W[1] * old[1] + W[2] * old[2]),
      dot(tangent, slide) + batch.q[1] - (W[1] * old[0] + W[3] * old[1] + W[4] * old[2]),
      dot(across, slide) + batch.q[2] - (W[2] * old[0] + W[4] * old[1] + W[5] * old[2])};
  Lanes next[3];
  if (batch.round)
    solve_round(batch, q, next);
  else
    solve_exactly(batch, q, old, next, local);

  Lanes change[3], moved, reaction;
  for (int i = 0; i < 3; ++i) {
    change[i] = next[i] - old[i];
    const Lanes by = magnitude(change[i]), size = magnitude(next[i]);
    moved = select(by > moved, by, moved);
    reaction = select(size > reaction, size, reaction);
  }
  moved = moved * batch.weight;
  reaction = reaction * batch.weight;
  for (int lane = 0; lane < lane_count && batch.row[lane] >= 0; ++lane) {
    for (int i = 0; i < 3; ++i) r_[batch.row[lane] + i] = next[i][lane];
    local.largest_change = std::max(local.largest_change, moved[lane]);
    local.largest_reaction = std::max(local.largest_reaction, reaction[lane]);
  }
  const auto along = [&](const Lanes& n, const Lanes& t, const Lanes& s) {
    return change[0] * n + change[1] * t + change[2] * s;
  };
  const Three impulse{along(normal.x, tangent.x, across.x), along(normal.y, tangent.y, across.y),
                      along(normal.z, tangent.z, across.z)};
  Four push[lane_count], turn[lane_count];
  spread(impulse, push);
  for (const bool first : {true, false}) {
    spread(cross(first ? arm_a : arm_b, impulse), turn);
    const int* bodies = first ? batch.a : batch.b;
    const double sign = first ? 1.0 : -1.0;
    for (int lane = 0; lane < lane_count; ++lane)
      if (at(bodies[lane]) + 1 < bodies_.size())
        give(bodies_[at(bodies[lane])], inertia_[at(bodies[lane])], sign * push[lane],
             sign * turn[lane]);
  }
}

// the law itself, which does not mind a singular block
void ContactSweeps::solve_alone(const Batch& batch, int lane, const Lanes* q, const Lanes* old,
                                Lanes* next, Local& local) const {
  constexpr int entry[9]{0, 1, 2, 1, 3, 4, 2, 4, 5};
  Mat<3> W;
  for (int i = 0; i < 9; ++i) W.data()[i] = batch.W[entry[i]][lane];
  const Vec<3> q_loc(q[0][lane], q[1][lane], q[2][lane]);
  Vec<3> r(old[0][lane], old[1][lane], old[2][lane]);
  // what it leaves where it fails is the present point, which is no harm
  if (!problem_.laws[at(batch.row[lane] / 3)].solve_block(W, q_loc, r, *local.scratch)) return;
  for (int i = 0; i < 3; ++i) next[i].set(lane, r[i]);
}

void ContactSweeps::refresh() {
  for (Body& body : bodies_) body = {};
  for (std::size_t k = 0; k < form_.contacts.size(); ++k) {
    const ContactForm::Contact& contact = form_.contacts[k];
    const auto r = r_.segment<3>(static_cast<Eigen::Index>(3 * k));
    const Vec<3> impulse = r[0] * contact.normal + r[1] * contact.tangent +
                           r[2] * contact.normal.cross(contact.tangent);
    for (const bool first : {true, false}) {
      const int body = first ? contact.a : contact.b;
      if (body < 0) continue;
      const Vec<3> push = first ? impulse : Vec<3>(-impulse);
      const Vec<3> turn = (first ? contact.arm_a : contact.arm_b).cross(push);
      give(bodies_[at(body)], inertia_[at(body)], Four{push[0], push[1], push[2], 0.0},
           Four{turn[0], turn[1], turn[2], 0.0});
    }
  }
}

void ContactSweeps::follow(double beta) {
  follower_->advance(beta, VectorMap(bodies_[0].v, static_cast<Eigen::Index>(8 * bodies_.size())));
}

}  // namespace nonsmooth
