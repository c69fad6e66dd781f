/* The table of keys that Apple's programs read. */
#ifndef CARDEX_APPLE_KEYS_H
#define CARDEX_APPLE_KEYS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The content of Data/apple-keys. */
const uint8_t *cardex_apple_keys(void);
size_t cardex_apple_keys_size(void);

#ifdef __cplusplus
}
#endif

#endif
