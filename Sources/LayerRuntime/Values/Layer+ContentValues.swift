// Stage: values. The properties about contents and about the look of the whole layer, by name.

import FixedRaster

extension Layer {
  final func accessContents(_ key: ValueKey, _ access: inout PropertyAccess) {
    let all = Rect(x: 0, y: 0, width: 1, height: 1)
    switch key {
    case "contents":
      if let new = access.exchange(contents, owner: contentsOwner) { setContents(new?.image, owner: new?.owner) }
    case "contentsOwner": access.readOnly(contentsOwner.map { .object($0) })
    case "contentsGravity":
      if let new = access.exchange(contentsGravity, default: .resize, names: Layer.gravities) { contentsGravity = new }
    case "contentsRect": if let new = access.exchange(contentsRect, default: all) { contentsRect = new }
    case "contentsCenter": if let new = access.exchange(contentsCenter, default: all) { contentsCenter = new }
    case "contentsScale": if let new = access.exchange(contentsScale, default: 1) { contentsScale = new }
    case "minificationFilter":
      if let new = access.exchange(minificationFilter, default: .linear, names: Layer.filterNames) {
        minificationFilter = new
      }
    case "magnificationFilter":
      if let new = access.exchange(magnificationFilter, default: .linear, names: Layer.filterNames) {
        magnificationFilter = new
      }
    case "needsDisplayOnBoundsChange":
      if let new = access.exchange(needsDisplayOnBoundsChange, default: false) { needsDisplayOnBoundsChange = new }
    case "drawsAsynchronously":
      if let new = access.exchange(drawsAsynchronously, default: false) { drawsAsynchronously = new }
    case "mask": if let new = access.exchange(mask, default: nil) { mask = new }
    case "isDoubleSided", "doubleSided":
      if let new = access.exchange(isDoubleSided, default: true) { isDoubleSided = new }
    case "allowsGroupOpacity":
      if let new = access.exchange(allowsGroupOpacity, default: true) { allowsGroupOpacity = new }
    case "shouldRasterize": if let new = access.exchange(shouldRasterize, default: false) { shouldRasterize = new }
    case "rasterizationScale":
      if let new = access.exchange(rasterizationScale, default: 1) { rasterizationScale = new }
    case "compositingFilter":
      if let new = access.exchange(compositingFilter, names: Layer.blendModes) { compositingFilter = new }
    default: accessShadow(key, &access)
    }
  }

  private func accessShadow(_ key: ValueKey, _ access: inout PropertyAccess) {
    let offset = Size(width: 0, height: -3)
    switch key {
    case "shadowColor": if let new = access.exchange(shadowColor, default: .black) { shadowColor = new }
    case "shadowOpacity": if let new = access.exchange(shadowOpacity, default: 0) { shadowOpacity = new }
    case "shadowRadius": if let new = access.exchange(shadowRadius, default: 3) { shadowRadius = new }
    case "shadowOffset": if let new = access.exchange(shadowOffset, default: offset) { shadowOffset = new }
    case "shadowPath": if let new = access.exchange(shadowPath, default: nil) { shadowPath = new }
    default: break
    }
  }

  static var filterNames: [StaticString] { ["nearest", "linear", "trilinear"] }
  /// In the order of the cases.
  private static var blendModes: [StaticString] {
    [
      "clear", "copy", "destination", "sourceOver", "destinationOver", "sourceIn", "destinationIn", "sourceOut",
      "destinationOut", "sourceAtop", "destinationAtop", "xor", "plusLighter", "multiply", "screen", "overlay",
      "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight", "difference", "exclusion", "hue",
      "saturation", "color", "luminosity",
    ]
  }
  private static var gravities: [StaticString] {
    [
      "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
      "resizeAspect", "resizeAspectFill",
    ]
  }
}
