/* The tables of readings in Data, built at compile time in the form for lookup.

   Codes are numbered as by `ReadingTableBuilder`, which applies a user's corrections to the same
   texts; a test compares the two. An invalid line in Data stops the compilation at one of the
   `throw`s; the tests of `ReadingCorrections` tell which line it is. */
#include "CReadings.h"

/* From C23; clang supports it in every version of C++. */
#pragma clang diagnostic ignored "-Wc23-extensions"

namespace {

constexpr uint8_t han_latin[] = {
#embed "../../Data/han-latin"
};

constexpr uint8_t corrections[] = {
#embed "../../Data/readings"
};

constexpr uint32_t first_common = 0x3400, common_count = 0x6C00;
/* As in `ReadingCode`. */
constexpr uint16_t first_han = 0x3000, begins_word = 0x8000;
/* As in `Syllable`. */
constexpr uint8_t umlaut = 'z' + 1;
constexpr size_t maximum_length = 7;

/* A cursor through a text. */
template <size_t size> class Reader {
public:
  constexpr explicit Reader(const uint8_t (&text)[size]) : text(text) {}

  constexpr uint8_t byte() const { return offset < size ? text[offset] : '\n'; }
  constexpr bool is_at_end() const { return offset >= size; }
  constexpr bool is_at_letter() const { return (byte() >= 'a' && byte() <= 'z') || byte() == 0xC3; }

  constexpr bool skip(uint8_t expected) {
    if (byte() != expected) return false;
    offset++;
    return true;
  }

  constexpr void skip_line() {
    while (!is_at_end() && byte() != '\n') offset++;
    offset++;
  }

  /* A reading: letters from the lowest byte on. */
  constexpr uint64_t syllable() {
    uint64_t bits = 0;
    size_t count = 0;
    for (; is_at_letter(); offset++) {
      uint8_t letter = byte();
      if (letter == 0xC3) {
        if (text[++offset] != 0xBC) throw "no letter of pinyin";
        letter = umlaut;
      }
      bits |= static_cast<uint64_t>(letter) << 8 * count++;
    }
    if (count == 0 || count > maximum_length) throw "no syllable";
    return bits;
  }

  /* The index of a common character. */
  constexpr uint32_t character() {
    if ((byte() & 0xF0) != 0xE0) throw "no character from U+3400 to U+9FFF";
    const uint32_t scalar =
        (text[offset] & 0x0Fu) << 12 | (text[offset + 1] & 0x3Fu) << 6 | (text[offset + 2] & 0x3Fu);
    if (scalar - first_common >= common_count) throw "no character from U+3400 to U+9FFF";
    offset += 3;
    return scalar - first_common;
  }

private:
  const uint8_t (&text)[size];
  size_t offset = 0;
};

/* Unique lists of readings, concatenated. */
struct Lists {
  uint64_t readings[4096];
  int32_t starts[2048];
  uint32_t count;
  /* The end of the readings of the current list. */
  int32_t end;
  /* An open hash table of list numbers plus 1. */
  uint16_t places[4096];

  constexpr void append(uint64_t reading) { readings[end++] = reading; }

  constexpr bool has(uint64_t reading, int32_t start, int32_t stop) const {
    for (int32_t i = start; i < stop; i++)
      if (readings[i] == reading) return true;
    return false;
  }

  /* The number of the list that was appended, which is removed again if an equal one exists. */
  constexpr uint32_t finish() {
    const int32_t start = starts[count];
    uint64_t hash = 0;
    for (int32_t i = start; i < end; i++) hash = (hash ^ readings[i] ^ hash >> 31) * 0x9E3779B97F4A7C15;
    uint32_t place = hash >> 52;
    for (; places[place]; place = (place + 1) % 4096) {
      const uint32_t other = places[place] - 1u;
      if (!is_equal(other)) continue;
      end = start;
      return other;
    }
    places[place] = static_cast<uint16_t>(++count);
    starts[count] = end;
    return count - 1;
  }

  constexpr bool is_equal(uint32_t other) const {
    const int32_t start = starts[count], other_start = starts[other];
    if (starts[other + 1] - other_start != end - start) return false;
    for (int32_t i = 0; i < end - start; i++)
      if (readings[other_start + i] != readings[start + i]) return false;
    return true;
  }
};

/* `Data/han-latin` up to the empty line: a list for each syllable. */
struct Syllables {
  uint16_t codes[common_count];
  Lists lists;
};

constexpr Syllables read_syllables() {
  Syllables result{};
  Reader reader(han_latin);
  while (reader.byte() == '#') reader.skip_line();
  while (reader.byte() != '\n') {
    result.lists.append(reader.syllable());
    const auto code = static_cast<uint16_t>(first_han + result.lists.finish());
    if (reader.skip(' '))
      while (reader.byte() != '\n') result.codes[reader.character()] = code;
    reader.skip_line();
  }
  return result;
}

/* The content of `Data/readings`: spellings, each with the readings of its line. */
struct Entries {
  struct Entry {
    uint16_t start, length, first_reading, reading_count;
    bool is_at_start;
  };
  Entry entries[4096];
  uint32_t count;
  uint16_t characters[8192];
  uint64_t readings[8192];
};

constexpr Entries read_entries() {
  Entries result{};
  Reader reader(corrections);
  uint16_t characters = 0, readings = 0;
  for (; !reader.is_at_end(); reader.skip_line()) {
    const uint32_t first = result.count;
    while (!reader.is_at_letter() && reader.byte() != '#' && reader.byte() != '\n') {
      auto &entry = result.entries[result.count++];
      entry.is_at_start = reader.skip('^');
      entry.start = characters;
      while (reader.byte() != ' ')
        result.characters[characters++] = static_cast<uint16_t>(reader.character());
      entry.length = static_cast<uint16_t>(characters - entry.start);
      while (reader.skip(' ')) continue;
    }
    if (result.count == first) continue;
    const uint16_t start = readings;
    while (reader.is_at_letter()) {
      result.readings[readings++] = reader.syllable();
      while (reader.skip(' ')) continue;
    }
    const auto count = static_cast<uint16_t>(readings - start);
    for (uint32_t i = first; i < result.count; i++) {
      auto &entry = result.entries[i];
      entry.first_reading = start;
      entry.reading_count = count;
      if (entry.length == 0 || count == 0 || (entry.length > 1 && entry.length != count))
        throw "as many readings as characters are wanted";
    }
    if (reader.byte() != '#' && reader.byte() != '\n') throw "no letter of pinyin";
  }
  return result;
}

/* The tables in the form for lookup. */
struct Tables {
  uint16_t codes[common_count];
  Lists lists;
  cardex_reading_word words[4096];
  uint16_t word_count;
  uint32_t characters[8192];
  uint16_t word_codes[8192];
  uint16_t character_count;
  uint16_t places[cardex_reading_places];

