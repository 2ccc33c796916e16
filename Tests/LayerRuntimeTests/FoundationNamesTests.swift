// What docs/foundation.md says of a file that imports Foundation too. The two imports below are the way.

import FixedRaster
import Foundation
import LayerRuntime
import Testing

import struct FixedRaster.AffineTransform
import struct LayerRuntime.AttributedString

@Suite struct FoundationNamesTests {
  @Test("L40 L50 a file that imports Foundation says AttributedString and AffineTransform, and means the layers' own")
  func names() {
    let text = AttributedString("72", attributes: .init(fontSize: 48)) + " °C"
    let label = TextLayer()
    label.attributedString = text
    label.setAffineTransform(AffineTransform(rotationAngle: .pi / 2))
    #expect(label.string == "72 °C" && label.affineTransform().b == 1)
    // Foundation's go by their full names.
    #expect(Foundation.AttributedString("72").characters.count == 2)
    #expect(Foundation.AffineTransform(scale: 2).m11 == 2)
    // Everything else of Foundation is there.
    #expect(Date(timeIntervalSince1970: 0).timeIntervalSince1970 == 0 && sin(Double.zero) == 0)
  }

  @Test("L40 L50 where the kind is known no name is needed")
  func literals() {
    let label = TextLayer()
    label.attributedString = .init("72", attributes: .init(fontSize: 48))
    label.setAffineTransform(.init(scaleX: 2, y: 2))
    #expect(label.string == "72" && label.affineTransform() == .init(scaleX: 2, y: 2))
  }
}
