// Damage: a pack becomes one that is nearly right. Most damage is done where a number decides about others, and length
// and checksum are made right afterwards, so that it gets to the checks behind them.

import PanelFile
import TestSupport

extension SplitMix {
  mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

/// A damaged copy.
func mutated(_ pack: [UInt8], _ random: inout SplitMix) -> [UInt8] {
  var editor = PackEditor(pack)
  for _ in 0...(random.oneIn(4) ? random.below(4) : 0) { damage(&editor, &random) }
  switch random.below(40) {
  case 0: editor.seal(length: false)
  case 1: editor.seal(checksum: false)
  case 2: break
  default: editor.seal()
  }
  return editor.bytes
}

private func damage(_ editor: inout PackEditor, _ random: inout SplitMix) {
  switch random.below(18) {
  case 0: resize(&editor, &random)
  case 1: damageTable(&editor, &random)
  case 2, 3: damageByte(&editor, &random)
  case 4: copyWithin(&editor, &random)
  case 5: reshapeOutline(&editor, &random)
  case 6: reshapeSequence(&editor, &random)
  case 16: reshapeRecords(&editor, &random)
  case 17: reshapeHistories(&editor, &random)
  case 7: damageNumber(&editor, random.below(5) * 4, &random)
  default: damageSection(&editor, &random)
  }
}

private func resize(_ editor: inout PackEditor, _ random: inout SplitMix) {
  if random.oneIn(3) {
    editor.bytes += [UInt8](repeating: UInt8(random.below(256)), count: 1 + random.below(16))
  } else {
    let rest = random.oneIn(4) ? random.below(24) : random.below(editor.bytes.count)
    editor.bytes.removeLast(max(0, editor.bytes.count - rest))
  }
}

/// Tags, offsets and lengths of sections.
private func damageTable(_ editor: inout PackEditor, _ random: inout SplitMix) {
  let sections = editor.sections
  if sections.isEmpty { return }
  let entry = sections[random.below(sections.count)].entry
  let other = sections[random.below(sections.count)]
  switch random.below(5) {
  case 0: editor.set(entry, editor.number(other.entry, bytes: 4), bytes: 4)
  case 1: editor.set(entry + 4, other.offset, bytes: 4)
  case 2: editor.set(entry + 8, other.length, bytes: 4)
  case 3: editor.set(16, random.below(10), bytes: 4)
  default: damageNumber(&editor, entry + random.below(3) * 4, &random)
  }
}

private func damageByte(_ editor: inout PackEditor, _ random: inout SplitMix) {
  if editor.bytes.isEmpty { return }
  let place = random.below(editor.bytes.count)
  editor.bytes[place] = random.oneIn(2) ? UInt8(random.below(256)) : editor.bytes[place] ^ 1 << random.below(8)
}

private func copyWithin(_ editor: inout PackEditor, _ random: inout SplitMix) {
  let count = 4 * (1 + random.below(4))
  if editor.bytes.count <= count { return }
  let from = random.below(editor.bytes.count - count)
  let to = random.below(editor.bytes.count - count)
  let part = Array(editor.bytes[from..<from + count])
  editor.bytes.replaceSubrange(to..<to + count, with: part)
}

/// A number of a section: any, but oftenest of the short ones, which hold counts.
private func damageSection(_ editor: inout PackEditor, _ random: inout SplitMix) {
  let sections = editor.sections
  if sections.isEmpty { return }
  let section = sections[random.below(sections.count)]
  let length = random.oneIn(3) ? min(section.length, 40) : section.length
  damageNumber(&editor, section.offset + random.below(max(1, length)) & ~1, &random)
}

/// One of two or four bytes: near what it was, at an end of a range, or anything.
private func damageNumber(_ editor: inout PackEditor, _ offset: Int, _ random: inout SplitMix) {
  let count = random.oneIn(2) ? 2 : 4
  let old = editor.number(offset, bytes: count)
  let ends = [
    0, 1, 2, 3, 15, 16, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xD800, 0xDFFF, 0xFFFF, 0x10FFFF, 0x7FFF_FFFF, 0xFFFF_FFFF,
  ]
  let value: Int
  switch random.below(5) {
  case 0: value = old &+ [1, -1, 2, -2, 4, -4, 8, -8][random.below(8)]
  case 1: value = Int(truncatingIfNeeded: random.next())
  case 2: value = random.below(32)
  case 3: value = editor.bytes.count &- [0, 1, 4, 8, 12][random.below(5)]
  default: value = ends[random.below(ends.count)]
  }
  editor.set(offset, value, bytes: count)
}

/// A whole outline without verbs, or with other verbs of as many points: what single numbers seldom come to.
private func reshapeOutline(_ editor: inout PackEditor, _ random: inout SplitMix) {
  guard let offsets = editor.section("GLYF"), let outlines = editor.section("OUTL"), offsets.length >= 8 else { return }
  let at = offsets.offset + random.below(offsets.length / 4 - 1) * 4
  let (start, end) = (editor.number(at, bytes: 4), editor.number(at + 4, bytes: 4))
  if end <= start { return }
  let record = outlines.offset + start
  if random.oneIn(2) {
    editor.set(record, 0, bytes: 2)
    editor.set(record + 2, (end - start) / 4 - 1, bytes: 2)
  } else {
    // A line becomes a move, which needs an element more.
    editor.set(record + 4, 0, bytes: 1 + random.below(4))
  }
}

/// A sequence with a character less, or with those of another one.
private func reshapeSequence(_ editor: inout PackEditor, _ random: inout SplitMix) {
  guard let section = editor.section("SEQU"), section.length >= 12 else { return }
  let count = max(1, editor.number(section.offset, bytes: 2))
  let record = section.offset + 2 + random.below(count) * 10
  if random.oneIn(2) {
    editor.set(record + random.below(4) * 2, 0, bytes: 2)
  } else {
    let other = section.offset + 2 + random.below(count) * 10
    for place in stride(from: 0, to: 8, by: 2) {
      editor.set(record + place, editor.number(other + place, bytes: 2), bytes: 2)
    }
  }
}

/// Histories of another length, from one of them on: only together they can be too long.
private func reshapeHistories(_ editor: inout PackEditor, _ random: inout SplitMix) {
  guard let section = editor.section("PROP"), section.length >= 12 else { return }
  let columns = random.oneIn(2) ? 255 : random.below(256)
  for number in random.below(section.length / 12)..<(section.length / 12) {
    let at = section.offset + number * 12
    if editor.number(at, bytes: 2) == PropertyKey.historyColumns.rawValue { editor.set(at + 4, columns, bytes: 8) }
  }
}

/// Records of a panel as a chain, deeper than is allowed or not.
private func reshapeRecords(_ editor: inout PackEditor, _ random: inout SplitMix) {
  guard let section = editor.section("RECS"), section.length >= 16 * 24 else { return }
  if random.oneIn(8) {
    editor.set(section.entry + 8, 0, bytes: 4)
    return
  }
  // A panel, a page, and rows in each other, which say nothing.
  for record in 0..<(2 + random.below(22)) {
    let at = section.offset + record * 16
    editor.set(at, record == 0 ? 1 : record == 1 ? 7 : 21, bytes: 2)
    editor.set(at + 2, 0, bytes: 2)
    editor.set(at + 4, 0, bytes: 4)
    editor.set(at + 8, 1, bytes: 4)
    editor.set(at + 12, record + 1, bytes: 4)
  }
}
