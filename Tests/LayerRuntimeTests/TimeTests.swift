import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TimeTests {
  private let root = Layer()
  private let outer = Layer()
  private let inner = Layer()
  private let sibling = Layer()

  init() {
    root.addSublayer(outer)
    outer.sublayers = [inner, sibling]
  }

  @Test("L13 all layers have the time of the frames until something else is said")
  func synchronised() {
    for time in [Duration.zero, .seconds(-5), .nanoseconds(1), .seconds(1_000_000)] {
      for layer in [root, outer, inner] {
        #expect(layer.convertTime(time, from: nil) == time && layer.convertTime(time, to: nil) == time)
        #expect(layer.convertTime(time, from: sibling) == time && layer.convertTime(time, to: layer) == time)
      }
    }
    #expect(inner.beginTime == .zero && inner.timeOffset == .zero && inner.speed == 1)
  }

  @Test("L13 speeds multiply down the tree: two of 2 make four times the speed")
  func speeds() {
    (outer.speed, inner.speed) = (2, 2)
    #expect(outer.convertTime(.seconds(3), from: nil) == .seconds(6))
    #expect(inner.convertTime(.seconds(3), from: nil) == .seconds(12))
    #expect(inner.convertTime(.seconds(12), to: nil) == .seconds(3))
    #expect(inner.convertTime(.seconds(6), from: outer) == .seconds(12))
    #expect(sibling.convertTime(.seconds(12), from: inner) == .seconds(6))
    sibling.speed = -0.5
    #expect(sibling.convertTime(.seconds(3), from: nil) == .seconds(-3))
    #expect(sibling.convertTime(.seconds(-3), to: nil) == .seconds(3))
  }

  @Test("L13 a layer's time is (time − begin) · speed + offset, and the same backwards")
  func formula() {
    outer.beginTime = .seconds(10)
    outer.timeOffset = .milliseconds(500)
    outer.speed = 0.25
    #expect(outer.convertTime(.seconds(18), from: nil) == .milliseconds(2500))
    #expect(outer.convertTime(.milliseconds(2500), to: nil) == .seconds(18))
    #expect(outer.convertTime(.seconds(2), from: nil) == .milliseconds(-1500))
    // The layer's own begin plays no part in the times below it.
    inner.beginTime = .milliseconds(2500)
    #expect(inner.convertTime(.seconds(18), from: nil) == .zero)
    // Layers of two trees meet in the time of the frames.
    let other = Layer()
    other.speed = 3
    #expect(other.convertTime(.milliseconds(2500), from: outer) == .seconds(54))
  }

  @Test("L13 a conversion is rounded to the nearest nanosecond")
  func rounding() {
    var random = SplitMix(seed: 13)
    var (inexact, backwards) = (0, 0)
    for _ in 0..<2000 {
      let raw = Int32.random(in: -300_000...300_000, using: &random)
      if raw == 0 { continue }
      outer.speed = Fixed(rawValue: raw)
      let time = Int64.random(in: -1 << 40...1 << 40, using: &random)
      let product = Double(time) * Double(raw) / 65536
      let inside = outer.convertTime(.nanoseconds(time), from: nil)
      #expect(abs(Double(inside.heldNanoseconds) - product) <= 0.502, "\(time) · \(raw)")
      let quotient = Double(time) / Double(raw) * 65536
      let outside = outer.convertTime(.nanoseconds(time), to: nil)
      // Beyond 2^52 a Double does not tell halves.
      if abs(quotient) < 1e15 { #expect(abs(Double(outside.heldNanoseconds) - quotient) <= 0.6, "\(time) / \(raw)") }
      if product != product.rounded() { inexact += 1 }
      if raw < 0 { backwards += 1 }
    }
    #expect(inexact > 500 && backwards > 500)
  }

  @Test(
    "L13 a layer of speed 0 stands still at its offset; out of it leads its begin; inside times are still told apart")
  func standing() {
    outer.speed = 0
    outer.timeOffset = .seconds(7)
    outer.beginTime = .seconds(2)
    for time in [Duration.zero, .seconds(100)] {
      #expect(outer.convertTime(time, from: nil) == .seconds(7) && inner.convertTime(time, from: nil) == .seconds(7))
      #expect(inner.convertTime(time, to: nil) == .seconds(2))
    }
    inner.speed = 3
    #expect(sibling.convertTime(.seconds(9), from: inner) == .seconds(3))
  }

  @Test("L13 a layer is paused and goes on where it stopped")
  func pausing() {
    // At 5 s it is stopped, at 60 s it goes on.
    let stopped = inner.convertTime(.seconds(5), from: nil)
    inner.speed = 0
    inner.timeOffset = stopped
    #expect(inner.convertTime(.seconds(30), from: nil) == .seconds(5))
    inner.speed = 1
    inner.timeOffset = .zero
    inner.beginTime = .seconds(60) - stopped
    #expect(inner.convertTime(.seconds(60), from: nil) == .seconds(5))
    #expect(inner.convertTime(.seconds(61), from: nil) == .seconds(6))
  }

  @Test("L13 times are held below 2^62 nanoseconds, whatever the speed")
  func limits() {
    let (low, high) = (Duration.nanoseconds(1 - 1 << 62), Duration.nanoseconds(1 << 62 - 1))
    let far = Duration.seconds(Int64.max / 2)
    #expect(root.convertTime(far, from: nil) == high && root.convertTime(.zero - far, from: nil) == low)
    for speed in [Fixed.max, 1, Fixed(rawValue: 1), Fixed(rawValue: -1), .min] {
      outer.speed = speed
      let (a, b) = speed < 0 ? (low, high) : (high, low)
      if speed.magnitude >= 1 {
        #expect(outer.convertTime(far, from: nil) == a && outer.convertTime(.zero - far, from: nil) == b)
      } else {
        #expect(outer.convertTime(far, to: nil) == a && outer.convertTime(.zero - far, to: nil) == b)
      }
    }
    (outer.speed, outer.beginTime, outer.timeOffset) = (1, .zero - far, far)
    #expect(outer.beginTime == low && outer.timeOffset == high && outer.convertTime(far, from: nil) == high)
  }
}
