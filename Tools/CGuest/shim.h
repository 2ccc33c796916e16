// The Linux calls of touch-tool. Swift imports neither variable arguments, nor request macros, nor C's stdin.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static inline int open_device(const char *path, int flags) { return open(path, flags); }
// Like fgets() on standard input.
static inline int read_input_line(char *line, int size) { return fgets(line, size, stdin) != NULL; }
static inline int uinput_set_event_type(int fd, int type) { return ioctl(fd, UI_SET_EVBIT, type); }
static inline int uinput_set_key(int fd, int key) { return ioctl(fd, UI_SET_KEYBIT, key); }
static inline int uinput_set_step(int fd, int axis) { return ioctl(fd, UI_SET_RELBIT, axis); }
static inline int uinput_set_property(int fd, int property) { return ioctl(fd, UI_SET_PROPBIT, property); }
static inline int uinput_setup_axis(int fd, const struct uinput_abs_setup *axis) { return ioctl(fd, UI_ABS_SETUP, axis); }
static inline int uinput_setup_device(int fd, const struct uinput_setup *setup) { return ioctl(fd, UI_DEV_SETUP, setup); }
static inline int uinput_create(int fd) { return ioctl(fd, UI_DEV_CREATE); }
static inline int console_mode(int fd, int *mode) { return ioctl(fd, KDGETMODE, mode); }
