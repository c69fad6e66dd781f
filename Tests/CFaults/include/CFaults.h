/* Calls of the system that fail when a test wants them to, on Linux.

   The functions that the C library has for them are defined anew for the program that the tests are
   in, and do the same, until a thread says that one is to fail. */
#ifndef CARDEX_CFAULTS_H
#define CARDEX_CFAULTS_H

/* From now on the calls of a name by this thread fail with an error: the first of them, counted from
   1 on, is `first`, the last `last`. Several may be set at the same time. */
void cardex_fail(const char *name, int first, int last, int error);

/* No call fails any more. Returns how many have failed. */
int cardex_fail_no_more(void);

#endif
