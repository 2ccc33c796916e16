// Stage: panel file. Input: a file that lamina made of a panel's description (docs/panel-file.md). Output: its
// records, texts, fonts and images, read where they lie. Checked once when it is loaded (PanelFile+Load.swift).
import Packs
import PanelSignals
import SystemFiles

/// A loaded description of a panel: a tree of records, of which the first is the panel. It never changes; ``worded(language:system:)`` makes
/// another one in another language or other units, of the same memory.
///
/// Nothing in it is trusted: ``init(path:)`` checks every number, offset, count and instruction, and reading afterwards
/// checks nothing.
public final class PanelFile: @unchecked Sendable {
  /// The most bytes that a file may have.
  public static var byteLimit: Int { 16 << 20 }
  /// The most records that a file may have: far beyond any panel. A signal takes half a kilobyte when it is shown.
  public static var recordLimit: Int { 1 << 16 }
  /// How deep records may lie in each other, the panel included.
  public static var depthLimit: Int { 16 }

  let memory: PackMemory
  let layout: PanelFileLayout
  /// The signals, in the order of their records.
  public let definitions: [SignalDefinition]
  /// The code of computed signals.
  public let code: ExpressionCode
  /// The language of titles and texts: 0 for that of the description, then the file's languages in their order.
  public let language: Int
  /// The text in the chosen language for each text; empty for the description's.
  private let translations: [Int]
  /// The system of units: 0 for the signals' own, then the file's systems in their order.
  public let system: Int
  /// For each record the one whose properties hold instead, 0 for none; empty for the signals' own units.
  let overrides: [Int]

  init(_ memory: PackMemory, file: String) throws(PackError) {
    self.memory = memory
    let container = try PackContainer(memory, file: file, kind: .panel)
    layout = try PanelFileLayout(container)
    definitions = layout.readDefinitions(container.bytes)
    code = try layout.readCode(container, definitions)
    let past = SignalStore.pastBytes(definitions, code.windows)
    (language, translations, system, overrides) = (0, [], 0, [])
    if past > SignalStore.pastLimit {
      throw container.error(layout.records.offset, .past, past, SignalStore.pastLimit)
    }
  }

  private init(_ file: PanelFile, language: Int, system: Int) {
    (memory, layout, definitions, code) = (file.memory, file.layout, file.definitions, file.code)
    (self.language, self.system) = (language, system)
    translations = file.translations(language)
    overrides = file.overrides(system)
  }

  /// The description in another language and other units.
  /// - Parameters:
  ///   - language: as ``language``; texts are those of the description where there is no such language.
  ///   - system: as ``system``; units are those of the signals where there is no such system.
  public func worded(language: Int, system: Int) -> PanelFile {
    PanelFile(self, language: language, system: system)
  }

  /// Whether both are one file, in whatever language and units.
  public func isSameFile(as other: PanelFile) -> Bool { memory === other.memory }

  /// Maps the file and checks it. It must not be written to while it is used: replace it by renaming, as lamina
  /// does.
  public convenience init(path: String) throws(PackError) {
    try self.init(try PackMemory(mapping: path), file: path)
  }

  /// Copies the bytes and checks them.
  public convenience init(bytes: [UInt8], name: String = "panel") throws(PackError) {
    try self.init(PackMemory(copying: bytes), file: name)
  }

  /// Reads the bytes where they lie, and checks them.
  /// - Parameters:
  ///   - memory: stays as it is for as long as the program runs; at an address that is a multiple of eight.
  ///   - name: the file's name in errors.
  public convenience init(static memory: UnsafeRawBufferPointer, name: String) throws(PackError) {
    try self.init(unsafe PackMemory(static: memory), file: name)
  }

  var bytes: PackBytes { memory.bytes }

  /// The panel.
  public var root: PanelRecord { PanelRecord(file: self, index: 0) }

  /// The pages of one of the file's displays, in their order; all pages on the first one where the file has no displays.
  public func pages(ofDisplay number: Int) -> [PanelRecord] {
    let (pages, displays) = (root.children(.page), root.children(.display))
    if displays.isEmpty && number == 0 { return pages }
    if !displays.indices.contains(number) { return [] }
    return displays[number].children(.entry).compactMap { entry in
      pages.first { haveSameBytes($0.text(.name), entry.text(.page)) }
    }
  }

