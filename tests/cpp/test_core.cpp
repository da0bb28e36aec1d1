#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/bitset.hpp"
#include "core/fixed_list.hpp"
#include "core/fixed_point.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/rng.hpp"
#include "core/value.hpp"

namespace {

using namespace cloche;

template <int N>
std::set<int> as_set(const Bitset<N>& bits) {
  std::set<int> members;
  for (const int member : bits) members.insert(member);
  return members;
}

template <int N>
void check_against_sets(std::uint64_t seed) {
  Rng rng(seed);
  for (int round = 0; round < 60; ++round) {
    Bitset<N> a;
    Bitset<N> b;
    std::set<int> set_a;
    std::set<int> set_b;
    for (int i = rng.below(N + 1); i > 0; --i) {
      const int member = rng.below(N);
      a.insert(member);
      set_a.insert(member);
    }
    for (int i = rng.below(N + 1); i > 0; --i) {
      const int member = rng.below(N);
      b.insert(member);
      set_b.insert(member);
    }
    const int gone = rng.below(N);
    a.erase(gone);
    set_a.erase(gone);

    REQUIRE(as_set(a) == set_a);
    REQUIRE(a.size() == static_cast<int>(set_a.size()));
    REQUIRE(a.empty() == set_a.empty());
    for (int member = 0; member < N; ++member) REQUIRE(a.has(member) == (set_a.count(member) == 1));
    std::set<int> expected;
    std::set_union(set_a.begin(), set_a.end(), set_b.begin(), set_b.end(), std::inserter(expected, expected.end()));
    REQUIRE(as_set(a | b) == expected);
    expected.clear();
    std::set_intersection(set_a.begin(), set_a.end(), set_b.begin(), set_b.end(), std::inserter(expected, expected.end()));
    REQUIRE(as_set(a & b) == expected);
    REQUIRE(a.intersects(b) == !expected.empty());
    expected.clear();
    std::set_difference(set_a.begin(), set_a.end(), set_b.begin(), set_b.end(), std::inserter(expected, expected.end()));
    REQUIRE(as_set(a - b) == expected);
    REQUIRE(a.is_subset_of(b) == expected.empty());
    expected.clear();
    std::set_symmetric_difference(set_a.begin(), set_a.end(), set_b.begin(), set_b.end(), std::inserter(expected, expected.end()));
    REQUIRE(as_set(a ^ b) == expected);
    REQUIRE((a == b) == (set_a == set_b));

    for (int n = 1; n < 64; ++n) {
      expected.clear();
      for (const int member : set_a) {
        if (member + n < N) expected.insert(member + n);
      }
      REQUIRE(as_set(a << n) == expected);
      expected.clear();
      for (const int member : set_a) {
        if (member - n >= 0) expected.insert(member - n);
      }
      REQUIRE(as_set(a >> n) == expected);
    }
    int k = 0;
    for (const int member : set_a) REQUIRE(a.nth(k++) == member);
    if (!a.empty()) {
      REQUIRE(a.first() == *set_a.begin());
      Bitset<N> rest = a;
      REQUIRE(rest.pop_first() == *set_a.begin());
      set_a.erase(set_a.begin());
      REQUIRE(as_set(rest) == set_a);
    }
  }
}

}  // namespace

