// What is drawn with more than a colour: modes, gradients, images, masks, blurs, text. Calls from a fuzzer's bytes,
// and their drawing; whatever memory a call needs lives while it is drawn.

import FixedRaster

/// A drawing call with a paint, a mode or coverage of its own.
enum Painted {
  case mode([PathElement], Mapping, FillRule, Color, BlendMode)
  case gradient([PathElement], Mapping, GradientCall)
  case image(ImageCall, AffineTransform, opacity: UInt8)
  case projectedImage(ImageCall, Transform3D, opacity: UInt8)
  case placedImage(ImageCall, Int32, Int32, opacity: UInt8)
  /// With a deviation it is blurred.
  case mask([PathElement], Mapping, FillRule, PixelRect, Color, sigma: Fixed?)
  case text([PlacedGlyph], GlyphFace, [PathElement], Color)
}

struct GradientCall {
  let kind: Int
  let start, end: Point
  let startValue, endValue: Fixed
  let stops: [GradientStop]
  let spread: GradientSpread
  let transform: AffineTransform
}

struct ImageCall {
  let format: ImageFormat
  let width, height: Int
  let seed: UInt32
  let sampling: ImageSampling
  let wrap: ImageWrap
}

// MARK: - From bytes

extension Painted {
  init(_ reader: inout ByteReader, _ x: Int32, _ y: Int32) {
    switch reader.int(in: 0...11) {
    case 0...1:
      count(.mode)
      let mode = BlendMode(rawValue: reader.byte() % 28) ?? .multiply
      self = .mode(reader.path(), reader.transform(x, y), reader.fillRule(), reader.color(), mode)
    case 2...3: self = .gradient(reader.path(), reader.transform(x, y), GradientCall(&reader, x, y))
    case 4:
      count(.image)
      self = .image(ImageCall(&reader), reader.moved(x, y), opacity: reader.byte())
    case 5:
      count(.projectedImage)
      var tilt = Transform3D(reader.moved(x, y))
      (tilt.m14, tilt.m24) = (reader.coefficient(), reader.coefficient())
      if reader.isSet() { tilt.m44 = reader.coefficient() }
      self = .projectedImage(ImageCall(&reader), tilt, opacity: reader.byte())
    case 6:
      count(.placedImage)
      self = .placedImage(ImageCall(&reader), reader.pixel() &+ x, reader.pixel() &+ y, opacity: reader.byte())
    case 7: self = reader.mask(x, y, isBlurred: false)
    case 8: self = reader.text(x, y)
    default: self = reader.mask(x, y, isBlurred: true)
    }
  }
}

extension GradientCall {
  init(_ reader: inout ByteReader, _ x: Int32, _ y: Int32) {
    kind = reader.int(in: 0...2)
    count(kind == 0 ? .linear : kind == 1 ? .radial : .conicGradient)
    (start, end) = (reader.point(), reader.point())
    (startValue, endValue) = (reader.fixed(), reader.fixed())
    let count = reader.int(in: 0...4)
    var stops: [GradientStop] = []
    for _ in 0..<count { stops.append(GradientStop(location: reader.fixed(), color: Color(argb: reader.word()))) }
    self.stops = stops
    spread = reader.element(of: [.pad, .repeat, .reflect])
    transform = reader.moved(x, y)
  }

  /// - Parameter mapping: from points to the device; its own transform if not given.
  func paint(_ ramp: GradientRamp, _ mapping: Mapping? = nil) -> Paint {
    let mapping = mapping ?? .affine(transform)
    return switch kind {
    case 0: .linear(LinearGradient(from: start, to: end, ramp: ramp, spread: spread, mapping: mapping))
    case 1:
      .radial(
        RadialGradient(
          startCenter: start, startRadius: startValue, endCenter: end, endRadius: endValue, ramp: ramp, spread: spread,
          mapping: mapping))
    default:
      .conic(
        ConicGradient(
          center: start, startAngle: startValue, endAngle: endValue, ramp: ramp, spread: spread, mapping: mapping))
    }
  }
}

extension ImageCall {
  init(_ reader: inout ByteReader) {
    format = ImageFormat(rawValue: reader.byte() % 7) ?? .argb8888
    (width, height) = (reader.int(in: 0...19), reader.int(in: 0...9))
    seed = reader.word()
    sampling = reader.element(of: [.nearest, .bilinear, .trilinear])
    wrap = reader.element(of: [.clamp, .repeat])
  }

  /// The image in memory of exactly its size, which lives as long as `body` runs.
  func withImage(_ body: (Image) -> Void) {
    let bytes = max(1, format.bytes(width: width) * height)
    let (pixels, alpha) = unsafe (filled((bytes + 3) & ~3), filled(max(1, width * height)))
    let palette = unsafe filled(format == .palette4 ? 64 : 1024)
    defer {
      unsafe pixels.deallocate()
      unsafe alpha.deallocate()
      unsafe palette.deallocate()
    }
    var stride = format.bytes(width: width)
    if format == .argb8888 { unsafe premultiply(pixels, bytes / 4) }
    if format == .palette4 || format == .palette8 { unsafe premultiply(palette, format == .palette4 ? 16 : 256) }
    // Rows of words are a multiple of a word as they are; nothing lies between them.
    if stride == 0 { stride = 4 }
    let image = unsafe Image(
      format, pixels: pixels, width: width, height: height, bytesPerRow: stride, alpha: alpha, alphaBytesPerRow: width,
      palette: palette.assumingMemoryBound(to: UInt32.self), color: Color(argb: seed))
    let levels = UnsafeMutableRawPointer.allocate(byteCount: max(4, image.mipByteCount), alignment: 4)
    defer { unsafe levels.deallocate() }
    body(seed & 1 == 0 || image.isEmpty ? image : unsafe image.makeMipLevels(in: levels))
  }

