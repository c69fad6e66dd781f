/* Swift's runtime reads files of /proc, before the program begins, to find the arguments, and finds
   none if there is no /proc. The C library passes them to initializers. In the static executable
   these functions are linked instead of the runtime's own; whoever calls the first one passes its
   parameter and gets its result as C would. */
#include <limits.h>

#ifdef __GLIBC__

char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

static char **given;
static int given_count;

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = given_count;
  return given;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
  given = arguments;
  given_count = count;
}

__attribute__((constructor)) static void take_arguments(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

#endif
