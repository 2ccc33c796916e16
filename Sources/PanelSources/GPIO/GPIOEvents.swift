// Stage: sources. Input: the kernel's events of GPIO lines, as their bytes. Output: levels, counts and frequencies.
//
// struct gpio_v2_line_event of <linux/gpio.h>, 48 bytes, in the order of bytes of all boards, which is little-endian:
//
//   0  timestamp, nanoseconds of CLOCK_MONOTONIC    8  1 for a rising edge, 2 for a falling one    12  the line's number
//   16 the request's count of events                20 the line's count of events, from 1 on       24  unused
import PanelSignals

/// The values of lines, from their edges. Reads no clock, and takes no memory after ``init(_:lines:)``.
public struct GPIOEvents {
  /// Events that are none of their line, and bytes that are no event.
  public private(set) var garbage: Int64 = 0
  private var lines: [GPIOEdges]
  /// In the order of the source's addresses; the line is −1 where the address is none.
  private let values: [(line: Int, value: GPIOValue)]

  public static var eventSize: Int { 48 }

  /// - Parameters:
  ///   - values: the line of each address, below `lines`, and its value.
  ///   - lines: how many there are.
  public init(_ values: [(line: Int, value: GPIOValue)], lines: Int) {
    self.values = values
    self.lines = Array(repeating: GPIOEdges(), count: lines)
  }

  /// Begins with a line that was requested. Its count goes on.
  /// - Parameters:
  ///   - number: on its chip.
  ///   - hasBothEdges: whether falling edges are events too.
  ///   - time: nanoseconds of CLOCK_MONOTONIC, as all times here.
  @inline(never)
  public mutating func begin<Listener: ValueListener>(
    _ line: Int, number: UInt32, isActive: Bool, hasBothEdges: Bool, at time: Int64, _ listener: inout Listener
  ) {
    lines[line].begin(number, isActive, hasBothEdges, time)
    tell(line, &listener)
  }

  /// Takes the level of a line without edges, as that of an output.
  @inline(never)
  public mutating func set<Listener: ValueListener>(_ line: Int, isActive: Bool, _ listener: inout Listener) {
    lines[line].isActive = isActive
    tell(line, &listener)
  }

  /// Ends with a line that is taken, or whose chip has gone: its values have failed.
  @inline(never)
  public mutating func end<Listener: ValueListener>(_ line: Int, _ listener: inout Listener) {
    lines[line].isOpen = false
    for index in values.indices where values[index].line == line { listener.receive(index, Reading(.zero, .failed)) }
  }

  /// Takes whole events of one line.
  @inline(never)
  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, of line: Int, _ listener: inout Listener) {
    var (place, isNew) = (0, false)
    while place &+ Self.eventSize <= bytes.count {
      if lines[line].take(bytes.extracting(place..<place &+ Self.eventSize)) { isNew = true } else { garbage &+= 1 }
      place &+= Self.eventSize
    }
    if place < bytes.count { garbage &+= 1 }
    if isNew { tell(line, &listener) }
  }

  /// Tells all values again: without an edge they are what they were. A frequency becomes 0.
  @inline(never)
  public mutating func advance<Listener: ValueListener>(to time: Int64, _ listener: inout Listener) {
    for line in lines.indices where lines[line].isOpen {
      lines[line].advance(to: time)
      tell(line, &listener)
    }
  }

  /// When a frequency becomes 0 unless there is an edge before; `Int64.max` for never.
  public var nextTime: Int64 {
    var time = Int64.max
    for index in values.indices where values[index].value == .frequency {
      let line = values[index].line
      if line >= 0, lines[line].isOpen { time = Swift.min(time, lines[line].silentAt) }
    }
    return time
  }

  @inline(never)
  private func tell<Listener: ValueListener>(_ line: Int, _ listener: inout Listener) {
    for index in values.indices where values[index].line == line {
      listener.receive(index, lines[line].reading(values[index].value))
    }
  }
}
