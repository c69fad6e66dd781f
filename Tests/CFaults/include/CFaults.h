/* System calls that fail when a test requests it, on Linux.

   The C library's functions for them are redefined in the test program. They do the same, until a
   thread requests that one fails. */
#ifndef CARDEX_CFAULTS_H
#define CARDEX_CFAULTS_H

/* From now on, this thread's calls of a function fail with an error, from the `first` to the `last`,
   counted from 1. Several faults may be set at the same time. */
void cardex_fail(const char *name, int first, int last, int error);

/* Calls the body right before this thread's `call`th call of a function, counted from 1. */
void cardex_run_before(const char *name, int call, void (*body)(void *context), void *context);

/* Clears all faults and bodies. Returns how many calls failed or were preceded by a body. */
int cardex_fail_no_more(void);

/* Whether allocations can fail, too, through `calloc` and `realloc`. */
int cardex_memory_can_fail(void);

#endif
