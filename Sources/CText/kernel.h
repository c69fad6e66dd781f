/* The scan for one kind of processor. The including file must define
     NAME(x)      a name for this kind only
     TARGET       the attribute that lets the compiler use the processor's instructions, or nothing
     EQUAL_MASK   (const uint8_t *text, uint8_t byte) -> uint64_t
                  a bit for each of 64 bytes that equals the byte, the lowest for the first
     BELOW_MASK   the same for bytes below a byte, which is not 0
     GATHER_BITS  (uint64_t bits, uint64_t positions) -> uint64_t
                  the bits at the positions, side by side from the lowest on (BMI2's PEXT). */

/* The positions among 64 at which the needle begins. `text` is readable for 64 bytes and the
   needle's length. */
TARGET static inline uint64_t NAME(match_mask)(const uint8_t *text, const uint8_t *needle,
                                               size_t needle_length) {
  uint64_t mask = EQUAL_MASK(text, needle[0]);
  if (needle_length == 1) return mask;
  mask &= EQUAL_MASK(text + needle_length - 1, needle[needle_length - 1]);
  if (needle_length == 2) return mask;
  uint64_t found = 0;
  while (mask) {
    const int position = __builtin_ctzll(mask);
    if (memcmp(text + position + 1, needle + 1, needle_length - 2) == 0)
      found |= (uint64_t)1 << position;
    mask &= mask - 1;
  }
  return found;
}

TARGET static const uint8_t *NAME(find)(const uint8_t *text, size_t length, const uint8_t *needle,
                                        size_t needle_length) {
  if (length < needle_length) return NULL;
  const size_t starts = length - needle_length + 1;
  size_t offset = 0;
  for (; offset + 64 <= starts; offset += 64) {
    const uint64_t mask = NAME(match_mask)(text + offset, needle, needle_length);
    if (mask) return text + offset + __builtin_ctzll(mask);
  }
  for (; offset < starts; offset++) {
    const uint8_t *found = memchr(text + offset, needle[0], starts - offset);
    if (!found) return NULL;
    if (memcmp(found, needle, needle_length) == 0) return found;
    offset = (size_t)(found - text);
  }
  return NULL;
}

/* The state of a scan in a form that fits in registers: instead of the number of records, the word
   of their marks that is being filled, its bits so far and their number. */
typedef struct {
  uint64_t *word;
  uint64_t bits;
  unsigned count;
  unsigned char is_marked;
} NAME(scan);

/* Processes 64 bytes, given the positions at which needles begin and records end.

   A record contains a needle if a bit of `matches` lies below its end and above the previous end.
   Adding `matches` to ones everywhere except at the ends carries into exactly those ends: a
   record's ones plus its matches, at least one, overflow once, and an end, being zero, stops the
   carry. A record that began earlier and is marked contributes a carry. */
TARGET static inline void NAME(take)(uint64_t matches, uint64_t ends, NAME(scan) *scan) {
  unsigned long long sum, carry, first;
  carry = __builtin_add_overflow((unsigned long long)~ends, (unsigned long long)matches, &first);
  carry |= __builtin_add_overflow(first, (unsigned long long)scan->is_marked, &sum);
  scan->is_marked = (unsigned char)carry;
  if (!ends) return;
  const uint64_t bits = GATHER_BITS(sum & ends, ends);
  const unsigned added = (unsigned)__builtin_popcountll(ends), total = scan->count + added;
  scan->bits |= bits << scan->count;
  if (total >= 64) {
    *scan->word++ |= scan->bits;
    /* The bits that did not fit; shifting by 64 would be undefined. */
    scan->bits = scan->count ? bits >> (64 - scan->count) : 0;
  }
  scan->count = total % 64;
}

