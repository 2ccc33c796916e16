#include "sample_panel.h"

#if defined(__has_embed) && __has_embed("Generated/machine-monitor.panel")
#pragma clang diagnostic ignored "-Wc23-extensions"
const uint8_t sample_panel[] __attribute__((aligned(8))) = {
#embed "Generated/machine-monitor.panel"
};
const uint32_t sample_panel_length = sizeof sample_panel;
#else
const uint8_t sample_panel[] __attribute__((aligned(8))) = {0};
const uint32_t sample_panel_length = 0;
#endif
