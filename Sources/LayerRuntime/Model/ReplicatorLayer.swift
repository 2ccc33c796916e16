// Stage: model. A layer that shows its sublayers many times.

import FixedRaster

/// Shows copies of its sublayers, each moved, turned or scaled against the one before it, and tinted. A copy takes no layer;
/// its place is one of ``CompositorCapacities/planes`` for each sublayer.
///
/// ```swift
/// let dial = ReplicatorLayer()
/// dial.addSublayer(mark)
/// dial.instanceCount = 12
/// dial.instanceTransform = Transform3D(rotationAngle: .pi / 6, x: 0, y: 0, z: 1)
/// ```
///
/// Places of sublayers, conversions and hit testing are those of the first copy.
open class ReplicatorLayer: Layer {
  /// How many copies there are, the first one included, 0...4096: held to that. 1 if not said. A replicator in copies of
  /// others shows so many that there are 65,536 altogether, or fewer.
  public final var instanceCount = 1 {
    didSet {
      instanceCount = Swift.max(0, Swift.min(instanceCount, 4096))
      if instanceCount != oldValue { mark(.geometry, "instanceCount", from: oldValue) }
    }
  }
  /// From each copy to the next one, about the middle of the bounds.
  public final var instanceTransform = Transform3D.identity {
    didSet { if instanceTransform != oldValue { mark(.geometry, "instanceTransform", from: oldValue) } }
  }
  /// The delay of each copy's animations after those of the one before, and of everything else that depends on time
  /// below: the copy number n shows the first one's picture of n delays ago, in this layer's time; below 0 its later
  /// picture. 0 if not said.
  ///
  /// While something is animated below, each copy that is later takes one of ``CompositorCapacities/layers`` for each
  /// layer in it. A copy for which there is no room shows the first one's picture: ``Overflow/delayedCopies`` counts
  /// it. Set properties show in all copies at once, and so does the removal of an animation; delegates and completions
  /// hear of the first copy's.
  public final var instanceDelay: Duration {
    get { Duration(nanoseconds: delay) }
    set {
      let (old, new) = (delay, newValue.heldNanoseconds)
      if new == old { return }
      delay = new
      mark(.geometry, "instanceDelay", fromValue: .duration(Duration(nanoseconds: old)))
    }
  }
  private(set) final var delay: Int64 = 0

  /// The factor of the first copy's colours; white, which changes nothing, if not said. `nil` is white.
  public final var instanceColor: Color? = .white {
    didSet { if instanceColor != oldValue { mark(.geometry, "instanceColor", from: oldValue) } }
  }
  /// Added to the red of ``instanceColor`` for each further copy, −1...1; the sum is held to 0...1. 0 if not said, as
  /// the other three.
  public final var instanceRedOffset: Fixed = 0 {
    didSet { if instanceRedOffset != oldValue { mark(.geometry, "instanceRedOffset", from: oldValue) } }
  }
  public final var instanceGreenOffset: Fixed = 0 {
    didSet { if instanceGreenOffset != oldValue { mark(.geometry, "instanceGreenOffset", from: oldValue) } }
  }
  public final var instanceBlueOffset: Fixed = 0 {
    didSet { if instanceBlueOffset != oldValue { mark(.geometry, "instanceBlueOffset", from: oldValue) } }
  }
  public final var instanceAlphaOffset: Fixed = 0 {
    didSet { if instanceAlphaOffset != oldValue { mark(.geometry, "instanceAlphaOffset", from: oldValue) } }
  }

  /// Whether the copies lie in space, as sublayers of a ``TransformLayer`` do; the layer then ignores the same
  /// properties. False if not said: they are flattened to this layer's plane, and each copy is drawn over those before
  /// it.
  public final var preservesDepth = false {
    didSet {
      if preservesDepth == oldValue { return }
      let host = superlayer?.note([.geometry, .children])
      (note(.geometry) ?? host)?.layerTreeChanged()
    }
  }

  @usableFromInline
  override var keepsDepth: Bool { preservesDepth }

  @usableFromInline
  override var planeRenderer: PlaneRenderer? { SpaceRenderer.shared }

  @usableFromInline
  @inline(never)  // inlined into a program, it would be defined there once more, and not linked
  override var copies: LayerCopies? { LayerCopies(of: self) }

  // MARK: Copies that are later

  /// See ``Layer/shownDelay``.
  final var currentDelay: Int64 = 0
  /// Which copy is looked at while a frame is made; 0 for the first one.
  final var currentCopy = 0

