#define _GNU_SOURCE
#include "Pseudoterminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <util.h>
#else
#include <pty.h>
#endif

int cardex_pty_spawn(char *const arguments[], const char *input, int columns, int rows,
                     pid_t *process) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  int master;
  *process = forkpty(&master, NULL, NULL, &size);
  if (*process < 0) return -1;
  if (*process > 0) return master;
  if (input) {
    int file = open(input, O_RDONLY);
    if (file < 0 || dup2(file, STDIN_FILENO) < 0) _exit(127);
  }
  setenv("TERM", "xterm-256color", 1);
  execvp(arguments[0], arguments);
  _exit(127);
}
