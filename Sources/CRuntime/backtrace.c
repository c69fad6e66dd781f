/* Swift's runtime looks for its program that prints backtraces when any program starts, and ends that
   if it cannot find out where its own files are, which it asks /proc. A static executable has no such
   files beside it, and must run where there is no /proc. */
#ifdef __linux__
#include <stddef.h>

const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name);

/* There is none. */
const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}
#endif
