// Draws programs of drawing calls from bytes: from the files that are named, or, where it is built with libFuzzer as
// scripts/fuzz does, from bytes that this makes up. Ends with how often each kind of call was tried.
//
// usage: raster-fuzz FILE...
//        with libFuzzer: what its documentation says, https://llvm.org/docs/LibFuzzer.html

import FixedRaster
import Foundation

#if LIBFUZZER
  /// libFuzzer's entry for programs that have a main function of their own.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ tryOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  // It ends the process by itself.
  atexit { reportTally() }
  var (count, arguments) = (CommandLine.argc, unsafe CommandLine.unsafeArgv)
  exit(
    unsafe runFuzzer(&count, &arguments) { data, byteCount in
      tryInput(unsafe Array(UnsafeBufferPointer(start: data, count: byteCount)))
      return 0
    })
#else
  for path in CommandLine.arguments.dropFirst() {
    tryInput(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }
  reportTally()
#endif
