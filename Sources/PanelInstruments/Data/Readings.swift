// Stage: data. What the panel shows at one moment.
import FixedRaster

/// A time on the wall.
public struct TimeOfDay: Equatable, Sendable {
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int
  /// 0…59; a leap second counts as 59.
  public var second: Int

  public init(hour: Int, minute: Int, second: Int) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Radians clockwise from the top; the hand goes on with every minute.
  public func hourAngle(is24Hours: Bool) -> Fixed {
    is24Hours ? angle(hour * 60 + minute, of: 1440) : angle(hour % 12 * 60 + minute, of: 720)
  }

  /// Radians clockwise from the top, by whole minutes as the document has it.
  public var minuteAngle: Fixed { angle(minute, of: 60) }

  /// Radians clockwise from the top.
  public var secondAngle: Fixed { angle(second, of: 60) }
}

/// What the instruments show.
public struct Readings: Equatable, Sendable {
  public var time: TimeOfDay
  /// The processors' time spent on work since the reading before, in ‰ of all of it.
  public var load: Int
  /// Memory that is not available to programs, in ‰ of all of it; `nil` where the machine does not tell.
  public var memory: Int?
  /// In tenths of a degree Celsius; `nil` where the machine does not tell.
  public var temperature: Int?

  public init(
    time: TimeOfDay = TimeOfDay(hour: 0, minute: 0, second: 0), load: Int = 0, memory: Int? = nil,
    temperature: Int? = nil
  ) {
    self.time = time
    self.load = load
    self.memory = memory
    self.temperature = temperature
  }
}
