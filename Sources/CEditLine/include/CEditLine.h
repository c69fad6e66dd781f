/* The part of libedit that Cardex uses, and the signals that matter at a prompt, for Swift.
 *
 * libedit keeps the line, the keys and the terminal's modes. It is steered by functions with
 * variable arguments, which Swift cannot call. Reading characters and showing the line are left to
 * the caller: libedit would decode and encode them in the locale's encoding, which need not be
 * UTF-8, loses its place among wide and combining characters, and sends the signals that it gets to
 * the whole process group. */
#ifndef CARDEX_CEDITLINE_H
#define CARDEX_CEDITLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

typedef struct cardex_editor cardex_editor;

typedef struct {
  void *context;
  /* Gets the next character: 1, 0 at the end of the input, -1 to give the line up. */
  int (*read)(void *context, wchar_t *character);
  /* Called for the key that completes, and for the one that searches the history. They may change
   * the line, and tell whether to beep. */
  bool (*complete)(void *context);
  bool (*search)(void *context);
} cardex_editor_callbacks;

/* Opens an editor for the terminal that standard input is, if `output` is one too; NULL without
 * memory. The name of the program counts in ~/.editrc. */
cardex_editor *cardex_editor_open(const char *program, int output, int history_size);

void cardex_editor_close(cardex_editor *editor);

void cardex_editor_set_callbacks(cardex_editor *editor, const cardex_editor_callbacks *callbacks);

/* Whether lines are edited; otherwise, as without a terminal, they are just read. */
bool cardex_editor_edits(cardex_editor *editor);

/* Reads a line, with its end; NULL at the end of the input or if the line was given up. */
const wchar_t *cardex_editor_read(cardex_editor *editor, int *length);

/* The line that is being edited, valid until it changes. */
const wchar_t *cardex_editor_line(cardex_editor *editor, int *length, int *cursor);

/* Puts a text in the place of a part of the line, and the cursor behind it. */
void cardex_editor_replace(cardex_editor *editor, int start, int end, const wchar_t *text);

void cardex_editor_set_cursor(cardex_editor *editor, int cursor);

/* What keys have asked for since the last call, besides what shows in the line. */
typedef struct {
  bool beeps;
  bool clears_screen;
} cardex_editor_requests;

cardex_editor_requests cardex_editor_take_requests(cardex_editor *editor);

/* Adds a line to what the arrow keys walk through, unless the last one is the same. */
void cardex_editor_add_history(cardex_editor *editor, const wchar_t *line);

/* Whether the arrow keys walk through the history. */
void cardex_editor_use_history(cardex_editor *editor, bool is_used);

/* Switches the terminal to the editor's modes, or back to those that programs expect. */
void cardex_editor_use_terminal(cardex_editor *editor, bool is_used);

/* Has SIGINT set a flag; calls that wait are interrupted by it. */
void cardex_interrupts_install(void);

bool cardex_interrupts_are_pending(void);

void cardex_interrupts_clear(void);

/* What ended waiting. */
enum cardex_event {
  cardex_event_none, /* the time is over */
  cardex_event_input,
  cardex_event_interrupted,
  cardex_event_resized,
  cardex_event_suspended, /* wanted by the user: see cardex_signals_suspend */
  cardex_event_continued,
  cardex_event_terminated, /* see cardex_signals_terminate */
  cardex_event_failed
};

/* Between these two, the signals above are events, unless they were ignored before. SIGQUIT is
 * ignored. */
void cardex_signals_begin(void);
void cardex_signals_end(void);

/* Waits for input or a signal, at most for some milliseconds, or for ever if they are negative. */
enum cardex_event cardex_signals_wait(int descriptor, int milliseconds);

/* Stops the process as SIGTSTP does; returns when it goes on. */
void cardex_signals_suspend(void);

/* Has the signal that asked for the end do what it does without the editor. */
void cardex_signals_terminate(void);

#endif
