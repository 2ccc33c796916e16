// The checkout that the program was built in: scripts, the page of the preview, the module of the renderer.
import Glibc
import PanelAssets

enum Project {
  /// The folder of the root's Package.swift.
  static let folder = parent(of: #filePath, levels: 5)

  /// A script of the checkout.
  /// - Throws: the checkout is gone.
  static func script(_ name: String) throws -> String {
    let path = folder + "/scripts/" + name
    guard unsafe access(path, X_OK) == 0 else {
      throw AssetError(path, "there is no such script", expected: "the checkout that lamina was installed from")
    }
    return path
  }

  /// A program that was built beside this one.
  static func program(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = parent(of: own, levels: 1) + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      throw AssetError(path, "there is no such program", expected: "what scripts/install builds")
    }
    return path
  }

  /// Replaces this process by a program.
  /// - Throws: it cannot be run.
  static func become(_ path: String, _ arguments: [String]) throws -> Never {
    signal(SIGPIPE, SIG_DFL)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    unsafe execvp(path, words)
    throw AssetError(path, "cannot be run: \(unsafe String(cString: strerror(errno)))", expected: "a program")
  }

  private static func parent(of path: String, levels: Int) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels).joined(separator: "/")
  }
}
