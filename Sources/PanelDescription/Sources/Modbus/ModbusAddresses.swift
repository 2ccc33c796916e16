// Sources. The addresses of Modbus, for a panel's description.
import PanelSources

/// Reads addresses as `holding 0 s16 *0.1`, `40002 u32 swap` and `unit 3 coil 12`.
struct ModbusAddresses: AddressReader {
  private let nearest: (String, [String]) -> String?

  /// - Parameter nearest: the name among several that was probably meant.
  init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  func read(_ address: String) -> AddressReading {
    var parser = ModbusAddressParser(address, isOutput: false, nearest: nearest)
    do throws(ModbusFault) {
      let field = try parser.field()
      return .right(CompiledAddress(text: field.text, isText: field.form == .text))
    } catch { return .wrong(found: error.found, expected: error.expected) }
  }

  func readOutput(_ address: String) -> AddressReading {
    var parser = ModbusAddressParser(address, isOutput: true, nearest: nearest)
    do throws(ModbusFault) {
      let field = try parser.field()
      if ModbusOutput(field) == nil { throw Self.fault(field, address) }
      return .right(CompiledAddress(text: field.text))
    } catch { return .wrong(found: error.found, expected: error.expected) }
  }

  /// Why a control cannot send there.
  private static func fault(_ field: ModbusField, _ address: String) -> ModbusFault {
    switch field.table {
    case .discreteInputs: ModbusFault("'\(address)', which is only read", "a coil or a holding register")
    case .inputRegisters: ModbusFault("'\(address)', which is only read", "a holding register or a coil")
    case .coils: ModbusFault("a factor behind a coil", "a coil alone: it is 0 or 1")
    case .holdingRegisters:
      if field.form == .text {
        ModbusFault("a text to send", "a number, as u16")
      } else if field.bits.kind == .float {
        ModbusFault("a float with a factor to send", "a float as it is")
      } else if Int(field.bits.count) < 16 * Int(field.count) {
        ModbusFault("bits of a register to send", "a whole register: others may change its other bits meanwhile")
      } else {
        ModbusFault("a factor of 2⁶³ and more", "a smaller one")
      }
    }
  }
}
