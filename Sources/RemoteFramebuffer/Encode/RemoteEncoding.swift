// Stage: remote framebuffer. The encodings of RFC 6143 section 7.7 that viewers get.

/// How pixels are sent.
enum RemoteEncoding: Int32 {
  case raw = 0
  case rre = 2
  case hextile = 5

  /// The pseudo-encoding by which a viewer says that it takes another size: −223.
  static var desktopSize: Int32 { -223 }
}
