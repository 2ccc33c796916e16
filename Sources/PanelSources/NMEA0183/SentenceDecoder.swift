// Stage: sources. Input: bytes of NMEA 0183 from a socket or a serial line. Output: values of addresses. Nothing of it is
// trusted: memory is taken at the start alone, and damaged sentences are counted.
import PanelSignals

/// Cuts bytes into sentences, and tells the values in them.
///
/// A sentence begins with `$` and ends with its line, or where the next begins. Sentences with `!` are of AIS, those with
/// `$P` of a manufacturer: they pass by uncounted, unless an address asks for one of the latter. Tag blocks between
/// backslashes are skipped, as is the mark `UdPbC` of IEC 61162-450 before a datagram.
public struct SentenceDecoder {
  /// Sentences with a right checksum, or with any where none is wanted; also those without an address.
  public private(set) var sentences: Int64 = 0
  /// Values that were handed over.
  public private(set) var values: Int64 = 0
  /// Sentences with a wrong checksum.
  public private(set) var wrongSums: Int64 = 0
  /// Sentences without a checksum, where one is wanted, and those without an end.
  public private(set) var missingSums: Int64 = 0
  /// Bytes that are no sentence, and sentences without a name: each stretch counts once.
  public private(set) var garbage: Int64 = 0
  /// Sentences that were longer than 256 bytes.
  public private(set) var tooLong: Int64 = 0

  /// The beginning of the last sentence that was left out.
  public private(set) var sample: [UInt8] = []
  private static var sampleLimit: Int { 48 }

  private let map: SentenceMap
  private let wantsChecksum: Bool
  private var state = State.between
  private var sentence: [UInt8]
  /// How many bytes of an unfinished sentence there are.
  private var count = 0
  /// How many bytes of a datagram's mark there were.
  private var markCount = 0

  private enum State {
    /// Before a sentence.
    case between
    /// Within a tag block.
    case tag
    /// Behind a `$`.
    case sentence
    /// Within something that is left out up to its end.
    case passing
  }

  /// - Parameters:
  ///   - addresses: a value is told with its address's place in this list.
  ///   - wantsChecksum: whether a sentence without one, or with a wrong one, is left out. Otherwise none is looked at.
  public init(_ addresses: [SentenceAddress], wantsChecksum: Bool = true) {
    (map, self.wantsChecksum) = (SentenceMap(addresses), wantsChecksum)
    sentence = Array(repeating: 0, count: Sentence.limit)
    sample.reserveCapacity(Self.sampleLimit)
  }

  /// Sentences, or stretches of bytes, that were left out.
  public var leftOut: Int64 { wrongSums &+ missingSums &+ garbage &+ tooLong }

  /// Forgets a sentence that has not ended, as when a connection is lost. The next byte begins anything.
  /// - Returns: whether there was one.
  @discardableResult
  public mutating func reset() -> Bool {
    let isCut = state == .sentence || state == .tag
    (state, count, markCount) = (.between, 0, 0)
    return isCut
  }

  /// Takes the end of the bytes for the end of a sentence, as at the end of a datagram.
  public mutating func end<Listener: ValueListener>(_ listener: inout Listener) {
    finish(isCut: false, &listener)
    markCount = 0
  }

