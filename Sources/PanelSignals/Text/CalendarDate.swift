/// A day in the Gregorian calendar, which is taken to have held always.
public struct CalendarDate: Equatable, Sendable, BitwiseCopyable {
  public let year, month, day: Int

  /// - Parameter days: since 1 January 1970; below 0 before it. Up to 2³¹ of them either way.
  public init(days: Int64) {
    // Days of eras of 400 years from 1 March of the year 0. (Hinnant, chrono-Compatible Low-Level Date Algorithms.)
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = Int(shifted - era * 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
  }
}
