#include "panel_images.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
#if defined(__has_embed) && __has_embed("Generated/memory.pack") && __has_embed("Generated/temperature.pack")
const uint8_t memory_image[] __attribute__((aligned(8))) = {
#embed "Generated/memory.pack"
};
const uint32_t memory_image_length = sizeof memory_image;
const uint8_t temperature_image[] __attribute__((aligned(8))) = {
#embed "Generated/temperature.pack"
};
const uint32_t temperature_image_length = sizeof temperature_image;
#else
const uint8_t memory_image[] __attribute__((aligned(8))) = {0};
const uint32_t memory_image_length = 0;
const uint8_t temperature_image[] __attribute__((aligned(8))) = {0};
const uint32_t temperature_image_length = 0;
#endif
