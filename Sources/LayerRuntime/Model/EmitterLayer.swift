// Stage: model. A layer that shows particles. Where each of them is at the frame's time is the ParticleSystem's affair.

import FixedRaster

/// A layer that emits particles: smoke, sparks, rain, bubbles in a pipe.
///
/// ```swift
/// var spark = EmitterCell()
/// spark.contents = image
/// (spark.birthRate, spark.lifetime) = (60, 1.5)
/// (spark.velocity, spark.emissionRange, spark.yAcceleration) = (80, 2 * .pi, 60)
/// let fountain = EmitterLayer()
/// fountain.emitterCells = [spark]
/// ```
///
/// Where particles are is worked out from the layer's time, and from nothing else while no property changes: how many
/// frames were drawn before plays no part, nor does the machine. Births began when the layer's time was 0 (a cell's
/// ``EmitterCell/beginTime`` puts that off), so that a layer that is shown for the first time looks as if it had been there
/// long since; to begin now, set ``Layer/beginTime`` to now. With ``Layer/speed`` 0, of the layer or of one above, all
/// particles stand still; below 0 they go back to where they were born, which takes more time in each frame: all that live
/// are made again.
///
/// A change of a property counts from the next frame on, and for particles born from then on. Cells are told apart by
/// their places in the lists: the particles of one that is taken away go with it.
///
/// Particles are drawn above the ``Layer/contents`` and below the sublayers, flat in the layer's plane: their z decides
/// the order of ``RenderMode/backToFront`` alone. The key `preservesDepth` is reserved. They move at the frames that
/// ``Compositor/preferredFramesPerSecond`` asks for.
open class EmitterLayer: Layer {
  public override init() { super.init() }

  deinit { system?.forgetLayer() }

  final var settings = EmitterSettings() { didSet { if settings != oldValue { settingsChanged() } } }
  /// Nil until something is emitted.
  private(set) final var system: ParticleSystem?
  private final var isStale = true

  /// The emitted particles; `nil`, the default: none.
  public final var emitterCells: [EmitterCell]? {
    get { cells }
    set {
      let former = (exchange(&cells, with: newValue), exchange(&spareLists, with: []), list)
      makeList()
      system?.letGoOfFormerCells()
      settingsChanged()
      withExtendedLifetime(former) {}
    }
  }
  private final var cells: [EmitterCell]?
  private final var list: ParticleCells?
  /// Lists that were shown while key paths changed the cells, to be filled again.
  private final var spareLists: [ParticleCells] = []

  private final func makeList() { list = cells.flatMap { $0.isEmpty ? nil : ParticleCells($0) } }

  /// How many particles there is memory for, 150 bytes each, taken when the first one is born; 1...65536, held to that;
  /// 1024 if not said. While so many live none is born, which ``Overflow/particles`` counts; which ones are left out then
  /// depends on the frames that were drawn. Likewise of births between two frames, those included that died before the
  /// second: 64 times as many are looked at. A change lets go of those that live.
  public final var particleLimit = 1024 {
    didSet {
      particleLimit = Swift.max(1, Swift.min(particleLimit, 65536))
      if particleLimit == oldValue { return }
      dropDelayedCopies()
      system?.forgetLayer()
      let former = exchange(&system, with: nil)
      settingsChanged()
      withExtendedLifetime(former) {}
    }
  }

  /// How many particles live, those that show nothing included.
  public final var particleCount: Int { system?.count ?? 0 }

  private final func settingsChanged() {
    isStale = true
    mark(.drawing)
  }

  // MARK: For the render tree

  @usableFromInline
  override func drawing() -> LayerDrawing {
    if list == nil && system == nil { return LayerDrawing() }
    let isNew = self.system == nil
    let system = self.system ?? makeSystem()
    // Whatever else changed: particles move where they are drawn again, and only there.
    if isNew || changes.contains(.drawing) { advance(system) }
    if list == nil && system.count == 0 { return LayerDrawing() }
    // Known to the render tree also while none lives: with another time some may.
    let shows = system.count > 0
    return LayerDrawing(
      drawing: .particles(system.drawn), bounds: system.bounds, reach: shows ? 1 : 0, needsGroup: shows, owner: system)
  }

  private final func makeSystem() -> ParticleSystem {
    let new = ParticleSystem(isShownLater ? nil : self, limit: particleLimit)
    system = new
    return new
  }

  @usableFromInline
  override final func exchangeDrawingState(_ state: inout AnyObject?) {
    let other = state as? ParticleSystem
    state = exchange(&system, with: other)
  }

  /// When something moves next in copies that are later, by the display's time; `nil` for never.
  private(set) final var copiesDue: Int64?
  /// The frame for which that was found out.
  private final var copiesFrame: Int64?

  private final func noteDue(of copy: ParticleSystem, _ frame: Int64) {
    if copiesFrame != frame { (copiesFrame, copiesDue) = (frame, nil) }
    guard let due = copy.due(in: self) else { return }
    copiesDue = Swift.min(copiesDue ?? due, due)
  }

  private final func advance(_ system: ParticleSystem) {
    // Without a display there is no other time than the last one.
    let host = root.host
    let frame = host?.frameTime ?? system.frameTime
    let time = self.time(ofDisplay: frame)
    let isCopy = system.layer == nil
    if system.time == nil { system.change(settings, list) }
    system.advance(to: time, frame: frame)
    if isStale || isCopy {
      system.change(settings, list)
      system.advance(to: time, frame: frame)
      if !isCopy { isStale = false }
    }
    if isCopy { noteDue(of: system, frame) }
    system.draw()
  }

  // MARK: Values

  @usableFromInline
  override func listValue(_ key: ValueKey, _ rest: ValueKey) -> Value?? {
    if "emitterCells" ~= key { .some(emitterCells?.value(rest)) } else { super.listValue(key, rest) }
  }

  @usableFromInline
  override func setListValue(_ value: Value?, _ key: ValueKey, _ rest: ValueKey) -> Bool? {
    guard "emitterCells" ~= key else { return super.setListValue(value, key, rest) }
    switch value {
    case .image?, nil:
      // The owner of a released image may be the program's.
      guard var cells, cells.setValue(value, rest) else { return false }
      emitterCells = cells
      return true
    default: break
    }
    // Where they lie: a copy would take memory in every frame that animates them.
    guard cells?.setValue(value, rest) == true else { return false }
    changeList()
    settingsChanged()
    return true
  }

  /// Has the list follow the cells, in one that no particles are shown by.
  private final func changeList() {
    guard let cells, list != nil else { return }
    system?.letGoOfFormerCells()
    if !isKnownUniquelyReferenced(&list) {
      let free = spareLists.indices.first { isKnownUniquelyReferenced(&spareLists[$0]) }
      guard let free else {
        if let list { spareLists.append(list) }
        return makeList()
      }
      if let former = list { list = exchange(&spareLists[free], with: former) }
    }
    if list?.change(to: cells) == false { makeList() }
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys =
    Layer.commonKeys + [
      "birthRate", "lifetime", "velocity", "scale", "spin", "seed", "emitterPosition", "emitterZPosition",
      "emitterSize", "emitterDepth", "emitterShape", "emitterMode", "renderMode", "preservesDepth", "particleLimit",
    ]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "emitterCells": access.noValue()
    case "particleLimit": if let new = access.exchange(particleLimit, default: 1024) { particleLimit = new }
    // Core Animation's property. Particles lie flat in the layer's plane: the key is reserved, and no program's value.
    case "preservesDepth": access.noValue()
    default: if !settings.accessProperty(key, &access) { super.accessProperty(key, &access) }
    }
  }
}
