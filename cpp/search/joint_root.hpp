// What the trees of a search with several workers share: the numbers and proofs of their roots (seeds/search.md, M-62 to M-64).
// Nothing here depends on a game.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/evaluation.hpp"
#include "search/report.hpp"
#include "search/tree_search.hpp"

namespace cloche {

class JointRoot {
 public:
  // A search of these trees begins; their roots have the same edges. They must outlive this.
  explicit JointRoot(std::vector<TreeSearch*> trees);

  // Gives each root what all workers found, and what is proven in any of them.
  void merge();
  // Gives each root its own numbers back.
  void part();

  // Of all workers, of searches before as well.
  [[nodiscard]] std::uint64_t visits() const;
  // After a merge: whether a search that may stop early has its choice, with so many simulations left (M-40).
  [[nodiscard]] bool is_settled(std::uint64_t left) const;
  // What is known so far.
  [[nodiscard]] SearchReport report(StopReason reason) const;
  // Of any trees, only what is counted: simulations, nodes, sizes.
  [[nodiscard]] static SearchReport counts_of(const std::vector<TreeSearch*>& trees, StopReason reason);

 private:
  struct Count {
    std::uint32_t visits = 0;
    UtilitySum sum = 0;
  };
  using Counts = std::vector<Count>;  // by edge

  [[nodiscard]] Node root_of(std::size_t worker) const { return trees_[worker]->arena_.node(trees_[worker]->root_); }
  [[nodiscard]] Count own(std::size_t worker, std::size_t edge) const;
  [[nodiscard]] Counts joint() const;
  // By edge: what the first worker has that has proven it, the leader before the others.
  [[nodiscard]] std::vector<std::optional<Evaluation>> proofs(std::size_t leader) const;
  [[nodiscard]] std::size_t leader() const;
  void set_numbers(std::size_t worker, const Counts& counts) const;
  void take_proofs(std::size_t worker, const std::vector<std::optional<Evaluation>>& proofs) const;
  void follow_line_below(Action chosen, std::vector<Action>& line) const;

  std::vector<TreeSearch*> trees_;
  std::vector<Counts> foreign_;  // by worker: what its root holds of others
};

}  // namespace cloche
