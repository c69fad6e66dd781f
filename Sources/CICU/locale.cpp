/* Names of locales. */
#include "CICU.h"

#include <cstring>
#include <unicode/locid.h>
#include <unicode/ucol.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/uchar.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>

/* Copies a name with its 0, or returns 0 if it does not fit. */
static int32_t copy(const char *name, char *result, int32_t capacity) {
  size_t length = strlen(name);
  if (length >= static_cast<size_t>(capacity)) return 0;
  memcpy(result, name, length + 1);
  return static_cast<int32_t>(length);
}

int32_t cardex_locale_of_tag(const char *tag, char *name, int32_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t length = uloc_forLanguageTag(tag, name, capacity, &parsed, &code);
  bool is_whole = static_cast<size_t>(parsed) == strlen(tag);
  return U_SUCCESS(code) && code != U_STRING_NOT_TERMINATED_WARNING && is_whole ? length : 0;
}

int32_t cardex_locale_canonical(const char *identifier, char *name, int32_t capacity) {
  const icu::Locale locale = icu::Locale::createCanonical(identifier);
  return locale.isBogus() ? 0 : copy(locale.getName(), name, capacity);
}

static bool is_available(const icu::Locale &locale) {
  const char *language = locale.getLanguage();
  const size_t length = strlen(language);
  for (int32_t i = uloc_countAvailable() - 1; i >= 0; i--) {
    const char *other = uloc_getAvailable(i);
    if (strncmp(other, language, length) != 0 || (other[length] && other[length] != '_')) continue;
    if (!*locale.getVariant() || strcmp(icu::Locale(other).getVariant(), locale.getVariant()) == 0)
      return true;
  }
  return false;
}

bool cardex_locale_is_known(const char *name) {
  const icu::Locale locale(name);
  const char *country = locale.getCountry();
  bool is_region = !*country || strspn(country, "0123456789") == 3 || *locale.getISO3Country();
  bool is_script = !*locale.getScript() ||
                   u_getPropertyValueEnum(UCHAR_SCRIPT, locale.getScript()) != UCHAR_INVALID_CODE;
  return !locale.isBogus() && *locale.getLanguage() && is_region && is_script &&
         is_available(locale);
}

/* The bit of a category. */
static uint32_t category_bit(const UChar *category) {
  static const char *const names[] = {"zero", "one", "two", "few", "many", "other"};
  char name[16];
  if (u_strlen(category) >= static_cast<int32_t>(sizeof name)) return 0;
  u_UCharsToChars(category, name, u_strlen(category) + 1);
  for (int i = 0; i < 6; i++) {
    if (strcmp(name, names[i]) == 0) return 1u << i;
  }
  return 0;
}

uint32_t cardex_plural_categories(const char *name, int32_t limit) {
  const icu::Locale locale = icu::Locale::createCanonical(name);
  if (locale.isBogus() || !is_available(locale)) return 0;
  UErrorCode code = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale.getName(), &code);
  uint32_t result = 0;
  if (limit < 0 && U_SUCCESS(code)) {
    UEnumeration *all = uplrules_getKeywords(rules, &code);
    while (const UChar *category = uenum_unext(all, nullptr, &code)) {
      result |= category_bit(category);
    }
    uenum_close(all);
  }
  for (int32_t number = 0; number <= limit && U_SUCCESS(code); number++) {
    UChar category[16];
    uplrules_select(rules, number, category, 16, &code);
    result |= category_bit(category);
  }
  uplrules_close(rules);
  return U_SUCCESS(code) ? result : 0;
}

int32_t cardex_locale_collation(const char *name, char *collation, int32_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t length = uloc_getKeywordValue(name, "collation", collation, capacity, &code);
  return U_SUCCESS(code) && code != U_STRING_NOT_TERMINATED_WARNING ? length : 0;
}

cardex_collations *cardex_collations_open(const char *name) {
  UErrorCode code = U_ZERO_ERROR;
  UEnumeration *names = ucol_getKeywordValuesForLocale("collation", name, false, &code);
  return reinterpret_cast<cardex_collations *>(names);
}

void cardex_collations_close(cardex_collations *collations) {
  uenum_close(reinterpret_cast<UEnumeration *>(collations));
}

const char *cardex_collations_next(cardex_collations *collations) {
  UErrorCode code = U_ZERO_ERROR;
  return uenum_next(reinterpret_cast<UEnumeration *>(collations), nullptr, &code);
}
