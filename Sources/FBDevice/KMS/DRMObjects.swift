// Stage: the edge to the kernel. What mode setting (DRM/KMS) tells of a card: plain values.
#if KMS
import CDRM
import SystemFiles

/// The numbers of a card's objects.
struct DRMResources {
  var crtcs: [UInt32] = []
  var connectors: [UInt32] = []
}

/// A size and rate that a connector can have.
struct DRMMode {
  var info = drmModeModeInfo()

  var width: Int { Int(info.hdisplay) }
  var height: Int { Int(info.vdisplay) }
  var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }

  /// Nanoseconds from a picture to the next: by the mode's clock, else by its rate; a sixtieth of a second where it tells
  /// neither. Held to 2...100 ms.
  var interval: Int64 {
    let pixels = Int64(info.htotal) * Int64(info.vtotal)
    var interval: Int64 = 16_666_667
    if info.clock > 0, pixels > 0 {
      interval = pixels * 1_000_000 / Int64(info.clock)
      if isInterlaced { interval /= 2 }
    } else if info.vrefresh > 0 {
      interval = 1_000_000_000 / Int64(info.vrefresh)
    }
    return max(2_000_000, min(interval, 100_000_000))
  }

  func isSame(as other: DRMMode) -> Bool {
    width == other.width && height == other.height && rate == other.rate && isInterlaced == other.isInterlaced
  }

  /// Pictures a second, rounded: 60 for 59.94.
  var rate: Int { Int((1_000_000_000 + interval / 2) / interval) }
}

/// A socket for a display, or the display that is built in.
struct DRMConnector {
  var id: UInt32 = 0
  /// As the kernel calls it: "HDMI-A-1", "DSI-1".
  var name = ""
  /// Whether the display is a panel of the board and no monitor, by the kind of its connector.
  var isBuiltIn = false
  /// Whether the driver sees a display, or cannot know.
  var isConnected = false
  var modes: [DRMMode] = []
  /// Of the picture, in millimetres; 0 where the display does not tell.
  var widthMillimetres = 0
  var heightMillimetres = 0
  /// A bit for each of ``DRMResources/crtcs`` that can drive it.
  var possibleCRTCs: UInt32 = 0
  /// The one that drives it now; 0 for none.
  var crtc: UInt32 = 0
}

/// A display controller's state.
struct DRMCRTC {
  var id: UInt32 = 0
  /// What it shows; 0 for nothing.
  var framebuffer: UInt32 = 0
  var x: UInt32 = 0
  var y: UInt32 = 0
  /// `nil` while it is off.
  var mode: DRMMode?
}

/// A property of a connector, a controller or a plane.
struct DRMProperty {
  var id: UInt32 = 0
  var name = ""
  var value: UInt64 = 0
  /// The name of the value, where it is one of a list.
  var word = ""
}

/// What a controller shows, as one of several pictures over each other.
struct DRMPlane {
  var id: UInt32 = 0
  var possibleCRTCs: UInt32 = 0
  /// Codes of pixel formats: DRM_FORMAT_XRGB8888.
  var formats: [UInt32] = []
}

/// The memory of a picture that the CPU draws.
struct DRMBuffer {
  var handle: UInt32 = 0
  var framebuffer: UInt32 = 0
  var bytesPerRow = 0
  var bytes = 0
}

/// Values of properties that are set together. Its memory is taken once.
struct DRMRequest {
  private(set) var objects: [UInt32] = []
  /// How many properties each object has.
  private(set) var counts: [UInt32] = []
  private(set) var properties: [UInt32] = []
  private(set) var values: [UInt64] = []

  init() {
    objects.reserveCapacity(4)
    counts.reserveCapacity(4)
    properties.reserveCapacity(16)
    values.reserveCapacity(16)
  }

  mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Sets a property. Those of an object come one after another.
  mutating func set(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
    if objects.last != object {
      objects.append(object)
      counts.append(0)
    }
    counts[counts.count - 1] += 1
    properties.append(property)
    values.append(value)
  }

  /// Calls `body` with the lists as the kernel wants them.
  mutating func withKernelRequest(flags: UInt32, _ body: (inout drm_mode_atomic) -> Int32) -> Int32 {
    let count = UInt32(objects.count)
    return unsafe objects.withUnsafeMutableBufferPointer { objects in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        unsafe properties.withUnsafeMutableBufferPointer { properties in
          unsafe values.withUnsafeMutableBufferPointer { values in
            func address(_ pointer: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }
            var request = drm_mode_atomic()
            request.flags = flags
            request.count_objs = count
            request.objs_ptr = unsafe address(objects.baseAddress)
            request.count_props_ptr = unsafe address(counts.baseAddress)
            request.props_ptr = unsafe address(properties.baseAddress)
            request.prop_values_ptr = unsafe address(values.baseAddress)
            return body(&request)
          }
        }
      }
    }
  }
}

/// The kernel's word that a picture is on the display.
struct DRMEvent {
  var crtc: UInt32 = 0
  /// When the display began to show it, in nanoseconds of the monotonic clock; 0 where the driver does not tell.
  var time: Int64 = 0
}
#endif
