#pragma once
#include <libevdev/libevdev.h>

// Debian's libevdev.a is compiled for another C library than the boards' own: what it reads from the kernel and hands over must
// look the same here. On 32-bit machines seconds have 32 bits in it, whatever the C library's time_t has.
_Static_assert(sizeof(struct input_event) == 2 * sizeof(long) + 8, "libevdev.a has another struct input_event");
