import PanelAssets

/// A font of four glyphs that is made up here, so that a test knows every byte of it: the box, a space, A of lines and
/// quadratics, B of cubics; A before A is kerned; AB is joined, ABA more so, and BB is a B with a mark.
/// A and U+0301 are B, B and U+0302 are A, B and U+0304 are a space.
public struct SampleFont {
  public var descent = 200
  /// Elements of one more glyph, for U+1F600; none if 0.
  public var longOutline = 0
  public var family: [UInt8] = Array("Sämple".utf8)

  public init() {}

  private typealias Outline = (verbs: [UInt8], points: [(x: Int, y: Int)])

  private var outlines: [Outline] {
    let box: Outline = (
      [0, 1, 1, 1, 0, 1, 1, 1],
      [
        (50, 0), (450, 0), (450, 700), (50, 700), (100, 50), (100, 650), (400, 650), (400, 50),
      ]
    )
    let a: Outline = ([0, 1, 2, 2], [(0, 0), (600, 0), (600, 350), (300, 700), (0, 700), (0, 350)])
    let b: Outline = ([0, 3, 1], [(0, 0), (700, 0), (700, 700), (0, 700), (-20, -180)])
    var all = [box, ([], []), a, b]
    // One move, one close, lines between: as many elements as were asked for.
    if longOutline > 0 {
      let verbs = [0] + [UInt8](repeating: 1, count: longOutline - 2)
      all.append((verbs, verbs.indices.map { ($0 % 32 * 10, $0 / 32 * 20) }))
    }
    return all
  }

  public var bytes: [UInt8] {
    let outlines = self.outlines
    var writer = PackWriter(kind: 1)
    writer.add("FONT", header(outlines.count))
    writer.add("NAME", section { $0.append(family + Array("Plain".utf8)) })
    writer.add(
      "CMAP",
      section { map in
        for (first, count, glyph) in segments {
          map.append(u32: first)
          map.append(u16: count)
          map.append(u16: glyph)
        }
      })
    writer.add("ADVN", section { for i in outlines.indices { $0.append(u16: 500 + i * 10) } })
    addOutlines(outlines, to: &writer)
    writer.add(
      "KERN",
      section { kerning in
        for side in 0..<2 { for i in outlines.indices { kerning.append(u16: i == 2 ? side + 1 : 0) } }
        for value in [0, 0, 0, 0, 0, -30] { kerning.append(i16: value) }
      })
    writer.add("SEQU", section(addSequences))
    writer.add(
      "COMP",
      section { for number in [0x41, 0x301, 0x42, 0x42, 0x302, 0x41, 0x42, 0x304, 0x20] { $0.append(u32: number) } })
    return writer.finish()
  }

  private var segments: [(Int, Int, Int)] {
    [(0x20, 1, 1), (0x41, 2, 2)] + (longOutline > 0 ? [(0x1F600, 1, 4)] : [])
  }

  private func addSequences(to section: inout SectionBytes) {
    let (joined, marked) = (0x8000, 0)
    let records = [[2, 3, 0, 0, 1 | joined], [2, 3, 2, 0, 3 | joined], [3, 3, 0, 0, 5 | marked]]
    section.append(u16: records.count)
    for number in records.joined() { section.append(u16: number) }
    for (glyph, x, y, advance) in [
      (3, 0, 0, 900), (3, 10, -20, 700), (2, 0, 0, 520), (3, 0, 0, 530), (2, -300, 150, 0),
    ] {
      section.append(u16: glyph)
      for number in [x, y, advance] { section.append(i16: number) }
    }
  }

  private func section(_ fill: (inout SectionBytes) -> Void) -> SectionBytes {
    var section = SectionBytes()
    fill(&section)
    return section
  }

  private func header(_ glyphs: Int) -> SectionBytes {
    section { header in
      for number in [1000, glyphs, 800, descent, 90, 700, 500, 50] { header.append(u16: number) }
      header.append(i16: -100)
      header.append(u16: segments.count)
      for side in [-20, -180, 700, 700] { header.append(i16: side) }
      for number in [2, 3, family.count, 5] { header.append(u16: number) }
    }
  }

  private func addOutlines(_ outlines: [Outline], to writer: inout PackWriter) {
    var (offsets, records) = (SectionBytes(), SectionBytes())
    for outline in outlines {
      offsets.append(u32: records.bytes.count)
      if outline.verbs.isEmpty { continue }
      records.append(u16: outline.verbs.count)
      records.append(u16: outline.points.count)
      for start in stride(from: 0, to: outline.verbs.count, by: 4) {
        let group = outline.verbs[start..<min(start + 4, outline.verbs.count)]
        records.append([group.reversed().reduce(UInt8(0)) { $0 << 2 | $1 }])
      }
      records.padToFour()
      for point in outline.points {
        records.append(i16: point.x)
        records.append(i16: point.y)
      }
    }
    offsets.append(u32: records.bytes.count)
    writer.add("GLYF", offsets)
    writer.add("OUTL", records)
  }
}
