/* Replacements for some functions of the C library and of Swift's runtime in the static executable.
   The linker substitutes them; see RELEASE_FLAGS in the Makefile. Elsewhere they are not called. */
#ifndef CARDEX_CRUNTIME_H
#define CARDEX_CRUNTIME_H

/* From now on, the process ends without a message if memory runs out, but still with status 2. For
   a process whose failure is not a failure of the program. */
void cardex_end_silently_out_of_memory(void);

/* From now on, the terminal gets its current settings back if the process ends because memory runs
   out, which may happen while the process reads keys. */
void cardex_keep_terminal(void);

/* The packages of the system that are in the static executable, one per line, each with its version;
   nothing if libraries are loaded or nobody has said which they are. */
const char *cardex_packages(void);

#endif
