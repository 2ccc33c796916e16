import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

/// Counts from several threads.
private final class Counter: @unchecked Sendable {
  private let lock = Lock()
  private var counts: [Int: Int] = [:]

  func count(_ key: Int) { lock.withLock { counts[key, default: 0] += 1 } }
  var all: [Int: Int] { lock.withLock { counts } }
}

/// Where the kernel shows threads: a folder for each.
private final class Places: @unchecked Sendable {
  private let lock = Lock()
  private var places: Set<String> = []

  func add(_ place: String) { lock.withLock { _ = places.insert(place) } }
  var all: Set<String> { lock.withLock { places } }
}

/// Of the thread that asks.
private func ownPlace() -> String {
  var name = [UInt8](repeating: 0, count: 64)
  let count = unsafe name.withUnsafeMutableBytes { unsafe readlink("/proc/thread-self", $0.baseAddress!, $0.count) }
  return "/proc/" + String(decoding: name.prefix(max(0, count)), as: UTF8.self)
}

@Suite struct WorkerPoolTests {
  @Test("L65 every worker of a pool works once for each announcement, with a number of its own, and not on this thread")
  func announcements() {
    let (counter, strangers, here) = (Counter(), Counter(), pthread_self())
    let pool = WorkerPool(count: 3) { number in
      counter.count(number)
      if pthread_equal(pthread_self(), here) == 0 { strangers.count(0) }
    }
    #expect(pool.count == 3)
    for round in 1...100 {
      pool.begin()
      pool.wait()
      #expect(counter.all == [0: round, 1: round, 2: round])
    }
    #expect(strangers.all == [0: 300])
  }

  @Test("L65 finish() waits for what has begun")
  func closing() {
    let (begun, gate, done) = (Counter(), Counter(), Counter())
    let pool = WorkerPool(count: 4) { _ in
      begun.count(0)
      while gate.all.isEmpty { usleep(1000) }
      done.count(0)
    }
    pool.begin()
    while begun.all[0] != 4 { usleep(1000) }
    // Opened by another thread, long after this one has begun to wait.
    let opener = WorkerPool(count: 1) { _ in
      usleep(50_000)
      gate.count(0)
    }
    opener.begin()
    #expect(done.all.isEmpty)
    pool.finish()
    #expect(done.all == [0: 4])
    opener.wait()
  }

  @Test("L65 what had not begun when finish() was called does not begin after it")
  func late() {
    let begun = Counter()
    let pool = WorkerPool(count: 4) { _ in begun.count(0) }
    var stayedAsleep = 0
    for round in 0..<100 {
      let before = begun.all[0, default: 0]
      pool.begin()
      if round % 4 == 3 { usleep(50) }
      pool.finish()
      let seen = begun.all[0, default: 0]
      stayedAsleep += 4 - (seen - before)
      // Long enough for a thread that was woken to come to its work.
      usleep(2000)
      #expect(begun.all[0, default: 0] == seen, "round \(round)")
    }
    #expect(stayedAsleep > 0, "every thread began in every round: nothing was tried")
  }

  @Test("L65 a pool's end is that of its threads and of what they work with")
  func ending() {
    final class Held {}
    weak var held: Held?
    let places = Places()
    do {
      let kept = Held()
      held = kept
      let pool = WorkerPool(count: 2) { [kept] _ in
        _ = kept
        places.add(ownPlace())
      }
      pool.begin()
      pool.wait()
      #expect(places.all.count == 2 && places.all.allSatisfy(exists))
    }
    #expect(held == nil)
    // The kernel tells who joins a thread a little before it takes its folder away.
    for _ in 0..<20_000 where places.all.contains(where: exists) { usleep(1000) }
    #expect(!places.all.contains(where: exists))
  }

  @Test("L65 threads take no signal, but those of their own faults")
  func signals() {
    let blocked = Counter()
    let former = blockedSignals()
    let pool = WorkerPool(count: 1) { _ in
      for signal in blockedSignals() { blocked.count(Int(signal)) }
    }
    pool.begin()
    pool.wait()
    #expect(Set(blocked.all.keys) == Set([SIGTERM, SIGINT, SIGUSR1, SIGCHLD].map(Int.init)))
    #expect(blockedSignals() == former)
  }

  /// Of this thread.
  private func blockedSignals() -> [Int32] {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, nil, &mask)
    return [SIGTERM, SIGINT, SIGUSR1, SIGCHLD, SIGSEGV, SIGBUS, SIGABRT].filter { unsafe sigismember(&mask, $0) == 1 }
  }

  private func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

@Suite struct TileWorkerTests {
  /// A tree with everything, animations too, over 24 steps, by so many threads.
  private func show(threads: Int, seed: UInt64) -> [[UInt32]] {
    let tree = RandomTree(seed: seed, width: 300, height: 200, layers: 12, hasAnimations: true)
    var capacities = CompositorCapacities(bitmapBytes: 64 << 20, threads: threads)
    capacities.leastTilesForThreads = 1
    let compositor = Compositor(root: tree.root, width: 300, height: 200, capacities: capacities)
    let display = TestDisplay(width: 300, height: 200)
    return (0..<24).map { step in
      if step > 0 { for _ in 0..<5 { tree.step() } }
      RandomTree.deliver()
      if step % 4 == 0 { compositor.invalidate() }
      tree.now = .milliseconds(40 * step)
      compositor.drawFrame(at: tree.now, into: display.memory)
      RandomTree.deliver()
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
