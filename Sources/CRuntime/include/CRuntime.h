/* Replacements for some functions of the C library and of Swift's runtime in the static executable.
   The linker substitutes them; see RELEASE_FLAGS in the Makefile. Elsewhere they are not called. */
#ifndef CARDEX_CRUNTIME_H
#define CARDEX_CRUNTIME_H

/* From now on, ends the process without a message if memory runs out, but still with status 2: for
   a process whose failure does not fail the program. */
void cardex_end_silently_out_of_memory(void);

/* Restores the terminal to its current settings if the process ends because memory runs out, since
   it may be reading keys then. */
void cardex_keep_terminal(void);

#endif
