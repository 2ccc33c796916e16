// Stage: layout. Input: sublayers with constraints. Output: their frames, each set after those it depends on.

import FixedRaster
import SystemFiles

extension ConstraintLayoutManager {
  /// Why a layer's constraints could not be followed along an axis; it keeps its place there.
  public enum Problem: Equatable, Sendable {
    /// The layer depends on itself, directly or through others. The name is the layer's, if it has one.
    case cycle(layer: String?)
    /// No sublayer has the name that the constraint says.
    case unknownName(String, layer: String?)

    public static func == (a: Problem, b: Problem) -> Bool {
      switch (a, b) {
      case (.cycle(let a), .cycle(let b)): haveSameBytes(a, b)
      case (.unknownName(let a, let layerOfA), .unknownName(let b, let layerOfB)):
        haveSameBytes(a, b) && haveSameBytes(layerOfA, layerOfB)
      default: false
      }
    }
  }
}

/// Places sublayers by their ``Layer/constraints``. One manager may serve any number of layers.
public final class ConstraintLayoutManager: LayoutManager {
  /// Called for each axis of a layer that could not be placed, at each layout, once all others are placed.
  public var onProblem: ((ConstraintLayoutManager.Problem) -> Void)? {
    get { report }
    set { _ = exchange(&report, with: newValue) }
  }
  private var report: ((ConstraintLayoutManager.Problem) -> Void)?
  /// The working memory of a layout; kept from one to the next, so that it is allocated once.
  private var spare: ConstraintPass?

  public init() {}

  public func layoutSublayers(of layer: Layer) {
    // Placing layers may call the program, which may have this manager lay out others: they take another one.
    let pass = exchange(&spare, with: nil) ?? ConstraintPass()
    pass.place(layer.children, in: layer)
    for problem in pass.takeProblems() { report?(problem) }
    spare = pass
  }
}

/// One layout of a layer's sublayers, as they were when it began.
private final class ConstraintPass {
  private enum Progress: UInt8 { case untouched, begun, cyclic, placed }

  private var sublayers: [Layer] = []
  /// How far each sublayer is placed on the axis that is laid out.
  private var progress: [Progress] = []
  /// The sublayers that wait for one another, the first one first.
  private var waiting: [Int] = []
  private var problems: [ConstraintLayoutManager.Problem] = []

  func place(_ sublayers: [Layer], in layer: Layer) {
    self.sublayers = sublayers
    placeAll(in: layer, isHorizontal: true)
    placeAll(in: layer, isHorizontal: false)
    _ = exchange(&self.sublayers, with: [])
  }

  func takeProblems() -> [ConstraintLayoutManager.Problem] { exchange(&problems, with: []) }

  private func placeAll(in layer: Layer, isHorizontal: Bool) {
    progress.removeAll(keepingCapacity: true)
    for _ in sublayers.indices { progress.append(.untouched) }
    for i in sublayers.indices { place(i, in: layer, isHorizontal) }
  }

  /// Places a sublayer after those it depends on.
  private func place(_ index: Int, in layer: Layer, _ isHorizontal: Bool) {
    if progress[index] != .untouched { return }
    let sublayer = sublayers[index]
    progress[index] = .begun
    waiting.append(index)
    var unknown: String?
    for constraint in sublayer.constraints ?? [] where constraint.attribute.isHorizontal == isHorizontal {
      if isSuperlayer(constraint.sourceName) { continue }
      guard let source = sourceIndex(constraint.sourceName) else {
        unknown = constraint.sourceName
        continue
      }
      if progress[source] == .begun || progress[source] == .cyclic && waiting.contains(source) {
        for i in waiting.drop(while: { $0 != source }) { progress[i] = .cyclic }
      } else {
        place(source, in: layer, isHorizontal)
      }
    }
    waiting.removeLast()
    if progress[index] == .cyclic {
      problems.append(.cycle(layer: sublayer.name))
    } else if let unknown {
      problems.append(.unknownName(unknown, layer: sublayer.name))
    } else if sublayer.superlayer === layer {
      // Placing another one may have taken it away.
      follow(sublayer, in: layer, isHorizontal)
    }
    progress[index] = .placed
  }

  /// Sets a sublayer's frame along an axis, once all that it depends on is placed.
  private func follow(_ sublayer: Layer, in layer: Layer, _ isHorizontal: Bool) {
    let frame = sublayer.frame
    var extent = Extent(frame, isHorizontal)
    var first: (kind: UInt8, value: Fixed)?
    for constraint in sublayer.constraints ?? [] where constraint.attribute.isHorizontal == isHorizontal {
      let source =
        isSuperlayer(constraint.sourceName)
        ? layer.bounds : sublayers[sourceIndex(constraint.sourceName) ?? 0].frame
      let value =
        Extent(source, isHorizontal).value(constraint.sourceAttribute.kind) * constraint.scale + constraint.offset
      if let first {
        extent.set(first.kind, first.value, constraint.attribute.kind, value)
      } else {
        first = (constraint.attribute.kind, value)
        extent.set(constraint.attribute.kind, value)
      }
    }
    if first == nil { return }
    let placed = extent.applied(to: frame, isHorizontal)
    if placed != frame { sublayer.frame = placed }
  }

  private func isSuperlayer(_ name: String) -> Bool { haveSameBytes(name, "superlayer") }

  private func sourceIndex(_ name: String) -> Int? {
    for i in sublayers.indices where haveSameBytes(sublayers[i].name, name) { return i }
    return nil
  }
}

/// A rectangle's part along one axis.
private struct Extent {
  var origin, size: Fixed

  init(_ rect: Rect, _ isHorizontal: Bool) {
    (origin, size) = isHorizontal ? (rect.origin.x, rect.size.width) : (rect.origin.y, rect.size.height)
  }

  /// By kind: least edge, middle, greatest edge, size.
  func value(_ kind: UInt8) -> Fixed {
    switch kind {
    case 0: origin
    case 1: origin + size / 2
    case 2: origin + size
    default: size
    }
  }

  /// One constraint: the size stays, or the origin if the size is set.
  mutating func set(_ kind: UInt8, _ value: Fixed) {
    switch kind {
    case 0: origin = value
    case 1: origin = value - size / 2
    case 2: origin = value - size
    default: size = max(0, value)
    }
  }

  /// Two of them; of two for the same attribute the later counts.
  mutating func set(_ first: UInt8, _ a: Fixed, _ second: UInt8, _ b: Fixed) {
    if first == 3 || second == 3 || first == second {
      // The size first, so that the edge holds.
      if first == 3 { set(first, a) } else { set(second, b) }
      if first == 3 || first == second { set(second, b) } else { set(first, a) }
      return
    }
    let (low, high) = first < second ? (a, b) : (b, a)
    // From an edge to the middle is half the size.
    size = max(0, (high - low) * (first + second == 2 ? 1 : 2))
    set(Swift.min(first, second), low)
  }

  func applied(to rect: Rect, _ isHorizontal: Bool) -> Rect {
    isHorizontal
      ? Rect(x: origin, y: rect.origin.y, width: size, height: rect.size.height)
      : Rect(x: rect.origin.x, y: origin, width: rect.size.width, height: size)
  }
}
