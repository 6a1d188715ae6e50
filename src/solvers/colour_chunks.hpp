// SPDX-License-Identifier: Apache-2.0
// Units of work sorted by colour, shared among threads. Units of one colour do not see each other;
// a colour begins when all colours before it are done.
//
// Every thread owns the same part of each colour in every run, so that what it reads mostly lies in
// its own cache. A part is cut by halves into chunks: few to take, and small ones at the end for
// who is early and helps the others. A thread goes on to the next colour when every chunk of this
// one is taken, so a chunk only waits for chunks that somebody is working on, and one thread alone
// never waits.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/parallel.hpp"

#include <atomic>
#include <functional>
#include <span>
#include <thread>

namespace nonsmooth {

class ColourChunks {
 public:
  /// To take a chunk costs 0.1 microseconds: `least` units should take some microseconds.
  explicit ColourChunks(int threads, int least = 4) : workers_(threads), least_(least) {}

  /// The units of a colour begin where those of the colour before end. Takes its memory from
  /// `scratch`.
  void cut(std::span<const int> colour_end, Arena& scratch);
  bool empty() const { return chunks_.empty(); }
  int threads() const { return workers_.threads(); }

  /// Calls visit(unit, thread) once for every unit, threads being numbered from 0. The result does
  /// not depend on who does what if a unit writes only what no other unit of its colour touches.
  template <class Visit>
  void run(const Visit& visit) {
    run(1, [&](int unit, int, int thread) { visit(unit, thread); });
  }
  /// The same several times over, visit(unit, round, thread), without waking the threads anew.
  template <class Visit>
  void run(int rounds, const Visit& visit) {
    std::atomic<int> done{0};
    workers_.run([&](int me) { work(rounds, me, done, visit); });
    rounds_ += rounds;
  }

 private:
  // Consecutive units of one colour: what a thread takes at a time.
  struct Chunk {
    int begin, end;
    int needs;  // chunks of the colours before
    int taken;  // how many times
  };

  template <class Visit>
  void work(int rounds, int me, std::atomic<int>& done, const Visit& visit) {
    const int owners = threads(), parts = static_cast<int>(part_begin_.size()) - 1;
    const int all = static_cast<int>(chunks_.size());
    for (int round = 0; round < rounds; ++round)
      for (int colour = 0; colour < parts; colour += owners)
        for (int k = 0; k < owners; ++k) {  // the own part, then what others have left
          const auto part = static_cast<std::size_t>(colour + (me + k) % owners);
          for (int c = part_begin_[part]; c < part_begin_[part + 1]; ++c) {
            Chunk& chunk = chunks_[static_cast<std::size_t>(c)];
            int before = rounds_ + round;
            if (!std::atomic_ref(chunk.taken).compare_exchange_strong(before, before + 1)) continue;
            const int needs = round * all + chunk.needs;
            for (int spins = 0; done.load(std::memory_order_acquire) < needs; ++spins)
              if (spins > 1000) std::this_thread::yield();
            for (int unit = chunk.begin; unit < chunk.end; ++unit) visit(unit, round, me);
            done.fetch_add(1, std::memory_order_release);
          }
        }
  }

  Workers workers_;
  std::span<Chunk> chunks_;
  std::span<int> part_begin_;  // first chunk of each part: by colour, then by owner
  int least_;
  int rounds_ = 0;  // finished
};

}  // namespace nonsmooth
