#include "CReadings.h"

/* How many records end in a range. The compiler takes several codes at a time. */
static size_t ends(const uint16_t *codes, size_t start, size_t end) {
  size_t count = 0;
  while (start < end) {
    /* Sums of 16 bits, as the codes are, do not overflow in so many. */
    const size_t stop = end - start > 32768 ? start + 32768 : end;
    uint16_t sum = 0;
    for (size_t i = start; i < stop; i++) sum = (uint16_t)(sum + (codes[i] == 0));
    count += sum;
    start = stop;
  }
  return count;
}

/* Whether a match can begin with a code of some use that stands before one of another. */
static inline uint8_t can_begin(uint8_t use, uint8_t next) {
  return use & cardex_reading_begins & (next >> 1 | use >> 2);
}

int cardex_next_reading(const cardex_reading_machine *machine, const uint16_t *codes, size_t count,
                        cardex_reading_scan *scan) {
  const uint8_t *uses = machine->uses;
  size_t i = scan->offset;
  for (;;) {
    /* Most units are not the first one of a match. */
    while (i + 5 <= count) {
      const uint8_t use1 = uses[codes[i + 1]], use2 = uses[codes[i + 2]], use3 = uses[codes[i + 3]];
      if (can_begin(uses[codes[i]], use1) | can_begin(use1, use2) | can_begin(use2, use3) |
          can_begin(use3, uses[codes[i + 4]]))
        break;
      i += 4;
    }
    while (i + 1 < count && !can_begin(uses[codes[i]], uses[codes[i + 1]])) i++;
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
