import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

extension Drawable {
  /// Fills the rows with one word of 32 bits.
  fileprivate mutating func fill(_ word: UInt32) {
    var span = bytes
    for offset in stride(from: 0, to: span.byteCount, by: 4) {
      span.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
    }
  }
}

@Suite struct SurfaceLayerTests {
  private let stage = Stage(width: 40)
  private let layer = SurfaceLayer()

  init() {
    layer.frame = Rect(x: 4, y: 4, width: 12, height: 8)
    layer.drawableSize = Size(width: 12, height: 8)
    stage.root.addSublayer(layer)
  }

  private func missing() { Issue.record("no drawable is free") }

  private func isThere(_ drawable: borrowing Drawable?) -> Bool {
    switch drawable {
    case .some: true
    case .none: false
    }
  }

  private func present(_ word: UInt32) {
    guard var drawable = layer.nextDrawable() else { return missing() }
    drawable.fill(word)
    drawable.present()
  }

  @Test("L47 a presented drawable is shown from the next frame on, and not before it is presented")
  func presents() {
    #expect(!layer.showPresented())
    present(0xFF11_2233)
    #expect(layer.showPresented() && !layer.showPresented())
    #expect(stage.color(8, 8) == 0x11_2233)
    guard var drawable = layer.nextDrawable() else { return missing() }
    drawable.fill(0xFF44_5566)
    layer.showPresented()
    #expect(stage.color(8, 8) == 0x11_2233)
    drawable.present()
    layer.showPresented()
    #expect(stage.color(8, 8) == 0x44_5566)
  }

  @Test("L47 the newest of several presented drawables is shown; the others are free again")
  func newestWins() {
    for word: UInt32 in [0xFF00_0001, 0xFF00_0002, 0xFF00_0003, 0xFF00_0004] { present(word) }
    layer.showPresented()
    #expect(stage.color(8, 8) == 0x00_0004)
    #expect(!layer.showPresented())
  }

  @Test("L47 the ring is fixed: of three drawables one is shown and two are to be had, and one let go of is free")
  func ringIsFixed() {
    present(0xFF00_0001)
    layer.showPresented()
    let first = layer.nextDrawable()
    do {
      let second = layer.nextDrawable()
      let third = layer.nextDrawable()
      let found = [isThere(first), isThere(second), isThere(third)]
      #expect(found == [true, true, false])
    }
    let again = isThere(layer.nextDrawable())
    #expect(again)
    layer.maximumDrawableCount = 9
    #expect(layer.maximumDrawableCount == 3)
    layer.maximumDrawableCount = 2
    present(0xFF00_0002)
    layer.showPresented()
    let only = layer.nextDrawable()
    let none = layer.nextDrawable()
    let found = [isThere(only), isThere(none)]
    #expect(found == [true, false] && layer.drawables.count == 2)
  }

  @Test("L47 a drawable of another size has a ring of its own; what was shown stays until something is presented to it")
  func resizes() {
    present(0xFF11_2233)
    layer.showPresented()
    guard let former = layer.nextDrawable() else { return missing() }
    layer.drawableSize = Size(width: 24, height: 16)
    #expect(layer.drawables.width == 24 && layer.drawables.height == 16)
    former.present()
    #expect(!layer.showPresented())
    #expect(stage.color(8, 8) == 0x11_2233)
    present(0xFF44_5566)
    layer.showPresented()
    #expect(stage.color(8, 8) == 0x44_5566)
    layer.drawableSize = Size(width: -3, height: Fixed(32767))
    #expect(layer.drawableSize == Size(width: 1, height: 8191))
  }

  @Test(
    "L47 drawables have the formats of images",
    arguments: [ImageFormat.alpha8, .rgb565, .rgb565Alpha8, .argb8888, .xrgb8888, .palette8, .palette4])
  func formats(_ format: ImageFormat) {
    layer.pixelFormat = format
    guard var drawable = layer.nextDrawable() else { return missing() }
    let (drawableFormat, stride) = (drawable.format, drawable.bytesPerRow)
    #expect(drawableFormat == format && stride >= format.bytes(width: 12))
    // Every channel at its most; the first colour of a palette; of alpha black.
    drawable.fill(format == .palette8 || format == .palette4 ? 0 : 0xFFFF_FFFF)
    var alpha = drawable.alphaBytes
    let alphaCount = alpha.byteCount
    for offset in 0..<alphaCount { alpha.storeBytes(of: 0xFF, toByteOffset: offset, as: UInt8.self) }
    var palette = drawable.palette
    let paletteCount = palette.byteCount
    if paletteCount > 0 { palette.storeBytes(of: 0xFF12_3456, as: UInt32.self) }
    let hasSurface = unsafe drawable.surface != nil
    #expect((alphaCount > 0) == (format == .rgb565Alpha8))
    #expect(paletteCount == (format == .palette8 ? 1024 : format == .palette4 ? 64 : 0))
    #expect(hasSurface == (format == .argb8888 || format == .xrgb8888))
    drawable.present()
    layer.showPresented()
    stage.root.backgroundColor = .red
    let expected: UInt32 = format == .alpha8 ? 0 : format == .palette8 || format == .palette4 ? 0x12_3456 : 0xFF_FFFF
    #expect(stage.color(8, 8) == expected)
  }

  @Test("L47 a thread presents while frames are drawn: every frame shows one picture, whole, and none that is older")
  func threads() {
    let ring = layer.drawables
    let pictures: UInt32 = 4000
    let thread = Thread {
      var number: UInt32 = 1
      while number <= pictures {
        guard var drawable = ring.nextDrawable() else { continue }
        drawable.fill(0xFF00_0000 | number)
        drawable.present()
        number += 1
      }
    }
    thread.start()
    var (last, shown, torn) = (UInt32(0), 0, 0)
    let end = Date(timeIntervalSinceNow: 60)
    while last < pictures && Date() < end {
      if !layer.showPresented() { continue }
      stage.show()
      shown += 1
      let color = stage.color(4, 4)
      for y in 4..<12 { for x in 4..<16 where stage.color(x, y) != color { torn += 1 } }
      if color < last { torn += 1 }
      last = color
    }
    #expect(last == pictures && torn == 0 && shown > 1, "\(shown) pictures of \(pictures) shown, \(torn) pixels torn")
  }

  @Test("L47 presenting calls the handler on the thread that presents, and a new ring calls it too")
  func handler() {
    let counter = Counter()
    layer.presentHandler = { counter.increment() }
    present(0xFF00_0001)
    layer.drawableSize = Size(width: 20, height: 20)
    present(0xFF00_0002)
    #expect(counter.value == 2)
    layer.presentHandler = nil
    present(0xFF00_0003)
    #expect(counter.value == 2)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func increment() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}
