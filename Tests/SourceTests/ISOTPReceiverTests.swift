// row: P68
import Testing

@testable import PanelSources

@Suite struct ISOTPReceiverTests {
  private func message(_ receiver: borrowing ISOTPReceiver) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<receiver.message.count { bytes.append(receiver.message[index]) }
    return bytes
  }

  @Test("P68 messages of every length come out as they went in, with one flow control")
  func lengths() {
    var receiver = ISOTPReceiver()
    for count in 1...ISOTPReceiver.lengthLimit {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
      var (controls, isWhole) = (0, false)
      for (number, frame) in OBDBench.frames(bytes).enumerated() {
        switch receiver.take(frame.span, at: Int64(number)) {
        case .wantsFlowControl(let isRefused): controls += isRefused ? 100 : 1
        case .message: isWhole = true
        case .nothing: break
        }
      }
      if !isWhole || message(receiver) != bytes || controls != (count > 7 ? 1 : 0) { Issue.record("\(count)") }
    }
    #expect(receiver.faults == 0)
  }

  @Test("P68 a missing, doubled or late frame ends a message, and the next one is whole")
  func faults() {
    let bytes = (0..<40).map { UInt8($0) }
    let frames = OBDBench.frames(bytes)
    let good = frames.enumerated().map { (Int64($0) * 1000, $1) }
    var doubled = good
    doubled.insert(good[2], at: 2)
    var late = good
    for index in 3..<late.count { late[index].0 += 1_100_000_000 }
    let missing = good.enumerated().filter { $0.offset != 3 }.map { $0.element }
    for damaged in [doubled, late, missing, Array(good.dropFirst()), good.dropLast() + good] {
      var (receiver, whole) = (ISOTPReceiver(), 0)
      for (time, frame) in damaged { if case .message = receiver.take(frame.span, at: time) { whole += 1 } }
      #expect(receiver.faults > 0 && whole == (damaged.count > good.count + 1 ? 1 : 0))
      for (time, frame) in good {
        if case .message = receiver.take(frame.span, at: 9_000_000_000 + time) { whole += 1 }
      }
      #expect(message(receiver) == bytes && whole >= 1)
    }
  }

  @Test("P68 a message that is too long is refused, and frames that are none are counted")
  func refusals() {
    var receiver = ISOTPReceiver()
    let long = [0x12, 0x01, 1, 2, 3, 4, 5, 6] as [UInt8]
    guard case .wantsFlowControl(isRefused: true) = receiver.take(long.span, at: 0) else {
      Issue.record("taken")
      return
    }
    let none: [[UInt8]] = [
      [], [0x00, 1], [0x08, 1, 2, 3, 4, 5, 6, 7], [0x03, 1, 2], [0x10, 7, 1, 2, 3, 4, 5, 6], [0x10, 20, 1], [0x21, 1],
      [0x40, 1], [0xFF, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ]
    for frame in none {
      let faults = receiver.faults
      guard case .nothing = receiver.take(frame.span, at: 0) else {
        Issue.record("\(frame)")
        continue
      }
      #expect(receiver.faults == faults + 1 && !receiver.isReceiving, "\(frame)")
    }
    let faults = receiver.faults
    guard case .nothing = receiver.take([0x30, 0, 0].span, at: 0) else { return }
    #expect(receiver.faults == faults)
  }

  @Test("P68 100,000 random frames never trap, and a message is never longer than it says")
  func damage() {
    var (generator, receiver, whole) = (CANRandom(15765), ISOTPReceiver(), 0)
    for number in 0..<100_000 {
      var frame = (0..<Int.random(in: 0...9, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      if !frame.isEmpty && Bool.random(using: &generator) { frame[0] &= 0x23 }
      if case .message = receiver.take(frame.span, at: Int64(number)) { whole += 1 }
      if receiver.message.count > ISOTPReceiver.lengthLimit { Issue.record("\(receiver.message.count)") }
    }
    #expect(whole > 1000 && receiver.faults > 1000)
  }
}
