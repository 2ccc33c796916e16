// What others want of the C library and musl does not have: linked into every board file, left out of it where not used.
// docs/adr/005-c-library.md goes through all that libevdev wants. No logic here.
#include <stdarg.h>
#include <stdio.h>
#include <sys/random.h>

// Debian's libevdev.a is compiled for glibc with _FORTIFY_SOURCE, which renames the calls that print.
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vfprintf_chk(stream, flag, format, arguments);
  va_end(arguments);
  return length;
}

// Swift seeds the hashes of its dictionaries with it: 16 bytes, which getrandom() never answers in part.
void arc4random_buf(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) { (void)getrandom(bytes, count, 0); }
