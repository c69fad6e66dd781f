/* icu-answers [--all] [--text]: prints digests of what ICU answers to each kind of question that Cardex
 * asks, through CICU and, for encodings, as libxml2 asks. With the same data it prints the same.
 *
 * With --all, dates in other calendars and digits are asked for in all forms and locales, not only the
 * long form in each language, and the names of all time zones in each language, not of some. With
 * --text, answers are printed before their digest. */
#include "../../Sources/CICU/include/CICU.h"

#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <unicode/locid.h>
#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unistr.h>
#include <unicode/unumsys.h>
#include <vector>

using icu::UnicodeString;
using std::string;

static bool asks_all, prints_text;

/* The answers to one kind of question about one thing. */
class Answers {
 public:
  Answers(const char *kind, const string &about) : kind(kind), about(about) {}
  ~Answers() { printf("%s %s %016llx\n", kind, about.c_str(), digest); }

  void add(const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
      digest = (digest ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211u;
    }
    digest = (digest ^ 0x100) * 1099511628211u;
  }
  void add(long long number) {
    add(&number, sizeof number);
    if (prints_text) printf("  %lld\n", number);
  }
  /* Warnings are successes, of which Cardex asks no more. */
  void add_status(int32_t status) { add(status > 0 ? status : 0LL); }
  void add(const string &text) {
    add(text.data(), text.size());
    if (prints_text) printf("  %s\n", text.c_str());
  }
  void add_text(const uint16_t *text, int32_t length) {
    string utf8;
    add(UnicodeString(reinterpret_cast<const char16_t *>(text), length).toUTF8String(utf8));
  }

 private:
  const char *kind;
  const string about;
  unsigned long long digest = 14695981039346656037u;
};

static const uint16_t *units(const UnicodeString &text) {
  return reinterpret_cast<const uint16_t *>(text.getBuffer());
}

static const std::vector<UnicodeString> &samples() {
  static const char *const texts[] = {
      "", "Anna", "émile", "Émile Zola", "ÅNGSTRÖM", "Øre", "straße", "STRASSE", "llama", "chico", "ñandú",
      "dž", "Ďáblice", "Žižka", "İstanbul", "ıssız", "ß", "ﬁn", "½", "10", "9", "co-op", "coop", "O'Neil",
      "Ωμέγα", "ἀρχή", "Щука", "Ёлка", "Ґанок", "ՀԱՅ", "ქართული", "שלום", "مرحبا", "پارسی", "ٹاٹا", "नमस्ते",
      "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ภาษาไทย", "ພາສາລາວ", "ខ្មែរ",
      "မြန်မာ", "བོད", "አማርኛ", "한국어", "ㄱ", "がぎぐ", "カタカナ", "ｶﾀｶﾅ", "汉语", "漢語", "马", "馬", "一", "龠", "𠀀", "🚗", "👩‍👩‍👧",
      "\u0301", "e\u0301", "a\u0323\u0302", "ﷺ", "Ⅷ", "①", "ᏣᎳᎩ", "ᠮᠣᠩᠭᠣᠯ", "ⵣ", "𞤀", "߀", "ꦗꦮ"};
  static std::vector<UnicodeString> result;
  if (result.empty()) {
    for (const char *text : texts) result.push_back(UnicodeString::fromUTF8(text));
  }
  return result;
}

/* Locales */

static std::set<string> locales() {
  std::set<string> result = {"", "xx", "xx_YY", "zh@collation=none"};
  for (int32_t i = uloc_countAvailable() - 1; i >= 0; i--) result.insert(uloc_getAvailable(i));
  for (int32_t i = ucol_countAvailable() - 1; i >= 0; i--) result.insert(ucol_getAvailable(i));
  return result;
}

static void ask_names(const string &locale) {
  Answers answers("name", locale);
  char name[200];
  UErrorCode code = U_ZERO_ERROR;
  const string tag = icu::Locale(locale.c_str()).toLanguageTag<string>(code);
  answers.add(string(name, cardex_locale_of_tag(tag.c_str(), name, sizeof name)));
  answers.add(string(name, cardex_locale_canonical(locale.c_str(), name, 200)));
  answers.add(cardex_locale_is_known(locale.c_str()));
  answers.add(cardex_plural_categories(locale.c_str(), -1));
  answers.add(cardex_plural_categories(locale.c_str(), 120));
}

static std::vector<string> collations(const string &locale) {
  std::vector<string> result;
  cardex_collations *all = cardex_collations_open(locale.c_str());
  while (const char *name = cardex_collations_next(all)) result.push_back(name);
  cardex_collations_close(all);
  return result;
}

