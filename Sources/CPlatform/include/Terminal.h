/* The signals that matter at a terminal, and its modes. */
#ifndef CARDEX_TERMINAL_H
#define CARDEX_TERMINAL_H

#include <stdbool.h>

/* Makes SIGINT set a flag and interrupt calls that wait. */
void cardex_interrupts_install(void);

bool cardex_interrupts_are_pending(void);

void cardex_interrupts_clear(void);

/* What ended waiting. */
enum cardex_event {
  cardex_event_none, /* timed out */
  cardex_event_input,
  cardex_event_interrupted,
  cardex_event_resized,
  cardex_event_suspended, /* requested by the user: see cardex_signals_suspend */
  cardex_event_continued,
  cardex_event_terminated, /* see cardex_signals_terminate */
  cardex_event_failed
};

/* Between these two calls, the signals above are events, and so is every other one that ends a
 * process, except for crashes, unless they were ignored before. SIGQUIT is ignored. */
void cardex_signals_begin(void);
void cardex_signals_end(void);

/* Waits for input or a signal for at most some milliseconds, or forever if negative. */
enum cardex_event cardex_signals_wait(int descriptor, int milliseconds);

/* Stops the process as SIGTSTP does; returns when it continues. */
void cardex_signals_suspend(void);

/* Lets the signal that requested termination take its effect outside the editor. */
void cardex_signals_terminate(void);

/* Switches a terminal to raw input and output, whose reads do not wait; false if that is not possible.
 * From now on, a crash of the program writes the sequences to it and switches it back. */
bool cardex_screen_begin(int input, int output, const char *sequences);

/* Does the same with input by single characters, of which only those for signals still act, and
 * with output as it is. */
bool cardex_line_begin(int input, int output, const char *sequences);

/* Changes what a crash writes. */
void cardex_screen_restore_with(const char *sequences);

/* Does the same as a crash, if the terminal has been switched. */
void cardex_screen_end(void);

#endif