  constexpr uint32_t place(uint32_t character) const {
    uint32_t place = character * cardex_reading_factor % cardex_reading_places;
    while (places[place] && characters[words[places[place] - 1].start] != character)
      place = (place + 1) % cardex_reading_places;
    return place;
  }

  constexpr void add(const Entries &entries, const Entries::Entry &entry) {
    const bool is_alone = entry.length == 1;
    const auto start = character_count;
    for (uint32_t i = 0; i < entry.length; i++) {
      const uint16_t character = entries.characters[entry.start + i];
      const uint16_t code = codes[character] & static_cast<uint16_t>(~begins_word);
      const uint32_t first = entry.first_reading + (is_alone ? 0 : i);
      characters[character_count] = first_common + character;
      word_codes[character_count++] = static_cast<uint16_t>(
          first_han + list(&entries.readings[first], is_alone ? entry.reading_count : 1, code));
    }
    const uint32_t place = this->place(characters[start]);
    words[word_count++] = {start, places[place], static_cast<uint8_t>(entry.length), entry.is_at_start};
    places[place] = word_count;
    codes[entries.characters[entry.start]] |= begins_word;
  }

  /* The list of some readings before the others of a code. */
  constexpr uint32_t list(const uint64_t *readings, uint32_t count, uint16_t code) {
    const int32_t rest = code ? lists.starts[code - first_han] : 0;
    const int32_t rest_end = code ? lists.starts[code - first_han + 1] : 0;
    if (code && count == 1 && lists.readings[rest] == readings[0]) return code - first_han;
    const int32_t start = lists.end;
    for (uint32_t i = 0; i < count; i++) lists.append(readings[i]);
    const int32_t end = lists.end;
    for (int32_t i = rest; i < rest_end; i++)
      if (!lists.has(lists.readings[i], start, end)) lists.append(lists.readings[i]);
    return lists.finish();
  }
};

constexpr Tables make_tables(const Syllables &syllables, const Entries &entries) {
  Tables result{};
  for (uint32_t i = 0; i < common_count; i++) result.codes[i] = syllables.codes[i];
  result.lists = syllables.lists;
  for (uint32_t i = 0; i < entries.count; i++) {
    const auto &entry = entries.entries[i];
    if (entry.length > 1 || entry.is_at_start) continue;
    for (uint32_t j = 0; j < entry.reading_count; j++)
      result.lists.append(entries.readings[entry.first_reading + j]);
    result.codes[entries.characters[entry.start]] =
        static_cast<uint16_t>(first_han + result.lists.finish());
  }
  for (uint32_t i = 0; i < entries.count; i++)
    if (entries.entries[i].length > 1 || entries.entries[i].is_at_start)
      result.add(entries, entries.entries[i]);
  return result;
}

/* FNV-1a. */
template <size_t size> constexpr uint64_t hash_of(const uint8_t (&text)[size]) {
  uint64_t hash = 0xCBF29CE484222325;
  for (size_t i = 0; i < size; i++) hash = (hash ^ text[i]) * 0x100000001B3;
  return hash;
}

/* Separate constants, since the compiler stops at a million evaluation steps for each. */
constexpr Syllables syllables = read_syllables();
constexpr Entries entries = read_entries();
constexpr Tables tables = make_tables(syllables, entries);
constexpr uint64_t han_latin_hash = hash_of(han_latin), corrections_hash = hash_of(corrections);

constexpr cardex_reading_tables own_tables = {
    tables.codes,      tables.lists.readings, tables.lists.starts, tables.lists.count,
    tables.words,      tables.word_count,     tables.characters,   tables.word_codes,
    tables.character_count, tables.places,    han_latin_hash,      corrections_hash,
};

}  // namespace

const uint8_t *cardex_han_latin(void) { return han_latin; }
size_t cardex_han_latin_size(void) { return sizeof han_latin; }
const uint8_t *cardex_reading_corrections(void) { return corrections; }
size_t cardex_reading_corrections_size(void) { return sizeof corrections; }
const cardex_reading_tables *cardex_own_reading_tables(void) { return &own_tables; }
