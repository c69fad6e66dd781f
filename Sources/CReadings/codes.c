#include "CReadings.h"

size_t cardex_set_codes(const uint8_t *text, size_t length, uint16_t code, uint16_t *codes) {
  size_t i = 0;
  for (; i + 3 <= length && (text[i] & 0xF0) == 0xE0; i += 3) {
    const uint32_t scalar =
        (uint32_t)(text[i] & 0x0F) << 12 | (uint32_t)(text[i + 1] & 0x3F) << 6 | (text[i + 2] & 0x3F);
    if (scalar - 0x3400 < 0x6C00) codes[scalar - 0x3400] = code;
  }
  return i;
}
