// Stage: time. Animations of one property: from a value to another.

import FixedRaster

/// Animates the property of one key path; see ``BasicAnimation`` and ``KeyframeAnimation``.
public class PropertyAnimation: Animation {
  /// The animated property, as ``Layer/value(forKeyPath:)`` reads it.
  public final var keyPath: String { didSet { (root, rest) = ValueKey(keyPath).split } }
  /// Whether the value is added to the value of the layer and of animations added before; false if not said.
  public final var isAdditive = false
  /// Whether each run begins where the one before it ended; false if not said.
  public final var isCumulative = false
  /// Makes the property's value of the animation's.
  public final var valueFunction: ValueFunction?

  private final var root: ValueKey
  private final var rest: ValueKey?
  /// Whether whole numbers are numbers between which others lie.
  private final var isNumber = false
  /// The last shown value.
  private final var shown: Value?

  init(keyPath: String) {
    self.keyPath = keyPath
    (root, rest) = ValueKey(keyPath).split
    super.init()
  }

  final func copyProperties(from other: PropertyAnimation) {
    copyTiming(from: other)
    (isAdditive, isCumulative, valueFunction) = (other.isAdditive, other.isCumulative, other.valueFunction)
  }

  /// The value at a progress of 0...1 of a run; `nil` where nothing is shown.
  ///
  /// - Parameters:
  ///   - progress: 0...1, or beyond where the timing function goes there.
  ///   - below: the layer's value without the animation.
  func value(at progress: Coefficient, _ sample: MediaTiming.Sample, below: Value?) -> Value? { nil }

  /// The addend of each further run of a cumulative animation.
  func sum(below: Value?) -> Value? { nil }

  override func apply(to presentation: Presentation, at time: Int64) {
    let sample = timing.sample(at: time)
    if !sample.hasEffect { return leave(presentation) }
    memory?.copy = presentation.copy
    let now = presentation.value(root, rest)
    let below = valueFunction == nil ? now : .fixed(0)
    if case .fixed? = below { isNumber = true } else { isNumber = false }
    let progress = timingFunction?.value(at: sample.progress) ?? sample.progress
    guard var value = value(at: progress, sample, below: below) else {
      return presentation.show(nil, root, rest, self, &shown)
    }
    if isCumulative && sample.cycle > 0, let sum = sum(below: below) {
      value = value.adding(sum, times: Int(clamping: sample.cycle)) ?? value
    }
    if let valueFunction, let transform = valueFunction.transform(value) { value = .transform(transform) }
    if isAdditive, let now { value = now.adding(value, times: 1) ?? value }
    presentation.show(value, root, rest, over: now, self, &shown)
  }

  override func leave(_ presentation: Presentation) { presentation.show(nil, root, rest, self, &shown) }

  override final func redraws(_ layer: Layer) -> Bool {
    type(of: layer).needsDisplay(forKey: rest == nil ? keyPath : root.name)
  }

  override final var lastValue: Value? { shown }

  final func forgetShown() { shown = nil }

  /// A value between two; paths and lists in memory that is used again from frame to frame.
  final func mix(_ from: Value, _ to: Value, _ place: Coefficient) -> Value? {
    let (from, to) = (number(from), number(to))
    if !from.takesMemory || !to.takesMemory || place == 0 || place == 1 { return from.interpolated(to: to, at: place) }
    let memory = memory ?? MixMemory()
    self.memory = memory
    return memory.mix(from, to, place) ?? from.interpolated(to: to, at: place)
  }

  /// Takes the memory that mixing two values needs: when the animation is added, so that no frame takes it. Of several pairs,
  /// one after the other, there is room for the largest.
  final func prepareMemory(_ from: Value, _ to: Value, on layer: Layer) {
    let (from, to) = (number(from), number(to))
    if !from.takesMemory || !to.takesMemory { return }
    let memory = memory ?? MixMemory()
    memory.prepare(from, to, copies: layer.isDelayed ? layer.delayedCopyCount : 1)
    self.memory = memory
  }

