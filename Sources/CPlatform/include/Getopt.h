/* getopt_long for Swift, whose C library module leaves it out. */
#ifndef CARDEX_GETOPT_H
#define CARDEX_GETOPT_H

#include <getopt.h>

/* Swift does not allow access to mutable globals; these functions read them instead. */

static inline void cardex_getopt_reset(void) {
  opterr = 0;
#ifdef __APPLE__
  optreset = 1;
  optind = 1;
#else
  /* Nothing is left of arguments that were not parsed to the end. */
  optind = 0;
#endif
}

/* The argument of the option that was found last, or NULL. */
static inline const char *cardex_optarg(void) { return optarg; }

/* The index of the next argument to process. */
static inline int cardex_optind(void) { return optind; }

/* The letter of the invalid option, or 0 for a long one. */
static inline int cardex_optopt(void) { return optopt; }

#endif
