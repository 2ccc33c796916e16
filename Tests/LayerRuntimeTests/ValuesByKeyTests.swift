import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A layer that adds a property and the defaults of two keys, as the documents have it.
private final class Dial: Layer {
  var ticks: Fixed = 12

  override class func defaultValue(forKey key: String) -> Value? {
    switch key {
    case "needle": "red"
    case "cornerRadius": 5
    default: super.defaultValue(forKey: key)
    }
  }

  override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "ticks": if let new = access.exchange(ticks, default: 12) { ticks = new }
    default: super.accessProperty(key, &access)
    }
  }
}

@Suite struct ValuesByKeyTests {
  @Test("L70 what cannot be set is only read, and what is no value neither; none of it is stored as a custom key")
  func readOnly() {
    let (above, layer) = (makeLayer(0, 0, 10, 10), makeLayer(0, 0, 50, 50))
    above.masksToBounds = true
    above.addSublayer(layer)
    layer.touchHandler = { _ in }
    #expect(layer.value(forKey: "superlayer")?.object === above && above.value(forKey: "superlayer") == nil)
    #expect(layer.value(forKey: "visibleRect") == .rect(Rect(x: 0, y: 0, width: 10, height: 10)))
    #expect(layer.value(forKeyPath: "visibleRect.size.width") == 10)
    for key in ["superlayer", "visibleRect", "constraints", "layoutManager", "touchHandler"] {
      let before = layer.value(forKey: key)
      #expect(!layer.setValue(.object(Layer()), forKey: key) && !layer.setValue(nil, forKey: key), "\(key)")
      #expect(layer.value(forKey: key) == before, "\(key)")
    }
    #expect(layer.value(forKey: "touchHandler") == nil && layer.touchHandler != nil && layer.superlayer === above)
    #expect(!layer.setValue(3, forKeyPath: "visibleRect.size.width"))
  }

  @Test("L70 out of range is the property's affair; what does not fit at all is refused")
  func ranges() {
    let layer = Layer()
    #expect(layer.setValue(7, forKey: "opacity") && layer.opacity == 1)
    #expect(!layer.setValue(256, forKey: "autoresizingMask") && !layer.setValue(-1, forKey: "autoresizingMask"))
    #expect(!layer.setValue(40000, forKey: "cornerRadius") && layer.cornerRadius == 0)
    #expect(!layer.setValue(1, forKey: "isHidden") && !layer.isHidden)
    #expect(!layer.setValue([.object(Layer()), 1], forKey: "sublayers") && layer.sublayers == nil)
  }

  @Test("L70 L102 setting by key marks as the property does, an equal value and every reading nothing")
  func marks() {
    let layer = makeLayer(1, 2, 3, 4)
    layer.clearMarks()
    layer.setValue(3, forKey: "cornerRadius")
    #expect(layer.changes == .appearance)
    layer.setValue(10, forKeyPath: "position.x")
    #expect(layer.changes == [.appearance, .geometry])
    layer.clearMarks()
    layer.setValue(3, forKey: "cornerRadius")
    layer.setValue(10, forKeyPath: "position.x")
    layer.setValue(nil, forKey: "transform")
    layer.setValue(0, forKeyPath: "transform.rotation.z")
    layer.setValue(1, forKeyPath: "transform.scale")
    layer.setValue("stored", forKey: "note")
    for key in ["bounds", "frame", "visibleRect", "name", "sublayers", "contents", "mask", "opacity", "delegate", "x"] {
      _ = layer.value(forKey: key)
    }
    #expect(!layer.isMarked)
  }

  @Test("L70 bounds, position, anchorPoint and frame have paths down to their numbers")
  func geometryPaths() {
    let layer = makeLayer(10, 20, 30, 40)
    let paths: [(String, Value, Value)] = [
      ("bounds.origin.x", 0, 5), ("bounds.origin.y", 0, 6), ("bounds.size.width", 30, 31),
      ("bounds.size.height", 40, 41), ("bounds.origin", .point(Point(x: 5, y: 6)), .point(.zero)),
      ("bounds.size", .size(Size(width: 31, height: 41)), .size(Size(width: 8, height: 9))),
      ("position.x", 25, 1), ("position.y", 40, 2), ("anchorPoint.x", 0.5, 0), ("anchorPoint.y", 0.5, 1),
      ("frame.origin.x", 1, 7), ("frame.origin.y", -7, 8), ("frame.size.width", 8, 80), ("frame.size.height", 9, 90),
      ("frame.origin", .point(Point(x: 7, y: 8)), .point(.zero)),
      ("frame.size", .size(Size(width: 80, height: 90)), .size(Size(width: 1, height: 2))),
    ]
    for (path, before, new) in paths {
      #expect(layer.value(forKeyPath: path) == before, "\(path)")
      #expect(layer.setValue(new, forKeyPath: path), "\(path)")
      #expect(layer.value(forKeyPath: path) == new, "\(path)")
    }
    #expect(layer.frame == Rect(x: 0, y: 0, width: 1, height: 2) && layer.anchorPoint == Point(x: 0, y: 1))
    #expect(layer.position == Point(x: 0, y: 2))
  }

