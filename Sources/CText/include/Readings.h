/* The contents of the tables of readings in Data, and the scan of codes. */
#ifndef CARDEX_READINGS_H
#define CARDEX_READINGS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Data/han-latin. */
const uint8_t *cardex_han_latin(void);
size_t cardex_han_latin_size(void);

/* Data/han-variants. */
const uint8_t *cardex_han_variants(void);
size_t cardex_han_variants_size(void);

/* Assigns a code to the characters at the start of UTF-8 text, up to the first that is not encoded
   in three bytes. `codes` has an element for each character from U+3400 to U+9FFF. Returns the
   number of bytes read. */
size_t cardex_set_codes(const uint8_t *text, size_t length, uint16_t code, uint16_t *codes);

/* Data/readings. */
const uint8_t *cardex_reading_corrections(void);
size_t cardex_reading_corrections_size(void);

/* Data/reading-table, which is made from Data/han-latin and Data/readings; see
   EmbeddedReadingTable. */
const void *cardex_reading_table(void);
size_t cardex_reading_table_size(void);

/* A pattern of up to 63 letters. Bit i of a state means that a match may have consumed i letters of
   the pattern. */
typedef struct {
  /* For each of the 65,536 codes, its class. Codes of the same class consume the same letters;
     class 0 consumes none. */
  const uint16_t *classes;
  /* For each code, a combination of the flags below. */
  const uint8_t *uses;
  /* Eight masks for each class: mask n has the states from which a unit can consume n letters. In
     the states of mask 0, the unit may be left out. */
  const uint64_t *masks;
  /* The bit of the state in which all letters are consumed. */
  uint64_t accepted;
} cardex_reading_machine;

enum {
  /* A match can begin with the code. */
  cardex_reading_begins = 1,
  /* A match can continue with the code. */
  cardex_reading_follows = 2,
  /* A match can both begin and end with the code. */
  cardex_reading_suffices = 4
};

/* The states of matches that have consumed only Latin letters, and those of other matches. */
typedef struct {
  uint64_t latin, read;
} cardex_reading_state;

/* The state after a unit; `start` is 1 if a match may begin with it, otherwise 0. */
static inline cardex_reading_state cardex_reading_step(const cardex_reading_machine *machine,
                                                       cardex_reading_state state, uint16_t code,
                                                       uint64_t start) {
  const uint64_t *masks = machine->masks + (size_t)machine->classes[code] * 8;
  cardex_reading_state next;
  /* Codes below 0x80 are Latin letters and digits, and marks that consume nothing. */
  if (code < 0x80) {
    next.latin = ((state.latin | start) & masks[1]) << 1;
    next.read = (state.read & masks[1]) << 1;
    return next;
  }
  const uint64_t from = state.latin | state.read | start;
  next.latin = state.latin & masks[0];
  next.read = (state.read & masks[0]) | (from & masks[1]) << 1 | (from & masks[2]) << 2 |
              (from & masks[3]) << 3 | (from & masks[4]) << 4 | (from & masks[5]) << 5 |
              (from & masks[6]) << 6 | (from & masks[7]) << 7;
  return next;
}

/* The state of a scan of records, each ended by the code 0. Initially zero. */
typedef struct {
  /* Where the next record begins. */
  size_t offset;
  /* The number of that record. */
  size_t record;
} cardex_reading_scan;

/* Advances just past the next record that contains a match. The number of that record is then one
   less than `scan->record`. Returns 0 if there is no such record. O(n), about a nanosecond per
   code. */
int cardex_next_reading(const cardex_reading_machine *machine, const uint16_t *codes, size_t count,
                        cardex_reading_scan *scan);

#ifdef __cplusplus
}
#endif

#endif
