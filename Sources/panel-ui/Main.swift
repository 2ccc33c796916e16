import CLinux

/// The program's entry on the host and on a board (Embedded Swift has no `CommandLine` on the boards' triples).
@_cdecl("main")
public func main(_ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
  _ = unsafe write(1, "panel-ui\n", 9)
  return 0
}
