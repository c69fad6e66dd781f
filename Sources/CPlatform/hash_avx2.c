#include "hash.h"

#if defined(__x86_64__)
#include <immintrin.h>

/* Allows inlining all of xxhash.h into the function below. */
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define XXH_INLINE_ALL
#define XXH_VECTOR 2 /* XXH_AVX2, which is declared too late */
#include <xxhash.h>

uint64_t cardex_hash_avx2(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }
#pragma clang attribute pop
#endif
