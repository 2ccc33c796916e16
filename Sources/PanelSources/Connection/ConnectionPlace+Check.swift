// Stage: sources. The examination of a place for `panel-ui doctor`.
import CLinux
import PanelFile
import SystemFiles

extension ConnectionPlace {
  /// How long a server may take to answer, in milliseconds.
  private static var answerTime: Int32 { 2000 }

  /// Opens the place for a moment. A port of datagrams may be that of a panel that is shown.
  func finding() -> SourceFinding {
    do throws(DeviceError) {
      let (descriptor, isConnected) = try open()
      defer { _ = close(descriptor) }
      if !isConnected {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let count = unsafe poll(&wanted, 1, Self.answerTime)
        let code = count > 0 ? linux_socket_error(descriptor) : ETIMEDOUT
        if code != 0 { throw failure(-1, code) }
      }
      return SourceFinding(isWell: true, printable(name) + " is there")
    } catch {
      if case .udp = self, error.code == EADDRINUSE {
        return SourceFinding(isWell: true, printable(name) + " is taken")
      }
      return SourceFinding(isWell: false, error.message)
    }
  }
}

extension StreamSource {
  /// What there is at the place of a record.
  static func examine(_ record: PanelRecord, _ addresses: [SourceAddress]) -> [SourceFinding] {
    let text = record.text(.path) ?? ""
    guard let place = Decoder(addresses.map { $0.address }, record).place(record) else {
      return [SourceFinding(isWell: false, printable(text) + ": expected " + Decoder.places.text)]
    }
    return [place.finding()]
  }
}
