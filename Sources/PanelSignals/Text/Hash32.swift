// Stage: signals. A hash of bytes, for tables that are made once.

/// FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/
package func hash32(_ bytes: Span<UInt8>) -> UInt32 {
  var value: UInt32 = 2_166_136_261
  for index in bytes.indices { value = (value ^ UInt32(bytes[index])) &* 16_777_619 }
  return value
}
