// HarfBuzz, of the host alone: what a font moves two neighbouring glyphs by.
#pragma once
#include <hb-ot.h>
#include <hb.h>
