import CLinux

/// A stack for the handlers of a thread's own faults. A stack that has overflowed is a fault too, which no handler can be
/// told of on the same stack: the process would end at once, with the console still in graphics mode.
@safe
struct SignalStack {
  /// Enough for a handler that makes a few calls, and for the widest vector registers that the kernel saves.
  private static var byteCount: Int { 32768 }

  private let memory: UnsafeMutableRawPointer?

  /// Gives this thread one, unless it has one or there is no memory for it.
  init() {
    var stack = unsafe stack_t()
    if unsafe sigaltstack(nil, &stack) == 0, unsafe stack.ss_flags & Int32(SS_DISABLE) == 0 {
      unsafe memory = nil
      return
    }
    unsafe memory = malloc(Self.byteCount)
    guard let memory = unsafe memory else { return }
    unsafe stack = stack_t()
    unsafe stack.ss_sp = memory
    unsafe stack.ss_size = .init(Self.byteCount)
    _ = unsafe sigaltstack(&stack, nil)
  }

  /// Takes it from this thread, which is about to end.
  func remove() {
    guard let memory = unsafe memory else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_flags = .init(SS_DISABLE)
    unsafe stack.ss_size = .init(Self.byteCount)
    _ = unsafe sigaltstack(&stack, nil)
    unsafe free(memory)
  }
}
