#include "CICU.h"

#include <stdlib.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>
#include <unicode/utext.h>

_Static_assert(cardex_icu_buffer_overflow == U_BUFFER_OVERFLOW_ERROR, "ICU's numbers are fixed");

const char *cardex_icu_error_name(int32_t status) { return u_errorName((UErrorCode)status); }

void cardex_icu_versions(uint8_t versions[8]) {
  u_getVersion(versions);
  u_getUnicodeVersion(versions + 4);
}

const char *cardex_icu_compiled_version(void) { return U_ICU_VERSION; }

/* Collation */

cardex_collator *cardex_collator_open(const char *locale, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &code);
  *status = code;
  return (cardex_collator *)collator;
}

void cardex_collator_close(cardex_collator *collator) { ucol_close((UCollator *)collator); }

int32_t cardex_collate(const cardex_collator *collator, const char *first, int32_t first_length,
                       const char *second, int32_t second_length, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t order = ucol_strcollUTF8((const UCollator *)collator, first, first_length, second,
                                   second_length, &code);
  *status = code;
  return order;
}

int32_t cardex_collation_key(const cardex_collator *collator, const uint16_t *text, int32_t length,
                             uint8_t *key, int32_t capacity) {
  return ucol_getSortKey((const UCollator *)collator, (const UChar *)text, length, key, capacity);
}

/* Normalization */

#define SINGLETON(name, instance)                                \
  const cardex_normalizer *name(int32_t *status) {               \
    UErrorCode code = U_ZERO_ERROR;                              \
    const UNormalizer2 *normalizer = instance(&code);            \
    *status = code;                                              \
    return (const cardex_normalizer *)normalizer;                \
  }

SINGLETON(cardex_nfc, unorm2_getNFCInstance)
SINGLETON(cardex_nfkc, unorm2_getNFKCInstance)
SINGLETON(cardex_nfkc_casefold, unorm2_getNFKCCasefoldInstance)
SINGLETON(cardex_nfd, unorm2_getNFDInstance)

int32_t cardex_normalize(const cardex_normalizer *normalizer, const uint16_t *source,
                         int32_t length, uint16_t *result, int32_t capacity, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t needed = unorm2_normalize((const UNormalizer2 *)normalizer, (const UChar *)source,
                                    length, (UChar *)result, capacity, &code);
  *status = code;
  return needed;
}

int32_t cardex_fold_case(const uint16_t *source, int32_t length, uint16_t *result,
                         int32_t capacity, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t needed = u_strFoldCase((UChar *)result, capacity, (const UChar *)source, length,
                                 U_FOLD_CASE_DEFAULT, &code);
  *status = code;
  return needed;
}

bool cardex_has_boundary_before(const cardex_normalizer *normalizer, int32_t c) {
  return unorm2_hasBoundaryBefore((const UNormalizer2 *)normalizer, c);
}

/* Character properties */

uint8_t cardex_combining_class(int32_t c) { return u_getCombiningClass(c); }

bool cardex_is_word_constituent(int32_t c) {
  return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_PC_MASK)) != 0;
}

bool cardex_is_nonspacing(int32_t c) {
  return (U_GET_GC_MASK(c) & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK)) != 0;
}

bool cardex_is_wide(int32_t c) {
  int32_t width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

bool cardex_is_emoji_presentation(int32_t c) {
  return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
}

/* Regular expressions */

struct cardex_regex {
  URegularExpression *expression;
  bool (*step)(void *context, int32_t number);
  void *context;
  UText text;
};

/* How many units of 10,000 steps the matching engine may take for a text before it gives up. */
enum { time_limit = 4000 };

cardex_regex *cardex_regex_open(const uint16_t *pattern, int32_t length, bool ignores_case,
                                int32_t *fault, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  UParseError place = {0};
  URegularExpression *expression = uregex_open((const UChar *)pattern, length,
                                               ignores_case ? UREGEX_CASE_INSENSITIVE : 0, &place,
                                               &code);
  cardex_regex *regex = NULL;
  if (U_SUCCESS(code)) {
    uregex_setTimeLimit(expression, time_limit, &code);
    regex = malloc(sizeof *regex);
  }
  *fault = place.offset;
  *status = code;
  if (!regex) {
    uregex_close(expression);
    return NULL;
  }
  UText empty = UTEXT_INITIALIZER;
  regex->expression = expression;
  regex->text = empty;
  regex->step = NULL;
  return regex;
}

static UBool U_CALLCONV count_step(const void *context, int32_t number) {
  const cardex_regex *regex = context;
  return regex->step(regex->context, number);
}

void cardex_regex_count(cardex_regex *regex, bool (*step)(void *context, int32_t number),
                        void *context) {
  UErrorCode code = U_ZERO_ERROR;
  regex->step = step;
  regex->context = context;
  uregex_setMatchCallback(regex->expression, count_step, regex, &code);
}

void cardex_regex_close(cardex_regex *regex) {
  utext_close(&regex->text);
  uregex_close(regex->expression);
  free(regex);
}

void cardex_regex_set_text(cardex_regex *regex, const char *text, int64_t length,
                           int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  utext_openUTF8(&regex->text, text, length, &code);
  uregex_setUText(regex->expression, &regex->text, &code);
  *status = code;
}

bool cardex_regex_find_next(cardex_regex *regex, int64_t *start, int64_t *end, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  bool found = uregex_findNext(regex->expression, &code);
  if (found) {
    *start = uregex_start64(regex->expression, 0, &code);
    *end = uregex_end64(regex->expression, 0, &code);
  }
  *status = code;
  return found && U_SUCCESS(code);
}

int32_t cardex_regex_group_count(const cardex_regex *regex) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t count = uregex_groupCount(regex->expression, &code);
  return U_SUCCESS(code) ? count : 0;
}

bool cardex_regex_group(cardex_regex *regex, int32_t number, int64_t *start, int64_t *end) {
  UErrorCode code = U_ZERO_ERROR;
  *start = uregex_start64(regex->expression, number, &code);
  *end = uregex_end64(regex->expression, number, &code);
  return U_SUCCESS(code) && *start >= 0;
}
