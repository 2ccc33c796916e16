#include "default_font.h"

#if defined(__has_embed) && __has_embed("Generated/DefaultFont.pack")
#pragma clang diagnostic ignored "-Wc23-extensions"
const uint8_t default_font[] __attribute__((aligned(8))) = {
#embed "Generated/DefaultFont.pack"
};
const uint32_t default_font_length = sizeof default_font;
#else
const uint8_t default_font[] __attribute__((aligned(8))) = {0};
const uint32_t default_font_length = 0;
#endif
