// Stage: sources. The lines of panel-ui doctor about a GPIO chip.
import CLinux
import PanelFile
import SystemFiles

extension GPIOSource {
  /// Looks at a chip and its lines, without requesting any.
  static func examine(_ name: String, _ addresses: [String]) -> [SourceFinding] {
    let chip: GPIOChip
    do throws(DeviceError) { chip = try GPIOChip(name) } catch {
      return [SourceFinding(isWell: false, error.message)]
    }
    return addresses.map { text in
      guard let address = GPIOAddress(text) else { return SourceFinding(isWell: false, printable(text) + ": no line") }
      let title = printable(chip.path) + ": line " + printable(address.line)
      guard let number = address.number ?? chip.number(Array(address.line.utf8)), number < chip.count,
        let line = chip.line(number)
      else { return SourceFinding(isWell: false, title + ": " + GPIOLine.reason(ENOENT, [])) }
      if line.isTaken { return SourceFinding(isWell: false, title + ": " + GPIOLine.reason(EBUSY, line.user)) }
      return SourceFinding(isWell: true, title + " is free")
    }
  }
}
