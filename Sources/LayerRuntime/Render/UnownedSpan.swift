/// Elements that something else keeps in memory: a `Span` that can be stored. The owner must live, and leave them alone, as
/// long as this is used.
@safe
struct UnownedSpan<Element> {
  private let start: UnsafePointer<Element>
  let count: Int

  @unsafe
  init(_ start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// - Parameter span: of an array, empty or not.
  @unsafe
  init(_ span: Span<Element>) {
    count = span.count
    // The pointer is never read where there is nothing.
    unsafe start = span.withUnsafeBufferPointer {
      unsafe $0.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }
  }

  var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
