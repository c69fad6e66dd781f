#include "CTransliteration.h"

#include <unicode/utrans.h>

_Static_assert(cardex_transliteration_overflow == U_BUFFER_OVERFLOW_ERROR, "ICU's numbers are fixed");

cardex_transliterator *cardex_transliterator_open(const uint16_t *identifier, int32_t length,
                                                  int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  UTransliterator *transliterator = utrans_openU((const UChar *)identifier, length, UTRANS_FORWARD,
                                                 NULL, 0, NULL, &code);
  *status = code;
  return (cardex_transliterator *)transliterator;
}

void cardex_transliterator_close(cardex_transliterator *transliterator) {
  utrans_close((UTransliterator *)transliterator);
}

int32_t cardex_transliterate(const cardex_transliterator *transliterator, uint16_t *text,
                             int32_t length, int32_t capacity, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t limit = length;
  utrans_transUChars((const UTransliterator *)transliterator, (UChar *)text, &length, capacity, 0,
                     &limit, &code);
  *status = code;
  return length;
}
