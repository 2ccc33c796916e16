import FixedRaster

// Stage: render. The memory of layers' own drawings.

/// The nodes' own drawings beside plain colours: images, patterns, the drawings of subclasses; and the owners of the
/// memory that these point to. The arrays have the nodes' indices.
struct PartStore {
  private var contents: [RenderContents] = []
  private var drawings: [RenderDrawing] = []
  private var patterns: [Pattern?] = []
  private var contentsOwners: [AnyObject?] = []
  private var drawingOwners: [AnyObject?] = []
  /// Objects that nodes have kept alive until now: see ``exchangeReleased(_:)``.
  private var released: [AnyObject] = []
  /// How many of the drawings are gradients.
  private(set) var gradients = 0
  /// Those whose particles are drawn: they move with time.
  private(set) var emitters: [ParticleSystem] = []

  /// - Parameter capacity: nodes.
  init(capacity: Int) {
    contents.reserveCapacity(capacity)
    drawings.reserveCapacity(capacity)
    patterns.reserveCapacity(capacity)
    contentsOwners.reserveCapacity(capacity)
    drawingOwners.reserveCapacity(capacity)
    released.reserveCapacity(2 * capacity)
  }

  /// Has places for the parts of one more node.
  mutating func addNode() {
    contents.append(RenderContents())
    drawings.append(.none)
    patterns.append(nil)
    contentsOwners.append(nil)
    drawingOwners.append(nil)
  }

  var contentsSpan: Span<RenderContents> {
    @_lifetime(borrow self) get { contents.span }
  }

  var drawingSpan: Span<RenderDrawing> {
    @_lifetime(borrow self) get { drawings.span }
  }

  var patternSpan: Span<Pattern?> {
    @_lifetime(borrow self) get { patterns.span }
  }

  // MARK: Images

  /// Where a node's image is drawn to, in the layer's coordinates.
  func contentsTarget(of i: NodeIndex) -> PreciseBox { PreciseBox(contents[i.offset].target) }

  func hasOpaqueContents(_ i: NodeIndex) -> Bool { contents[i.offset].image.isOpaque }

  /// - Parameter new: `nil` for no image.
  mutating func setContents(_ new: RenderContents?, owner: AnyObject?, of i: NodeIndex) {
    contents[i.offset] = new ?? RenderContents()
    let kept = new == nil ? nil : owner
    if let former = exchange(&contentsOwners[i.offset], with: kept), former !== kept { released.append(former) }
  }

  func pattern(of i: NodeIndex) -> Pattern? { patterns[i.offset] }

  mutating func setPattern(_ pattern: Pattern?, of i: NodeIndex) {
    if let former = exchange(&patterns[i.offset], with: pattern), former !== pattern { released.append(former) }
  }

  // MARK: Drawings

  /// Whether a node's drawing has the same path as another, filled and stroked in the same way.
  func hasSamePaths(_ i: NodeIndex, as drawing: LayerDrawing) -> Bool {
    drawingOwners[i.offset] === drawing.owner && drawings[i.offset].covers(as: drawing.drawing)
  }

  /// Sets a node's drawing above its contents.
  mutating func setDrawing(_ drawing: RenderDrawing, owner: AnyObject?, of i: NodeIndex) {
    gradients += (drawing.isGradient ? 1 : 0) - (drawings[i.offset].isGradient ? 1 : 0)
    if drawing.isParticles || drawings[i.offset].isParticles { setParticles(drawing.isParticles ? owner : nil, of: i) }
    drawings[i.offset] = drawing
    drawingOwners[i.offset] = owner
  }

  /// Notes whose particles a node draws, if any.
  private mutating func setParticles(_ owner: AnyObject?, of i: NodeIndex) {
    let former = drawingOwners[i.offset]
    if former === owner { return }
    if drawings[i.offset].isParticles, let former {
      emitters.removeAll { $0 === former }
      // The images of its cells may be the program's.
      released.append(former)
    }
    if let owner = owner as? ParticleSystem { emitters.append(owner) }
  }

  // MARK: Letting go

  /// Lets go of all that a node draws.
  mutating func removeAll(of i: NodeIndex) {
    setContents(nil, owner: nil, of: i)
    setPattern(nil, of: i)
    setDrawing(.none, owner: nil, of: i)
  }

  var hasReleased: Bool { !released.isEmpty }

  /// Hands over the objects that nodes have kept alive until now, and takes an empty list for them. The owner of the
  /// tree lets go of them when nothing is using the tree any more, since they may be the program's and call back.
  mutating func exchangeReleased(_ list: inout [AnyObject]) { swap(&released, &list) }
}
