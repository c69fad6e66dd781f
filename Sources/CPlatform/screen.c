#define _GNU_SOURCE
#include "Terminal.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1;
static int screen;
static struct termios modes;
static char restoring[256];

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { crash_count = sizeof crashes / sizeof *crashes };
static struct sigaction before[crash_count];

/* Only calls that are safe in a signal handler. */
static void put_back(void) {
  if (terminal < 0) return;
  ssize_t written = write(screen, restoring, strlen(restoring));
  (void)written;
  tcsetattr(terminal, TCSADRAIN, &modes);
  terminal = -1;
}

/* Puts the terminal back, and lets the signal take the effect that it would have had. */
static void crash(int signal) {
  put_back();
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == signal) sigaction(signal, &before[i], NULL);
  }
  raise(signal);
}

void cardex_screen_restore_with(const char *sequences) {
  strncpy(restoring, sequences, sizeof restoring - 1);
}

static bool guard(int input, int output, const char *sequences) {
  if (tcgetattr(input, &modes) != 0) return false;
  cardex_screen_restore_with(sequences);
  terminal = input;
  screen = output;
  struct sigaction action = {0};
  action.sa_handler = crash;
  action.sa_flags = SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before[i]);
  return true;
}

bool cardex_screen_begin(int input, int output, const char *sequences) {
  if (!guard(input, output, sequences)) return false;
  struct termios raw = modes;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cflag |= CS8;
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  return tcsetattr(input, TCSADRAIN, &raw) == 0;
}

bool cardex_line_begin(int input, int output, const char *sequences) {
  if (!guard(input, output, sequences)) return false;
  struct termios single = modes;
  single.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
  single.c_oflag |= OPOST | ONLCR;
  single.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
  single.c_lflag |= ISIG;
  single.c_cc[VMIN] = 1;
  single.c_cc[VTIME] = 0;
  return tcsetattr(input, TCSADRAIN, &single) == 0;
}

void cardex_screen_end(void) {
  if (terminal < 0) return;
  put_back();
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before[i], NULL);
}
