// Prints the values of all signals of DBC files in frames, for scripts/lib/dbc-compare.py.
// row: P62
//
// usage: dbc-values FOLDER...
//
// Reads NAME/file.dbc and the lines of candump in NAME/frames.log. Prints `= NAME`, and for each value the frame's number from
// 0, MESSAGE.SIGNAL, and the raw value of 32.32 or `failed`. Lines of `unit` and `choice` stand before them, and of `!` for
// the file's errors.
import PanelDescription
import PanelSignals
import PanelSources
import SystemFiles

/// Prints what a decoder tells.
struct ValuePrinter: ValueListener {
  let names: [String]
  var frame = 0
  var output = ""

  mutating func receive(_ address: Int, _ reading: Reading) {
    output += "\(frame) \(names[address]) \(reading.quality == .fresh ? String(reading.value.rawValue) : "failed")\n"
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {}
}

func printValues(_ folder: String) throws(FileError) {
  let file = DBCFile(try BoundedFile.read(folder + "/file.dbc", limit: DBCFile.sizeLimit))
  print("= " + folder)
  for problem in file.problems { print("! " + problem.text) }
  let compiler = CANAddresses(file) { _, _ in nil }
  var (names, addresses): ([String], [[CANField]]) = ([], [])
  for message in file.messages {
    for signal in message.signals {
      let name = message.name + "." + signal.name
      // The text in between is that of a panel's file.
      // The file's problems have been printed.
      if signal.field == nil { continue }
      guard case .right(let address) = compiler.compile(name), let fields = CANField.fields(address.text),
        fields == address.fields
      else {
        print("! " + name)
        continue
      }
      print("unit \(name) \(address.unit)")
      for (value, text) in address.values { print("choice \(value.rawValue) \(name) \(text)") }
      names.append(name)
      addresses.append(fields)
    }
  }
  var decoder = CANDecoder(addresses)
  var printer = ValuePrinter(names: names)
  let log = try BoundedFile.read(folder + "/frames.log", limit: 64 << 20)
  for line in log.split(separator: 10) {
    if let line = CandumpLine(Array(line).span) {
      decoder.take(line.frame, &printer)
    } else {
      print("! a line of frames")
    }
    printer.frame += 1
  }
  print(printer.output, terminator: "")
  if decoder.tooShort + decoder.garbage > 0 { print("! \(decoder.tooShort) too short, \(decoder.garbage) garbage") }
}

for folder in CommandLine.arguments.dropFirst() {
  do throws(FileError) { try printValues(folder) } catch { print("! \(error)") }
}
