import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct LastWillTests {
  private let stage = Stage()
  private var root: Layer { stage.root }

  @Test(
    "L07 what a layer lets go of may read and change it: contents' and patterns' owners, handlers, managers, values")
  func ownersThatChange() {
    final class Manager: LayoutManager {
      let will: LastWill
      init(_ will: LastWill) { self.will = will }
      func layoutSublayers(of layer: Layer) {}
    }
    let image = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    let layer = makeLayer(0, 0, 8, 8)
    root.addSublayer(layer)
    var ends = 0
    let will = {
      LastWill {
        ends += 1
        let before = (layer.contents != nil, layer.backgroundPattern, layer.touchHandler != nil, layer.layoutManager)
        layer.contents = image.image
        layer.touchHandler = { _ in withExtendedLifetime(before) {} }
        layer.layoutManager = nil
        layer.setValue(1, forKey: "spare")
        layer.backgroundPattern = nil
        layer.removeFromSuperlayer()
        root.addSublayer(layer)
      }
    }
    let sets: [(String, (LastWill?) -> Void)] = [
      ("contents", { layer.setContents($0.map { _ in image.image }, owner: $0) }),
      ("pattern", { will in layer.backgroundPattern = will.map { Pattern(image.image, owner: $0) } }),
      ("handler", { will in layer.touchHandler = will.map { will in { _ in withExtendedLifetime(will) {} } } }),
      ("manager", { will in layer.layoutManager = will.map { Manager($0) } }),
      ("value", { will in layer.setValue(will.map { .object($0) }, forKey: "stored") }),
    ]
    for (name, set) in sets {
      for isShown in [false, true] {
        let before = ends
        set(will())
        if isShown { stage.show() }
        set(nil)
        for _ in 0..<2 { stage.show() }
        #expect(ends == before + 1, "\(name)")
      }
    }
    #expect(layer.value(forKey: "spare") == 1 && stage.color(4, 4) == 0xFF_FFFF)
  }

  @Test("L07 a layer's deinit may change the tree that it has gone from, however it went")
  func layersThatChange() {
    let shown = makeLayer(16, 0, 8, 8)
    shown.backgroundColor = .white
    let operations: [(String, (Layer) -> Void, () -> Void)] = [
      ("remove", { root.addSublayer($0) }, { root.children.last?.removeFromSuperlayer() }),
      ("assign", { root.addSublayer($0) }, { root.sublayers = [Layer()] }),
      ("none", { root.addSublayer($0) }, { root.sublayers = nil }),
      ("replace", { root.addSublayer($0) }, { root.replaceSublayer(root.children.last!, with: Layer()) }),
      ("mask", { root.mask = $0 }, { root.mask = nil }), ("other mask", { root.mask = $0 }, { root.mask = Layer() }),
      ("taken mask", { root.mask = $0 }, { root.mask?.removeFromSuperlayer() }),
      (
        "below",
        { layer in
          let above = Layer()
          above.addSublayer(layer)
          root.addSublayer(above)
        }, { root.sublayers = nil }
      ),
    ]
    for (name, put, take) in operations {
      var gone = 0
      do {
        let layer = Witness {
          gone += 1
          root.mask = nil
          root.sublayers = [shown]
        }
        layer.frame = Rect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = .white
        put(layer)
      }
      stage.show()
      take()
      #expect(gone == 1 && root.mask == nil && names(root.sublayers) == ["?"], "\(name)")
      #expect(stage.shown() == PixelRect(minX: 16, minY: 0, maxX: 24, maxY: 8), "\(name)")
      root.sublayers = nil
      #expect(stage.shown() == nil, "\(name)")
    }
  }

  @Test("L07 L45 L47 what the handlers of tiles and pictures let go of may set them again")
  func handlersThatChange() {
    final class Held: @unchecked Sendable {
      let will: LastWill
      init(_ will: @escaping () -> Void) { self.will = LastWill(will) }
    }
    let (tiled, surface) = (TiledLayer(), SurfaceLayer())
    var ends = 0
    func setBoth() {
      let first = Held {
        ends += 1
        tiled.tilesReadyHandler = nil
      }
      tiled.tilesReadyHandler = { _ = first }
      let second = Held {
        ends += 1
        surface.presentHandler = nil
        surface.drawableSize.width += 1
      }
      surface.presentHandler = { _ = second }
    }
    for hasRing in [false, true] {
      if hasRing { _ = surface.drawables }
      setBoth()
      (tiled.tilesReadyHandler, surface.presentHandler) = (nil, nil)
      setBoth()
      (tiled.tilesReadyHandler, surface.presentHandler) = ({}, {})
    }
    #expect(ends == 8)
  }
}
