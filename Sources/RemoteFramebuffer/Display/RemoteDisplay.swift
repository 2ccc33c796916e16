// Stage: remote framebuffer. Input: frames. Output: the same frames on a display, and what changed for viewers.
import CLinux
import FBDevice
import FixedRaster
import SystemFiles

/// A display whose frames viewers see too: beside any display, or in place of one.
///
/// While nobody looks it costs nothing: ``memory`` is the display's own, and ``present(_:)`` hands on. While viewers look,
/// frames are drawn in a copy in the process's memory, and ``present(_:)`` copies the damage to the display. A device's
/// memory is never read. Belongs to the loop's thread.
public final class RemoteDisplay: Display {
  /// Called when ``memory`` is another one, which is empty: before the first viewer sees anything, and after another size.
  /// The program has to draw the whole picture in its next frame, with `Compositor.invalidate()`: viewers wait for it.
  public var redrawHandler: () -> Void = {}

  /// The display beside which viewers see the frames.
  public private(set) var display: any Display
  /// In place of a display: viewers see its memory.
  private var isAlone: Bool
  /// `nil` while no server is open, and where ``isAlone``.
  private var copy: MemoryDisplay?
  /// Whether the viewers' memory has the whole picture.
  private(set) var isFilled = false
  /// Whether frames are drawn for viewers.
  private(set) var isWatched = false
  unowned(unsafe) private var server: RemoteServer?
  /// Of the last frame that was copied: a display with two memories by turns lacks it in the other one.
  private var formerDamage = PendingArea()

  /// Shows frames beside a display.
  public init(_ display: any Display) {
    self.display = display
    isAlone = false
    unsafe server = nil
  }

  /// Shows frames in place of a display: viewers see the memory, without a copy of it.
  public init(inPlaceOf memory: MemoryDisplay) {
    display = memory
    isAlone = true
    isFilled = true
    unsafe server = nil
  }

  public var name: String { display.name }
  public var pixelsPerMillimetre: Fixed? { display.pixelsPerMillimetre }
  public var counts: PresentCounts { display.counts }
  public var isInMemory: Bool { display.isInMemory }
  public var restarts: Int { display.restarts }
  public var eventDescriptor: Int32? { display.eventDescriptor }

  /// The copy for viewers is one memory.
  public var alternates: Bool { isWatched && copy != nil ? false : display.alternates }

  public func readEvents() throws(DeviceError) { try display.readEvents() }
  public func isThere() -> Bool { display.isThere() }
  public func earliestFrameTime(cost: Int64) -> Int64? { display.earliestFrameTime(cost: cost) }
  public func setForeground(_ isForeground: Bool) { display.setForeground(isForeground) }
  public func setPower(_ isOn: Bool) -> Bool { display.setPower(isOn) }

  /// Where to draw: changes when the first viewer comes and when the last one goes, never between a frame's drawing and its
  /// ``present(_:)``.
  public var memory: DisplayMemory {
    if isWatched, let copy { return copy.memory }
    return display.memory
  }

  /// Whether viewers see memory of this process: not where there was not enough for a copy.
  var isReadable: Bool { isAlone || copy != nil }

  /// The memory that viewers see; only its size counts where it is not ``isReadable``.
  var viewedMemory: DisplayMemory { copy?.memory ?? display.memory }

