import SystemFiles

/// The message of the error that `body` throws; `nil` if it throws none.
public func message(of body: () throws(DeviceError) -> Void) -> String? {
  do throws(DeviceError) {
    try body()
    return nil
  } catch {
    return error.message
  }
}
