#include "search/transpositions.hpp"

#include <algorithm>
#include <cassert>
#include <deque>

namespace cloche {

ArenaIndex Transpositions::find(std::uint64_t key, std::size_t level) const {
  return slots_[slot_of(key, static_cast<std::uint32_t>(level))].node;
}

ArenaIndex Transpositions::find_first(std::uint64_t key) const {
  for (std::uint32_t level = 0; level < levels_; ++level) {
    if (const ArenaIndex node = find(key, level); node != 0) return node;
  }
  return 0;
}

void Transpositions::add(ArenaIndex node, std::size_t level) {
  const auto number = static_cast<std::uint32_t>(level);
  const std::uint64_t key = arena_->node(node).key();
  assert(key != 0 && find(key, number) == 0);
  if (4 * (used_ + 1) > 3 * slots_.size()) widen();
  slots_[slot_of(key, number)] = {node, number};
  ++used_;
  levels_ = std::max(levels_, number + 1);
}

void Transpositions::take_tree(ArenaIndex root) {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
  levels_ = 0;
  for (std::deque<Slot> waiting{{root, 0}}; !waiting.empty(); waiting.pop_front()) {
    const auto [place, level] = waiting.front();
    const Node node = arena_->node(place);
    if (node.key() != 0) {
      if (find(node.key(), level) != 0) continue;  // met by another way; all others have one way alone
      add(place, level);
    }
    for (int e = 0; e < node.size(); ++e) {
      if (const ArenaIndex child = arena_->node_of(node.children()[e]); child != 0) waiting.push_back({child, level + 1});
    }
  }
}

std::size_t Transpositions::slot_of(std::uint64_t key, std::uint32_t level) const {
  const std::size_t last = slots_.size() - 1;
  std::size_t at = hash_combine(key, level) & last;
  while (slots_[at].node != 0 && (slots_[at].level != level || arena_->node(slots_[at].node).key() != key)) at = (at + 1) & last;
  return at;
}

void Transpositions::widen() {
  std::vector<Slot> narrow(2 * slots_.size());
  slots_.swap(narrow);
  for (const Slot& slot : narrow) {
    if (slot.node != 0) slots_[slot_of(arena_->node(slot.node).key(), slot.level)] = slot;
  }
}

}  // namespace cloche
