import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct EmitterKeyTests {
  @Test("L70 L44 every property of an emitter's cell is read and set by its name, also by the layer's key path")
  func cellProperties() {
    let image = TestImage(width: 2, height: 2) { _, _ in ~0 }.image
    let part = Rect(x: 0, y: 0, width: 0.5, height: 1)
    let values: [(String, Value)] = [
      ("isEnabled", false), ("birthRate", 2), ("lifetime", 3), ("lifetimeRange", 4), ("velocity", 5),
      ("velocityRange", 6), ("xAcceleration", 7), ("yAcceleration", 8), ("zAcceleration", 9),
      ("emissionLatitude", 1.5), ("emissionLongitude", 2.5), ("emissionRange", 3.5), ("spin", 10), ("spinRange", 11),
      ("scale", 12), ("scaleRange", 13), ("scaleSpeed", 14), ("color", .color(.black)), ("redRange", 0.5),
      ("greenRange", 0.25), ("blueRange", 0.125), ("alphaRange", 0.75), ("redSpeed", 15), ("greenSpeed", 16),
      ("blueSpeed", 17), ("alphaSpeed", 18), ("contentsScale", 19), ("contentsRect", .rect(part)),
      ("contents", .image(image, owner: nil)), ("minificationFilter", "nearest"),
      ("magnificationFilter", "trilinear"), ("beginTime", .duration(.seconds(1))),
      ("duration", .duration(.seconds(2))),
    ]
    let layer = EmitterLayer()
    (layer.emitterCells, layer.name) = ([EmitterCell(), EmitterCell()], "emitter")
    layer.emitterCells?[0].name = "other"
    layer.emitterCells?[1].name = "spark"
    var nested = EmitterCell()
    nested.name = "trail"
    layer.emitterCells?[1].emitterCells = [nested]
    for path in ["emitterCells.spark.", "emitterCells.spark.emitterCells.trail."] {
      for (key, value) in values {
        var cell = EmitterCell()
        let initial = cell.value(forKey: key)
        #expect(initial != value && layer.value(forKeyPath: path + key) == initial, "\(key)")
        #expect(cell.setValue(value, forKey: key) && cell.value(forKey: key) == value, "\(key)")
        #expect(!cell.setValue(.object(layer), forKey: key) && cell.value(forKey: key) == value, "\(key)")
        #expect(cell.setValue(nil, forKey: key) && cell.value(forKey: key) == initial, "\(key)")
        #expect(layer.setValue(value, forKeyPath: path + key), "\(key)")
        #expect(layer.value(forKeyPath: path + key) == value, "\(key)")
        #expect(layer.value(forKeyPath: "emitterCells.other." + key) == initial, "\(key)")
      }
    }
    #expect(layer.emitterCells?[1].birthRate == 2 && layer.emitterCells?[1].emitterCells?[0].birthRate == 2)
    #expect(layer.setValue(0.25, forKeyPath: "emitterCells.spark.contentsRect.size.width"))
    #expect(layer.emitterCells?[1].contentsRect.size.width == 0.25)
    #expect(layer.value(forKeyPath: "emitterCells.spark.name") == "spark")
    for path in ["emitterCells.none.scale", "emitterCells.spark", "emitterCells.spark.none"] {
      #expect(layer.value(forKeyPath: path) == nil && !layer.setValue(1, forKeyPath: path), "\(path)")
    }
  }
}
