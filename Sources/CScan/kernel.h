/* The scan for one kind of processor. Whoever includes this has defined
     NAME(x)      a name of this kind's own
     TARGET       the attribute that lets the compiler use its instructions, or nothing
     EQUAL_MASK   (const uint8_t *text, uint8_t byte) -> uint64_t
                  a bit for each of 64 bytes that equals the byte, the lowest for the first
     GATHER_BITS  (uint64_t bits, uint64_t places) -> uint64_t
                  the bits at the places, side by side from the lowest on (BMI2's PEXT). */

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

/* Takes 64 bytes: where needles begin and where records end.

   A record holds a needle if a bit of `matches` lies below its end and above the end before. Adding
   `matches` to ones everywhere but at the ends carries into exactly those ends: a record's ones plus
   its matches, at least one, overflow once, and an end, being zero, stops the carry. A record that
   began earlier and is marked brings a carry along. */
TARGET static inline void NAME(take)(uint64_t matches, uint64_t ends, cardex_scan_state *state,
                                     uint64_t *marks) {
  unsigned long long sum, carry, first;
  carry = __builtin_add_overflow((unsigned long long)~ends, (unsigned long long)matches, &first);
  carry |= __builtin_add_overflow(first, (unsigned long long)state->is_marked, &sum);
  state->is_marked = (unsigned char)carry;
  if (!ends) return;
  const uint64_t bits = GATHER_BITS(sum & ends, ends);
  const size_t word = state->record / 64, shift = state->record % 64;
  marks[word] |= bits << shift;
  if (shift) marks[word + 1] |= bits >> (64 - shift);
  state->record += (size_t)__builtin_popcountll(ends);
}

TARGET static void NAME(mark_records)(const uint8_t *text, size_t length, size_t readable,
                                      const uint8_t *needle, size_t needle_length,
                                      cardex_scan_state *state, uint64_t *marks) {
  size_t offset = 0;
  for (; offset + 64 <= length && offset + 63 + needle_length <= readable; offset += 64) {
    const uint64_t ends = EQUAL_MASK(text + offset, 0xFF);
    NAME(take)(NAME(match_mask)(text + offset, needle, needle_length), ends, state, marks);
  }
  /* The same byte by byte, at most 64 at a time. */
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
    if (count == 64) {
      NAME(take)(matches, ends, state, marks);
    } else {
      /* The positions behind the text neither match nor end; ones there would only pass a carry on. */
      const uint64_t inside = ((uint64_t)1 << count) - 1;
      const uint64_t sum = (~ends & inside) + matches + state->is_marked;
      state->is_marked = (unsigned char)(sum >> count & 1);
      for (uint64_t rest = ends; rest; rest &= rest - 1) {
        if (sum & rest & -rest) marks[state->record / 64] |= (uint64_t)1 << state->record % 64;
        state->record++;
      }
    }
    offset += count;
  }
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
    /* A match before the first end; the needle holds none, so that it ends before, too. */
    if (matches & (ends ^ (ends - 1))) return 1;
    if (ends) return 0;
  }
  for (; offset < length && text[offset] != 0xFF; offset++) {
    if (readable - offset < needle_length) return 0;
    if (memcmp(text + offset, needle, needle_length) == 0) return 1;
  }
  return 0;
}

#undef NAME
#undef TARGET
#undef EQUAL_MASK
#undef GATHER_BITS
