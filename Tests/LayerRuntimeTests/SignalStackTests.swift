import CLinux
import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct SignalStackTests {
  @Test("D08 each thread that draws has a stack of its own for signals, and gives it back")
  func everyThread() {
    nonisolated(unsafe) var sizes = [Int](repeating: 0, count: 3)
    nonisolated(unsafe) var bases: Set<UInt> = []
    let lock = Lock()
    let pool = WorkerPool(count: 3) { number in
      var stack = unsafe stack_t()
      let isKnown = unsafe sigaltstack(nil, &stack) == 0 && stack.ss_flags & Int32(SS_DISABLE) == 0
      lock.withLock {
        unsafe sizes[number] = isKnown ? Int(stack.ss_size) : 0
        unsafe bases.insert(UInt(bitPattern: stack.ss_sp))
      }
    }
    pool.begin()
    pool.wait()
    let (found, places) = unsafe (sizes, bases)
    #expect(pool.count == 3 && found.allSatisfy { $0 >= 16384 } && places.count == 3)
  }

  @Test("D08 a thread whose stack overflows reaches the handler that puts the console back")
  func overflow() async {
    await #expect(processExitsWith: .exitCode(42)) {
      _ = linux_sigaction(SIGSEGV, { _ in _exit(42) }, linux_SA_CRASH_FLAGS(), nil)
      let pool = WorkerPool(count: 1) { _ in _ = descend(1) }
      pool.begin()
      pool.wait()
    }
  }

  @Test("D01 a compositor of a display that is too large, or of none, ends the program with a sentence")
  func displaySize() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Compositor(root: Layer(), width: 8192, height: 10)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Compositor: a display has 1 to 8191 pixels each way\n"))
    await #expect(processExitsWith: .failure) { _ = Compositor(root: Layer(), width: 10, height: 0) }
    #expect(Compositor(root: Layer(), width: 8191, height: 1).needsFrame)
  }
}

/// Never ends, which the compiler does not see, and is no tail call.
private func descend(_ depth: Int) -> Int {
  if depth < 0 { return 0 }
  let memory = InlineArray<64, Int>(repeating: depth)
  return descend(depth + 1) + memory[depth & 63]
}
