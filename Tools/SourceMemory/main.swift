import EventLoop
import PanelFile
import PanelSignals
import PanelSources
import SystemFiles

// source-memory PANEL MILLISECONDS
// Opens the sources of a panel file, one after another, and prints how much anonymous memory each has made resident in that time, in
// kB; then how many of the panel's signals were heard. Nothing is drawn: scripts/source-memory has somebody tell the values.

/// Anonymous memory of this process that is resident, in kB.
func residentMemory() throws -> Int {
  let status = String(decoding: try BoundedFile.read("/proc/self/status", limit: 4096), as: UTF8.self)
  for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
    return line.split(separator: " ").compactMap { Int($0.split(separator: "\t").last ?? "") }.first ?? 0
  }
  return 0
}

/// Runs a loop for a time.
func run(_ loop: EventLoop, _ milliseconds: Int64) {
  let timer = loop.addTimer(at: EventLoop.now + milliseconds * 1_000_000) { _ in loop.stop() }
  _ = loop.run()
  loop.cancelTimer(timer)
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let milliseconds = Int64(arguments[2]) else {
  fatalError("usage: source-memory PANEL MILLISECONDS")
}
let loop = try EventLoop()
let file = try PanelFile(path: arguments[1])
let signals = SignalStore(file)
// The reading of the status takes memory of its own.
_ = try residentMemory()
var sources: [any PanelSource] = []
for (number, record) in file.sources.enumerated() {
  let before = try residentMemory()
  let context = SourceContext(
    record, file.addresses(ofSource: number), loop, signals, changed: { signals.advance(to: EventLoop.now) },
    notice: { print($0) })
  guard let source = SourceKind.of(record)?.make?(context) else { fatalError("a source is of no kind") }
  sources.append(source)
  source.open()
  run(loop, milliseconds)
  print("memory \(try residentMemory() - before)")
}
print("heard \((0..<signals.count).count { signals.reading(SignalIndex($0)).quality == .fresh })")
for source in sources { source.close() }
