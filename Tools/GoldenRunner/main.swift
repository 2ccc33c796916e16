// The golden cases as a program: prints `name hash` for each and then their number; 0 cases fail.
// input: none; output: lines on standard output, compared by scripts/golden.

import CLinux

func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}

let count = runGoldenCases { name, hash in print(name.description + " " + hexadecimal(hash)) }
print(String(count) + " cases")
exit(count > 0 ? 0 : 1)
