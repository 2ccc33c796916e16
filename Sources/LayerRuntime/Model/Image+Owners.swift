// Stage: model. Who keeps the memory of a layer's image alive.

import FixedRaster

extension Image {
  /// Returns the image kept alive by `other` beside the owner that it has: neither can be left out, since only the caller
  /// knows which of them the memory belongs to.
  func kept(alsoBy other: AnyObject?) -> Image {
    guard let other, other !== owner else { return self }
    guard let owner else { return unsafe keeping(other) }
    // An image that was read back and is assigned again must not grow each time.
    if let owners = owner as? OwnerPair, owners.holds(other) { return self }
    return unsafe keeping(OwnerPair(owner, other))
  }
}

/// Two objects that live as long as this one.
private final class OwnerPair {
  private let first, second: AnyObject

  init(_ first: AnyObject, _ second: AnyObject) { (self.first, self.second) = (first, second) }

  func holds(_ object: AnyObject) -> Bool {
    first === object || second === object || (first as? OwnerPair)?.holds(object) ?? false
  }
}
