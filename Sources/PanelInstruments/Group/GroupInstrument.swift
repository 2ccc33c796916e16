// Stage: instruments. Several values of one kind on one field.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// Instruments on one field, beside or below each other. Each shows its own state.
public class GroupInstrument: Instrument {
  public private(set) final var members: [Instrument] = []

  /// Holds the members' layers.
  var memberLayer: Layer { self }

  /// Adds a member behind the others.
  final func addMember(_ member: Instrument) {
    members.append(member)
    member.isMember = true
    memberLayer.addSublayer(member)
    setNeedsLayout()
  }

  /// Makes a member for each signal of a record, as the signal describes it, and has it follow the value.
  /// - Parameters:
  ///   - isFollowed: whether it moves with the value.
  ///   - add: completes the member by its entry and its signal, and adds it.
  final func readMembers<Member: Instrument>(
    _ record: PanelRecord, _ builder: PanelBuilder, isFollowed: Bool, _ make: (InstrumentStyle) -> Member,
    add: (Member, _ entry: PanelRecord, _ signal: PanelRecord?) -> Void
  ) {
    for entry in record.children(.entry) {
      guard let index = entry.signal(.value) else { continue }
      let (member, signal) = (make(builder.style), builder.signal(index))
      if let signal { builder.describe(member, signal, ShownUnit(signal, in: entry)) }
      if let unit = entry.text(.unit) { member.unit = unit }
      add(member, entry, signal)
      // An entry of a text says how long that may be.
      builder.bind(entry, to: member, key: entry[.textLength] != nil ? .text : .value, isFollowed: isFollowed)
    }
  }

  public override func appearanceChanged() { for member in members { member.theme = theme } }

  /// The scale is that of all members.
  override func placeQualityChanged(from old: Quality) {
    for member in members { member.optionChanged(.place, from: old, to: placeQuality) }
  }

  override var needsTitle: Bool { false }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .showsZones: for member in members { member.take(key, reading) }
    // Members have values, the group has none.
    case .value: break
    default: super.take(key, reading)
    }
  }
}
