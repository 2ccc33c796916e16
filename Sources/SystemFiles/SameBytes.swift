// Stage: values. Texts compared by their bytes. `==` on strings compares characters, for which a board's file would
// have to hold tables of Unicode; so no type here gets its `==` or its hash from one that holds a string.

package func haveSameBytes(_ a: [UInt8], _ b: Span<UInt8>) -> Bool {
  if a.count != b.count { return false }
  for index in a.indices where a[index] != b[index] { return false }
  return true
}

/// Whether both are the same bytes of UTF-8, or both none.
package func haveSameBytes(_ a: String?, _ b: String?) -> Bool {
  switch (a, b) {
  case (let a?, let b?): a.utf8.elementsEqual(b.utf8)
  case (nil, nil): true
  default: false
  }
}
