// The kernel's mode setting (DRM) as libdrm has it, and the macros that Swift does not import. No logic here.
#pragma once
#include <drm.h>
#include <drm_fourcc.h>
#include <stdint.h>
#include <xf86drmMode.h>

// Of libdrm's xf86drm.h, which wants more of the C library than boards have: boards/musl/missing.c.
extern int drmIoctl(int descriptor, unsigned long request, void *argument);

static inline unsigned long linux_DRM_IOCTL_VERSION(void) { return DRM_IOCTL_VERSION; }
static inline unsigned long linux_DRM_IOCTL_GET_CAP(void) { return DRM_IOCTL_GET_CAP; }
static inline unsigned long linux_DRM_IOCTL_SET_CLIENT_CAP(void) { return DRM_IOCTL_SET_CLIENT_CAP; }
static inline unsigned long linux_DRM_IOCTL_SET_MASTER(void) { return DRM_IOCTL_SET_MASTER; }
static inline unsigned long linux_DRM_IOCTL_DROP_MASTER(void) { return DRM_IOCTL_DROP_MASTER; }
static inline unsigned long linux_DRM_IOCTL_MODE_ATOMIC(void) { return DRM_IOCTL_MODE_ATOMIC; }
static inline uint32_t linux_DRM_FORMAT_XRGB8888(void) { return DRM_FORMAT_XRGB8888; }
static inline uint32_t linux_DRM_FORMAT_RGB565(void) { return DRM_FORMAT_RGB565; }