  @usableFromInline
  override final var shownDelay: Int64 { currentDelay }

  @usableFromInline
  @inline(never)  // inlined into a program, it would be defined there once more, and not linked
  override final var replicator: ReplicatorLayer? { self }

  final var delaysCopies: Bool { delay != 0 && instanceCount > 1 }

  /// How much later a copy is than the first one.
  final func delay(of copy: Int) -> Int64 {
    let (product, isLarge) = delay.multipliedReportingOverflow(by: Int64(copy))
    return isLarge ? held(delay < 0 ? .min : .max) : held(product)
  }

  /// The compositor's data of those copies; `nil` while nothing below is animated.
  final var delayedCopies: DelayedCopies?
  /// The times that decide the looks of all copies, of the last frame, and of the next one while they are summed up.
  final var (shownTimes, nextTimes): (UInt64?, UInt64?)

  @usableFromInline
  override final func exchangeDrawingState(_ state: inout AnyObject?) {
    let other = state as? DelayedCopies
    state = exchange(&delayedCopies, with: other)
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys =
    Layer.commonKeys + [
      "instanceCount", "instanceTransform", "instanceDelay", "instanceColor", "instanceRedOffset",
      "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset", "preservesDepth",
    ]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "instanceCount": if let new = access.exchange(instanceCount, default: 1) { instanceCount = new }
    case "instanceTransform":
      if let new = access.exchange(instanceTransform, default: .identity) { instanceTransform = new }
    case "instanceDelay": if let new = access.exchange(instanceDelay, default: .zero) { instanceDelay = new }
    case "instanceColor": if let new = access.exchange(instanceColor, default: .white) { instanceColor = new }
    case "instanceRedOffset": if let new = access.exchange(instanceRedOffset, default: 0) { instanceRedOffset = new }
    case "instanceGreenOffset":
      if let new = access.exchange(instanceGreenOffset, default: 0) { instanceGreenOffset = new }
    case "instanceBlueOffset": if let new = access.exchange(instanceBlueOffset, default: 0) { instanceBlueOffset = new }
    case "instanceAlphaOffset":
      if let new = access.exchange(instanceAlphaOffset, default: 0) { instanceAlphaOffset = new }
    // Not animated: the layer above goes by it.
    case "preservesDepth" where isShowing: access.readOnly(.bool(preservesDepth))
    case "preservesDepth": if let new = access.exchange(preservesDepth, default: false) { preservesDepth = new }
    default: super.accessProperty(key, &access)
    }
  }
}

/// How a layer's sublayers are shown several times.
@usableFromInline
struct LayerCopies {
  private let count: Int
  /// From each copy to the next, in the layer's coordinates.
  let step: Transform3D
  private let color: Color
  private let offsets: (red: Fixed, green: Fixed, blue: Fixed, alpha: Fixed)

  fileprivate init(of layer: ReplicatorLayer) {
    count = layer.instanceCount
    let transform = layer.instanceTransform
    step = transform.isIdentity ? transform : transform.about(Layer.middle(of: layer.bounds))
    color = layer.instanceColor ?? .white
    offsets = (
      layer.instanceRedOffset, layer.instanceGreenOffset, layer.instanceBlueOffset, layer.instanceAlphaOffset
    )
  }

  /// How many copies of a layer there are, those of its own and those of replicators around it.
  static var limit: Int32 { 65536 }

  /// How many there are in each of so many copies of the layer.
  func count(shown times: Int32) -> Int { Swift.min(count, Int(LayerCopies.limit / times)) }

  /// How many that are in all of those.
  func shown(_ times: Int32) -> Int32 { Swift.max(1, times &* Int32(truncatingIfNeeded: count(shown: times))) }

  /// The factor of a copy's colours.
  func tint(of copy: Int) -> Color {
    func channel(_ value: UInt8, _ offset: Fixed) -> UInt8 {
      // Within ±2^12 · 2^31.
      let sum = Int64(value) << 16 + 255 * Int64(offset.rawValue) * Int64(copy)
      return UInt8(truncatingIfNeeded: Swift.max(0, Swift.min(255, (sum + 0x8000) >> 16)))
    }
    return Color(
      red: channel(color.red, offsets.red), green: channel(color.green, offsets.green),
      blue: channel(color.blue, offsets.blue), alpha: channel(color.alpha, offsets.alpha))
  }
}