  /// - Throws: the display is gone or refuses; viewers get the frame all the same.
  public func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    if !isWatched { return try display.present(damage) }
    if !isAlone && !fits { return try show(on: display) }
    var failure: DeviceError?
    if let copy { copyFrame(damage, from: copy.memory) }
    do throws(DeviceError) { try display.present(damage) } catch { failure = error }
    fill(damage)
    if isFilled { unsafe server?.show(damage) }
    if let failure { throw failure }
  }

  /// Closes the display. A server stays open, and its viewers see the last picture.
  public func close() { display.close() }

  // MARK: Other sizes

  /// Shows frames beside another display from here on, or beside the same one, whose memory is another one: viewers get
  /// its size. Allocates. ``redrawHandler`` is called.
  /// - Throws: there is not enough memory for a copy; then viewers see nothing new.
  public func show(on display: any Display) throws(DeviceError) {
    self.display = display
    isAlone = false
    isFilled = false
    if unsafe server != nil && (copy == nil || !fits) { try makeCopy() }
    redrawHandler()
    unsafe server?.showAll()
  }

  /// Shows frames in place of a display from here on, as ``show(on:)`` does beside one.
  public func show(inPlaceOf memory: MemoryDisplay) {
    display = memory
    isAlone = true
    isFilled = true
    copy?.close()
    copy = nil
    redrawHandler()
    unsafe server?.showAll()
  }

  /// Whether copy and display have the same pixels at the same places.
  private var fits: Bool {
    guard let copy else { return true }
    let (own, other) = (copy.memory, display.memory)
    return own.width == other.width && own.height == other.height && own.rotation == other.rotation
      && own.layout == other.layout
  }

  // MARK: Viewers

  /// Takes the memory of the copy.
  /// - Throws: there is not enough, or there is a server already.
  func open(for server: RemoteServer) throws(DeviceError) {
    if unsafe self.server != nil {
      throw DeviceError("serve", display.name, reason: "there is a server already", remedy: "close it before")
    }
    if !isAlone { try makeCopy() }
    unsafe self.server = server
  }

  /// Does nothing for another server than the display's.
  func closeServer(_ server: RemoteServer) {
    if unsafe self.server !== server { return }
    unsafe self.server = nil
    isWatched = false
    copy?.close()
    copy = nil
  }

  /// - Parameter isWatched: whether there is a viewer.
  package func watch(_ isWatched: Bool) {
    if isWatched == self.isWatched { return }
    self.isWatched = isWatched
    isFilled = isAlone
    // The display has every frame so far, and goes on from there; but of two memories one lacks the last frame.
    if !isAlone && (isWatched || display.alternates) { redrawHandler() }
    formerDamage.removeAll()
  }

  private func makeCopy() throws(DeviceError) {
    let memory = display.memory.unrotated
    copy?.close()
    copy = nil
    copy = try MemoryDisplay(
      width: memory.width, height: memory.height, layout: memory.layout, rotation: display.memory.rotation)
  }

  /// The picture is there after a frame of all of it. Damage does not overlap.
  private func fill(_ damage: Span<PixelRect>) {
    if isFilled || !isReadable { return }
    let bounds = viewedMemory.bounds
    var area: Int64 = 0
    for index in damage.indices { area += damage[index].intersection(bounds).area }
    if area < bounds.area { return }
    isFilled = true
  }

  /// Copies a frame to the display's memory, with the former frame's damage where that went to another memory.
  private func copyFrame(_ damage: Span<PixelRect>, from source: DisplayMemory) {
    let target = display.memory
    var area = PendingArea()
    for index in damage.indices { area.add(damage[index].intersection(source.bounds)) }
    let current = area
    if display.alternates {
      for index in 0..<formerDamage.count { area.add(formerDamage[index].intersection(source.bounds)) }
      for index in 0..<area.count { Self.copyRows(area[index], from: source, to: target) }
    } else {
      // The damage itself does not overlap.
      for index in damage.indices { Self.copyRows(damage[index].intersection(source.bounds), from: source, to: target) }
    }
    formerDamage = current
  }

  /// Copies the rows of an area within the picture, each pixel once; of pixels that share a byte, all of the byte's.
  private static func copyRows(_ area: PixelRect, from source: DisplayMemory, to target: DisplayMemory) {
    if area.isEmpty { return }
    let bits = Int(source.layout.bitsPerPixel)
    let rows = source.memoryArea(of: area)
    let first = Int(rows.minX) * bits / 8
    let count = (Int(rows.maxX) * bits + 7) / 8 - first
    for row in Int(rows.minY)..<Int(rows.maxY) {
      let from = unsafe source.base + (row * source.bytesPerRow + first)
      unsafe (target.base + (row * target.bytesPerRow + first)).copyMemory(from: from, byteCount: count)
    }
  }
}
