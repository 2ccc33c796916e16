import CLinux
import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import FBDevice

/// Fills all of a display's memory with a colour, as the compositor does: from a tile.
private func fill(_ memory: DisplayMemory, _ argb: UInt32) {
  var pixels = [UInt32](repeating: argb, count: memory.width * memory.height)
  unsafe pixels.withUnsafeMutableBytes { bytes in
    let tile = unsafe Surface(
      base: bytes.baseAddress!, width: memory.width, height: memory.height, bytesPerRow: memory.width * 4)
    memory.store(tile, at: memory.bounds)
  }
}

/// 0xRRGGBB of the first pixel that lies there.
private func firstPixel(_ memory: DisplayMemory) -> UInt32 { unsafe memory.base.load(as: UInt32.self) & 0xFF_FFFF }

/// A file of some pages that stands in for a framebuffer's memory.
private final class DeviceFile {
  let descriptor: Int32
  private let folder = TemporaryFolder()

  init(count: Int) {
    let path = folder.write([UInt8](repeating: 0, count: count), "memory")
    descriptor = SystemCalls().open(path, flags: O_RDWR)
  }

  deinit { SystemCalls().close(descriptor) }

  var bytes: [UInt8] { folder.bytes("memory") ?? [] }
}

@Suite struct ClosedDisplayTests {
  @Test("D01 what is drawn after close, or after the display has gone, does not reach the device")
  func framebuffer() throws {
    for (rotation, closes) in everyRotation.flatMap({ [($0, true), ($0, false)] }) {
      let (kernel, file) = (MockKernel(), DeviceFile(count: 4096))
      kernel.addFramebuffer()
      kernel.mappedFile = file.descriptor
      var memory: DisplayMemory?
      do {
        let display = try FramebufferDisplay(path: "/dev/fb0", rotation: rotation, system: kernel)
        fill(display.memory, 0xFF12_3456)
        #expect(file.bytes[0..<3] == [0x56, 0x34, 0x12])
        if closes {
          display.close()
          #expect(kernel.closed == ["/dev/fb0"])
          fill(display.memory, 0xFFFF_FFFF)
        }
        memory = display.memory
      }
      #expect(kernel.closed == ["/dev/fb0"] && kernel.vacated == 1 && kernel.unmapped == 0)
      let unrotated = memory?.unrotated
      memory = nil
      if let unrotated {
        fill(unrotated, 0xFFAB_CDEF)
        #expect(firstPixel(unrotated) == 0xAB_CDEF && kernel.unmapped == 0)
      }
      #expect(file.bytes[0..<3] == [0x56, 0x34, 0x12])
    }
  }

  @Test("D01 a mapping is unmapped with the last copy of the display's memory")
  func lastCopy() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer()
    func memory() throws -> DisplayMemory { try FramebufferDisplay(path: "/dev/fb0", system: kernel).memory }
    var (first, second): (DisplayMemory?, DisplayMemory?) = (try memory(), nil)
    second = first
    first = nil
    #expect(kernel.vacated == 1 && kernel.unmapped == 0 && second != nil)
    second = nil
    #expect(kernel.unmapped == 1)
  }

  @Test("D01 where the kernel does not give the addresses other memory, the mapping stays until nobody holds it")
  func refused() throws {
    let kernel = MockKernel()
    kernel.addFramebuffer()
    kernel.refusesToVacate = true
    do {
      let display = try FramebufferDisplay(path: "/dev/fb0", system: kernel)
      display.close()
      fill(display.memory, 0xFFFF_FFFF)
      #expect(kernel.closed == ["/dev/fb0"] && kernel.unmapped == 0)
    }
    #expect(kernel.unmapped == 1)
  }

  @Test("D03 a display in memory gives it back when it is closed, or has gone; what is drawn then shows nowhere")
  func memoryDisplay() throws {
    for closes in [true, false] {
      let kernel = MockKernel()
      var memory: DisplayMemory?
      do {
        let display = try MemoryDisplay(
          width: 64, height: 32, layout: .xrgb8888, bytesPerRow: nil, rotation: .clockwise90, system: kernel)
        fill(display.memory, 0xFF12_3456)
        #expect(firstPixel(display.memory) == 0x12_3456)
        if closes {
          for _ in 0..<2 { display.close() }
          #expect(firstPixel(display.memory) == 0 && display.snapshot().isEmpty)
          fill(display.memory, 0xFFAB_CDEF)
          #expect(display.snapshot().isEmpty)
        }
        memory = display.memory
      }
      if let memory {
        fill(memory, 0xFFFE_DCBA)
        #expect(firstPixel(memory) == 0xFE_DCBA && kernel.unmapped == 0)
      }
      memory = nil
      #expect(kernel.unmapped == 1)
    }
  }
}
