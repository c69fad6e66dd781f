/* The part of ICU that Cardex uses, for Swift.
 *
 * ICU's own headers are not shown: its functions are macros that Swift does not see, and Foundation
 * carries a copy of the headers that clashes with them. Every status is one of ICU's UErrorCode;
 * 0 and below is success. */
#ifndef CARDEX_CICU_H
#define CARDEX_CICU_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* Locales. Names are ICU's, such as "zh_TW@collation=stroke". */

/* The name of the locale that a BCP 47 tag means; returns its length, or 0 if the tag is none. */
int32_t cardex_locale_of_tag(const char *tag, char *name, int32_t capacity);

/* The name with its parts in their usual form and without outdated ones; returns its length, or 0. */
int32_t cardex_locale_canonical(const char *identifier, char *name, int32_t capacity);

/* Whether ICU knows the language, and there are the script, the region and the variant. */
bool cardex_locale_is_known(const char *name);

/* The collation that a name asks for; returns its length, 0 if the name asks for none. */
int32_t cardex_locale_collation(const char *name, char *collation, int32_t capacity);

/* The collations that a locale has, the default one first. */
typedef struct cardex_collations cardex_collations;

cardex_collations *cardex_collations_open(const char *name);

void cardex_collations_close(cardex_collations *collations);

/* The next name, or NULL; it stays until the one after it is asked for. */
const char *cardex_collations_next(cardex_collations *collations);

/* Alphabetic indexes: the labels that names are filed under. */

typedef struct cardex_alphabet cardex_alphabet;

/* Opens the alphabet of a locale, which must be one that ICU knows. */
cardex_alphabet *cardex_alphabet_open(const char *locale, int32_t *status);

void cardex_alphabet_close(cardex_alphabet *alphabet);

/* Adds the labels of another locale. */
void cardex_alphabet_add(cardex_alphabet *alphabet, const char *locale, int32_t *status);

/* Whether the locale's collation says where Han characters stand among the scripts, which those do
 * that have an order of their own for them. */
bool cardex_alphabet_orders_han(cardex_alphabet *alphabet);

/* The buckets of an alphabet as it is now, in the order of the locale. They do not change and may be
 * used from any thread. */
typedef struct cardex_buckets cardex_buckets;

cardex_buckets *cardex_buckets_open(cardex_alphabet *alphabet, int32_t *status);

void cardex_buckets_close(cardex_buckets *buckets);

int32_t cardex_bucket_count(const cardex_buckets *buckets);

/* The label of a bucket in UTF-16, which stays as long as the buckets; NULL if the bucket is one for
 * what is before, between or behind the scripts that have labels. */
const uint16_t *cardex_bucket_label(const cardex_buckets *buckets, int32_t bucket,
                                    int32_t *length);

/* The bucket of a text in UTF-16, or -1 if there is no memory. */
int32_t cardex_bucket_of(const cardex_buckets *buckets, const uint16_t *text, int32_t length);

/* The four letters of a character's script, such as "Latn". */
const char *cardex_script(int32_t c);

/* Dates: days counted from 1970-01-01, in the Gregorian calendar without a change from the Julian one
 * where the locale uses that. */

typedef struct cardex_date_format cardex_date_format;

enum cardex_date_style {
  cardex_date_pattern,
  cardex_date_short,
  /* With all digits of the year where the short style has two, and the other way round. */
  cardex_date_short_other_year,
  cardex_date_medium,
  cardex_date_long
};

/* Opens the way in which a locale writes dates, or that of a pattern in UTF-16, such as "d. MMMM y". */
cardex_date_format *cardex_date_format_open(const char *locale, enum cardex_date_style style,
                                            const uint16_t *pattern, int32_t length,
                                            int32_t *status);

void cardex_date_format_close(cardex_date_format *format);

/* Writes a day in UTF-16; returns the length, also if that does not fit. */
int32_t cardex_date_format_day(const cardex_date_format *format, int32_t day, uint16_t *text,
                               int32_t capacity, int32_t *status);

/* Reads a text that is a day as a whole. It may be written in other ways than that of the format, and
 * name one that there is not: the 30th of February is the second of March. */
bool cardex_date_format_parse(const cardex_date_format *format, const uint16_t *text,
                              int32_t length, int32_t *day);

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

#ifdef __cplusplus
}
#endif

#endif
