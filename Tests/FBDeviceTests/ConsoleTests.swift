import CLinux
import EventLoop
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

// Taking a console changes the handlers of the whole process, so every test that takes one does it in a process of its
// own.

/// Stands in for ioctl in the restoring handler: tells standard output, by nothing but write.
private func tellControl(_ descriptor: Int32, _ request: UInt, _ value: Int) -> Int32 {
  switch (Int32(request), Int32(value)) {
  case (KDSKBMODE, K_XLATE): _ = unsafe write(1, "[keyboard-xlate]", 16)
  case (KDSKBMODE, K_UNICODE): _ = unsafe write(1, "[keyboard-unicode]", 18)
  case (KDSETMODE, KD_TEXT): _ = unsafe write(1, "[text]", 6)
  default: _ = unsafe write(1, "[other]", 7)
  }
  return 0
}

private func takeConsole(_ kernel: MockKernel = MockKernel(), keyboard: Int32 = K_XLATE) throws -> Console {
  kernel.console = (KD_TEXT, keyboard)
  return try #require(try Console.take(kernel, tellControl))
}

/// What the process wrote between brackets.
private func told(_ output: [UInt8]) -> String {
  String(decoding: output, as: UTF8.self).components(separatedBy: .newlines).filter { $0.hasPrefix("[") }.joined()
}

private func overflowStack(_ depth: Int) -> Int {
  withExtendedLifetime([depth]) { depth == -1 ? 0 : overflowStack(depth + 1) + 1 }
}

@Suite struct ConsoleTests {
  @Test("D08 graphics mode and keyboard off while running; both restored on release, once")
  func takeAndRelease() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let kernel = MockKernel()
      let console = try takeConsole(kernel)
      #expect(console.number == 7)
      #expect(kernel.controls.map(\.request) == [KDSETMODE, KDSKBMODE])
      #expect(kernel.controls.map(\.value) == [Int(KD_GRAPHICS), Int(K_OFF)])
      #expect(kernel.closed.isEmpty)
      console.release()
      console.release()
      #expect(kernel.closed == ["/dev/tty0"])
      var action = sigaction()
      _ = unsafe sigaction(SIGSEGV, nil, &action)
      #expect(unsafe action.__sigaction_handler.sa_handler == nil || action.sa_flags & Int32(SA_NODEFER) == 0)
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test(
    "D08 another terminal may be shown by two signals, and the kernel is answered; at the end it decides alone again")
  func switches() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let kernel = MockKernel()
      let console = try takeConsole(kernel)
      #expect(console.allowSwitching(leaving: 63, returning: 64))
      console.leave()
      console.comeBack()
      #expect(kernel.controls.suffix(2).map(\.request) == [VT_RELDISP, VT_RELDISP])
      #expect(kernel.controls.suffix(2).map(\.value) == [1, Int(VT_ACKACQ)])
      console.release()
      #expect(kernel.terminalModes == [[Int(VT_PROCESS), 63, 64], [Int(VT_AUTO), 0, 0]])
      #expect(!console.allowSwitching(leaving: 63, returning: 64), "it is given back")

