#define _GNU_SOURCE
#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static pid_t pager;
/* Where standard output went before, and the modes that the pager changes. */
static int terminal;
static struct termios modes;
static bool has_modes;

/* Typed at the terminal, these are for the pager. */
static const int typed[] = {SIGINT, SIGQUIT};
/* These end the process, and the last ones are crashes. */
static const int endings[] = {SIGHUP, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
                              SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { typed_count = sizeof typed / sizeof *typed, ending_count = sizeof endings / sizeof *endings };
static struct sigaction before_typed[typed_count], before_endings[ending_count];

static void restore_actions(void) {
  for (int i = 0; i < typed_count; i++) sigaction(typed[i], &before_typed[i], NULL);
  for (int i = 0; i < ending_count; i++) sigaction(endings[i], &before_endings[i], NULL);
}

/* Ends the pager and lets the signal take the effect that it would have had. Only calls that are safe
 * in a signal handler. */
static void end(int signal) {
  close(STDOUT_FILENO);
  kill(pager, SIGTERM);
  kill(pager, SIGCONT);
  /* It has a second to put the terminal back. */
  for (int tries = 0; waitpid(pager, NULL, WNOHANG) == 0; tries++) {
    if (tries == 100) kill(pager, SIGKILL);
    nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
  }
  /* A process in the background would be stopped. */
  struct sigaction ignoring = {.sa_handler = SIG_IGN};
  sigaction(SIGTTOU, &ignoring, NULL);
  if (has_modes) tcsetattr(terminal, TCSANOW, &modes);
  restore_actions();
  raise(signal);
  /* All are blocked here. */
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_UNBLOCK, &all, NULL);
  _exit(128 + signal);
}

void cardex_pager_prepare(int output) { has_modes = tcgetattr(output, &modes) == 0; }

void cardex_pager_begin(pid_t process, int output) {
  pager = process;
  terminal = output;
  struct sigaction action = {.sa_handler = SIG_IGN};
  for (int i = 0; i < typed_count; i++) sigaction(typed[i], &action, &before_typed[i]);
  action.sa_handler = end;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < ending_count; i++) {
    sigaction(endings[i], NULL, &before_endings[i]);
    if (before_endings[i].sa_handler != SIG_IGN) sigaction(endings[i], &action, NULL);
  }
}

void cardex_pager_finish(void) {
  if (pager == 0) return;
  close(STDOUT_FILENO);
  while (waitpid(pager, NULL, 0) < 0 && errno == EINTR) continue;
  restore_actions();
  pager = 0;
  dup2(terminal, STDOUT_FILENO);
  close(terminal);
}
