// Input: requests of OBD-II. Output: the answers of a small car, by SAE J1979 and ISO 15765-4.

/// An ECU with the speed of its engine (01 0C), the speed of its car (01 0D), its number (09 02) and a stored code (03).
struct ECU {
  /// Of its answers; requests to it alone have the id 8 below.
  let id: UInt32
  /// Revolutions a minute.
  let speed: UInt32
  /// The frames that wait for a flow control.
  private var waiting: [Frame] = []

  static var vehicleNumber: String { "WVWZZZ1KZ6W000001" }

  init(id: UInt32, speed: UInt32) { (self.id, self.speed) = (id, speed) }

  func isFor(_ frame: Frame) -> Bool { frame.id == 0x7DF || frame.id == id - 8 }

  /// The frames that are sent at once.
  mutating func answers(to frame: Frame) -> [Frame] {
    if frame.count == 8 && frame.data[0] == 0x30 && frame.id != 0x7DF {
      defer { waiting = [] }
      return waiting
    }
    // A single frame of one byte or two.
    if frame.count != 8 || frame.data[0] == 0 || frame.data[0] > 2 { return [] }
    guard let message = message(mode: frame.data[1], pid: frame.data[0] == 2 ? frame.data[2] : 0) else { return [] }
    return send(message)
  }

  /// The answer; `nil` for a request that it leaves to others.
  private func message(mode: UInt8, pid: UInt8) -> [UInt8]? {
    switch (mode, pid) {
    // The PIDs from 1 to 32, and the first items of mode 9.
    case (1, 0): [0x41, 0, 0, 0x18, 0, 0]
    case (1, 0x0C): [0x41, 0x0C, UInt8(speed >> 6), UInt8(speed << 2 & 255)]
    case (1, 0x0D): [0x41, 0x0D, 88]
    // P0133 of the first unit, P0134 of the second.
    case (3, _): [0x43, 1, 0x01, 0x33 + UInt8(id & 7)]
    case (9, 0): [0x49, 0, 0x40, 0, 0, 0]
    case (9, 2): [0x49, 2, 1] + Array(Self.vehicleNumber.utf8)
    default: nil
    }
  }

  /// Sends a message in one frame, or the first of several; the others wait.
  private mutating func send(_ message: [UInt8]) -> [Frame] {
    waiting = []
    var frame = Frame(id: id)
    if message.count < 8 {
      frame.data[0] = UInt8(message.count)
      for index in message.indices { frame.data[1 + index] = message[index] }
      return [frame]
    }
    (frame.data[0], frame.data[1]) = (0x10, UInt8(message.count))
    for index in 0..<6 { frame.data[2 + index] = message[index] }
    var (place, number) = (6, UInt8(1))
    while place < message.count {
      var next = Frame(id: id)
      next.data[0] = 0x20 | number & 15
      for index in 0..<min(7, message.count - place) { next.data[1 + index] = message[place + index] }
      waiting.append(next)
      (place, number) = (place + 7, number &+ 1)
    }
    return [frame]
  }
}
