#include "Markup.h"
#include "Scan.h"

#include <CPlatform.h>
#include <string.h>

/* The bits at the positions, gathered side by side without a special instruction. */
static inline uint64_t gather_bits(uint64_t bits, uint64_t positions) {
  uint64_t result = 0;
  for (uint64_t next = 1; positions; next <<= 1) {
    if (bits & positions & -positions) result |= next;
    positions &= positions - 1;
  }
  return result;
}

/* MARK: Plain C */

static inline uint64_t equal_mask_c(const uint8_t *text, uint8_t byte) {
  uint64_t mask = 0;
  for (int word = 0; word < 8; word++) {
    uint64_t bytes;
    memcpy(&bytes, text + word * 8, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    /* The top bit of each byte that is zero after the exclusive or. This is exact, because no carry
       passes from byte to byte. */
    bytes ^= byte * 0x0101010101010101u;
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    const uint64_t zeros = ~(((bytes & low) + low) | bytes | low);
    /* Gathers those bits side by side. */
    mask |= (zeros >> 7) * 0x0102040810204080u >> 56 << word * 8;
  }
  return mask;
}

static inline uint64_t below_mask_c(const uint8_t *text, uint8_t byte) {
  uint64_t mask = 0;
  for (int index = 0; index < 64; index++) mask |= (uint64_t)(text[index] < byte) << index;
  return mask;
}

#define NAME(x) x##_c
#define TARGET
#define EQUAL_MASK equal_mask_c
#define BELOW_MASK below_mask_c
#define GATHER_BITS gather_bits
#include "kernel.h"

/* MARK: x86 */

#if defined(__x86_64__)
#include <immintrin.h>

static inline uint64_t equal_mask_sse2(const uint8_t *text, uint8_t byte) {
  const __m128i wanted = _mm_set1_epi8((char)byte);
  uint64_t mask = 0;
  for (int part = 0; part < 4; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + part * 16));
    mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)) << part * 16;
  }
  return mask;
}

/* SSE2 and AVX2 compare no unsigned bytes. A byte is below `byte` if it is its own minimum with `byte` - 1. */
static inline uint64_t below_mask_sse2(const uint8_t *text, uint8_t byte) {
  const __m128i highest = _mm_set1_epi8((char)(byte - 1));
  uint64_t mask = 0;
  for (int part = 0; part < 4; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + part * 16));
    const __m128i are_below = _mm_cmpeq_epi8(_mm_min_epu8(bytes, highest), bytes);
    mask |= (uint64_t)(unsigned)_mm_movemask_epi8(are_below) << part * 16;
  }
  return mask;
}

#define NAME(x) x##_sse2
#define TARGET
#define EQUAL_MASK equal_mask_sse2
#define BELOW_MASK below_mask_sse2
#define GATHER_BITS gather_bits
#include "kernel.h"

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))

AVX2 static inline uint64_t equal_mask_avx2(const uint8_t *text, uint8_t byte) {
  const __m256i wanted = _mm256_set1_epi8((char)byte);
  const __m256i low = _mm256_loadu_si256((const __m256i *)text);
  const __m256i high = _mm256_loadu_si256((const __m256i *)(text + 32));
  const uint64_t low_mask = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  const uint64_t high_mask = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return low_mask | high_mask << 32;
}

AVX2 static inline uint64_t below_mask_avx2(const uint8_t *text, uint8_t byte) {
  const __m256i highest = _mm256_set1_epi8((char)(byte - 1));
  const __m256i low = _mm256_loadu_si256((const __m256i *)text);
  const __m256i high = _mm256_loadu_si256((const __m256i *)(text + 32));
  const __m256i low_below = _mm256_cmpeq_epi8(_mm256_min_epu8(low, highest), low);
  const __m256i high_below = _mm256_cmpeq_epi8(_mm256_min_epu8(high, highest), high);
  return (unsigned)_mm256_movemask_epi8(low_below) |
         (uint64_t)(unsigned)_mm256_movemask_epi8(high_below) << 32;
}

#define NAME(x) x##_avx2
#define TARGET AVX2
#define EQUAL_MASK equal_mask_avx2
#define BELOW_MASK below_mask_avx2
#define GATHER_BITS _pext_u64
#include "kernel.h"
#endif

/* MARK: ARM */

#if defined(__aarch64__)
#include <arm_neon.h>

