// Stage: instruments. Round numbers of time.
import PanelSignals

/// From one line of a grid of time to the next.
struct TimeStep {
  /// 1 at least.
  let seconds: Int

  /// - Parameters:
  ///   - duration: of the whole, in seconds.
  ///   - room: how many steps there is room for.
  init(_ duration: Fixed64, room: Int) {
    let steps: InlineArray<18, Int> = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    ]
    // All names are whole numbers of one unit, and not hundreds of a small one.
    let length = duration.floor
    let least = length >= 172_800 ? 86_400 : length >= 7200 ? 3600 : length >= 120 ? 60 : 1
    var found = 86_400
    for index in steps.indices where steps[index] >= least && length / steps[index] <= Swift.max(1, room) {
      found = steps[index]
      break
    }
    // Beyond that whole days.
    while length / found > Swift.max(1, room) { found += 86_400 * Swift.max(1, found / 86_400) }
    seconds = found
  }

  /// How long ago a line is, in the step's unit.
  func name(_ age: Int) -> String {
    let (divisor, unit): (Int, StaticString) =
      seconds < 60 ? (1, " s") : seconds < 3600 ? (60, " min") : seconds < 86_400 ? (3600, " h") : (86_400, " d")
    return "-" + NumberFormat().text(of: Fixed64(age / divisor)) + unit.description
  }
}
