// The tree of a search in one block of memory.
//
// A node is one run of 8-byte words; its edges lie inside as arrays, sorted by prior, so that selection reads memory
// in order:
//
//   header   sum of the mover's utility, visits, number of edges, mover                16 bytes
//   edges    sum[n]  visits[n]  child[n]  action[n]  prior[n]                          20 bytes each
//
// In the tree of an observer (seeds/search.md, M-25) a node may grow, so that it has free slots behind its edges; a node with
// a key never does, and may be the child of several edges (M-45). There are two parts more:
//
//   edges    sum[n]  visits[n]  child[n]  action[n]  prior[n]  available[n]            24 bytes each, free slots too
//   key      what the observer knows there                                              8 bytes
//
// A child is 0 (none yet), the index of a node, or, with kRecord set, the index of a record: what is known for certain of
// what the edge leads to, exact values or bounds of the utilities, and the node there (0 for an ending).
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/fixed_point.hpp"
#include "core/game.hpp"
#include "search/evaluation.hpp"

namespace cloche {

// Index of an 8-byte word in an Arena; 0 is no place.
using ArenaIndex = std::uint32_t;
// Set in a child that is a record.
inline constexpr ArenaIndex kRecord = ArenaIndex{1} << 31;

struct NodeHeader {
  UtilitySum sum;
  std::uint32_t visits;
  std::uint16_t edges : 15;
  std::uint16_t recorded : 1;  // an edge has a record
  std::int8_t mover;           // a player or kChance
  std::uint8_t free;           // slots behind the edges
};
static_assert(sizeof(NodeHeader) == 16);

// Limits of the utility of each player (M-37).
struct Bounds {
  std::array<Utility, kMaxPlayers> low{};
  std::array<Utility, kMaxPlayers> high = filled(kUtilityOne);

  friend bool operator==(const Bounds&, const Bounds&) = default;

 private:
  static constexpr std::array<Utility, kMaxPlayers> filled(Utility utility) {
    std::array<Utility, kMaxPlayers> all{};
    all.fill(utility);
    return all;
  }
};
struct Range {
  Utility low = 0;
  Utility high = kUtilityOne;
};

// A view of a node inside the arena; valid until the arena is compacted or resized.
class Node {
 public:
  explicit Node(std::byte* run) : run_(run) {}

  [[nodiscard]] NodeHeader& header() const { return *reinterpret_cast<NodeHeader*>(run_); }
  [[nodiscard]] int size() const { return header().edges; }
  [[nodiscard]] UtilitySum* sums() const { return reinterpret_cast<UtilitySum*>(run_ + sizeof(NodeHeader)); }
  // In a decision node visits of the edge and its child, in that order.
  [[nodiscard]] std::uint32_t* visits() const { return reinterpret_cast<std::uint32_t*>(run_ + sizeof(NodeHeader) + 8 * count()); }
  [[nodiscard]] ArenaIndex* children() const { return visits() + count(); }
  [[nodiscard]] Action* actions() const { return reinterpret_cast<Action*>(children() + count()); }
  // Share of the prior weight in units of 2^-16; at a chance node the weight of the outcome, 0 if it is larger than fits.
  [[nodiscard]] std::uint16_t* priors() const { return actions() + count(); }
  // In the tree of an observer only: visits at which the edge was a candidate, and the key.
  [[nodiscard]] std::uint32_t* available() const { return reinterpret_cast<std::uint32_t*>(priors() + count()); }
  [[nodiscard]] std::uint64_t& key() const { return *reinterpret_cast<std::uint64_t*>(available() + count()); }

  [[nodiscard]] int edge_of(Action action) const {
    for (int i = 0; i < size(); ++i) {
      if (actions()[i] == action) return i;
    }
    return -1;
  }

  [[nodiscard]] static constexpr std::uint32_t words(std::uint32_t edges) { return 2 + 2 * edges + (edges + 1) / 2; }
  [[nodiscard]] static constexpr std::uint32_t observer_words(std::uint32_t slots) { return 3 + 3 * slots; }

 private:
  [[nodiscard]] std::size_t count() const { return std::size_t{header().edges} + header().free; }

  std::byte* run_;
};

// What M-15 counts of a simulation that took `edge`: that it did, and what it came to.
inline void count_visit(const Node& node, int edge) {
  ++node.header().visits;
  ++node.visits()[edge];
}
inline void add_value(const Node& node, int edge, const Evaluation& values) {
  NodeHeader& header = node.header();
  if (header.mover < 0) return;
  const Utility utility = values.utility[static_cast<std::size_t>(header.mover)];
  header.sum += utility;
  node.sums()[edge] += utility;
}

inline void add_visit(const Node& node, int edge, const Evaluation& values) {
  count_visit(node, edge);
  add_value(node, edge, values);
}

class Arena {
 public:
  enum class Layout { kPlain, kObserver };
  static constexpr std::uint32_t kMostRecordWords = 1 + kMaxPlayers;

