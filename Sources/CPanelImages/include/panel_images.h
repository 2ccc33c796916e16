// The packs of the sample panel's pictures as they are compiled into a program, aligned to eight bytes. One byte and a length
// of zero where scripts/assets has not made them.
#pragma once
#include <stdint.h>

extern const uint8_t memory_image[];
extern const uint32_t memory_image_length;
extern const uint8_t temperature_image[];
extern const uint32_t temperature_image_length;

// An array without a size is no value in Swift.
static inline const void *memory_image_start(void) { return memory_image; }
static inline uint32_t memory_image_byte_count(void) { return memory_image_length; }
static inline const void *temperature_image_start(void) { return temperature_image; }
static inline uint32_t temperature_image_byte_count(void) { return temperature_image_length; }
