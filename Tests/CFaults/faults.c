#define _GNU_SOURCE
#include "CFaults.h"

#include <errno.h>
#include <string.h>

enum { most_faults = 4 };

static _Thread_local struct {
  const char *name;
  int first, last, error, calls;
  void (*body)(void *context);
  void *context;
} faults[most_faults];
static _Thread_local int fault_count, failed;

static void add(const char *name, int first, int last, int error, void (*body)(void *context),
                void *context) {
  if (fault_count == most_faults) return;
  faults[fault_count].name = name;
  faults[fault_count].first = first;
  faults[fault_count].last = last;
  faults[fault_count].error = error;
  faults[fault_count].body = body;
  faults[fault_count].context = context;
  faults[fault_count++].calls = 0;
}

void cardex_fail(const char *name, int first, int last, int error) {
  add(name, first, last, error, NULL, NULL);
}

void cardex_run_before(const char *name, int call, void (*body)(void *context), void *context) {
  add(name, call, call, 0, body, context);
}

int cardex_fail_no_more(void) {
  const int result = failed;
  fault_count = failed = 0;
  return result;
}

#ifdef __linux__

#include <dirent.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Whether a call is to fail; then `errno` is set to the reason. */
static int fails(const char *name) {
  for (int fault = 0; fault < fault_count; ++fault) {
    if (strcmp(faults[fault].name, name) != 0) continue;
    const int call = ++faults[fault].calls;
    if (call < faults[fault].first || call > faults[fault].last) continue;
    ++failed;
    if (faults[fault].body) {
      /* Calls made by the body itself do not count. */
      const int count = fault_count;
      fault_count = 0;
      faults[fault].body(faults[fault].context);
      fault_count = count;
      continue;
    }
    errno = faults[fault].error;
    return 1;
  }
  return 0;
}

#define CALL(type, name, parameters, ...) \
  type name parameters { \
    if (fault_count && fails(#name)) return (type)-1; \
    return (type)syscall(SYS_##name, __VA_ARGS__); \
  }

CALL(int, ftruncate, (int file, off_t length), file, length)
CALL(int, fsync, (int file), file)
CALL(int, fdatasync, (int file), file)
CALL(int, flock, (int file, int operation), file, operation)
CALL(int, fchmod, (int file, mode_t mode), file, mode)
CALL(int, renameat, (int from, const char *name, int to, const char *other), from, name, to, other)
CALL(int, linkat, (int from, const char *name, int to, const char *other, int flags), from, name,
     to, other, flags)
CALL(int, unlinkat, (int directory, const char *name, int flags), directory, name, flags)
CALL(ssize_t, flistxattr, (int file, char *names, size_t size), file, names, size)
CALL(ssize_t, fgetxattr, (int file, const char *name, void *value, size_t size), file, name, value,
     size)
CALL(ssize_t, readlinkat, (int directory, const char *name, char *text, size_t size), directory, name, text,
     size)

#if __has_feature(thread_sanitizer)
/* It has to see what threads hand over through pipes. */
extern ssize_t __interceptor_read(int file, void *bytes, size_t count);

ssize_t read(int file, void *bytes, size_t count) {
  if (fault_count && fails("read")) return -1;
  return __interceptor_read(file, bytes, count);
}
#else
CALL(ssize_t, read, (int file, void *bytes, size_t count), file, bytes, count)
#endif

/* Functions whose arguments differ from those of the system call. */

int fstat(int file, struct stat *status) {
  if (fault_count && fails("fstat")) return -1;
  return (int)syscall(SYS_newfstatat, file, "", status, 0x1000 /* AT_EMPTY_PATH */);
}

int fstatat(int directory, const char *name, struct stat *status, int flags) {
  if (fault_count && fails("fstatat")) return -1;
  return (int)syscall(SYS_newfstatat, directory, name, status, flags);
}

pid_t waitpid(pid_t process, int *status, int options) {
  if (fault_count && fails("waitpid")) return -1;
  return (pid_t)syscall(SYS_wait4, process, status, options, NULL);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  if (fault_count && fails("pread")) return -1;
  return syscall(SYS_pread64, file, bytes, count, offset);
}

int openat(int directory, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fault_count && fails("openat")) return -1;
  return (int)syscall(SYS_openat, directory, path, flags, mode);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  /* Anonymous memory does not concern files. */
  if (fault_count && file >= 0 && fails("mmap")) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

/* Functions in which the C library does more than the system call. */

DIR *fdopendir(int file) {
  if (fault_count && fails("fdopendir")) return NULL;
  DIR *(*const original)(int) = (DIR * (*)(int)) dlsym(RTLD_NEXT, "fdopendir");
  return original(file);
}

pid_t fork(void) {
  if (fault_count && fails("fork")) return -1;
  pid_t (*const original)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
  return original();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (fault_count && fails("clock_gettime")) return -1;
  typedef int (*function)(clockid_t, struct timespec *);
  static _Atomic(function) original;
  function call = original;
  if (!call) original = call = (function)dlsym(RTLD_NEXT, "clock_gettime");
  return call(clock, time);
}

#endif

/* Sanitizers have their own functions for memory. */
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *calloc(size_t count, size_t size) {
  return fault_count && fails("calloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fault_count && fails("realloc") ? NULL : __libc_realloc(memory, size);
}

int cardex_memory_can_fail(void) { return 1; }

#else

int cardex_memory_can_fail(void) { return 0; }

#endif
