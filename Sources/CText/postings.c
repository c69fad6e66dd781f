#include "Postings.h"

#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LITTLE(bits, word) __builtin_bswap##bits(word)
#else
#define LITTLE(bits, word) (word)
#endif

static inline uint16_t load16(const uint8_t *bytes) {
  uint16_t word;
  memcpy(&word, bytes, sizeof word);
  return LITTLE(16, word);
}

static inline uint32_t load32(const uint8_t *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return LITTLE(32, word);
}

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return LITTLE(64, word);
}

static inline void store16(uint16_t word, uint8_t *bytes) {
  word = LITTLE(16, word);
  memcpy(bytes, &word, sizeof word);
}

static inline void store32(uint32_t word, uint8_t *bytes) {
  word = LITTLE(32, word);
  memcpy(bytes, &word, sizeof word);
}

static inline void store64(uint64_t word, uint8_t *bytes) {
  word = LITTLE(64, word);
  memcpy(bytes, &word, sizeof word);
}

typedef struct {
  uint64_t key;
  /* The offset in the pool of its next number, and how many bytes are left in that chunk. */
  uint64_t position;
  uint32_t left;
  /* The gram's first chunk. */
  uint32_t first;
  /* One more than the last record that contains it; 0 for none. */
  uint32_t last;
  /* How many records contain it. */
  uint32_t count;
} gram;

/* The grams in the order in which they first occur, so that frequent grams are close together, and
   a hash table of their numbers, from 1, with linear probing. */
typedef struct {
  gram *grams;
  size_t count, capacity;
  uint32_t *table;
  /* The table has 2 ^ (64 - shift) slots. */
  unsigned shift;
} gram_table;

/* The slot of the table in which a key is looked up first. */
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

/* Doubles the capacity of the table. Returns 0 without memory. */
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

/* The gram with the key, which is added if needed; NULL without memory. */
static inline gram *find_or_add(gram_table *table, uint64_t key) {
  size_t place = place_of(table, key);
  if (!table->table[place]) {
    if (table->count == table->capacity) {
      if (!grow(table)) return NULL;
      place = place_of(table, key);
    }
    table->grams[table->count] = (gram){.key = key};
    table->table[place] = (uint32_t)++table->count;
  }
  return &table->grams[table->table[place] - 1];
}

static inline uint64_t key_at(const uint8_t *text, size_t length) {
  if (length >= 4) {
    const uint32_t word = __builtin_bswap32(load32(text));
    /* The usual case: four ASCII characters. */
    if (!(word & 0x80808080u)) return (uint64_t)word << 32 | 4;
  }
  const cardex_gram gram = cardex_gram_at(text, length);
  return gram.bits | gram.count;
}

/* A gram of a record. */
typedef struct {
  uint64_t key;
  uint32_t record;
} occurrence;

/* A text and the position up to which it has been read. */
typedef struct {
  const uint8_t *text;
  size_t length, offset;
  uint32_t record;
} reader;

enum { batch_size = 32 };

/* Reads the next grams, and prefetches the memory in which they are looked up. Otherwise most of
   the time would be spent waiting for memory, one gram after another. Returns how many grams were
   read; 0 at the end. */
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

/* The records of all grams, collected in one pass over the text, so that each list can later be
   written from its first bit to its last. A record is stored as the difference from the gram's
   previous record, in two bytes or, after two bytes of ones, in four. The differences of a gram are
   in chunks. A chunk begins at a multiple of 32 bytes. It ends with two bytes of zeros and four
   bytes for the offset of the next chunk, divided by 32. */
typedef struct {
  uint8_t *bytes;
  size_t size, capacity;
} pool;

enum { first_pool_size = 1 << 16, chunk_unit = 32, most_chunk_size = 4096, link_size = 6 };
enum { large = 0xFFFF };

/* Starts the next chunk of a gram, about half as large as all its previous chunks together, between
   32 and 4096 bytes. Returns 0 without memory. */
