#include "search/tree.hpp"

#include <algorithm>
#include <bit>
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

template <class OnNode, class OnProof, class OnLink>
void Arena::walk(ArenaIndex root, OnNode on_node, OnProof on_proof, OnLink on_link) const {
  struct Visit {
    ArenaIndex node;
    int edge;
  };
  std::vector<Visit> path;  // a node on each level, with its next edge
  const auto enter = [&](ArenaIndex place) {
    on_node(place);
    path.push_back({place, 0});
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
    if (child & kProofBit) {
      const ArenaIndex place = child & ~kProofBit;
      on_proof(place);
      std::uint64_t head = 0;
      std::memcpy(&head, at(place), sizeof head);
      below = static_cast<ArenaIndex>(head);
      if (ArenaIndex proven = below; proven != 0) {
        on_link(proven);
        head = proven;
        std::memcpy(at(place), &head, sizeof head);
      }
    }
    on_link(child);
    if (below != 0) enter(below);
  }
}

void Arena::drop(ArenaIndex root) {
  const auto on_node = [this](ArenaIndex place) {
    --nodes_;
    edges_ -= static_cast<std::uint64_t>(node(place).size());
  };
  walk(root, on_node, [](ArenaIndex) {}, [](ArenaIndex&) {});
}

ArenaIndex Arena::keep_subtree(ArenaIndex root, int players) {
  // What is alive is marked, a bit a word; its new place follows from the marks before it. So this needs a fortieth of the
  // tree's memory, and no more time than two walks.
  const std::size_t blocks = top_ / 64 + 1;
  std::vector<std::uint64_t> marks(blocks);
  std::vector<std::uint32_t> before(blocks);  // marks of earlier blocks
  std::uint64_t nodes = 0, edges = 0;
  const auto mark = [&](ArenaIndex place, std::uint32_t length) {
    for (const ArenaIndex end = place + length; place < end;) {
      const std::uint32_t first = place % 64, count = std::min(64 - first, end - place);
      marks[place / 64] |= (~std::uint64_t{0} >> (64 - count)) << first;
      place += count;
    }
  };
  const auto mark_node = [&](ArenaIndex place) {
    const NodeHeader& header = node(place).header();
    mark(place, words(int{header.edges} + int{header.free}));
    ++nodes;
    edges += header.edges;
  };
  const auto mark_proof = [&](ArenaIndex place) { mark(place, proof_words(players)); };
  walk(root, mark_node, mark_proof, [](ArenaIndex&) {});
  for (std::size_t i = 1; i < blocks; ++i) before[i] = before[i - 1] + static_cast<std::uint32_t>(std::popcount(marks[i - 1]));

  const auto moved = [&](ArenaIndex place) {
    const std::uint64_t below = marks[place / 64] & ((std::uint64_t{1} << place % 64) - 1);
    return 1 + before[place / 64] + static_cast<ArenaIndex>(std::popcount(below));
  };
  const auto move_link = [&](ArenaIndex& child) { child = moved(child & ~kProofBit) | (child & kProofBit); };
  walk(root, [](ArenaIndex) {}, [](ArenaIndex) {}, move_link);

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
  return new_root;
}

}  // namespace cloche
