/* Finding bytes in records of text.

   Records are concatenated, each ended by the byte 0xFF, which never occurs in UTF-8. The functions
   use the fastest of AVX2, SSE2, NEON and plain C that the processor supports; their results are
   the same. */
#ifndef CARDEX_SCAN_H
#define CARDEX_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The first occurrence of the needle, of at least one byte, in the text, or NULL. O(n * m) at
   worst, in practice at the speed of memory. */
const uint8_t *cardex_find(const uint8_t *text, size_t length, const uint8_t *needle,
                           size_t needle_length);

/* The state of a scan of records. Initially zero. */
typedef struct {
  /* Records that have ended. */
  size_t record;
  /* Whether the current record contains the needle. */
  unsigned char is_marked;
} cardex_scan_state;

/* Sets the bit of every record that contains the needle, of at least one byte.

   Continues from `state` with `length` bytes of text; `readable` bytes, at least as many, may be
   read to find a needle that begins within the `length` bytes. A bit of `marks`, the lowest first,
   is set for each record that ends in those bytes and contains the needle; `marks` must have one
   word more than the last record needs. O(n), at the speed of memory for needles of one or two
   bytes. */
void cardex_mark_records(const uint8_t *text, size_t length, size_t readable,
                         const uint8_t *needle, size_t needle_length, cardex_scan_state *state,
                         uint64_t *marks);

/* The offset just past `count` records, or `length` if there are fewer. */
size_t cardex_skip_records(const uint8_t *text, size_t length, size_t count);

/* Whether the record after `skipped` others contains the needle, of at least one byte. The text, of
   `length` bytes, ends with a record; `readable` bytes, at least as many, may be read. */
int cardex_record_holds(const uint8_t *text, size_t length, size_t readable, size_t skipped,
                        const uint8_t *needle, size_t needle_length);

/* Keeps those of some records that contain the needle, of at least one byte.

   `starts` has the offsets of blocks of `block_records` records; see cardex_start. `result` has
   room for `count` + 1 records. Returns how many are kept, or -1 if a block lies outside the text.
   Some tens of nanoseconds per record. */
ptrdiff_t cardex_keep_records(const uint8_t *text, size_t length, const uint8_t *starts,
                              size_t start_width, size_t block_records, const uint8_t *needle,
                              size_t needle_length, const uint32_t *records, size_t count,
                              uint32_t *result);

/* The offset of a block of records in the text.

   `starts` has eight bytes, and then an offset for each block and for the end of the last one. An
   offset has `width` bytes, 1 to 8, the lowest first. */
static inline uint64_t cardex_start(const uint8_t *starts, size_t width, size_t block) {
  uint64_t start;
  /* The eight bytes that end with the number. */
  memcpy(&start, starts + (block + 1) * width, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  start = __builtin_bswap64(start);
#endif
  return start >> (64 - 8 * width);
}

/* Prefetches memory that will be read soon. */
static inline void cardex_prefetch(const void *address) { __builtin_prefetch(address); }

/* The name of the implementation in use: "AVX2", "SSE2", "NEON" or "C". */
const char *cardex_scan_name(void);

/* For tests: from now on uses the implementation with a name, or the best one for NULL. Returns
   whether it exists. Not safe for concurrent use. */
int cardex_scan_choose(const char *name);

#endif
