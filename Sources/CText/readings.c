#include "Readings.h"

/* How many records end in a range. The compiler vectorizes the inner loop. */
static size_t ends(const uint16_t *codes, size_t start, size_t end) {
  size_t count = 0;
  while (start < end) {
    /* 16-bit sums, as wide as the codes, do not overflow within this many. */
    const size_t stop = end - start > 32768 ? start + 32768 : end;
    uint16_t sum = 0;
    for (size_t i = start; i < stop; i++) sum = (uint16_t)(sum + (codes[i] == 0));
    count += sum;
    start = stop;
  }
  return count;
}

/* The uses of eight codes, the first in the lowest byte; the use of the first code is given. */
static inline uint64_t eight_uses(const uint8_t *uses, const uint16_t *codes, uint64_t first) {
  return first | (uint64_t)uses[codes[1]] << 8 | (uint64_t)uses[codes[2]] << 16 |
         (uint64_t)uses[codes[3]] << 24 | (uint64_t)uses[codes[4]] << 32 |
         (uint64_t)uses[codes[5]] << 40 | (uint64_t)uses[codes[6]] << 48 |
         (uint64_t)uses[codes[7]] << 56;
}

/* The lowest bit of each byte whose code can begin a match; `next` has the uses of the following
   codes. */
static inline uint64_t can_begin(uint64_t uses, uint64_t next) {
  return uses & (next >> 1 | uses >> 2) & 0x0101010101010101 * cardex_reading_begins;
}

/* The first index from `i` on where a match can begin, or the end. */
static size_t next_start(const uint8_t *uses, const uint16_t *codes, size_t i, size_t count) {
  if (i >= count) return count;
  uint64_t first = uses[codes[i]];
  /* Most units do not begin a match. */
  for (; i + 9 <= count; i += 8) {
    const uint64_t eight = eight_uses(uses, codes + i, first);
    first = uses[codes[i + 8]];
    const uint64_t starts = can_begin(eight, eight >> 8 | first << 56);
    if (starts) return i + (size_t)__builtin_ctzll(starts) / 8;
  }
  while (i + 1 < count && !can_begin(uses[codes[i]], uses[codes[i + 1]])) i++;
  return i;
}

int cardex_next_reading(const cardex_reading_machine *machine, const uint16_t *codes, size_t count,
                        cardex_reading_scan *scan) {
  const uint8_t *uses = machine->uses;
  size_t i = scan->offset;
  for (;;) {
    i = next_start(uses, codes, i, count);
    cardex_reading_state state = {0, 0};
    do {
      if (i >= count) return 0;
      state = cardex_reading_step(machine, state, codes[i++], 1);
      if (state.read & machine->accepted) {
        while (i < count && codes[i]) i++;
        if (i < count) i++;
        scan->record += ends(codes, scan->offset, i);
        /* The last record may lack its end. */
        if (codes[i - 1]) scan->record++;
        scan->offset = i;
        return 1;
      }
    } while (state.latin | state.read);
  }
}
