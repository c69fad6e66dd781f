/* Finding bytes in records of text.

   Records stand one behind another, each ended by the byte 0xFF, which UTF-8 text does not hold. The
   functions take the fastest of AVX2, SSE2, NEON and plain C that the processor has; what they find
   is the same. */
#ifndef CARDEX_CSCAN_H
#define CARDEX_CSCAN_H

#include <stddef.h>
#include <stdint.h>

/* The first occurrence of the needle, of one byte or more, in the text, or NULL.
   O(n * m) at worst, in practice at the speed of memory. */
const uint8_t *cardex_find(const uint8_t *text, size_t length, const uint8_t *needle,
                           size_t needle_length);

/* Where a scan of records stands. Zero at first. */
typedef struct {
  /* Records that have ended. */
  size_t record;
  /* Whether the record that has begun holds the needle. */
  unsigned char is_marked;
} cardex_scan_state;

/* Sets the bit of every record that holds the needle, of one byte or more.

   Takes `length` bytes of text on from `state`; `readable` bytes, at least as many, may be looked at
   for a needle that begins among the first. A bit of `marks`, the lowest first, is set for each
   record that ends in those bytes and holds the needle; the words must reach one beyond the last
   record's. O(n), at the speed of memory for needles of one or two bytes. */
void cardex_mark_records(const uint8_t *text, size_t length, size_t readable,
                         const uint8_t *needle, size_t needle_length, cardex_scan_state *state,
                         uint64_t *marks);

/* The offset just past so many records, or `length` if there are not as many. */
size_t cardex_skip_records(const uint8_t *text, size_t length, size_t count);

/* Whether the record behind `skipped` others holds the needle, of one byte or more. The text, of
   `length` bytes, ends with a record; `readable` bytes, at least as many, may be looked at. */
int cardex_record_holds(const uint8_t *text, size_t length, size_t readable, size_t skipped,
                        const uint8_t *needle, size_t needle_length);

/* Those of some records that hold the needle, of one byte or more.

   `starts` has eight bytes, little endian, for every `block_records` records: where in the text the
   first of them begins; and where the last block ends. `result` has room for `count` and one more.
   Returns how many are kept, or -1 if a block lies outside the text. Some tens of nanoseconds a
   record. */
ptrdiff_t cardex_keep_records(const uint8_t *text, size_t length, const uint8_t *starts,
                              size_t block_records, const uint8_t *needle, size_t needle_length,
                              const uint32_t *records, size_t count, uint32_t *result);

/* Has memory that will soon be read fetched. */
static inline void cardex_prefetch(const void *address) { __builtin_prefetch(address); }

/* Lists of record numbers: the first number and then each less the one before, as variable integers
   (LEB128).

   Each function returns how many it has written, or -1 if a number is not below `limit` or does
   not end. About a nanosecond a number. */

/* All numbers of a list. `result` has room for `length`. */
ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t length, uint32_t limit, uint32_t *result);

/* The numbers of a list whose bit is set, the lowest bit of a word first. `result` has room for one
   more than there are bits set. */
ptrdiff_t cardex_list_numbers_in_bits(const uint8_t *list, size_t length, uint32_t limit,
                                   const uint64_t *bits, uint32_t *result);

/* Those of some ascending numbers that are in a list, for few numbers. `result` has room for all. */
ptrdiff_t cardex_list_numbers_among(const uint8_t *list, size_t length, uint32_t limit,
                                    const uint32_t *numbers, size_t count, uint32_t *result);

/* Which of the ways is taken: "AVX2", "SSE2", "NEON" or "C". */
const char *cardex_scan_name(void);

/* For tests: takes a way by its name from now on, the best one for NULL. Returns whether there is
   such a one. Not for several threads. */
int cardex_scan_choose(const char *name);

#endif
