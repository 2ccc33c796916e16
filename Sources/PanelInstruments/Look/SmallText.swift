// Stage: instruments. Texts that may be too small for their reader, or are shortened.
import FixedRaster
import LayerRuntime

/// The height of a text's capitals, in points.
package enum SmallText {
  /// Of a scale that is read by them.
  case numerals(Fixed)
  /// Of digits that alone say the value.
  case value(Fixed)
  /// Of the value's unit, where it is shown.
  case unit(Fixed)
  /// The smallest of all.
  case smallest(String, Fixed)
}

/// A text that is shortened.
package struct CutText {
  package let text: String
  /// How many of its letters have room.
  package let letters: Int
}

extension Instrument {
  /// The texts that are shortened, after the layout, those of a group's members too: for checks of descriptions.
  package final var cutTexts: [CutText] {
    func cut(in layer: Layer, _ isGroup: Bool) -> [CutText] {
      if layer.isHidden || layer.opacity == 0 { return [] }
      let own = (layer as? Caption).flatMap { caption in
        caption.roomyLetters.map { CutText(text: caption.text, letters: $0) }
      }
      return (own.map { [$0] } ?? [])
        + (layer.sublayers ?? []).flatMap { !isGroup && $0 is Instrument ? [] : cut(in: $0, isGroup) }
    }
    return cut(in: self, self is GroupInstrument)
  }

  /// The smallest of the texts that have to be read, and of units, after the layout, those of a group's members too. Digits
  /// beside a picture of the value, and numerals of bars, tanks and trends, are no such texts.
  package final var smallTexts: [SmallText] {
    var (numeral, value, unit): (Fixed?, Fixed?, Fixed?)
    func look(in layer: Layer, of instrument: Instrument) {
      if layer.isHidden || layer.opacity == 0 { return }
      let instrument = layer as? Instrument ?? instrument
      if let readout = layer as? ValueReadout {
        if instrument.isDigitsAlone { value = Swift.min(value ?? .max, readout.valueText.capHeight) }
        if !readout.unitText.isHidden { unit = Swift.min(unit ?? .max, readout.unitText.capHeight) }
      }
      for text in (layer as? Instrument)?.readNumerals ?? [] where !text.isHidden {
        numeral = Swift.min(numeral ?? .max, text.capHeight)
      }
      for child in layer.sublayers ?? [] { look(in: child, of: instrument) }
    }
    look(in: self, of: self)
    return (numeral.map { [.numerals($0)] } ?? []) + (value.map { [.value($0)] } ?? [])
      + (unit.map { [.unit($0)] } ?? [])
  }

  /// The smallest text, after the layout; `nil` where none is shown.
  package final var smallestText: SmallText? {
    var found: (text: String, cap: Fixed)?
    func look(in layer: Layer) {
      if layer.isHidden || layer.opacity == 0 { return }
      if let caption = layer as? Caption, !caption.text.isEmpty, found.map({ caption.capHeight < $0.cap }) ?? true {
        found = (caption.text, caption.capHeight)
      }
      for child in layer.sublayers ?? [] { look(in: child) }
    }
    look(in: self)
    return found.map { .smallest($0.text, $0.cap) }
  }
}
