// What is measured beside the scenes: the memory itself, and calls of the heap.
#pragma once
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/// Calls of malloc and its kin since the program started; −1 where they are not counted.
long bench_heap_calls(void);

static inline void bench_memset(void *target, size_t bytes) {
  memset(target, 0x33, bytes);
  __asm__ volatile("" ::"r"(target) : "memory");
}

static inline void bench_memcpy(void *target, const void *source, size_t bytes) {
  memcpy(target, source, bytes);
  __asm__ volatile("" ::"r"(target) : "memory");
}

/// Starts a thread that is never joined, with the same stack under every C library: musl's own is 128 kB.
///
/// @return 0, or an error number.
static inline int bench_start_thread(void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error == 0) error = pthread_attr_setstacksize(&attributes, 1 << 20);
  if (error == 0) error = pthread_create(&thread, &attributes, body, context);
  return error;
}
