// Counts the calls of the heap of a whole program and writes their number, when it ends, to the file that the environment
// variable HEAP_COUNT_FILE names, or to standard error. Two ways to put it under a program:
//   host    a shared library, through LD_PRELOAD
//   board   linked into the static file with -DWRAP and the linker's --wrap=NAME for every NAME below
// An allocation that goes through several of them counts several times.
// With -DPLANT every reading of a clock also allocates once: a program that reads one each frame must then be found out.
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_ulong calls;

#ifdef WRAP
#define REPLACEMENT(name) __wrap_##name
#define ORIGINAL(name) __real_##name
#else
// The C library's own allocator under its second names: looking its first ones up would call the heap again.
#define REPLACEMENT(name) name
#define ORIGINAL(name) __libc_##name
#define __libc_aligned_alloc __libc_memalign
#endif

// scripts/build-board lists the same names for --wrap.
#define COUNTED(name, parameters, arguments)                     \
  extern void *ORIGINAL(name) parameters;                        \
  void *REPLACEMENT(name) parameters {                           \
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);  \
    return ORIGINAL(name) arguments;                             \
  }

COUNTED(malloc, (size_t size), (size))
COUNTED(calloc, (size_t count, size_t size), (count, size))
COUNTED(realloc, (void *old, size_t size), (old, size))
COUNTED(memalign, (size_t alignment, size_t size), (alignment, size))
COUNTED(aligned_alloc, (size_t alignment, size_t size), (alignment, size))
#ifdef WRAP
// What musl itself calls, so that a program that brings a malloc() of its own does not change it.
COUNTED(__libc_malloc, (size_t size), (size))
#endif

// Not of the same shape: posix_memalign() answers an error and leaves the memory in its first argument.
int REPLACEMENT(posix_memalign)(void **memory, size_t alignment, size_t size);
int REPLACEMENT(posix_memalign)(void **memory, size_t alignment, size_t size) {
  void *result = REPLACEMENT(memalign)(alignment, size);
  if (result == NULL) return 12;  // ENOMEM
  *memory = result;
  return 0;
}

#ifdef PLANT
// Not read before it is freed, so that only `volatile` keeps the pair alive.
static void *volatile planted;
static void plant(void) {
  planted = REPLACEMENT(malloc)(1);
  free(planted);
}
#ifdef WRAP
// What musl's header makes of clock_gettime() where a word is narrower than its seconds.
#if __SIZEOF_LONG__ == 4
#define __real_clock_gettime __real___clock_gettime64
#define __wrap_clock_gettime __wrap___clock_gettime64
#endif
extern int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
  plant();
  return __real_clock_gettime(clock, time);
}
#else
#include <sys/syscall.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  plant();
  return (int)syscall(SYS_clock_gettime, clock, time);
}
#endif
#endif

__attribute__((destructor)) static void report(void) {
  const unsigned long total = atomic_load(&calls);
  char line[32];
  const int length = snprintf(line, sizeof line, "%lu\n", total);
  const char *path = getenv("HEAP_COUNT_FILE");
  const int fd = path == NULL ? 2 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0 || write(fd, line, (size_t)length) != length) _exit(70);
}
