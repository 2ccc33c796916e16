// Stage: views. Knowing a view without keeping it.

/// Knows a view until it goes. The view and those that know it hold it.
@safe
final class ViewReference {
  private unowned(unsafe) var link: View?

  init(_ view: View) { unsafe link = view }

  /// `nil` once the view is gone.
  var view: View? { unsafe link }

  /// The view is about to go.
  func viewIsGone() { unsafe link = nil }
}