/* A bit for each of 64 bytes that are all ones or all zeros. */
static inline uint64_t bits_neon(const uint8x16_t *bytes) {
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t weight = vld1q_u8(weights);
  /* Adding neighbours three times leaves eight bits of the mask in each byte. */
  const uint8x16_t sums = vpaddq_u8(
      vpaddq_u8(vandq_u8(bytes[0], weight), vandq_u8(bytes[1], weight)),
      vpaddq_u8(vandq_u8(bytes[2], weight), vandq_u8(bytes[3], weight)));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline uint64_t equal_mask_neon(const uint8_t *text, uint8_t byte) {
  uint8x16_t parts[4];
  for (int part = 0; part < 4; part++)
    parts[part] = vceqq_u8(vld1q_u8(text + part * 16), vdupq_n_u8(byte));
  return bits_neon(parts);
}

static inline uint64_t below_mask_neon(const uint8_t *text, uint8_t byte) {
  uint8x16_t parts[4];
  for (int part = 0; part < 4; part++)
    parts[part] = vcltq_u8(vld1q_u8(text + part * 16), vdupq_n_u8(byte));
  return bits_neon(parts);
}

#define NAME(x) x##_neon
#define TARGET
#define EQUAL_MASK equal_mask_neon
#define BELOW_MASK below_mask_neon
#define GATHER_BITS gather_bits
#include "kernel.h"
#endif

/* MARK: The choice */

typedef struct {
  const char *name;
  const uint8_t *(*find)(const uint8_t *, size_t, const uint8_t *, size_t);
  void (*mark_records)(const uint8_t *, size_t, size_t, const uint8_t *, size_t,
                       cardex_scan_state *, uint64_t *);
  size_t (*skip_records)(const uint8_t *, size_t, size_t);
  int (*record_holds)(const uint8_t *, size_t, size_t, size_t, const uint8_t *, size_t);
  size_t (*keep_records)(const uint8_t *, size_t, const uint8_t *, size_t, size_t, const uint8_t *,
                         size_t, const uint32_t *, size_t, uint32_t *);
  ptrdiff_t (*list_markup)(const uint8_t *, size_t, size_t, cardex_markup_state *, uint32_t *);
} kernel;

#define KERNEL(name, suffix) \
  {name,                 find##suffix,         mark_records##suffix, skip_records##suffix, \
   record_holds##suffix, keep_records##suffix, list_markup##suffix}

/* Best first. */
static const kernel kernels[] = {
#if defined(__x86_64__)
    KERNEL("AVX2", _avx2), KERNEL("SSE2", _sse2),
#elif defined(__aarch64__)
    KERNEL("NEON", _neon),
#endif
    KERNEL("C", _c)};

static int is_usable(const kernel *candidate) {
#if defined(__x86_64__)
  if (candidate == kernels) return cardex_has_avx2();
#endif
  (void)candidate;
  return 1;
}

/* Set on first use; two threads would write the same value. */
static const kernel *chosen;

int cardex_scan_choose(const char *name) {
  for (size_t index = 0; index < sizeof kernels / sizeof *kernels; index++) {
    if (is_usable(&kernels[index]) && (!name || strcmp(kernels[index].name, name) == 0)) {
      __atomic_store_n(&chosen, &kernels[index], __ATOMIC_RELAXED);
      return 1;
    }
  }
  return 0;
}

static inline const kernel *best(void) {
  const kernel *result = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (result) return result;
  cardex_scan_choose(NULL);
  return __atomic_load_n(&chosen, __ATOMIC_RELAXED);
}

const char *cardex_scan_name(void) { return best()->name; }

const uint8_t *cardex_find(const uint8_t *text, size_t length, const uint8_t *needle,
                           size_t needle_length) {
  return best()->find(text, length, needle, needle_length);
}

void cardex_mark_records(const uint8_t *text, size_t length, size_t readable,
                         const uint8_t *needle, size_t needle_length, cardex_scan_state *state,
                         uint64_t *marks) {
  best()->mark_records(text, length, readable, needle, needle_length, state, marks);
}

size_t cardex_skip_records(const uint8_t *text, size_t length, size_t count) {
  return best()->skip_records(text, length, count);
}

int cardex_record_holds(const uint8_t *text, size_t length, size_t readable, size_t skipped,
                        const uint8_t *needle, size_t needle_length) {
  return best()->record_holds(text, length, readable, skipped, needle, needle_length);
}

ptrdiff_t cardex_keep_records(const uint8_t *text, size_t length, const uint8_t *starts,
                              size_t start_width, size_t block_records, const uint8_t *needle,
                              size_t needle_length, const uint32_t *records, size_t count,
                              uint32_t *result) {
  return (ptrdiff_t)best()->keep_records(text, length, starts, start_width, block_records, needle,
                                         needle_length, records, count, result);
}

ptrdiff_t cardex_list_markup(const uint8_t *text, size_t length, size_t readable,
                             cardex_markup_state *state, uint32_t *offsets) {
  return best()->list_markup(text, length, readable, state, offsets);
}
