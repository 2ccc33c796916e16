// Stage: program. `panel-ui doctor --listen TIME PANEL`: what the sources of a panel hear, and what they do not.
import EventLoop
import PanelFile
import PanelInstruments
import PanelKit
import PanelSignals
import PanelSources
import SystemFiles

/// Hears the sources of a panel for a time, and reports it: an integrator's first look at a machine.
final class Listening {
  private let state: PanelState
  private let loop: EventLoop
  private let sources: OpenSources
  private let censuses: [SourceCensus]
  /// The first notices of each source.
  private let notices: SourceNotices
  private let duration: Int64
  private(set) var isWell = true

  /// - Parameter duration: in nanoseconds.
  init(_ file: PanelFile, for duration: Int64) throws(ProgramError) {
    self.duration = duration
    state = PanelState(file)
    do throws(DeviceError) { loop = try EventLoop() } catch { throw .device(error) }
    let notices = SourceNotices(file.sources.count)
    self.notices = notices
    sources = OpenSources(loop, notice: { notices.add($1, of: $0) }) {}
    var censuses: [SourceCensus] = []
    for _ in file.sources { censuses.append(SourceCensus()) }
    self.censuses = censuses
  }

  /// Listens, and returns the lines of the report.
  func run() -> [String] {
    let start = EventLoop.now
    sources.open(for: state, censuses)
    let end = loop.addTimer(at: start + duration, repeating: .max) { [unowned(unsafe) self] _ in unsafe loop.stop() }
    let frames = loop.addTimer(at: start, repeating: 50_000_000) { [unowned(unsafe) self] time in
      unsafe state.signals.advance(to: time)
    }
    _ = loop.run()
    loop.cancelTimer(end)
    loop.cancelTimer(frames)
    let now = EventLoop.now
    state.signals.advance(to: now)
    var lines: [String] = []
    for (number, record) in state.file.sources.enumerated() where record.choice(.style) != SourceKind.panel.number {
      report(number, record, at: now, &lines)
    }
    sources.close()
    return lines
  }

  private func report(_ number: Int, _ record: PanelRecord, at time: Int64, _ lines: inout [String]) {
    let (census, link) = (censuses[number], sources.link(number))
    let isConnected = link?.isConnected == true
    if !isConnected { isWell = false }
    // A source of files is not connected, and its values count.
    let rate = Fixed64(Int(clamping: census.messages), over: Int(clamping: max(1, duration / 100_000_000)))
    var words = isConnected ? "connected" : link?.toldAt != nil ? "not connected any more" : "not connected"
    if census.messages > 0 {
      words += ", " + NumberFormat(decimals: 1).text(of: rate * 10) + " messages a second"
    }
    let addresses = state.file.addresses(ofSource: number)
    let isHeard = addresses.isEmpty || addresses.contains { state.signals.lastReceived($0.signal) != nil }
    if isConnected && !isHeard { words += ", and nothing of it is heard" }
    lines.append(
      (isConnected && isHeard ? "ok    " : "wrong ") + "source " + printable(record.text(.name) ?? "") + ": " + words)
    for address in addresses {
      lines.append("      " + signalLine(address.signal, state.file, state.signals, at: time))
      if state.signals.lastReceived(address.signal) == nil || state.signals.reading(address.signal).quality == .failed {
        isWell = false
      }
    }
    for stranger in census.strangers {
      lines.append("      not asked for: " + printable(stranger.name) + ", " + times(stranger.count))
    }
    if census.others > 0 { lines.append("      not asked for: others, " + times(census.others)) }
    for notice in notices.sentences[number] { lines.append("      said: " + notice) }
  }

  private func times(_ count: Int64) -> String { count == 1 ? "once" : String(count) + " times" }
}

/// The sentences of sources for a person.
private final class SourceNotices {
  private(set) var sentences: [[String]]
  /// Sentences of one source that are kept.
  private static var limit: Int { 20 }

  init(_ count: Int) { sentences = Array(repeating: [], count: count) }

  func add(_ sentence: String, of source: Int) {
    if sentences.indices.contains(source), sentences[source].count < Self.limit { sentences[source].append(sentence) }
  }
}
