// Mixing and hashing of 64-bit words (seeds/random.md, R-1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cloche {

[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

// Folds one more word into a running hash; order matters.
[[nodiscard]] constexpr std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t word) {
  return mix64(hash * 0x9E3779B97F4A7C15U + mix64(word));
}

// Hash of `size` bytes without padding. The value depends on byte order and is not meant to be stored.
[[nodiscard]] inline std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::uint64_t hash = size;
  for (; size >= 8; bytes += 8, size -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  std::uint64_t tail = 0;
  if (size > 0) std::memcpy(&tail, bytes, size);
  return mix64(hash ^ tail);
}

}  // namespace cloche
