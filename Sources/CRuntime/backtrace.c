/* When a program starts, Swift's runtime looks for its backtrace program, and ends the process if
   it cannot find its own files by /proc. A static executable has no such files beside it, and must
   run without /proc. */
#ifdef __linux__
#include <stddef.h>

const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name);

/* No auxiliary executable exists. */
const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}
#endif
