/// How far a value can be believed. The order is from good to bad.
public enum Quality: UInt8, Comparable, Sendable, BitwiseCopyable {
  /// Heard lately.
  case fresh = 0
  /// Older than the signal allows.
  case old = 1
  /// The source says that it is wrong.
  case failed = 2
  /// Never heard, or the source says that there is none.
  case none = 3

  public static func < (a: Quality, b: Quality) -> Bool { a.rawValue < b.rawValue }

  /// The quality of a result: the worse of its two values.
  public static func worst(_ a: Quality, _ b: Quality) -> Quality { a < b ? b : a }
}

/// A value and how far it can be believed.
public struct Reading: Equatable, Sendable, BitwiseCopyable {
  /// The last one heard where the quality is `old`; without meaning where it is worse.
  public var value: Fixed64
  public var quality: Quality

  public init(_ value: Fixed64, _ quality: Quality = .fresh) { (self.value, self.quality) = (value, quality) }

  public static var none: Reading { Reading(.zero, .none) }
  static var failed: Reading { Reading(.zero, .failed) }

  /// Whether there is a value to show, if only an old one.
  public var hasValue: Bool { quality <= .old }

  /// Whether the value, as a flag, is set.
  public var isTrue: Bool { value != .zero }
}

/// The number of a signal in its store.
public struct SignalIndex: Hashable, Sendable, BitwiseCopyable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }
  public init(_ number: Int) { rawValue = Int32(truncatingIfNeeded: number) }

  public static var none: SignalIndex { SignalIndex(rawValue: -1) }

  var number: Int { Int(rawValue) }
}
