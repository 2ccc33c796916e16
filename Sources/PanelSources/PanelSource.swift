// Stage: sources. A place of values, and the data of its panel.
import EventLoop
import PanelFile
import PanelSignals

/// A place that values come from, while a panel is shown.
///
/// A kind of source is a folder: the class, its kind with its keys and checks, and one line in ``SourceKind/all``.
public protocol PanelSource: AnyObject {
  /// Begins to receive values. A place that cannot be opened is said once, and tried again.
  func open()

  /// Receives no more values.
  func close()

  /// Goes on with the signals of another panel, if its record, of the same kind, names the same place.
  /// - Returns: false where it is another place, which changes nothing; the source is closed then, and another one opened.
  func goOn(with panel: SourceContext) -> Bool

  /// Takes the values of controls; `nil` for a source that values only come from.
  var receiver: (any CommandReceiver)? { get }

  /// Whether there is something at its place, and when that told something last.
  var link: SourceLink { get }

  /// Says which signals are seen or needed: a source that asks may ask for the others less often.
  func setSeen(_ isSeen: (SignalIndex) -> Bool)
}

extension PanelSource {
  public var receiver: (any CommandReceiver)? { nil }
  public func goOn(with panel: SourceContext) -> Bool { false }
  public func setSeen(_ isSeen: (SignalIndex) -> Bool) {}
}

/// The data of a panel for one of its sources.
public struct SourceContext {
  public let record: PanelRecord
  public let addresses: [SourceAddress]
  /// The addresses that controls of the panel send to, with their numbers in commands.
  public let outputs: [(number: Int32, address: String)]
  public let loop: EventLoop
  /// Outlives the source.
  public let signals: SignalStore
  /// Called when values were received.
  public let changed: () -> Void
  /// Called with a sentence for a person, without a line feed: seldom, however often its reason occurs.
  public let notice: (String) -> Void
  /// Counts what comes; `nil` where nobody asks. A source that is counted hears all that there is.
  public var census: SourceCensus?

  public init(
    _ record: PanelRecord, _ addresses: [SourceAddress], outputs: [(number: Int32, address: String)] = [],
    _ loop: EventLoop, _ signals: SignalStore, changed: @escaping () -> Void, notice: @escaping (String) -> Void
  ) {
    (self.record, self.addresses, self.outputs) = (record, addresses, outputs)
    (self.loop, self.signals) = (loop, signals)
    (self.changed, self.notice) = (changed, notice)
  }
}

/// A line of `panel-ui doctor` about a source.
public struct SourceFinding {
  /// Whether the source would have values.
  public let isWell: Bool
  public let words: String

  public init(isWell: Bool, _ words: String) { (self.isWell, self.words) = (isWell, words) }
}
