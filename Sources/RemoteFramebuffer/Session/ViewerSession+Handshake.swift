// Stage: remote framebuffer. The beginning of a viewer's session: version, security, the picture's size and name.
//
// Source: RFC 6143 sections 7.1 to 7.3; older versions: its appendix A.
import CLinux
import EventLoop
import FixedRaster
import SystemFiles

extension ViewerSession {
  private static var noSecurity: UInt8 { 1 }
  private static var passwordSecurity: UInt8 { 2 }
  /// Wrong passwords one after another, after which nobody may try another one for a while: nanoseconds.
  private static var mostWrongPasswords: Int { 5 }
  private static var pauseAfterWrongPasswords: Int64 { 10_000_000_000 }

  /// "RFB 003.008\n": other versions than 3.7 and 3.8 are 3.3, as the RFC has it; later ones are 3.8.
  func takeVersion(_ text: Span<UInt8>) {
    let form: StaticString = "RFB 000.000\n"
    var (major, minor) = (0, 0)
    for index in 0..<12 {
      let isDigit = form.byte(index) == 48
      let byte = text[index]
      if isDigit ? byte < 48 || byte > 57 : byte != form.byte(index) { return fail() }
      if isDigit && index < 7 { major = major * 10 + Int(byte - 48) }
      if isDigit && index > 7 { minor = minor * 10 + Int(byte - 48) }
    }
    if major < 3 { return fail() }
    version = major > 3 || minor == 8 ? 8 : minor == 7 ? 7 : 3
    if let refusal { return refuse(refusal) }
    if rules.password != nil && EventLoop.now < rules.refusesUntil {
      return refuse("too many wrong passwords; try again in ten seconds")
    }
    let security = rules.password == nil ? Self.noSecurity : Self.passwordSecurity
    if version == 3 {
      output.append32(UInt32(security))
      security == Self.noSecurity ? stage = .initialisation : sendChallenge()
    } else {
      output.append(1)
      output.append(security)
      stage = .security
    }
  }

  /// The viewer is told why there is no security for it.
  private func refuse(_ reason: StaticString) {
    if version == 3 { output.append32(0) } else { output.append(0) }
    end(reason)
  }

  private func end(_ reason: StaticString) {
    output.append32(UInt32(truncatingIfNeeded: reason.utf8CodeUnitCount))
    output.append(reason)
    stage = .ended
    ending = .afterOutput
  }

  func takeSecurity(_ choice: UInt8) {
    if choice == Self.passwordSecurity && rules.password != nil { return sendChallenge() }
    if choice != Self.noSecurity || rules.password != nil { return failSecurity("this security was not offered") }
    if version == 8 { output.append32(0) }
    stage = .initialisation
  }

  private func sendChallenge() {
    var (first, second): (UInt64, UInt64) = (0, 0)
    // A challenge that is known could be answered with an overheard answer.
    if unsafe getentropy(&first, 8) != 0 || getentropy(&second, 8) != 0 { return fail() }
    for index in 0..<16 {
      challenge[index] = UInt8(truncatingIfNeeded: (index < 8 ? first : second) >> UInt64(8 * (index & 7)))
    }
    for index in 0..<16 { output.append(challenge[index]) }
    stage = .response
  }

  func takeResponse(_ response: Span<UInt8>) {
    guard let password = rules.password else { return fail() }
    let expected = password.answer(to: challenge)
    // All of it is compared, so that the time tells nothing.
    var difference: UInt8 = 0
    for index in 0..<16 { difference |= expected[index] ^ response[index] }
    if difference == 0 {
      rules.wrongPasswords = 0
      output.append32(0)
      stage = .initialisation
      return
    }
    rules.wrongPasswords += 1
    if rules.wrongPasswords >= Self.mostWrongPasswords {
      rules.wrongPasswords = 0
      rules.refusesUntil = EventLoop.now + Self.pauseAfterWrongPasswords
    }
    failSecurity("the password is wrong")
  }

  private func failSecurity(_ reason: StaticString) {
    output.append32(1)
    if version == 8 { return end(reason) }
    stage = .ended
    ending = .afterOutput
  }

  /// Viewers share the picture, whether they want to or not.
  func initialise() {
    begin()
    output.append16(UInt16(truncatingIfNeeded: knownSize.width))
    output.append16(UInt16(truncatingIfNeeded: knownSize.height))
    pixels.format.write(to: output)
    output.append32(UInt32(truncatingIfNeeded: rules.name.count))
    for byte in rules.name { output.append(byte) }
  }
}