  private func premultiply(_ memory: UnsafeMutableRawPointer, _ count: Int) {
    let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
    for i in 0..<count { unsafe words[i] = Color(argb: words[i]).premultiplied.argb }
  }

  /// Any bytes.
  private func filled(_ count: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4)
    var state = seed | 1
    for i in 0..<count {
      state = state &* 1_664_525 &+ 1_013_904_223
      unsafe memory.storeBytes(of: UInt8(truncatingIfNeeded: state >> 24), toByteOffset: i, as: UInt8.self)
    }
    return unsafe memory
  }
}

extension ByteReader {
  /// Any transform, half of the time moved to the surface.
  fileprivate mutating func moved(_ x: Int32, _ y: Int32) -> AffineTransform {
    var transform = affine(depth: 1)
    if isSet() {
      transform.tx += Coefficient(Int(x))
      transform.ty += Coefficient(Int(y))
    }
    return transform
  }

  fileprivate mutating func mask(_ x: Int32, _ y: Int32, isBlurred: Bool) -> Painted {
    count(isBlurred ? .blurredMask : .mask)
    let (left, top) = (x &+ Int32(int(in: 0...40)) - 8, y &+ Int32(int(in: 0...40)) - 8)
    let bounds = PixelRect(
      minX: left, minY: top, maxX: left + Int32(int(in: 1...60)), maxY: top + Int32(int(in: 1...60)))
    return .mask(path(), transform(x, y), fillRule(), bounds, color(), sigma: isBlurred ? fixed() : nil)
  }

  fileprivate mutating func text(_ x: Int32, _ y: Int32) -> Painted {
    count(.text)
    var glyphs: [PlacedGlyph] = []
    for _ in 0..<int(in: 1...9) {
      let place = SubpixelPoint(
        x: Subpixel(pixels: Int(x) + int(in: 0...70) - 4), y: Subpixel(pixels: Int(y) + int(in: 0...70) - 4))
      let part = Subpixel(rawValue: Int32(byte()))
      glyphs.append(PlacedGlyph(id: UInt32(byte() & 3), x: place.x + part, y: place.y + part))
    }
    let face = isSet() ? GlyphFace(font: 1, size: fixed()) : GlyphFace(font: 2, transform: affine(depth: 1))
    return .text(glyphs, face, path(), color())
  }
}

// MARK: - Drawing

extension Painted {
  func draw(onto canvas: inout Canvas) {
    switch self {
    case .mode(let path, let transform, let rule, let color, let mode):
      canvas.fill(path.span, mapping: transform, rule: rule, color: color, mode: mode)
    case .gradient(let path, let transform, let gradient):
      unsafe withMemory(GradientRamp.byteCount) { memory in
        let paint = unsafe gradient.paint(GradientRamp(gradient.stops.span, memory: memory))
        canvas.fill(path.span, mapping: transform, paint: paint)
      }
    case .image(let image, let transform, let opacity):
      image.withImage {
        canvas.draw($0, mapping: Mapping(transform), sampling: image.sampling, wrap: image.wrap, opacity: opacity)
      }
    case .projectedImage(let image, let transform, let opacity):
      image.withImage {
        canvas.draw($0, mapping: Mapping(transform), sampling: image.sampling, wrap: image.wrap, opacity: opacity)
      }
    case .placedImage(let image, let x, let y, let opacity):
      image.withImage { canvas.draw($0, x: x, y: y, opacity: opacity) }
    case .mask(let path, let transform, let rule, let bounds, let color, let sigma):
      withMask(bounds) { mask in
        canvas.rasterize(path.span, mapping: transform, rule: rule, into: mask)
        if let sigma {
          withBlurred(mask, sigma) { canvas.draw($0, color: color) }
        } else {
          canvas.draw(mask, color: color)
        }
      }
    case .text(let glyphs, let face, let path, let color):
      let workspace = GlyphCacheWorkspace(glyphs: 3, bytesPerGlyph: 200)
      unsafe withMemory(workspace.byteCount) { memory in
        var cache = unsafe GlyphCache(memory: memory, workspace: workspace)
        canvas.drawGlyphs(glyphs.span, face: face, color: color, cache: &cache) { id, outline in
          outline.append(path.span)
          if id & 1 == 1 { outline.addRect(Rect(x: 0, y: -1, width: 0.5, height: 1)) }
        }
      }
    }
  }

  private func withMask(_ bounds: PixelRect, _ body: (Mask) -> Void) {
    unsafe withMemory(bounds.width * bounds.height) { memory in
      let base = unsafe memory.assumingMemoryBound(to: UInt8.self)
      body(unsafe Mask(base: base, bounds: bounds, bytesPerRow: bounds.width))
    }
  }

  /// A mask's blur, on the mask's pixels and some about them.
  private func withBlurred(_ mask: Mask, _ sigma: Fixed, _ body: (Mask) -> Void) {
    let workspace = BlurWorkspace(width: 23, height: 17, maximumSigma: 3)
    var bounds = mask.bounds
    (bounds.minX, bounds.maxY) = (bounds.minX - 5, bounds.maxY + 7)
    unsafe withMemory(workspace.byteCount) { memory in
      var blur = unsafe GaussianBlur(memory: memory, workspace: workspace)
      withMask(bounds) { target in
        blur.blur(mask, sigma: sigma, into: target)
        body(target)
      }
    }
  }
}

/// Memory of exactly so many bytes while `body` runs.
private func withMemory(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 32)
  defer { unsafe memory.deallocate() }
  unsafe body(memory)
}
