/// Memory of exactly its size, with bytes around it that must stay as they are.
@safe
public final class GuardedMemory {
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  /// Bytes before it and behind it.
  private let guardBytes: Int
  private static var mark: UInt8 { 0xA5 }

  public init(byteCount: Int, alignment: Int) {
    self.byteCount = byteCount
    guardBytes = Swift.max(32, alignment)
    unsafe memory = .allocate(byteCount: byteCount + 2 * guardBytes, alignment: alignment)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: Self.mark, count: byteCount + 2 * guardBytes)
  }

  deinit { unsafe memory.deallocate() }

  /// Valid while the object lives.
  @unsafe
  public var base: UnsafeMutableRawPointer { unsafe memory + guardBytes }

  /// Whether nothing was written around the memory.
  public var isClean: Bool {
    let bytes = unsafe UnsafeRawBufferPointer(start: memory, count: byteCount + 2 * guardBytes)
    return unsafe bytes.prefix(guardBytes).allSatisfy { $0 == Self.mark }
      && bytes.suffix(guardBytes).allSatisfy { $0 == Self.mark }
  }
}
