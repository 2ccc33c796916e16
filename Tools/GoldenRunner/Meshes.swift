import FixedRaster

/// Planes that intersect, a floor that goes on behind the viewer, meshes with an image, colours and a paint.
func hashMeshes(_ ground: Ground, _ hash: inout Hash) {
  let area = pictureWidth * pictureHeight
  let meshBytes = Mesh.byteCount(capacity: 64)
  let memory = UnsafeMutableRawPointer.allocate(byteCount: area * 4 + 4096 + meshBytes, alignment: 64)
  defer { unsafe memory.deallocate() }
  for i in 0..<1024 {
    let isDark = (i % 32 / 4 + i / 32 / 4) % 2 == 0
    let color = Color(argb: isDark ? 0xFF20_4060 : 0xFFE0_C080 &+ UInt32(truncatingIfNeeded: i) & 0x7F)
    unsafe memory.storeBytes(of: color.premultiplied.argb, toByteOffset: i * 4, as: UInt32.self)
  }
  let image = unsafe Image(.argb8888, pixels: memory, width: 32, height: 32, bytesPerRow: 128)
  let depth = unsafe DepthBuffer(memory: memory + 4096, width: pictureWidth, height: pictureHeight)
  var mesh = unsafe Mesh(memory: memory + (4096 + area * 4), capacity: 64)
  for step in 0..<6 {
    let angle = Fixed(step * 2 - 5, over: 4)
    depth.clear()
    hashPicture(ground, &hash) {
      $0.clear(PixelRect(width: pictureWidth, height: pictureHeight), to: Color(argb: 0xFF08_1018))
      addFloor(&mesh, angle)
      $0.draw(mesh, image: image, sampling: step % 2 == 0 ? .bilinear : .nearest, wrap: .repeat, depth: depth)
      $0.draw(image, transform: view(angle, x: 0, y: 1, scale: 2), depth: depth)
      $0.fill(
        Rect(x: 0, y: 0, width: 32, height: 32), transform: view(angle + 1, x: 1, y: 2, scale: 1.75),
        color: Color(argb: 0xD0F0_6020), depth: depth)
      addStar(&mesh, angle)
      $0.draw(mesh, opacity: 230, depth: depth)
      let paint = ImagePaint(image, mapping: Mapping(AffineTransform(scaleX: 0.5, y: 0.5)), wrap: .repeat)
      $0.fill(mesh, paint: step % 3 == 0 ? .image(paint) : .color(Color(argb: 0x3000_FF00)), depth: nil)
    }
  }
}

/// Places of a square of 32 points about its middle, in the middle of the picture, from 160 points away.
private func view(_ angle: Fixed, x: Fixed, y: Fixed, scale: Coefficient) -> Transform3D {
  var distance = Transform3D()
  distance.m34 = -0.00625
  return Transform3D(translationX: -16, y: -16, z: 0)
    .concatenating(Transform3D(scaleX: scale, y: scale, z: scale))
    .concatenating(Transform3D(rotationAngle: angle, x: x, y: y, z: 0.25))
    .concatenating(distance).concatenating(Transform3D(translationX: 48, y: 40, z: 0))
}

private func addFloor(_ mesh: inout Mesh, _ angle: Fixed) {
  mesh.removeAll()
  func corner(_ x: Fixed, _ z: Fixed) -> MeshVertex {
    MeshVertex(x: x, y: 60, z: z, u: x, v: z)
  }
  mesh.append(
    corner(-100, -900), corner(132, -900), corner(132, 400), corner(-100, 400),
    transform: view(angle * 0.125, x: 0, y: 1, scale: 1))
}

/// A fan of triangles around a middle that stands out.
private func addStar(_ mesh: inout Mesh, _ angle: Fixed) {
  mesh.removeAll()
  let middle = MeshVertex(x: 16, y: 16, z: 30, u: 16, v: 16, color: .white)
  var last = middle
  for k in 0...8 {
    let turn = sineCosine(Fixed(k, over: 8) * .pi * 2)
    let color = Color(argb: 0xFF00_0000 | UInt32(truncatingIfNeeded: k % 8) &* 0x1F_3357 & 0xFF_FFFF)
    let next = MeshVertex(
      x: 16 + turn.sine.fixed * 20, y: 16 + turn.cosine.fixed * 20, z: k % 2 == 0 ? 10 : -20, color: color)
    if k > 0 { mesh.append(middle, last, next, transform: view(angle, x: 1, y: 0, scale: 1)) }
    last = next
  }
}
