/* What libxml2 costs by itself: the yardstick for reading. */
#ifndef CARDEX_CBASELINE_H
#define CARDEX_CBASELINE_H

#include "Pseudoterminal.h"

/* Each parses a file with SAX2 callbacks that do nothing.
   Returns 0, or -1 if the file cannot be read or is not well-formed. */

/* With the push parser, in chunks of 64 KiB. */
int cardex_baseline_push(const char *path);

/* With the pulling parser, which reads through a callback. */
int cardex_baseline_pull(const char *path);

#endif
