// Stage: sources. Input: the frames of one ECU. Output: its messages, of up to ``ISOTPReceiver/lengthLimit`` bytes.
// ISO 15765-2: a single frame, or a first frame, a flow control of the receiver, and consecutive frames. No system calls.

/// The receiver's side of ISO-TP on a classic bus. Memory is taken when it is made.
public struct ISOTPReceiver {
  /// What a frame has brought.
  public enum Outcome: Sendable {
    case nothing
    /// ``message`` is whole.
    case message
    /// The sender waits for a flow control: to continue, or, of a message that is too long, to stop.
    case wantsFlowControl(isRefused: Bool)
  }

  /// 255 codes of trouble in one message.
  public static var lengthLimit: Int { 512 }
  /// The longest time between two frames of a message, N_Cr of the standard, in nanoseconds.
  public static var frameTime: Int64 { 1_000_000_000 }

  /// Frames that were no part of a message, and messages that broke off.
  public private(set) var faults: Int64 = 0

  private var bytes = [UInt8](repeating: 0, count: ISOTPReceiver.lengthLimit)
  /// The length of the message, and how much of it is there.
  private var (length, count) = (0, 0)
  /// The number of the next consecutive frame: 0...15.
  private var sequence: UInt8 = 0
  /// When the last frame came.
  private var heardAt: Int64 = 0

  public init() {}

  /// Whether frames of a message are missing.
  public var isReceiving: Bool { count < length }

  /// When the next frame must have come; `Int64.min` where none is missing.
  var deadline: Int64 { isReceiving ? heardAt &+ Self.frameTime : .min }

  /// The last message, until the next frame is taken.
  public var message: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(0..<count) }
  }

  /// - Returns: the length of the message.
  mutating func swapBuffer(_ other: inout [UInt8]) -> Int {
    swap(&bytes, &other)
    return count
  }

  public mutating func reset() { (length, count) = (0, 0) }

  /// Takes the data of a frame.
  /// - Parameter time: in nanoseconds of a clock that never goes back.
  public mutating func take(_ data: Span<UInt8>, at time: Int64) -> Outcome {
    if data.isEmpty || data.count > 8 {
      faults &+= 1
      return .nothing
    }
    switch data[0] >> 4 {
    case 0: return takeSingle(data)
    case 1: return takeFirst(data, at: time)
    case 2: return takeConsecutive(data, at: time)
    case 3: return .nothing
    default:
      faults &+= 1
      return .nothing
    }
  }

  private mutating func takeSingle(_ data: Span<UInt8>) -> Outcome {
    breakOff()
    let size = Int(data[0])
    if size == 0 || size >= data.count {
      faults &+= 1
      return .nothing
    }
    for index in 0..<size { bytes[index] = data[index &+ 1] }
    (length, count) = (size, size)
    return .message
  }

  private mutating func takeFirst(_ data: Span<UInt8>, at time: Int64) -> Outcome {
    breakOff()
    let size = data.count == 8 ? Int(data[0] & 15) << 8 | Int(data[1]) : 0
    if size < 8 {
      faults &+= 1
      return .nothing
    }
    if size > Self.lengthLimit {
      faults &+= 1
      return .wantsFlowControl(isRefused: true)
    }
    for index in 0..<6 { bytes[index] = data[index &+ 2] }
    (length, count, sequence, heardAt) = (size, 6, 1, time)
    return .wantsFlowControl(isRefused: false)
  }

  private mutating func takeConsecutive(_ data: Span<UInt8>, at time: Int64) -> Outcome {
    let wanted = Swift.min(7, length &- count)
    if !isReceiving || data[0] & 15 != sequence || data.count &- 1 < wanted || time > deadline {
      faults &+= 1
      reset()
      return .nothing
    }
    for index in 0..<wanted { bytes[count &+ index] = data[index &+ 1] }
    (count, sequence, heardAt) = (count &+ wanted, (sequence &+ 1) & 15, time)
    return isReceiving ? .nothing : .message
  }

  /// Another message begins: the rest of an unfinished one does not come.
  private mutating func breakOff() {
    if isReceiving { faults &+= 1 }
    reset()
  }
}
