import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct CommandTests {
  @Test("P66 each event in each state of a command: sent, confirmed, refused, not confirmed, and from where to where")
  func transitions() {
    for standing in Standing.allCases {
      for event in Event.allCases {
        let (command, identity) = standing.make()
        #expect(command.state == standing.state)
        let expected: CommandState =
          switch (standing, event) {
          case (.sent, .refused), (.accepted, .refused), (.unconfirmed, .refused): .refused(.noConnection)
          case (.sent, .wantedInTime), (.accepted, .wantedInTime), (.unconfirmed, .wantedInTime): .confirmed
          case (.sent, .wantedLate), (.accepted, .wantedLate), (.unconfirmed, .wantedLate): .confirmed
          case (.sent, .otherLate), (.accepted, .otherLate): .unconfirmed
          case (.sent, .oldLate), (.accepted, .oldLate): .unconfirmed
          default: standing.state
          }
        let isChanged = event.happen(to: command, identity)
        #expect(command.state == expected, "\(standing) \(event)")
        #expect(isChanged == (expected != standing.state), "\(standing) \(event)")
        #expect(command.isPending == (expected == .sent) && command.wanted == (standing == .idle ? 0 : 1))
      }
      // From anywhere another value begins again.
      let (again, _) = standing.make()
      let request = again.send(5, at: 3 * second)
      #expect(again.state == .sent && again.wanted == 5 && again.nextTime == 5 * second)
      #expect(request.value == 5 && request.destination == .address(7, source: 1))
      #expect(request.identity == .init(command: 3, sending: standing == .idle ? 1 : 2))
    }
  }

  @Test("P66 without a state to confirm it the acceptance is all that comes: in time, or late; then nothing is due")
  func withoutState() {
    for standing in Standing.allCases where standing != .confirmed {
      for event in Event.allCases {
        let (command, identity) = standing.make(state: .none)
        #expect(command.state == standing.state && command.isPending == (standing == .sent))
        let isTimeOver = [.wantedLate, .otherLate, .oldLate].contains(event)
        let expected: CommandState =
          switch (standing, event) {
          case (.sent, .refused), (.accepted, .refused), (.unconfirmed, .refused): .refused(.noConnection)
          case (.unconfirmed, .accepted): .sent
          case (.sent, _) where isTimeOver: .unconfirmed
          default: standing.state
          }
        let isChanged = event.happen(to: command, identity)
        // One that was accepted is no longer on its way.
        let isDone = standing == .sent && event == .accepted
        #expect(
          command.state == expected && isChanged == (isDone || expected != standing.state), "\(standing) \(event)")
        let isAccepted = standing == .accepted || event == .accepted
        #expect((command.nextTime != nil) == (expected == .sent && !isAccepted), "\(standing) \(event)")
      }
    }
  }

  @Test(
    "P66 the time for a confirmation ends exactly with it, is due while the value is on its way, and is no end for ever"
  )
  func times() {
    let command = makeCommand()
    #expect(command.nextTime == nil)
    command.send(1, at: 10)
    #expect(command.nextTime == 10 + 2 * second)
    #expect(!command.advance(to: 9 + 2 * second, Reading(0)) && command.state == .sent)
    #expect(command.advance(to: 10 + 2 * second, Reading(0)) && command.state == .unconfirmed)
    #expect(command.nextTime == nil && !command.advance(to: 3 * second, Reading(0)))
    // A state that comes late is a state.
    #expect(command.advance(to: 90 * second, Reading(1)) && command.state == .confirmed)
    // And stays one though the state changes afterwards: that is no matter of this command.
    #expect(!command.advance(to: 91 * second, Reading(0)) && command.state == .confirmed)
  }

  @Test("P66 times near the ends of their numbers, and none, neither trap nor pass too early")
  func extremeTimes() {
    for (start, within, due) in [
      (Int64.max - 5, 10, nil), (.max, 1, nil), (0, .max, nil), (1, .max, nil), (.max - 10, 5, .max - 5),
      (7, 0, 7), (7, -3, 7), (7, .min, 7), (-5, 3, -2), (.min, 2, .min + 2),
    ] as [(Int64, Int64, Int64?)] {
      let command = makeCommand(within: within)
      command.send(1, at: start)
      #expect(command.nextTime == due, "\(start) \(within)")
      if let due {
        if due > start { #expect(!command.advance(to: due - 1, Reading(0))) }
        #expect(command.advance(to: due, Reading(0)) && command.state == .unconfirmed)
      } else {
        #expect(!command.advance(to: .max, Reading(0)) && command.isPending)
      }
      #expect(command.advance(to: .max, Reading(1)) && command.state == .confirmed)
    }
  }

  @Test("P66 the state confirms within the tolerance, over the whole range of values, and only while it is fresh")
  func tolerance() {
    let step = Fixed64(rawValue: 1)
    for (wanted, state, tolerance, isConfirmed) in [
      (20, 20, 0, true), (20, 20 + step, 0, false), (20, 21, 1, true), (20, 19, 1, true), (20, 21 + step, 1, false),
      (20, 19 - step, 1, false), (.max, .min, .max, true), (.max, .min, .max - step, false), (.min, .max, 5, false),
      (.min, .min, 0, true), (20, 20, -1, true), (20, 20 + step, .min, false),
    ] as [(Fixed64, Fixed64, Fixed64, Bool)] {
      let command = makeCommand(tolerance: tolerance)
      command.send(wanted, at: 0)
      for quality in [.old, .failed, .none] as [Quality] {
        #expect(!command.advance(to: 1, Reading(state, quality)) && command.state == .sent)
      }
      #expect(command.advance(to: 1, Reading(state)) == isConfirmed)
      #expect(command.state == (isConfirmed ? .confirmed : .sent), "\(wanted.rawValue) \(state.rawValue)")
    }
  }

  @Test("P66 a confirmation may come before the receiver answers; its answer changes nothing then, not even a refusal")
  func early() {
    for answer in [.accepted, .refused(.noConnection)] as [CommandAnswer] {
      let command = makeCommand()
      let identity = command.send(1, at: 0).identity
      #expect(command.advance(to: 1, Reading(1)) && command.state == .confirmed && command.nextTime == nil)
      #expect(!command.take(answer, to: identity) && command.state == .confirmed)
    }
  }

  @Test(
    "P66 a second value takes the place of one that is on its way: answers to the first, and its value, are no longer its"
  )
  func replaced() {
    let command = makeCommand()
    let first = command.send(1, at: 0).identity
    let second = command.send(2, at: 10).identity
    #expect(first != second && command.wanted == 2 && command.nextTime == 10 + 2_000_000_000)
    for answer in [.accepted, .refused(.noConnection)] as [CommandAnswer] {
      #expect(!command.take(answer, to: first) && command.state == .sent)
    }
    #expect(!command.advance(to: 20, Reading(1)) && command.state == .sent)
    #expect(command.advance(to: 30, Reading(2)) && command.state == .confirmed)
    // Of another command of the same number of sendings.
    let other = makeCommand()
    other.send(1, at: 0)
    #expect(!other.take(.refused(.invalid), to: .init(command: 4, sending: 1)) && other.state == .sent)
  }

  @Test(
    "P66 a state from before two values that follow each other confirms the second only once it changed or in the end")
  func toggledBack() {
    func toggled(_ values: [Fixed64]) -> TestCommand {
      let command = makeCommand()
      for (time, value) in values.enumerated() { command.send(value, at: Int64(time)) }
      return command
    }
    // It is 1, and 0 and 1 are wanted: the 1 that is heard is the former one.
    var command = toggled([0, 1])
    #expect(!command.advance(to: 5, Reading(1)) && !command.advance(to: 6, Reading(1, .old)))
    #expect(!command.advance(to: 7, Reading(0)) && command.advance(to: 8, Reading(1)) && command.state == .confirmed)
    // Nothing else comes: the device has left out the 0.
    command = toggled([0, 1])
    #expect(!command.advance(to: 2 * second, Reading(1)))
    #expect(command.advance(to: 1 + 2 * second, Reading(1)) && command.state == .confirmed)
    // That lasts over more values, and is over with a state that is another one.
    command = toggled([0, 1, 1])
    #expect(!command.advance(to: 5, Reading(1)) && command.isPending)
    command = toggled([0, 1])
    #expect(!command.advance(to: 5, Reading(0)))
    command.send(1, at: 6)
    #expect(command.advance(to: 7, Reading(1)) && command.state == .confirmed)
    // A value that is sent again and again, and one behind an end, are as good as the first.
    command = toggled([1, 1, 1])
    #expect(command.advance(to: 5, Reading(1)) && command.state == .confirmed)
    command = makeCommand()
    command.take(.refused(.noConnection), to: command.send(0, at: 0).identity)
    command.send(1, at: 1)
    #expect(command.advance(to: 2, Reading(1)) && command.state == .confirmed)
  }

  @Test("P66 a receiver refuses at once or later, with its reason, which stays until the next value")
  func refusals() {
    for refusal in [.noConnection, .exception(2), .exception(-1), .invalid, .forbidden] as [CommandRefusal] {
      let receiver = TestReceiver(.refused(refusal))
      let command = makeCommand()
      command.send(5, to: receiver, at: 42)
      #expect(command.state == .refused(refusal) && command.nextTime == nil)
      #expect(receiver.requests == [.init(.init(command: 3, sending: 1), .address(7, source: 1), 5)])
      #expect(receiver.times == [42])
      // Neither the state nor another answer changes that.
      #expect(!command.advance(to: 9 * second, Reading(5)))
      #expect(!command.take(.accepted, to: receiver.requests[0].identity))
      #expect(!command.take(.refused(.exception(9)), to: receiver.requests[0].identity))
      #expect(command.state == .refused(refusal))
      receiver.answer = .accepted
      command.send(6, to: receiver, at: 43)
      #expect(command.state == .sent && receiver.requests.map(\.identity.sending) == [1, 2])
      #expect(command.advance(to: 44, Reading(6)) && command.state == .confirmed)
    }
  }

  @Test("P66 a later answer goes by its request to the command that it is for")
  func laterAnswers() {
    let receiver = TestReceiver(nil)
    let commands = (0..<3).map {
      TestCommand(CommandDefinition(.variable(SignalIndex($0)), state: SignalIndex($0)), number: Int32($0))
    }
    for number in 0..<3 { commands[number].send(Fixed64(number), to: receiver, at: 0) }
    #expect(commands.allSatisfy { $0.isPending && $0.nextTime == 2 * second })
    receiver.answerHandler = { commands[Int($0.command)].take($1, to: $0) }
    receiver.answerHandler(receiver.requests[1].identity, .refused(.exception(4)))
    receiver.answerHandler(receiver.requests[2].identity, .accepted)
    #expect(commands.map(\.state) == [.sent, .refused(.exception(4)), .sent])
    #expect(receiver.requests.map(\.destination) == (0..<3).map { .variable(SignalIndex($0)) })
  }

  @Test(
    "P66 any order of values, answers, states and times: a command ends right, and is due as long as it is on its way")
  func anyOrder() {
    var random = SplitMix(seed: 6_600)
    var counts = [0, 0, 0, 0]
    for _ in 0..<2000 {
      let command = makeCommand(within: Int64(random.next(in: 0...6)))
      var (time, requests) = (Int64(0), [CommandRequest]())
      for _ in 0..<30 {
        let former = command.value
        time += Int64(random.next(in: 0...2))
        let reading = Reading(Fixed64(random.next(in: 0...2)), random.next(in: 0...3) == 0 ? .old : .fresh)
        switch random.next(in: 0...5) {
        case 0: requests.append(command.send(Fixed64(random.next(in: 0...2)), at: time))
        case 1 where !requests.isEmpty:
          let request = requests[random.next(in: max(0, requests.count - 2)...requests.count - 1)]
          let isChanged = command.take(
            random.next(in: 0...1) == 0 ? .accepted : .refused(.invalid), to: request.identity)
          #expect(isChanged == (command.state != former.state))
          if isChanged {
            #expect(request == requests.last && command.state == .refused(.invalid) && former.state != .confirmed)
            counts[0] += 1
          }
        default:
          let isChanged = command.advance(to: time, reading)
          #expect(isChanged == (command.state != former.state))
          let isWanted = reading == Reading(command.wanted)
          if isChanged && command.state == .confirmed {
            #expect(isWanted)
            counts[former.state == .sent ? 1 : 2] += 1
          } else if isChanged {
            #expect(command.state == .unconfirmed && !isWanted && former.nextTime.map { $0 <= time } == true)
            counts[3] += 1
          }
        }
        #expect(command.isPending == (command.state == .sent) && (command.nextTime != nil) == command.isPending)
      }
    }
    print("P66: refused, confirmed, confirmed late, unconfirmed: \(counts)")
    #expect(counts.allSatisfy { $0 > 500 })
  }

  @Test("P66 a command takes no memory but its own: it is copied bit by bit, and small")
  func memory() {
    func size<Value: BitwiseCopyable>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    #expect(size(Command.self) <= 96 && size(CommandRequest.self) <= 48)
  }
}
