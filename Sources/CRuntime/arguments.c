/* Swift's runtime locates the program's arguments by /proc, and finds none if there is no /proc.
   The C library passes them to initializers that run before the program. */
#include <limits.h>

#ifdef __GLIBC__

extern __attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void take_arguments(int count, char **arguments) {
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

#endif
