// What others want of the C library and musl has not, or has only slow: linked into every board file, left out of it where
// not used. docs/adr/005-c-library.md goes through all that libevdev wants, and has the measurements. No logic here.
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>

// Debian's libevdev.a is compiled for glibc with _FORTIFY_SOURCE, which renames the calls that print. What it prints, of
// faults of its caller or of the kernel, is printed without its numbers: they would cost 20 kB.
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  (void)arguments;
  return fputs(format, stream);
}
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vfprintf_chk(stream, flag, format, arguments);
  va_end(arguments);
  return length;
}

// Of libdrm the part that sets modes is linked. These three are of its other part, which would bring 36 kB and the files, lists
// and formatted texts of the C library along: as there, calls are repeated while a signal interrupts them.
int drmIoctl(int descriptor, unsigned long request, void *argument);
int drmIoctl(int descriptor, unsigned long request, void *argument) {
  int result;
  do result = ioctl(descriptor, request, argument);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result;
}
void *drmMalloc(int size);
void *drmMalloc(int size) { return calloc(1, size); }
void drmFree(void *memory);
void drmFree(void *memory) { free(memory); }

// Swift seeds the hashes of its dictionaries with it: 16 bytes, which getrandom() never answers in part.
void arc4random_buf(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) { (void)getrandom(bytes, count, 0); }

#ifdef __arm__
// The names under which Swift calls memcpy() and its kin on 32-bit ARM. In musl they are loops that go byte by byte. Not so
// for this file's own calls: it is compiled for GNU's names.
#define SAME_IF_ALIGNED(result, name, parameters) \
  result name##4 parameters __attribute__((alias(#name))); \
  result name##8 parameters __attribute__((alias(#name)));

void __aeabi_memcpy(void *target, const void *source, size_t count);
void __aeabi_memcpy(void *target, const void *source, size_t count) { memcpy(target, source, count); }
SAME_IF_ALIGNED(void, __aeabi_memcpy, (void *target, const void *source, size_t count))

void __aeabi_memmove(void *target, const void *source, size_t count);
void __aeabi_memmove(void *target, const void *source, size_t count) { memmove(target, source, count); }
SAME_IF_ALIGNED(void, __aeabi_memmove, (void *target, const void *source, size_t count))

void __aeabi_memset(void *target, size_t count, int value);
void __aeabi_memset(void *target, size_t count, int value) { memset(target, value, count); }
SAME_IF_ALIGNED(void, __aeabi_memset, (void *target, size_t count, int value))

void __aeabi_memclr(void *target, size_t count);
void __aeabi_memclr(void *target, size_t count) { memset(target, 0, count); }
SAME_IF_ALIGNED(void, __aeabi_memclr, (void *target, size_t count))
#endif
