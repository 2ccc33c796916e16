// Stage: time. Animations through several values, or along a path.

import FixedRaster

/// Animates a property through a list of ``values``, or a place along a ``path``.
public final class KeyframeAnimation: PropertyAnimation {
  /// How it goes from one value to the next.
  public enum CalculationMode: UInt8, Hashable, Sendable {
    /// Evenly.
    case linear
    /// Not at all: each value is shown until the next one's time.
    case discrete
    /// Evenly along all of the way: ``keyTimes`` and ``timingFunctions`` say nothing.
    case paced
    /// On a curve through all values: ``tensionValues`` and the others say how.
    case cubic
    /// On such a curve, evenly along all of it.
    case cubicPaced
  }

  /// The rotation of the layer along the ``path``.
  public enum RotationMode: UInt8, Hashable, Sendable {
    case rotateAuto
    /// Half a turn further.
    case rotateAutoReverse
  }

  /// Shown one after the other; of no use beside a ``path``.
  public var values: [Value] = [] { didSet { waysAreStale = true } }
  /// The way of a point: from the beginning of a line or curve to its end, as from a value to the next.
  public var path: Path? { didSet { waysAreStale = true } }
  /// When each value is reached, 0...1, not descending; evenly spread if not said, or if it is another number of them than of
  /// values. Of the mode ``CalculationMode/discrete`` one more than there are values: the last is where the last one ends.
  public var keyTimes: [Fixed]?
  /// How each step runs; evenly where none is said.
  public var timingFunctions: [MediaTimingFunction]?
  public var calculationMode = CalculationMode.linear { didSet { waysAreStale = true } }
  /// Whether the layer is turned as the path runs; `nil` for not.
  public var rotationMode: RotationMode?
  /// For each value, −1...1: above 0 the curve is tighter about it. 0 if not said.
  public var tensionValues: [Fixed]? { didSet { waysAreStale = true } }
  /// For each value, −1...1: other than 0 the curve has a corner there. 0 if not said.
  public var continuityValues: [Fixed]? { didSet { waysAreStale = true } }
  /// For each value, −1...1: above 0 the curve swings out behind it, below 0 before it. 0 if not said.
  public var biasValues: [Fixed]? { didSet { waysAreStale = true } }

  /// The path's steps.
  private var steps = PathSteps()
  /// How long the way is to each value; for the paced modes.
  private var ways: [Coefficient] = []
  private var waysAreStale = true

  public override init(keyPath: String) { super.init(keyPath: keyPath) }

  override func copy() -> Animation {
    let copy = KeyframeAnimation(keyPath: keyPath)
    copy.copyProperties(from: self)
    (copy.values, copy.path, copy.keyTimes, copy.timingFunctions) = (values, path, keyTimes, timingFunctions)
    (copy.calculationMode, copy.rotationMode) = (calculationMode, rotationMode)
    (copy.tensionValues, copy.continuityValues, copy.biasValues) = (tensionValues, continuityValues, biasValues)
    return copy
  }

  override func prepare(on layer: Layer, showing old: Value?) {
    for i in values.indices { values[i] = listed(values[i], on: layer) ?? values[i] }
    // Later steps may be of longer lists than the first.
    for i in values.indices.dropFirst() { prepareMemory(values[i - 1], values[i], on: layer) }
    measure()
  }

  /// Works out the parts that do not depend on the time.
  private func measure() {
    if !waysAreStale { return }
    waysAreStale = false
    steps = PathSteps(path)
    ways = []
    let count = keyCount
    guard count > 1, calculationMode == .paced || calculationMode == .cubicPaced else { return }
    var sum: Coefficient = 0
    ways.append(0)
    for step in 0..<count - 1 {
      sum = sum + length(ofStep: step)
      ways.append(sum)
    }
  }

  private var keyCount: Int { path == nil ? values.count : steps.count + 1 }

  /// How long a step is, as the distance between places, colours or numbers.
  private func length(ofStep step: Int) -> Coefficient {
    let parts = 16
    var (length, former) = (Coefficient(0), key(step, 0))
    let isCurve = path != nil || calculationMode == .cubicPaced
    for part in 1...(isCurve ? parts : 1) {
      let next = key(step, isCurve ? Coefficient(rawValue: Int64(part) << 28) : 1)
      if let former, let next { length = length + former.distance(to: next) }
      former = next
    }
    return length
  }

  /// The value within a step.
  private func key(_ step: Int, _ place: Coefficient) -> Value? {
    if path != nil { return .point(steps.point(step, place)) }
    if step + 1 >= values.count { return values.last }
    if calculationMode == .cubic || calculationMode == .cubicPaced { return spline(step, place) }
    return mix(values[step], values[step + 1], place)
  }

  override func value(at progress: Coefficient, _ sample: MediaTiming.Sample, below: Value?) -> Value? {
    let count = keyCount
    if count == 0 { return nil }
    if count == 1 { return path == nil ? values[0] : .point(steps.point(0, 0)) }
    let (step, place) = place(at: progress, count)
    return key(step, place)
  }

