import FixedRaster

public enum FillMode: UInt8, Hashable, Sendable { case removed, forwards, backwards, both }

struct MediaTiming {
  var beginTime: Int64 = 0, timeOffset: Int64 = 0, speed: Fixed = 1, duration: Int64 = 0
  var repeatCount: Fixed = 0, repeatDuration: Int64 = 0, autoreverses = false, fillMode = FillMode.removed
  struct Sample { var isEffective = false; var progress: Coefficient = 0; var cycle = 0; var localTime: Int64 = 0 }
  enum Change { case never, now, at(Int64) }
  func sample(at time: Int64) -> Sample {
    var space = TimeSpace(); space.beginTime = beginTime; space.timeOffset = timeOffset; space.speed = speed
    let local = space.inside(time)
    var s = Sample()
    if local < 0 { s.isEffective = fillMode == .backwards || fillMode == .both; return s }
    if local >= duration { s.isEffective = fillMode == .forwards || fillMode == .both; s.progress = 1; s.localTime = duration; return s }
    s.isEffective = true
    s.localTime = local
    s.progress = Coefficient(rawValue: (local / 1000) << 32 / (duration / 1000))
    return s
  }
  func isOver(at time: Int64) -> Bool { time - beginTime >= duration }
  func nextChange(after time: Int64) -> Change { time < beginTime ? .at(beginTime) : isOver(at: time) ? .never : .now }
}