  public var recordCount: Int { layout.recordCount }

  /// - Parameter index: as the values of properties are; those of signals may be anything, and no text has such a number.
  public func text(_ index: Int) -> String {
    if index < 0 || index >= layout.textCount { return "" }
    let (start, end) = layout.textRange(index, bytes)
    return bytes.text(start, count: end - start) ?? ""
  }

  /// All texts, where a signal has texts; none otherwise.
  var knownTexts: KnownTexts {
    let isNeeded = code.hasTextFunctions || definitions.contains { $0.takesTexts }
    return isNeeded ? KnownTexts((0..<layout.textCount).map { text($0) }) : KnownTexts()
  }

  /// A text as it is in the chosen language.
  public func translatedText(_ index: Int) -> String {
    text(translations.indices.contains(index) ? translations[index] : index)
  }

  /// The signal of a text with numbers in the chosen language and the chosen units; the same one where it is one for all.
  public func translated(_ signal: SignalIndex) -> SignalIndex {
    let systems = root.children(.system)
    let units = systems.indices.contains(system - 1) ? systems[system - 1].children(.entry) : []
    return other(for: other(for: signal, in: entries(ofLanguage: language)), in: units)
  }

  private func other(for signal: SignalIndex, in entries: [PanelRecord]) -> SignalIndex {
    for entry in entries where entry.signal(.original) == signal { return entry.signal(.text) ?? signal }
    return signal
  }

  /// The translations of a language; none where there is no such language.
  private func entries(ofLanguage number: Int) -> [PanelRecord] {
    if number == 0 { return [] }
    let languages = root.children(.language)
    return languages.indices.contains(number - 1) ? languages[number - 1].children(.entry) : []
  }

  /// The text in a language for each text; none where there is no such language.
  private func translations(_ number: Int) -> [Int] {
    let entries = entries(ofLanguage: number)
    if entries.isEmpty { return [] }
    var chosen = Array(0..<layout.textCount)
    for entry in entries {
      guard let original = entry[.original], let text = entry[.text], original.type == .text, text.type == .text else {
        continue
      }
      chosen[original.index] = text.index
    }
    return chosen
  }

  /// The overriding record of a system of units for each record; none where there is no such system.
  private func overrides(_ number: Int) -> [Int] {
    let systems = root.children(.system)
    if !systems.indices.contains(number - 1) { return [] }
    let signals = root.children(.signal)
    var overrides = Array(repeating: 0, count: recordCount)
    for entry in systems[number - 1].children(.entry) {
      guard let signal = entry.signal(.system), signals.indices.contains(Int(signal.rawValue)) else { continue }
      overrides[signals[Int(signal.rawValue)].index] = entry.index
    }
    return overrides
  }

  /// The font of a property ``PropertyType/pack``.
  public func font(_ index: Int) throws(PackError) -> FontPack {
    try FontPack(PackMemory(part: layout.pack(index, bytes), of: memory), file: "the panel's font")
  }

  /// An image of the file; it keeps the file's memory.
  /// - Throws: the image is damaged.
  public func image(_ index: Int) throws(PackError) -> ImagePack {
    try ImagePack(PackMemory(part: layout.pack(index, bytes), of: memory), file: "the panel's image")
  }
}

/// A record of a panel file, its properties and its children.
public struct PanelRecord {
  let file: PanelFile
  /// Its number among the file's records.
  public let index: Int

  private var offset: Int { file.layout.records.offset &+ index &* RecordField.byteCount }

  public var kind: RecordKind { RecordKind(rawValue: UInt16(file.bytes.u16(offset))) }

  /// The error of a record whose kind this version does not have.
  public var unknownKind: PackError {
    PackError("the panel", offset, .recordKind, found: Int64(kind.rawValue))
  }

  public var childCount: Int { Int(file.bytes.u32(offset &+ RecordField.childCount)) }

  /// - Parameter number: below ``childCount``.
  public func child(_ number: Int) -> PanelRecord {
    PanelRecord(file: file, index: Int(file.bytes.u32(offset &+ RecordField.firstChild)) &+ number)
  }

