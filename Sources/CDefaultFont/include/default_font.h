// The pack of the default font as it is compiled into a program, aligned to eight bytes. One byte and a length of zero where
// scripts/assets has not made it.
#pragma once
#include <stdint.h>

extern const uint8_t default_font[];
extern const uint32_t default_font_length;

// An array without a size is no value in Swift.
static inline const void *default_font_start(void) { return default_font; }
static inline uint32_t default_font_byte_count(void) { return default_font_length; }
