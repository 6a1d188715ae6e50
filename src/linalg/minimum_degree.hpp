// SPDX-License-Identifier: Apache-2.0
// An order of elimination that keeps the factors of a sparse matrix sparse: always the node with
// the fewest neighbours next, by a bound of their number (Amestoy, Davis, Duff 1996). Eliminated
// nodes are not replaced by the edges they leave but by elements, lists of the nodes they join:
//
//   p is eliminated:  L_p = A_p + all L_e of elements e of p, which p absorbs
//   i in L_p:         its list A_i loses what L_p covers, its elements lose those absorbed, gain p
//   bound of i:       |A_i| + |L_p| - 1 + sum of |L_e \ L_p| over its other elements
//
// Nodes with the same lists are one node of larger weight from then on; a node that has nothing but
// p is eliminated with it. Contact sets change from step to step, so memory only grows.
#pragma once

#include "nonsmooth/linalg/block_sparse.hpp"

#include <cstddef>
#include <vector>

namespace nonsmooth {

class MinimumDegree {
 public:
  /// node_at[position] for the graph of A + A^T, whose blocks are the nodes. No allocation where
  /// the graph and its factors are no larger than any before.
  void order(const BlockSparse& A, std::vector<int>& node_at);

 private:
  struct Node {
    int begin = 0;                     // of its list: elements first, then nodes
    int elements = 0, neighbours = 0;  // an element has its members as neighbours
    int weight = 1;                    // nodes it stands for; 0 once it has gone elsewhere
    int degree = 0;                    // bound of the weight around it; of an element: of L_p
    int next = -1, previous = -1;      // of the same degree
    int chain = -1, last = -1;         // nodes it stands for, in order
    unsigned hash = 0;
    bool alive = true;        // of an element: not absorbed
    std::ptrdiff_t mark = 0;  // in L_p, or of an element the weight outside
    std::ptrdiff_t seen = 0;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Node& node(int i) { return nodes_[at(i)]; }
  int* list(const Node& of) { return lists_.data() + of.begin; }
  void set_graph(const BlockSparse& A);
  void join(int i);
  void leave(int i);
  int smallest();
  void eliminate(int p);
  void gather(int p);
  void count_outside(int p);
  void update(int i, int p);
  void merge_equals(int p);
  bool same_lists(const Node& a, const Node& b);
  void take_over(int by, int i);
  void close(int p);

  std::vector<Node> nodes_;
  std::vector<int> lists_, first_of_degree_, first_of_hash_, next_of_hash_;
  std::ptrdiff_t stamp_ = 0, seen_ = 0;
  int left_ = 0, lowest_ = 0;  // weight that is not eliminated; no node has a smaller degree
};

}  // namespace nonsmooth
