// Planted for scripts/prove: a call of C's allocator, which the compiler's own proof does not see. Its object must be
// refused by name.

import FixedRaster

@_silgen_name("aligned_alloc")
private func allocate(_ alignment: UInt, _ size: UInt) -> UnsafeMutableRawPointer?

private func plantedKernel<Pixel: FixedWidthInteger>(_ type: Pixel.Type, _ count: UInt) -> UnsafeMutableRawPointer? {
  unsafe allocate(16, count * UInt(MemoryLayout<Pixel>.stride))
}

public func plantedAllocator(_ count: UInt) -> UnsafeMutableRawPointer? {
  unsafe plantedKernel(UInt16.self, count)
}
