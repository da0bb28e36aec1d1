#include "search/scoring.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "search/math.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define CLOCHE_HAS_AVX2_VARIANT 1
#include <immintrin.h>
#else
#define CLOCHE_HAS_AVX2_VARIANT 0
#endif

namespace cloche {
namespace {

constexpr int kBlock = VisitedEdges::kScoredTogether;
constexpr double kMagic = 0x1p52;  // whole numbers below it are doubles by their bits alone, less this

// One edge, whatever its visits.
template <bool kPuct>
double score_of(const VisitedEdges& edges, int i, double weight, const SelectionMath& math) {
  const double value = static_cast<double>(static_cast<std::int64_t>(edges.sums[i])) * math.reciprocal(edges.visits[i]);
  if constexpr (kPuct) {
    return value + weight * edges.priors[i] * math.reciprocal(1 + edges.visits[i]);
  } else {
    return value + weight * math.inverse_sqrt(edges.visits[i]);
  }
}

// Whether the tables reach as far as the visits of a block.
bool is_in_tables(const std::uint32_t* visits) {
  std::uint32_t any = 0;
  for (int i = 0; i < kBlock; ++i) any |= visits[i];
  return any < SelectionMath::kPairs;
}

// Finds the best edge block by block. Of a block of which all visits are in the tables `best_in` tells the highest score and
// `place_in` the first place of a score. Part of its caller, so that both may use what only that may.
template <bool kPuct, class BestIn, class PlaceIn>
[[gnu::always_inline]] inline BestEdge best_of_blocks(const VisitedEdges& edges, double weight, const SelectionMath& math, BestIn best_in,
                                                      PlaceIn place_in) {
  assert(edges.count % kBlock == 0);
  BestEdge best;
  for (int first = 0; first < edges.count; first += kBlock) {
    double score = -1.0;
    if (is_in_tables(edges.visits + first)) [[likely]] {
      score = best_in(first);
    } else {
      for (int i = first; i < first + kBlock; ++i) score = std::max(score, score_of<kPuct>(edges, i, weight, math));
    }
    best.edge = score > best.score ? first : best.edge;
    best.score = std::max(best.score, score);
  }
  if (is_in_tables(edges.visits + best.edge)) [[likely]] {
    best.edge += place_in(best.edge, best.score);
  } else {
    while (score_of<kPuct>(edges, best.edge, weight, math) != best.score) ++best.edge;
  }
  return best;
}

// Two numbers in one register: each operation is done to both, as to each alone.
using Doubles = double __attribute__((vector_size(16)));
using Words = std::uint64_t __attribute__((vector_size(16)));

template <bool kPuct>
BestEdge best_by_two(const VisitedEdges& edges, double weight, const SelectionMath& math) {
  const auto scores_of = [&](int i) {
    Words words;
    std::memcpy(&words, edges.sums + i, sizeof words);
    const Doubles sums = std::bit_cast<Doubles>(words | std::bit_cast<Words>(Doubles{kMagic, kMagic})) - kMagic;
    Doubles a, b;
    std::memcpy(&a, math.pair<kPuct>(edges.visits[i]), sizeof a);
    std::memcpy(&b, math.pair<kPuct>(edges.visits[i + 1]), sizeof b);
    const Doubles priors{static_cast<double>(edges.priors[i]), static_cast<double>(edges.priors[i + 1])};
    const Doubles weights = kPuct ? weight * priors : Doubles{weight, weight};
    return sums * Doubles{a[0], b[0]} + weights * Doubles{a[1], b[1]};
  };
  const auto higher = [](Doubles a, Doubles b) { return a > b ? a : b; };
  const auto best_in = [&](int i) {
    const Doubles top = higher(higher(scores_of(i), scores_of(i + 2)), higher(scores_of(i + 4), scores_of(i + 6)));
    return std::max(top[0], top[1]);
  };
  const auto place_in = [&](int i, double score) {
    int place = kBlock;
    for (int pair = kBlock - 2; pair >= 0; pair -= 2) {
      const Doubles scores = scores_of(i + pair);
      place = scores[0] == score ? pair : scores[1] == score ? pair + 1 : place;
    }
    return place;
  };
  return best_of_blocks<kPuct>(edges, weight, math, best_in, place_in);
}

#if CLOCHE_HAS_AVX2_VARIANT
#define CLOCHE_AVX2 __attribute__((target("avx2")))

template <bool kPuct>
CLOCHE_AVX2 BestEdge best_by_four(const VisitedEdges& edges, double weight, const SelectionMath& math) {
  const auto scores_of = [&](int i) CLOCHE_AVX2 {
    const __m256d magic = _mm256_set1_pd(kMagic);
    const auto pair_at = [&](int j) CLOCHE_AVX2 { return _mm_loadu_pd(math.pair<kPuct>(edges.visits[j])); };
    const __m256d even = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair_at(i)), pair_at(i + 2), 1);
    const __m256d odd = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair_at(i + 1)), pair_at(i + 3), 1);
    const __m256d sums = _mm256_sub_pd(_mm256_or_pd(_mm256_loadu_pd(reinterpret_cast<const double*>(edges.sums + i)), magic), magic);
    const __m128i four = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(edges.priors + i));
    const __m256d priors = _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(_mm256_cvtepu16_epi64(four)), magic), magic);
    const __m256d alike = _mm256_set1_pd(weight);
    const __m256d weights = kPuct ? _mm256_mul_pd(alike, priors) : alike;
    const __m256d values = _mm256_mul_pd(sums, _mm256_unpacklo_pd(even, odd));
    return _mm256_add_pd(values, _mm256_mul_pd(weights, _mm256_unpackhi_pd(even, odd)));
  };
  const auto best_in = [&](int i) CLOCHE_AVX2 {
    const __m256d top = _mm256_max_pd(scores_of(i), scores_of(i + 4));
    const __m128d half = _mm_max_pd(_mm256_castpd256_pd128(top), _mm256_extractf128_pd(top, 1));
    return std::max(_mm_cvtsd_f64(half), _mm_cvtsd_f64(_mm_unpackhi_pd(half, half)));
  };
  const auto place_in = [&](int i, double score) CLOCHE_AVX2 {
    const __m256d sought = _mm256_set1_pd(score);
    const auto places = [&](int first) CLOCHE_AVX2 {
      return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(scores_of(first), sought, _CMP_EQ_OQ)));
    };
    return std::countr_zero(places(i) | places(i + 4) << 4);
  };
  return best_of_blocks<kPuct>(edges, weight, math, best_in, place_in);
}
#endif

#if CLOCHE_HAS_AVX2_VARIANT
const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;
#endif

template <bool kPuct>
BestEdge best_of(const VisitedEdges& edges, double weight, const SelectionMath& math) {
#if CLOCHE_HAS_AVX2_VARIANT
  if (kHasAvx2) return best_by_four<kPuct>(edges, weight, math);
#endif
  return best_by_two<kPuct>(edges, weight, math);
}

}  // namespace

BestEdge best_by_puct(const VisitedEdges& edges, double weight, const SelectionMath& math) {
  return best_of<true>(edges, weight, math);
}

BestEdge best_by_uct(const VisitedEdges& edges, double weight, const SelectionMath& math) {
  return best_of<false>(edges, weight, math);
}

}  // namespace cloche
