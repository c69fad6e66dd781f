/* The part of ICU that Cardex uses, for Swift.
 *
 * ICU's own headers are not shown: its functions are macros that Swift does not see, and Foundation
 * carries a copy of the headers that clashes with them. Every status is one of ICU's UErrorCode;
 * 0 and below is success. */
#ifndef CARDEX_CICU_H
#define CARDEX_CICU_H

#include <stdbool.h>
#include <stdint.h>

enum { cardex_icu_buffer_overflow = 15 };

/* ICU's name of a status. */
const char *cardex_icu_error_name(int32_t status);

/* The version of ICU and that of Unicode in it, four numbers each. */
void cardex_icu_versions(uint8_t versions[8]);

/* Normalization. The instances are singletons that are never freed. */

typedef struct cardex_normalizer cardex_normalizer;

const cardex_normalizer *cardex_nfc(int32_t *status);
const cardex_normalizer *cardex_nfkc(int32_t *status);
const cardex_normalizer *cardex_nfkc_casefold(int32_t *status);
const cardex_normalizer *cardex_nfd(int32_t *status);

/* Normalizes UTF-16 and returns the length of the result, also if that does not fit. */
int32_t cardex_normalize(const cardex_normalizer *normalizer, const uint16_t *source,
                         int32_t length, uint16_t *result, int32_t capacity, int32_t *status);

bool cardex_has_boundary_before(const cardex_normalizer *normalizer, int32_t c);

/* Character properties. */

uint8_t cardex_combining_class(int32_t c);

/* Whether the character is a letter, mark, number or connector punctuation. */
bool cardex_is_word_constituent(int32_t c);

/* Whether the character is a nonspacing or enclosing mark, or a format character. */
bool cardex_is_nonspacing(int32_t c);

/* Whether the character is wide or full-width (UAX #11). */
bool cardex_is_wide(int32_t c);

bool cardex_is_emoji_presentation(int32_t c);

/* Collation: the order of a language's dictionaries. */

typedef struct cardex_collator cardex_collator;

/* Opens the order of a locale such as "sv" or "zh_TW"; "" is the order of all languages alike. An
 * unknown locale gets that, too. */
cardex_collator *cardex_collator_open(const char *locale, int32_t *status);

void cardex_collator_close(cardex_collator *collator);

/* Compares UTF-8: below 0, 0 or above 0. */
int32_t cardex_collate(const cardex_collator *collator, const char *first, int32_t first_length,
                       const char *second, int32_t second_length, int32_t *status);

/* The bytes by which UTF-16 text is ordered; returns their number with the 0 at the end, also if they
 * do not fit. */
int32_t cardex_collation_key(const cardex_collator *collator, const uint16_t *text, int32_t length,
                             uint8_t *key, int32_t capacity);

/* Regular expressions over UTF-8. */

typedef struct cardex_regex cardex_regex;

/* Compiles an expression in UTF-16; NULL if it is none, then with the place of the fault. */
cardex_regex *cardex_regex_open(const uint16_t *pattern, int32_t length, bool ignores_case,
                                int32_t *fault, int32_t *status);

void cardex_regex_close(cardex_regex *regex);

/* Sets the text to search, which must stay where it is until the next one is set. */
void cardex_regex_set_text(cardex_regex *regex, const char *text, int64_t length, int32_t *status);

/* Finds the next match; its bounds count bytes. */
bool cardex_regex_find_next(cardex_regex *regex, int64_t *start, int64_t *end, int32_t *status);

/* Transliteration: text from one script in another. */

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
