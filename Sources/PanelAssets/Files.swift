// Files as a whole: read, and written so that nobody ever sees half of one.
import Glibc

/// All bytes of a file.
public func readFile(_ path: String) throws(AssetError) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { throw systemError(path, "cannot be opened", "a file to read") }
  defer { _ = unsafe fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  if unsafe ferror(file) != 0 { throw systemError(path, "cannot be read", "a file to read") }
  return bytes
}

/// Writes beside `path` and renames: a program that has the old file mapped keeps the old bytes.
public func writeFile(_ path: String, _ bytes: [UInt8]) throws(AssetError) {
  let temporary = "\(path).\(getpid()).new"
  guard let file = unsafe fopen(temporary, "wb") else {
    throw systemError(path, "cannot be written", "a folder that this user may write to")
  }
  var isWritten = unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
  isWritten = unsafe fflush(file) == 0 && fsync(fileno(file)) == 0 && isWritten
  let error = isWritten ? nil : systemError(path, "cannot be written", "\(bytes.count) bytes of room")
  _ = unsafe fclose(file)
  if let error {
    _ = unsafe unlink(temporary)
    throw error
  }
  if unsafe rename(temporary, path) != 0 {
    let error = systemError(path, "cannot be written", "a path of no folder")
    _ = unsafe unlink(temporary)
    throw error
  }
}

private func systemError(_ path: String, _ what: String, _ expected: String) -> AssetError {
  AssetError(path, "\(what): \(unsafe String(cString: strerror(errno)))", expected: expected)
}
