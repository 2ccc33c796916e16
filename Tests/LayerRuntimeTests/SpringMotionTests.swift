import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct SpringMotionTests {
  /// What is left of the distance, by the closed form; where it cancels, about the critical damping, by its series.
  private func exactRest(_ m: Double, _ k: Double, _ c: Double, _ v: Double, _ t: Double) -> Double {
    let (omega2, gamma) = (k / m, c / (2 * m))
    let square = gamma * gamma - omega2
    // S = sinh(√square · t) / √square, C = cosh; both grow, so that their decay is taken along.
    let z = square * t * t
    if abs(z) < 1e-4 {
      let sine = t * (1 + z / 6 * (1 + z / 20))
      return exp(-gamma * t) * (1 + z / 2 * (1 + z / 12) + (gamma - v) * sine)
    }
    let root = abs(square).squareRoot()
    if square < 0 { return exp(-gamma * t) * (cos(root * t) + (gamma - v) * sin(root * t) / root) }
    let slow = exp(-omega2 / (gamma + root) * t)
    let fast = exp(-(gamma + root) * t)
    return (slow + fast) / 2 + (gamma - v) * (slow - fast) / (2 * root)
  }

  private func exactRest(_ m: Fixed, _ k: Fixed, _ c: Fixed, _ v: Fixed, nanoseconds: Int64) -> Double {
    exactRest(m.double, k.double, c.double, v.double, Double(nanoseconds) / 1e9)
  }

  /// From a millisecond to ten seconds, none at a whole swing of all springs.
  private let times: [Int64] = [
    0, 1_000_000, 7_000_000, 16_666_667, 50_000_000, 133_333_333, 333_333_333, 700_000_000, 1_000_000_000,
    1_618_033_989,
    2_718_281_828, 5_000_000_000, 7_777_777_777, 9_999_999_999, 10_000_000_000,
  ]
  private let masses: [Fixed] = [0.1, 0.3, 1, 2.5, 10]
  private let stiffnesses: [Fixed] = [1, 3, 25, 100, 333, 1000, 2000]
  private let velocities: [Fixed] = [-20, -3, 0, 1, 20]

  /// Dampings over the range, and close to the critical one from both sides.
  private func dampings(_ m: Fixed, _ k: Fixed) -> [Fixed] {
    let critical = Int32((2 * (m.double * k.double).squareRoot() * 65536).rounded())
    let close = [-6000, -500, -20, -1, 0, 1, 20, 500, 6000].map { Fixed(rawValue: critical + $0) }
    return ([0, 0.1, 1, 5, 20, 77, 200] + close).filter { $0 >= 0 && $0 <= 200 }
  }

  @Test("L82 a spring is within 2^-10 of its closed form: swinging, critical, creeping, and close to critical")
  func grid() {
    var worst = 0.0
    var (swinging, critical, creeping) = (0, 0, 0)
    for m in masses {
      for k in stiffnesses {
        for c in dampings(m, k) {
          let damping = c.double / (2 * (m.double * k.double).squareRoot())
          if damping < 0.999 { swinging += 1 } else if damping > 1.001 { creeping += 1 } else { critical += 1 }
          for v in velocities {
            let spring = SpringMotion(mass: m, stiffness: k, damping: c, initialVelocity: v)
            for time in times {
              let error = abs(1 - spring.value(at: time).double - exactRest(m, k, c, v, nanoseconds: time))
              #expect(error < 1 / 1024, "m \(m) k \(k) c \(c) v \(v) at \(time): \(error)")
              worst = max(worst, error)
            }
          }
        }
      }
    }
    print("springs: largest error 1/\(Int(1 / worst)); \(swinging) swing, \(critical) critical, \(creeping) creep")
    #expect(swinging > 50 && critical > 50 && creeping > 50)
    #expect(worst < 1 / 16384)
  }

  @Test("L82 any spring of the documented range is within 2^-10 of its closed form")
  func anySpring() {
    var random = SplitMix(seed: 82)
    var creeping = 0
    for _ in 0..<20_000 {
      let m = Fixed(rawValue: .random(in: 6554...655360, using: &random))
      let k = Fixed(rawValue: .random(in: 65536...2000 * 65536, using: &random))
      let c = Fixed(rawValue: .random(in: 0...200 * 65536, using: &random))
      let v = Fixed(rawValue: .random(in: -20 * 65536...20 * 65536, using: &random))
      if c.double * c.double > 4 * m.double * k.double { creeping += 1 }
      let spring = SpringMotion(mass: m, stiffness: k, damping: c, initialVelocity: v)
      let time = Int64.random(in: 0...10_000_000_000, using: &random) >> Int64.random(in: 0...8, using: &random)
      let error = abs(1 - spring.value(at: time).double - exactRest(m, k, c, v, nanoseconds: time))
      #expect(error < 1 / 1024, "m \(m) k \(k) c \(c) v \(v) at \(time): \(error)")
    }
    #expect(creeping > 1000 && creeping < 19_000)
  }

  @Test("L82 a spring sets out from 0 with its velocity and comes to rest at exactly 1")
  func ends() {
    for m in masses {
      for k in stiffnesses {
        for c in dampings(m, k) {
          for v in velocities {
            let spring = SpringMotion(mass: m, stiffness: k, damping: c, initialVelocity: v)
            #expect(spring.value(at: 0) == 0 && spring.value(at: -5) == 0 && spring.value(at: .min) == 0)
            // In a millionth of a second it goes by its velocity, and by what spring and damping make of that. Its time
            // is counted in 2^-32, its velocity in 63 distances for a unit of that.
            let bend = (k.double + c.double * abs(v.double)) / m.double / 2e12
            #expect(abs(spring.value(at: 1000).double - v.double / 1e6) < bend * 1.01 + 6e-8)
            let slowest = exactRest(m, k, c, v, nanoseconds: 3_600_000_000_000)
            if c >= 1 && slowest == 0 { #expect(spring.value(at: 3_600_000_000_000) == 1) }
          }
        }
      }
    }
  }

  @Test(
    "L82 after its settling duration a spring stays within 2^-10 of the target; it is not told much later than that")
  func settling() {
    // For how much of its settling duration and a swing a spring was that near already.
    var (latest, sum) = (0.0, 0.0)
    var (found, endless) = (0, 0)
    for m in masses {
      for k in stiffnesses {
        for c in dampings(m, k) {
          for v in velocities {
            let spring = SpringMotion(mass: m, stiffness: k, damping: c, initialVelocity: v)
            let settled = spring.settlingDuration
            #expect(settled > 0 && settled <= SpringMotion.longestDuration)
            if settled == SpringMotion.longestDuration {
              endless += 1
              #expect(c == 0)
              continue
            }
            // Two swings from then on, and as long again.
            let swing = 2 * Double.pi * (m.double / k.double).squareRoot() * 1e9
            for step in 0...200 {
              let time = settled + Int64(swing * Double(step) / 100)
              #expect(abs(exactRest(m, k, c, v, nanoseconds: time)) < 1 / 1024, "m \(m) k \(k) c \(c) v \(v) \(step)")
            }
            #expect(abs(exactRest(m, k, c, v, nanoseconds: settled * 2)) < 1 / 1024)
            // Back to the last time that it is as far.
            var last = settled
            while last > 0 && abs(exactRest(m, k, c, v, nanoseconds: last)) < 1 / 1024 { last -= settled / 500 + 1 }
            let late = Double(settled - last) / (Double(settled) + swing)
            if v == 0 { latest = max(latest, late) }
            sum += late
            found += 1
          }
        }
      }
    }
    let mean = sum / Double(found)
    print(
      "springs: settle \(Int(mean * 100)) % late, without a velocity at most \(Int(latest * 100)) %; \(found) settle, "
        + "\(endless) do not")
    #expect(found > 500 && endless > 20 && latest < 0.25 && mean < 0.15)
  }

  @Test("L82 springs of every extreme are numbers, and move as the closed form where that is tame")
  func extremes() {
    let low = Fixed(rawValue: 1)
    let numbers: [Fixed] = [.min, -1, 0, low, 0.01, 1, 300, 32767, .max]
    let times: [Int64] = [.min, -1, 0, 1, 1000, 1_000_000_000, 3_600_000_000_000, 1 << 46, 1 << 62 - 1, .max]
    var compared = 0
    for m in numbers {
      for k in numbers {
        for c in numbers {
          for v in numbers {
            let spring = SpringMotion(mass: m, stiffness: k, damping: c, initialVelocity: v)
            let settled = spring.settlingDuration
            #expect(settled > 0 && settled <= SpringMotion.longestDuration)
            for time in times { _ = spring.value(at: time) }
            // Without a push it never goes further from its target than it was.
            if v != 0 { continue }
            for time in times { #expect(spring.value(at: time) >= -0.01 && spring.value(at: time) <= 2.01) }
            if m < 0.01 || k < 0.01 || c < 0 { continue }
            for time in [1000, 1_000_000, 1_000_000_000] as [Int64] {
              // Beyond a hundred swings the phase is no longer that exact.
              if (k.double / m.double).squareRoot() * Double(time) / 1e9 > 1000 { continue }
              let error = abs(1 - spring.value(at: time).double - exactRest(m, k, c, v, nanoseconds: time))
              #expect(error < 1 / 1024, "m \(m) k \(k) c \(c) at \(time): \(error)")
              compared += 1
            }
          }
        }
      }
    }
    #expect(compared > 200)
  }

  @Test("L82 an exponential's decay is within 2^-29, from 1 down to 0, and never rises")
  func decaying() {
    var worst = 0.0
    var last = Coefficient(1)
    for raw in stride(from: Int64(0), to: 24 << 32, by: 1_999_993) {
      let value = decay(Coefficient(rawValue: raw))
      worst = max(worst, abs(value.double - exp(-Double(raw) / 4_294_967_296)))
      #expect(value <= last)
      last = value
    }
    print("decay: largest error \(worst * 4_294_967_296) · 2^-32")
    #expect(worst < 1 / 536_870_912 && last == 0)
    #expect(decay(-1) == 1 && decay(.min) == 1 && decay(.max) == 0)
  }
}