TEST_SUITE("core") {
  TEST_CASE("a Bitset behaves as a set") {
    check_against_sets<1>(1);
    check_against_sets<16>(2);
    check_against_sets<63>(3);
    check_against_sets<64>(4);
    check_against_sets<65>(5);
    check_against_sets<81>(6);
    check_against_sets<128>(7);
    CHECK(Bitset<81>::first_n(81).size() == 81);
    CHECK(Bitset<81>::of(80) == Bitset<81>::from_word(0, std::uint64_t{1} << 16));
  }

  TEST_CASE("a FixedList is a short vector") {
    FixedList<int, 5> list;
    CHECK(list.empty());
    list.push(3);
    list.push(1);
    CHECK(list.size() == 2);
    CHECK(list[1] == 1);
    std::sort(list.begin(), list.end());
    CHECK(std::vector<int>(list.begin(), list.end()) == std::vector<int>{1, 3});
    list.resize(4, 7);
    CHECK(std::accumulate(list.begin(), list.end(), 0) == 18);
    CHECK(list.span().size() == 4);
    list.resize(1);
    CHECK(list == FixedList<int, 5>(1, 1));
    list.clear();
    CHECK(list == FixedList<int, 5>());
  }

  TEST_CASE("R-1 mix64") {
    CHECK(mix64(0) == 0xe220a8397b1dcdaf);
    CHECK(mix64(1) == 0x910a2dec89025cc1);
    CHECK(mix64(~std::uint64_t{0}) == 0xe4d971771b652c20);
  }

  // Computed from seeds/random.md by a script of its own.
  TEST_CASE("R-2, R-3 streams have their golden values") {
    const auto four = [](Rng rng) {
      std::vector<std::uint64_t> values;
      for (int i = 0; i < 4; ++i) values.push_back(rng.next());
      return values;
    };
    CHECK(four(Rng(0)) == std::vector<std::uint64_t>{0x53175d61490b23df, 0x61da6f3dc380d507, 0x5c0fdf91ec9a7bfc, 0x02eebf8c3bbe5e1a});
    CHECK(four(Rng(42)) == std::vector<std::uint64_t>{0xd0764d4f4476689f, 0x519e4174576f3791, 0xfbe07cfb0c24ed8c, 0xb37d9f600cd835b8});
    CHECK(four(Rng(42, Stream::kPlayout, 7)) ==
          std::vector<std::uint64_t>{0x3ddb1c073a854bbb, 0x75698faba74077fd, 0x386e9aa46e42fb1b, 0xfb82e903b71c7760});
    CHECK(four(Rng(~std::uint64_t{0}, {2, 0, 3})) ==
          std::vector<std::uint64_t>{0xd6e465b7c1dcbd00, 0xa42ccfe791ac46f7, 0xf01f124cace5bb6c, 0xbf4f9384b09849a3});
  }

  TEST_CASE("R-4 below, R-5 shuffle and R-6 uniform have their golden values") {
    Rng rng(1, {5});
    const std::vector<std::uint32_t> bounds{1, 2, 6, 54, 1000, 2147483649U, 4294967295U, 2147483649U, 2147483649U};
    const std::vector<std::uint32_t> expected{0, 0, 4, 22, 502, 928034130, 1187754966, 1803162301, 1713727551};
    for (std::size_t i = 0; i < bounds.size(); ++i) CHECK(rng.below(bounds[i]) == expected[i]);

    std::vector<std::size_t> order(10);
    std::iota(order.begin(), order.end(), std::size_t{0});
    FixedList<std::size_t, 10> list;
    for (const std::size_t item : order) list.push(item);
    Rng(9).shuffle(list);
    CHECK(std::vector<std::size_t>(list.begin(), list.end()) == std::vector<std::size_t>{2, 8, 4, 7, 9, 0, 6, 1, 3, 5});

    Rng uniform(3);
    CHECK(uniform.uniform() == 0.05145141894999983);
    CHECK(uniform.uniform() == 0.6479175461992682);
  }

  TEST_CASE("R-4 below is uniform, in bounds, and uses one output where nothing is rejected") {
    constexpr int kDraws = 60000;
    for (const int n : {1, 2, 3, 6, 7, 54}) {
      Rng rng(static_cast<std::uint64_t>(n));
      Rng counted = rng;
      std::vector<int> seen(static_cast<std::size_t>(n));
      for (int i = 0; i < kDraws; ++i) {
        ++seen.at(static_cast<std::size_t>(rng.below(n)));
        counted.next();
      }
      const double mean = double(kDraws) / n;
      for (const int count : seen) CHECK(std::abs(count - mean) <= 5.0 * std::sqrt(mean) + 1e-9);
      CHECK(rng == counted);
    }
  }

  TEST_CASE("R-5 every order of a shuffle is about equally likely") {
    std::map<std::vector<int>, int> seen;
    Rng rng(4);
    for (int i = 0; i < 24000; ++i) {
      FixedList<int, 4> list;
      for (int item = 0; item < 4; ++item) list.push(item);
      rng.shuffle(list);
      ++seen[std::vector<int>(list.begin(), list.end())];
    }
    CHECK(seen.size() == 24);
    for (const auto& [order, count] : seen) CHECK(std::abs(count - 1000) < 160);
  }

  TEST_CASE("hashes see every byte and the order") {
    for (std::size_t size = 1; size <= 40; ++size) {
      std::set<std::uint64_t> hashes;
      std::vector<unsigned char> bytes(size, 0);
      hashes.insert(hash_bytes(bytes.data(), size));
      for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = 1;
        hashes.insert(hash_bytes(bytes.data(), size));
        bytes[i] = 0;
      }
      CHECK(hashes.size() == size + 1);
    }
    CHECK(hash_combine(hash_combine(0, 1), 2) != hash_combine(hash_combine(0, 2), 1));
  }

  TEST_CASE("utilities are fixed point and clamped") {
    CHECK(to_utility(0.0) == 0);
    CHECK(to_utility(-3.0) == 0);
    CHECK(to_utility(std::nan("")) == 0);
    CHECK(to_utility(1.0) == kUtilityOne);
    CHECK(to_utility(2.0) == kUtilityOne);
    CHECK(from_utility(to_utility(0.5)) == 0.5);
    CHECK(to_utility(1.0 / 3.0) == 5592405);
    CHECK(mean_utility(UtilitySum{3} * kUtilityOne, 4) == 0.75);
  }

  TEST_CASE("ranks and returns of scores") {
    PerPlayer<int> scores;
    for (const int score : {3, 7, 7, 1}) scores.push(score);
    PerPlayer<int> ranks = ranks_by_score(scores);
    CHECK(std::vector<int>(ranks.begin(), ranks.end()) == std::vector<int>{3, 1, 1, 4});
    const PerPlayer<double> returns = returns_by_rank(ranks);
    CHECK(returns[0] == doctest::Approx(-1.0 / 3.0));
    CHECK(returns[1] == doctest::Approx(1.0 / 3.0));
  }

  TEST_CASE("a Reader collects every fault with its path") {
    const Value value = ValueObject{{"a", 1}, {"b", ValueList{true, 7, "x"}}, {"a", 2}, {"extra", Value()}};
    Faults faults;
    const Reader file(value, "", faults);
    file.expect_keys({"a", "b", "c"});
    CHECK(faults.size() == 3);  // twice, unknown, missing
    CHECK(file.at("a").whole(0, 5) == 1);
    CHECK(file.at("a").whole(3, 5) == 3);
    CHECK(faults.list().back().find("a: ") == 0);
    const std::vector<Reader> items = file.at("b").items(3);
    CHECK(items[0].boolean());
    CHECK(items[1].whole(0, 9) == 7);
    CHECK(items[2].one_of({"y", "x"}) == 1);
    CHECK(faults.size() == 4);
    CHECK_FALSE(items[1].boolean());
    CHECK(items[0].whole(0, 9) == 0);
    CHECK(items[1].text().empty());
    CHECK(items[2].one_of({"y"}) == -1);
    CHECK(file.at("b").items(2).empty());
    CHECK(file.at("a").items().empty());
    CHECK(file.at("missing").is_null());
    CHECK(file.at("missing").is_missing());
    CHECK(file.at("missing").whole(2, 3) == 2);
    CHECK(file.at("missing").at("below").items(2).empty());
    CHECK_FALSE(file.at("extra").is_missing());
    CHECK(faults.size() == 10);
    CHECK(faults.list().at(4).find("b[1]: ") == 0);
    CHECK_THROWS_AS(faults.raise_if_any("test"), InvalidInput);
    Faults none;
    none.raise_if_any("test");
    CHECK(none.empty());
  }
}
