#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The interface of Landlock, of which older headers lack parts, or all. The numbers are the same on all
   kinds of processors. */
enum {
  create_ruleset = 444,
  add_rule = 445,
  restrict_self = 446,
  ask_version = 1,
  rule_beneath_path = 1,
  read_file = 1 << 2,
  read_directory = 1 << 3,
};

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct __attribute__((packed)) beneath_path {
  uint64_t allowed;
  int32_t descriptor;
};

/* All that a version of the interface can deny: what is not in it stays allowed. */
static struct ruleset all_of(long version) {
  struct ruleset all = {(1 << 13) - 1, 0, 0};
  if (version >= 2) all.files |= 1 << 13;
  if (version >= 3) all.files |= 1 << 14;
  if (version >= 4) all.network = 3;
  if (version >= 5) all.files |= 1 << 15;
  if (version >= 6) all.scopes = 3;
  return all;
}

/* A path that does not exist allows nothing. */
static int allow(int ruleset, const char *path) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct stat status;
  int result = fstat(descriptor, &status);
  if (result == 0) {
    struct beneath_path rule = {S_ISDIR(status.st_mode) ? read_file | read_directory : read_file, descriptor};
    result = (int)syscall(add_rule, ruleset, rule_beneath_path, &rule, 0);
  }
  close(descriptor);
  return result;
}

int cardex_restrict_to_reading(const char *const *paths, size_t count) {
  long version = syscall(create_ruleset, NULL, 0, ask_version);
  if (version < 1) return -1;
  struct ruleset all = all_of(version);
  size_t size = version < 4 ? sizeof all.files : version < 6 ? 2 * sizeof all.files : sizeof all;
  int ruleset = (int)syscall(create_ruleset, &all, size, 0);
  if (ruleset < 0) return -1;
  int result = 0;
  for (size_t i = 0; result == 0 && i < count; i++) result = allow(ruleset, paths[i]);
  if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = (int)syscall(restrict_self, ruleset, 0);
  int code = errno;
  close(ruleset);
  errno = code;
  return result;
}

#else

int cardex_restrict_to_reading(const char *const *paths, size_t count) {
  (void)paths;
  (void)count;
  errno = ENOSYS;
  return -1;
}

#endif
