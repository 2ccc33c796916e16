// Stage: signals. Tables that instructions name by number: constants, tables, windows of time, captured values.

/// The tables that the code of a panel names by number.
public struct ExpressionData: Sendable {
  public var constants: [Fixed64] = []
  public var tables: [ValueTable] = []
  /// The entries of all tables: those of a table lie together.
  public var entries: [ValueTable.Entry] = []
  public var windows: [WindowDefinition] = []
  public var captures: [CaptureDefinition] = []
  public var textFunctions: [TextFunction] = []

  public init(constants: [Fixed64] = []) { self.constants = constants }
}

/// From a code to a number, or from a value to the number of the band that it lies in. Texts, icons and colours are
/// numbers too: their index in the panel.
public struct ValueTable: Equatable, Sendable, BitwiseCopyable {
  public enum Lookup: UInt8, Sendable, BitwiseCopyable {
    /// The entry whose key the value is.
    case code = 0
    /// The last entry whose key is not above the value: zones.
    case band = 1
  }

  public struct Entry: Equatable, Sendable, BitwiseCopyable {
    public var key, value: Fixed64

    public init(_ key: Fixed64, _ value: Fixed64) { (self.key, self.value) = (key, value) }
  }

  public var lookup: Lookup
  /// The run of its entries, whose keys rise.
  public var first, count: Int
  /// The value for numbers that the table does not have; `nil` for none.
  public var otherwise: Fixed64?

  public init(_ lookup: Lookup, first: Int, count: Int, otherwise: Fixed64? = nil) {
    (self.lookup, self.first, self.count, self.otherwise) = (lookup, first, count, otherwise)
  }

  /// Finds a value by halves.
  func value(of key: Fixed64, _ entries: [Entry]) -> Fixed64? {
    var (lower, upper) = (first, first + count)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if entries[middle].key <= key { lower = middle + 1 } else { upper = middle }
    }
    // Behind the last entry that is not above.
    if lower == first { return otherwise }
    let entry = entries[lower - 1]
    return lookup == .band || entry.key == key ? entry.value : otherwise
  }
}

/// The last stretch of a signal's time, of which expressions ask the mean, the ends and the rate.
///
/// It is kept as columns, and covers at least its duration, and less than a column more.
public struct WindowDefinition: Equatable, Sendable, BitwiseCopyable {
  public static var maximumDuration: Int64 { 366 * 86_400_000_000_000 }
  public static var maximumColumns: Int { 1024 }

  public var signal: SignalIndex
  /// Nanoseconds, up to ``maximumDuration``; 0 is all the time since the start, or since ``SignalStore/forgetExtremes(of:)``.
  public var duration: Int64
  /// 1...``maximumColumns``; 64 bytes each.
  public var columns: Int
  /// One more than the duration has: the newest has only begun.
  var columnCount: Int { columns + 1 }

  public init(_ signal: SignalIndex, duration: Int64, columns: Int = 32) {
    (self.signal, self.duration, self.columns) = (signal, duration, columns)
  }
}

/// A value that is kept when it is told to, as a trip's or a tare's.
public struct CaptureDefinition: Equatable, Sendable, BitwiseCopyable {
  /// Whose value is kept.
  public var signal: SignalIndex
  /// Keeps it when this signal becomes anything but 0; ``SignalIndex/none``: only ``SignalStore/capture(_:)`` does.
  public var trigger: SignalIndex
  /// The value at the start; `nil` for none.
  public var initial: Fixed64?

  public init(_ signal: SignalIndex, trigger: SignalIndex = .none, initial: Fixed64? = nil) {
    (self.signal, self.trigger, self.initial) = (signal, trigger, initial)
  }
}
