// Stage: preview. Input: events. Output: a stream of them for each page.

/// The pages that listen.
struct EventStreams {
  /// So many events wait for a page that does not read; it gets the latest.
  private let latest: Int
  private var streams: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var nextNumber = 0

  init(latest: Int) { self.latest = latest }

  /// A stream for one more page.
  /// - Parameters:
  ///   - event: the first.
  ///   - left: called with the number of the stream when its page is gone.
  mutating func open(
    beginning event: [UInt8], left: @escaping @Sendable (Int) async -> Void
  ) -> AsyncStream<[UInt8]> {
    let number = nextNumber
    nextNumber += 1
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(latest))
    streams[number] = continuation
    continuation.onTermination = { _ in Task { await left(number) } }
    continuation.yield(event)
    return stream
  }

  mutating func forget(_ number: Int) { streams[number] = nil }

  func send(_ event: [UInt8]) {
    for stream in streams.values { stream.yield(event) }
  }
}
