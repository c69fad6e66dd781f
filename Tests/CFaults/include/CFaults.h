/* Calls of the system that fail when a test wants them to, on Linux.

   The functions that the C library has for them are defined anew for the program that the tests are
   in, and do the same, until a thread says that one is to fail. */
#ifndef CARDEX_CFAULTS_H
#define CARDEX_CFAULTS_H

/* From now on the calls of a name by this thread fail with an error: the first of them, counted from
   1 on, is `first`, the last `last`. Several may be set at the same time. */
void cardex_fail(const char *name, int first, int last, int error);

/* Right before a call of a name by this thread, counted from 1 on, something is done. */
void cardex_run_before(const char *name, int call, void (*body)(void *context), void *context);

/* No call fails any more, and nothing is done before one. Returns how often either was. */
int cardex_fail_no_more(void);

/* Whether memory is among what can fail, by way of `calloc` and `realloc`. */
int cardex_memory_can_fail(void);

#endif
