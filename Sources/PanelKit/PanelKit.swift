// The base of a program: one import for display, layers, touch, event loop and default font.
@_exported import EventLoop
@_exported import FBDevice
@_exported import FixedRaster
@_exported import LayerRuntime

@_exported import struct SystemFiles.DeviceError
