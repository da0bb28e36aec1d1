#include "search/tree.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace cloche {
namespace {

// Large pages: a simulation jumps about in the tree, and small pages make it wait for their addresses. A refusal changes nothing.
void ask_for_large_pages([[maybe_unused]] std::byte* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::size_t skipped = (kLargePage - address % kLargePage) % kLargePage;
  if (bytes >= skipped + kLargePage) (void)madvise(block + skipped, (bytes - skipped) / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
}

}  // namespace

void Arena::clear() {
  top_ = 1;
  nodes_ = 0;
  edges_ = 0;
  records_ = 0;
}

void Arena::set_capacity(std::size_t bytes) {
  // A child index has 31 bits: more than 16 GiB are of no use to one tree.
  const std::size_t words = std::min<std::size_t>(bytes / kWord + 1, kRecord);
  if (words == capacity_ && block_) return;
  if (words < top_) clear();
  auto* block = static_cast<std::byte*>(std::realloc(block_.get(), words * kWord));
  if (block == nullptr) throw std::bad_alloc();
  const std::byte* const moved_from = block_.release();  // realloc has freed it
  (void)moved_from;
  block_.reset(block);
  ask_for_large_pages(block, words * kWord);
  capacity_ = static_cast<std::uint32_t>(words);
}

ArenaIndex Arena::grow(ArenaIndex index, int count) {
  assert(layout_ == Layout::kObserver);
  NodeHeader& header = node(index).header();
  if (count <= header.free) {
    header.edges = static_cast<std::uint16_t>(header.edges + count) & kMostEdges;
    header.free = static_cast<std::uint8_t>(header.free - count);
    edges_ += static_cast<std::uint64_t>(count);
    return index;
  }
  constexpr int kMostFree = 255;
  const int old_edges = header.edges;
  const int edges = old_edges + count;
  const ArenaIndex larger = make_node(edges, std::min(kMostFree, edges / 2), header.mover);
  if (larger == 0) return 0;
  const Node from = node(index);
  const Node to = node(larger);
  to.header().sum = from.header().sum;
  to.header().visits = from.header().visits;
  std::copy_n(from.sums(), old_edges, to.sums());
  std::copy_n(from.visits(), old_edges, to.visits());
  std::copy_n(from.children(), old_edges, to.children());
  std::copy_n(from.actions(), old_edges, to.actions());
  std::copy_n(from.priors(), old_edges, to.priors());
  std::copy_n(from.available(), old_edges, to.available());
  to.key() = from.key();
  --nodes_;  // the old run is no node any more
  edges_ -= static_cast<std::uint64_t>(old_edges);
  return larger;
}

bool Arena::write_record(const Node& node, int edge, std::uint64_t exact, const std::uint32_t* first, const std::uint32_t* second,
                         int players) {
  ArenaIndex& child = node.children()[edge];
  if ((child & kRecord) == 0) {
    const ArenaIndex index = allocate(record_words(players));
    if (index == 0) return false;
    record_head(index) = child;
    child = index | kRecord;
    node.header().recorded = 1;
    ++records_;
  }
  const ArenaIndex index = child & ~kRecord;
  record_head(index) = (record_head(index) & ~kExact) | exact;
  std::copy_n(first, players, record_numbers(index));
  std::copy_n(second, players, record_numbers(index) + players);
  return true;
}

bool Arena::prove(const Node& node, int edge, const Evaluation& values, int players) {
  return write_record(node, edge, kExact, values.utility.data(), values.gain.data(), players);
}

bool Arena::bound(const Node& node, int edge, const Bounds& bounds, int players) {
  bool news = false;
  for (int p = 0; p < players; ++p) {
    const Range known = range(node.children()[edge], p, players);
    const auto at = static_cast<std::size_t>(p);
    news = news || known.low != bounds.low[at] || known.high != bounds.high[at];
  }
  if (!news) return false;
  return write_record(node, edge, 0, bounds.low.data(), bounds.high.data(), players);
}

Range Arena::range(ArenaIndex child, int player, int players) const {
  if ((child & kRecord) == 0) return {};
  const std::uint32_t* numbers = record_numbers(child & ~kRecord);
  return {numbers[player], is_proven(child) ? numbers[player] : numbers[players + player]};
}

Evaluation Arena::proven_values(ArenaIndex child, int players) const {
  assert(is_proven(child));
  const std::uint32_t* numbers = record_numbers(child & ~kRecord);
  Evaluation values;
  std::copy_n(numbers, players, values.utility.begin());
  std::copy_n(numbers + players, players, values.gain.begin());
  return values;
}

template <class OnNode, class OnRecord, class OnLink>
void Arena::walk(ArenaIndex root, OnNode on_node, OnRecord on_record, OnLink on_link) const {
  struct Visit {
    ArenaIndex node;
    int edge;
  };
  std::vector<Visit> path;  // a node on each level, with its next edge
  const auto enter = [&](ArenaIndex place) {
    if (on_node(place)) path.push_back({place, 0});
  };
  enter(root);
  while (!path.empty()) {
    Visit& visit = path.back();
    const Node parent = node(visit.node);
    if (visit.edge == parent.size()) {
      path.pop_back();
      continue;
    }
    ArenaIndex& child = parent.children()[visit.edge++];
    if (child == 0) continue;
    ArenaIndex below = child;
    if (child & kRecord) {
      const ArenaIndex place = child & ~kRecord;
      on_record(place);
      below = node_of(child);
      if (ArenaIndex known = below; known != 0) {
        on_link(known);
        link_record(place, known);
      }
    }
    on_link(child);
    if (below != 0) enter(below);
  }
}

void Arena::drop_below(ArenaIndex record) {
  assert(layout_ == Layout::kPlain && (record & kRecord));
  const ArenaIndex root = node_of(record);
  if (root == 0) return;
  const auto on_node = [this](ArenaIndex place) {
    --nodes_;
    edges_ -= static_cast<std::uint64_t>(node(place).size());
    return true;
  };
  walk(root, on_node, [this](ArenaIndex) { --records_; }, [](ArenaIndex&) {});
  link_record(record & ~kRecord, 0);
}

ArenaIndex Arena::keep_subtree(ArenaIndex root, int players) {
  // What is alive is marked, a bit a word; its new place follows from the marks before it. So this needs a fortieth of the
  // tree's memory, where nodes may be met by several ways a twenty-fifth, and no more time than two walks.
  const std::size_t blocks = top_ / 64 + 1;
  std::vector<std::uint64_t> marks(blocks);
  std::vector<std::uint32_t> before(blocks);  // marks of earlier blocks
  std::uint64_t nodes = 0, edges = 0, records = 0;
  const auto mark = [&](ArenaIndex place, std::uint32_t length) {
    for (const ArenaIndex end = place + length; place < end;) {
      const std::uint32_t first = place % 64, count = std::min(64 - first, end - place);
      marks[place / 64] |= (~std::uint64_t{0} >> (64 - count)) << first;
      place += count;
    }
  };
  const auto is_marked = [](const std::vector<std::uint64_t>& bits, ArenaIndex place) { return (bits[place / 64] >> place % 64 & 1) != 0; };
  const auto mark_node = [&](ArenaIndex place) {
    if (is_marked(marks, place)) return false;  // met by another way
    const NodeHeader& header = node(place).header();
    mark(place, words(int{header.edges} + int{header.free}));
    ++nodes;
    edges += header.edges;
    return true;
  };
  const auto mark_record = [&](ArenaIndex place) {
    mark(place, record_words(players));
    ++records;
  };
  walk(root, mark_node, mark_record, [](ArenaIndex&) {});
  for (std::size_t i = 1; i < blocks; ++i) before[i] = before[i - 1] + static_cast<std::uint32_t>(std::popcount(marks[i - 1]));

  const auto moved = [&](ArenaIndex place) {
    const std::uint64_t below = marks[place / 64] & ((std::uint64_t{1} << place % 64) - 1);
    return 1 + before[place / 64] + static_cast<ArenaIndex>(std::popcount(below));
  };
  const auto move_link = [&](ArenaIndex& child) { child = moved(child & ~kRecord) | (child & kRecord); };
  std::vector<std::uint64_t> met(layout_ == Layout::kObserver ? blocks : 0);
  const auto meet = [&](ArenaIndex place) {
    if (met.empty()) return true;
    if (is_marked(met, place)) return false;
    met[place / 64] |= std::uint64_t{1} << place % 64;
    return true;
  };
  walk(root, meet, [](ArenaIndex) {}, move_link);

  ArenaIndex next = 1;
  for (ArenaIndex place = 1; place < top_;) {
    const std::uint64_t rest = marks[place / 64] >> place % 64;
    if (rest == 0) {
      place = (place / 64 + 1) * 64;
      continue;
    }
    place += static_cast<std::uint32_t>(std::countr_zero(rest));
    const auto count = static_cast<std::uint32_t>(std::countr_one(marks[place / 64] >> place % 64));
    std::memmove(block_.get() + std::size_t{next} * kWord, block_.get() + std::size_t{place} * kWord, std::size_t{count} * kWord);
    next += count;
    place += count;
  }
  const ArenaIndex new_root = moved(root);
  top_ = next;
  nodes_ = nodes;
  edges_ = edges;
  records_ = records;
  return new_root;
}

}  // namespace cloche
