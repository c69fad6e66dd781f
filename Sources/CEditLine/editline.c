#define _GNU_SOURCE
#include "CEditLine.h"

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

struct cardex_editor {
  EditLine *line;
  HistoryW *history;
  /* Where libedit writes its terminal output; only its requests matter. */
  FILE *sink;
  char *written;
  size_t written_count;
  cardex_editor_callbacks callbacks;
  bool is_at_terminal;
};

/* Callbacks for libedit. */

static cardex_editor *editor_of(EditLine *line) {
  cardex_editor *editor = NULL;
  el_wget(line, EL_CLIENTDATA, (void *)&editor);
  return editor;
}

static wchar_t *no_prompt(EditLine *line) {
  static wchar_t empty[1];
  (void)line;
  return empty;
}

static int read_character(EditLine *line, wchar_t *character) {
  const cardex_editor_callbacks *callbacks = &editor_of(line)->callbacks;
  return callbacks->read(callbacks->context, character);
}

static unsigned char complete(EditLine *line, int key) {
  const cardex_editor_callbacks *callbacks = &editor_of(line)->callbacks;
  (void)key;
  return callbacks->complete(callbacks->context) ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char step(EditLine *line, enum cardex_step step) {
  const cardex_editor_callbacks *callbacks = &editor_of(line)->callbacks;
  return callbacks->step(callbacks->context, step) ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char step_back(EditLine *line, int key) {
  (void)key;
  return step(line, cardex_step_back);
}

static unsigned char step_forward(EditLine *line, int key) {
  (void)key;
  return step(line, cardex_step_forward);
}

static unsigned char erase_back(EditLine *line, int key) {
  (void)key;
  return step(line, cardex_step_erase_back);
}

static unsigned char erase_forward(EditLine *line, int key) {
  (void)key;
  return step(line, cardex_step_erase_forward);
}

static unsigned char search(EditLine *line, int key) {
  const cardex_editor_callbacks *callbacks = &editor_of(line)->callbacks;
  (void)key;
  return callbacks->search(callbacks->context) ? CC_REFRESH_BEEP : CC_REFRESH;
}

/* Opening. */

/* Where words end, and how ~/.editrc is read, depends on the locale. */
static void use_utf8(void) {
  static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (setlocale(LC_CTYPE, names[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  }
  setlocale(LC_CTYPE, "C");
}

/* A terminal with only the capabilities that distinguish requests from the line. */
static void use_plain_terminal(EditLine *line) {
  el_wset(line, EL_TERMINAL, "dumb");
  el_wset(line, EL_SETTC, L"bl", L"\a", NULL);
  el_wset(line, EL_SETTC, L"cl", L"\f", NULL);
}

/* The keys that bash users expect and libedit lacks or binds differently. */
static void bind_keys(EditLine *line) {
  static const wchar_t *const keys[][2] = {
    {L"^I", L"cardex-complete"}, {L"^R", L"cardex-search"}, {L"^W", L"ed-delete-prev-word"},
    {L"^U", L"vi-kill-line-prev"}, {L"\\e[3~", L"cardex-erase-forward"},
    {L"^H", L"cardex-erase-back"}, {L"^?", L"cardex-erase-back"},
    {L"^B", L"cardex-back"}, {L"\\e[D", L"cardex-back"}, {L"\\eOD", L"cardex-back"},
    {L"^F", L"cardex-forward"}, {L"\\e[C", L"cardex-forward"}, {L"\\eOC", L"cardex-forward"},
    {L"\\e[1~", L"ed-move-to-beg"}, {L"\\e[4~", L"ed-move-to-end"},
    {L"\\e[7~", L"ed-move-to-beg"}, {L"\\e[8~", L"ed-move-to-end"},
    {L"\\e[1;5C", L"em-next-word"}, {L"\\e[1;5D", L"ed-prev-word"},
    {L"\\e[1;3C", L"em-next-word"}, {L"\\e[1;3D", L"ed-prev-word"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    el_wset(line, EL_BIND, keys[i][0], keys[i][1], NULL);
  }
}

/* Choosing vi's keys in ~/.editrc removes all other bindings. */
static void bind_keys_of_vi(EditLine *line) {
  const wchar_t *mode = L"";
  if (el_wget(line, EL_EDITOR, &mode) != 0 || wcscmp(mode, L"vi") != 0) return;
  el_wset(line, EL_BIND, L"^I", L"cardex-complete", NULL);
  el_wset(line, EL_BIND, L"^R", L"cardex-search", NULL);
}

/* Without a UTF-8 locale, libedit binds these letters to commands. */
static void bind_letters(EditLine *line) {
  for (wchar_t letter[2] = {0x80, 0}; letter[0] <= 0xFF; letter[0]++) {
    el_wset(line, EL_BIND, letter, L"ed-insert", NULL);
  }
}

static void configure(cardex_editor *editor) {
  EditLine *line = editor->line;
  el_wset(line, EL_CLIENTDATA, editor);
  el_wset(line, EL_PROMPT, no_prompt);
  el_wset(line, EL_GETCFN, read_character);
  el_wset(line, EL_EDITOR, L"emacs");
  use_plain_terminal(line);
  /* Up to this point, libedit would complain about unknown terminals. */
  el_wset(line, EL_SETFP, 2, stderr);
  el_wset(line, EL_ADDFN, L"cardex-complete", L"Complete the word before the cursor", complete);
  el_wset(line, EL_ADDFN, L"cardex-search", L"Search the history", search);
  el_wset(line, EL_ADDFN, L"cardex-back", L"Go back a character", step_back);
  el_wset(line, EL_ADDFN, L"cardex-forward", L"Go forward a character", step_forward);
  el_wset(line, EL_ADDFN, L"cardex-erase-back", L"Erase a character", erase_back);
  el_wset(line, EL_ADDFN, L"cardex-erase-forward", L"Erase the next character", erase_forward);
  bind_keys(line);
  el_source(line, NULL);
  bind_keys_of_vi(line);
  bind_letters(line);
}

cardex_editor *cardex_editor_open(const char *program, int output, int history_size) {
  use_utf8();
  cardex_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->is_at_terminal = isatty(STDIN_FILENO) && isatty(output);
  editor->history = history_winit();
  editor->sink = open_memstream(&editor->written, &editor->written_count);
  if (editor->sink) {
    editor->line = el_init_fd(program, stdin, editor->sink, editor->sink, STDIN_FILENO, output,
                              STDERR_FILENO);
  }
  if (!editor->line || !editor->history) {
    cardex_editor_close(editor);
    return NULL;
  }
  HistEventW event;
  history_w(editor->history, &event, H_SETSIZE, history_size);
  history_w(editor->history, &event, H_SETUNIQUE, 1);
  configure(editor);
  return editor;
}

void cardex_editor_close(cardex_editor *editor) {
  if (editor->line) el_end(editor->line);
  if (editor->history) history_wend(editor->history);
  if (editor->sink) fclose(editor->sink);
  free(editor->written);
  free(editor);
}

void cardex_editor_set_callbacks(cardex_editor *editor, const cardex_editor_callbacks *callbacks) {
  editor->callbacks = *callbacks;
}

/* Editing. */

bool cardex_editor_edits(cardex_editor *editor) {
  int edits = 0;
  el_wget(editor->line, EL_EDITMODE, &edits);
  return edits && editor->is_at_terminal;
}

const wchar_t *cardex_editor_read(cardex_editor *editor, int *length) {
  return el_wgets(editor->line, length);
}

const wchar_t *cardex_editor_line(cardex_editor *editor, int *length, int *cursor) {
  const LineInfoW *line = el_wline(editor->line);
  *length = (int)(line->lastchar - line->buffer);
  *cursor = (int)(line->cursor - line->buffer);
  return line->buffer;
}

void cardex_editor_set_cursor(cardex_editor *editor, int cursor) {
  const LineInfoW *line = el_wline(editor->line);
  el_cursor(editor->line, cursor - (int)(line->cursor - line->buffer));
}

void cardex_editor_replace(cardex_editor *editor, int start, int end, const wchar_t *text) {
  cardex_editor_set_cursor(editor, end);
  el_deletestr(editor->line, end - start);
  el_winsertstr(editor->line, text);
  /* libedit must know how long the line is on its virtual screen. */
  el_wset(editor->line, EL_REFRESH);
}

cardex_editor_requests cardex_editor_take_requests(cardex_editor *editor) {
  fflush(editor->sink);
  cardex_editor_requests requests = {
    .beeps = memchr(editor->written, '\a', editor->written_count),
    .clears_screen = memchr(editor->written, '\f', editor->written_count),
  };
  rewind(editor->sink);
  return requests;
}

void cardex_editor_use_terminal(cardex_editor *editor, bool is_used) {
  el_wset(editor->line, EL_PREP_TERM, (int)is_used);
}

/* History. */

void cardex_editor_add_history(cardex_editor *editor, const wchar_t *line) {
  HistEventW event;
  history_w(editor->history, &event, H_ENTER, line);
}

void cardex_editor_use_history(cardex_editor *editor, bool is_used) {
  el_wset(editor->line, EL_HIST, history_w, is_used ? editor->history : NULL);
}
