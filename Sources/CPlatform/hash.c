#include "hash.h"

#include "CPlatform.h"

/* SSE2 on x86-64, NEON on 64-bit ARM. */
#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t hash_any(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }

typedef uint64_t hash_function(const void *, size_t);

/* Set on first use; two threads would write the same value. */
static hash_function *chosen;

void cardex_hash_choose(int is_plain) {
  hash_function *hash = hash_any;
#if defined(__x86_64__)
  if (!is_plain && cardex_has_avx2()) hash = cardex_hash_avx2;
#else
  (void)is_plain;
#endif
  __atomic_store_n(&chosen, hash, __ATOMIC_RELAXED);
}

uint64_t cardex_hash(const void *bytes, size_t size) {
  hash_function *hash = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (!hash) {
    cardex_hash_choose(0);
    hash = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  }
  return hash(bytes, size);
}

uint64_t cardex_keyed_hash(const void *bytes, size_t size, const void *key) {
  return XXH3_64bits_withSecret(bytes, size, key, CARDEX_HASH_KEY_SIZE);
}
