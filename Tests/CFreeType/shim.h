// FreeType, for tests alone: reads outlines of a font, and draws polygons to compare with.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
