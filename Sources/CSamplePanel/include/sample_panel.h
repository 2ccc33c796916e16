// The panel that panel-ui shows where none is named, Examples/panels/machine-monitor.yaml, aligned to eight bytes. One byte
// and a length of zero where scripts/assets has not made it.
#pragma once
#include <stdint.h>

extern const uint8_t sample_panel[];
extern const uint32_t sample_panel_length;

// An array without a size is no value in Swift.
static inline const void *sample_panel_start(void) { return sample_panel; }
static inline uint32_t sample_panel_byte_count(void) { return sample_panel_length; }
