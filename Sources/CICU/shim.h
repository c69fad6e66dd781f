/* ICU for Swift.
 *
 * ICU's functions are macros that add the library's version to the name, and Swift does not see
 * such macros: each function that is used has a static inline one here that calls it. */
#ifndef CARDEX_CICU_SHIM_H
#define CARDEX_CICU_SHIM_H

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>
#include <unicode/utypes.h>

/* Normalization. The instances are singletons that are never freed. */

static inline const UNormalizer2 *cardex_nfc(UErrorCode *status) {
  return unorm2_getNFCInstance(status);
}

static inline const UNormalizer2 *cardex_nfkc(UErrorCode *status) {
  return unorm2_getNFKCInstance(status);
}

static inline const UNormalizer2 *cardex_nfkc_casefold(UErrorCode *status) {
  return unorm2_getNFKCCasefoldInstance(status);
}

static inline const UNormalizer2 *cardex_nfd(UErrorCode *status) {
  return unorm2_getNFDInstance(status);
}

static inline int32_t cardex_normalize(const UNormalizer2 *normalizer, const UChar *source,
                                       int32_t length, UChar *result, int32_t capacity,
                                       UErrorCode *status) {
  return unorm2_normalize(normalizer, source, length, result, capacity, status);
}

static inline bool cardex_has_boundary_before(const UNormalizer2 *normalizer, UChar32 c) {
  return unorm2_hasBoundaryBefore(normalizer, c);
}

/* Character properties. */

static inline uint8_t cardex_combining_class(UChar32 c) { return u_getCombiningClass(c); }

static inline int8_t cardex_general_category(UChar32 c) { return u_charType(c); }

static inline int32_t cardex_east_asian_width(UChar32 c) {
  return u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
}

static inline bool cardex_is_emoji_presentation(UChar32 c) {
  return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
}

/* Regular expressions over UTF-8. */

static inline URegularExpression *cardex_regex_open(const UChar *pattern, int32_t length,
                                                    uint32_t flags, UParseError *error,
                                                    UErrorCode *status) {
  return uregex_open(pattern, length, flags, error, status);
}

static inline void cardex_regex_close(URegularExpression *regex) { uregex_close(regex); }

/* The time limit is in steps of the matching engine, of about a millisecond each. */
static inline void cardex_regex_limit(URegularExpression *regex, int32_t steps,
                                      UErrorCode *status) {
  uregex_setTimeLimit(regex, steps, status);
}

static inline void cardex_regex_set_text(URegularExpression *regex, UText *text,
                                         UErrorCode *status) {
  uregex_setUText(regex, text, status);
}

static inline bool cardex_regex_find_next(URegularExpression *regex, UErrorCode *status) {
  return uregex_findNext(regex, status);
}

static inline int64_t cardex_regex_start(URegularExpression *regex, UErrorCode *status) {
  return uregex_start64(regex, 0, status);
}

static inline int64_t cardex_regex_end(URegularExpression *regex, UErrorCode *status) {
  return uregex_end64(regex, 0, status);
}

static inline UText *cardex_text_open(UText *text, const char *bytes, int64_t length,
                                      UErrorCode *status) {
  return utext_openUTF8(text, bytes, length, status);
}

static inline void cardex_text_close(UText *text) { utext_close(text); }

static inline const char *cardex_error_name(UErrorCode status) { return u_errorName(status); }

#endif