TARGET static void NAME(mark_records)(const uint8_t *text, size_t length, size_t readable,
                                      const uint8_t *needle, size_t needle_length,
                                      cardex_scan_state *state, uint64_t *marks) {
  NAME(scan) scan = {marks + state->record / 64, 0, (unsigned)(state->record % 64),
                     state->is_marked};
  size_t offset = 0;
  for (; offset + 64 <= length && offset + 63 + needle_length <= readable; offset += 64) {
    const uint64_t ends = EQUAL_MASK(text + offset, 0xFF);
    NAME(take)(NAME(match_mask)(text + offset, needle, needle_length), ends, &scan);
  }
  /* The rest byte by byte, at most 64 at a time. */
  while (offset < length) {
    const size_t count = length - offset < 64 ? length - offset : 64;
    uint64_t matches = 0, ends = 0;
    for (size_t index = 0; index < count; index++) {
      const uint8_t *here = text + offset + index;
      if (*here == 0xFF) ends |= (uint64_t)1 << index;
      if (*here == needle[0] && readable - offset - index >= needle_length &&
          memcmp(here, needle, needle_length) == 0)
        matches |= (uint64_t)1 << index;
    }
    NAME(take)(matches, ends, &scan);
    /* Positions after the text are ones, which propagate a carry. */
    offset += count;
  }
  *scan.word |= scan.bits;
  state->record = (size_t)(scan.word - marks) * 64 + scan.count;
  state->is_marked = scan.is_marked;
}

TARGET static size_t NAME(skip_records)(const uint8_t *text, size_t length, size_t count) {
  size_t offset = 0;
  for (; count > 0 && offset + 64 <= length; offset += 64) {
    uint64_t ends = EQUAL_MASK(text + offset, 0xFF);
    const size_t here = (size_t)__builtin_popcountll(ends);
    if (here >= count) {
      while (--count > 0) ends &= ends - 1;
      return offset + (size_t)__builtin_ctzll(ends) + 1;
    }
    count -= here;
  }
  for (; count > 0 && offset < length; offset++) count -= text[offset] == 0xFF;
  return offset;
}

TARGET static int NAME(record_holds)(const uint8_t *text, size_t length, size_t readable,
                                     size_t skipped, const uint8_t *needle,
                                     size_t needle_length) {
  size_t offset = NAME(skip_records)(text, length, skipped);
  for (; offset < length && offset + 63 + needle_length <= readable; offset += 64) {
    const uint64_t matches = NAME(match_mask)(text + offset, needle, needle_length);
    const uint64_t ends = EQUAL_MASK(text + offset, 0xFF);
    /* A match begins before the first end. The needle contains no end, so the match also ends
       before it. */
    if (matches & (ends ^ (ends - 1))) return 1;
    if (ends) return 0;
  }
  for (; offset < length && text[offset] != 0xFF; offset++) {
    if (readable - offset < needle_length) return 0;
    if (memcmp(text + offset, needle, needle_length) == 0) return 1;
  }
  return 0;
}

TARGET static size_t NAME(keep_records)(const uint8_t *text, size_t length, const uint8_t *starts,
                                        size_t width, size_t block_records,
                                        const uint8_t *needle, size_t needle_length,
                                        const uint32_t *records, size_t count,
                                        uint32_t *result) {
  /* The parts to read are far apart, so they are prefetched some records ahead: first where a
     block starts, then its text. */
  enum { ahead = 16 };
  size_t kept = 0;
  for (size_t index = 0; index < count; index++) {
    if (index + 2 * ahead < count)
      __builtin_prefetch(starts + (records[index + 2 * ahead] / block_records + 1) * width);
    if (index + ahead < count) {
      const size_t next = cardex_start(starts, width, records[index + ahead] / block_records);
      if (next < length) {
        __builtin_prefetch(text + next);
        __builtin_prefetch(text + next + 128);
      }
    }
    const size_t block = records[index] / block_records;
    const size_t start = cardex_start(starts, width, block);
    const size_t end = cardex_start(starts, width, block + 1);
    if (start > end || end > length) return SIZE_MAX;
    result[kept] = records[index];
    kept += (size_t)NAME(record_holds)(text + start, end - start, length - start,
                                       records[index] % block_records, needle, needle_length);
  }
  return kept;
}

