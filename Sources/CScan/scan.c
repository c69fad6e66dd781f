/* memmem is in every C library that matters, but declared only for those who ask. */
#define _GNU_SOURCE

#include "CScan.h"

#include <string.h>

const void *cardex_find(const void *text, size_t length, const void *needle,
                        size_t needle_length) {
  return memmem(text, length, needle, needle_length);
}
