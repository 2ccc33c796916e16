// Sources. The addresses of a source as a person writes them, and as the device reads them.

/// An address in the short form that a device reads, and what is known of its value.
struct CompiledAddress {
  var text: String
  /// The unit in which the source tells it; `nil` where that is not known.
  var unit: String?
  /// Whether it is told as a text alone.
  var isText = false
  /// The words of its numbers.
  var words: [(number: Int64, text: String)] = []
  /// A likely mistake in an address that may be right all the same, for a warning; `nil` for none.
  var doubt: (found: String, expected: String)?
}

/// An address that was read.
enum AddressReading {
  case right(CompiledAddress)
  /// - Parameters:
  ///   - found: the wrong part, for a message.
  ///   - expected: what could stand there.
  case wrong(found: String, expected: String)
}

/// Reads the addresses of one source.
protocol AddressReader {
  func read(_ address: String) -> AddressReading

  /// Reads an address that a control sends to.
  func readOutput(_ address: String) -> AddressReading
}

extension AddressReader {
  func readOutput(_ address: String) -> AddressReading { .right(CompiledAddress(text: address)) }
}
