#include "AppleKeys.h"

/* From C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t keys[] = {
#embed "../../Data/apple-keys"
};

const uint8_t *cardex_apple_keys(void) { return keys; }
size_t cardex_apple_keys_size(void) { return sizeof keys; }
