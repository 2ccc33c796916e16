// Stage: sources. Input: the addresses of a GPIO source. Output: its lines, and the line of each address.

/// The lines that addresses name: several addresses may have one line in common.
struct GPIOPlan {
  private(set) var lines: [GPIOLine] = []
  /// The line of each address and its value; −1 where the address is none, as in a damaged file.
  private(set) var values: [(line: Int, value: GPIOValue)] = []
  /// The line of each output, with its number in commands; −1 where the address is none.
  private(set) var outputs: [(number: Int32, line: Int)] = []

  init(_ addresses: [String], outputs: [(number: Int32, address: String)]) {
    for text in addresses {
      let address = GPIOAddress(text)
      let line = line(of: address)
      values.append((line, address?.value ?? .level))
      if line >= 0, address?.value == .level { lines[line].hasLevel = true }
    }
    for output in outputs {
      let line = line(of: GPIOAddress(output.address))
      self.outputs.append((output.number, line))
      if line >= 0 { lines[line].isOutput = true }
    }
  }

  private mutating func line(of address: GPIOAddress?) -> Int {
    guard let address else { return -1 }
    for index in lines.indices where lines[index].isLine(of: address) {
      lines[index].add(address)
      return index
    }
    lines.append(GPIOLine(address))
    return lines.count - 1
  }
}
