// Stage: time. The settings of changes between a begin and a commit: their duration, their curve, and the closure to
// call when the last of them has ended.

import CLinux
import FixedRaster
import SystemFiles

/// A group of changes of layers, and how they are animated. Each thread that has layers has transactions of its own.
///
/// ```swift
/// Transaction.begin()
/// Transaction.animationDuration = .seconds(1)
/// Transaction.completion = { lamp.removeFromSuperlayer() }
/// lamp.opacity = 0
/// Transaction.commit()
/// ```
///
/// Settings hold for transactions within it, until these have their own. Outside of any there is one for each frame:
/// its settings hold until the next one is drawn.
public enum Transaction {
  /// Begins a transaction within those that are open.
  public static func begin() { TransactionStack.current.begin() }

  /// Ends the innermost transaction. Ends the program where none is open.
  public static func commit() { TransactionStack.current.commit() }

  /// The duration of implicit animations, a quarter of a second unless it is set. At 0 changes show at once.
  public static var animationDuration: Duration {
    get { Duration(nanoseconds: TransactionStack.current.level.duration ?? Animation.defaultDuration) }
    set { TransactionStack.current.level.duration = Swift.max(0, newValue.heldNanoseconds) }
  }

  /// How implicit animations run; `nil`, if not said, means ``MediaTimingFunction/default``.
  public static var animationTimingFunction: MediaTimingFunction? {
    get { TransactionStack.current.level.timingFunction }
    set { TransactionStack.current.level.timingFunction = newValue }
  }

  /// Whether changes show at once, without looking for actions; false if not said.
  public static var disableActions: Bool {
    get { TransactionStack.current.level.disablesActions }
    set { TransactionStack.current.level.disablesActions = newValue }
  }

  /// Called once, when every animation that was added between now and the commit has ended or was removed; at the commit if
  /// none was added. One that was set before waits for those that were added until now.
  public static var completion: (() -> Void)? {
    get { TransactionStack.current.ownCompletion.map { completion in { completion.body(true) } } }
    set { TransactionStack.current.setCompletion(newValue.map { body in { _ in body() } }) }
  }

  /// A value that the program keeps with the transaction; of one that is not set, that of the transaction around it.
  public static func value(forKey key: String) -> Value? { TransactionStack.current.value(ValueKey(key)) }

  public static func setValue(_ value: Value?, forKey key: String) {
    TransactionStack.current.setValue(value, ValueKey(key))
  }
}

/// The closure to call when the last of the animations of a transaction has ended.
final class TransactionCompletion {
  /// Given whether all came to their end.
  let body: (Bool) -> Void
  private(set) var isFinished = true
  /// Of the transaction around it, which ends after it.
  private let outer: TransactionCompletion?
  /// Animations and transactions within that have not ended, and one until the commit.
  private var open = 1

  init(within outer: TransactionCompletion?, _ body: @escaping (Bool) -> Void) {
    (self.outer, self.body) = (outer, body)
    outer?.enter()
  }

  func enter() { open += 1 }

  func leave(_ stack: TransactionStack, isFinished ended: Bool = true) {
    open -= 1
    if !ended { isFinished = false }
    if open > 0 { return }
    stack.notices.append(.completion(self))
    outer?.leave(stack, isFinished: isFinished)
  }
}

/// A call to the program about animations, once nothing else is going on.
enum AnimationNotice {
  case started(Animation)
  case stopped(Animation, isFinished: Bool)
  case completion(TransactionCompletion)

  func deliver() {
    switch self {
    case .started(let animation): animation.delegate?.animationDidStart(animation)
    case .stopped(let animation, let isFinished): animation.delegate?.animationDidStop(animation, finished: isFinished)
    case .completion(let completion): completion.body(completion.isFinished)
    }
  }
}

/// The open transactions of a thread, and the calls that are still to be made.
@safe
final class TransactionStack {
  /// The settings of one transaction; copied to those within it.
  struct Level {
    var duration: Int64?
    var timingFunction: MediaTimingFunction?
    var disablesActions = false
    /// Of implicit animations: how much later they begin, and how they run instead.
    var delay: Int64 = 0
    var repeatCount: Fixed = 0
    var autoreverses = false
    var spring: SpringMotion?
    /// Whether views animate changes: ``View/animate(withDuration:delay:options:animations:completion:)``.
    var animatesViews = false
    /// Its own, or that of the transaction around it.
    var completion: TransactionCompletion?
    fileprivate var ownsCompletion = false
    /// Where its values begin in the list.
    fileprivate var firstValue = 0
  }

  var level = Level()
  var notices: [AnimationNotice] = []
  private var outer: [Level] = []
  private var values: [(key: String, value: Value)] = []
  private var isDelivering = false

  private init() {
    outer.reserveCapacity(16)
    notices.reserveCapacity(64)
  }

  // MARK: Threads

  /// The key under which each thread keeps its own.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { place in
      if let place = unsafe place { unsafe Unmanaged<TransactionStack>.fromOpaque(place).release() }
    }
    return key
  }()

  /// This thread's, if it ever had one: without it nothing was said.
  static var existing: TransactionStack? {
    unsafe pthread_getspecific(key).map { unsafe Unmanaged<TransactionStack>.fromOpaque($0).takeUnretainedValue() }
  }

  static var current: TransactionStack {
    if let existing { return existing }
    let stack = TransactionStack()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  // MARK: Levels

  func begin() {
    outer.append(level)
    level.ownsCompletion = false
    level.firstValue = values.count
  }

  func commit() {
    guard let around = outer.popLast() else { trap("Transaction: commit without begin") }
    let ended = exchange(&level, with: around)
    // A value may begin a transaction when it is let go of: one after the other.
    while values.count > ended.firstValue { withExtendedLifetime(values.removeLast()) {} }
    if ended.ownsCompletion { ended.completion?.leave(self) }
    if outer.isEmpty { deliverNotices() }
  }

  /// Ends the transaction that is there for each frame.
  func commitImplicit() {
    // A frame that is drawn within a transaction leaves it open.
    if !outer.isEmpty { return }
    let ended = exchange(&level, with: Level())
    while let value = values.popLast() { withExtendedLifetime(value) {} }
    ended.completion?.leave(self)
  }

  func setCompletion(_ body: ((Bool) -> Void)?) {
    let former = ownCompletion
    let around = outer.last?.completion
    level.completion = body.map { TransactionCompletion(within: around, $0) } ?? around
    level.ownsCompletion = body != nil
    former?.leave(self)
  }

  var ownCompletion: TransactionCompletion? { level.ownsCompletion ? level.completion : nil }

  func value(_ key: ValueKey) -> Value? {
    for entry in values.reversed() where key.isEqual(to: entry.key) { return entry.value }
    return nil
  }

  func setValue(_ value: Value?, _ key: ValueKey) {
    var former: Value?
    for i in values.indices where i >= level.firstValue && key.isEqual(to: values[i].key) {
      former = values.remove(at: i).value
      break
    }
    if let value { values.append((key.name, value)) }
    withExtendedLifetime(former) {}
  }

  // MARK: Notices

  /// Makes the calls to the program, in order, and those that come meanwhile behind them.
  func deliverNotices() {
    if isDelivering || notices.isEmpty { return }
    isDelivering = true
    var place = 0
    while place < notices.count {
      notices[place].deliver()
      place += 1
    }
    notices.removeAll(keepingCapacity: true)
    isDelivering = false
  }
}
