#include "search/endless_game.hpp"

#include <algorithm>
#include <cassert>

namespace cloche {

double PositionGraph::widest() const {
  double widest = 0.0;
  for (const ReturnBounds& bounds : bounds_) widest = std::max(widest, bounds.high - bounds.low);
  return widest;
}

// Tarjan's strongly connected components, with the line of positions on the heap.
PositionGraph::Parts PositionGraph::parts() const {
  struct Step {
    Number position;
    std::size_t edge;
  };
  constexpr Number kUnseen = 0;
  const auto finished = static_cast<Number>(size() + 1);
  Parts parts;
  parts.positions.reserve(size());
  std::vector<Number> lowest(size(), kUnseen);  // the first position of the line that is known to come again after it, counted from 1
  std::vector<Number> open;                     // seen, in no part yet
  std::vector<Step> line;
  Number seen = 0;
  for (Number root = 0; root < size(); ++root) {
    if (lowest[root] != kUnseen) continue;
    std::vector<Number> numbers;  // when each of `line` was seen
    const auto enter = [&](Number position) {
      lowest[position] = ++seen;
      numbers.push_back(seen);
      open.push_back(position);
      line.push_back({position, first_edges_[position]});
    };
    enter(root);
    while (!line.empty()) {
      Step& step = line.back();
      const Number position = step.position;
      if (step.edge < end_of_edges(position)) {
        const Number next = edges_[step.edge++].to;
        if (lowest[next] == kUnseen) enter(next);
        else if (lowest[next] != finished) lowest[position] = std::min(lowest[position], lowest[next]);
        continue;
      }
      if (lowest[position] == numbers.back()) {
        for (;;) {
          const Number member = open.back();
          open.pop_back();
          lowest[member] = finished;
          parts.positions.push_back(member);
          if (member == position) break;
        }
        parts.ends.push_back(parts.positions.size());
      }
      line.pop_back();
      numbers.pop_back();
      if (!line.empty() && lowest[position] != finished) {
        Number& before = lowest[line.back().position];
        before = std::min(before, lowest[position]);
      }
    }
  }
  return parts;
}

ReturnBounds PositionGraph::taken_from_next(Number position) const {
  const std::size_t end = end_of_edges(position);
  ReturnBounds taken = bounds_[edges_[first_edges_[position]].to];
  if (kinds_[position] == Kind::kMean) {
    taken = {0.0, 0.0};
    double total = 0.0;
    for (std::size_t edge = first_edges_[position]; edge < end; ++edge) {
      const ReturnBounds& next = bounds_[edges_[edge].to];
      taken.low += edges_[edge].weight * next.low;
      taken.high += edges_[edge].weight * next.high;
      total += edges_[edge].weight;
    }
    return {taken.low / total, taken.high / total};
  }
  const bool highest = kinds_[position] == Kind::kHighest;
  for (std::size_t edge = first_edges_[position]; edge < end; ++edge) {
    const ReturnBounds& next = bounds_[edges_[edge].to];
    taken.low = highest ? std::max(taken.low, next.low) : std::min(taken.low, next.low);
    taken.high = highest ? std::max(taken.high, next.high) : std::min(taken.high, next.high);
  }
  return taken;
}

void PositionGraph::solve(Effort& effort) {
  constexpr double kRounding = 1e-15;  // of the values; less is no change
  const Parts order = parts();
  std::size_t first = 0;
  for (const std::size_t end : order.ends) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = first; i < end; ++i) {
        const Number position = order.positions[i];
        if (kinds_[position] == Kind::kEnd) continue;
        const ReturnBounds taken = taken_from_next(position);
        ReturnBounds& bounds = bounds_[position];
        const double least = kRounding * std::max({1.0, -bounds.low, bounds.high});
        changed = changed || taken.low > bounds.low + least || taken.high < bounds.high - least;
        bounds = {std::max(bounds.low, taken.low), std::min(bounds.high, taken.high)};
      }
      effort.spend(end - first);
    }
    first = end;
  }
  assert(first == size());
}

}  // namespace cloche
