import CLinux

/// Ends the program for a mistake of the programmer's, after writing the sentence and a newline to standard error: an
/// optimised `preconditionFailure` says nothing on a board.
package func trap(_ message: StaticString) -> Never {
  if message.hasPointerRepresentation {
    _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
    _ = unsafe write(2, "\n", 1)
  }
  fatalError()
}
