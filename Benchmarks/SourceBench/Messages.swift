// What sources are fed with.

/// A frame of a CAN bus as the kernel has it.
func frame(_ id: UInt32, _ data: [UInt8], isExtended: Bool = false) -> [UInt8] {
  let word = isExtended ? id | 1 << 31 : id
  var bytes: [UInt8] = []
  for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  bytes += [UInt8(data.count), 0, 0, 0]
  bytes += data
  while bytes.count < 16 { bytes.append(0) }
  return bytes
}

/// A sentence with its checksum.
func sentence(_ text: StaticString) -> [UInt8] {
  let body = letters(text)
  let sum = body.reduce(0, ^)
  return [UInt8(ascii: "$")] + body + [UInt8(ascii: "*"), digit(sum >> 4), digit(sum & 15), 13, 10]
}

private func digit(_ number: UInt8) -> UInt8 { number < 10 ? 48 + number : 55 + number }

func letters(_ text: StaticString) -> [UInt8] {
  var bytes: [UInt8] = []
  for index in 0..<text.utf8CodeUnitCount { bytes.append(unsafe text.utf8Start[index]) }
  return bytes
}

/// A block of VE.Direct with its checksum.
func block(_ fields: [(StaticString, StaticString)]) -> [UInt8] {
  var bytes: [UInt8] = []
  for (label, value) in fields {
    bytes += [13, 10]
    bytes += letters(label)
    bytes.append(9)
    bytes += letters(value)
  }
  bytes += letters("\r\nChecksum\t")
  return bytes + [0 &- bytes.reduce(0, &+)]
}

/// A PUBLISH of MQTT with QoS 0.
func publish(_ topic: StaticString, _ payload: [UInt8]) -> [UInt8] {
  let topic = letters(topic)
  let length = 2 + topic.count + payload.count
  return [0x30, UInt8(length & 127 | 128), UInt8(length >> 7), 0, UInt8(topic.count)] + topic + payload
}
