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

#define NAME(x) x##_c
#define TARGET
#define EQUAL_MASK equal_mask_c
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

#define NAME(x) x##_sse2
#define TARGET
#define EQUAL_MASK equal_mask_sse2
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

#define NAME(x) x##_avx2
#define TARGET AVX2
#define EQUAL_MASK equal_mask_avx2
#define GATHER_BITS _pext_u64
#include "kernel.h"
#endif

/* MARK: ARM */

#if defined(__aarch64__)
#include <arm_neon.h>

static inline uint64_t equal_mask_neon(const uint8_t *text, uint8_t byte) {
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t weight = vld1q_u8(weights), wanted = vdupq_n_u8(byte);
  uint8x16_t parts[4];
  for (int part = 0; part < 4; part++)
    parts[part] = vandq_u8(vceqq_u8(vld1q_u8(text + part * 16), wanted), weight);
  /* Adding neighbours three times leaves eight bits of the mask in each byte. */
  const uint8x16_t sums =
      vpaddq_u8(vpaddq_u8(parts[0], parts[1]), vpaddq_u8(parts[2], parts[3]));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

#define NAME(x) x##_neon
#define TARGET
#define EQUAL_MASK equal_mask_neon
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
} kernel;

#define KERNEL(name, suffix) \
  {name,                 find##suffix,         mark_records##suffix, \
   skip_records##suffix, record_holds##suffix, keep_records##suffix}

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
