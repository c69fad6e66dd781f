#ifndef CARDEX_PTY_H
#define CARDEX_PTY_H

#include <sys/types.h>

/* Starts a program at a terminal of its own, and returns the descriptor of the terminal's other end;
 * -1 if no terminal can be opened. Its standard input is a file, unless that is NULL. */
int cardex_pty_spawn(char *const arguments[], const char *input, int columns, int rows,
                     pid_t *process);

#endif
