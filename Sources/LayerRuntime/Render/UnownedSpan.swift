/// Elements that something else keeps in memory: a `Span` that the render tree can store beside its owner. The owner
/// must live, and leave them alone, as long as this is used.
@safe
struct UnownedSpan<Element> {
  private let start: UnsafePointer<Element>
  let count: Int

  @unsafe
  init(_ start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