static int add_chunk(pool *pool, gram *gram) {
  const size_t wanted = gram->count & -(size_t)chunk_unit;
  const size_t size = wanted < chunk_unit        ? chunk_unit
                      : wanted < most_chunk_size ? wanted
                                                 : most_chunk_size;
  const size_t chunk = pool->size / chunk_unit;
  if (chunk > UINT32_MAX) return 0;
  if (pool->capacity - pool->size < size) {
    const size_t capacity = pool->capacity * 2;
    uint8_t *bytes = realloc(pool->bytes, capacity);
    if (!bytes) return 0;
    pool->bytes = bytes;
    pool->capacity = capacity;
  }
  if (gram->count) {
    store16(0, pool->bytes + gram->position);
    store32((uint32_t)chunk, pool->bytes + gram->position + 2);
  } else {
    gram->first = (uint32_t)chunk;
  }
  gram->position = pool->size;
  gram->left = (uint32_t)size - link_size;
  pool->size += size;
  return 1;
}

/* Adds a record, not before the last one, to a gram. Returns 0 without memory. */
static inline int add_record(pool *pool, gram *gram, uint32_t record) {
  if (gram->last == record + 1) return 1;
  /* Never 0, which marks the end of a chunk. */
  const uint32_t number = record + 1 - gram->last;
  const uint32_t length = number < large ? 2 : 6;
  if ((!gram->count || gram->left < length) && !add_chunk(pool, gram)) return 0;
  store16((uint16_t)(number < large ? number : large), pool->bytes + gram->position);
  if (number >= large) store32(number, pool->bytes + gram->position + 2);
  gram->position += length;
  gram->left -= length;
  gram->last = record + 1;
  gram->count++;
  return 1;
}

/* Collects the records of each gram. */
static int add_records(gram_table *table, pool *pool, const uint8_t *text, size_t length) {
  reader reader = {text, length, 0, 0};
  occurrence batch[batch_size];
  size_t grams[batch_size];
  for (size_t count; (count = read_batch(&reader, table, batch));) {
    for (size_t index = 0; index < count; index++) {
      const gram *found = find_or_add(table, batch[index].key);
      if (!found) return 0;
      grams[index] = (size_t)(found - table->grams);
      __builtin_prefetch(pool->bytes + found->position, 1);
    }
    for (size_t index = 0; index < count; index++)
      if (!add_record(pool, &table->grams[grams[index]], batch[index].record)) return 0;
  }
  return 1;
}

static inline const uint8_t *first_chunk(const pool *pool, const gram *gram) {
  return pool->bytes + (size_t)gram->first * chunk_unit;
}

/* Reads the next difference of a gram. */
static inline uint32_t next_number_of(const pool *pool, const uint8_t **next) {
  if (!load16(*next)) *next = pool->bytes + (size_t)load32(*next + 2) * chunk_unit;
  const uint32_t number = load16(*next);
  *next += 2;
  if (number < large) return number;
  *next += 4;
  return load32(*next - 4);
}

/* The best parameter for an average difference: the binary logarithm, minus half a bit. */
static unsigned parameter_for(size_t records, size_t count) {
  unsigned parameter = 0;
  while (((uint64_t)count << (parameter + 1)) * 100 <= (uint64_t)records * 69) parameter++;
  return parameter;
}

/* Writes bits into a list of zeros. */
typedef struct {
  uint8_t *list;
  /* In bits. */
  size_t position;
  /* The bits from bit 32 × place on. The word is stored with each number, because branches would be
     mispredicted too often. */
  uint64_t word;
  size_t place;
} writer;

/* Writes a number in Golomb-Rice code. */
static inline void write_number(writer *writer, uint64_t number, unsigned parameter) {
  const uint64_t mask = ((uint64_t)1 << parameter) - 1;
  writer->position += number >> parameter;
  const size_t passed = writer->position / 32 - writer->place;
  writer->word = passed == 0 ? writer->word : passed == 1 ? writer->word >> 32 : 0;
  writer->place = writer->position / 32;
  writer->word |= ((number & mask) << 1 | 1) << writer->position % 32;
  store64(writer->word, writer->list + writer->place * 4);
  writer->position += parameter + 1;
}

