// Stage: contents. The working memory of this module's canvases.

import FixedRaster

/// One block of memory for a canvas, and for its owner's other data; it goes with the owner.
@safe
struct CanvasMemory: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let coverage: CoverageWorkspace
  private let clips: ClipWorkspace?
  private let clipStart, moreStart: Int

  /// - Parameters:
  ///   - clips: room for nested clips; none if not given.
  ///   - more: bytes that the owner takes.
  init(coverage: CoverageWorkspace, clips: ClipWorkspace? = nil, more: Int = 0) {
    (self.coverage, self.clips) = (coverage, clips)
    clipStart = CanvasMemory.aligned(coverage.byteCount)
    moreStart = clipStart + CanvasMemory.aligned(clips?.byteCount ?? 0)
    unsafe base = .allocate(byteCount: moreStart + more, alignment: 64)
  }

  deinit { unsafe base.deallocate() }

  /// The start of the next part of such a block.
  static func aligned(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }

  /// The owner's bytes, aligned to 64.
  var more: UnsafeMutableRawPointer { unsafe base + moreStart }

  /// The canvas, which is told where to draw later. There is one only, for as long as the memory lives.
  func makeCanvas() -> Canvas {
    let nowhere = unsafe Surface(base: base, width: 0, height: 0, bytesPerRow: 0)
    guard let clips else { return unsafe Canvas(nowhere, memory: base, workspace: coverage) }
    return unsafe Canvas(
      nowhere, memory: base, workspace: coverage, clips: ClipStack(memory: base + clipStart, workspace: clips))
  }
}
