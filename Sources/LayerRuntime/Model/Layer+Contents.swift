// Stage: model. The image that a layer shows, and where.

import FixedRaster

/// The storage of this file's properties.
struct ContentProperties {
  var image: Image?
  var owner: AnyObject?
  var gravity = Layer.ContentsGravity.resize
  var rect = Rect(x: 0, y: 0, width: 1, height: 1)
  var center = Rect(x: 0, y: 0, width: 1, height: 1)
  var scale: Fixed = 1
  var minification = Layer.ContentsFilter.linear
  var magnification = Layer.ContentsFilter.linear

  // The layer's own drawing.

  var redrawsOnResize = false
  var isAsynchronous = false
  /// The area to redraw, in the layer's coordinates; `nil` for none.
  var dirty: Rect?
  /// Whether all is, whatever the bounds are then.
  var isAllDirty = false
  /// The bitmap of `image`; `nil` if it was assigned.
  var drawn: Bitmap?
  /// The size of the drawing, in pixels; the bitmap is rounded up.
  var drawnSize = Size(width: 0, height: 0)
  /// The drawing while the layer is rendered elsewhere; `nil` otherwise.
  var rendition: Rendition?
  /// Whether ``Layer/display()`` is running, as a frame or a rendering asked for it.
  var isDisplaying = false
  /// Whether ``Layer/draw(in:)`` is.
  var isDrawing = false
  /// Whether the layer is drawn in tiles: see ``TiledLayer``.
  var isTiled = false
  /// The tiles of a tiled layer while it is copied for a rendering.
  var renderedTiles: MapTileSheet?
}

extension Layer {
  /// The picture above the background and below the sublayers. Any number of layers may share an image; nothing is
  /// copied. Assigning replaces the layer's drawing; the former picture gives way to it, as a ``Transition`` has it,
  /// unless an action for this key says otherwise.
  ///
  /// The layer keeps the image's `owner`, and with it the memory of an ``Packs/ImagePack``'s image. An image that was made of
  /// other memory has none: name the owner of that memory with ``setContents(_:owner:)``. An image that is read keeps
  /// its memory and its pixels, also where the layer has drawn them: it draws to a copy of them the next time.
  public final var contents: Image? {
    get {
      if let rendition = openRendition { return rendition.image }
      content.drawn?.isRead = true
      return content.image
    }
    set { setContents(newValue, owner: nil) }
  }

  /// Assigns ``contents`` and an object that must live as long as they are shown, beside the image's own `owner`; the
  /// image that ``contents`` gives then keeps both.
  public final func setContents(_ image: Image?, owner: AnyObject?) {
    let image = image?.kept(alsoBy: owner)
    let owner = owner ?? image?.owner
    if let rendition = openRendition {
      let former = (rendition.image, rendition.owner)
      (rendition.image, rendition.owner, rendition.drawn) = (image, owner, nil)
      return withExtendedLifetime(former) {}
    }
    let former = (content.image, content.owner)
    if isShowing {
      (content.image, content.owner) = (image, owner)
      note(.contents)
      return withExtendedLifetime(former) {}
    }
    let releases = content.drawn != nil && content.drawn !== owner
    if releases { content.drawn = nil }
    (content.image, content.owner) = (image, owner)
    let host = note(.contents)
    // The displayed picture follows something else.
    if !content.isDisplaying { act("contents", from: nil) }
    if releases { reportRemovedContents() }
    host?.layerTreeChanged()
    withExtendedLifetime(former) {}  // their release may change the layer
  }

  /// The receiver of contents while the layer draws them to be shown elsewhere.
  final var openRendition: Rendition? { content.rendition.flatMap { $0.isOpen ? $0 : nil } }

  /// Gives the memory of the drawing back at once.
  final func releaseDrawn() {
    let former = (content.image, content.owner, content.drawn)
    (content.image, content.owner, content.drawn) = (nil, nil, nil)
    reportRemovedContents()
    withExtendedLifetime(former) {}  // as above
  }

  private final func reportRemovedContents() {
    let node = renderState.node
    if node.isNone { return }
    dropDelayedCopies()
    root.host?.contentsRemoved(of: node)
  }

  /// The owner of ``contents``: the one that they were assigned with, or else the image's own `owner`.
  public final var contentsOwner: AnyObject? {
    if let rendition = openRendition { rendition.owner } else { content.owner }
  }

  public final var contentsGravity: Layer.ContentsGravity {
    get { content.gravity }
    set { if change(&content.gravity, to: newValue) { mark(.contents) } }
  }

  /// The part of the contents that is shown, in units of their size. Beyond 0…1 the pixels of their edges are
  /// continued.
  public final var contentsRect: Rect {
    get { content.rect }
    set {
      let old = contentsRect
      if change(&content.rect, to: newValue.standardized) { mark(.contents, "contentsRect", from: old) }
    }
  }

  /// The part of ``contentsRect``, in units of it, that is stretched both ways where ``contentsGravity`` stretches: the
  /// corners around it keep their size, the sides are stretched along themselves. The default is all of it.
  public final var contentsCenter: Rect {
    get { content.center }
    set {
      let old = contentsCenter
      if change(&content.center, to: newValue.standardized) { mark(.contents, "contentsCenter", from: old) }
    }
  }

  /// Pixels of the contents in a point; 1 if not said. Zero and less count as 1.
  public final var contentsScale: Fixed {
    get { openRendition?.scale ?? content.scale }
    set {
      let old = contentsScale
      if change(&content.scale, to: newValue > 0 ? newValue : 1) { mark(.contents, "contentsScale", from: old) }
    }
  }

  /// How contents are sampled where they are shown smaller than they are.
  public final var minificationFilter: Layer.ContentsFilter {
    get { content.minification }
    set { if change(&content.minification, to: newValue) { mark(.contents) } }
  }

  /// How contents are sampled where they are shown larger than they are.
  public final var magnificationFilter: Layer.ContentsFilter {
    get { content.magnification }
    set { if change(&content.magnification, to: newValue) { mark(.contents) } }
  }
}
