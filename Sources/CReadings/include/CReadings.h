/* The tables of readings in Data, as they are in the files, and the scan of codes. */
#ifndef CARDEX_CREADINGS_H
#define CARDEX_CREADINGS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Data/han-latin. */
const uint8_t *cardex_han_latin(void);
size_t cardex_han_latin_size(void);

/* Gives a code to the characters at the start of UTF-8 text, up to the first that is not encoded in three
   bytes. `codes` has a place for each from U+3400 to U+9FFF. Returns the bytes that were read. */
size_t cardex_set_codes(const uint8_t *text, size_t length, uint16_t code, uint16_t *codes);

/* Data/readings. */
const uint8_t *cardex_reading_corrections(void);
size_t cardex_reading_corrections_size(void);

/* A word whose characters are not read as they are alone, or a surname. */
typedef struct {
  /* Where its characters are, and their codes. */
  uint16_t start;
  /* The number of the next word with the same first character and 1, or 0. */
  uint16_t next;
  uint8_t length;
  /* Whether it is one only where a name begins. */
  uint8_t is_at_start;
} cardex_reading_word;

enum {
  /* Places of the table of words by first characters, an open hash table. */
  cardex_reading_places = 4096,
  /* A character times this is the place to begin at. */
  cardex_reading_factor = 0x9E37
};

/* Both tables as they are looked up; see ReadingTable, ReadingLists and ReadingWords. */
typedef struct {
  /* For each character from U+3400 to U+9FFF. */
  const uint16_t *codes;
  const uint64_t *readings;
  const int32_t *starts;
  size_t list_count;
  const cardex_reading_word *words;
  size_t word_count;
  const uint32_t *characters;
  const uint16_t *word_codes;
  size_t character_count;
  const uint16_t *places;
  uint64_t han_latin_hash, corrections_hash;
} cardex_reading_tables;

/* Those of the two texts. */
const cardex_reading_tables *cardex_own_reading_tables(void);

/* A pattern of up to 63 letters. Bit i of a state says that a match may have taken i of them. */
typedef struct {
  /* For each of the 65,536 codes the class of those that take the same; class 0 takes nothing. */
  const uint16_t *classes;
  /* For each code some of the numbers below. */
  const uint8_t *uses;
  /* Eight masks for each class: the states from which a unit can take so many letters. From those in
     the first one it may be left out. */
  const uint64_t *masks;
  /* The bit of the state in which all letters are taken. */
  uint64_t accepted;
} cardex_reading_machine;

enum {
  /* A match can begin with the code, */
  cardex_reading_begins = 1,
  /* go on with it, */
  cardex_reading_follows = 2,
  /* or begin and end with it. */
  cardex_reading_suffices = 4
};

/* The states of matches that have taken Latin letters only, and of others. */
typedef struct {
  uint64_t latin, read;
} cardex_reading_state;

/* The state behind a unit; `start` is 1 if a match may begin with it, or else 0. */
static inline cardex_reading_state cardex_reading_step(const cardex_reading_machine *machine,
                                                       cardex_reading_state state, uint16_t code,
                                                       uint64_t start) {
  const uint64_t *masks = machine->masks + (size_t)machine->classes[code] * 8;
  cardex_reading_state next;
  /* Codes below are Latin letters and digits, and marks that take nothing. */
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

/* Where a scan of records, each ended by the code 0, stands. Zero at first. */
typedef struct {
  /* Where the next record begins. */
  size_t offset;
  /* The number of that record. */
  size_t record;
} cardex_reading_scan;

/* Goes on to just behind the next record that holds a match, whose number is then one less than
   `scan->record`. Returns 0 if there is none. O(n), about a nanosecond a code. */
int cardex_next_reading(const cardex_reading_machine *machine, const uint16_t *codes, size_t count,
                        cardex_reading_scan *scan);

#ifdef __cplusplus
}
#endif

#endif
