import Foundation
import TestSupport

/// Runs a trial, and checks it.
struct Runner {
  let name: String
  let count: Int
  /// The number of the first execution: a finding is run again from shortly before it.
  let first: Int
  var maker: Maker
  private var toldByFollowing: Int64 = 0

  init(_ name: String, count: Int, seed: UInt64, first: Int) {
    (self.name, self.count, self.first) = (name, count, first)
    maker = Maker(seed: seed)
    unsafe Finding.watch(name, seed)
  }

  mutating func run(_ trial: inout some Trial) {
    let begun = clock()
    let expected = trial.proof()
    if trial.told == 0 { fail("valid messages tell nothing") }
    let (toldByProof, wrong) = (trial.told, trial.leftOut)
    if trial.proof() != expected { fail("valid messages tell other values the second time") }
    var (proofs, memory): (Int64, Int) = (2, 0)
    for number in first..<first + count {
      unsafe Finding.number = number
      maker.begin(number)
      trial.execute(&maker)
      if number & 63 == 0 {
        proofs += 1
        if trial.proof() != expected { fail("out of step: valid messages tell other values than before") }
      }
      if number & 255 == 128 { checkStep(&trial) }
      // What grows when it is first used has grown by then.
      let done = number - first + 1
      if done == min(count / 2, 20_000) { memory = allocatedBytes() }
      if done % 1_000_000 == 0 || done == count {
        let growth = allocatedBytes() - memory
        if growth > 16_384 && memory > 0 { fail("memory grows: \(growth) bytes since execution 20000") }
      }
    }
    // Of the processor: others may want it too.
    let seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
    let told = trial.told - proofs * toldByProof - toldByFollowing
    let leftOut = trial.leftOut - proofs * wrong
    let rate = Int(Double(count) / max(seconds, 0.001))
    print(
      "tried \(name) \(count) executions, \(told) values told, \(leftOut) left out, \(Int(seconds)) s, \(rate) a second"
    )
    if told <= 0 { fail("\(name) never told a value") }
    if leftOut <= 0 { fail("\(name) never left anything out") }
  }
}

extension Runner {
  /// Whatever came before, some of the valid messages behind it are understood.
  private mutating func checkStep(_ trial: inout some Trial) {
    let former = trial.told
    trial.goOn()
    if trial.told == former { fail("out of step: valid messages that follow tell nothing") }
    toldByFollowing += trial.told - former
  }
}

/// The place of a finding.
enum Finding {
  nonisolated(unsafe) static var number = 0
  nonisolated(unsafe) private static var name = ""
  nonisolated(unsafe) private static var seed: UInt64 = 0

  /// Has traps and the sanitizer say which execution was theirs.
  @unsafe static func watch(_ name: String, _ seed: UInt64) {
    unsafe (Self.name, Self.seed) = (name, seed)
    for number in [SIGILL, SIGTRAP, SIGABRT] {
      signal(number) { _ in
        Finding.tell()
        _exit(1)
      }
    }
    typealias Set = @convention(c) (@convention(c) () -> Void) -> Void
    if let symbol = unsafe dlsym(nil, "__sanitizer_set_death_callback") {
      unsafe unsafeBitCast(symbol, to: Set.self)({ Finding.tell() })
    }
  }

  static func tell() {
    let start = unsafe max(0, number - 100)
    let text = unsafe "\(name), execution \(number): source-fuzz \(name) 101 \(seed) \(start)\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  Finding.tell()
  exit(1)
}

/// Bytes of the heap in use, which the sanitizer counts; 0 without one.
func allocatedBytes() -> Int {
  typealias Count = @convention(c) () -> Int
  guard let symbol = unsafe dlsym(nil, "__sanitizer_get_current_allocated_bytes") else { return 0 }
  return unsafe unsafeBitCast(symbol, to: Count.self)()
}
