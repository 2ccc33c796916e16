// Stage: sources. Input: edges of GPIO lines, from the kernel. Output: values of signals, and levels of outputs.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles

/// Listens to lines of a chip, and sets others.
///
/// Nothing is read again and again: the kernel says when a line changes. Once a second the source looks whether the chip is
/// there, tries again lines that others have, and tells the values again, so that they do not grow old.
public final class GPIOSource: PanelSource, CommandReceiver {
  private let chipName: String
  /// Opens the chip of a name.
  var openChip: (String) throws(DeviceError) -> GPIOChip = { name throws(DeviceError) in try GPIOChip(name) }
  private let loop: EventLoop
  private var addresses: [SourceAddress]
  private var outputAddresses: [String]
  private unowned(unsafe) var signals: SignalStore
  private var changed: () -> Void
  private var tell: (String) -> Void
  private var chip: GPIOChip?
  private var lines: [GPIOLine] = []
  private var handlers: [(EventLoop.Readiness) -> Void] = []
  /// The line of each output, with its number in commands; −1 where the address is none.
  private var outputs: [(number: Int32, line: Int)] = []
  private var events: GPIOEvents
  private var buffer = [UInt8](repeating: 0, count: 64 * GPIOEvents.eventSize)
  private var timer: EventLoop.Timer?
  /// The next look at the chip, and the end of a pause after too many edges.
  private var (nextLook, pauseEnd) = (Int64.max, Int64.max)
  /// Lines that are not watched until then.
  private var paused: [Int] = []
  /// Events that may be read until a time.
  private var (left, until) = (0, Int64.min)
  private var refusals = SparseCount()
  private var (lastCode, hasTold) = (Int32(-1), false)
  private var toldAt: Int64?
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }

  /// Nanoseconds.
  private static var lookInterval: Int64 { 1_000_000_000 }
  /// Events that are read in so many nanoseconds; the kernel counts the others.
  private static var eventLimit: Int { 1024 }
  private static var pause: Int64 { 33_333_333 }

  /// - Parameters:
  ///   - chip: its name, its path or its label.
  ///   - outputs: the addresses that controls send to, with their numbers in commands.
  ///   - signals: outlives the source.
  ///   - changed: called when values were received.
  ///   - tell: called with a sentence for a person.
  init(
    chip: String, _ addresses: [SourceAddress], outputs: [(number: Int32, address: String)], loop: EventLoop,
    signals: SignalStore, changed: @escaping () -> Void, tell: @escaping (String) -> Void
  ) {
    (chipName, self.loop, self.addresses) = (chip, loop, addresses)
    unsafe self.signals = signals
    (self.changed, self.tell, outputAddresses) = (changed, tell, outputs.map { $0.address })
    let plan = GPIOPlan(addresses.map { $0.address }, outputs: outputs)
    (lines, self.outputs) = (plan.lines, plan.outputs)
    events = GPIOEvents(plan.values, lines: plan.lines.count)
    paused.reserveCapacity(lines.count)
    for line in lines.indices {
      handlers.append { [unowned(unsafe) self] in unsafe ready(line, $0) }
    }
  }

  convenience init(_ panel: SourceContext) {
    self.init(
      chip: panel.record.text(.path) ?? "", panel.addresses, outputs: panel.outputs, loop: panel.loop,
      signals: panel.signals, changed: panel.changed, tell: panel.notice)
  }

  deinit { close() }

  public func open() {
    if timer != nil { return }
    timer = loop.addTimer(at: .max, repeating: .max) { [unowned(unsafe) self] in unsafe advance(to: $0) }
    look(at: EventLoop.now)
  }

  public func close() {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    for line in lines.indices { close(line) }
    chip = nil
  }

  public var link: SourceLink { SourceLink(isConnected: hasLine, toldAt: toldAt) }

  private var hasLine: Bool {
    for line in lines where line.descriptor >= 0 { return true }
    return false
  }

  public var receiver: (any CommandReceiver)? { self }

  /// Lines stay requested where all of them are the same.
  public func goOn(with panel: SourceContext) -> Bool {
    if !haveSameBytes(panel.record.text(.path), chipName) { return false }
    if panel.addresses.count != addresses.count || panel.outputs.count != outputAddresses.count { return false }
    for index in panel.addresses.indices
    where !haveSameBytes(panel.addresses[index].address, addresses[index].address) { return false }
    for index in panel.outputs.indices
    where !haveSameBytes(panel.outputs[index].address, outputAddresses[index]) { return false }
    for index in panel.outputs.indices { outputs[index].number = panel.outputs[index].number }
    addresses = panel.addresses
    unsafe signals = panel.signals
    (changed, tell) = (panel.changed, panel.notice)
    tellAgain(at: EventLoop.now)
    return true
  }

  // MARK: The chip

  private func advance(to time: Int64) {
    if time >= pauseEnd {
      pauseEnd = .max
      for line in paused where lines[line].descriptor >= 0 { watch(line) }
      paused.removeAll(keepingCapacity: true)
    }
    if time >= nextLook { look(at: time) } else { tellAgain(at: time) }
    setTimer(time)
  }

  @inline(never)
  private func setTimer(_ now: Int64) {
    guard let timer else { return }
    let silent = events.nextTime
    let wait = silent == .max ? Int64.max : Swift.max(0, silent - Self.monotonic)
    loop.setTimer(timer, at: Swift.min(nextLook, pauseEnd, wait == .max ? .max : now + wait))
  }

  /// Opens the chip and its lines, as far as they are not open.
  private func look(at time: Int64) {
    nextLook = time + Self.lookInterval
    if let chip, !chip.isThere {
      leave(DeviceError("read", chip.path, reason: "the chip has gone", remedy: "it is opened again"))
    }
    if chip == nil {
      do throws(DeviceError) { chip = try openChip(chipName) } catch { leave(error) }
      if chip != nil {
        if hasTold { notice("is there again") }
        (lastCode, hasTold) = (-1, false)
      }
    }
    if let chip {
      for line in lines.indices where lines[line].descriptor < 0 { open(line, chip) }
      readOutputs(at: time)
    }
    tellAgain(at: time)
    setTimer(time)
  }

  private func leave(_ error: DeviceError) {
    chip = nil
    for line in lines.indices { close(line) }
    var writer = self.writer(EventLoop.now)
    for line in lines.indices { events.end(line, &writer) }
    changed()
    // A chip that goes and comes is said seldom; why it is away, and another reason for that, each once.
    if lastCode < 0 { hasTold = refusals.add(1) }
    if hasTold && error.code != lastCode { tell(error.message) }
    lastCode = error.code
  }

  private func open(_ line: Int, _ chip: GPIOChip) {
    let (number, isOpen, notice) = lines[line].open(chip)
    if let notice { self.notice(notice) }
    var writer = self.writer(EventLoop.now)
    if !isOpen { return events.end(line, &writer) }
    if !lines[line].isOutput && !watch(line) { return events.end(line, &writer) }
    // After the request: an edge between both is an event too.
    let isActive = linux_gpio_level(lines[line].descriptor) == 1
    events.begin(
      line, number: number, isActive: isActive, hasBothEdges: lines[line].hasLevel, at: Self.monotonic, &writer)
  }

  /// - Returns: false where the kernel has no room for it, which does not happen but for a lack of memory.
  @discardableResult
  private func watch(_ line: Int) -> Bool {
    do throws(DeviceError) { try loop.watch(lines[line].descriptor, handler: handlers[line]) } catch {
      lines[line].close()
      return false
    }
    return true
  }

  @inline(never)
  private func close(_ line: Int) {
    if lines[line].descriptor >= 0 { loop.unwatch(lines[line].descriptor) }
    lines[line].close()
    paused.removeAll { $0 == line }
  }

  @inline(never)
  private func notice(_ sentence: String) { tell(printable(chipName) + ": " + sentence) }

  // MARK: Values

  @inline(never)
  private func writer(_ time: Int64) -> SignalWriter {
    SignalWriter(addresses: addresses, signals: unsafe signals, time: time)
  }

  @inline(never)
  private func tellAgain(at time: Int64) {
    var writer = self.writer(time)
    events.advance(to: Self.monotonic, &writer)
    if !writer.hasValues { return }
    toldAt = time
    changed()
  }

  private func readOutputs(at time: Int64) {
    var writer = self.writer(time)
    for line in lines.indices where lines[line].isOutput && lines[line].descriptor >= 0 {
      let level = linux_gpio_level(lines[line].descriptor)
      if level >= 0 { events.set(line, isActive: level == 1, &writer) }
    }
  }

  private func ready(_ line: Int, _ readiness: EventLoop.Readiness) {
    let now = EventLoop.now
    if now >= until { (left, until) = (Self.eventLimit, now + Self.pause) }
    var writer = self.writer(now)
    while left > 0 {
      // The bytes must not lie in memory that this object changes meanwhile.
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe CLinux.read(lines[line].descriptor, $0.baseAddress, $0.count)
      }
      let code = linux_errno()
      if count > 0 { events.take(bytes.span.extracting(0..<count), of: line, &writer) }
      swap(&bytes, &buffer)
      if count < 0 && code == EINTR { continue }
      if count <= 0 {
        // The chip has gone, or will in a moment: the next look says it.
        if readiness.contains(.hangup) || count == 0 || code != EAGAIN {
          close(line)
          events.end(line, &writer)
          nextLook = now
        }
        break
      }
      left -= count / GPIOEvents.eventSize
    }
    if left <= 0, lines[line].descriptor >= 0 {
      loop.unwatch(lines[line].descriptor)
      paused.append(line)
      pauseEnd = until
    }
    if writer.hasValues {
      toldAt = now
      changed()
    }
    setTimer(now)
  }

  private static var monotonic: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: Values of controls

  /// Sets a line to 0 or 1. The kernel's refusal has its number, as an exception.
  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    guard case .address(let number, _) = request.destination, request.value == .zero || request.value == .one,
      let line = outputs.first(where: { $0.number == number })?.line, line >= 0
    else { return .refused(.invalid) }
    if lines[line].descriptor < 0 { return .refused(.noConnection) }
    if linux_gpio_set_level(lines[line].descriptor, request.value == .one ? 1 : 0) != 0 {
      return .refused(.exception(linux_errno()))
    }
    let now = EventLoop.now
    readOutputs(at: now)
    toldAt = now
    changed()
    return .accepted
  }
}
