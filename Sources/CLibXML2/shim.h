/* libxml2 for Swift: the parser, its string dictionary and the character encoders. */
#ifndef CARDEX_CLIBXML2_SHIM_H
#define CARDEX_CLIBXML2_SHIM_H

/* Debian's libxml2 headers include ICU's when this is set, and those clash with the ICU module
   that Foundation carries. None of libxml2's own interface depends on it. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/dict.h>
#include <libxml/encoding.h>
#include <libxml/parserInternals.h>
#include <libxml/valid.h>
#include <libxml/xmlerror.h>

/* libxml2 2.12 made the error that a handler receives const. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *cardex_xml_error;
#else
typedef xmlErrorPtr cardex_xml_error;
#endif

static inline void cardex_xml_discard_error(void *context, cardex_xml_error error) {
  (void)context;
  (void)error;
}

static inline void cardex_xml_discard_message(void *context, const char *format, ...) {
  (void)context;
  (void)format;
}

/* What is not reported to a parser's own handler goes to the thread's global ones, which print by
   default: what the encoders cannot convert, which their return value says, too, and entities that
   are declared, which are rejected anyway. */
static inline void cardex_xml_silence(void) {
  xmlSetStructuredErrorFunc(NULL, cardex_xml_discard_error);
  xmlSetGenericErrorFunc(NULL, cardex_xml_discard_message);
}

/* The number of bytes of the document before the parser's position. */
static inline unsigned long cardex_xml_offset(xmlParserCtxtPtr context) {
  xmlParserInputPtr input = context->input;
  return input->consumed + (unsigned long)(input->cur - input->base);
}

#endif