  explicit Arena(Layout layout = Layout::kPlain) : layout_(layout) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  [[nodiscard]] bool is_of_observer() const { return layout_ == Layout::kObserver; }
  // Reserves `bytes` of address space; memory is used as the tree grows. Keeps the content if it fits, else empties the
  // arena. Throws std::bad_alloc.
  void set_capacity(std::size_t bytes);
  [[nodiscard]] std::size_t capacity_bytes() const { return std::size_t{capacity_} * kWord; }
  [[nodiscard]] std::size_t used_bytes() const { return std::size_t{top_ - 1} * kWord; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  void clear();

  // A node with all-zero statistics, or 0 if there is no room.
  [[nodiscard]] ArenaIndex make_node(int edges, int mover) { return make_node(edges, 0, mover); }
  // The node with `count` edges more, all zero, at its old place or a new one; 0 if there is no room, and nothing has changed.
  // In the tree of an observer.
  [[nodiscard]] ArenaIndex grow(ArenaIndex index, int count);
  [[nodiscard]] Node node(ArenaIndex index) const { return Node(at(index)); }
  // Asks for the first lines of a node while its position is still being made.
  void prefetch(ArenaIndex index) const {
    const std::byte* run = block_.get() + std::size_t{index} * kWord;
    __builtin_prefetch(run);
    __builtin_prefetch(run + 64);
    __builtin_prefetch(run + 128);
  }

  // Sets what is known of an edge of `node`; false if that is nothing new, or there was no room. Values are exact.
  bool prove(const Node& node, int edge, const Evaluation& values, int players);
  bool bound(const Node& node, int edge, const Bounds& bounds, int players);
  // The edges that something is known of.
  [[nodiscard]] std::uint64_t records() const { return records_; }
  // Of any child: the node there, whether its values are exact, and what a player's utility is between.
  [[nodiscard]] ArenaIndex node_of(ArenaIndex child) const {
    return (child & kRecord) == 0 ? child : static_cast<ArenaIndex>(record_head(child & ~kRecord));
  }
  [[nodiscard]] bool is_proven(ArenaIndex child) const { return (child & kRecord) != 0 && (record_head(child & ~kRecord) & kExact) != 0; }
  [[nodiscard]] Range range(ArenaIndex child, int player, int players) const;
  // `child` is proven.
  [[nodiscard]] Evaluation proven_values(ArenaIndex child, int players) const;
  [[nodiscard]] Utility proven_utility(ArenaIndex child, int player) const { return record_numbers(child & ~kRecord)[player]; }

  // Cuts off what is below an edge that something is known of; its memory is free after the next keep_subtree().
  void drop_below(ArenaIndex record);
  // Drops everything but the tree below `root` and moves it to the front; returns the root's new place.
  [[nodiscard]] ArenaIndex keep_subtree(ArenaIndex root, int players);

 private:
  static constexpr std::size_t kWord = 8;
  static constexpr int kMostEdges = 0x7FFF;
  struct Free {
    void operator()(std::byte* block) const { std::free(block); }
  };

  [[nodiscard]] ArenaIndex make_node(int edges, int free, int mover) {
    const std::uint32_t length = words(edges + free);
    const ArenaIndex index = allocate(length);
    if (index == 0) return 0;
    std::byte* run = at(index);
    std::memset(run, 0, std::size_t{length} * kWord);
    NodeHeader& header = *reinterpret_cast<NodeHeader*>(run);
    assert(edges + free <= kMostEdges);
    header.edges = static_cast<std::uint16_t>(edges) & kMostEdges;
    header.free = static_cast<std::uint8_t>(free);
    header.mover = static_cast<std::int8_t>(mover);
    ++nodes_;
    edges_ += static_cast<std::uint64_t>(edges);
    return index;
  }
  [[nodiscard]] std::uint32_t words(int slots) const {
    const auto count = static_cast<std::uint32_t>(slots);
    return layout_ == Layout::kPlain ? Node::words(count) : Node::observer_words(count);
  }
  [[nodiscard]] std::byte* at(ArenaIndex index) const {
    assert(index > 0 && index < top_);
    return block_.get() + std::size_t{index} * kWord;
  }
  // A record is a word with the node's index and kExact; then the players' utilities and gains, or low and high bounds.
  static constexpr std::uint64_t kExact = std::uint64_t{1} << 32;
  [[nodiscard]] static constexpr std::uint32_t record_words(int players) { return 1 + static_cast<std::uint32_t>(players); }
  [[nodiscard]] std::uint64_t& record_head(ArenaIndex index) const { return *reinterpret_cast<std::uint64_t*>(at(index)); }
  [[nodiscard]] std::uint32_t* record_numbers(ArenaIndex index) const { return reinterpret_cast<std::uint32_t*>(at(index) + kWord); }
  void link_record(ArenaIndex index, ArenaIndex node) const { record_head(index) = (record_head(index) & kExact) | node; }
  bool write_record(const Node& node, int edge, std::uint64_t exact, const std::uint32_t* first, const std::uint32_t* second, int players);
  // Calls `on_node(place)` and `on_record(place)` for all that is in the tree below `root`, and `on_link(child)` for every
  // reference to them but the root's; that may change it. A node is called for once a way to it, and gone below where
  // `on_node` gives true.
  template <class OnNode, class OnRecord, class OnLink>
  void walk(ArenaIndex root, OnNode on_node, OnRecord on_record, OnLink on_link) const;
  [[nodiscard]] ArenaIndex allocate(std::uint32_t words) {
    if (words > capacity_ - top_) return 0;
    const ArenaIndex index = top_;
    top_ += words;
    return index;
  }

  Layout layout_;
  std::unique_ptr<std::byte, Free> block_;
  std::uint32_t capacity_ = 1;  // in words, the unused word 0 included
  std::uint32_t top_ = 1;
  std::uint64_t nodes_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t records_ = 0;
};

}  // namespace cloche