      let other = MockKernel()
      other.refusesSwitches = true
      let refused = try takeConsole(other)
      #expect(!refused.allowSwitching(leaving: 63, returning: 64))
      refused.release()
      #expect(other.terminalModes.count == 1, "what was not taken is not given back")
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text][keyboard-xlate][text]")
  }

  @Test("D08 of two programs on one terminal the first has it: the second goes on without, and changes nothing")
  func taken() throws {
    let kernel = MockKernel()
    kernel.console = (KD_TEXT, K_UNICODE)
    (kernel.openErrors["/dev/tty7"], kernel.isLocked) = (nil, true)
    #expect(try Console.take(kernel, tellControl) == nil)
    #expect(kernel.controls.isEmpty && kernel.closed.sorted() == ["/dev/tty0", "/dev/tty7"])
  }

  @Test("D08 restored on exit, also with the console still held")
  func exit() async throws {
    let result = try await #require(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
      let console = try takeConsole()
      withExtendedLifetime(console) { CLinux.exit(3) }
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test("D08 restored when the last reference goes")
  func deinitialization() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      _ = try takeConsole()
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test("D08 restored on every crash signal and on those that ask to end, and the process still ends by the signal")
  func signals() async throws {
    // An exit test's body captures nothing: one block a signal.
    try expectRestored(
      await #require(processExitsWith: .signal(SIGTRAP), observing: [\.standardOutputContent]) { try crash(SIGTRAP) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGILL), observing: [\.standardOutputContent]) { try crash(SIGILL) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]) { try crash(SIGSEGV) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGBUS), observing: [\.standardOutputContent]) { try crash(SIGBUS) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) { try crash(SIGABRT) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGFPE), observing: [\.standardOutputContent]) { try crash(SIGFPE) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]) { try crash(SIGINT) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]) { try crash(SIGTERM) })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGHUP), observing: [\.standardOutputContent]) { try crash(SIGHUP) })
  }

  private func expectRestored(_ result: ExitTest.Result) throws {
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test("D08 restored on a real trap, a real bad access and a real abort")
  func realCrashes() async throws {
    try expectRestored(
      await #require(processExitsWith: .failure, observing: [\.standardOutputContent]) {
        let console = try takeConsole()
        withExtendedLifetime(console) { fatalError("on purpose") }
      })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]) {
        let console = try takeConsole()
        withExtendedLifetime(console) {
          unsafe UnsafeMutablePointer<UInt8>(bitPattern: 8)!.pointee = 1
        }
      })
    try expectRestored(
      await #require(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
        let console = try takeConsole()
        withExtendedLifetime(console) { abort() }
      })
  }

  @Test("D08 a crash signal that the parent had ignored restores nevertheless; an ignored SIGHUP stays ignored")
  func ignoredSignals() async throws {
    try expectRestored(
      await #require(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
        signal(SIGABRT, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        let console = try takeConsole()
        letThrough(SIGHUP)
        raise(SIGHUP)
        withExtendedLifetime(console) { abort() }
      })
  }

  @Test("D08 restored after a stack overflow, where the handler needs a stack of its own")
  func stackOverflow() async throws {
    let result = try await #require(processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]) {
      let console = try takeConsole()
      withExtendedLifetime(console) { _ = overflowStack(0) }
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test("D08 SIGTERM with an event loop ends the loop in order, and the console is restored after it")
  func orderlyEnd() async throws {
    let result = try await #require(processExitsWith: .exitCode(5), observing: [\.standardOutputContent]) {
      let loop = try EventLoop()
      try loop.endOnSignals()
      let console = try takeConsole()
      raise(SIGTERM)
      let end = loop.run()
      _ = unsafe write(1, "[ended]", 7)
      console.release()
      CLinux.exit(end == .signal(SIGTERM) ? 5 : 6)
    }
    #expect(told(result.standardOutputContent) == "[ended][keyboard-xlate][text]")
  }

  @Test("D08 what a killed process left behind is not restored: text and a keyboard that works are")
  func leftBehind() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let kernel = MockKernel()
      kernel.console = (KD_GRAPHICS, K_OFF)
      _ = try #require(try Console.take(kernel, tellControl))
    }
    #expect(told(result.standardOutputContent) == "[keyboard-unicode][text]")
  }

  @Test("D08 no console is no error; one that may not be taken is, with the remedy")
  func absentOrForbidden() throws {
    for error in [ENOENT, ENXIO, ENODEV] {
      let kernel = MockKernel()
      kernel.openErrors["/dev/tty0"] = error
      #expect(try Console.take(kernel, tellControl) == nil)
    }
    let noTerminal = MockKernel()
    #expect(try Console.take(noTerminal, tellControl) == nil)
    #expect(noTerminal.closed == ["/dev/tty0"])

    let forbidden = MockKernel()
    forbidden.openErrors["/dev/tty0"] = EACCES
    let text = message { () throws(DeviceError) in _ = try Console.take(forbidden, tellControl) }
    #expect(text?.hasPrefix("cannot open /dev/tty0: Permission denied; add the user to the group tty") == true)
  }

  @Test("D08 P10 who may write to the console and not read it may take it, as the group tty does")
  func writeOnly() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let kernel = MockKernel()
      kernel.writeOnly = ["/dev/tty0"]
      try takeConsole(kernel).release()
      #expect(kernel.closed == ["/dev/tty0"])
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text]")
  }

  @Test("D08 a switch that is refused half way is taken back")
  func refusedHalfWay() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for isKeyboard in [false, true] {
        let kernel = MockKernel()
        kernel.console = (KD_TEXT, K_XLATE)
        if isKeyboard { kernel.keyboardOffError = EINVAL } else { kernel.setModeError = EPERM }
        let text = message { () throws(DeviceError) in _ = try Console.take(kernel, tellControl) }
        #expect(text?.contains("StandardInput=tty") == true)
        #expect(kernel.closed == ["/dev/tty0"])
      }
    }
    #expect(told(result.standardOutputContent) == "[keyboard-xlate][text][keyboard-xlate][text]")
  }
}

/// Takes the console and dies of a signal.
private func crash(_ signal: Int32) throws {
  let console = try takeConsole()
  letThrough(signal)
  _ = withExtendedLifetime(console) { raise(signal) }
}

/// The thread that a test runs on may hold some signals back.
private func letThrough(_ signal: Int32) {
  var set = sigset_t()
  _ = unsafe sigemptyset(&set)
  _ = unsafe sigaddset(&set, signal)
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
