import CLinux
import Foundation
import TestSupport
import Testing

@testable import SystemFiles

private let header: StaticString = "log 1"

/// What a log is told, in words if it is refused.
private func append(_ lines: [String], to path: String) -> String? {
  var refusal: String?
  for _ in 0..<300 {
    refusal = words { () throws(FileError) in
      let log = try LineLog(path, header: header)
      for line in lines { try log.append(Array(line.utf8)) }
    }
    // A program that another test starts holds the lock of the former log from its fork to its exec: longer on a busy machine.
    if refusal?.hasSuffix("another program writes to it") != true { break }
    usleep(10_000)
  }
  return refusal
}

/// The lines of a log's file, without header and checks.
private func lines(_ text: String?) -> [String] {
  (text ?? "").split(separator: "\n").dropFirst().map { String($0.dropLast(9)) }
}

@Suite struct LineLogTests {
  @Test("P53 after a cut at any byte the lines before are there, and the next one goes behind them")
  func cut() {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    #expect(append(["first", "second one", "third"], to: path) == nil)
    let whole = folder.bytes("log") ?? []
    #expect(lines(folder.text("log")) == ["first", "second one", "third"])
    var seen: Set<Int> = []
    for count in 0...whole.count {
      // What a disk had not written yet may be anything.
      for rest in [[], [0, 0, 0, 0, 0], Array("third garbage 00000000\n".utf8)] {
        _ = folder.write(whole[..<count] + (count > 5 ? rest : []), "log")
        #expect(append(["next"], to: path) == nil)
        let found = lines(folder.text("log"))
        let before = found.dropLast()
        #expect(found.last == "next" && before.elementsEqual(["first", "second one", "third"].prefix(before.count)))
        // A line is there when its end is.
        #expect(before.count == max(0, whole[..<count].count { $0 == 10 } - 1))
        seen.insert(before.count)
      }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("P53 many lines at once are written in pieces, and go on in the next file where one is full")
  func pieces() throws {
    let folder = TemporaryFolder()
    let log = try LineLog(folder.file("log"), header: header)
    let all = (0..<1500).map { "line \($0) " + String(repeating: "x", count: $0 % 90) }
    try log.append(all.map { Array($0.utf8) })
    try log.append([[UInt8]]())
    let (before, after) = (lines(folder.text("log.1")), lines(folder.text("log")))
    #expect(before + after == all && !before.isEmpty && !after.isEmpty)
    #expect((folder.bytes("log.1")?.count ?? .max) <= LineLog.limit)
  }

  @Test("P53 a line with a bit that was changed, and all behind it, are given up")
  func changed() {
    let folder = TemporaryFolder()
    #expect(append(["first", "second"], to: folder.file("log")) == nil)
    let whole = folder.bytes("log") ?? []
    for bit in (6 * 8)..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      _ = folder.write(bytes, "log")
      #expect(append([], to: folder.file("log")) == nil)
      let found = lines(folder.text("log"))
      #expect(found.count < 2 && found.elementsEqual(["first"].prefix(found.count)), "bit \(bit)")
    }
  }

  @Test("P53 the file has a bound: a full one becomes the other, and lines are in one of the two")
  func bound() throws {
    let folder = TemporaryFolder()
    let log = try LineLog(folder.file("log"), header: header)
    let filler = String(repeating: "x", count: 400)
    for number in 0..<400 { try log.append(Array("\(number) \(filler)".utf8)) }
    try log.append([UInt8](repeating: 0x79, count: 5000))
    #expect(folder.names == ["log", "log.1"])
    for name in folder.names { #expect((folder.bytes(name) ?? []).count <= LineLog.limit) }
    let kept = lines(folder.text("log.1")) + lines(folder.text("log"))
    let numbers = kept.dropLast().map { Int($0.prefix { $0 != " " }) ?? -1 }
    #expect(numbers == Array((400 - numbers.count)..<400) && numbers.count > 150)
    #expect(kept.last?.count == LineLog.lineLimit)
  }

  @Test("P53 what is no log is refused and stays as it is, and so is a place where none can be")
  func refused() {
    let folder = TemporaryFolder()
    for text in ["something\n", "log 2\n", "lo", "log 1 more\n"] {
      let path = folder.write(text, "other")
      let isStart = "log 1\n".hasPrefix(text)
      #expect((append([], to: path)?.contains("it is another kind of file") == true) == !isStart, "\(text)")
      if !isStart { #expect(folder.text("other") == text) }
    }
    #expect(append([], to: folder.file("none/log"))?.hasPrefix("open ") == true)
    #expect(folder.makeFolder("folder") && append([], to: folder.file("folder")) != nil)
    #expect(folder.makePipe("pipe") && append([], to: folder.file("pipe"))?.contains("a pipe") == true)
    #expect(folder.makeLink("link", to: folder.file("other")) && append([], to: folder.file("link")) != nil)
  }

  @Test("P53 without room the line is not there, the ones before are, and later ones are again")
  func full() async throws {
    await #expect(processExitsWith: .success) {
      ProcessStart.prepare()
      let folder = TemporaryFolder()
      let log = try LineLog(folder.file("log"), header: header)
      try log.append(Array("first".utf8))
      var limit = rlimit(rlim_cur: 30, rlim_max: rlim_t.max)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(words { () throws(FileError) in try log.append(Array("second".utf8)) } != nil)
      #expect(lines(folder.text("log")) == ["first"])
      limit.rlim_cur = rlim_t.max
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try log.append(Array("third".utf8))
      #expect(lines(folder.text("log")) == ["first", "third"])
    }
  }

  @Test("P53 a log that is open is another's: it is refused, also when a full one has begun again, until it is closed")
  func locked() throws {
    let folder = TemporaryFolder()
    let refusal = "open \(folder.file("log")): another program writes to it"
    var log: LineLog? = try LineLog(folder.file("log"), header: header)
    try log?.append(Array("first".utf8))
    #expect(append(["other"], to: folder.file("log")) == refusal)
    let filler = [UInt8](repeating: 0x78, count: LineLog.lineLimit)
    while !folder.names.contains("log.1") { try log?.append(filler) }
    #expect(append(["other"], to: folder.file("log")) == refusal)
    try log?.append(Array("last".utf8))
    log = nil
    #expect(append(["next"], to: folder.file("log")) == nil)
    let kept = lines(folder.text("log.1")) + lines(folder.text("log"))
    #expect(kept.first == "first" && kept.suffix(2) == ["last", "next"] && !kept.contains("other"))
  }
}
