// What a program does to its views meanwhile: in callbacks, and by itself.
import FixedRaster
import LayerRuntime
import TestSupport

enum Deed: Int, CaseIterable {
  case remove, bringBack, hide, show, refuseTouches, takeTouches, disable, enable, place, layOut, replace
  case disableRecognizer, enableRecognizer, removeRecognizer, addRecognizer
  case page, dialog, dismiss, rows, scrollToRow, scroll, stopScroll, contentSize
  case moveFocus, focus, cancelTouches, cancelKeys, style, value, items, edit, touch, front

  static let calls = allCases.map { CallKind.add("deed.\($0)") }
}

extension LayerStage {
  private var allViews: [View] { views + controls.compactMap(\.control) + [inner, list, outer, pages] }
  private var anyView: View { random.pick(allViews) }

  private func anyControl<C: Control>(_ type: C.Type) -> C? {
    let fitting = controls.compactMap { $0.control as? C }
    return fitting.isEmpty ? nil : random.pick(fitting)
  }

  /// - Returns: whether there was something to do.
  func perform(_ deed: Deed) -> Bool {
    switch deed {
    case .remove, .bringBack, .hide, .show, .refuseTouches, .takeTouches, .disable, .enable, .replace:
      let isDone = changeReach(deed)
      checkUnreachable(deed)
      return isDone
    case .disableRecognizer, .enableRecognizer, .removeRecognizer, .addRecognizer: return changeRecognizer(deed)
    case .rows, .scrollToRow, .scroll, .stopScroll, .contentSize: return changeScroll(deed)
    case .value, .items, .edit: return changeValue(deed)
    default: return changeRest(deed)
    }
  }

  /// What can be touched no more is held by nothing.
  private func checkUnreachable(_ deed: Deed) {
    if !isAlone { return }
    for witness in controls {
      guard let control = witness.control, !isReachable(control) || !control.isEnabled else { continue }
      witness.checkRest("after \(deed)")
    }
  }

  private func changeReach(_ deed: Deed) -> Bool {
    switch deed {
    case .remove:
      let view = anyView
      guard removed.count < 4, let from = view.superview else { return false }
      removed.append((view, from))
      view.removeFromSuperview()
    case .bringBack:
      guard let last = removed.popLast() else { return false }
      if last.from.isDescendant(of: last.view) { return false }
      last.from.addSubview(last.view)
    case .hide: anyView.isHidden = true
    case .show:
      for view in allViews where random.isOne(in: 2) { view.isHidden = false }
    case .refuseTouches: anyView.isUserInteractionEnabled = false
    case .takeTouches:
      for view in allViews { view.isUserInteractionEnabled = true }
    case .disable: random.pick(controls).control?.isEnabled = false
    case .enable: for witness in controls { witness.control?.isEnabled = true }
    case .replace:
      let index = random.next(in: 1...controls.count - 1)
      let former = controls[index]
      guard let control = former.control, let view = control.superview, isInTree(control) else {
        return false
      }
      control.removeFromSuperview()
      if isAlone { former.checkRest("after it was let go") }
      let new = ControlWitness.Kind.allCases[random.below(ControlWitness.Kind.allCases.count - 1)]
      addControl(new, to: view, control.frame)
      controls.swapAt(index, controls.count - 1)
      former.control = nil
      gone.append(controls.removeLast())
    default: return false
    }
    return true
  }

  private func changeRecognizer(_ deed: Deed) -> Bool {
    guard let witness = recognizers.isEmpty ? nil : random.pick(recognizers) else { return false }
    switch deed {
    case .disableRecognizer: witness.recognizer.isEnabled = false
    case .enableRecognizer: for witness in recognizers { witness.recognizer.isEnabled = true }
    case .removeRecognizer:
      guard let view = witness.recognizer.view else { return false }
      witness.isRemoved = true
      view.removeGestureRecognizer(witness.recognizer)
    default:
      guard witness.isRemoved else { return false }
      witness.isRemoved = false
      random.pick(views).addGestureRecognizer(witness.recognizer)
    }
    return true
  }

