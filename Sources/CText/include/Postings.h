/* Postings: for each gram of some records' text, the list of the records that contain it.

   A *gram* is a piece of a field from the start of a character on: three characters, or four if the
   first three are ASCII, or the rest of the field if that is shorter; and only as many characters
   as fit into its key. Its *key* is a number. From the highest bit on, it has the characters in
   UTF-8 without the two highest bits of continuation bytes, which is 61 bits at most, then zeros.
   The lowest three bits are the number of characters. So keys are in the order of the texts, and
   the keys of grams that begin with the same text are consecutive.

   A *list* has a number d for each record, in ascending order of the records: the difference from
   the previous record (-1 for the first), minus 1. It is in Golomb-Rice code (R. F. Rice, 1979)
   with a parameter k: d >> k zeros, a one, and the lowest k bits of d, the lowest first. The first
   bit is the lowest of the first byte. The last byte is filled with zeros.

   A list in which differences *repeat*, as in sorted or numbered texts, begins with the number of
   its records. Then each run of equal differences has the difference once and the length of the
   run. The two counts are in gamma code (P. Elias, 1975): for a number of b bits, b - 1 zeros, a
   one, and its lowest b - 1 bits, the lowest first.

   Equal lists are stored once, because the grams of a long word are often in the same records. */
#ifndef CARDEX_POSTINGS_H
#define CARDEX_POSTINGS_H

#include <stddef.h>
#include <stdint.h>

/* A gram, whose key is `bits | count`. */
typedef struct {
  uint64_t bits;
  /* The gram's length in bits, characters and bytes. */
  unsigned width, count, length;
} cardex_gram;

/* The gram at the start of UTF-8 text, which ends at a byte from 0xF5 on or after `length` bytes.
   The gram has no characters if no character begins there. */
static inline cardex_gram cardex_gram_at(const uint8_t *text, size_t length) {
  cardex_gram gram = {0, 0, 0, 0};
  while ((gram.count < 3 || gram.length < 4) && gram.length < length) {
    size_t end = gram.length;
    uint64_t bits = text[end++];
    unsigned width = 8;
    if (bits >= 0xF5 || (bits & 0xC0) == 0x80) break;
    for (; end < length && width < 26 && (text[end] & 0xC0) == 0x80; end++, width += 6)
      bits = bits << 6 | (text[end] & 0x3F);
    if (gram.width + width > 61) break;
    gram.width += width;
    gram.bits |= bits << (64 - gram.width);
    gram.count++;
    gram.length = (unsigned)end;
  }
  return gram;
}

/* The lists of some records. */
typedef struct {
  /* The keys in ascending order. */
  uint64_t *keys;
  /* For each list, from the lowest bit on: 36 bits for its offset, 20 for its length in bytes, and
     8 for its parameter, plus `cardex_list_repeats` if differences repeat. */
  uint64_t *locations;
  size_t count;
  /* The lists without gaps. */
  uint8_t *lists;
  size_t size;
} cardex_postings;

enum { cardex_list_repeats = 32 };
enum { cardex_list_offset_bits = 36, cardex_list_size_bits = 20 };

/* Makes the postings of at most 2^21 records in the format of Scan.h. Bytes from 0xF5 to 0xFE end
   fields, too. Returns 0 if memory runs out. O(n), some ten nanoseconds per character. */
int cardex_make_postings(const uint8_t *text, size_t length, size_t records,
                         cardex_postings *result);

void cardex_free_postings(cardex_postings *postings);

/* Reads a list of numbers below `limit`, adding `base` to each. Returns how many there are, or -1
   if a number is not below the limit or is incomplete. About two nanoseconds per number. */
ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint32_t *result);

/* An upper bound of how many numbers below `limit` a list has. */
size_t cardex_list_capacity(const uint8_t *list, size_t size, unsigned parameter, uint32_t limit);

/* Like cardex_list_numbers, but sets the bits of the numbers, the lowest bit of a word first. */
ptrdiff_t cardex_mark_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint64_t *bits);

/* Keeps the numbers that are also in another array; both are in ascending order. Returns how many
   remain. */
size_t cardex_keep_common(uint32_t *numbers, size_t count, const uint32_t *others, size_t size);

#endif
