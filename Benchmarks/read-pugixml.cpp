// Builds the tree of pugixml, the fastest parser of XML that makes a tree: a peer of reading.
#include <pugixml.hpp>

int main(int count, char **arguments) {
  pugi::xml_document document;
  return count == 2 && document.load_file(arguments[1]) ? 0 : 1;
}
