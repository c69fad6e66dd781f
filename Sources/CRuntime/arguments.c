/* Swift's runtime looks in /proc for where the program's arguments begin, and has none where there is
   no /proc. The C library hands them to whatever runs before the program does. */
#include <limits.h>

#ifdef __GLIBC__

extern __attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void take_arguments(int count, char **arguments) {
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

#endif