  /// How many children of a kind there are.
  public func count(_ kind: RecordKind) -> Int {
    var count = 0
    for number in 0..<childCount where child(number).kind == kind { count += 1 }
    return count
  }

  /// The children of one kind, in their order.
  public func children(_ kind: RecordKind) -> [PanelRecord] {
    var result: [PanelRecord] = []
    for number in 0..<childCount where child(number).kind == kind { result.append(child(number)) }
    return result
  }

  /// How many properties there are.
  public var propertyCount: Int { file.bytes.u16(offset &+ RecordField.propertyCount) }

  /// - Parameter number: below ``propertyCount``.
  public func property(_ number: Int) -> PanelProperty {
    let first = Int(file.bytes.u32(offset &+ RecordField.firstProperty))
    return PanelProperty(file.bytes, file.layout.properties.offset &+ (first &+ number) &* PropertyField.byteCount)
  }

  /// The property of a key; `nil` where the record says nothing of it.
  public subscript(_ key: PropertyKey) -> PanelProperty? {
    if file.overrides.indices.contains(index), file.overrides[index] > 0,
      let property = PanelRecord(file: file, index: file.overrides[index])[key]
    {
      return property
    }
    for number in 0..<propertyCount where property(number).key == key { return property(number) }
    return nil
  }

  // MARK: Values

  public func number(_ key: PropertyKey) -> Fixed64? { self[key]?.number }

  /// In nanoseconds.
  public func duration(_ key: PropertyKey) -> Int64? { self[key]?.duration }

  public func text(_ key: PropertyKey) -> String? {
    guard let property = self[key], property.type == .text else { return nil }
    // Names are not translated: references use them.
    let isForPeople = key == .title || key == .text
    return isForPeople ? file.translatedText(property.index) : file.text(property.index)
  }

  /// A text for people, in the language that is shown.
  public func words(_ key: PropertyKey) -> String? {
    guard let property = self[key], property.type == .text else { return nil }
    return file.translatedText(property.index)
  }

  public func flag(_ key: PropertyKey) -> Bool? { self[key]?.flag }

  public func choice(_ key: PropertyKey) -> Int? { self[key]?.choice }

  public func signal(_ key: PropertyKey) -> SignalIndex? { self[key]?.signal }

  /// Whether a property is this signal.
  public func names(_ signal: SignalIndex) -> Bool {
    for number in 0..<propertyCount where property(number).signal == signal { return true }
    return false
  }

  /// Whether a property of the record, or of one in it, is this signal.
  public func mentions(_ signal: SignalIndex) -> Bool {
    if names(signal) { return true }
    for number in 0..<childCount where child(number).mentions(signal) { return true }
    return false
  }
}

/// The value of one key in a record.
public struct PanelProperty {
  public let key: PropertyKey
  public let type: PropertyType
  let detail: Int
  let rawValue: Int64

  init(_ bytes: PackBytes, _ offset: Int) {
    key = PropertyKey(rawValue: UInt16(bytes.u16(offset)))
    type = PropertyType(rawValue: UInt8(bytes.u8(offset &+ PropertyField.type))) ?? .number
    detail = bytes.u8(offset &+ PropertyField.detail)
    rawValue = bytes.i64(offset &+ PropertyField.value)
  }

  var index: Int { Int(truncatingIfNeeded: rawValue) }

  public var number: Fixed64? { type == .number ? Fixed64(rawValue: rawValue) : nil }
  public var duration: Int64? { type == .duration ? rawValue : nil }
  public var flag: Bool? { type == .flag ? rawValue != 0 : nil }
  public var choice: Int? { type == .choice ? index : nil }
  public var signal: SignalIndex? { type == .signal ? SignalIndex(rawValue: Int32(truncatingIfNeeded: rawValue)) : nil }
  public var expression: Int? { type == .expression ? index : nil }
  public var pack: Int? { type == .pack ? index : nil }
  /// 0xAARRGGBB.
  public var color: UInt32? { type == .color ? UInt32(truncatingIfNeeded: rawValue) : nil }
  public var length: (value: Fixed64, unit: LengthUnit)? {
    if type != .length { return nil }
    return (Fixed64(rawValue: rawValue), LengthUnit(rawValue: UInt8(detail)) ?? .points)
  }
}
