/* A failed allocation ends the program with a message and status 2. Swift would end it with a
   signal, because its allocations cannot fail; and without memory, the program cannot report an
   error in the usual way. A file being saved at that moment has not yet replaced the old one, and
   unsaved edits are in the journal. */
#include "CRuntime.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

static atomic_bool is_silent;
static struct termios terminal;
static atomic_bool has_terminal;

void cardex_end_silently_out_of_memory(void) { is_silent = 1; }

void cardex_keep_terminal(void) { has_terminal = tcgetattr(STDIN_FILENO, &terminal) == 0; }

#ifdef __linux__

/* If the linker is told to substitute our functions, it gives these names to the functions of the C
   library. They are weak, so that this file can be linked without substitution. */
#define REAL extern __attribute__((weak))
REAL void *__real_malloc(size_t size);
REAL void *__real_calloc(size_t count, size_t size);
REAL void *__real_realloc(void *memory, size_t size);
REAL void *__real_aligned_alloc(size_t alignment, size_t size);
REAL int __real_posix_memalign(void **memory, size_t alignment, size_t size);

__attribute__((noreturn, cold, noinline)) static void end_out_of_memory(void) {
  static const char message[] = "cardex: out of memory\n";
  if (has_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
  if (!is_silent) {
    /* A failure to write cannot be reported anywhere. */
    const ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
  }
  _exit(2);
}

/* Ends the program if an allocation of more than 0 bytes failed. */
static inline void *checked(void *memory, size_t size) {
  if (__builtin_expect(!memory && size, 0)) end_out_of_memory();
  return memory;
}

void *__wrap_malloc(size_t size) { return checked(__real_malloc(size), size); }

void *__wrap_calloc(size_t count, size_t size) {
  return checked(__real_calloc(count, size), count && size);
}

void *__wrap_realloc(void *memory, size_t size) {
  return checked(__real_realloc(memory, size), size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return checked(__real_aligned_alloc(alignment, size), size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  const int code = __real_posix_memalign(memory, alignment, size);
  if (__builtin_expect(code == ENOMEM, 0)) end_out_of_memory();
  return code;
}

#endif
