// Stage: signals. Input: values of sources, and the time. Output: readings, the values that follow them, and the
// changed signals. Takes no memory after it was made.

/// All signals of a panel.
///
/// Sources set values with ``set(_:source:to:at:)`` at any time; ``advance(to:)`` takes them over, finds old ones,
/// computes expressions and lets shown values follow. Times are nanoseconds of a clock that never goes back.
public final class SignalStore {
  public let definitions: [SignalDefinition]
  let code: ExpressionCode
  var states: [SignalState]
  /// The last values of all sources: those of a signal lie together, in order of preference.
  var received: [ReceivedValue] = []
  var histories: HistoryStore
  var windows: WindowStore
  var captures: [Capture]
  var texts: TextStore
  /// The signals of which something was told since the last ``advance(to:)``: one may be there once for each of its sources.
  var changedSignals: SignalList
  /// The signals that the last ``advance(to:)`` changed, or whose shown value is on its way.
  var active: SignalList
  /// The signals that are not computed and are asked for over a window, and those that have a history.
  let windowed, recorded: [Int]
  /// No signal is old before that: the earliest deadline, or one that has been put off since.
  var firstDeadline = Int64.max
  /// Whether every expression has to be computed, whatever changed: at the start, and when a value was kept by hand.
  var computesAll = true
  /// The time of the last ``advance(to:)``.
  var time: Int64 = 0
  /// Nanoseconds between two frames of a movement.
  public var frameInterval: Int64 = 33_333_333

  /// - Parameters:
  ///   - definitions: the signals, in the order of their numbers.
  ///   - code: of the same definitions.
  ///   - texts: of the panel's file; needed where there are text signals.
  public init(_ definitions: [SignalDefinition], _ code: ExpressionCode, texts: KnownTexts = KnownTexts()) {
    self.definitions = definitions
    self.code = code
    histories = HistoryStore(definitions)
    windows = WindowStore(code.data.windows, definitions)
    captures = code.data.captures.map { Capture($0, order: code.order) }
    states = []
    states.reserveCapacity(definitions.count)
    for definition in definitions {
      let state = SignalState(definition, firstReceived: received.count)
      states.append(state)
      for _ in 0..<state.sourceCount { received.append(ReceivedValue()) }
    }
    // A room for each source of a text signal, and for each text that is made of others.
    var rooms = [Int](repeating: 0, count: received.count)
    for (number, definition) in definitions.enumerated() where definition.textLength > 0 {
      for source in 0..<states[number].sourceCount {
        rooms[states[number].firstReceived + source] = definition.textLength
      }
    }
    rooms += code.data.textFunctions.map { _ in TextStore.capacity }
    self.texts = TextStore(texts, capacities: rooms)
    changedSignals = SignalList(capacity: received.count)
    active = SignalList(capacity: definitions.count)
    let (allWindows, allHistories) = (windows, histories)
    windowed = definitions.indices.filter { definitions[$0].expression == nil && allWindows.hasWindow($0) }
    recorded = definitions.indices.filter { allHistories.hasHistory($0) }
  }

  public var count: Int { definitions.count }

  func isThere(_ signal: SignalIndex) -> Bool { states.indices.contains(signal.number) }

  // MARK: Told by sources

  /// A source has heard a value. Does nothing for a signal or a source that is not there.
  public func set(_ signal: SignalIndex, source: Int = 0, to value: Fixed64, at time: Int64) {
    receive(signal, source: source, checked(Reading(value), signal), at: time)
  }

  /// A number by which a source says that it has no value is a failure.
  @inline(never)
  private func checked(_ reading: Reading, _ signal: SignalIndex) -> Reading {
    let isFailure = isThere(signal) && reading.hasValue && definitions[signal.number].isFailure(reading.value)
    return isFailure ? .failed : reading
  }

  /// A source says that its value is wrong.
  public func fail(_ signal: SignalIndex, source: Int = 0, at time: Int64) {
    receive(signal, source: source, Reading(.zero, .failed), at: time)
  }