  private func changeScroll(_ deed: Deed) -> Bool {
    let scroll = random.pick([outer, inner, list] as [ScrollView])
    switch deed {
    case .rows: changeRows()
    case .scrollToRow:
      if list.numberOfRows == 0 { return false }
      list.scrollToRow(
        at: random.below(list.numberOfRows), at: random.pick([.none, .top, .middle, .bottom]),
        animated: random.isOne(in: 2))
    case .scroll:
      scroll.setContentOffset(
        Point(x: 0, y: Fixed(random.next(in: -50...400))), animated: random.isOne(in: 2))
    case .stopScroll: scroll.isScrollEnabled.toggle()
    default:
      if scroll === list { return false }
      let (width, height) = (random.pick([100, 200, 600]), random.pick([50, 300, 900]))
      scroll.contentSize = Size(width: Fixed(width), height: Fixed(height))
    }
    return true
  }

  private func changeValue(_ deed: Deed) -> Bool {
    switch deed {
    case .value:
      anyControl(RangeControl.self)?.value = Fixed(random.next(in: -5...120))
      anyControl(Switch.self)?.setOn(random.isOne(in: 2), animated: true)
      anyControl(SegmentedControl.self)?.selectedSegmentIndex = random.next(in: -1...3)
      if let wheel = anyControl(PickerWheel.self) {
        wheel.selectRow(random.below(wheel.items.count), animated: random.isOne(in: 2))
      }
      anyControl(Keypad.self)?.value = 12
      anyControl(TextField.self)?.text = "abc"
      anyControl(Button.self)?.isPending.toggle()
    case .items:
      if let segments = anyControl(SegmentedControl.self) {
        if segments.numberOfSegments > 1 && random.isOne(in: 2) {
          segments.removeSegment(at: 0)
        } else if segments.numberOfSegments < 6 {
          segments.insertSegment(withTitle: "N", at: random.below(3))
        }
      }
      anyControl(PickerWheel.self)?.items = (0..<random.below(5)).map { String($0) }
      if let range = anyControl(RangeControl.self) {
        (range.minimumValue, range.maximumValue) = (Fixed(random.below(3)), Fixed(random.next(in: 0...90)))
      }
      if let keypad = anyControl(Keypad.self) { keypad.allowsDecimals.toggle() }
    default:
      guard let field = anyControl(TextField.self), isInTree(field) else { return false }
      if field.isEditing { field.endEditing(isMeant: random.isOne(in: 2)) } else { field.beginEditing() }
    }
    return true
  }

  private func changeRest(_ deed: Deed) -> Bool {
    switch deed {
    case .place:
      let view = anyView
      view.frame.origin = Point(x: view.frame.origin.x + Fixed(random.next(in: -4...4)), y: view.frame.origin.y)
      view.bounds.size = Size(width: view.bounds.width, height: Fixed(random.next(in: 20...110)))
    case .layOut: screen.root.layoutIfNeeded()
    case .page: pages.setSelectedIndex(random.below(3), animated: random.isOne(in: 2))
    case .dialog:
      if dialog != nil || !isInTree(pages) { return false }
      let new = Dialog(title: "D", message: "M")
      for role in [Button.Role.cancel, .destructive] {
        new.addButton("A", role: role) { [unowned self] in
          log.note(CallKind.answered)
          dialog = nil
          callback()
        }
      }
      dialog = new
      new.show(above: pages)
      if isAlone { for witness in controls { witness.checkRest("behind a dialog") } }
    case .dismiss:
      guard let shown = dialog else { return false }
      dialog = nil
      shown.dismiss()
    case .moveFocus: screen.focus.move(random.pick([.next, .previous, .up, .down, .left, .right]), wraps: true)
    case .focus: return random.pick(controls).control?.becomeFocused() ?? false
    case .cancelTouches: screen.cancelTouches()
    case .cancelKeys: screen.focus.cancelKeys(time: 0)
    case .style: root.controlStyle = random.pick([.day, .dark, .night])
    case .touch:
      // A program that plays fingers itself.
      screen.touch(
        finger: random.next(in: -3 ... -1), phase: random.pick(Touch.Phase.allCases),
        at: PixelPoint(x: Fixed(random.below(400)), y: Fixed(random.below(300))), time: 0)
    case .front: if let view = anyView.superview?.subviews.first { view.superview?.bringSubviewToFront(view) }
    default: return false
    }
    return true
  }
}
