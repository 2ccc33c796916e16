// Prints the values of signals in frames, for scripts/lib/dbc-compare.py and scripts/lib/n2k-compare.py.
// row: P62, P67
//
// usage: dbc-values FOLDER...
//        dbc-values --table
//
// Reads NAME/file.dbc, or NAME/addresses with an address a line, and the lines of candump in NAME/frames.log. Prints `= NAME`,
// and for each value the frame's number from 0, MESSAGE.SIGNAL or the address, and the raw value of 32.32, `failed` or `none`.
// Lines of `unit` and `choice` stand before them, and of `!` for the file's errors. With addresses, NAME/stream.0, .1 and .2 are
// streams of a gateway in its three formats; their values have `stream.0`, `.1` and `.2` in place of the frame's number.
//
// `--table` prints the fields of messages with names: the parameter group, the message, the field, its first bit, its length,
// whether it has a sign, factor, offset and unit, with tabs between them.
import PanelDescription
import PanelSignals
import PanelSources
import SystemFiles

/// Prints what a decoder tells.
struct ValuePrinter: ValueListener {
  let names: [String]
  var frame = "0"
  var output = ""

  mutating func receive(_ address: Int, _ reading: Reading) {
    let value =
      switch reading.quality {
      case .fresh, .old: String(reading.value.rawValue)
      case .failed: "failed"
      case .none: "none"
      }
    output += "\(frame) \(names[address]) \(value)\n"
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    output += "\(frame) \(names[address]) '"
    for index in text.indices { output.unicodeScalars.append(Unicode.Scalar(text[index])) }
    output += "\n"
  }
}

/// The signals of a DBC file.
func signals(_ folder: String) throws(FileError) -> (names: [String], addresses: [CANAddress]) {
  let file = DBCFile(try BoundedFile.read(folder + "/file.dbc", limit: DBCFile.sizeLimit))
  for problem in file.problems { print("! " + problem.text) }
  let compiler = CANAddresses(file) { _, _ in nil }
  var (names, addresses): ([String], [CANAddress]) = ([], [])
  for message in file.messages {
    for signal in message.signals {
      let name = message.name + "." + signal.name
      // The file's problems have been printed.
      if signal.field == nil { continue }
      guard case .right(let address) = compiler.compile(name) else {
        print("! " + name)
        continue
      }
      names.append(name)
      addresses.append(address)
    }
  }
  return (names, addresses)
}

/// The addresses of a list.
func listed(_ folder: String) throws(FileError) -> (names: [String], addresses: [CANAddress]) {
  let compiler = CANAddresses(nil) { _, _ in nil }
  var (names, addresses): ([String], [CANAddress]) = ([], [])
  for line in try BoundedFile.read(folder + "/addresses", limit: 1 << 20).split(separator: 10) {
    let name = String(decoding: line, as: UTF8.self)
    guard case .right(let address) = compiler.compile(name) else {
      print("! " + name)
      continue
    }
    names.append(name)
    addresses.append(address)
  }
  return (names, addresses)
}

func printValues(_ folder: String) throws(FileError) {
  print("= " + folder)
  let isList = (try? BoundedFile.read(folder + "/addresses", limit: 1 << 20)) != nil
  let (names, addresses) = isList ? try listed(folder) : try signals(folder)
  var fields: [[CANField]] = []
  for (name, address) in zip(names, addresses) {
    // The text in between is that of a panel's file.
    let read = CANField.fields(address.text) ?? []
    if read != address.fields { print("! " + name) }
    print("unit \(name) \(address.unit)")
    for (value, text) in address.values { print("choice \(value.rawValue) \(name) \(text)") }
    fields.append(read)
  }
  var decoder = CANDecoder(fields)
  var printer = ValuePrinter(names: names)
  let log = try BoundedFile.read(folder + "/frames.log", limit: 64 << 20)
  for (number, line) in log.split(separator: 10).enumerated() {
    printer.frame = String(number)
    if let line = CandumpLine(Array(line).span) {
      decoder.time = line.frame.time
      decoder.take(line.frame, &printer)
    } else {
      print("! a line of frames")
    }
  }
  for format in [N2KStream.Format.lines, .packets, .messageLines] where isList {
    let bytes = try BoundedFile.read("\(folder)/stream.\(format.rawValue)", limit: 64 << 20)
    var stream = N2KStream(addresses.map(\.text), format)
    printer.frame = "stream.\(format.rawValue)"
    // In pieces of a length that is none of theirs.
    for start in stride(from: 0, to: bytes.count, by: 61) {
      stream.take(bytes.span.extracting(start..<min(start + 61, bytes.count)), &printer)
    }
    if stream.leftOut > 0 { print("! \(stream.leftOut) of stream.\(format.rawValue) left out") }
  }
  print(printer.output, terminator: "")
  if decoder.tooShort + decoder.garbage > 0 { print("! \(decoder.tooShort) too short, \(decoder.garbage) garbage") }
}

func printTable() {
  for message in GroupAddresses.messages {
    for field in message.fields {
      if case .troubleCodes = field.form { continue }
      var isSigned = false
      if case .signed = field.form { isSigned = true }
      let columns: [String] = [
        String(message.number), message.name, field.name, String(field.start), String(field.count),
        isSigned ? "signed" : "unsigned", field.factor, field.offset, field.unit,
      ]
      print(columns.joined(separator: "\t"))
    }
  }
}

if CommandLine.arguments.dropFirst().first == "--table" {
  printTable()
} else {
  for folder in CommandLine.arguments.dropFirst() {
    do throws(FileError) { try printValues(folder) } catch { print("! \(error)") }
  }
}
