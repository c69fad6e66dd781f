#define _GNU_SOURCE
#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The modes that a terminal had before this program, or its pager, changed them. */
static struct termios modes;

/* The terminal while it is switched, otherwise -1; the output for its screen, and the sequences
 * that a crash writes there. */
static int terminal = -1;
static int screen;
static char restoring[256];

/* The process of the pager, or 0, and the descriptor of standard output before the pager. */
static pid_t pager;
static int unpaged;

/* Signals that end the process: first those typed at the terminal, last those of crashes. */
static const int signals[] = {SIGINT, SIGQUIT,
                              SIGHUP, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
                              SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { first_ending = 2, first_crash = 10, signal_count = sizeof signals / sizeof *signals };
static struct sigaction before[signal_count];

/* Sets the action of some signals. A signal that was ignored stays ignored, unless it is a
 * crash. */
static void handle(int first, int end, struct sigaction action) {
  for (int i = first; i < end; i++) {
    sigaction(signals[i], NULL, &before[i]);
    if (i >= first_crash || before[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL);
  }
}

/* Gives signals their previous actions. */
static void restore_actions(int first) {
  for (int i = first; i < signal_count; i++) sigaction(signals[i], &before[i], NULL);
}

/* Restores the terminal, only with calls that are safe in a signal handler. */
static void restore_terminal(void) {
  if (terminal < 0) return;
  ssize_t written = write(screen, restoring, strlen(restoring));
  (void)written;
  tcsetattr(terminal, TCSADRAIN, &modes);
  terminal = -1;
}

/* Restores the terminal, and lets the signal have its usual effect. */
static void crash(int signal) {
  restore_terminal();
  restore_actions(first_crash);
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
  struct sigaction action = {.sa_handler = crash, .sa_flags = SA_NODEFER};
  handle(first_crash, signal_count, action);
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
  restore_terminal();
  restore_actions(first_crash);
}

/* Ends the pager and lets the signal have its usual effect, only with calls that are safe in a
 * signal handler. */
static void end(int signal) {
  close(STDOUT_FILENO);
  kill(pager, SIGTERM);
  kill(pager, SIGCONT);
  /* The pager has a second to restore the terminal. */
  for (int tries = 0; waitpid(pager, NULL, WNOHANG) == 0; tries++) {
    if (tries == 100) kill(pager, SIGKILL);
    nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
  }
  /* Otherwise, tcsetattr would stop a process in the background. */
  struct sigaction ignoring = {.sa_handler = SIG_IGN};
  sigaction(SIGTTOU, &ignoring, NULL);
  tcsetattr(unpaged, TCSANOW, &modes);
  restore_actions(0);
  raise(signal);
  /* All signals are blocked in this handler. */
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_UNBLOCK, &all, NULL);
  _exit(128 + signal);
}

bool cardex_pager_prepare(int output) { return tcgetattr(output, &modes) == 0; }

void cardex_pager_begin(pid_t process, int output) {
  pager = process;
  unpaged = output;
  struct sigaction action = {.sa_handler = SIG_IGN};
  handle(0, first_ending, action);
  action.sa_handler = end;
  sigfillset(&action.sa_mask);
  handle(first_ending, signal_count, action);
}

void cardex_pager_finish(void) {
  if (pager == 0) return;
  close(STDOUT_FILENO);
  while (waitpid(pager, NULL, 0) < 0 && errno == EINTR) continue;
  restore_actions(0);
  pager = 0;
  dup2(unpaged, STDOUT_FILENO);
  close(unpaged);
}
