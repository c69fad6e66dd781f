/* Which of the faults that are built into a room is switched on: the one that the variable
   CARDEX_MUTANT names, none without it. Those that a process came by are added to the file that
   CARDEX_REACHED names when it ends. */
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
