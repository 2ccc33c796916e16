import LayerRuntime

/// When the frames of a tree are: evenly, or at random for trees with animations.
public struct FrameTimes {
  private var random: SplitMix?
  public private(set) var now = Duration.milliseconds(960)
  /// How often it stood still, and went back.
  public private(set) var counts: [String: Int] = [:]

  /// - Parameter seed: of times at random; `nil` for even ones, farther apart than frames for what moves by itself.
  public init(seed: UInt64?) { random = seed.map { SplitMix(seed: $0 &* 77) } }

  public mutating func advance() {
    guard var random else { return now += .milliseconds(40) }
    defer { self.random = random }
    switch random.next(in: 0...11) {
    case 0: counts["frames at the same time", default: 0] += 1
    case 1:
      now -= .milliseconds(random.next(in: 1...400))
      counts["frames back in time", default: 0] += 1
    case 2: now += .milliseconds(random.next(in: 400...3000))
    case 3: now += .nanoseconds(random.next(in: 1...99_999_999))
    default: now += .milliseconds(random.next(in: 1...120))
    }
  }
}