  override func sum(below: Value?) -> Value? { path == nil ? values.last : .point(steps.point(steps.count - 1, 1)) }

  /// In which step a progress lies, and how far.
  private func place(at progress: Coefficient, _ count: Int) -> (Int, Coefficient) {
    let progress = Swift.max(0, Swift.min(1, progress))
    let isPaced = calculationMode == .paced || calculationMode == .cubicPaced
    if isPaced, let whole = ways.last, whole > 0 {
      let way = progress * whole
      var step = 0
      while step < count - 2 && way >= ways[step + 1] { step += 1 }
      let length = ways[step + 1] - ways[step]
      return (step, length > 0 ? Swift.min(1, (way - ways[step]) / length) : 1)
    }
    if calculationMode == .discrete { return (discreteStep(progress, count), 0) }
    func time(_ key: Int) -> Coefficient {
      if let keyTimes, keyTimes.count == count { return Coefficient(keyTimes[key]) }
      return Coefficient(key) / Coefficient(count - 1)
    }
    var step = 0
    while step < count - 2 && progress >= time(step + 1) { step += 1 }
    let length = time(step + 1) - time(step)
    let place = length > 0 ? Swift.max(0, Swift.min(1, (progress - time(step)) / length)) : 1
    guard let timingFunctions, step < timingFunctions.count else { return (step, place) }
    return (step, timingFunctions[step].value(at: place))
  }

  private func discreteStep(_ progress: Coefficient, _ count: Int) -> Int {
    func time(_ key: Int) -> Coefficient {
      if let keyTimes, keyTimes.count == count + 1 || keyTimes.count == count { return Coefficient(keyTimes[key]) }
      return Coefficient(key) / Coefficient(count)
    }
    var step = 0
    while step < count - 1 && progress >= time(step + 1) { step += 1 }
    return step
  }

  // MARK: Curves

  /// A curve of Kochanek and Bartels through the values.
  private func spline(_ step: Int, _ t: Coefficient) -> Value? {
    let (a, b) = (values[step], values[step + 1])
    guard let leaving = tangent(step, isLeaving: true), let coming = tangent(step + 1, isLeaving: false) else {
      return mix(a, b, t)
    }
    let t2: Coefficient = t * t
    let t3: Coefficient = t2 * t
    // Hermite's base functions.
    let (h1, h2) = (t2 + t2 + t2 - t3 - t3, t3 - t2 - t2 + t)
    return a.parts.combined(b.parts, leaving, coming, (1 - h1, h1, h2, t3 - t2)).value(like: number(a))
  }

  /// The direction of the curve at a value; `nil` where values have no parts.
  private func tangent(_ key: Int, isLeaving: Bool) -> ValueParts? {
    func setting(_ list: [Fixed]?) -> Coefficient {
      guard let list, key < list.count else { return 0 }
      return Swift.max(-1, Swift.min(1, Coefficient(list[key])))
    }
    let (t, c, b) = (setting(tensionValues), setting(continuityValues), setting(biasValues))
    let c1 = isLeaving ? 1 + c : 1 - c
    let c2 = isLeaving ? 1 - c : 1 + c
    let half = Coefficient(rawValue: 1 << 31)
    let before: Coefficient = half * (1 - t) * c1 * (1 + b)
    let behind: Coefficient = half * (1 - t) * c2 * (1 - b)
    let here = values[key].parts
    let former = values[Swift.max(0, key - 1)].parts
    let next = values[Swift.min(values.count - 1, key + 1)].parts
    if here.count == 0 || here.count != former.count || here.count != next.count { return nil }
    return here.tangent(former, next, before, behind)
  }

  // MARK: Rotation

  /// The last shown value of the layer's transform under the ``rotationMode``.
  private var shownTransform: Value?
  private let transformKey = ValueKey("transform")

  override func apply(to presentation: Presentation, at time: Int64) {
    super.apply(to: presentation, at: time)
    guard let rotationMode, path != nil, steps.count > 0 else { return }
    let sample = timing.sample(at: time)
    if !sample.hasEffect { return leave(presentation) }
    let (step, place) = place(at: timingFunction?.value(at: sample.progress) ?? sample.progress, keyCount)
    let angle = steps.direction(step, place)
    let turn = Transform3D(
      rotationAngle: rotationMode == .rotateAuto ? angle : angle + .pi, x: 0, y: 0, z: 1)
    let now = presentation.value(transformKey, nil)
    presentation.show(
      .transform(turn.concatenating(now?.transform ?? .identity)), transformKey, nil, over: now, self, &shownTransform)
  }

  override func leave(_ presentation: Presentation) {
    super.leave(presentation)
    if shownTransform != nil { presentation.show(nil, transformKey, nil, self, &shownTransform) }
  }
}
