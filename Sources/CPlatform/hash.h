/* What xxhash.h includes, before it is compiled for one kind of processor. It can be included once in
   a file, so there is one for each kind. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of x86-64 only. */
uint64_t cardex_hash_avx2(const void *bytes, size_t size);
