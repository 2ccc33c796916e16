// Stage: values. What is kept under keys that name no property.

/// Values by key, found one after the other: there are few, and no memory is taken while there are none.
struct StoredValues {
  private var entries: [(key: String, value: Value)] = []

  /// Assigning `nil` removes the entry.
  subscript(key: ValueKey) -> Value? {
    get { index(of: key).map { entries[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let place?, let value?): entries[place].value = value
      case (let place?, nil): entries.remove(at: place)
      case (nil, let value?): entries.append((key.name, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: ValueKey) -> Int? {
    for i in entries.indices where key.isEqual(to: entries[i].key) { return i }
    return nil
  }
}
