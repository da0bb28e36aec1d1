// Reads the options, the component file and the weights of Barton in Bloom into its tables (BN-71; what a file may hold is in
// seeds/barton_in_bloom/state.md).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "games/barton_in_bloom/tables.hpp"

namespace cloche::barton_in_bloom {

inline constexpr int kMaxMoney = 99;
[[nodiscard]] constexpr unsigned effect_bit(Effect effect) {
  return 1U << static_cast<unsigned>(effect);
}
inline constexpr unsigned kAllEffects = (1U << kEffects) - 1;

[[nodiscard]] inline int count_of(const std::vector<Reader>& items) {
  return static_cast<int>(items.size());
}
// Whether `table` is one; a fault for each key that is missing or that no table of this kind has.
bool expect_keys(const Reader& table, std::initializer_list<std::string_view> needed, std::initializer_list<std::string_view> others);

// Reads one part of the files after the other; what is wrong goes to the Faults that the readers share.
class TablesReader {
 public:
  explicit TablesReader(Tables& tables) : tables_(tables) {}

  void components(const Reader& file);
  void options(const Reader& options);
  void weights(const Reader& file);
  void derive();

 private:
  // The set-up, actions and scoring (tables_read.cpp)
  void players(const Reader& players);
  void fixed(const Reader& file);
  void setup(const Reader& file);
  void actions(const Reader& file);
  void fertilizers(const Reader& list);
  void notices(const Reader& list);
  void scoring(const Reader& file);
  void decorations(const Reader& list);

  // Pieces and cards (tables_pieces.cpp)
  void tiles(const Reader& list);
  void ornaments(const Reader& list);
  void shapes(const Reader& grid, Ornament& ornament);
  void orders(const Reader& list);
  void order(const Reader& item, std::vector<Order>& deck);
  void judges(const Reader& list);

  // What several of them have
  [[nodiscard]] Effects effects(const Reader& list, unsigned allowed, bool some);
  [[nodiscard]] Metric metric(const Reader& item);
  [[nodiscard]] std::string name(const Reader& item, std::vector<std::string>& taken);
  [[nodiscard]] static int number(const Reader& table, std::string_view key, int low, int high) {
    return static_cast<int>(table.at(key).whole(low, high));
  }
  // Of a key that may be left out or be null.
  [[nodiscard]] static int number_or_0(const Reader& table, std::string_view key, int high) {
    return table.has(key) && !table.at(key).is_null() ? number(table, key, 0, high) : 0;
  }

  Tables& tables_;
};

}  // namespace cloche::barton_in_bloom
