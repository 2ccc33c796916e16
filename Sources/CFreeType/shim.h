// FreeType, of the host alone: reads the outlines of fonts; tests compare with its polygons too.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
