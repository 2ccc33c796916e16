// Draws programs of drawing calls from bytes: from the files that are named, or, where it is built with libFuzzer as
// scripts/fuzz does, from bytes that this makes up. Ends with how often each kind of call was tried.
//
// usage: raster-fuzz FILE...
//        with libFuzzer: what its documentation says, https://llvm.org/docs/LibFuzzer.html

import FixedRaster
import Foundation

#if LIBFUZZER
/// libFuzzer's loop: calls the function with bytes that it makes up.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ tryOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ byteCount: Int) -> CInt {
  tryInput(unsafe Array(UnsafeBufferPointer(start: data, count: byteCount)))
  return 0
}

@main
enum RasterFuzz {
  static func main() {
    atexit { reportTally() }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    exit(unsafe runDriver(&count, &arguments, testOneInput))
  }
}
#else
/// Draws what the files hold that are named.
@main
enum RasterFuzz {
  static func main() throws {
    for path in CommandLine.arguments.dropFirst() {
      tryInput(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    reportTally()
  }
}
#endif
