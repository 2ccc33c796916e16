// The scenes' numbers as static data, made by generate-scenes. Coordinates are 16.16; colours 0xAARRGGBB.
#pragma once
#include <stdint.h>

extern const int32_t scene_rects[];  // 200 of x, y, width, height, colour
extern const int32_t scene_stars[];  // 50 of five points and a colour
extern const int32_t scene_path[];   // 0 move (1 point), 1 line (1), 2 cubic (3), 3 close (0)
extern const int32_t scene_path_count;
extern const int32_t scene_arcs[];   // 12 of radius, colour
extern const int32_t scene_ticks[];  // 100 of two points
extern const int32_t scene_chart[];  // 200 points
extern const char scene_text[40][51];

extern const int32_t glyph_offsets[];   // 96: where each of the characters 32…126 begins in glyph_data, and the end
extern const int16_t glyph_advances[];  // 95, in 1/2048 em
extern const int16_t glyph_data[];      // 0 move, 1 line, 2 quadratic, 3 close; in 1/4096 em, y upwards

static inline const int32_t *_Nonnull scene_rects_start(void) { return scene_rects; }
static inline const int32_t *_Nonnull scene_stars_start(void) { return scene_stars; }
static inline const int32_t *_Nonnull scene_path_start(void) { return scene_path; }
static inline const int32_t *_Nonnull scene_arcs_start(void) { return scene_arcs; }
static inline const int32_t *_Nonnull scene_ticks_start(void) { return scene_ticks; }
static inline const int32_t *_Nonnull scene_chart_start(void) { return scene_chart; }
static inline const char *_Nonnull scene_text_line(int line) { return scene_text[line]; }
static inline const int32_t *_Nonnull glyph_offsets_start(void) { return glyph_offsets; }
static inline const int16_t *_Nonnull glyph_advances_start(void) { return glyph_advances; }
static inline const int16_t *_Nonnull glyph_data_start(void) { return glyph_data; }
