// Counts calls of the heap by standing in for malloc and its kin, as glibc lets a dynamically linked program do. A static
// file cannot: scripts/heap counts there.
#include "bench.h"
#ifndef __x86_64__
long bench_heap_calls(void) { return -1; }
#else
#include <errno.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long calls;

long bench_heap_calls(void) { return calls; }

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  calls++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  calls++;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
#endif
