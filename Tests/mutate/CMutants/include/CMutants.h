/* Mutants, faults that are built into a room: the variable CARDEX_MUTANT selects the active one;
   without it, none is active. When a process ends, the mutants that it reached are appended to the
   file that CARDEX_REACHED names. */
#ifndef CARDEX_CMUTANTS_H
#define CARDEX_CMUTANTS_H

#include <stdbool.h>

#define CARDEX_MOST_MUTANTS 65536

extern long cardex_active_mutant;
extern unsigned char cardex_reached_mutants[CARDEX_MOST_MUTANTS];

static inline __attribute__((always_inline)) bool cardex_mutant(long number) {
  cardex_reached_mutants[number] = 1;
  return number == cardex_active_mutant;
}

#endif
