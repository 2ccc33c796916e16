// Stage: blend. The simplest of it: pixels set to one value.

/// `count` pixels set to one value.
///
/// From 16 bytes on the ends are written with blocks that lie over each other, so that there are no single pixels
/// and few branches, which depend on the length's order of magnitude only. On x86-64 a block is a pair of 16- or one
/// 32-byte store, on arm64 `stp` of two registers.
@inline(__always)
func fillSpan<Pixel: BitwiseCopyable>(_ row: UnsafeMutablePointer<Pixel>, _ count: Int, _ value: Pixel) {
  #if !SCALAR
  if unsafe fillBlocks(row, count, value) { return }
  #endif
  var i = 0
  while i < count {
    unsafe row[i] = value
    i &+= 1
  }
}

/// False for spans that are shorter than a block.
@inline(__always)
private func fillBlocks<Pixel: BitwiseCopyable>(
  _ row: UnsafeMutablePointer<Pixel>, _ count: Int, _ value: Pixel
) -> Bool {
  let bytes = count &* MemoryLayout<Pixel>.size
  let raw = UnsafeMutableRawPointer(row)
  if MemoryLayout<Pixel>.size == 3 {
    if bytes >= 96 {
      unsafe fillSpan24(raw, bytes, unsafeBitCast(value, to: Pixel24.self).bits)
      return true
    }
  } else if bytes >= 16 {
    let block = Pixels8(repeating: repeatedWord(value))
    let end = unsafe raw + bytes
    if bytes < 32 {
      unsafe raw.storeBytes(of: block.lowHalf, as: Pixels4.self)
      unsafe (end - 16).storeBytes(of: block.lowHalf, as: Pixels4.self)
      return true
    }
    if bytes > 128 {
      unsafe fillLongSpan(raw, end, block[0])
      return true
    }
    unsafe (end - 32).storeBytes(of: block, as: Pixels8.self)
    unsafe raw.storeBytes(of: block, as: Pixels8.self)
    if bytes > 64 {
      unsafe (raw + 32).storeBytes(of: block, as: Pixels8.self)
      unsafe (end - 64).storeBytes(of: block, as: Pixels8.self)
    }
    return true
  }
  return false
}

/// More than 128 bytes. The last 256 are written first, and lie over the end of the turns before.
@inline(never)
private func fillLongSpan(_ raw: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer, _ word: UInt32) {
  let block = Pixels8(repeating: word)
  var place = unsafe raw
  if unsafe end - raw >= 256 {
    unsafe fill128(end - 256, block)
    while unsafe place < end - 256 {
      unsafe fill128(place, block)
      unsafe fill128(place + 128, block)
      unsafe place += 256
    }
  } else {
    unsafe fill128(place, block)
  }
  unsafe fill128(end - 128, block)
}

@inline(__always)
private func fill128(_ place: UnsafeMutableRawPointer, _ block: Pixels8) {
  unsafe place.storeBytes(of: block, as: Pixels8.self)
  unsafe (place + 32).storeBytes(of: block, as: Pixels8.self)
  unsafe (place + 64).storeBytes(of: block, as: Pixels8.self)
  unsafe (place + 96).storeBytes(of: block, as: Pixels8.self)
}

/// Pixels of 1, 2 or 4 bytes side by side in 32 bits.
@inline(__always)
private func repeatedWord<Pixel: BitwiseCopyable>(_ value: Pixel) -> UInt32 {
  switch MemoryLayout<Pixel>.size {
  case 1: UInt32(truncatingIfNeeded: unsafe unsafeBitCast(value, to: UInt8.self)) &* 0x0101_0101
  case 2: UInt32(truncatingIfNeeded: unsafe unsafeBitCast(value, to: UInt16.self)) &* 0x0001_0001
  default: unsafe unsafeBitCast(value, to: UInt32.self)
  }
}

/// At least 96 bytes of pixels of three: four pixels are three words, 32 pixels three blocks. The last three blocks lie
/// over the end of those before; they begin with a pixel because all counts are multiples of three.
private func fillSpan24(_ raw: UnsafeMutableRawPointer, _ bytes: Int, _ bits: UInt32) {
  let (a, b, c) = (bits | bits &<< 24, bits &>> 8 | bits &<< 16, bits &>> 16 | bits &<< 8)
  let first = Pixels8(a, b, c, a, b, c, a, b)
  let second = Pixels8(c, a, b, c, a, b, c, a)
  let third = Pixels8(b, c, a, b, c, a, b, c)
  var at = 0
  while at < bytes {
    let place = unsafe raw + Swift.min(at, bytes &- 96)
    unsafe place.storeBytes(of: first, as: Pixels8.self)
    unsafe place.storeBytes(of: second, toByteOffset: 32, as: Pixels8.self)
    unsafe place.storeBytes(of: third, toByteOffset: 64, as: Pixels8.self)
    at &+= 96
  }
}
