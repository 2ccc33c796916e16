// Stage: contents. The contexts that layers draw their contents with: one, and one more for each drawing that begins while
// another is going on.

/// A canvas that goes from context to context: only the one that is in use has it.
final class ContextCanvas {
  var canvas = DrawingCanvas()
}

/// Contexts and their canvases, kept for the next drawing.
final class DrawingContexts {
  private var spare = [DrawingContext()]
  private var canvases = [ContextCanvas()]

  /// A context that can draw, to be given back.
  func take() -> DrawingContext {
    let context = takeSpare()
    context.target = canvases.popLast() ?? ContextCanvas()
    return context
  }

  private func takeSpare() -> DrawingContext {
    // One that a program has kept stays without a canvas: it must not draw into another layer.
    while var context = spare.popLast() {
      if isKnownUniquelyReferenced(&context) { return context }
    }
    return DrawingContext()
  }

  /// Takes a context back, whose calls do nothing from now on.
  func giveBack(_ context: DrawingContext) {
    if let canvas = context.target { canvases.append(canvas) }
    context.target = nil
    spare.append(context)
  }
}
