// The figures of the documents that describe the layer system, each drawn from layers as its document's listing builds
// them. Input: nothing. Output: a picture in memory, which a test compares with Tests/Golden/figure-*.png.

import FBDevice
import FixedRaster
import LayerRuntime
import SystemFiles

/// One figure, or one of the pictures that a document describes in words.
public struct Figure {
  /// Of its golden picture, behind `figure-`.
  public let name: String
  /// In pixels, which are points.
  public let width, height: Int
  /// What the picture was looked at for, with the document's own statement in mind.
  public let checked: String
  /// Places that the statement speaks of, and their colours, 0xRRGGBB.
  public let places: [(x: Int, y: Int, rgb: UInt32)]
  let build: () -> Page

  /// Every figure there is, in the documents' order.
  public static var all: [Figure] { overlappingLayers + compass + masks + clock + order + controls }

  /// Draws the figure on a white page.
  public func draw() throws(DeviceError) -> MemoryDisplay {
    let display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
    let page = build()
    page.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
    page.backgroundColor = .white
    let compositor = Compositor(root: page, width: width, height: height)
    compositor.drawFrame(into: display.memory)
    page.change?()
    compositor.drawFrame(into: display.memory)
    return display
  }
}

/// What a figure's layers lie on: the documents' main view.
final class Page: Layer {
  /// Layers do not keep their delegates alive.
  var delegates: [LayerDelegate] = []
  /// What happens after the first frame.
  var change: (() -> Void)?

  init(_ layers: [Layer]) {
    super.init()
    sublayers = layers
  }
}

func layer(_ frame: Rect, _ color: Color?) -> Layer {
  let layer = Layer()
  layer.frame = frame
  layer.backgroundColor = color
  return layer
}

/// `count` of `whole` turns' parts, in radians.
func turn(_ count: Int, of whole: Int) -> AffineTransform {
  AffineTransform(rotationAngle: .pi * 2 * Fixed(count, over: whole))
}
