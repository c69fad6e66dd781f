/* The part of libedit that Cardex uses, for Swift.
 *
 * libedit manages the line, the keys and the terminal's modes. It is controlled by variadic
 * functions, which Swift cannot call. Reading characters and showing the line are left to the
 * caller: libedit would decode and encode them in the locale's encoding, which need not be UTF-8,
 * loses its position among wide and combining characters, and forwards the signals that it receives
 * to the whole process group. */
#ifndef CARDEX_CEDITLINE_H
#define CARDEX_CEDITLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

typedef struct cardex_editor cardex_editor;

/* What a key does to the character before or after the cursor, of however many code points. */
enum cardex_step {
  cardex_step_back,
  cardex_step_forward,
  cardex_step_erase_back,
  cardex_step_erase_forward,
};

typedef struct {
  void *context;
  /* Reads the next character: returns 1, 0 at the end of the input, -1 to abandon the line. */
  int (*read)(void *context, wchar_t *character);
  /* Called for the completion key and for the history search key. They may change the line, and
   * return whether to beep. */
  bool (*complete)(void *context);
  bool (*search)(void *context);
  /* Moves the cursor or erases; returns whether to beep. */
  bool (*step)(void *context, enum cardex_step step);
} cardex_editor_callbacks;

/* Opens an editor for the terminal on standard input, if `output` is a terminal, too; NULL if
 * memory runs out. ~/.editrc may refer to the name of the program. */
cardex_editor *cardex_editor_open(const char *program, int output, int history_size);

void cardex_editor_close(cardex_editor *editor);

void cardex_editor_set_callbacks(cardex_editor *editor, const cardex_editor_callbacks *callbacks);

/* Whether lines are edited; otherwise, for example without a terminal, they are just read. */
bool cardex_editor_edits(cardex_editor *editor);

/* Reads a line, including its terminator; NULL at the end of the input or if the line was
 * abandoned. */
const wchar_t *cardex_editor_read(cardex_editor *editor, int *length);

/* The line that is being edited, valid until it changes. */
const wchar_t *cardex_editor_line(cardex_editor *editor, int *length, int *cursor);

/* Replaces a part of the line with a text, and puts the cursor after it. */
void cardex_editor_replace(cardex_editor *editor, int start, int end, const wchar_t *text);

void cardex_editor_set_cursor(cardex_editor *editor, int cursor);

/* What keys have requested since the last call, apart from changes to the line. */
typedef struct {
  bool beeps;
  bool clears_screen;
} cardex_editor_requests;

cardex_editor_requests cardex_editor_take_requests(cardex_editor *editor);

/* Adds a line to the history, unless it equals the last one. */
void cardex_editor_add_history(cardex_editor *editor, const wchar_t *line);

/* Whether the arrow keys walk through the history. */
void cardex_editor_use_history(cardex_editor *editor, bool is_used);

/* Switches the terminal to the editor's modes, or back to those that programs expect. */
void cardex_editor_use_terminal(cardex_editor *editor, bool is_used);

#endif