  /// A source says that it has no value.
  public func clear(_ signal: SignalIndex, source: Int = 0, at time: Int64) {
    receive(signal, source: source, .none, at: time)
  }

  /// Takes the value of a source. Does nothing for an unknown signal or source.
  @_optimize(speed)
  public func receive(_ signal: SignalIndex, source: Int, _ reading: Reading, at time: Int64) {
    let number = signal.number
    if !states.indices.contains(number) || source < 0 || source >= states[number].sourceCount { return }
    receive(
      number, states[number].firstReceived &+ source, ReceivedValue(reading: reading, receivedAt: Swift.max(0, time)))
  }

  /// Takes a number of a source as it stands there: ``SignalDefinition/scale`` and `offset` make the signal's of it.
  @inline(never)
  public func receive(_ signal: SignalIndex, source: Int, unscaled reading: Reading, at time: Int64) {
    if !isThere(signal) { return }
    let definition = definitions[signal.number]
    var scaled = reading
    if definition.scale != 1 || definition.offset != .zero {
      scaled.value = reading.value * definition.scale + definition.offset
      // Beyond the numbers that there are it is no value.
      if scaled.value == .max || scaled.value == .min { scaled = .failed }
    }
    receive(signal, source: source, checked(scaled, signal), at: time)
  }

  /// The same, of a source that tells numbers: a number is no text.
  /// - Returns: false for a number that a signal of texts was told.
  @_optimize(speed)
  public func receive(_ signal: SignalIndex, source: Int, number reading: Reading, at time: Int64) -> Bool {
    let number = signal.number
    if !states.indices.contains(number) { return true }
    let state = states[number]
    if !state.isPlain { return receive(signal, source: source, numberOfOther: reading, at: time) }
    if source >= 0 && source < state.sourceCount {
      receive(number, state.firstReceived &+ source, ReceivedValue(reading: reading, receivedAt: Swift.max(0, time)))
    }
    return true
  }

  /// The same, of a signal of texts, one that is scaled or has codes of failure. Apart: sources have copies of the common way.
  @inline(never)
  private func receive(_ signal: SignalIndex, source: Int, numberOfOther reading: Reading, at time: Int64) -> Bool {
    if reading.hasValue && isText(signal) { return false }
    receive(signal, source: source, unscaled: reading, at: time)
    return true
  }

  /// Whether sources may tell it texts.
  public func takesTexts(_ signal: SignalIndex) -> Bool {
    isThere(signal) && definitions[signal.number].takesTexts
  }

  /// Whether a signal has texts alone.
  public func isText(_ signal: SignalIndex) -> Bool {
    isThere(signal) && definitions[signal.number].textLength > 0
  }

  /// A source has heard a text: an old one where nobody knows how old it is.
  /// - Returns: false for a signal of numbers, for which the text means none.
  @discardableResult
  public func receive(
    _ signal: SignalIndex, source: Int = 0, text: Span<UInt8>, _ quality: Quality = .fresh, at time: Int64
  ) -> Bool {
    let number = signal.number
    if !isThere(signal) || source < 0 || source >= states[number].sourceCount { return false }
    if definitions[number].textLength > 0 {
      let value = texts.store(text, in: states[number].firstReceived + source)
      receive(signal, source: source, Reading(value, quality), at: time)
      return true
    }
    guard let known = texts.known.number(of: text) else { return false }
    for word in definitions[number].words where word.text == known {
      receive(signal, source: source, Reading(word.value, quality), at: time)
      return true
    }
    return false
  }

  /// The text of a text signal's value that no text of the panel's file is; `nil` where the file has it.
  public func text(of value: Fixed64) -> String? {
    // Without text signals the store knows none of the file's.
    if texts.known.count == 0 || value.floor < texts.known.count { return nil }
    return texts.withText(of: value) { text in
      unsafe String(unsafeUninitializedCapacity: text.count) { room in
        for index in 0..<text.count { unsafe room[index] = text[index] }
        return text.count
      }
    }
  }

