/* ICU's transliteration: text from one script in another. It stands apart from the rest of ICU since
 * only the tables that are made by it are part of the program, not its rules. Every status is one of
 * ICU's UErrorCode; 0 and below is success. */
#ifndef CARDEX_CTRANSLITERATION_H
#define CARDEX_CTRANSLITERATION_H

#include <stdint.h>

enum { cardex_transliteration_overflow = 15 };

typedef struct cardex_transliterator cardex_transliterator;

/* Opens what an identifier in UTF-16 names, such as "Han-Latin"; NULL if there is no such thing. */
cardex_transliterator *cardex_transliterator_open(const uint16_t *identifier, int32_t length,
                                                  int32_t *status);

void cardex_transliterator_close(cardex_transliterator *transliterator);

/* Transliterates UTF-16 in its place and returns the length of the result, also if that does not
 * fit; then the text is no longer what it was. */
int32_t cardex_transliterate(const cardex_transliterator *transliterator, uint16_t *text,
                             int32_t length, int32_t capacity, int32_t *status);

#endif
