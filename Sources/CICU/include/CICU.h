/* The part of ICU that Cardex uses, for Swift.
 *
 * ICU's own headers are not exposed: its functions are macros, which Swift cannot see, and
 * Foundation includes a copy of the headers that clashes with them. Every status is an ICU
 * UErrorCode; 0 and below is success. */
#ifndef CARDEX_CICU_H
#define CARDEX_CICU_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { cardex_icu_buffer_overflow = 15 };

/* ICU's name for a status. */
const char *cardex_icu_error_name(int32_t status);

/* The versions of ICU and of its Unicode data, four numbers each. */
void cardex_icu_versions(uint8_t versions[8]);

/* The version of ICU's headers, as people write it. */
const char *cardex_icu_compiled_version(void);

/* Normalization. The instances are singletons that are never freed. */

typedef struct cardex_normalizer cardex_normalizer;

const cardex_normalizer *cardex_nfc(int32_t *status);
const cardex_normalizer *cardex_nfkc(int32_t *status);
const cardex_normalizer *cardex_nfkc_casefold(int32_t *status);
const cardex_normalizer *cardex_nfd(int32_t *status);

/* Normalizes UTF-16 and returns the length of the result, even if it does not fit. */
int32_t cardex_normalize(const cardex_normalizer *normalizer, const uint16_t *source,
                         int32_t length, uint16_t *result, int32_t capacity, int32_t *status);

/* Folds the case of UTF-16 in full, such as ß to ss, and nothing else; returns the length of the
 * result, even if it does not fit. */
int32_t cardex_fold_case(const uint16_t *source, int32_t length, uint16_t *result,
                         int32_t capacity, int32_t *status);

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

/* Opens the order of a locale such as "sv" or "zh_TW"; "" and unknown locales get the root
 * collation, which is common to all languages. */
cardex_collator *cardex_collator_open(const char *locale, int32_t *status);

void cardex_collator_close(cardex_collator *collator);

/* Compares UTF-8: below 0, 0 or above 0. */
int32_t cardex_collate(const cardex_collator *collator, const char *first, int32_t first_length,
                       const char *second, int32_t second_length, int32_t *status);

/* Writes the sort key of UTF-16 text; returns its length including the final 0, even if it does not
 * fit. */
int32_t cardex_collation_key(const cardex_collator *collator, const uint16_t *text, int32_t length,
                             uint8_t *key, int32_t capacity);

/* Locales. Names are ICU's, such as "zh_TW@collation=stroke". */

/* The name of the locale for a BCP 47 tag; returns its length, or 0 if the tag is invalid. */
int32_t cardex_locale_of_tag(const char *tag, char *name, int32_t capacity);

/* The canonical form of a name; returns its length, or 0. */
int32_t cardex_locale_canonical(const char *identifier, char *name, int32_t capacity);

/* Whether ICU knows the language, and the script, region and variant exist. */
bool cardex_locale_is_known(const char *name);

/* The plural categories of the numbers from 0 to a limit in a language, or all categories if the
   limit is negative: a bit for each of zero, one, two, few, many and other; 0 if the language is
   unknown. */
uint32_t cardex_plural_categories(const char *name, int32_t limit);

/* The collation that a name asks for; returns its length, or 0 if the name asks for no
 * collation. */
int32_t cardex_locale_collation(const char *name, char *collation, int32_t capacity);

/* The collations that a locale has, the default one first. */
typedef struct cardex_collations cardex_collations;

cardex_collations *cardex_collations_open(const char *name);

void cardex_collations_close(cardex_collations *collations);

/* The next name, or NULL; valid until the next call. */
const char *cardex_collations_next(cardex_collations *collations);

/* Alphabetic indexes: the labels that names are filed under. */

typedef struct cardex_alphabet cardex_alphabet;

/* Opens the alphabet of a locale, which must be one that ICU knows. */
cardex_alphabet *cardex_alphabet_open(const char *locale, int32_t *status);

void cardex_alphabet_close(cardex_alphabet *alphabet);

