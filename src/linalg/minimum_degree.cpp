// SPDX-License-Identifier: Apache-2.0
#include "linalg/minimum_degree.hpp"

#include <algorithm>
#include <utility>

namespace nonsmooth {

void MinimumDegree::order(const BlockSparse& A, std::vector<int>& node_at) {
  set_graph(A);
  node_at.clear();
  left_ = A.block_rows();
  while (left_ > 0) {
    const int p = smallest();
    leave(p);
    eliminate(p);
    for (int i = p; i >= 0; i = node(i).chain) node_at.push_back(i);
  }
}

// every edge once in the lists of both its ends
void MinimumDegree::set_graph(const BlockSparse& A) {
  const int n = A.block_rows();
  nodes_.assign(at(n), Node{});
  first_of_degree_.assign(at(n), -1);
  first_of_hash_.assign(at(n), -1);
  next_of_hash_.resize(at(n));
  const auto each_edge = [&](auto&& use) {
    for (int i = 0; i < n; ++i)
      for (int k = A.row_begin(i); k < A.row_begin(i + 1); ++k)
        if (const int j = A.block_col(k); j != i) use(i, j), use(j, i);
  };
  each_edge([&](int i, int) { ++node(i).neighbours; });
  int end = 0;
  for (Node& each : nodes_) {
    each.begin = end;
    end += std::exchange(each.neighbours, 0);
  }
  lists_.resize(at(end));
  each_edge([&](int i, int j) { list(node(i))[node(i).neighbours++] = j; });
  stamp_ = seen_ = 0;
  lowest_ = 0;
  for (int i = n - 1; i >= 0; --i) {
    Node& each = node(i);
    ++seen_;
    int kept = 0;
    for (int k = 0; k < each.neighbours; ++k)
      if (const int j = list(each)[k]; std::exchange(node(j).seen, seen_) != seen_)
        list(each)[kept++] = j;
    each.neighbours = each.degree = kept;
    each.last = i;
    join(i);
  }
}

void MinimumDegree::join(int i) {
  Node& each = node(i);
  int& first = first_of_degree_[at(each.degree)];
  each.previous = -1;
  each.next = first;
  if (first >= 0) node(first).previous = i;
  first = i;
  lowest_ = std::min(lowest_, each.degree);
}

void MinimumDegree::leave(int i) {
  const Node& each = node(i);
  if (each.next >= 0) node(each.next).previous = each.previous;
  (each.previous >= 0 ? node(each.previous).next : first_of_degree_[at(each.degree)]) = each.next;
}

int MinimumDegree::smallest() {
  while (first_of_degree_[at(lowest_)] < 0) ++lowest_;
  return first_of_degree_[at(lowest_)];
}

void MinimumDegree::eliminate(int p) {
  left_ -= node(p).weight;
  gather(p);
  count_outside(p);
  for (int k = 0; k < node(p).neighbours; ++k) update(list(node(p))[k], p);
  merge_equals(p);
  close(p);
}

// L_p behind all lists; its members carry the stamp
void MinimumDegree::gather(int p) {
  Node& element = node(p);
  stamp_ += static_cast<std::ptrdiff_t>(nodes_.size()) + 2;  // beyond the weights of the last time
  element.mark = stamp_;
  element.degree = 0;
  const int begin = static_cast<int>(lists_.size());
  const auto take = [&](int from, int count) {
    for (int k = from; k < from + count; ++k) {
      const int i = lists_[at(k)];
      if (node(i).weight == 0 || node(i).mark == stamp_) continue;
      node(i).mark = stamp_;
      element.degree += node(i).weight;
      lists_.push_back(i);
    }
  };
  take(element.begin + element.elements, element.neighbours);
  for (int k = 0; k < element.elements; ++k) {
    Node& absorbed = node(list(element)[k]);
    take(absorbed.begin, absorbed.neighbours);
    absorbed.alive = false;
  }
  element.begin = begin;
  element.elements = 0;
  element.neighbours = static_cast<int>(lists_.size()) - begin;
}

// the weight of L_e \ L_p for every element e next to p, kept above the stamp in its mark
void MinimumDegree::count_outside(int p) {
  const std::ptrdiff_t base = stamp_ + 1;
  for (int m = 0; m < node(p).neighbours; ++m) {
    const Node& member = node(list(node(p))[m]);
    for (int k = 0; k < member.elements; ++k) {
      Node& e = node(list(member)[k]);
      if (!e.alive) continue;
      if (e.mark < base) e.mark = base + e.degree;
      e.mark -= member.weight;
    }
  }
}

void MinimumDegree::update(int i, int p) {
  Node& each = node(i);
  const std::ptrdiff_t base = stamp_ + 1;
  int* entries = list(each);
  int kept = 0, around = 0;
  each.hash = static_cast<unsigned>(p);
  for (int k = 0; k < each.elements; ++k) {
    Node& e = node(entries[k]);
    // what lies in L_p whole says nothing that p does not
    if (e.alive && e.mark == base) e.alive = false;
    if (!e.alive) continue;
    around += static_cast<int>(e.mark - base);
    each.hash += static_cast<unsigned>(entries[k]);
    entries[kept++] = entries[k];
  }
  const int elements = kept;
  for (int k = each.elements; k < each.elements + each.neighbours; ++k) {
    const Node& other = node(entries[k]);
    if (other.weight == 0 || other.mark == stamp_) continue;
    around += other.weight;
    each.hash += static_cast<unsigned>(entries[k]);
    entries[kept++] = entries[k];
  }
  leave(i);
  each.neighbours = kept - elements;
  each.elements = elements + 1;
  // i is in L_p by an edge or an element that has just gone: there is room for p
  entries[kept] = p;
  std::swap(entries[elements], entries[kept]);
  if (kept == 0) {
    left_ -= each.weight;
    take_over(p, i);
  } else {
    each.degree = std::min(each.degree, around);  // and L_p without i, once it is known
  }
}

// members of L_p with the same lists become one
void MinimumDegree::merge_equals(int p) {
  const Node& element = node(p);
  const auto bucket = [&](int i) -> int& { return first_of_hash_[node(i).hash % nodes_.size()]; };
  for (int k = 0; k < element.neighbours; ++k) {
    const int i = list(element)[k];
    if (node(i).weight == 0) continue;
    bool merged = false;
    for (int j = bucket(i); j >= 0 && !merged; j = next_of_hash_[at(j)])
      if (same_lists(node(j), node(i))) {
        take_over(j, i);
        merged = true;
      }
    if (merged) continue;
    next_of_hash_[at(i)] = bucket(i);
    bucket(i) = i;
  }
  for (int k = 0; k < element.neighbours; ++k) bucket(list(element)[k]) = -1;
}

bool MinimumDegree::same_lists(const Node& a, const Node& b) {
  if (a.hash != b.hash || a.elements != b.elements || a.neighbours != b.neighbours) return false;
  ++seen_;
  const int count = a.elements + a.neighbours;
  for (int k = 0; k < count; ++k) node(list(a)[k]).seen = seen_;
  for (int k = 0; k < count; ++k)
    if (node(list(b)[k]).seen != seen_) return false;
  return true;
}

void MinimumDegree::take_over(int by, int i) {
  Node &to = node(by), &from = node(i);
  node(to.last).chain = i;
  to.last = from.last;
  to.weight += from.weight;
  from.weight = 0;
}

// what is left of L_p, and the degrees of its members
void MinimumDegree::close(int p) {
  Node& element = node(p);
  int kept = 0;
  element.degree = 0;
  for (int k = 0; k < element.neighbours; ++k)
    if (const int i = list(element)[k]; node(i).weight > 0) {
      list(element)[kept++] = i;
      element.degree += node(i).weight;
    }
  element.neighbours = kept;
  lists_.resize(at(element.begin + kept));
  element.weight = 0;
  for (int k = 0; k < kept; ++k) {
    Node& each = node(list(element)[k]);
    each.degree = std::min(left_, each.degree + element.degree) - each.weight;
    join(list(element)[k]);
  }
}

}  // namespace nonsmooth
