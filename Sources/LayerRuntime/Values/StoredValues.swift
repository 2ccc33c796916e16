// Stage: values. Values under keys that name no property.

/// Values by key, found one after the other: there are few, and no memory is taken while there are none.
struct StoredValues {
  private var entries: [(key: String, value: Value)] = []

  subscript(key: ValueKey) -> Value? { index(of: key).map { entries[$0].value } }

  /// Stores a value; `nil` removes the entry. Returns the former one, to be let go of outside: an object's end may be
  /// the program's affair.
  mutating func replace(_ key: ValueKey, with value: Value?) -> Value? {
    switch (index(of: key), value) {
    case (let place?, let value?): return exchange(&entries[place].value, with: value)
    case (let place?, nil): return entries.remove(at: place).value
    case (nil, let value?): entries.append((key.name, value))
    case (nil, nil): break
    }
    return nil
  }

  private func index(of key: ValueKey) -> Int? {
    for i in entries.indices where key.isEqual(to: entries[i].key) { return i }
    return nil
  }
}
