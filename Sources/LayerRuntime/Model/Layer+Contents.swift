// Stage: model. The image that a layer shows, and where.

import FixedRaster

/// What the properties of this file store.
struct ContentProperties {
  var image: Image?
  var owner: AnyObject?
  var gravity = ContentsGravity.resize
  var rect = Rect(x: 0, y: 0, width: 1, height: 1)
  var center = Rect(x: 0, y: 0, width: 1, height: 1)
  var scale: Fixed = 1
  var minification = ContentsFilter.linear
  var magnification = ContentsFilter.linear

  // What the layer draws itself.

  var redrawsOnResize = false
  var isAsynchronous = false
  /// What is to be drawn anew, in the layer's coordinates; `nil` for nothing.
  var dirty: Rect?
  /// What `image` was drawn into; `nil` if it was assigned.
  var drawn: Bitmap?
  /// The size of what was drawn, in pixels; the bitmap is rounded up.
  var drawnSize = Size(width: 0, height: 0)
  /// What is drawn with while the layer is rendered elsewhere; `nil` otherwise.
  var space: DrawingSpace?
}

extension Layer {
  /// What is shown above the background and below the sublayers. Any number of layers may share an image; nothing is
  /// copied.
  ///
  /// The image's memory must stay as it is while it is shown: assign it with ``setContents(_:owner:)`` where something
  /// holds that memory. Assigning replaces what the layer has drawn.
  public final var contents: Image? {
    get { content.image }
    set { setContents(newValue, owner: nil) }
  }

  /// Assigns ``contents`` and what must live as long as they are shown, an ``ImagePack`` for instance.
  public final func setContents(_ image: Image?, owner: AnyObject?) {
    if content.drawn != nil && content.drawn !== owner { releaseDrawn() }
    content.image = image
    content.owner = owner
    if content.space == nil { mark(.contents) }
  }

  /// Gives the memory of what was drawn back at once.
  final func releaseDrawn() {
    (content.image, content.owner, content.drawn) = (nil, nil, nil)
    if renderIndex >= 0 { root.host?.contentsRemoved(renderIndex: renderIndex) }
  }

  /// What keeps ``contents`` alive.
  public final var contentsOwner: AnyObject? { content.owner }

  public final var contentsGravity: ContentsGravity {
    get { content.gravity }
    set { change(&content.gravity, to: newValue, .contents) }
  }

  /// The part of the contents that is shown, in units of their size. Beyond 0…1 the pixels of their edges are
  /// continued.
  public final var contentsRect: Rect {
    get { content.rect }
    set { change(&content.rect, to: newValue.standardized, .contents) }
  }

  /// The part of ``contentsRect``, in units of it, that is stretched both ways where ``contentsGravity`` stretches: the
  /// corners around it keep their size, the sides are stretched along themselves. The default is all of it.
  public final var contentsCenter: Rect {
    get { content.center }
    set { change(&content.center, to: newValue.standardized, .contents) }
  }

  /// Pixels of the contents in a point; 1 if not said. Zero and less count as 1.
  public final var contentsScale: Fixed {
    get { content.scale }
    set { change(&content.scale, to: newValue > 0 ? newValue : 1, .contents) }
  }

  /// How contents are sampled where they are shown smaller than they are.
  public final var minificationFilter: ContentsFilter {
    get { content.minification }
    set { change(&content.minification, to: newValue, .contents) }
  }

  /// How contents are sampled where they are shown larger than they are.
  public final var magnificationFilter: ContentsFilter {
    get { content.magnification }
    set { change(&content.magnification, to: newValue, .contents) }
  }
}