  @Test("L70 a path to no part, or a value of the wrong type for it, changes nothing and says so")
  func wrongPaths() {
    let layer = makeLayer(10, 20, 30, 40)
    for path in [
      "position.z", "bounds.x", "bounds.size.x", "cornerRadius.x", "noSuchKey.x", "position.", ".x", "name.x",
    ] {
      #expect(layer.value(forKeyPath: path) == nil && !layer.setValue(1, forKeyPath: path), "\(path)")
    }
    #expect(!layer.setValue("far", forKeyPath: "position.x") && !layer.setValue(nil, forKeyPath: "position.x"))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 30, height: 40) && layer.value(forKey: "noSuchKey") == nil)
    #expect(layer.value(forKey: "position.x") == nil)
  }

  @Test("L71 any other key stores any value on that layer, until it is set to nil")
  func customKeys() {
    let (layer, other) = (Layer(), Layer())
    let values: [(String, Value)] = [
      ("count", 3), ("note", "a longer text than fits into a small string"), ("place", .point(Point(x: 1, y: 2))),
      ("extent", .rect(Rect(x: 1, y: 2, width: 3, height: 4))), ("turn", .transform(.identity)),
      ("peer", .object(other)),
      ("a.b", true), ("", 1), ("Bounds", "not the property"),
    ]
    for (key, value) in values {
      #expect(layer.value(forKey: key) == nil && layer.setValue(value, forKey: key))
    }
    for (key, value) in values { #expect(layer.value(forKey: key) == value && other.value(forKey: key) == nil) }
    #expect(layer.setValue("now text", forKey: "count") && layer.value(forKey: "count") == "now text")
    #expect(layer.setValue(nil, forKey: "note") && layer.value(forKey: "note") == nil)
    #expect(layer.value(forKey: "place") == .point(Point(x: 1, y: 2)) && layer.setValue(nil, forKey: "never set"))
  }

  @Test("L71 L70 the parts of stored values have paths too")
  func customPaths() {
    let layer = Layer()
    layer.setValue(.size(Size(width: 3, height: 4)), forKey: "shift")
    #expect(layer.setValue(9, forKeyPath: "shift.width") && layer.value(forKeyPath: "shift.width") == 9)
    #expect(layer.value(forKey: "shift") == .size(Size(width: 9, height: 4)))
    layer.setValue(.rect(Rect(x: 1, y: 2, width: 3, height: 4)), forKeyPath: "extent")
    #expect(layer.setValue(8, forKeyPath: "extent.origin.y") && layer.value(forKeyPath: "extent.origin.y") == 8)
    layer.setValue(.affineTransform(.identity), forKey: "turn")
    #expect(layer.setValue(.fixed(.pi / 2), forKeyPath: "turn.rotation"))
    #expect(layer.value(forKey: "turn")?.affineTransform == AffineTransform(rotationAngle: .pi / 2))
    #expect(layer.value(forKeyPath: "turn.rotation.z") == .fixed(.pi / 2))
    #expect(!layer.setValue(1, forKeyPath: "turn.rotation.x") && !layer.setValue(2, forKeyPath: "turn.scale.z"))
  }

  @Test("L71 defaultValue answers for keys never set, and is what nil gives a property; others stay with super's")
  func defaults() {
    let dial = Dial()
    #expect(dial.value(forKey: "needle") == "red" && dial.value(forKey: "hub") == nil)
    #expect(dial.value(forKeyPath: "needle") == "red")
    #expect(Layer.defaultValue(forKey: "needle") == nil && Layer().value(forKey: "needle") == nil)
    dial.setValue("blue", forKey: "needle")
    #expect(dial.value(forKey: "needle") == "blue")
    dial.setValue(nil, forKey: "needle")
    #expect(dial.value(forKey: "needle") == "red")
    // A property starts as the class says; nil gives it that back.
    #expect(dial.cornerRadius == 5)
    dial.cornerRadius = 1
    dial.setValue(nil, forKey: "cornerRadius")
    #expect(dial.cornerRadius == 5)
    dial.borderWidth = 3
    dial.setValue(nil, forKey: "borderWidth")
    #expect(dial.borderWidth == 0)
  }

  @Test("L70 a subclass adds its own properties to the table")
  func subclass() {
    let dial = Dial()
    #expect(dial.value(forKey: "ticks") == 12 && dial.setValue(60, forKey: "ticks") && dial.ticks == 60)
    #expect(!dial.setValue("many", forKey: "ticks") && dial.setValue(nil, forKey: "ticks") && dial.ticks == 12)
    #expect(dial.setValue(1, forKey: "zPosition") && dial.zPosition == 1)
  }
}