  /// Takes over another store's values of a signal, and its history, for a panel that replaces another.
  public func take(_ signal: SignalIndex, from other: SignalIndex, of store: SignalStore) {
    let (new, old) = (signal.number, other.number)
    if !isThere(signal) || !store.isThere(other) { return }
    let (first, otherFirst) = (states[new].firstReceived, store.states[old].firstReceived)
    for source in 0..<states[new].sourceCount {
      if source >= store.states[old].sourceCount {
        receive(new, first + source, received[first + source])
        continue
      }
      var value = store.received[otherFirst + source]
      if definitions[new].textLength > 0 && value.reading.hasValue {
        value.reading.value = store.texts.withText(of: value.reading.value) { texts.store($0, in: first + source) }
      }
      receive(new, first + source, value)
    }
    histories.take(new, from: old, of: store.histories)
    windows.take(new, from: old, of: store.windows)
  }

  /// Takes over another store's data of all signals, and its captured values.
  /// - Parameters:
  ///   - former: the index of each signal there; ``SignalIndex/none`` for a new one.
  ///   - store: the other one.
  public func take(_ former: [SignalIndex], of store: SignalStore) {
    for number in former.indices { take(SignalIndex(number), from: former[number], of: store) }
    for number in captures.indices {
      var definition = captures[number].definition
      guard former.indices.contains(definition.signal.number), former.indices.contains(definition.trigger.number) else {
        continue
      }
      (definition.signal, definition.trigger) = (former[definition.signal.number], former[definition.trigger.number])
      for capture in store.captures where capture.definition == definition { captures[number].takeOver(capture) }
    }
  }

  /// Stores the value of a source.
  @inline(__always)
  @_optimize(speed)
  private func receive(_ number: Int, _ place: Int, _ value: ReceivedValue) {
    if !received[place].isNew { changedSignals.append(number) }
    var value = value
    value.isNew = true
    received[place] = value
  }
}

/// The last value of one source.
struct ReceivedValue: BitwiseCopyable {
  var reading = Reading.none
  /// −1 before anything was told.
  var receivedAt: Int64 = -1
  /// Whether it was told since the last ``SignalStore/advance(to:)``.
  var isNew = false

  /// `nil` before anything was told.
  var time: Int64? { receivedAt < 0 ? nil : receivedAt }
}

/// The state of a signal.
struct SignalState: BitwiseCopyable {
  /// Its sources' values, from this one on.
  let firstReceived, sourceCount: Int
  /// Of the definition, as far as it is asked in each ``SignalStore/advance(to:)``.
  let isComputed: Bool
  /// Whether it is told numbers, and takes them as they are.
  let isPlain: Bool
  let stale: Int64
  let motion: Motion
  var reading = Reading.none
  /// The reading after the last ``SignalStore/advance(to:)``.
  var before = Reading.none
  var following = Following()
  var receivedAt: Int64?
  /// The time at which the fresh value becomes old.
  var deadline = Int64.max
  /// How near a shown value has to be to where it goes; 0 where nothing was asked for.
  var tolerance = Fixed64.zero
  /// Whether the last ``SignalStore/advance(to:)`` changed the reading, and the followed value.
  var hasNewReading = false, hasNewFollowed = false
  /// Whether it is among ``SignalStore/active``.
  var isActive = false

  init(_ definition: SignalDefinition, firstReceived: Int) {
    self.firstReceived = firstReceived
    isComputed = definition.expression != nil
    sourceCount = isComputed ? 0 : Swift.max(0, Swift.min(255, definition.sourceCount))
    isPlain =
      definition.scale == 1 && definition.offset == .zero && definition.textLength == 0
      && definition.failures.isEmpty
    stale = definition.stale
    motion = Motion(definition)
    guard let initial = definition.initial else { return }
    reading = Reading(initial)
    following.jump(to: initial)
  }
}