static void ask_order(const string &locale) {
  Answers answers("order", locale);
  int32_t status;
  cardex_collator *collator = cardex_collator_open(locale.c_str(), &status);
  answers.add_status(status);
  if (!collator) return;
  for (const UnicodeString &text : samples()) {
    uint8_t key[1000];
    answers.add(key, cardex_collation_key(collator, units(text), text.length(), key, sizeof key));
    string first, second = "Mitte";
    text.toUTF8String(first);
    answers.add(cardex_collate(collator, first.data(), first.size(), second.data(), second.size(), &status));
  }
  cardex_collator_close(collator);
}

static void ask_letters(const string &locale) {
  Answers answers("letters", locale);
  int32_t status;
  cardex_alphabet *alphabet = cardex_alphabet_open(locale.c_str(), &status);
  answers.add_status(status);
  if (!alphabet) return;
  answers.add(cardex_alphabet_orders_han(alphabet));
  for (bool with_english : {false, true}) {
    if (with_english) cardex_alphabet_add(alphabet, "en", &status);
    cardex_buckets *buckets = cardex_buckets_open(alphabet, &status);
    answers.add_status(status);
    if (!buckets) continue;
    for (int32_t i = 0; i < cardex_bucket_count(buckets); i++) {
      int32_t length;
      const uint16_t *label = cardex_bucket_label(buckets, i, &length);
      if (label) answers.add_text(label, length);
    }
    for (const UnicodeString &text : samples()) {
      answers.add(cardex_bucket_of(buckets, units(text), text.length()));
    }
    cardex_buckets_close(buckets);
  }
  cardex_alphabet_close(alphabet);
}

/* Dates */

static void ask_date(Answers &answers, const string &locale, cardex_date_style style, const char *pattern,
                     bool is_local) {
  int32_t status;
  const UnicodeString wanted = UnicodeString::fromUTF8(pattern);
  cardex_date_format *format =
      cardex_date_format_open(locale.c_str(), style, units(wanted), wanted.length(), is_local, &status);
  answers.add_status(status);
  if (!format) return;
  for (double moment : {0., 1e12, 1720000000e3, -3e12, -5e13, 1706500000e3}) {
    uint16_t text[2000];
    int32_t length = cardex_date_format_moment(format, moment, text, 2000, &status), day = 0;
    if (status > 0) length = 0;
    answers.add_text(text, length);
    answers.add(cardex_date_format_parse(format, text, length, &day) ? day : -1e9);
  }
  cardex_date_format_close(format);
}

static void ask_dates(const string &locale, bool asks_patterns) {
  Answers answers("dates", locale);
  for (int style = cardex_date_long; style >= cardex_date_short; style--) {
    ask_date(answers, locale, static_cast<cardex_date_style>(style), "", false);
    if (!asks_patterns) return;
  }
  for (const char *pattern :
       {"d. MMMM y", "GGGGG GGGG y", "yy YYYY u U r", "QQQQ Q qqqq q", "M MMM MMMM MMMMM L LLL LLLL LLLLL",
        "w W d D F g", "E EEEE EEEEE EEEEEE e eee cccc c", "a aaaa aaaaa b bbbb B BBBB h H K k m s SSS A",
        "Z ZZZZ ZZZZZ X XXX x xxx O OOOO", "d MMM", "''q'"}) {
    ask_date(answers, locale, cardex_date_pattern, pattern, false);
  }
}

static void ask_zones(const string &locale) {
  Answers answers("zones", locale);
  UErrorCode code = U_ZERO_ERROR;
  static const char *const some[] = {"Europe/Paris", "America/New_York", "Asia/Kolkata", "Asia/Shanghai",
                                     "Etc/GMT+5"};
  std::vector<string> zones(some, some + 5);
  if (asks_all && locale.find_first_of("_@") == string::npos) {
    UEnumeration *all = ucal_openTimeZones(&code);
    while (const char *zone = uenum_next(all, nullptr, &code)) zones.push_back(zone);
    uenum_close(all);
  }
  for (const string &zone : zones) {
    UnicodeString name = UnicodeString::fromUTF8(zone);
    ucal_setDefaultTimeZone(name.getTerminatedBuffer(), &code);
    // Opening this calendar is what most of the time is for, so all is in one pattern.
    ask_date(answers, locale, cardex_date_pattern, "z, zzzz, v, vvvv, V, VV, VVV, VVVV, O, ZZZZ", true);
  }
}

