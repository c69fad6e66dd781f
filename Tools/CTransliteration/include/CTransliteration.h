/* ICU's transliteration: text from one script in another. It is separate from the rest of ICU,
 * since the program contains only tables made with it, not its rules. Every status is an ICU
 * UErrorCode; 0 and below is success. */
#ifndef CARDEX_TRANSLITERATION_H
#define CARDEX_TRANSLITERATION_H

#include <stdint.h>

enum { cardex_transliteration_overflow = 15 };

typedef struct cardex_transliterator cardex_transliterator;

/* Opens the transliterator with an identifier in UTF-16, such as "Han-Latin"; NULL if there is
 * none. */
cardex_transliterator *cardex_transliterator_open(const uint16_t *identifier, int32_t length,
                                                  int32_t *status);

void cardex_transliterator_close(cardex_transliterator *transliterator);

/* Transliterates UTF-16 in place and returns the length of the result, even if it does not fit; the
 * text is then overwritten. */
int32_t cardex_transliterate(const cardex_transliterator *transliterator, uint16_t *text,
                             int32_t length, int32_t capacity, int32_t *status);

#endif
