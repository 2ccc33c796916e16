// Stage: displays. Memory of a picture that the card shows.
#if KMS
import CLinux
import FixedRaster
import SystemFiles

/// A dumb buffer, mapped: all zero at first, which is black.
struct KMSBuffer {
  let buffer: DRMBuffer
  let memory: DisplayMemory
  private let mapping: Mapping

  init(_ card: DRMCard, width: Int, height: Int, layout: PixelLayout, format: UInt32, rotation: DisplayRotation)
    throws(DeviceError)
  {
    var buffer = DRMBuffer()
    let (drm, descriptor, bits) = (card.drm, card.descriptor, Int(layout.bitsPerPixel))
    var code = drm.createBuffer(
      descriptor, width: width, height: height, format: format, bitsPerPixel: bits, into: &buffer)
    if code != 0 {
      throw DeviceError(
        "make a picture on", card.path, code: -code, remedy: "give the graphics more memory, or use a smaller mode")
    }
    var offset: UInt64 = 0
    code = drm.offset(descriptor, buffer, into: &offset)
    let least = width * bits / 8
    if code == 0, buffer.bytesPerRow < least || buffer.bytes < buffer.bytesPerRow * height { code = -EINVAL }
    let mapped =
      code == 0 ? card.system.map(descriptor, length: buffer.bytes, offset: Int64(bitPattern: offset)) : nil
    guard let mapped, let base = unsafe mapped.base else {
      drm.destroyBuffer(descriptor, buffer)
      throw DeviceError("map", card.path, code: mapped?.code ?? -code)
    }
    mapping = Mapping(mapped, system: card.system)
    self.buffer = buffer
    memory = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: buffer.bytesPerRow, layout: layout, rotation: rotation,
      owner: mapping)
  }

  /// Gives the memory back. Its addresses lead to memory that nobody sees.
  func destroy(_ card: DRMCard) {
    mapping.vacate()
    card.drm.destroyBuffer(card.descriptor, buffer)
  }
}
#endif
