// Sends random events of input devices to layers, for as many as it is told to: scripts/fuzz events.
//
// usage: event-fuzz COUNT SEED FILE     FILE gets the seed of each stream, for one that makes the program crash
//        event-fuzz replay SEED         a shorter stream that is wrong in the same way, and its calls
//        event-fuzz show SEED           all of a stream, and its calls, up to where it makes the program crash
// exit status: 0 nothing found, 1 a finding or something untried, 2 usage
import Foundation

CallKind.nameAll()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "show", let seed = UInt64(arguments[1]) {
  exit(EventStream(seed: seed).run(.all, isLoud: true).failure == nil ? 0 : 1)
}
if arguments.count == 2, arguments[0] == "replay", let seed = UInt64(arguments[1]) {
  let stream = EventStream(seed: seed)
  guard let finding = stream.check().finding else {
    print("nothing is wrong with it")
    exit(0)
  }
  let short = stream.reduced(finding)
  print("\(finding); \(short.steps.count) of its \(stream.steps.count) steps show:")
  if short.run(.all, isLoud: true).failure == nil {
    print("in smaller reads:")
    _ = short.run(seed % 2 == 0 ? .one : .random(seed: seed), isLoud: true)
  }
  print(short.check().finding ?? "")
  exit(1)
}
guard arguments.count == 3, let count = Int(arguments[0]), let seed = UInt64(arguments[1]),
  FileManager.default.createFile(atPath: arguments[2], contents: nil),
  let file = FileHandle(forWritingAtPath: arguments[2])
else {
  print("usage: event-fuzz COUNT SEED FILE | replay SEED | show SEED")
  exit(2)
}
let begun = Date()
let report = fuzzEvents(count: count, seed: seed) {
  file.seek(toFileOffset: 0)
  file.write(Data(String($0).utf8 + [10]))
  file.truncateFile(atOffset: file.offsetInFile)
}
let seconds = Date().timeIntervalSince(begun)
report.lines.forEach { print($0) }
print("\(report.events) events, \(report.streams) streams in \(Int(seconds)) s")
if let (seed, text) = report.finding {
  print("stream \(seed): \(text)")
  exit(1)
}
if !report.untried.isEmpty {
  print("never tried: \(report.untried.joined(separator: " "))")
  exit(1)
}
