// Stage: sources. The kind of polled files: its number in files, its key and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let files = SourceKind(
    1, { FileSource($0) },
    examine: { _, addresses in
      var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
      return addresses.map { address, _, _ in
        if let sensor = DeviceAddress(address) {
          let file = DeviceFile(sensor, root: "/sys")
          let isWell = file.read(&buffer) != nil
          if isWell { return SourceFinding(isWell: true, printable(address) + " has a value") }
          return SourceFinding(isWell: false, FileNotice.fails(path: address, code: file.code).sentence)
        }
        if PolledFile(address).read(&buffer) != nil {
          return SourceFinding(isWell: true, printable(address) + " has a number")
        }
        return SourceFinding(
          isWell: false, printable(address) + ": there is no such file, or no such number in it")
      }
    },
    checkOutput: { address in
      if WrittenFile(0, address, in: WrittenFile.usualFolder).path != nil { return nil }
      return ("a file that is written, '\(address)'", "one of /sys, as f/sys/class/backlight/NAME/brightness")
    },
    checkAddress: { address in
      // The words of sensors are checked with their addresses.
      for word in ["iio ", "hwmon ", "w1 "] where address.utf8.starts(with: word.utf8) { return nil }
      guard let blank = address.firstIndex(of: " ") else { return nil }
      let pattern = String(address[address.index(after: blank)...])
      if FieldPattern(pattern).isValid { return nil }
      return ("the pattern '\(pattern)'", "words with one * where the number is, as 'MemAvailable: *'")
    },
    KindSpec(
      name: "files",
      main: KeySpec(
        "files", .interval, .every(FileSource.leastInterval, "every and a time, as 'every 2s'"),
        summary: "How often they are read."),
      keys: [], summary: "Numbers in files of /sys and /proc: an address is a path and, behind a blank, a pattern.",
      example: "{files: every 2s}",
      notes: """
        With the source `f: {files: every 2s}` a signal names a file, from the root, and one of its numbers:

        ```yaml
        free: {from: "f/proc/meminfo MemAvailable: *", unit: KiB}
        heat: {from: f/sys/class/thermal/thermal_zone0/temp, unit: mdegC, show: degC 0.0}
        ```

        Behind the path and a blank stands a pattern of words: `MemAvailable: *` is the number behind that word, `?` stands for any
        word; without a pattern it is the first word of the file that is a number. A number is a word by itself, or has a percent
        sign, a comma, a semicolon or a colon behind it: `82degC` and `temp=82` are no numbers, so that files of `key=value`, and
        those with units stuck to their numbers, cannot be read; have a script send their lines to `lines`. `panel-ui` says on
        standard error when a file begins to fail and when it is read again, of one that comes and goes the first, the tenth, the
        hundredth time.

        A sensor has its own words, and is found by its name wherever the kernel puts it:

        | address, behind `f/` | unit | value |
        | --- | --- | --- |
        | `iio ads1115 in_voltage0` | mV | A channel of IIO, with the device's own offset and scale. |
        | `hwmon k10temp temp1`, `hwmon k10temp Tctl` | mdegC | A sensor of hwmon, by its number or its label. |
        | `w1 28-000005e2fdc3` | mdegC | A thermometer on a 1-wire bus; with a wrong checksum it has failed. |

        Another thread reads them, so that a slow one stops no frame. [Sources](sources.md#sensors-and-files) has the rest.

        A control writes a file of /sys: `{slider: Light, sends: f/sys/class/backlight/10-0045/brightness, range: 0..255, step: 1}`
        writes the number and a line feed. `panel-ui` needs the right to do so. Other folders are never written.
        """))
}
