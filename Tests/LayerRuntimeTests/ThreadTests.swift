import FixedRaster
import Glibc
import Testing

@testable import LayerRuntime

/// Counts from several threads.
private final class Counter: @unchecked Sendable {
  private let lock = Lock()
  private var counts: [Int: Int] = [:]

  func count(_ key: Int) { lock.withLock { counts[key, default: 0] += 1 } }
  var all: [Int: Int] { lock.withLock { counts } }
}

@Suite struct ThreadTeamTests {
  @Test("L65 every thread of a team works once for each announcement, with a number of its own, and not on this thread")
  func announcements() {
    let (counter, strangers, here) = (Counter(), Counter(), pthread_self())
    let team = ThreadTeam(count: 3) { number in
      counter.count(number)
      if pthread_equal(pthread_self(), here) == 0 { strangers.count(0) }
    }
    #expect(team.count == 3)
    for round in 1...100 {
      team.begin()
      team.wait()
      #expect(counter.all == [0: round, 1: round, 2: round])
    }
    #expect(strangers.all == [0: 300])
  }

  @Test("L65 what finish() waits for is done, and what had not begun by then does not begin")
  func closing() {
    let (begun, done) = (Counter(), Counter())
    let team = ThreadTeam(count: 4) { _ in
      begun.count(0)
      usleep(200)
      done.count(0)
    }
    for _ in 0..<200 {
      team.begin()
      if Bool.random() { usleep(100) }
      team.finish()
      let seen = done.all
      #expect(begun.all == seen)
      usleep(50)
      #expect(begun.all == seen)
    }
    #expect(done.all[0, default: 0] > 0)
  }

  @Test("L65 a team's end is that of its threads and of what they work with")
  func ending() {
    final class Held {}
    weak var held: Held?
    var before = 0
    do {
      let kept = Held()
      held = kept
      before = threadCount()
      let team = ThreadTeam(count: 2) { [kept] _ in _ = kept }
      team.begin()
      team.wait()
    }
    #expect(held == nil && before > 0)
  }

  @Test("L65 threads take no signal, but those of their own faults")
  func signals() {
    let blocked = Counter()
    let former = blockedSignals()
    let team = ThreadTeam(count: 1) { _ in
      for signal in blockedSignals() { blocked.count(Int(signal)) }
    }
    team.begin()
    team.wait()
    #expect(Set(blocked.all.keys) == Set([SIGTERM, SIGINT, SIGUSR1, SIGCHLD].map(Int.init)))
    #expect(blockedSignals() == former)
  }

  /// Of this thread.
  private func blockedSignals() -> [Int32] {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, nil, &mask)
    return [SIGTERM, SIGINT, SIGUSR1, SIGCHLD, SIGSEGV, SIGBUS, SIGABRT].filter { unsafe sigismember(&mask, $0) == 1 }
  }

  /// Of this process.
  private func threadCount() -> Int {
    guard let folder = unsafe opendir("/proc/self/task") else { return 0 }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count
  }
}

@Suite struct TileTeamTests {
  /// A tree with everything, over 60 steps, by so many threads.
  private func show(threads: Int, seed: UInt64) -> [[UInt32]] {
    let tree = RandomTree(seed: seed, width: 300, height: 200, layers: 12)
    var capacities = CompositorCapacities(bitmapBytes: 64 << 20, threads: threads)
    capacities.leastTilesForThreads = 1
    let compositor = Compositor(root: tree.root, width: 300, height: 200, capacities: capacities)
    let display = TestDisplay(width: 300, height: 200)
    return (0..<24).map { step in
      if step > 0 { for _ in 0..<5 { tree.step() } }
      if step % 4 == 0 { compositor.invalidate() }
      compositor.drawFrame(into: display.memory)
      return (0..<300 * 200).map { display.pixel($0 % 300, $0 / 300) }
    }
  }

  @Test("L100 any number of threads draws the same picture", arguments: 1...3 as ClosedRange<UInt64>)
  func samePicture(seed: UInt64) {
    let one = show(threads: 1, seed: seed)
    #expect(Set(one.map(\.hashValue)).count > 8)
    for threads in [2, 4] {
      let several = show(threads: threads, seed: seed)
      for step in one.indices { #expect(haveSamePixels(several[step], one[step]), "\(threads) threads, step \(step)") }
    }
  }

  @Test("L103 what frames cost is counted over all threads, and small damage is drawn by one")
  func statistics() {
    func frame(threads: Int, least: Int) -> (FrameStatistics, FrameStatistics) {
      let root = Layer()
      root.frame = Rect(x: 0, y: 0, width: 300, height: 200)
      let (back, front) = (Layer(), Layer())
      for layer in [back, front] {
        layer.frame = root.bounds
        layer.backgroundColor = .white
        root.addSublayer(layer)
      }
      var capacities = CompositorCapacities(threads: threads)
      capacities.leastTilesForThreads = least
      let compositor = Compositor(root: root, width: 300, height: 200, capacities: capacities)
      let display = TestDisplay(width: 300, height: 200)
      compositor.drawFrame(into: display.memory)
      let first = compositor.statistics
      front.backgroundColor = .black
      compositor.drawFrame(into: display.memory)
      return (first, compositor.statistics)
    }
    let one = frame(threads: 1, least: 1)
    #expect(one.0.tiles == 35 && one.0.hiddenLayers >= 35 && one.1.visits > 0)
    for threads in [2, 4] {
      #expect(frame(threads: threads, least: 1) == one)
      #expect(frame(threads: threads, least: 36) == one)
    }
  }

  @Test("L100 threads show what the overlays show")
  func overlays() {
    func shown(threads: Int) -> [UInt32] {
      let tree = RandomTree(seed: 3, width: 200, height: 150, layers: 9)
      var capacities = CompositorCapacities(threads: threads)
      capacities.leastTilesForThreads = 1
      let compositor = Compositor(root: tree.root, width: 200, height: 150, capacities: capacities)
      compositor.overlays = [.damage, .outlines, .overdraw]
      let display = TestDisplay(width: 200, height: 150)
      for _ in 0..<3 {
        compositor.invalidate(PixelRect(minX: 20, minY: 10, maxX: 190, maxY: 140))
        compositor.drawFrame(into: display.memory)
      }
      return (0..<200 * 150).map { display.pixel($0 % 200, $0 / 200) }
    }
    #expect(haveSamePixels(shown(threads: 4), shown(threads: 1)))
  }

  @Test("capacities hold the number of threads to 1…8, and take the machine's processors if not told")
  func capacities() {
    #expect([-1, 0, 1, 5, 8, 99].map { CompositorCapacities(threads: $0).threads } == [1, 1, 1, 5, 8, 8])
    #expect((1...4).contains(CompositorCapacities().threads))
  }
}