  /// Takes bytes as they come, in pieces of any length.
  /// - Parameter listener: hears every value.
  @_optimize(speed)
  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    var place = 0
    while place < bytes.count {
      if state == .sentence && count == 0 {
        // A whole sentence is read where it lies.
        let sentence = Sentence(bytes.extracting(place..<bytes.count))
        if sentence.isEnded {
          place += sentence.bytes.count
          state = .between
          decode(sentence, isCut: !Sentence.isLineEnd(bytes[place]), &listener)
          begin(bytes[place], &listener)
          place += 1
          continue
        }
      }
      let start = place
      while place < bytes.count, !Sentence.isSign(unsafe bytes[unchecked: place]) { place &+= 1 }
      if place > start { append(bytes.extracting(start..<place)) }
      if place < bytes.count { begin(bytes[place], &listener) }
      place += 1
    }
  }

  /// A sign ends the state before it.
  private mutating func begin<Listener: ValueListener>(_ sign: UInt8, _ listener: inout Listener) {
    let isTagEnd = state == .tag && sign == UInt8(ascii: "\\")
    if isTagEnd { state = .between }
    finish(isCut: !Sentence.isLineEnd(sign), &listener)
    markCount = 0
    switch sign {
    case UInt8(ascii: "$"): state = .sentence
    case UInt8(ascii: "!"): state = .passing
    case UInt8(ascii: "\\"): state = isTagEnd ? .between : .tag
    default: break
    }
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    switch state {
    case .between: pass(bytes)
    case .sentence:
      if count + bytes.count >= Sentence.limit {
        state = .passing
        // One of a manufacturer may have any length.
        let first = count > 0 ? sentence[0] : bytes[0]
        if first != UInt8(ascii: "P") { tooLong &+= 1 }
        return
      }
      for index in bytes.indices { sentence[count &+ index] = bytes[index] }
      count += bytes.count
    case .tag, .passing: break
    }
  }

  /// Takes bytes before a sentence: a datagram's mark, blanks, or garbage.
  private mutating func pass(_ bytes: Span<UInt8>) {
    // "UdPbC", and a zero that is a blank.
    let mark: InlineArray<5, UInt8> = [85, 100, 80, 98, 67]
    for index in bytes.indices {
      if markCount < 5 && bytes[index] == mark[markCount] {
        markCount += 1
      } else if !Sentence.isBlank(bytes[index]) || (markCount > 0 && markCount < 5) {
        countGarbage(bytes)
        state = .passing
        return
      }
    }
  }

  private mutating func countGarbage(_ bytes: Span<UInt8>) {
    garbage &+= 1
    keep(bytes)
  }

  private mutating func finish<Listener: ValueListener>(isCut: Bool, _ listener: inout Listener) {
    let ended = state
    state = .between
    let length = count
    count = 0
    switch ended {
    case .sentence:
      // The sentence is lent out, so that its bytes are not copied while the rest of this value changes.
      var lent: [UInt8] = []
      swap(&lent, &sentence)
      decode(Sentence(lent.span.extracting(0..<length)), isCut: isCut, &listener)
      swap(&lent, &sentence)
    case .tag: garbage &+= 1
    case .between: if markCount > 0 && markCount < 5 { garbage &+= 1 }
    case .passing: break
    }
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    sample.removeAll(keepingCapacity: true)
    for index in 0..<min(bytes.count, Self.sampleLimit) { sample.append(bytes[index]) }
  }

  // MARK: A sentence

  /// - Parameter isCut: whether something else began before the end of the line.
  @_optimize(speed)
  private mutating func decode<Listener: ValueListener>(
    _ sentence: borrowing Sentence, isCut: Bool, _ listener: inout Listener
  ) {
    let letters = sentence.field(0)
    let tag = SentenceTag(sentence: letters)
    var entry = -1
    if let tag { entry = map.first(tag.name) }
    if entry < 0 && SentenceTag.isProprietary(letters) {
      if listener.counts { listener.skip(letters) }
      return
    }
    if wantsChecksum || isCut {
      switch sentence.checksum {
      case .right: break
      case .wrong:
        wrongSums &+= 1
        return keep(sentence.bytes)
      case .missing:
        missingSums &+= 1
        return keep(sentence.bytes)
      }
    }
    guard let tag else { return countGarbage(sentence.bytes) }
    sentences &+= 1
    listener.countMessage()
    if entry < 0 && listener.counts { listener.skip(letters) }
    // Most values of a sentence have the same conditions.
    var (conditions, verdict) = (0..<0, Sentence.Verdict.valid)
    while entry >= 0 {
      let found = map.entries[entry]
      if found.talker == 0 || found.talker == tag.talker {
        if found.conditions != conditions {
          conditions = found.conditions
          verdict = sentence.verdict(map.conditions.span.extracting(conditions))
        }
        if verdict != .other { tell(entry, found, sentence, isFailed: verdict == .failed, &listener) }
      }
      entry = Int(found.next)
    }
  }

  @inline(__always)
  private mutating func tell<Listener: ValueListener>(
    _ index: Int, _ entry: SentenceMap.Entry, _ sentence: borrowing Sentence, isFailed: Bool,
    _ listener: inout Listener
  ) {
    if entry.form == .transducer {
      guard let reading = sentence.transducer(map.letters.span.extracting(entry.name), type: entry.transducerType)
      else { return }
      values &+= 1
      return listener.receive(index, reading)
    }
    values &+= 1
    if isFailed {
      listener.receive(index, Reading(.zero, .failed))
    } else if entry.form == .text {
      Self.tellText(index, sentence.field(Int(entry.field)), &listener)
    } else {
      listener.receive(index, sentence.reading(Int(entry.field), entry.form))
    }
  }

  private static func tellText<Listener: ValueListener>(
    _ index: Int, _ field: Span<UInt8>, _ listener: inout Listener
  ) {
    if field.isEmpty { return listener.receive(index, .none) }
    if SentenceText.isPlain(field) { return listener.receive(index, text: field) }
    let text = SentenceText(field)
    listener.receive(index, text: text.span)
  }
}
