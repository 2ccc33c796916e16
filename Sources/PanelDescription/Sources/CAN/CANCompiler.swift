// Sources. The DBC file of a bus, for a panel's description.

extension SourceCompiler {
  static let can = SourceCompiler(kind: "can") { source in
    let sends = source.text("sends") == "true"
    var sender: UInt8?
    if let text = source.text("address") {
      sender = UInt8(text).flatMap { $0 <= 251 ? $0 : nil }
      if sender == nil { source.report("address", "address is '\(text)'", expected: "a whole number from 0 to 251") }
    }
    guard let name = source.text("dbc") else {
      return CANAddresses(nil, sends: sends, sender: sender, nearest: source.nearest)
    }
    guard let bytes = source.file("dbc", limit: DBCFile.sizeLimit) else { return nil }
    let file = DBCFile(bytes)
    for problem in file.problems {
      source.report("dbc", "\(name):\(problem.line): \(problem.found)", expected: problem.expected)
    }
    // The signals of a wrong file are not to blame.
    return file.problems.isEmpty ? CANAddresses(file, sends: sends, sender: sender, nearest: source.nearest) : nil
  }
}
