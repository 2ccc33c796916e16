// Draws programs of drawing calls from bytes: from the files that are named, or, where it is built with libFuzzer as
// scripts/fuzz does, from bytes that this makes up. Ends with how often each kind of call was tried.
//
// usage: raster-fuzz FILE...
//        with libFuzzer: what its documentation says, https://llvm.org/docs/LibFuzzer.html

import FixedRaster
import Foundation

#if LIBFUZZER
  // The main function is libFuzzer's, which calls these.

  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    atexit { reportTally() }
    return 0
  }

  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ data: UnsafePointer<UInt8>?, _ byteCount: Int) -> CInt {
    tryInput(unsafe Array(UnsafeBufferPointer(start: data, count: byteCount)))
    return 0
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
