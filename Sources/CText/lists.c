#include "Scan.h"

#include <string.h>

/* Reads the number of a list that follows `*number`. Returns 0 if there is none below the limit. */
static inline int next_number(const uint8_t **list, const uint8_t *end, uint32_t limit,
                              uint64_t *number) {
  uint64_t gap = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (*list == end || shift > 28) return 0;
    const uint8_t byte = *(*list)++;
    gap |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  *number += gap;
  return *number < limit;
}

/* Whether the next eight numbers take one byte each and are all below the limit. */
static inline int has_eight(const uint8_t *list, const uint8_t *end, uint32_t limit,
                            uint64_t number) {
  if (end - list < 8 || number + 8 * 127 >= limit) return 0;
  uint64_t bytes;
  memcpy(&bytes, list, 8);
  return (bytes & 0x8080808080808080u) == 0;
}

ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t length, uint32_t limit, uint32_t *result) {
  const uint8_t *end = list + length;
  uint64_t number = 0;
  ptrdiff_t count = 0;
  while (list < end) {
    if (has_eight(list, end, limit, number)) {
      for (int index = 0; index < 8; index++) result[count++] = (uint32_t)(number += *list++);
    } else {
      if (!next_number(&list, end, limit, &number)) return -1;
      result[count++] = (uint32_t)number;
    }
  }
  return count;
}

ptrdiff_t cardex_list_numbers_in_bits(const uint8_t *list, size_t length, uint32_t limit,
                                   const uint64_t *bits, uint32_t *result) {
  const uint8_t *end = list + length;
  uint64_t number = 0;
  ptrdiff_t count = 0;
  while (list < end) {
    /* Written whether or not it is kept: a branch would be mispredicted too often. */
    if (has_eight(list, end, limit, number)) {
      for (int index = 0; index < 8; index++) {
        number += *list++;
        result[count] = (uint32_t)number;
        count += (ptrdiff_t)(bits[number / 64] >> number % 64 & 1);
      }
    } else {
      if (!next_number(&list, end, limit, &number)) return -1;
      result[count] = (uint32_t)number;
      count += (ptrdiff_t)(bits[number / 64] >> number % 64 & 1);
    }
  }
  return count;
}

ptrdiff_t cardex_list_numbers_among(const uint8_t *list, size_t length, uint32_t limit,
                                    const uint32_t *numbers, size_t count, uint32_t *result) {
  const uint8_t *end = list + length;
  uint64_t number = 0;
  size_t next = 0;
  ptrdiff_t kept = 0;
  while (list < end && next < count) {
    if (has_eight(list, end, limit, number)) {
      uint64_t last = number;
      for (int index = 0; index < 8; index++) last += list[index];
      if (last < numbers[next]) {
        list += 8;
        number = last;
        continue;
      }
    }
    if (!next_number(&list, end, limit, &number)) return -1;
    while (next < count && numbers[next] < number) next++;
    if (next < count && numbers[next] == number) result[kept++] = numbers[next++];
  }
  return kept;
}
