// A font's draft becomes sections: docs/packs.md, "A font".

extension FontDraft {
  func pack(_ kerning: KerningClasses) throws(AssetError) -> [UInt8] {
    let names = (family: Array(file.familyName.utf8), style: Array(file.styleName.utf8))
    let segments = self.segments
    var writer = PackWriter(kind: 1)
    writer.add("FONT", try header(segments.count, kerning, names.family.count, names.style.count))
    var section = SectionBytes()
    section.append(names.family + names.style)
    writer.add("NAME", section)
    writer.add("CMAP", characterMap(segments))
    writer.add("ADVN", try advances)
    try addOutlines(to: &writer)
    if kerning.leftCount > 0 { writer.add("KERN", try kerningSection(kerning)) }
    if !sequences.isEmpty { writer.add("SEQU", sequenceSection) }
    let compositions = self.compositions
    if !compositions.isEmpty { writer.add("COMP", compositionSection(compositions)) }
    return writer.finish()
  }

  /// Runs of characters whose glyphs follow each other too.
  private var segments: [(first: Unicode.Scalar, count: Int, glyph: Int)] {
    var segments: [(first: Unicode.Scalar, count: Int, glyph: Int)] = []
    for (character, glyph) in zip(characters, glyphOfCharacter) {
      if let last = segments.last, Int(last.first.value) + last.count == Int(character.value),
        last.glyph + last.count == glyph
      {
        segments[segments.count - 1].count += 1
      } else {
        segments.append((character, 1, glyph))
      }
    }
    return segments
  }

  private func characterMap(_ segments: [(first: Unicode.Scalar, count: Int, glyph: Int)]) -> SectionBytes {
    var section = SectionBytes()
    for segment in segments {
      section.append(u32: Int(segment.first.value))
      section.append(u16: segment.count)
      section.append(u16: segment.glyph)
    }
    return section
  }

  private func compositionSection(_ compositions: [FoundComposition]) -> SectionBytes {
    var section = SectionBytes()
    for found in compositions {
      for character in [found.letter, found.mark, found.composed] { section.append(u32: Int(character)) }
    }
    return section
  }

  private var advances: SectionBytes {
    get throws(AssetError) {
      var section = SectionBytes()
      for glyph in glyphs {
        section.append(u16: try held(glyph.advance, in: 0...65535, "the advance of glyph \(glyph.number)"))
      }
      return section
    }
  }

  private func header(
    _ segments: Int, _ kerning: KerningClasses, _ family: Int, _ style: Int
  ) throws(AssetError) -> SectionBytes {
    let points = glyphs.flatMap { $0.outline.flatMap { $0.points } }
    var section = SectionBytes()
    section.append(u16: try held(file.unitsPerEm, in: 16...16384, "units per em"))
    section.append(u16: try held(glyphs.count, in: 1...65535, "the number of glyphs"))
    // Fonts without the value have a number below zero.
    for measure in [file.ascent, file.descent, file.lineGap, top(of: "H"), top(of: "x"), file.underlineThickness] {
      section.append(u16: min(32767, max(0, measure)))
    }
    section.append(i16: try held(file.underlinePosition, in: -32768...32767, "the underline's position"))
    section.append(u16: segments)
    let sides = [points.map(\.x).min(), points.map(\.y).min(), points.map(\.x).max(), points.map(\.y).max()]
    for side in sides { section.append(i16: try held(side ?? 0, in: -32768...32767, "a coordinate")) }
    section.append(u16: kerning.leftCount)
    section.append(u16: kerning.rightCount)
    section.append(u16: family)
    section.append(u16: style)
    return section
  }

  /// How high a character stands above the baseline; 0 if the pack has it not.
  private func top(of character: Unicode.Scalar) -> Int {
    guard let number = file.glyph(of: character), let outline = try? file.outline(of: number) else { return 0 }
    return outline.flatMap { $0.points.map(\.y) }.max() ?? 0
  }

  private func addOutlines(to writer: inout PackWriter) throws(AssetError) {
    var (offsets, outlines) = (SectionBytes(), SectionBytes())
    for glyph in glyphs {
      offsets.append(u32: outlines.bytes.count)
      if glyph.outline.isEmpty { continue }
      let points = glyph.outline.flatMap { $0.points }
      outlines.append(u16: glyph.outline.count)
      outlines.append(u16: points.count)
      for start in stride(from: 0, to: glyph.outline.count, by: 4) {
        let group = glyph.outline[start..<min(start + 4, glyph.outline.count)]
        outlines.append([group.reversed().reduce(UInt8(0)) { $0 << 2 | $1.verb }])
      }
      outlines.padToFour()
      for point in points {
        for value in [point.x, point.y] {
          outlines.append(i16: try held(value, in: -32768...32767, "a coordinate of glyph \(glyph.number)"))
        }
      }
    }
    offsets.append(u32: outlines.bytes.count)
    writer.add("GLYF", offsets)
    writer.add("OUTL", outlines)
  }

  private func kerningSection(_ kerning: KerningClasses) throws(AssetError) -> SectionBytes {
    var section = SectionBytes()
    for number in kerning.left + kerning.right { section.append(u16: number) }
    for value in kerning.values { section.append(i16: try held(value, in: -32768...32767, "kerning")) }
    return section
  }

  private var sequenceSection: SectionBytes {
    var (section, glyphs) = (SectionBytes(), SectionBytes())
    section.append(u16: sequences.count)
    var end = 0
    for sequence in sequences {
      for i in 0..<4 { section.append(u16: i < sequence.key.count ? sequence.key[i] : 0) }
      end += sequence.glyphs.count
      section.append(u16: end | (sequence.joinsLetters ? 0x8000 : 0))
      for (glyph, place) in sequence.glyphs {
        glyphs.append(u16: glyph)
        for number in [place.x, place.y, place.advance] { glyphs.append(i16: number) }
      }
    }
    section.append(glyphs.bytes)
    return section
  }

  private func held(_ value: Int, in range: ClosedRange<Int>, _ what: String) throws(AssetError) -> Int {
    if range.contains(value) { return value }
    throw AssetError(file.path, "\(what) is \(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }
}
