#include "CBaseline.h"

#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>
#include <unistd.h>

enum { chunk_size = 1 << 16 };

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int defaulted_count, const xmlChar **attributes) {}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix,
                        const xmlChar *uri) {}

static void characters(void *context, const xmlChar *text, int length) {}

static xmlSAXHandler empty_handler(void) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start_element;
  handler.endElementNs = end_element;
  handler.characters = characters;
  handler.ignorableWhitespace = characters;
  return handler;
}

int cardex_baseline_push(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  xmlSAXHandler handler = empty_handler();
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
  static char chunk[chunk_size];
  ssize_t length = 0;
  int error = parser == NULL;
  while (!error && (length = read(file, chunk, sizeof chunk)) > 0)
    error = xmlParseChunk(parser, chunk, (int)length, 0);
  if (!error) error = length < 0 || xmlParseChunk(parser, NULL, 0, 1);
  if (parser) xmlFreeParserCtxt(parser);
  close(file);
  return error ? -1 : 0;
}

static int read_file(void *context, char *buffer, int capacity) {
  return (int)read(*(int *)context, buffer, (size_t)capacity);
}

int cardex_baseline_pull(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  xmlSAXHandler handler = empty_handler();
  xmlParserCtxtPtr parser =
      xmlCreateIOParserCtxt(&handler, NULL, read_file, NULL, &file, XML_CHAR_ENCODING_NONE);
  int error = parser == NULL || xmlParseDocument(parser) != 0;
  if (parser) xmlFreeParserCtxt(parser);
  close(file);
  return error ? -1 : 0;
}