/* Which of 64 bytes are not where they may be in UTF-8, or begin a character that XML does not have.
   `text` is readable for two bytes more. */
TARGET static inline uint64_t NAME(utf8_faults)(const uint8_t *text, cardex_markup_state *state) {
  const uint64_t ascii = BELOW_MASK(text, 0x80);
  if (!(~ascii | state->continued)) return 0;
  const uint64_t continuing = BELOW_MASK(text, 0xC0) & ~ascii;
  const uint64_t leads = ~ascii & ~continuing;
  const uint64_t three = leads & ~BELOW_MASK(text, 0xE0), four = leads & ~BELOW_MASK(text, 0xF0);
  uint64_t faults = continuing ^ (leads << 1 | three << 2 | four << 3 | state->continued);
  faults |= (leads & BELOW_MASK(text, 0xC2)) | ~BELOW_MASK(text, 0xF5);
  state->continued = leads >> 63 | three >> 62 | four >> 61;
  /* The bytes after which not every continuation is a character. */
  uint64_t special = EQUAL_MASK(text, 0xE0) | EQUAL_MASK(text, 0xED) | EQUAL_MASK(text, 0xEF) |
                     EQUAL_MASK(text, 0xF0) | EQUAL_MASK(text, 0xF4);
  for (; special; special &= special - 1) {
    const uint8_t *here = text + __builtin_ctzll(special);
    switch (here[0]) {
      case 0xE0: faults |= here[1] < 0xA0; break;
      case 0xED: faults |= here[1] >= 0xA0; break;
      case 0xEF: faults |= here[1] == 0xBF && here[2] >= 0xBE; break;
      case 0xF0: faults |= here[1] < 0x90; break;
      case 0xF4: faults |= here[1] >= 0x90; break;
    }
  }
  return faults;
}

/* Appends the offsets of marks among 64 bytes to those of others; returns whether the bytes may be in
   XML. `text` is readable for two bytes more. */
TARGET static inline int NAME(list_block)(const uint8_t *text, uint32_t offset,
                                          cardex_markup_state *state, uint32_t **offsets) {
  const uint64_t returns = EQUAL_MASK(text, '\r');
  const uint64_t controls =
      BELOW_MASK(text, 0x20) & ~(returns | EQUAL_MASK(text, '\n') | EQUAL_MASK(text, '\t'));
  const uint64_t brackets = EQUAL_MASK(text, ']');
  const uint64_t section_ends = EQUAL_MASK(text, '>') & (brackets << 1 | state->brackets >> 1) &
                                (brackets << 2 | state->brackets);
  state->brackets = brackets >> 62;
  uint64_t marks = EQUAL_MASK(text, '<') | EQUAL_MASK(text, '&') | returns | section_ends;
  for (; marks; marks &= marks - 1) *(*offsets)++ = offset + (uint32_t)__builtin_ctzll(marks);
  return !(controls | NAME(utf8_faults)(text, state));
}

TARGET static ptrdiff_t NAME(list_markup)(const uint8_t *text, size_t length, size_t readable,
                                          cardex_markup_state *state, uint32_t *offsets) {
  uint32_t *end = offsets;
  size_t offset = 0;
  for (; offset < length && offset + 66 <= readable; offset += 64)
    if (!NAME(list_block)(text + offset, (uint32_t)offset, state, &end)) return -1;
  for (; offset < length; offset += 64) {
    uint8_t padded[66];
    const size_t rest = readable - offset < sizeof padded ? readable - offset : sizeof padded;
    memset(padded, ' ', sizeof padded);
    memcpy(padded, text + offset, rest);
    if (!NAME(list_block)(padded, (uint32_t)offset, state, &end)) return -1;
  }
  return length == readable && state->continued ? -1 : end - offsets;
}

#undef NAME
#undef TARGET
#undef EQUAL_MASK
#undef BELOW_MASK
#undef GATHER_BITS
