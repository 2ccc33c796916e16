// The panel that is compiled into the program, Examples/panels/machine-monitor.yaml, as scripts/assets made it.
import CSamplePanel
import PanelFile
import PanelKit
import SystemFiles

extension PanelFile {
  /// The panel at a path; without one the sample panel.
  /// - Throws: it cannot be read or is damaged, or the program was built without scripts/assets.
  static func open(_ path: String?) throws(ProgramError) -> PanelFile {
    let count = Int(sample_panel_byte_count())
    guard path != nil || count > 0, let start = unsafe sample_panel_start() else {
      throw .usage("no panel file is named, and this program was built without scripts/assets: name one")
    }
    var read: [UInt8]?
    if let path {
      read = try bytes(path)
      try refuseDescription(path, read ?? [])
    }
    do throws(PackError) {
      if let path, let read { return try PanelFile(bytes: read, name: path) }
      return try unsafe PanelFile(
        static: UnsafeRawBufferPointer(start: start, count: count), name: "the sample panel")
    } catch { throw .failed(error.message) }
  }

  /// A description is not shown, but the file that is made of it.
  private static func refuseDescription(_ path: String, _ content: [UInt8]) throws(ProgramError) {
    let bytes = Array(path.utf8)
    let ending = bytes[(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count)...]
    // Whatever it is called: a panel file begins with LPAK.
    let isText = StaticString("panel:").isEqual(to: content.prefix(6)) || content.first == UInt8(ascii: "#")
    if !isText && !StaticString(".yaml").isEqual(to: ending) && !StaticString(".yml").isEqual(to: ending) { return }
    let isNamedPanel = StaticString(".panel").isEqual(to: ending)
    let name = String(decoding: bytes[..<(bytes.count - ending.count)], as: UTF8.self)
    throw .failed(
      printable(path) + ": a description, which is not what is shown: write lamina check "
        + (isNamedPanel ? "DESCRIPTION.yaml" : printable(path)) + " -o " + printable(name) + ".panel")
  }

  /// The file's bytes are kept, not the file: whoever writes over it while it is shown changes nothing until it is read
  /// again.
  private static func bytes(_ path: String) throws(ProgramError) -> [UInt8] {
    do throws(FileError) { return try BoundedFile.read(path, limit: byteLimit) } catch {
      throw .device(DeviceError(error, remedy: "choose a file that lamina check -o made"))
    }
  }
}
