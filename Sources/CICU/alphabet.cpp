/* Alphabetic indexes, which ICU offers only in C++. */
#include "CICU.h"

#include <unicode/alphaindex.h>
#include <unicode/tblcoll.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

using icu::AlphabeticIndex;

static_assert(sizeof(char16_t) == sizeof(uint16_t), "ICU's text is UTF-16");

static AlphabeticIndex *index_of(cardex_alphabet *alphabet) {
  return reinterpret_cast<AlphabeticIndex *>(alphabet);
}

static const AlphabeticIndex::ImmutableIndex *index_of(const cardex_buckets *buckets) {
  return reinterpret_cast<const AlphabeticIndex::ImmutableIndex *>(buckets);
}

cardex_alphabet *cardex_alphabet_open(const char *locale, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  auto *index = new AlphabeticIndex(icu::Locale(locale), code);
  if (!index) code = U_MEMORY_ALLOCATION_ERROR;
  // ICU leaves out labels beyond this number.
  if (U_SUCCESS(code)) index->setMaxLabelCount(INT32_MAX, code);
  *status = code;
  if (U_SUCCESS(code)) return reinterpret_cast<cardex_alphabet *>(index);
  delete index;
  return nullptr;
}

void cardex_alphabet_close(cardex_alphabet *alphabet) { delete index_of(alphabet); }

void cardex_alphabet_add(cardex_alphabet *alphabet, const char *locale, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  index_of(alphabet)->addLabels(icu::Locale(locale), code);
  *status = code;
}

bool cardex_alphabet_orders_han(cardex_alphabet *alphabet) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t scripts[USCRIPT_CODE_LIMIT];
  int32_t count = index_of(alphabet)->getCollator().getReorderCodes(scripts, USCRIPT_CODE_LIMIT,
                                                                    code);
  for (int32_t i = 0; U_SUCCESS(code) && i < count; i++)
    if (scripts[i] == USCRIPT_HAN) return true;
  return false;
}

cardex_buckets *cardex_buckets_open(cardex_alphabet *alphabet, int32_t *status) {
  UErrorCode code = U_ZERO_ERROR;
  auto *buckets = index_of(alphabet)->buildImmutableIndex(code);
  *status = code;
  return reinterpret_cast<cardex_buckets *>(buckets);
}

void cardex_buckets_close(cardex_buckets *buckets) {
  delete reinterpret_cast<AlphabeticIndex::ImmutableIndex *>(buckets);
}

int32_t cardex_bucket_count(const cardex_buckets *buckets) {
  return index_of(buckets)->getBucketCount();
}

const uint16_t *cardex_bucket_label(const cardex_buckets *buckets, int32_t bucket,
                                    int32_t *length) {
  const AlphabeticIndex::Bucket *found = index_of(buckets)->getBucket(bucket);
  if (!found || found->getLabelType() != U_ALPHAINDEX_NORMAL) return nullptr;
  *length = found->getLabel().length();
  return reinterpret_cast<const uint16_t *>(found->getLabel().getBuffer());
}

int32_t cardex_bucket_of(const cardex_buckets *buckets, const uint16_t *text, int32_t length) {
  UErrorCode code = U_ZERO_ERROR;
  // Uses the text in place, without copying.
  const icu::UnicodeString name(false, reinterpret_cast<const char16_t *>(text), length);
  int32_t bucket = index_of(buckets)->getBucketIndex(name, code);
  return U_SUCCESS(code) ? bucket : -1;
}

const char *cardex_script(int32_t c) {
  UErrorCode code = U_ZERO_ERROR;
  return uscript_getShortName(uscript_getScript(c, &code));
}
