// Sources. The DBC file of a bus, for a panel's description.

extension SourceCompiler {
  static let can = SourceCompiler(kind: "can") { source in
    let sends = source.text("sends") == "true"
    guard let name = source.text("dbc") else { return CANAddresses(nil, sends: sends, nearest: source.nearest) }
    guard let bytes = source.file("dbc", limit: DBCFile.sizeLimit) else { return nil }
    let file = DBCFile(bytes)
    for problem in file.problems {
      source.report("dbc", "\(name):\(problem.line): \(problem.found)", expected: problem.expected)
    }
    // The signals of a wrong file are not to blame.
    return file.problems.isEmpty ? CANAddresses(file, sends: sends, nearest: source.nearest) : nil
  }
}