static std::vector<string> values(const char *keyword) {
  std::vector<string> result;
  UErrorCode code = U_ZERO_ERROR;
  UEnumeration *all = strcmp(keyword, "calendar") == 0
                          ? ucal_getKeywordValuesForLocale(keyword, "", false, &code)
                          : unumsys_openAvailableNames(&code);
  while (const char *value = uenum_next(all, nullptr, &code)) result.push_back(value);
  uenum_close(all);
  return result;
}

/* Characters and text */

static void ask_characters() {
  Answers properties("characters", "properties");
  for (int32_t c = 0; c <= 0x10FFFF; c++) {
    const uint8_t all[] = {cardex_combining_class(c), cardex_is_word_constituent(c), cardex_is_nonspacing(c),
                           cardex_is_wide(c), cardex_is_emoji_presentation(c)};
    properties.add(all, sizeof all);
    properties.add(cardex_script(c), 4);
  }
  int32_t status;
  const cardex_normalizer *normalizers[] = {cardex_nfc(&status), cardex_nfkc(&status),
                                            cardex_nfkc_casefold(&status), cardex_nfd(&status), nullptr};
  for (const cardex_normalizer *normalizer : normalizers) {
    Answers mapped("characters", normalizer ? "normalized" : "folded");
    for (int32_t c = 0; c <= 0x10FFFF; c++) {
      const UnicodeString text = UnicodeString(static_cast<UChar32>(c)).append(u'e').append(u'\u0301');
      uint16_t result[100];
      int32_t length = normalizer
                           ? cardex_normalize(normalizer, units(text), text.length(), result, 100, &status)
                           : cardex_fold_case(units(text), text.length(), result, 100, &status);
      mapped.add(result, sizeof(uint16_t) * static_cast<size_t>(length));
      if (normalizer) mapped.add(cardex_has_boundary_before(normalizer, c) ? "1" : "0", 1);
    }
  }
}

/* Regular expressions */

static void ask_expression(Answers &answers, const string &pattern, bool ignores_case,
                           const string &text) {
  int32_t fault, status;
  const UnicodeString wanted = UnicodeString::fromUTF8(pattern);
  cardex_regex *regex = cardex_regex_open(units(wanted), wanted.length(), ignores_case, &fault, &status);
  answers.add_status(status);
  if (!regex) return answers.add(fault);
  cardex_regex_set_text(regex, text.data(), static_cast<int64_t>(text.size()), &status);
  int64_t start, end;
  unsigned long long matches = 0;
  while (cardex_regex_find_next(regex, &start, &end, &status)) matches = matches * 31 + start * 7 + end + 1;
  answers.add(static_cast<long long>(matches));
  cardex_regex_close(regex);
}

static void ask_expressions() {
  string all;
  for (const UnicodeString &text : samples()) text.toUTF8String(all) += ' ';
  all +=
      "ประเทศไทยเป็นประเทศที่ตั้งอยู่ในทวีปเอเชีย ປະເທດລາວເປັນປະເທດໃນອາຊີຕາເວັນອອກສຽງໃຕ້ "
      "ព្រះរាជាណាចក្រកម្ពុជាជាប្រទេសមួយនៅអាស៊ី မြန်မာနိုင်ငံသည်အရှေ့တောင်အာရှတွင်ရှိသည် "
      "中华人民共和国位于亚洲东部，是世界上人口最多的国家。東京特許許可局は日本の首都にあります。"
      "コンピューターとインターネット 대한민국의 수도는 서울이다. can't 3.14 U.S.A. e.g. 🇩🇪🇫🇷 👨‍👩‍👧‍👦 ";
  {
    Answers answers("expressions", "boundaries");
    for (const char *pattern : {"\\X", "\\b", "(?w)\\b", "(?w)\\b\\w+\\b", "\\R", "\\w+", "\\h", "(?x) \\B . ",
                                "[[:Han:]&&[^一]]", "[\\p{L}--[a-z]]", "(?<a>.)\\k<a>", "(", "\\N{NO SUCH NAME}"}) {
      ask_expression(answers, pattern, false, all);
      ask_expression(answers, pattern, true, all);
    }
  }
  {
    Answers answers("expressions", "properties");
    std::vector<UProperty> properties;
    for (int p = UCHAR_BINARY_START; p < UCHAR_BINARY_LIMIT; p++) properties.push_back(UProperty(p));
    for (int p = UCHAR_INT_START; p < UCHAR_INT_LIMIT; p++) properties.push_back(UProperty(p));
    properties.push_back(UCHAR_GENERAL_CATEGORY_MASK);
    properties.push_back(UCHAR_SCRIPT_EXTENSIONS);
    for (UProperty property : properties) {
      const char *name = u_getPropertyName(property, U_LONG_PROPERTY_NAME);
      if (!name) continue;
      if (property < UCHAR_BINARY_LIMIT) ask_expression(answers, string("\\p{") + name + "}", false, all);
      for (int32_t value = 0; value < 400; value++) {
        const UProperty of = property == UCHAR_SCRIPT_EXTENSIONS ? UCHAR_SCRIPT : property;
        const char *text = u_getPropertyValueName(of, value, U_LONG_PROPERTY_NAME);
        if (text) ask_expression(answers, string("\\p{") + name + "=" + text + "}", false, all);
      }
    }
    for (const char *other : {"Age=5.0", "Numeric_Value=2", "Name=LATIN SMALL LETTER A", "na1=SPACE",
                              "Emoji_Keycap_Sequence", "RGI_Emoji", "Block=Thai", "isLatin", "InGreek", "javaLetter",
                              "Uppercase", "any", "assigned", "ascii", "nonsense"}) {
      ask_expression(answers, string("\\p{") + other + "}", false, all);
    }
  }
  Answers answers("expressions", "names");
  for (int32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 3 : 61) {
    for (UCharNameChoice choice : {U_UNICODE_CHAR_NAME, U_CHAR_NAME_ALIAS}) {
      UErrorCode code = U_ZERO_ERROR;
      char name[200];
      if (u_charName(c, choice, name, sizeof name, &code) > 0)
        ask_expression(answers, string("\\N{") + name + "}", false, all);
    }
  }
}

