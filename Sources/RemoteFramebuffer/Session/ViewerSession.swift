// Stage: remote framebuffer. Input: bytes of a viewer, and damage. Output: bytes for it. Knows no sockets, so that tests and
// fuzzing drive it.
//
// Source: RFC 6143, https://www.rfc-editor.org/rfc/rfc6143
import FixedRaster
import SystemFiles

/// A viewer's side of the protocol. Nothing that it sends is trusted, and none of it is kept beyond a message of 20 bytes.
package final class ViewerSession {
  /// The message that is waited for.
  enum Stage {
    case version, security, response, initialisation
    /// Any message.
    case running
    /// One of a list of encodings.
    case encodings
    /// None: nothing more is read.
    case ended
  }

  /// How the connection goes on.
  package enum Ending {
    case open
    /// It ends when the output has been sent: the viewer was told why.
    case afterOutput
    /// It ends at once: the viewer broke the protocol.
    case now
  }

  package let output = ViewerOutput()
  let rules: ViewerRules
  let display: RemoteDisplay
  var stage = Stage.version
  package var ending = Ending.open
  /// Why the viewer is not let in; `nil` where it is.
  let refusal: StaticString?
  /// The minor number of the version that both speak: 3, 7 or 8.
  var version = 8
  var challenge = InlineArray<16, UInt8>(repeating: 0)
  let pointer: ViewerPointer
  let keys = ViewerKeys()

  // MARK: The message that comes

  private var message = InlineArray<20, UInt8>(repeating: 0)
  /// Its bytes that are there.
  private var received = 0
  /// Its bytes: at most 20.
  private var length = 12
  /// Bytes that are passed over.
  var skipped = 0
  /// Encodings of the list that are still to come.
  var encodingsLeft = 0

  // MARK: The picture

  let pixels: ClientPixels
  /// A format that counts from the next update on.
  var nextFormat: ClientPixelFormat?
  var encoding = RemoteEncoding.raw
  /// Whether the list of encodings that comes had one that is known.
  var hasEncoding = false
  var takesSizes = false
  /// The size that the viewer knows.
  private(set) var knownSize = PixelRect.empty
  private var pending = PendingArea()
  /// Where the viewer wants changes; `nil` while it asks for nothing.
  private var wanted: PixelRect?
  private let update = PictureUpdate()

  /// - Parameters:
  ///   - finger: the number of this viewer's finger.
  ///   - refusal: the reason that the viewer is told, where it is not let in.
  package init(_ display: RemoteDisplay, _ rules: ViewerRules, finger: Int32, refusal: StaticString? = nil) {
    (self.display, self.rules, self.refusal) = (display, rules, refusal)
    pointer = ViewerPointer(finger: finger)
    let memory = display.viewedMemory
    pixels = ClientPixels(ClientPixelFormat(memory.layout), of: memory)
    output.append("RFB 003.008\n")
  }

  /// Whether the viewer has ever seen the picture.
  private(set) var wasRunning = false
  /// Whether it waits for a password, which somebody types.
  package var isTyping: Bool { stage == .response }
  /// Whether the viewer sees the picture.
  package var isRunning: Bool { stage == .running || stage == .encodings }

  // MARK: Receiving

  /// Takes what the viewer sent, in pieces of any length.
  package func receive(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count && stage != .ended {
      if skipped > 0 {
        let count = min(skipped, bytes.count - index)
        skipped -= count
        index += count
        continue
      }
      message[received] = bytes[index]
      received += 1
      index += 1
      if received == 1 && stage == .running { length = Self.length(ofMessage: message[0]) }
      if length == 0 { return fail() }
      if received == length {
        received = 0
        handle(message.span.extracting(0..<length))
        prepareNext()
      }
    }
  }

  /// Bytes of a message, without a text or a list behind it; 0 for a type that is not known.
  private static func length(ofMessage type: UInt8) -> Int {
    switch type {
    case 0: 20
    case 2: 4
    case 3: 10
    case 4: 8
    case 5: 6
    case 6: 8
    default: 0
    }
  }

  private func prepareNext() {
    length =
      switch stage {
      case .version: 12
      case .response: 16
      case .encodings: 4
      case .security, .initialisation, .running, .ended: 1
      }
  }

  private func handle(_ message: Span<UInt8>) {
    switch stage {
    case .version: takeVersion(message)
    case .security: takeSecurity(message[0])
    case .response: takeResponse(message)
    case .initialisation: initialise()
    case .running: take(message)
    case .encodings: takeEncoding(Int32(bitPattern: message.number32(0)))
    case .ended: break
    }
  }

  /// The viewer broke the protocol.
  func fail() {
    stage = .ended
    ending = .now
  }

  // MARK: The picture

  /// The picture has come to be seen by the viewer: all of it is damage.
  func begin() {
    knownSize = display.viewedMemory.bounds
    (stage, wasRunning) = (.running, true)
    add(knownSize)
  }

  /// Adds damage, in pixels of the picture.
  package func add(_ area: PixelRect) { if isRunning { pending.add(area.intersection(knownSize)) } }

  /// All of the picture is damage, of another memory.
  package func addAll() { add(knownSize) }

  func want(_ area: PixelRect, isIncremental: Bool) {
    let area = area.intersection(knownSize)
    if !isIncremental { pending.add(area) }
    wanted = (wanted ?? .empty).union(area)
  }

  /// Encodes as much as the output has room for.
  package func fillOutput() {
    // What of an update was sent already waits for memory to go on from.
    if !isRunning || !display.isReadable { return }
    let memory = display.viewedMemory
    // Another display may have come since the update began.
    pixels.set(pixels.format, of: memory)
    var source: PictureSource?
    while output.room >= PictureEncoder.mostBytes {
      if update.isOver && !beginUpdate() { return }
      if update.isOver { continue }
      let pictureSource = source ?? PictureSource(memory)
      source = pictureSource
      rules.encoder.encode(update, from: pictureSource, pixels, to: output)
    }
  }

  /// - Returns: whether anything was begun.
  private func beginUpdate() -> Bool {
    let memory = display.viewedMemory
    guard let wanted, display.isFilled else { return false }
    if takesSizes && knownSize != memory.bounds {
      sendSize(memory.bounds)
      return true
    }
    if !pending.intersects(wanted) { return false }
    pixels.set(nextFormat ?? pixels.format, of: memory)
    let count = update.begin(pending.take(within: wanted), encoding)
    self.wanted = nil
    output.append16(0)
    output.append16(UInt16(truncatingIfNeeded: count))
    return true
  }

  /// Tells another size; everything in it is damage.
  private func sendSize(_ size: PixelRect) {
    (knownSize, wanted) = (size, nil)
    pending.removeAll()
    pending.add(size)
    output.append16(0)
    output.append16(1)
    output.append32(0)
    output.append16(UInt16(truncatingIfNeeded: size.width))
    output.append16(UInt16(truncatingIfNeeded: size.height))
    output.append32(UInt32(bitPattern: RemoteEncoding.desktopSize))
  }
}

extension Span<UInt8> {
  /// Two bytes, the highest first.
  func number16(_ place: Int) -> UInt16 { UInt16(self[place]) << 8 | UInt16(self[place + 1]) }

  /// Four bytes, the highest first.
  func number32(_ place: Int) -> UInt32 { UInt32(number16(place)) << 16 | UInt32(number16(place + 2)) }
}
