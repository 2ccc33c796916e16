import Testing

@testable import FBDevice
