// Stage: render. The drawing of layers in space, and of copies of layers.

import FixedRaster

/// Names a plane in a ``PlaneStore``.
typealias PlaneIndex = SlotIndex<RenderPlane>

/// One showing of a node: of a layer in space, or of one copy of a layer.
struct RenderPlane {
  /// The shown layer, with everything below it.
  var node = NodeIndex.none
  /// The one that is drawn next; none at the end.
  var next = PlaneIndex.none
  /// Device pixels that it may draw to.
  var extent = PixelRect.empty
  /// From where the node lies to where this shows it.
  var placement = PlanePlacement.same
  /// The factor of its colours.
  var tint = Color.white
  /// How near it lies; `nil` where depth plays no part.
  var depth: PlaneDepth?
}

/// The move of a node's drawing on the device for one showing of it.
enum PlanePlacement {
  case same
  /// By whole pixels: the node's cached coverage can be used.
  case moved(Int32, Int32)
  case mapped(Mapping)

  /// From one mapping of a layer to the device to another; `nil` where the first has no way back.
  init?(from first: Mapping, to second: Mapping) {
    if let here = first.affine, let there = second.affine {
      if here == there {
        self = .same
      } else if let (x, y) = there.wholePixels(from: here) {
        self = .moved(x, y)
      } else if let back = here.inverse {
        self = .mapped(.affine(back.concatenating(there)))
      } else {
        return nil
      }
    } else {
      if first == second {
        self = .same
        return
      }
      guard let back = first.inverse else { return nil }
      self = .mapped(back.concatenating(second))
    }
  }

  /// This placement, and then another.
  func concatenating(_ next: PlanePlacement) -> PlanePlacement {
    switch (self, next) {
    case (.same, _): next
    case (_, .same): self
    case (.moved(let x, let y), .moved(let dx, let dy)): .moved(x &+ dx, y &+ dy)
    default: .mapped(mapping.concatenating(next.mapping))
    }
  }

  var mapping: Mapping {
    switch self {
    case .same: .identity
    case .moved(let x, let y): .affine(AffineTransform(translationX: Fixed(Int(x)), y: Fixed(Int(y))))
    case .mapped(let mapping): mapping
    }
  }

  var isSame: Bool { if case .same = self { true } else { false } }
  var isMapped: Bool { if case .mapped = self { true } else { false } }

  /// The device pixels of a showing for those of a node.
  @inline(never)
  func apply(_ area: PixelRect) -> PixelRect {
    switch self {
    case .same: return area
    case .moved(let x, let y): return area.isEmpty ? area : area.moved(x, y)
    case .mapped(let mapping):
      if area.isEmpty { return area }
      // Smooth edges reach into the next pixel.
      let box = mapping.bounds(of: area.intersection(Inherited.plane).rect)
      return box.isEmpty ? box : box.grown(by: 1).intersection(Inherited.plane)
    }
  }
}
