// Stage: displays. Input: the user's word after `--display`. Output: an open display.
import CLinux
import FixedRaster
import SystemFiles

/// Which display to use.
public enum DisplayChoice: Sendable {
  /// The first display by mode setting (KMS) that can be used, else the first framebuffer, else memory of 800 × 480
  /// XRGB8888 pixels.
  case automatic
  /// A display of a card, by mode setting.
  case kms(KMSChoice)
  /// A framebuffer by its path.
  case framebuffer(path: String)
  /// A framebuffer by its driver's name, since numbers move.
  case framebufferDriver(name: String)
  /// Memory; width and height in pixels, before the picture is rotated.
  case memory(width: Int, height: Int, layout: PixelLayout)

  /// Reads `auto`, `kms[:CARD][:CONNECTOR][:WxH[@HZ]][:FORMAT]`, `fb:PATH`, `fb:DRIVER` or `memory:WxH:FORMAT` with FORMAT
  /// `xrgb8888` or `rgb565`. A path begins with `/` or `.`, a driver's name does not.
  /// - Throws: `text` is not one of these.
  public init(_ text: String) throws(DeviceError) {
    // Bytes: views of a string bring much of the library into a board's file.
    let bytes = Array(text.utf8)
    if bytes == Array("auto".utf8) {
      self = .automatic
      return
    }
    let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    let words = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if words[0] == Array("kms".utf8)[...], let choice = KMSChoice(words.dropFirst()) {
      self = .kms(choice)
      return
    }
    if parts.count >= 2, parts[0] == Array("fb".utf8)[...], let first = parts[1].first {
      let rest = String(decoding: bytes[3...], as: UTF8.self)
      let isPath = first == UInt8(ascii: "/") || first == UInt8(ascii: ".")
      self = isPath ? .framebuffer(path: rest) : .framebufferDriver(name: rest)
      return
    }
    if parts.count == 3, parts[0] == Array("memory".utf8)[...], let size = Self.size(parts[1]),
      let layout = Self.layout(parts[2])
    {
      self = .memory(width: size.width, height: size.height, layout: layout)
      return
    }
    throw DeviceError(
      "understand the display", text, reason: "it has another form than the known ones",
      remedy:
        "write auto, kms, kms:HDMI-A-1:1280x720, fb:/dev/fb0, fb:DRIVER, rfb:5900:800x480, memory:800x480:xrgb8888 (or :rgb565)"
    )
  }

  /// Opens the chosen display.
  /// - Parameters:
  ///   - rotation: how the picture is rotated on it.
  ///   - panelSize: the size of the rotated picture, in pixels, for a display by KMS that prefers no mode.
  ///   - refused: with ``automatic`` and with a driver's name, told about each framebuffer that is there but cannot be used.
  /// - Throws: it cannot be used. Being unable to use any framebuffer is no error with ``automatic``.
  public func open(
    rotation: DisplayRotation = .none, panelSize: (width: Int, height: Int)? = nil,
    refused: (DeviceError) -> Void = { _ in }
  ) throws(DeviceError) -> any Display {
    try open(SystemCalls(), rotation, panelSize: panelSize, refused)
  }

  /// Opens the chosen display, and none in memory in its place.
  /// - Parameters:
  ///   - rotation: how the picture is rotated on it.
  ///   - panelSize: the size of the rotated picture, in pixels, for a display by KMS that prefers no mode.
  /// - Throws: it is not there.
  public func openDevice(
    rotation: DisplayRotation = .none, panelSize: (width: Int, height: Int)? = nil
  ) throws(DeviceError) -> any Display {
    var refusal: DeviceError?
    let display = try open(rotation: rotation, panelSize: panelSize) { if refusal == nil { refusal = $0 } }
    if case .automatic = self, display is MemoryDisplay {
      throw refusal
        ?? DeviceError(
          "find a display in", "/dev", reason: "there is no card /dev/dri/card0 and no framebuffer /dev/fb0",
          remedy: "load the display's driver")
    }
    return display
  }

  func open(
    _ system: SystemCalls, _ rotation: DisplayRotation = .none, panelSize: (width: Int, height: Int)? = nil,
    _ refused: (DeviceError) -> Void
  ) throws(DeviceError) -> any Display {
    func memory(_ width: Int, _ height: Int, _ layout: PixelLayout) throws(DeviceError) -> MemoryDisplay {
      try MemoryDisplay(
        width: width, height: height, layout: layout, bytesPerRow: nil, rotation: rotation, system: system)
    }
    switch self {
    case .automatic:
      if let display = Self.firstDisplay(system, rotation, panelSize, refused) { return display }
      return try memory(800, 480, .xrgb8888)
    case .kms(let choice):
      #if KMS
      return try KMSDisplay(choice, rotation, panelSize, system, refused: refused)
      #else
      throw DeviceError(
        "use", choice.card ?? "a card", reason: "this program is built without KMS",
        remedy: "choose a framebuffer, such as fb:/dev/fb0"
      ).lasting
      #endif
    case .framebuffer(let path): return try FramebufferDisplay(path: path, rotation: rotation, system: system)
    case .framebufferDriver(let name):
      let found = Self.firstFramebuffer(system, rotation, refused) { $0.driver.utf8.elementsEqual(name.utf8) }
      if let found { return found }
      throw DeviceError(
        "find the framebuffer of driver", name, reason: "no usable framebuffer has it",
        remedy: "see /proc/fb for the drivers' names")
    case .memory(let width, let height, let layout): return try memory(width, height, layout)
    }
  }

  private static func firstDisplay(
    _ system: SystemCalls, _ rotation: DisplayRotation, _ panelSize: (width: Int, height: Int)?,
    _ refused: (DeviceError) -> Void
  ) -> (any Display)? {
    #if KMS
    do throws(DeviceError) {
      return try KMSDisplay(KMSChoice(), rotation, panelSize, system, refused: refused)
    } catch {}
    // Where a card refuses, the framebuffer that the kernel makes of it shows nothing either: another program shows there,
    // or nothing is plugged in.
    let hasCard = !DRMCard.paths(system).isEmpty
    return firstFramebuffer(system, rotation, refused) { !hasCard || !$0.isMadeOfCard }
    #else
    return firstFramebuffer(system, rotation, refused) { _ in true }
    #endif
  }

  /// Linux has at most 32 framebuffers.
  private static func firstFramebuffer(
    _ system: SystemCalls, _ rotation: DisplayRotation, _ refused: (DeviceError) -> Void,
    accepts: (FramebufferDisplay) -> Bool
  ) -> FramebufferDisplay? {
    for number in 0..<32 {
      var path = TextBuilder()
      path.append("/dev/fb")
      path.append(number)
      do throws(DeviceError) {
        let display = try FramebufferDisplay(path: path.string, rotation: rotation, system: system)
        if accepts(display) { return display }
        display.close()
      } catch {
        if error.code != ENOENT { refused(error) }
      }
    }
    return nil
  }

  /// "800x480"; each number of one to five digits.
  static func size(_ text: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
    let parts = text.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]) else { return nil }
    return (width, height)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...5).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 48)
    }
    return value
  }

  static func layout(_ name: ArraySlice<UInt8>) -> PixelLayout? {
    if name == Array("xrgb8888".utf8)[...] { return .xrgb8888 }
    if name == Array("rgb565".utf8)[...] { return .rgb565 }
    return nil
  }
}
