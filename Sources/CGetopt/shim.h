/* getopt_long for Swift, whose module of the C library leaves it out. */
#ifndef CARDEX_CGETOPT_SHIM_H
#define CARDEX_CGETOPT_SHIM_H

#include <getopt.h>

/* Swift refuses global variables that anything may change; these functions stand for them. */

static inline void cardex_getopt_reset(void) {
  opterr = 0;
  optind = 1;
}

/* The argument of the option that was found last, or NULL. */
static inline const char *cardex_optarg(void) { return optarg; }

/* The index of the next argument to look at. */
static inline int cardex_optind(void) { return optind; }

/* The letter of the option that was wrong, or 0 for a long one. */
static inline int cardex_optopt(void) { return optopt; }

#endif
