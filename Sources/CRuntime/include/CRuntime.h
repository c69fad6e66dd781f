/* What the static executable has in place of some functions of the C library and of Swift's runtime.
   The linker puts them there; see RELEASE_FLAGS in the Makefile. Elsewhere they are not called. */
#ifndef CARDEX_CRUNTIME_H
#define CARDEX_CRUNTIME_H

/* Has a process that runs out of memory from here on end without a word, with the status 2 all the
   same: for one whose failure does not fail the program. */
void cardex_end_silently_out_of_memory(void);

/* Has the terminal set as it is now where a process that runs out of memory ends: it may be reading
   keys then. */
void cardex_keep_terminal(void);

#endif
