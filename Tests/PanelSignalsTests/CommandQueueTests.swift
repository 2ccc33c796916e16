// row: P66
import PanelSignals
import Testing

private let second: Int64 = 1_000_000_000
private let pause = Command.retryInterval

@Suite("Values that wait for a connection") struct CommandQueueTests {
  @Test("P66 without queue: 1 a value without a connection is refused at once, and never sent later")
  func refused() {
    let (command, receiver) = (makeCommand(), TestReceiver(.refused(.noConnection)))
    command.send(1, to: receiver, at: 0)
    #expect(command.state == .refused(.noConnection) && command.nextTime == nil && command.retryTime == nil)
    receiver.answer = .accepted
    for time in 0..<20 { command.sendAgain(to: receiver, at: Int64(time) * pause) }
    #expect(receiver.requests.count == 1)
  }

  @Test("P66 with queue: 1 it counts as sent, and is sent once when the connection is back")
  func sent() {
    for state in [SignalIndex(4), .none] {
      let (command, receiver) = (makeCommand(state: state, queues: true), TestReceiver(.refused(.noConnection)))
      command.send(1, to: receiver, at: 10)
      #expect(command.state == .sent && command.isPending && command.nextTime == 10 + pause)
      command.sendAgain(to: receiver, at: 9 + pause)
      #expect(receiver.requests.count == 1, "not before its time")
      command.sendAgain(to: receiver, at: 10 + pause)
      #expect(receiver.requests.count == 2 && command.state == .sent && command.retryTime == 10 + 2 * pause)
      receiver.answer = .accepted
      command.sendAgain(to: receiver, at: 10 + 2 * pause)
      #expect(receiver.requests.count == 3 && receiver.requests.allSatisfy { $0 == receiver.requests[0] })
      #expect(command.retryTime == nil && command.isPending == (state != .none))
      for time in 3..<20 { command.sendAgain(to: receiver, at: 10 + Int64(time) * pause) }
      #expect(receiver.requests.count == 3, "once")
    }
  }

  @Test("P66 behind within a queued value is not confirmed, and is not sent any more")
  func over() {
    for asksFirst in [true, false] {
      let (command, receiver) = (makeCommand(queues: true), TestReceiver(.refused(.noConnection)))
      command.send(1, to: receiver, at: 0)
      receiver.answer = .accepted
      // The picture may be late: nobody sends at the end of the time either.
      if asksFirst { command.sendAgain(to: receiver, at: 2 * second) }
      #expect(command.advance(to: 2 * second, Reading(0)) && command.state == .unconfirmed)
      #expect(command.nextTime == nil && command.retryTime == nil)
      command.sendAgain(to: receiver, at: 3 * second)
      #expect(receiver.requests.count == 1)
    }
  }

  @Test("P66 of several queued values the newest is sent alone")
  func newest() {
    let (command, receiver) = (makeCommand(queues: true), TestReceiver(.refused(.noConnection)))
    for value in 1...3 { command.send(Fixed64(value), to: receiver, at: Int64(value)) }
    receiver.answer = .accepted
    command.sendAgain(to: receiver, at: second)
    #expect(receiver.requests.count == 4 && receiver.requests[3].value == 3)
    #expect(receiver.requests[3].identity == receiver.requests[2].identity)
    command.sendAgain(to: receiver, at: second + second / 2)
    #expect(receiver.requests.count == 4)
  }

  @Test("P66 a queued value that the state has reached meanwhile is not sent")
  func reached() {
    let (command, receiver) = (makeCommand(queues: true), TestReceiver(.refused(.noConnection)))
    command.send(1, to: receiver, at: 0)
    #expect(command.advance(to: 1, Reading(1)) && command.state == .confirmed && command.retryTime == nil)
    receiver.answer = .accepted
    command.sendAgain(to: receiver, at: second)
    #expect(receiver.requests.count == 1)
  }

  @Test("P66 other refusals are not queued, and neither is one that comes after the value may have been sent")
  func others() {
    for refusal in [.exception(2), .invalid, .forbidden, .busy, .exited(1), .killed(9)] as [CommandRefusal] {
      let (command, receiver) = (makeCommand(queues: true), TestReceiver(.refused(refusal)))
      command.send(1, to: receiver, at: 0)
      #expect(command.state == .refused(refusal) && command.retryTime == nil)
    }
    let (command, receiver) = (makeCommand(queues: true), TestReceiver(nil))
    command.send(1, to: receiver, at: 0)
    #expect(command.take(.refused(.noConnection), to: receiver.requests[0].identity))
    #expect(command.state == .refused(.noConnection) && command.retryTime == nil)
  }
}