/* Writes a positive number in gamma code. */
static inline void write_count(writer *writer, uint32_t count) {
  const unsigned bits = 31 - (unsigned)__builtin_clz(count);
  write_number(writer, (uint64_t)bits << bits | (count ^ (uint32_t)1 << bits), bits);
}

/* The differences in a list, minus 1, and the encoding of the list. */
typedef struct {
  uint32_t *differences;
  size_t count;
  /* How many runs of equal differences there are. */
  size_t runs;
  int repeats;
  unsigned parameter;
} plan;

static inline size_t run_end(const plan *plan, size_t start) {
  size_t end = start + 1;
  while (end < plan->count && plan->differences[end] == plan->differences[start]) end++;
  return end;
}

/* Reads the differences of a gram and chooses the encoding. */
static void make_plan(const pool *pool, const gram *gram, size_t records, plan *plan) {
  const uint8_t *next = first_chunk(pool, gram);
  uint32_t *differences = plan->differences;
  plan->count = gram->count;
  for (size_t index = 0; index < plan->count; index++)
    differences[index] = next_number_of(pool, &next) - 1;
  plan->runs = 1;
  for (size_t index = 1; index < plan->count; index++)
    plan->runs += differences[index] != differences[index - 1];
  /* With so few runs, the list takes no longer to read, and is smaller unless most records have the
     gram. */
  plan->repeats = plan->count > 1 && plan->runs <= plan->count / 2;
  if (plan->repeats) {
    uint64_t sum = 0;
    for (size_t start = 0; start < plan->count; start = run_end(plan, start))
      sum += differences[start] + 1;
    plan->parameter = parameter_for(sum, plan->runs);
  } else {
    plan->parameter = parameter_for(records, plan->count);
  }
}

/* An upper bound of the bytes that are written for a list, which is done eight bytes at a time. The
   sum of the differences is at most the number of records. */
static size_t room_for(const plan *plan, size_t records) {
  uint64_t bits = (uint64_t)(plan->repeats ? plan->runs : plan->count) * (plan->parameter + 1) +
                  (records >> plan->parameter);
  /* A count n in gamma code takes at most n + 1 bits. */
  if (plan->repeats) bits += 64 + plan->count + plan->runs;
  return (size_t)(bits / 32 + 3) * 4;
}

/* Writes the list into zeros. Returns its length in bytes. */
static size_t write_list(const plan *plan, uint8_t *list) {
  writer writer = {list, 0, 0, 0};
  if (plan->repeats) {
    write_count(&writer, (uint32_t)plan->count);
    for (size_t start = 0, end; start < plan->count; start = end) {
      end = run_end(plan, start);
      write_number(&writer, plan->differences[start], plan->parameter);
      write_count(&writer, (uint32_t)(end - start));
    }
  } else {
    for (size_t index = 0; index < plan->count; index++)
      write_number(&writer, plan->differences[index], plan->parameter);
  }
  return (writer.position + 7) / 8;
}

/* A gram by its place in the table. */
typedef struct {
  uint64_t key;
  size_t place;
} sorted_gram;

static int compare_keys(const void *first, const void *second) {
  const uint64_t a = ((const sorted_gram *)first)->key, b = ((const sorted_gram *)second)->key;
  return (a > b) - (a < b);
}

/* The grams in the order of their keys, or NULL without memory. */
static sorted_gram *sort_grams(const gram_table *table) {
  sorted_gram *sorted = malloc((table->count + 1) * sizeof *sorted);
  if (!sorted) return NULL;
  for (size_t place = 0; place < table->count; place++)
    sorted[place] = (sorted_gram){table->grams[place].key, place};
  qsort(sorted, table->count, sizeof *sorted, compare_keys);
  return sorted;
}

enum { offset_bits = cardex_list_offset_bits, size_bits = cardex_list_size_bits };

