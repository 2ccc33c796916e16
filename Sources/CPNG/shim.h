// libpng, of the host alone. No logic here; what Swift does not import of it (macros, an array of
// characters in a structure) has a `static inline` function named after it.
#pragma once
#include <png.h>
#include <stdint.h>

static inline uint32_t png_format_rgba(void) { return PNG_FORMAT_RGBA; }
static inline uint32_t png_image_flag_16bit_srgb(void) { return PNG_IMAGE_FLAG_16BIT_sRGB; }
static inline int png_default_srgb(void) { return PNG_DEFAULT_sRGB; }
static inline int png_transforms_to_8_bit_rgb(void) {
  return PNG_TRANSFORM_SCALE_16 | PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_GRAY_TO_RGB;
}
static inline const char *png_image_message(const png_image *image) { return image->message; }
