// Stage: files. Input: a length. Output: room for bytes.

extension Array<UInt8> {
  /// Room for bytes, whose values mean nothing until they are written.
  ///
  /// The kernel gives memory page by page as it is written: room for the longest message costs what the longest one so far
  /// took.
  public init(unwritten count: Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { _, length in length = count }
  }
}
