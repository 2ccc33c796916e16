// Stage: files and words from outside. Whole numbers.

/// A whole number of one to nine digits.
package func parseDigits(_ digits: some Collection<UInt8>) -> Int? {
  if digits.isEmpty || digits.count > 9 { return nil }
  var value = 0
  for digit in digits {
    if digit < 48 || digit > 57 { return nil }
    value = value * 10 + Int(digit - 48)
  }
  return value
}
