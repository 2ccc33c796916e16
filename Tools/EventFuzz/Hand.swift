// Fingers as a person moves them: samples of one gesture after the other.
import TestSupport

/// A place in the picture, in pixels.
struct Place {
  var x, y: Int
}

/// One moment of a hand: the fingers that are down then, and the time since the moment before.
struct HandMoment {
  /// Nanoseconds.
  var pause: Int64
  /// By finger; `nil` for one that is up.
  var fingers: [Place?]
}

/// Makes gestures.
struct Hand {
  /// Places that something lies at.
  let targets: [Place]

  private func moments(_ count: Int, every pause: Int64, _ places: (Int) -> [Place?]) -> [HandMoment] {
    (0..<count).map { HandMoment(pause: pause, fingers: places($0)) }
  }

  /// The moments of a gesture, from a hand that is up to one that is up, mostly.
  mutating func gesture(_ random: inout SplitMix) -> [HandMoment] {
    let millisecond: Int64 = 1_000_000
    let pause = Int64(random.pick([4, 8, 8, 16, 16, 33])) * millisecond
    var start = random.pick(targets)
    if random.isOne(in: 6) { start = Place(x: random.below(Picture.width), y: random.below(Picture.height)) }
    start.x += random.next(in: -6...6)
    start.y += random.next(in: -6...6)
    func line(_ count: Int, _ dx: Int, _ dy: Int) -> [HandMoment] {
      moments(count, every: pause) { [Place(x: start.x + dx * $0, y: start.y + dy * $0)] }
    }
    var list: [HandMoment]
    switch random.below(12) {
    case 0, 1, 2: list = line(random.next(in: 1...4), 0, 0)
    case 3:
      // Two taps, or three.
      list = []
      for _ in 0...random.next(in: 1...2) {
        list += line(2, 0, 0)
        list.append(HandMoment(pause: Int64(random.next(in: 20...250)) * millisecond, fingers: [nil]))
      }
    case 4:
      list = line(2, 0, 0)
      list[1].pause = Int64(random.next(in: 300...1300)) * millisecond
      if random.isOne(in: 2) { list += line(random.next(in: 2...6), random.next(in: -8...8), random.next(in: -8...8)) }
    case 6:
      // Away and back.
      let (half, dx, dy) = (random.next(in: 2...8), random.next(in: -25...25), random.next(in: -25...25))
      list = moments(2 * half, every: pause) {
        let way = $0 < half ? $0 : 2 * half - 1 - $0
        return [Place(x: start.x + dx * way, y: start.y + dy * way)]
      }
    case 5: list = line(random.next(in: 4...20), random.next(in: -12...12), random.next(in: -4...4))
    case 7: list = line(random.next(in: 4...20), random.next(in: -3...3), random.next(in: -14...14))
    case 8:
      // From an edge.
      start = random.isOne(in: 2) ? Place(x: random.pick([1, Picture.width - 2]), y: start.y) : Place(x: start.x, y: 1)
      list = line(random.next(in: 4...10), start.x > 200 ? -9 : 9, random.pick([0, 0, 7]))
    case 9, 10:
      // Two fingers that part, close, or turn.
      let (way, turn) = (random.next(in: -3...3), random.next(in: -6...6))
      list = moments(random.next(in: 3...16), every: pause) {
        let (dx, dy) = (20 + way * $0, turn * $0)
        return [Place(x: start.x + dx, y: start.y + dy), Place(x: start.x - dx, y: start.y - dy)]
      }
      if random.isOne(in: 3) { list.append(HandMoment(pause: pause, fingers: [nil, Place(x: start.x, y: start.y)])) }
    default:
      // Many fingers.
      let count = random.next(in: 2...12)
      let places = (0..<count).map { _ in random.pick(targets) }
      list = []
      for i in 0..<random.next(in: 2...6) {
        var fingers: [Place?] = places.map { Place(x: $0.x + i * 3, y: $0.y) }
        if random.isOne(in: 2) { fingers[random.below(count)] = nil }
        list.append(HandMoment(pause: pause, fingers: fingers))
      }
    }
    let end = HandMoment(pause: pause, fingers: [])
    if !random.isOne(in: 40) { list.append(end) }
    // Until the next gesture.
    list[0].pause = random.isOne(in: 3) ? Int64(random.next(in: 100...1500)) * millisecond : pause
    return list
  }
}
