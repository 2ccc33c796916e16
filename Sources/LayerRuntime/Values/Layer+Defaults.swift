// Stage: values. First values of properties by their class: defaultValue(forKey:).

extension Layer {
  /// Gives the properties the first values of the layer's class.
  final func applyDefaultValues() {
    let layerClass = type(of: self)
    for key in layerClass.keysWithDefaults {
      guard let value = layerClass.defaultValue(forKey: key) else { continue }
      // A key of another class, or a value of another kind, changes nothing.
      var access = PropertyAccess.setting(value)
      accessProperty(ValueKey(key), &access)
    }
  }

  /// Those of every layer that are plain values.
  static let commonKeys = [
    "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform", "sublayerTransform",
    "isGeometryFlipped", "isHidden", "opacity", "isOpaque", "masksToBounds", "backgroundColor", "cornerRadius",
    "maskedCorners", "cornerCurve", "borderWidth", "borderColor", "beginTime", "timeOffset", "speed", "name",
    "autoresizingMask", "contentsGravity", "contentsRect", "contentsCenter", "contentsScale", "minificationFilter",
    "magnificationFilter", "needsDisplayOnBoundsChange", "drawsAsynchronously", "isDoubleSided",
    "allowsGroupOpacity", "shouldRasterize", "rasterizationScale", "compositingFilter", "shadowColor",
    "shadowOpacity", "shadowRadius", "shadowOffset",
  ]
}
