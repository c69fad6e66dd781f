/* What is linked from packages, as Packaging/linked.sh lists it for a release: the linker puts its text
   in the place of this one. */
#include "CRuntime.h"

extern const char cardex_linked_packages[];
__attribute__((weak)) const char cardex_linked_packages[] = "";

const char *cardex_packages(void) { return cardex_linked_packages; }
