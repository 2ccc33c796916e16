// Stage: program. Input: a panel's records of sources. Output: open sources, which write to its signals.
import EventLoop
import PanelFile
import PanelInstruments
import PanelSignals
import PanelSources
import SystemFiles

/// The open sources of the panel that is shown.
final class OpenSources {
  private let loop: EventLoop
  private let changed: () -> Void
  /// Called with a sentence for a person, and the number of its source.
  private let notice: (Int, String) -> Void
  /// By their numbers; `nil` for those that are not read.
  private var sources: [(kind: Int, source: any PanelSource)?] = []

  /// - Parameter changed: called when values were received.
  init(
    _ loop: EventLoop, notice: @escaping (Int, String) -> Void = { Files.writeError("panel-ui: " + $1 + "\n") },
    changed: @escaping () -> Void
  ) { (self.loop, self.notice, self.changed) = (loop, notice, changed) }

  /// Opens the sources of a panel. Those that the panel before had too stay open; the others are closed.
  /// - Parameter censuses: of each source, where what comes is counted.
  func open(for panel: PanelState, _ censuses: [SourceCensus] = []) {
    var former = sources.compactMap { $0 }
    sources = []
    let outputs = panel.file.outputs
    for (number, record) in panel.file.sources.enumerated() {
      let notice = self.notice
      var context = SourceContext(
        record, panel.file.addresses(ofSource: number),
        outputs: outputs.indices.filter { outputs[$0].source == number }.map { (Int32($0), outputs[$0].address) }, loop,
        panel.signals, changed: changed,
        notice: { notice(number, $0) })
      if censuses.indices.contains(number) { context.census = censuses[number] }
      let kind = SourceKind.of(record)
      if let index = former.firstIndex(where: { $0.kind == kind?.number && $0.source.goOn(with: context) }) {
        sources.append(former.remove(at: index))
      } else if let kind, let make = kind.make {
        let source = make(context)
        source?.open()
        sources.append(source.map { (kind.number, $0) })
      } else {
        sources.append(nil)
        context.notice(
          "the source " + printable(record.text(.name) ?? "") + " is of a kind that this version does not read")
      }
    }
    for former in former { former.source.close() }
    for open in sources {
      open?.source.receiver?.answerHandler = { [unowned(unsafe) panel] identity, answer in
        unsafe panel.take(answer, to: identity)
      }
    }
  }

  /// Has sources that ask know which signals are seen.
  func follow(_ panel: PanelState) { for open in sources { open?.source.setSeen { panel.isSeen($0) } } }

  /// The link of a source, by its number.
  func link(_ number: Int) -> SourceLink? { sources.indices.contains(number) ? sources[number]?.source.link : nil }

  /// The receiver of a source's values, by its number.
  func receiver(_ number: Int) -> (any CommandReceiver)? {
    sources.indices.contains(number) ? sources[number]?.source.receiver : nil
  }

  func close() {
    for open in sources { open?.source.close() }
    sources = []
  }
}
