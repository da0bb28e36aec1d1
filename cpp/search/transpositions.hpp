// Where nodes of an observer's tree are found by what the observer knows there and by their level (seeds/search.md, M-45).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.hpp"
#include "search/tree.hpp"

namespace cloche {

// Of one tree; a level is a number of moves below its root. Takes 11 to 22 bytes for each node with a key, besides the arena.
class Transpositions {
 public:
  // `arena` must outlive this, and be of an observer's tree.
  explicit Transpositions(const Arena& arena) : arena_(&arena) {}

  // The node with this key on this level, 0 without one; and the one on the highest level.
  [[nodiscard]] ArenaIndex find(std::uint64_t key, std::size_t level) const;
  [[nodiscard]] ArenaIndex find_first(std::uint64_t key) const;
  // `node` has a key, and none on its level has the same.
  void add(ArenaIndex node, std::size_t level);
  // Takes the nodes of the tree below `root`, and no others.
  void take_tree(ArenaIndex root);

 private:
  struct Slot {
    ArenaIndex node;  // 0: free
    std::uint32_t level;
  };

  // Of the node, or the free one where it would stand.
  [[nodiscard]] std::size_t slot_of(std::uint64_t key, std::uint32_t level) const;
  void widen();

  const Arena* arena_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);  // a power of two; at least a quarter are free
  std::size_t used_ = 0;
  std::uint32_t levels_ = 0;
};

}  // namespace cloche
