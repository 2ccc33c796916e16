// Stage: program. Input: the values that the sources of a panel tell. Output: a replay of them.
import CLinux
import PanelFile
import PanelInstruments
import PanelReplay
import PanelSignals
import PanelSources
import SystemFiles

/// Writes the values of signals as they come, a moment a frame: `--replay` plays them.
final class SourceRecorder {
  private let file: RecordingFile
  private var panel: PanelFile?
  private var signals: [Entry] = []
  private let start: Int64
  /// The time of the last moment, in milliseconds.
  private var last = -1
  private var moments = 0

  private struct Entry {
    let name: String
    let signal: SignalIndex
    /// When its last value was told; `nil` before that.
    var toldAt: Int64?
  }

  /// - Parameter start: the zero of its times, on ``EventLoop/now``.
  init(_ path: String, start: Int64) throws(ProgramError) {
    self.start = start
    do throws(DeviceError) {
      file = try RecordingFile(path, limit: Replay.maximumBytes) { Files.writeError("panel-ui: " + $0 + "\n") }
    } catch { throw .device(error) }
    file.text.append("# values of sources, recorded by panel-ui --record-sources; --replay plays them\n")
  }

  /// Records the signals of a panel from now on. The panel's own ones need no recording.
  func follow(_ panel: PanelFile) {
    self.panel = panel
    var own: [SignalIndex] = []
    for (number, record) in panel.sources.enumerated() where record.choice(.style) == SourceKind.panel.number {
      for address in panel.addresses(ofSource: number) { own.append(address.signal) }
    }
    signals = []
    for entry in panel.signalsWithSources where !own.contains(entry.signal) {
      signals.append(Entry(name: entry.address, signal: entry.signal))
    }
  }

  /// Writes the values that were told since the last call.
  func write(_ store: SignalStore, at time: Int64) {
    if !file.isOpen { return }
    var line: [UInt8] = []
    for index in signals.indices {
      let (signal, told) = (signals[index].signal, store.lastReceived(signals[index].signal))
      guard let told, told != signals[index].toldAt else { continue }
      signals[index].toldAt = told
      let word = Array((" " + signals[index].name + "=").utf8) + value(signal, store)
      // A text of 256 bytes fits beside a time and a name.
      if line.count + word.count > Replay.maximumLineBytes - 16 { end(&line, time) }
      line += word
    }
    end(&line, time)
    file.flush()
  }

  /// Ends a moment.
  private func end(_ line: inout [UInt8], _ time: Int64) {
    if line.isEmpty { return }
    if moments == Replay.maximumMoments { return file.end(EFBIG) }
    last = max(last + 1, Int((time - start) / 1_000_000))
    moments += 1
    file.text.append(last)
    for byte in line { file.text.append(byte: byte) }
    file.text.append("\n")
    line.removeAll(keepingCapacity: true)
  }

  private func value(_ signal: SignalIndex, _ store: SignalStore) -> [UInt8] {
    let reading = store.reading(signal)
    if reading.quality == .failed { return Array("error".utf8) }
    if !reading.hasValue { return Array("null".utf8) }
    if !store.isText(signal) {
      return Array(NumberFormat.shortest(reading.value, most: 9).text(of: reading.value).utf8)
    }
    let text = Array((store.text(of: reading.value) ?? panel?.text(reading.value.floor) ?? "").utf8)
    let quote = UInt8(ascii: "\"")
    // A line has no sign for a quotation mark in a text.
    return [quote] + text.map { $0 == quote ? UInt8(ascii: "'") : $0 < 32 ? 32 : $0 } + [quote]
  }
}