  /// A value to be mixed in each frame: a list of values of a property as one of colours or of numbers.
  final func listed(_ value: Value?, on layer: Layer) -> Value? {
    guard case .array(let values)? = value, !values.isEmpty, rest == nil else { return value }
    var access = PropertyAccess.reading
    layer.accessProperty(root, &access)
    if access.outcome == .unknown { return value }
    return value?.colors.map { .colors($0) } ?? value?.numbers.map { .numbers($0) } ?? value
  }

  /// A value as the property has it.
  final func number(_ value: Value) -> Value {
    if isNumber, let number = value.fixed { .fixed(number) } else { value }
  }

  /// The memory of mixed values that take some; `nil` until there are any.
  final var memory: MixMemory?
}

/// Animates a property from a value to another.
///
/// - `fromValue` and `toValue`: from the one to the other.
/// - `fromValue` and `byValue`: from that, by that much. `byValue` and `toValue`: to that, by that much.
/// - one of them alone: from it to the layer's value without the animation; from there to it; from there by it.
/// - none: from the value shown when the animation was added to the property's own.
///
/// Values of other kinds than the property's animate nothing.
public class BasicAnimation: PropertyAnimation {
  public final var fromValue: Value?
  public final var toValue: Value?
  public final var byValue: Value?
  /// The value shown when it was added.
  private final var former: Value?
  /// How it moves instead of by a timing function.
  final var motion: SpringMotion?

  public override init(keyPath: String) { super.init(keyPath: keyPath) }

  override func copy() -> Animation {
    let copy = BasicAnimation(keyPath: keyPath)
    copy.copyValues(from: self)
    return copy
  }

  final func copyValues(from other: BasicAnimation) {
    copyProperties(from: other)
    (fromValue, toValue, byValue, motion) = (other.fromValue, other.toValue, other.byValue, other.motion)
  }

  override final func prepare(on layer: Layer, showing old: Value?) {
    (fromValue, toValue) = (listed(fromValue, on: layer), listed(toValue, on: layer))
    if fromValue == nil && toValue == nil && byValue == nil { former = old ?? layer.value(forKeyPath: keyPath) }
    let mayTakeMemory = fromValue?.takesMemory == true || toValue?.takesMemory == true || former?.takesMemory == true
    if mayTakeMemory, memory == nil, let (from, to) = ends(below: layer.value(forKeyPath: keyPath)) {
      prepareMemory(from, to, on: layer)
    }
  }

  /// Where it goes from and to. An end without a colour has the other's, clear.
  private final func ends(below: Value?) -> (from: Value, to: Value)? {
    switch (fromValue, toValue, byValue) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.adding(by, times: 1).map { (from, $0) }
    case (nil, let to?, let by?): to.adding(by, times: -1).map { ($0, to) }
    case (let from?, nil, nil): (below ?? from.cleared).map { (from, $0) }
    case (nil, let to?, nil): (below ?? to.cleared).map { ($0, to) }
    case (nil, nil, let by?): below.flatMap { below in below.adding(by, times: 1).map { (below, $0) } }
    case (nil, nil, nil):
      if let from = former ?? below?.cleared, let to = below ?? from.cleared { (from, to) } else { nil }
    }
  }

  override final func value(at progress: Coefficient, _ sample: MediaTiming.Sample, below: Value?) -> Value? {
    guard let (from, to) = ends(below: below) else { return nil }
    return mix(from, to, motion?.value(at: sample.runTime) ?? progress)
  }

  override final func sum(below: Value?) -> Value? { ends(below: below)?.to }

  /// Ready to be used again, for another property as well as it may be: a pool's.
  final func reset() {
    (fromValue, toValue, byValue, former, motion) = (nil, nil, nil, nil, nil)
    forgetShown()
  }
}
