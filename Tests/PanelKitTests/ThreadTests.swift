import Glibc
import PanelKit
import Synchronization
import Testing

@Suite struct ThreadTests {
  @Test("a thread of a program's own does its work beside the one that started it")
  func start() throws {
    let shared = Shared()
    for _ in 0..<4 {
      try startThread { shared.count.add(1, ordering: .sequentiallyConsistent) }
    }
    for _ in 0..<5000 where shared.count.load(ordering: .sequentiallyConsistent) < 4 { usleep(1000) }
    #expect(shared.count.load(ordering: .sequentiallyConsistent) == 4)
  }

  private final class Shared: Sendable {
    let count = Atomic<Int>(0)
  }
}
