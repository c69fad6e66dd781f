/* Finding markup in XML. The functions use the same implementations as those of `Scan.h`. */
#ifndef CARDEX_MARKUP_H
#define CARDEX_MARKUP_H

#include <stddef.h>
#include <stdint.h>

/* What is known at the end of some text. Initially zero. */
typedef struct {
  /* A bit for each of the next bytes that must continue a character of UTF-8. */
  uint64_t continued;
  /* Whether the last two bytes are `]`, the last one the higher bit. */
  uint64_t brackets;
} cardex_markup_state;

/* Lists the offsets of marks, which are '<', '&', carriage returns and the '>' of `]]>`, in ascending
   order, and checks that the text is UTF-8 of characters that XML 1.0 has.

   Continues from `state` with `length` bytes, a multiple of 64 or all of the text that is left; all of
   the text that is left, at least as many bytes, may be read: `readable`. `offsets` has room for one of
   each byte. Returns how many there are, or -1 if the text is not right. O(n). */
ptrdiff_t cardex_list_markup(const uint8_t *text, size_t length, size_t readable,
                             cardex_markup_state *state, uint32_t *offsets);

#endif
