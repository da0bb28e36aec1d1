#include "search/tree.hpp"

#include <algorithm>
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

ArenaIndex Arena::keep_subtree(ArenaIndex root, int players) {
  // Every live run has one parent; runs are listed, sorted by place, given new places, and slid down in that order.
  struct Run {
    ArenaIndex old_place;
    ArenaIndex new_place;
    bool is_node;
  };
  std::vector<Run> runs{{root, 0, true}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].is_node) continue;
    const Node parent = node(runs[i].old_place);
    for (int e = 0; e < parent.size(); ++e) {
      const ArenaIndex child = parent.children()[e];
      if (child == 0) continue;
      runs.push_back({child & ~kRecord, 0, (child & kRecord) == 0});
      if (child & kRecord) {
        if (const ArenaIndex below = node_of(child)) runs.push_back({below, 0, true});
      }
    }
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.old_place < b.old_place; });
  clear();
  const auto words_of = [&](const Run& run) {
    const auto* header = reinterpret_cast<const NodeHeader*>(block_.get() + std::size_t{run.old_place} * kWord);
    return run.is_node ? words(int{header->edges} + int{header->free}) : record_words(players);
  };
  ArenaIndex next = top_;
  for (Run& run : runs) {
    run.new_place = next;
    next += words_of(run);
  }
  const auto moved = [&](ArenaIndex place) {
    return std::lower_bound(runs.begin(), runs.end(), place, [](const Run& run, ArenaIndex p) { return run.old_place < p; })->new_place;
  };
  for (const Run& run : runs) {
    std::byte* from = block_.get() + std::size_t{run.old_place} * kWord;
    const std::size_t bytes = std::size_t{words_of(run)} * kWord;
    if (run.is_node) {
      const Node parent(from);
      for (int e = 0; e < parent.size(); ++e) {
        ArenaIndex& child = parent.children()[e];
        if (child != 0) child = moved(child & ~kRecord) | (child & kRecord);
      }
      ++nodes_;
      edges_ += static_cast<std::uint64_t>(parent.size());
    } else {
      std::uint64_t head = 0;
      std::memcpy(&head, from, sizeof head);
      if (const auto below = static_cast<ArenaIndex>(head)) head = (head & kExact) | moved(below);
      std::memcpy(from, &head, sizeof head);
      ++records_;
    }
    std::memmove(block_.get() + std::size_t{run.new_place} * kWord, from, bytes);
  }
  top_ = next;
  return moved(root);
}

}  // namespace cloche
