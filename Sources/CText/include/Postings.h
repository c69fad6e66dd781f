/* Postings: for each gram of some records' text, the list of the records that contain it.

   A *gram* is what follows in a field from the start of a character on: three characters, or four if
   the first three are ASCII, or all if they are fewer; and only as many as fit into its key. Its
   *key* is a number: from the highest bit on the characters in UTF-8 without the two highest bits of
   each byte after a character's first, which is 61 bits at most, then zeros, and in the lowest three
   bits how many characters they are. So keys are in the order of the texts, and those that begin
   with a text are consecutive.

   A *list* has for each record, in ascending order, the difference d to the one before, less 1 (to
   -1 for the first), in Golomb-Rice code (R. F. Rice, 1979) with a parameter k: d >> k zeros, a one,
   and the lowest k bits of d, the lowest first. The first bit is the lowest of the first byte. The
   last byte is filled with zeros.

   A list in which differences *repeat*, as in sorted or numbered texts, begins with how many records
   it has; then each run of equal differences has the difference once and how often it occurs. These
   two are in gamma code (P. Elias, 1975): for a number of b bits b - 1 zeros, a one, and its lowest
   b - 1 bits, the lowest first.

   Lists that are the same are stored once: the grams of a long word are often in the same records. */
#ifndef CARDEX_POSTINGS_H
#define CARDEX_POSTINGS_H

#include <stddef.h>
#include <stdint.h>

/* A gram, whose key is `bits | count`. */
typedef struct {
  uint64_t bits;
  /* How many bits, characters and bytes it has. */
  unsigned width, count, length;
} cardex_gram;

/* The gram at the start of UTF-8 text that ends at a byte from 0xF5 on or after `length` bytes; of no
   characters if none begins there. */
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
  /* For each list, from the lowest bit on: in 36 bits where it begins, in 20 how many bytes it has,
     and in 8 its parameter, plus `cardex_list_repeats` if differences repeat. */
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

/* Reads a list of numbers below `limit`, adding `base` to each. Returns how many there are, or -1 if
   one is not below or is incomplete. About two nanoseconds per number. */
ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint32_t *result);

/* The most numbers below `limit` that a list has. */
size_t cardex_list_capacity(const uint8_t *list, size_t size, unsigned parameter, uint32_t limit);

/* The same, but sets the bits of the numbers, the lowest bit of a word first. */
ptrdiff_t cardex_mark_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint64_t *bits);

/* Keeps the numbers that are among others, too; both ascend. Returns how many remain. */
size_t cardex_keep_common(uint32_t *numbers, size_t count, const uint32_t *others, size_t size);

#endif