/* A hash of a list, which must be followed by zeros. */
static uint64_t hash_of(const uint8_t *list, size_t size) {
  uint64_t hash = size;
  for (size_t offset = 0; offset < size; offset += 8) {
    hash = (hash ^ load64(list + offset)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

/* A hash table of lists, as the numbers of their grams, from 1, with linear probing. It has at
   least twice as many slots as there are grams. */
typedef struct {
  uint32_t *table;
  size_t mask;
} list_table;

/* The location of an equal list that was written before, or of this list, which is then added. */
static uint64_t find_or_add_list(const list_table *table, const cardex_postings *postings,
                                 size_t number, uint64_t location) {
  const uint64_t offset_mask = ((uint64_t)1 << offset_bits) - 1;
  const uint8_t *list = postings->lists + (location & offset_mask);
  const size_t size = location >> offset_bits & (((size_t)1 << size_bits) - 1);
  size_t place = hash_of(list, size) & table->mask;
  for (; table->table[place]; place = (place + 1) & table->mask) {
    const uint64_t other = postings->locations[table->table[place] - 1];
    if (other >> offset_bits == location >> offset_bits &&
        memcmp(postings->lists + (other & offset_mask), list, size) == 0)
      return other;
  }
  table->table[place] = (uint32_t)number + 1;
  return location;
}

/* Writes the keys, locations and lists of the grams. Returns 0 without memory. */
static int write_lists(const gram_table *table, const sorted_gram *sorted, const pool *pool,
                       size_t records, list_table *known, plan *plan, cardex_postings *result) {
  const size_t count = table->count;
  result->keys = malloc((count + 1) * sizeof *result->keys);
  result->locations = malloc((count + 1) * sizeof *result->locations);
  known->mask = 2 * table->capacity - 1;
  known->table = calloc(known->mask + 1, sizeof *known->table);
  plan->differences = malloc((records + 1) * sizeof *plan->differences);
  if (!result->keys || !result->locations || !known->table || !plan->differences) return 0;
  result->count = count;
  size_t capacity = 0;
  for (size_t index = 0; index < count; index++) {
    /* Grams and chunks are in the order of the text, not of the keys. */
    if (index + 8 < count) __builtin_prefetch(&table->grams[sorted[index + 8].place]);
    if (index + 4 < count)
      __builtin_prefetch(first_chunk(pool, &table->grams[sorted[index + 4].place]));
    const gram *gram = &table->grams[sorted[index].place];
    make_plan(pool, gram, records, plan);
    const size_t room = room_for(plan, records);
    if (capacity - result->size < room) {
      capacity = capacity + capacity / 2 + room;
      uint8_t *lists = realloc(result->lists, capacity);
      if (!lists) return 0;
      result->lists = lists;
    }
    memset(result->lists + result->size, 0, room);
    const uint64_t size = write_list(plan, result->lists + result->size);
    const uint64_t parameter = plan->parameter + (plan->repeats ? cardex_list_repeats : 0);
    const uint64_t own =
        result->size | size << offset_bits | parameter << (offset_bits + size_bits);
    result->keys[index] = gram->key;
    result->locations[index] = find_or_add_list(known, result, index, own);
    if (result->locations[index] == own) result->size += size;
  }
  /* Frees unused memory: other postings may be made at the same time, and are copied later. */
  uint8_t *shrunk = realloc(result->lists, result->size + 1);
  if (shrunk) result->lists = shrunk;
  return 1;
}

int cardex_make_postings(const uint8_t *text, size_t length, size_t records,
                         cardex_postings *result) {
  gram_table table = {0};
  pool pool = {malloc(first_pool_size), 0, first_pool_size};
  sorted_gram *sorted = NULL;
  list_table known = {0};
  plan plan = {0};
  memset(result, 0, sizeof *result);
  const int is_made = pool.bytes && grow(&table) && add_records(&table, &pool, text, length) &&
                      (sorted = sort_grams(&table)) &&
                      write_lists(&table, sorted, &pool, records, &known, &plan, result);
  free(table.grams);
  free(table.table);
  free(pool.bytes);
  free(sorted);
  free(known.table);
  free(plan.differences);
  if (!is_made) cardex_free_postings(result);
  return is_made;
}

void cardex_free_postings(cardex_postings *postings) {
  free(postings->keys);
  free(postings->locations);
  free(postings->lists);
  memset(postings, 0, sizeof *postings);
}
