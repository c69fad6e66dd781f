#include "CMutants.h"

#include <stdio.h>
#include <stdlib.h>

long cardex_active_mutant = -1;
unsigned char cardex_reached_mutants[CARDEX_MOST_MUTANTS];

__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("CARDEX_MUTANT");
  if (number) cardex_active_mutant = strtol(number, NULL, 10);
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("CARDEX_REACHED");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  for (long number = 0; number < CARDEX_MOST_MUTANTS; ++number)
    if (cardex_reached_mutants[number]) fprintf(file, "%ld\n", number);
  fclose(file);
}
