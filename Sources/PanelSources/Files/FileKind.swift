// Stage: sources. The kind of polled files: its number in files, its key and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let files = SourceKind(
    1, { FileSource($0) },
    examine: { _, addresses in
      var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
      return addresses.map { address, _, _ in
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

        A control writes a file of /sys: `{slider: Light, sends: f/sys/class/backlight/10-0045/brightness, range: 0..255, step: 1}`
        writes the number and a line feed. `panel-ui` needs the right to do so. Other folders are never written.
        """))
}
