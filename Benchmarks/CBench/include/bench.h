// What is measured beside the scenes: the memory itself, and calls of the heap.
#pragma once
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
