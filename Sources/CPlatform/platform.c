#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <zlib.h>

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#else
#include <copyfile.h>
#endif

static int open_directory(int base, const char *path, int access) {
  int descriptor;
  do {
    descriptor = openat(base, path, access | O_DIRECTORY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int cardex_open_directory(int base, const char *path) {
  int directory = open_directory(base, path, O_RDONLY);
#ifdef __linux__
  if (directory < 0 && errno == EACCES) directory = open_directory(base, path, O_PATH);
#endif
  return directory;
}

int cardex_is_process_directory(int directory) {
#ifdef __linux__
  const long proc_magic = 0x9fa0;
  struct statfs status;
  return fstatfs(directory, &status) == 0 && status.f_type == proc_magic;
#else
  (void)directory;
  return 0;
#endif
}

#ifdef __linux__

/* A path to an open file, which may have no name. */
struct descriptor_path {
  char text[40];
};

static struct descriptor_path path_of(int descriptor) {
  struct descriptor_path path;
  snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", descriptor);
  return path;
}

#endif

int cardex_open_unnamed(int directory, mode_t mode) {
#ifdef __linux__
  int descriptor = openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (descriptor < 0 || access(path_of(descriptor).text, F_OK) == 0) return descriptor;
  close(descriptor);
#else
  (void)directory;
  (void)mode;
#endif
  errno = EOPNOTSUPP;
  return -1;
}

int cardex_link_descriptor(int descriptor, int directory, const char *name) {
#ifdef __linux__
  return linkat(AT_FDCWD, path_of(descriptor).text, directory, name, AT_SYMLINK_FOLLOW);
#else
  (void)descriptor;
  (void)directory;
  (void)name;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

int cardex_rename_new(int directory, const char *from, const char *to) {
#ifdef __linux__
  if (renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0) return 0;
#else
  if (renameatx_np(directory, from, directory, to, RENAME_EXCL) == 0) return 0;
#endif
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -1;
  if (linkat(directory, from, directory, to, 0) != 0) return -1;
  unlinkat(directory, from, 0);
  return 0;
}

int cardex_sync_file(int descriptor) {
#ifdef F_FULLFSYNC
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  int result;
  do {
    result = fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
}

int cardex_sync_content(int descriptor) {
#ifdef __linux__
  int result;
  do {
    result = fdatasync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
#else
  return cardex_sync_file(descriptor);
#endif
}

int cardex_sync_directory(int directory, int file) {
  if (cardex_sync_file(directory) == 0) return 0;
#ifdef __linux__
  /* The directory could not be opened for reading, so synchronize its whole file system. */
  if (errno == EBADF) return syncfs(file);
#else
  (void)file;
#endif
  /* Some file systems synchronize directories automatically and reject the request. */
  return errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

ssize_t cardex_list_attributes(int descriptor, char *names, size_t size) {
#ifdef __linux__
  return flistxattr(descriptor, names, size);
#else
  return flistxattr(descriptor, names, size, 0);
#endif
}

ssize_t cardex_get_attribute(int descriptor, const char *name, void *value, size_t size) {
#ifdef __linux__
  return fgetxattr(descriptor, name, value, size);
#else
  return fgetxattr(descriptor, name, value, size, 0, 0);
#endif
}

int cardex_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
#ifdef __linux__
  return fsetxattr(descriptor, name, value, size, 0);
#else
  return fsetxattr(descriptor, name, value, size, 0, 0);
#endif
}

int cardex_remove_attribute(int descriptor, const char *name) {
#ifdef __linux__
  return fremovexattr(descriptor, name);
#else
  return fremovexattr(descriptor, name, 0);
#endif
}

int cardex_copy_access_list(int from, int to) {
#ifdef __linux__
  (void)from;
  (void)to;
  return 0;
#else
  return fcopyfile(from, to, NULL, COPYFILE_ACL);
#endif
}

#ifdef __linux__

static void end_before(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) raise(SIGTERM);
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  /* The highest score, so that this process is killed first. Failure to set it does not matter. */
  const ssize_t written = write(file, "1000", 4);
  (void)written;
  close(file);
}

#endif

pid_t cardex_fork(void) {
#ifdef __linux__
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) end_before(parent);
  return process;
#else
  return fork();
#endif
}

static void run(const char *program, char *const *arguments, char **environment,
                const int *descriptors, const int *numbers, size_t count, const int *signals,
                size_t signal_count) {
  extern char **environ;
  for (size_t index = 0; index < count; index++) {
    if (dup2(descriptors[index], numbers[index]) < 0) return;
  }
  for (size_t index = 0; index < signal_count; index++) signal(signals[index], SIG_DFL);
  environ = environment;
  execvp(program, arguments);
}

pid_t cardex_start_child(const char *program, char *const *arguments, char **environment,
                         const int *descriptors, const int *numbers, size_t count,
                         const int *signals, size_t signal_count) {
  /* A pipe that has the error number if the program cannot be run, and is at its end once it
     runs. */
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  pid_t process = cardex_fork();
  if (process == 0) {
    run(program, arguments, environment, descriptors, numbers, count, signals, signal_count);
    const int reason = errno;
    const ssize_t written = write(ends[1], &reason, sizeof reason);
    (void)written;
    _exit(127);
  }
  int reason = process < 0 ? errno : 0;
  close(ends[1]);
  if (process > 0) {
    ssize_t size;
    do {
      size = read(ends[0], &reason, sizeof reason);
    } while (size < 0 && errno == EINTR);
    if (size > 0) {
      while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
      process = -1;
    }
  }
  close(ends[0]);
  if (process < 0) errno = reason;
  return process;
}

int cardex_processor_count(void) {
#ifdef __linux__
  /* Unlike sysconf, this reads no files. */
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
#else
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
#endif
}

int cardex_has_avx2(void) {
#ifdef CPU_FEATURE_ACTIVE
  /* The C library has already queried the processor. The compiler's own function would query it
     again when the program starts, which is slow in a virtual machine. */
  return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI2);
#elif defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
  return 0;
#endif
}

uint32_t cardex_crc32(uint32_t sum, const void *bytes, size_t size) {
  /* Without bytes, zlib would return the initial value. */
  return size == 0 ? sum : (uint32_t)crc32_z(sum, bytes, size);
}
