/* libxml2 for Swift: the parser, its string dictionary and the character encoders. */
#ifndef CARDEX_CLIBXML2_SHIM_H
#define CARDEX_CLIBXML2_SHIM_H

/* If LIBXML_ICU_ENABLED is set, Debian's libxml2 headers include ICU's headers, which clash with
   the ICU module that Foundation carries. libxml2's own interface does not depend on it. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/dict.h>
#include <libxml/encoding.h>
#include <libxml/parserInternals.h>
#include <libxml/valid.h>
#include <libxml/xmlerror.h>

/* The version of the library that runs, as a number: 20914 for 2.9.14. Development versions have words
   after it. */
static inline const char *cardex_xml_version(void) { return xmlParserVersion; }

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

/* Silences the thread's global error handlers, which print by default. They get errors that are not
   reported to a parser's own handler: failures of encoders, which their return value shows, too,
   and entity declarations, which are rejected anyway. */
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
