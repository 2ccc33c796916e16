// Stage: blend. The Porter-Duff operators: how much of the source and of the destination is kept, by the other's alpha.

protocol PorterDuffBlend: PixelBlend {
  /// The shares of the source and of the destination, each 0...255.
  static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32)
}

extension PorterDuffBlend {
  @inline(__always)
  static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let (sa, da) = (source &>> 24, destination &>> 24)
    let (fs, fd) = factors(sa, da)
    let alpha = rounded255(sa &* fs &+ da &* fd)
    return channels(source, destination, alpha: alpha) { s, d in rounded255(s &* fs &+ d &* fd) }
  }
}

extension BlendMode {
  enum Clear: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (0, 0) }
  }

  enum Copy: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (255, 0) }
  }

  enum Destination: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (0, 255) }
  }

  enum SourceOver: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (255, 255 &- sa) }
  }

  enum DestinationOver: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (255 &- da, 255) }
  }

  enum SourceIn: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (da, 0) }
  }

  enum DestinationIn: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (0, sa) }
  }

  enum SourceOut: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (255 &- da, 0) }
  }

  enum DestinationOut: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (0, 255 &- sa) }
  }

  enum SourceAtop: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (da, 255 &- sa) }
  }

  enum DestinationAtop: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) { (255 &- da, sa) }
  }

  enum Xor: PorterDuffBlend {
    @inline(__always)
    static func factors(_ sa: UInt32, _ da: UInt32) -> (source: UInt32, destination: UInt32) {
      (255 &- da, 255 &- sa)
    }
  }

  /// Sums cut at 255: not a product of factors, as both are kept whole.
  enum PlusLighter: PixelBlend {
    @inline(__always)
    static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32 {
      let alpha = Swift.min(255, source &>> 24 &+ destination &>> 24)
      return channels(source, destination, alpha: alpha) { s, d in Swift.min(255, s &+ d) }
    }
  }
}
