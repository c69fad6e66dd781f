/* The headers that xxhash.h includes; they must be included before xxhash.h is compiled for one
   kind of processor. A file can include xxhash.h only once, so there is a file for each kind of
   processor. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* On x86-64 only. */
uint64_t cardex_hash_avx2(const void *bytes, size_t size);
