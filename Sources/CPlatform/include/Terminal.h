/* The signals that matter at a terminal, and its modes. */
#ifndef CARDEX_TERMINAL_H
#define CARDEX_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

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
  cardex_event_terminated, /* requested by a signal: see cardex_signals_end */
  cardex_event_failed
};

/* Between these two calls, the signals above are events, and so is every other signal that ends a
 * process, except crashes and signals that were ignored before. SIGQUIT is ignored. When the second
 * function is called, a signal that requested termination, or that has not been reported as an
 * event, has its usual effect. */
void cardex_signals_begin(void);
void cardex_signals_end(void);

/* Waits for input or a signal for at most some milliseconds, or forever if negative. */
enum cardex_event cardex_signals_wait(int descriptor, int milliseconds);

/* Stops the process as SIGTSTP does; returns when it continues. */
void cardex_signals_suspend(void);

/* Leaves interrupts from the keyboard to another program, which uses the terminal. This process
 * still stops together with it. */
void cardex_keyboard_lend(void);

/* Handles interrupts from the keyboard as before. */
void cardex_keyboard_take_back(void);

/* Remembers the modes of a terminal, before a pager that changes them is started; false if it is
 * not a terminal. */
bool cardex_pager_prepare(int terminal);

/* Notes that from now on a pager shows standard output; `terminal` is where it went before. SIGINT
 * and SIGQUIT are left to the pager. Every other signal that ends the process ends the pager first
 * and restores the modes. */
void cardex_pager_begin(pid_t pager, int terminal);

/* Ends the text, waits for the pager and sends standard output to the terminal again; does nothing
 * if there is no pager. */
void cardex_pager_finish(void);

/* Switches a terminal to raw input and output, with reads that do not wait; false if that is not
 * possible. From now on, a crash of the program writes the sequences to the terminal and switches
 * it back. */
bool cardex_screen_begin(int input, int output, const char *sequences);

/* Like cardex_screen_begin, but for input by single characters, of which only those for signals
 * still have an effect, and with normal output. */
bool cardex_line_begin(int input, int output, const char *sequences);

/* Changes the sequences that a crash writes. */
void cardex_screen_restore_with(const char *sequences);

/* Writes the sequences and switches the terminal back, if it has been switched. */
void cardex_screen_end(void);

#endif