/* Adds the labels of another locale. */
void cardex_alphabet_add(cardex_alphabet *alphabet, const char *locale, int32_t *status);

/* Whether the locale's collation places Han characters among the scripts, as a collation with an
 * order of its own for Han characters does. */
bool cardex_alphabet_orders_han(cardex_alphabet *alphabet);

/* The buckets of an alphabet with the labels added so far, in the order of the locale. They are
 * immutable and may be used from any thread. */
typedef struct cardex_buckets cardex_buckets;

cardex_buckets *cardex_buckets_open(cardex_alphabet *alphabet, int32_t *status);

void cardex_buckets_close(cardex_buckets *buckets);

int32_t cardex_bucket_count(const cardex_buckets *buckets);

/* The label of a bucket in UTF-16, valid as long as the buckets; NULL for a bucket of names before,
 * between or after the scripts that have labels. */
const uint16_t *cardex_bucket_label(const cardex_buckets *buckets, int32_t bucket,
                                    int32_t *length);

/* The bucket of a text in UTF-16, or -1 if memory runs out. */
int32_t cardex_bucket_of(const cardex_buckets *buckets, const uint16_t *text, int32_t length);

/* The four-letter code of a character's script, such as "Latn". */
const char *cardex_script(int32_t c);

/* Dates: days counted from 1970-01-01, in the locale's calendar. A Gregorian calendar is
 * proleptic. */

typedef struct cardex_date_format cardex_date_format;

enum cardex_date_style {
  cardex_date_pattern,
  cardex_date_short,
  /* The short style, but with a full year in place of a two-digit one, and vice versa. */
  cardex_date_short_other_year,
  cardex_date_medium,
  cardex_date_long
};

/* Opens a date format by the locale's style or by a pattern in UTF-16, such as "d. MMMM y", in UTC
 * or in the time zone of the environment. */
cardex_date_format *cardex_date_format_open(const char *locale, enum cardex_date_style style,
                                            const uint16_t *pattern, int32_t length, bool is_local,
                                            int32_t *status);

void cardex_date_format_close(cardex_date_format *format);

/* Writes a moment, in milliseconds since 1970 began in UTC, in UTF-16; returns the length, even if
 * it does not fit. */
int32_t cardex_date_format_moment(const cardex_date_format *format, double moment, uint16_t *text,
                                  int32_t capacity, int32_t *status);

/* Parses a text, the whole of which must be a date. Parsing is lenient: the text may differ from
 * the format, and days that do not exist are accepted (30 February is 2 March). */
bool cardex_date_format_parse(const cardex_date_format *format, const uint16_t *text,
                              int32_t length, int32_t *day);

/* Regular expressions over UTF-8. */

typedef struct cardex_regex cardex_regex;

/* Compiles an expression in UTF-16; if it is invalid, returns NULL and the position of the
 * error. */
cardex_regex *cardex_regex_open(const uint16_t *pattern, int32_t length, bool ignores_case,
                                int32_t *fault, int32_t *status);

void cardex_regex_close(cardex_regex *regex);

/* Calls a function after every 10,000 steps of the matching engine, with the number of such calls
 * for the current text; matching ends if the function returns `false`. */
void cardex_regex_count(cardex_regex *regex, bool (*step)(void *context, int32_t number),
                        void *context);

/* Sets the text to search, which must stay valid until the next one is set. */
void cardex_regex_set_text(cardex_regex *regex, const char *text, int64_t length, int32_t *status);

/* Finds the next match; its bounds count bytes. */
bool cardex_regex_find_next(cardex_regex *regex, int64_t *start, int64_t *end, int32_t *status);

/* The number of groups in parentheses in the expression. */
int32_t cardex_regex_group_count(const cardex_regex *regex);

/* The bounds of a group in the last match; group 0 is the whole match. Returns false if the group
 * takes no part in the match. */
bool cardex_regex_group(cardex_regex *regex, int32_t number, int64_t *start, int64_t *end);

#ifdef __cplusplus
}
#endif

#endif
