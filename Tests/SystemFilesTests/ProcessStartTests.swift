import Testing

@testable import SystemFiles

@Suite struct ProcessStartTests {
  @Test("P01 the command line is that of the process, without its name")
  func arguments() throws {
    #expect(CommandLine.arguments.count > 1)
    #expect(try ProcessStart.arguments() == Array(CommandLine.arguments.dropFirst()))
  }
}
