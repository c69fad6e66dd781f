#include "Readings.h"

/* From C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t han_latin[] = {
#embed "../../Data/han-latin"
};

static const uint8_t han_variants[] = {
#embed "../../Data/han-variants"
};

static const uint8_t corrections[] = {
#embed "../../Data/readings"
};

static _Alignas(8) const uint8_t table[] = {
#embed "../../Data/reading-table"
};

const uint8_t *cardex_han_latin(void) { return han_latin; }
size_t cardex_han_latin_size(void) { return sizeof han_latin; }
const uint8_t *cardex_han_variants(void) { return han_variants; }
size_t cardex_han_variants_size(void) { return sizeof han_variants; }
const uint8_t *cardex_reading_corrections(void) { return corrections; }
size_t cardex_reading_corrections_size(void) { return sizeof corrections; }
const void *cardex_reading_table(void) { return table; }
size_t cardex_reading_table_size(void) { return sizeof table; }

size_t cardex_set_codes(const uint8_t *text, size_t length, uint16_t code, uint16_t *codes) {
  size_t i = 0;
  for (; i + 3 <= length && (text[i] & 0xF0) == 0xE0; i += 3) {
    const uint32_t scalar =
        (uint32_t)(text[i] & 0x0F) << 12 | (uint32_t)(text[i + 1] & 0x3F) << 6 | (text[i + 2] & 0x3F);
    if (scalar - 0x3400 < 0x6C00) codes[scalar - 0x3400] = code;
  }
  return i;
}