/* Encodings */

static void ask_encoding(const char *name) {
  Answers answers("encoding", name);
  UErrorCode code = U_ZERO_ERROR;
  for (int32_t i = ucnv_countAliases(name, &code) - 1; i >= 0; i--) {
    const char *alias = ucnv_getAlias(name, static_cast<uint16_t>(i), &code);
    answers.add(alias);
    UConverter *converter = ucnv_open(alias, &code);
    answers.add_status(code);
    ucnv_close(converter);
  }
  UConverter *converter = ucnv_open(name, &code);
  if (U_FAILURE(code)) return answers.add_status(code);
  // All characters of the plane that encodings have characters in, and some others.
  for (int32_t c = 0; c < 0x30000; c += c < 0x10000 ? 1 : 7) {
    if (U_IS_SURROGATE(c)) continue;
    const UnicodeString text(static_cast<UChar32>(c));
    char bytes[100];
    char16_t back[100];
    code = U_ZERO_ERROR;
    int32_t length = ucnv_fromUChars(converter, bytes, 100, text.getBuffer(), text.length(), &code);
    answers.add(bytes, static_cast<size_t>(length));
    length = ucnv_toUChars(converter, back, 100, bytes, length, &code);
    answers.add(back, sizeof(char16_t) * static_cast<size_t>(length));
  }
  // What bytes mean that no character becomes.
  for (int32_t pair = 0; pair < 0x10000; pair++) {
    const char bytes[] = {static_cast<char>(pair >> 8), static_cast<char>(pair), '\x30', '\x81'};
    char16_t text[100];
    code = U_ZERO_ERROR;
    int32_t length = ucnv_toUChars(converter, text, 100, bytes, 4, &code);
    answers.add(text, sizeof(char16_t) * static_cast<size_t>(length));
  }
  ucnv_close(converter);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--all") == 0) asks_all = true;
    if (strcmp(argv[i], "--text") == 0) prints_text = true;
  }
  const std::vector<string> calendars = values("calendar"), numbers = values("numbers");
  for (const string &locale : locales()) {
    const bool is_language = locale.find('_') == string::npos;
    ask_names(locale);
    ask_order(locale);
    ask_letters(locale);
    // Cardex refuses languages that ICU does not know, of which ICU cannot read all that it writes.
    if (!locale.empty() && !cardex_locale_is_known(locale.c_str())) continue;
    ask_dates(locale, true);
    if (asks_all || is_language) ask_zones(locale);
    if (is_language) {
      for (const string &collation : collations(locale)) {
        ask_order(locale + "@collation=" + collation);
        ask_letters(locale + "@collation=" + collation);
      }
    }
    if (asks_all || is_language) {
      for (const string &calendar : calendars) ask_dates(locale + "@calendar=" + calendar, asks_all);
    }
  }
  for (const char *locale : {"en", "zh", "he", "ja", "ta", "ar"}) {
    for (const string &system : numbers) ask_dates(string(locale) + "@numbers=" + system, asks_all);
  }
  ask_characters();
  ask_expressions();
  for (int32_t i = ucnv_countAvailable() - 1; i >= 0; i--) ask_encoding(ucnv_getAvailableName(i));
}
