/// A display's memory as its driver describes it. The compositor writes each damaged pixel into it, once, and never
/// reads.
///
/// The picture may be rotated in it: sizes and areas are then those of the picture as it is seen, before it is rotated.
@safe
public struct DisplayMemory {
  /// The first byte of the first visible row.
  public let base: UnsafeMutableRawPointer
  /// The picture's, in pixels. With ``rotation`` by a quarter the memory's rows are `height` pixels long.
  public let width, height: Int
  /// Bytes from a row of the memory to the next; may exceed the pixels' own.
  public let bytesPerRow: Int
  public let layout: PixelLayout
  /// How the picture is rotated on its way into the memory.
  public let rotation: DisplayRotation
  /// The object that keeps the memory valid, for as long as any copy of this value is held; `nil` where the caller sees
  /// to that.
  public let owner: AnyObject?

  /// - Parameters:
  ///   - base: as many bytes as the rows take, that stay valid while the value is used: while the owner lives, if there
  ///     is one.
  ///   - width: of the memory's rows, in pixels, whatever the rotation.
  ///   - height: the number of the memory's rows.
  ///   - bytesPerRow: from a row of the memory to the next.
  ///   - layout: of its pixels.
  ///   - rotation: how the picture is rotated in it.
  ///   - owner: keeps the memory valid.
  @unsafe
  public init(
    base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, layout: PixelLayout,
    rotation: DisplayRotation = .none, owner: AnyObject? = nil
  ) {
    unsafe self.base = base
    (self.width, self.height) = rotation.swapsAxes ? (height, width) : (width, height)
    self.bytesPerRow = bytesPerRow
    self.layout = layout
    self.rotation = rotation
    self.owner = owner
  }

  /// The picture's.
  public var bounds: PixelRect { PixelRect(width: width, height: height) }

  /// Returns the memory as one whose picture is not rotated: its sizes and areas are those of the memory itself.
  public var unrotated: DisplayMemory { unrotated(owner: owner) }

  /// ``unrotated`` with another owner: `nil` while this value is held anyway, so that threads that store side by side do
  /// not count references for every tile.
  func unrotated(owner: AnyObject?) -> DisplayMemory {
    let (columns, rows) = rotation.swapsAxes ? (height, width) : (width, height)
    return unsafe DisplayMemory(
      base: base, width: columns, height: rows, bytesPerRow: bytesPerRow, layout: layout, owner: owner)
  }

  /// Those of the memory itself.
  private var memoryBounds: PixelRect {
    rotation.swapsAxes ? PixelRect(width: height, height: width) : bounds
  }

  /// Where an area of the picture lies in the memory.
  public func memoryArea(of area: PixelRect) -> PixelRect { area.rotated(rotation, in: bounds) }

  /// The area of the picture that lies there in the memory.
  func pictureArea(of area: PixelRect) -> PixelRect { area.rotated(rotation.inverse, in: memoryBounds) }
}
