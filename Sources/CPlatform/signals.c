#define _GNU_SOURCE
#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted, is_resized, is_suspended, is_continued;
/* The signal that requested termination, or 0. */
static volatile sig_atomic_t termination;

static void note(int signal) {
  switch (signal) {
    case SIGINT: is_interrupted = 1; break;
    case SIGWINCH: is_resized = 1; break;
    case SIGTSTP: is_suspended = 1; break;
    case SIGCONT: is_continued = 1; break;
    default: termination = signal; break;
  }
}

/* Sets a signal's action without SA_RESTART, unless the signal is ignored. */
static bool handle(int signal, void (*handler)(int), struct sigaction *before) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, NULL, before) != 0 || before->sa_handler == SIG_IGN) return false;
  return sigaction(signal, &action, NULL) == 0;
}

void cardex_interrupts_install(void) {
  struct sigaction before;
  handle(SIGINT, note, &before);
}

bool cardex_interrupts_are_pending(void) { return is_interrupted; }

void cardex_interrupts_clear(void) { is_interrupted = 0; }

static struct {
  bool is_set;
  struct sigaction before;
} events[NSIG];

/* Whether a signal is an event. Exceptions are signals that cannot be caught, signals that are
 * ignored or stop the process by default, and crashes, which modes.c handles. */
static bool is_event(int signal) {
  switch (signal) {
    case SIGKILL: case SIGSTOP: case SIGCHLD: case SIGURG: case SIGTTIN: case SIGTTOU:
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGTRAP: case SIGFPE: case SIGABRT: case SIGSYS:
      return false;
    default: return true;
  }
}

void cardex_signals_begin(void) {
  for (int signal = 1; signal < NSIG; signal++) {
    if (!is_event(signal)) continue;
    void (*handler)(int) = signal == SIGQUIT ? SIG_IGN : note;
    /* This fails for signals that the C library keeps for itself. */
    events[signal].is_set = handle(signal, handler, &events[signal].before);
  }
}

/* Blocks the signals that are events and returns the previous signal mask. */
static sigset_t block_events(void) {
  sigset_t signals, before;
  sigemptyset(&signals);
  for (int signal = 1; signal < NSIG; signal++) {
    if (events[signal].is_set) sigaddset(&signals, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  return before;
}

/* Clears a flag and returns whether it was set. */
static bool take(volatile sig_atomic_t *flag) {
  bool was_set = *flag;
  *flag = 0;
  return was_set;
}

void cardex_signals_end(void) {
  sigset_t before = block_events();
  bool interrupts_are_noted = events[SIGINT].is_set && events[SIGINT].before.sa_handler == note;
  for (int signal = 1; signal < NSIG; signal++) {
    if (events[signal].is_set) sigaction(signal, &events[signal].before, NULL);
    events[signal].is_set = false;
  }
  /* Signals that have arrived since the last wait now have their usual effect. Interrupts stay
   * noted if the previous action notes them, too. */
  int signal = termination;
  termination = is_resized = is_continued = 0;
  if (take(&is_suspended)) raise(SIGTSTP);
  if (!interrupts_are_noted && take(&is_interrupted)) raise(SIGINT);
  if (signal != 0) raise(signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static enum cardex_event next_event(void) {
  if (termination) return cardex_event_terminated;
  if (take(&is_interrupted)) return cardex_event_interrupted;
  if (take(&is_suspended)) return cardex_event_suspended;
  if (take(&is_continued)) return cardex_event_continued;
  if (take(&is_resized)) return cardex_event_resized;
  return cardex_event_none;
}

enum cardex_event cardex_signals_wait(int descriptor, int milliseconds) {
  /* Signals are unblocked only while waiting, so that none arrives between checking the flags and
   * waiting. */
  sigset_t before = block_events();
  enum cardex_event event = next_event();
  if (event == cardex_event_none) {
    fd_set descriptors;
    FD_ZERO(&descriptors);
    FD_SET(descriptor, &descriptors);
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    int count = pselect(descriptor + 1, &descriptors, NULL, NULL, milliseconds < 0 ? NULL : &limit,
                        &before);
    if (count > 0) event = cardex_event_input;
    if (count < 0) event = errno == EINTR ? next_event() : cardex_event_failed;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (event != cardex_event_input) return event;
  /* A signal that came with the input is reported first: input typed after Ctrl-C is not meant for
   * the work that Ctrl-C has ended. */
  event = next_event();
  return event == cardex_event_none ? cardex_event_input : event;
}

void cardex_signals_suspend(void) {
  struct sigaction action = {0}, before;
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, &before);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
  is_continued = 0;
}

static const int keyboard_signals[] = {SIGINT, SIGQUIT, SIGTSTP};
static struct sigaction keyboard_actions[3];

void cardex_keyboard_lend(void) {
  for (int i = 0; i < 3; i++) {
    struct sigaction action = {0};
    action.sa_handler = keyboard_signals[i] == SIGTSTP ? SIG_DFL : SIG_IGN;
    sigemptyset(&action.sa_mask);
    sigaction(keyboard_signals[i], &action, &keyboard_actions[i]);
  }
}

void cardex_keyboard_take_back(void) {
  for (int i = 0; i < 3; i++) {
    sigaction(keyboard_signals[i], &keyboard_actions[i], NULL);
  }
}
