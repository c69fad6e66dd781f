/* Before the program begins, Swift's runtime reads the arguments from files of /proc, and finds
   none without /proc. The C library passes the arguments to initializers. In the static executable,
   these functions are linked instead of the runtime's own. Callers of the first one use the calling
   convention of C. */
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
