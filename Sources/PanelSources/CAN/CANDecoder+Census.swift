// Stage: sources. The names of frames and messages that no address has, for `panel-ui doctor --listen`.

extension CANID {
  /// The id as an address has it: `1A0`, and `09F50317 (128259@23)` with the parameter group and the sender.
  var name: [UInt8] {
    var letters: [UInt8] = []
    for shift in stride(from: isExtended ? 28 : 8, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift)) & 15
      letters.append(digit < 10 ? 48 + digit : 55 + digit)
    }
    if isExtended {
      letters += [32, UInt8(ascii: "(")]
      letters += MessageHeader(id: number).name
      letters.append(UInt8(ascii: ")"))
    }
    return letters
  }
}

extension MessageHeader {
  /// The message as an address has it: `128259@23`.
  var name: [UInt8] {
    var letters = Array(String(Int(number)).utf8)
    letters.append(UInt8(ascii: "@"))
    letters += Array(String(Int(source)).utf8)
    return letters
  }
}
