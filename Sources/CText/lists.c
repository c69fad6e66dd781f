#include "Postings.h"

#include <string.h>

/* At least 57 bits of a list from a position on, with the first bit lowest and zeros after the
   end. */
static inline uint64_t bits_at(const uint8_t *list, size_t size, size_t position) {
  const size_t byte = position / 8;
  uint64_t word = 0;
  if (size - byte >= 8)
    memcpy(&word, list + byte, 8);
  else
    memcpy(&word, list + byte, size - byte);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word >> position % 8;
}

/* Reads the number at a position and adds it to `next`. Returns 0 at the end of the list. After an
   incomplete or too large number, `next` is not below the limit. */
static inline int next_number(const uint8_t *list, size_t size, unsigned parameter, uint64_t limit,
                              size_t *position, uint64_t *next) {
  const uint64_t mask = ((uint64_t)1 << parameter) - 1;
  uint64_t zeros = 0;
  for (;;) {
    if (*position >= size * 8) return 0;
    const uint64_t bits = bits_at(list, size, *position);
    if (bits) {
      const unsigned here = (unsigned)__builtin_ctzll(bits);
      zeros += here;
      *position += here + 1;
      uint64_t low = bits >> here >> 1;
      if (here + 1 + parameter > 57)
        low = *position < size * 8 ? bits_at(list, size, *position) : 0;
      *position += parameter;
      *next += (zeros << parameter) + (low & mask);
      /* The number is incomplete, or large enough for an overflow. */
      if (*position > size * 8 || zeros > limit) *next = limit;
      return 1;
    }
    /* All bits from the position to the end of the eighth byte. */
    zeros += 64 - *position % 8;
    *position += 64 - *position % 8;
  }
}

/* Reads a positive number in gamma code. Returns 0 if there is no number below 2^28. */
static inline uint32_t next_count(const uint8_t *list, size_t size, size_t *position) {
  const uint64_t bits = *position < size * 8 ? bits_at(list, size, *position) : 0;
  const unsigned zeros = bits ? (unsigned)__builtin_ctzll(bits) : 28;
  if (zeros >= 28) return 0;
  *position += 2 * zeros + 1;
  if (*position > size * 8) return 0;
  const uint64_t one = (uint64_t)1 << zeros;
  return (uint32_t)(one | (bits >> zeros >> 1 & (one - 1)));
}

#define FOR_EACH_NUMBER(statement)                                                     \
  const int repeats = parameter & cardex_list_repeats;                                 \
  parameter &= ~(unsigned)cardex_list_repeats;                                         \
  if (parameter > 31) return -1;                                                       \
  size_t position = 0;                                                                 \
  uint64_t number = 0;                                                                 \
  ptrdiff_t count = 0;                                                                 \
  if (!repeats) {                                                                      \
    while (next_number(list, size, parameter, limit, &position, &number)) {            \
      if (number >= limit) return -1;                                                  \
      statement                                                                        \
      count++;                                                                         \
      number++;                                                                        \
    }                                                                                  \
    return count;                                                                      \
  }                                                                                    \
  const uint32_t total = next_count(list, size, &position);                            \
  if (!total || total > limit) return -1;                                              \
  while (count < (ptrdiff_t)total) {                                                   \
    const uint64_t before = number;                                                    \
    if (!next_number(list, size, parameter, limit, &position, &number)) return -1;     \
    const uint64_t step = number - before + 1;                                         \
    uint32_t left = next_count(list, size, &position);                                 \
    /* The product below fits only if the number is below the limit. */                \
    if (number >= limit || !left || left > total - count) return -1;                   \
    if (number + (left - 1) * step >= limit) return -1;                                \
    for (; left > 0; left--, count++, number += step) statement                        \
    number -= step - 1;                                                                \
  }                                                                                    \
  return count;

size_t cardex_list_capacity(const uint8_t *list, size_t size, unsigned parameter, uint32_t limit) {
  if (!(parameter & cardex_list_repeats)) return size * 8 / (parameter + 1);
  size_t position = 0;
  const uint32_t total = next_count(list, size, &position);
  return total < limit ? total : limit;
}

ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint32_t *result) {
  FOR_EACH_NUMBER({ result[count] = base + (uint32_t)number; })
}

ptrdiff_t cardex_mark_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint64_t *bits) {
  FOR_EACH_NUMBER({
    const uint64_t place = base + number;
    bits[place / 64] |= (uint64_t)1 << place % 64;
  })
}

size_t cardex_keep_common(uint32_t *numbers, size_t count, const uint32_t *others, size_t size) {
  size_t kept = 0;
  for (size_t index = 0, other = 0; index < count; index++) {
    while (other < size && others[other] < numbers[index]) other++;
    if (other == size) break;
    /* Written even if it is not kept, because a branch would be mispredicted too often. */
    const uint32_t number = numbers[index];
    numbers[kept] = number;
    kept += others[other] == number;
  }
  return kept;
}
