// Files as a whole: read within bounds, and written so that nobody ever sees half of one.
import Glibc
import SystemFiles

/// The most bytes that a font or a picture may have: 256 MB, over ten times the largest fonts there are.
public let inputLimit = 256 << 20

/// The most bytes that a description may have: a hundred thousand lines.
public let descriptionLimit = 4 << 20

/// All bytes of a regular file.
public func readFile(_ path: String, limit: Int = inputLimit) throws(AssetError) -> [UInt8] {
  do throws(FileError) {
    return try BoundedFile.read(path, limit: limit)
  } catch { throw assetError(error, "a file to read, of \(limit) bytes at most") }
}

/// Refuses a path of another kind than a regular file before anything opens it.
func checkFile(_ path: String) throws(AssetError) {
  do throws(FileError) { try BoundedFile.check(path) } catch { throw assetError(error, "a file to read") }
}

/// Writes beside `path` and renames: a program that has the old file mapped keeps the old bytes.
/// - Throws: `path` is no regular file, or cannot be written; nothing has changed then.
public func writeFile(_ path: String, _ bytes: [UInt8]) throws(AssetError) {
  do throws(FileError) {
    try WholeFile.write(bytes, to: path)
  } catch {
    let isNew = "\(error.operation)" == "create"
    throw assetError(
      error, isNew ? "a folder that this user may write to" : "a file or a new name, with room for \(bytes.count) bytes"
    )
  }
}

private func assetError(_ error: FileError, _ expected: String) -> AssetError {
  if error.code == ENOENT, "\(error.operation)" == "open" {
    return AssetError(error.path, "there is no such file", expected: "the name of a file")
  }
  let verb = ["open": "opened", "read": "read"]["\(error.operation)"] ?? "written"
  return AssetError(error.path, "cannot be \(verb): \(error.words)", expected: expected)
}

/// Writes lines to a descriptor.
/// - Returns: false, and why in `errno`, where they cannot be written.
public func writeLines(_ lines: [String], to descriptor: Int32) -> Bool {
  var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    if count <= 0 { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
