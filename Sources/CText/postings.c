#include "Postings.h"

#include <stdlib.h>
#include <string.h>

static inline uint64_t little(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

/* MARK: Making */

typedef struct {
  uint64_t key;
  /* The bit where the next number is written. */
  uint64_t position;
  /* One more than the last record that contains it; 0 for none. */
  uint32_t last;
  /* How many records contain it; while they are written, the parameter. */
  uint32_t count;
} gram;

/* The grams in the order in which they first occur, so that frequent ones are close together, and a
   hash table of their numbers, from 1, with linear probing. */
typedef struct {
  gram *grams;
  size_t count, capacity;
  uint32_t *table;
  /* The table has 2 ^ (64 - shift) places. */
  unsigned shift;
} gram_table;

/* Where a key is looked for first. */
static inline size_t first_place(const gram_table *table, uint64_t key) {
  return (size_t)(key * 0x9E3779B97F4A7C15u >> table->shift);
}

static inline size_t place_of(const gram_table *table, uint64_t key) {
  const size_t mask = ((size_t)1 << (64 - table->shift)) - 1;
  size_t place = first_place(table, key);
  while (table->table[place] && table->grams[table->table[place] - 1].key != key)
    place = (place + 1) & mask;
  return place;
}

/* Doubles the room. */
static int grow(gram_table *table) {
  const size_t capacity = table->capacity ? table->capacity * 2 : 4096;
  gram *grams = realloc(table->grams, capacity * sizeof *grams);
  if (!grams) return 0;
  table->grams = grams;
  table->capacity = capacity;
  free(table->table);
  table->shift = 63 - (unsigned)__builtin_ctzll(capacity);
  table->table = calloc(capacity * 2, sizeof *table->table);
  if (!table->table) return 0;
  for (size_t index = 0; index < table->count; index++)
    table->table[place_of(table, grams[index].key)] = (uint32_t)index + 1;
  return 1;
}

/* The gram with the key, which is added if need be, or NULL without memory. */
static inline gram *find_or_add(gram_table *table, uint64_t key) {
  size_t place = place_of(table, key);
  if (!table->table[place]) {
    if (table->count == table->capacity) {
      if (!grow(table)) return NULL;
      place = place_of(table, key);
    }
    table->grams[table->count] = (gram){key, 0, 0, 0};
    table->table[place] = (uint32_t)++table->count;
  }
  return &table->grams[table->table[place] - 1];
}

static inline uint64_t key_at(const uint8_t *text, size_t length) {
  uint64_t bytes = 0;
  memcpy(&bytes, text, length < 4 ? length : 4);
  const uint64_t word = __builtin_bswap64(little(bytes));
  /* Four characters of ASCII, mostly. */
  if (length >= 4 && !(word & 0x8080808000000000u)) return word | 4;
  const cardex_gram gram = cardex_gram_at(text, length);
  return gram.bits | gram.count;
}

/* A gram of a record. */
typedef struct {
  uint64_t key;
  uint32_t record;
} occurrence;

/* What is left of the text. */
typedef struct {
  const uint8_t *text;
  size_t length, offset;
  uint32_t record;
} reader;

enum { batch_size = 32 };

/* Reads the next grams, and asks for the memory in which they are looked up: most of the time would
   be spent waiting for it, one gram after another. Returns how many there are; 0 at the end. */
static inline size_t read_batch(reader *reader, const gram_table *table,
                                occurrence batch[batch_size]) {
  size_t count = 0;
  for (; reader->offset < reader->length && count < batch_size; reader->offset++) {
    const uint8_t byte = reader->text[reader->offset];
    if (byte >= 0xF5) {
      reader->record += byte == 0xFF;
    } else if ((byte & 0xC0) != 0x80) {
      const uint64_t key =
          key_at(reader->text + reader->offset, reader->length - reader->offset);
      __builtin_prefetch(&table->table[first_place(table, key)]);
      batch[count++] = (occurrence){key, reader->record};
    }
  }
  for (size_t index = 0; index < count; index++) {
    const uint32_t number = table->table[first_place(table, batch[index].key)];
    if (number) __builtin_prefetch(&table->grams[number - 1], 1);
  }
  return count;
}

static int count_records(gram_table *table, const uint8_t *text, size_t length) {
  reader reader = {text, length, 0, 0};
  occurrence batch[batch_size];
  for (size_t count; (count = read_batch(&reader, table, batch));) {
    for (size_t index = 0; index < count; index++) {
      gram *found = find_or_add(table, batch[index].key);
      if (!found) return 0;
      if (found->last != batch[index].record + 1) {
        found->last = batch[index].record + 1;
        found->count++;
      }
    }
  }
  return 1;
}

/* Writes the numbers where there are zeros. */
static void write_numbers(const gram_table *table, const uint8_t *text, size_t length,
                          uint8_t *lists) {
  reader reader = {text, length, 0, 0};
  occurrence batch[batch_size];
  gram *grams[batch_size];
  for (size_t count; (count = read_batch(&reader, table, batch));) {
    for (size_t index = 0; index < count; index++) {
      grams[index] = &table->grams[table->table[place_of(table, batch[index].key)] - 1];
      __builtin_prefetch(lists + grams[index]->position / 8, 1);
    }
    for (size_t index = 0; index < count; index++) {
      gram *found = grams[index];
      const uint32_t record = batch[index].record;
      if (found->last == record + 1) continue;
      const uint64_t number = record - found->last;
      const unsigned parameter = found->count;
      const uint64_t position = found->position + (number >> parameter);
      const uint64_t low = number & (((uint64_t)1 << parameter) - 1);
      uint64_t word;
      memcpy(&word, lists + position / 8, 8);
      word = little(little(word) | (low << 1 | 1) << position % 8);
      memcpy(lists + position / 8, &word, 8);
      found->position = position + 1 + parameter;
      found->last = record + 1;
    }
  }
}

/* The parameter that suits an average difference best: its logarithm less half a bit. */
static unsigned parameter_for(size_t records, size_t count) {
  unsigned parameter = 0;
  while (((uint64_t)count << (parameter + 1)) * 100 <= (uint64_t)records * 69) parameter++;
  return parameter;
}

static int compare_keys(const void *first, const void *second) {
  const uint64_t a = *(const uint64_t *)first, b = *(const uint64_t *)second;
  return (a > b) - (a < b);
}

/* Given the number of records of each gram, writes the lists. */
static int write_lists(gram_table *table, const uint8_t *text, size_t length, size_t records,
                       cardex_postings *result) {
  const size_t count = table->count;
  result->keys = malloc((count + 1) * sizeof *result->keys);
  result->places = malloc((count + 1) * sizeof *result->places);
  if (!result->keys || !result->places) return 0;
  for (size_t index = 0; index < count; index++) result->keys[index] = table->grams[index].key;
  qsort(result->keys, count, sizeof *result->keys, compare_keys);
  /* First each list has room for the most that it can take: the differences add up to no more than
     there are records. */
  uint64_t room = 0;
  for (size_t index = 0; index < count; index++) {
    gram *gram = &table->grams[table->table[place_of(table, result->keys[index])] - 1];
    const unsigned parameter = parameter_for(records, gram->count);
    const uint64_t bits = (uint64_t)gram->count * (parameter + 1) + (records >> parameter);
    result->places[index] = room;
    gram->position = room * 8;
    gram->count = parameter;
    gram->last = 0;
    room += bits / 8 + 1;
  }
  /* A number is written with the seven bytes after it. */
  uint8_t *lists = calloc(room + 8, 1);
  if (!lists) return 0;
  write_numbers(table, text, length, lists);
  /* Then they are moved together. */
  size_t size = 0;
  for (size_t index = 0; index < count; index++) {
    const gram *gram = &table->grams[table->table[place_of(table, result->keys[index])] - 1];
    const uint64_t start = result->places[index];
    const size_t used = (size_t)((gram->position + 7) / 8 - start);
    memmove(lists + size, lists + start, used);
    result->places[index] = (uint64_t)gram->count << 56 | size;
    size += used;
  }
  /* The other lists may be made at the same time, and all of them are copied one after another. */
  uint8_t *shrunk = realloc(lists, size + 1);
  result->count = count;
  result->lists = shrunk ? shrunk : lists;
  result->size = size;
  return 1;
}

int cardex_make_postings(const uint8_t *text, size_t length, size_t records,
                         cardex_postings *result) {
  gram_table table = {0};
  memset(result, 0, sizeof *result);
  const int is_made = grow(&table) && count_records(&table, text, length) &&
                      write_lists(&table, text, length, records, result);
  free(table.grams);
  free(table.table);
  if (!is_made) cardex_free_postings(result);
  return is_made;
}

void cardex_free_postings(cardex_postings *postings) {
  free(postings->keys);
  free(postings->places);
  free(postings->lists);
  memset(postings, 0, sizeof *postings);
}

/* MARK: Reading */

/* At least 57 bits of a list from a position on, the first lowest; zeros after the end. */
static inline uint64_t bits_at(const uint8_t *list, size_t size, size_t position) {
  const size_t byte = position / 8;
  uint64_t word = 0;
  if (size - byte >= 8)
    memcpy(&word, list + byte, 8);
  else
    memcpy(&word, list + byte, size - byte);
  return little(word) >> position % 8;
}

/* Reads the number at a position and adds it. Returns 0 at the end, and a number not below the
   limit for one that is. */
static inline int next_number(const uint8_t *list, size_t size, unsigned parameter, uint64_t limit,
                              size_t *position, uint64_t *next) {
  const uint64_t mask = ((uint64_t)1 << parameter) - 1;
  uint64_t zeros = 0;
  for (;;) {
    if (*position >= size * 8) return 0;
    const uint64_t bits = bits_at(list, size, *position);
    if (bits) {
      const unsigned here = (unsigned)__builtin_ctzll(bits);
      zeros += here;
      *position += here + 1;
      uint64_t low = bits >> here >> 1;
      if (here + 1 + parameter > 57)
        low = *position < size * 8 ? bits_at(list, size, *position) : 0;
      *position += parameter;
      *next += (zeros << parameter) + (low & mask);
      /* Incomplete, or large enough for an overflow. */
      if (*position > size * 8 || zeros > limit) *next = limit;
      return 1;
    }
    /* All bits from the position to the end of the eighth byte. */
    zeros += 64 - *position % 8;
    *position += 64 - *position % 8;
  }
}

#define FOR_EACH_NUMBER(statement)                                                  \
  if (parameter > 31) return -1;                                                    \
  size_t position = 0;                                                              \
  uint64_t number = 0;                                                              \
  ptrdiff_t count = 0;                                                              \
  while (next_number(list, size, parameter, limit, &position, &number)) {           \
    if (number >= limit) return -1;                                                 \
    statement                                                                       \
    count++;                                                                        \
    number++;                                                                       \
  }                                                                                 \
  return count;

ptrdiff_t cardex_list_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint32_t *result) {
  FOR_EACH_NUMBER({ result[count] = base + (uint32_t)number; })
}

ptrdiff_t cardex_mark_numbers(const uint8_t *list, size_t size, unsigned parameter, uint32_t base,
                              uint32_t limit, uint64_t *bits) {
  FOR_EACH_NUMBER({
    const uint64_t place = base + number;
    bits[place / 64] |= (uint64_t)1 << place % 64;
  })
}

size_t cardex_keep_common(uint32_t *numbers, size_t count, const uint32_t *others, size_t size) {
  size_t kept = 0;
  for (size_t index = 0, other = 0; index < count; index++) {
    while (other < size && others[other] < numbers[index]) other++;
    if (other == size) break;
    /* Written whether or not it is kept: a branch would be mispredicted too often. */
    const uint32_t number = numbers[index];
    numbers[kept] = number;
    kept += others[other] == number;
  }
  return kept;
}
