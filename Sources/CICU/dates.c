#include "CICU.h"

#include <float.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>

/* Correct in UTC, where every day has the same length. */
static const double milliseconds_of_day = 86400000.0;

/* Turns "y" or "yyyy" into "yy", and "yy" into "y". */
static int32_t change_year(const UChar *pattern, int32_t length, UChar *result) {
  int32_t end = 0;
  for (int32_t i = 0; i < length;) {
    int32_t run = 1;
    while (i + run < length && pattern[i + run] == pattern[i]) run++;
    int32_t wanted = pattern[i] != 'y' ? run : run == 2 ? 1 : 2;
    for (int32_t j = 0; j < wanted; j++) result[end++] = pattern[i];
    i += run;
  }
  return end;
}

static void use_other_year(UDateFormat *format) {
  UChar pattern[256], changed[512];
  UErrorCode code = U_ZERO_ERROR;
  int32_t length = udat_toPattern(format, false, pattern, 256, &code);
  if (U_FAILURE(code) || length > 256) return;
  udat_applyPattern(format, false, changed, change_year(pattern, length, changed));
}

/* Replaces no-break spaces, which nobody types, by plain blanks. */
static void use_plain_blanks(UDateFormat *format) {
  UChar pattern[256];
  UErrorCode code = U_ZERO_ERROR;
  int32_t length = udat_toPattern(format, false, pattern, 256, &code);
  if (U_FAILURE(code) || length > 256) return;
  for (int32_t i = 0; i < length; i++) {
    if (pattern[i] == 0xA0 || pattern[i] == 0x202F) pattern[i] = ' ';
  }
  udat_applyPattern(format, false, pattern, length);
}

cardex_date_format *cardex_date_format_open(const char *locale, enum cardex_date_style style,
                                            const uint16_t *pattern, int32_t length, bool is_local,
                                            int32_t *status) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode code = U_ZERO_ERROR;
  UDateFormatStyle date = style == cardex_date_pattern  ? UDAT_PATTERN
                          : style == cardex_date_medium ? UDAT_MEDIUM
                          : style == cardex_date_long   ? UDAT_LONG
                                                        : UDAT_SHORT;
  UDateFormatStyle time = date == UDAT_PATTERN ? UDAT_PATTERN : UDAT_NONE;
  UDateFormat *format = udat_open(time, date, locale, is_local ? NULL : utc, is_local ? -1 : 3,
                                  (const UChar *)pattern, length, &code);
  if (U_SUCCESS(code)) {
    /* Make a Gregorian calendar proleptic, without skipped days. Other calendars ignore this. */
    UCalendar *calendar = ucal_clone(udat_getCalendar(format), &code);
    UErrorCode ignored = U_ZERO_ERROR;
    if (U_SUCCESS(code)) {
      ucal_setGregorianChange(calendar, -DBL_MAX, &ignored);
      udat_setCalendar(format, calendar);
      ucal_close(calendar);
    }
    use_plain_blanks(format);
    if (style == cardex_date_short_other_year) use_other_year(format);
  }
  *status = code;
  if (U_FAILURE(code) && format) {
    udat_close(format);
    format = NULL;
  }
  return (cardex_date_format *)format;
}

void cardex_date_format_close(cardex_date_format *format) { udat_close((UDateFormat *)format); }

int32_t cardex_date_format_moment(const cardex_date_format *format, double moment, uint16_t *text,
                                  int32_t capacity, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t length =
      udat_format((const UDateFormat *)format, moment, (UChar *)text, capacity, NULL, &code);
  *status = code;
  return length;
}

bool cardex_date_format_parse(const cardex_date_format *format, const uint16_t *text,
                              int32_t length, int32_t *day) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t position = 0;
  UDate date =
      udat_parse((const UDateFormat *)format, (const UChar *)text, length, &position, &code);
  double days = date / milliseconds_of_day;
  if (U_FAILURE(code) || position != length || !(days > -1e8 && days < 1e8)) return false;
  *day = (int32_t)days;
  return *day == days;
}
