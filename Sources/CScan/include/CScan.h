/* Finding bytes in memory. */
#ifndef CARDEX_CSCAN_H
#define CARDEX_CSCAN_H

#include <stddef.h>

/* The first occurrence of the needle in the text, or NULL. As fast as the C library's memmem,
   which is O(n) in the text's length in glibc. */
const void *cardex_find(const void *text, size_t length, const void *needle, size_t needle_length);

#endif
