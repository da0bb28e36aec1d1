#include "search/tree.hpp"

#include <algorithm>
#include <new>
#include <vector>

namespace cloche {

void Arena::clear() {
  top_ = 1;
  nodes_ = 0;
  edges_ = 0;
}

void Arena::set_capacity(std::size_t bytes) {
  // A child index has 31 bits: more than 16 GiB are of no use to one tree.
  const std::size_t words = std::min<std::size_t>(bytes / kWord + 1, kProofBit);
  if (words == capacity_ && block_) return;
  if (words < top_) clear();
  auto* block = static_cast<std::byte*>(std::realloc(block_.get(), words * kWord));
  if (block == nullptr) throw std::bad_alloc();
  const std::byte* const moved_from = block_.release();  // realloc has freed it
  (void)moved_from;
  block_.reset(block);
  capacity_ = static_cast<std::uint32_t>(words);
}

ArenaIndex Arena::grow(ArenaIndex index, int count) {
  assert(layout_ == Layout::kObserver);
  NodeHeader& header = node(index).header();
  if (count <= header.free) {
    header.edges = static_cast<std::uint16_t>(header.edges + count);
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

ArenaIndex Arena::make_proof(const Evaluation& values, ArenaIndex node, int players) {
  const ArenaIndex index = allocate(proof_words(players));
  if (index == 0) return 0;
  const std::uint64_t head = node;
  std::memcpy(at(index), &head, sizeof head);
  std::uint32_t* numbers = proof_values(index);
  for (int p = 0; p < players; ++p) {
    numbers[p] = values.utility[static_cast<std::size_t>(p)];
    numbers[players + p] = values.gain[static_cast<std::size_t>(p)];
  }
  return index | kProofBit;
}

Proof Arena::proof(ArenaIndex child, int players) const {
  assert(child & kProofBit);
  const ArenaIndex index = child & ~kProofBit;
  Proof proof{};
  std::uint64_t head = 0;
  std::memcpy(&head, at(index), sizeof head);
  proof.node = static_cast<ArenaIndex>(head);
  const std::uint32_t* numbers = proof_values(index);
  for (int p = 0; p < players; ++p) {
    proof.values.utility[static_cast<std::size_t>(p)] = numbers[p];
    proof.values.gain[static_cast<std::size_t>(p)] = numbers[players + p];
  }
  return proof;
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
      runs.push_back({child & ~kProofBit, 0, (child & kProofBit) == 0});
      if (child & kProofBit) {
        if (const ArenaIndex proven = proof(child, players).node) runs.push_back({proven, 0, true});
      }
    }
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.old_place < b.old_place; });
  clear();
  const auto words_of = [&](const Run& run) {
    const auto* header = reinterpret_cast<const NodeHeader*>(block_.get() + std::size_t{run.old_place} * kWord);
    return run.is_node ? words(int{header->edges} + int{header->free}) : proof_words(players);
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
        if (child != 0) child = moved(child & ~kProofBit) | (child & kProofBit);
      }
      ++nodes_;
      edges_ += static_cast<std::uint64_t>(parent.size());
    } else {
      std::uint64_t head = 0;
      std::memcpy(&head, from, sizeof head);
      if (head != 0) head = moved(static_cast<ArenaIndex>(head));
      std::memcpy(from, &head, sizeof head);
    }
    std::memmove(block_.get() + std::size_t{run.new_place} * kWord, from, bytes);
  }
  top_ = next;
  return moved(root);
}

}  // namespace cloche
