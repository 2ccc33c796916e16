// Stage: preview. Input: a stream of events. Output: the body of a response that goes on.
import FlyingFox
import FlyingSocks

/// Hands each event to the connection as it comes.
struct EventSequence: AsyncBufferedSequence {
  typealias Element = UInt8
  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<[UInt8]>.Iterator

    /// The connection reads whole buffers.
    mutating func next() async -> UInt8? { nil }
    mutating func nextBuffer(suggested count: Int) async -> [UInt8]? { await events.next() }
  }
}
