// A decoder with signals behind it, and the messages that it is fed with.
import EventLoop
import PanelFile
import PanelSignals
import PanelSources

/// Messages for a source, again and again.
final class SourceScene {
  typealias Make = ([SourceAddress], SignalStore) -> SourceFeed

  let signals: SignalStore
  let feed: SourceFeed
  /// What one round takes, each as one reading of a connection.
  private var messages: [[UInt8]]
  /// How many operations a run is.
  let count: Int
  private let rounds: Int
  /// Whether each message is the answer to a request, whose number it begins with.
  private let asks: Bool
  private var time: Int64 = 0

  /// - Parameters:
  ///   - addresses: short forms; each has a signal of its own.
  ///   - greeting: what comes before the first round.
  ///   - size: how many messages are one operation.
  ///   - rounds: how often a run takes all messages.
  init(
    _ addresses: [String], _ messages: [[UInt8]], greeting: [[UInt8]] = [], size: Int = 1, asks: Bool = false,
    rounds: Int,
    _ make: Make
  ) {
    let definitions = addresses.map { _ in SignalDefinition() }
    signals = Self.store(definitions)
    var list: [SourceAddress] = []
    for index in addresses.indices { list.append((addresses[index], SignalIndex(index), 0)) }
    feed = make(list, signals)
    (self.messages, self.rounds, self.asks) = (messages, rounds, asks)
    count = messages.count / size * rounds
    for bytes in greeting { feed.take(bytes.span, time) }
  }

  private static func store(_ definitions: [SignalDefinition]) -> SignalStore {
    do throws(ExpressionCode.Refusal) {
      return SignalStore(definitions, try ExpressionCode([], constants: [], definitions))
    } catch { fail("signals without expressions were refused") }
  }

  func run() {
    for _ in 0..<rounds {
      time += 1_000_000_000
      for index in messages.indices {
        if asks {
          let number = feed.advance(time)
          messages[index][0] = UInt8(number >> 8)
          messages[index][1] = UInt8(number & 255)
        }
        let bytes = messages[index]
        feed.take(bytes.span, time)
      }
    }
  }

  /// The number of a signal that has no value; `nil` where all have one.
  func missing() -> Int? {
    signals.advance(to: time)
    for index in 0..<signals.count where !signals.reading(SignalIndex(index)).hasValue { return index }
    return nil
  }
}
