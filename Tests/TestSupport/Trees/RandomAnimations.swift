import FixedRaster
import LayerRuntime

/// What a random step does to a tree whose time runs.
public enum TimedChange: String, CaseIterable, Sendable {
  // Animations that are added.
  case basic, keyframe, path, spring, group, transition
  // What changes in a transaction or in an animation of views, with all that these say.
  case transaction, viewAnimation
  // What a layer does by itself when something changes.
  case action
  // Layers whose time runs otherwise.
  case pause, timing
  case removal, removeAll

  /// What it counts as.
  public var name: String { "timed \(rawValue)" }

  static let added: [TimedChange] = [.basic, .keyframe, .path, .spring, .group, .transition]
}

/// Does something when an animation of it begins, or ends.
final class RandomDelegate: AnimationDelegate {
  private weak var tree: RandomTree?
  private weak var layer: Layer?
  private let (place, deed): (CallbackPlace, CallbackDeed?)
  private let seed: UInt64

  init(_ tree: RandomTree, _ layer: Layer?, _ place: CallbackPlace, _ deed: CallbackDeed?, seed: UInt64) {
    (self.tree, self.layer, self.place, self.deed, self.seed) = (tree, layer, place, deed, seed)
  }

  func animationDidStart(_ animation: Animation) {
    tree?.counts["starts", default: 0] += 1
    if place == .start, let deed { tree?.perform(deed, in: .start, seed, on: layer) }
  }

  func animationDidStop(_ animation: Animation, finished: Bool) {
    tree?.counts[finished ? "ends" : "stops", default: 0] += 1
    if place == .stop, let deed { tree?.perform(deed, in: .stop, seed, on: layer) }
  }
}

/// The program's own action: of the first time alone, or contents that are drawn because contents were drawn have no end.
final class RandomAction: Action {
  private weak var tree: RandomTree?
  private let (deed, seed): (CallbackDeed, UInt64)

  init(_ tree: RandomTree, _ deed: CallbackDeed, seed: UInt64) {
    (self.tree, self.deed, self.seed) = (tree, deed, seed)
  }

  func run(forKey key: String, on layer: Layer) {
    exchange(&tree, with: nil)?.perform(deed, in: .action, seed, on: layer)
  }
}

extension RandomTree {
  /// Calls whoever waits to be called: two trees of a thread do not wait for each other then.
  public static func deliver() {
    Transaction.begin()
    Transaction.commit()
  }

  /// Makes a change that takes time, or changes what time does.
  func animate() {
    let layer = target()
    let change = random.next(in: 0...1) == 0 ? TimedChange.added[random.next(in: 0...5)] : someTimedChange()
    counts[change.name, default: 0] += 1
    log.append(change.name)
    switch change {
    case .basic, .keyframe, .path, .spring, .group: add(makeAnimation(change, of: layer), to: layer)
    case .transition: addTransition(to: random.next(in: 0...19) == 0 ? root : layer)
    case .transaction: changeInTransaction()
    case .viewAnimation: changeInViewAnimation()
    case .action: changeActions(of: layer)
    case .pause: pause(layer)
    case .timing: changeTiming(of: layer)
    case .removal:
      let animated = layers.filter { $0.animationKeys() != nil }
      if animated.isEmpty { return }
      let layer = animated[random.next(in: 0...animated.count - 1)]
      let keys = layer.animationKeys() ?? []
      layer.removeAnimation(forKey: keys[random.next(in: 0...keys.count - 1)])
    case .removeAll: layer.removeAllAnimations()
    }
  }

  private func someTimedChange() -> TimedChange {
    TimedChange.allCases[random.next(in: 6...TimedChange.allCases.count - 1)]
  }

  /// A layer, or its mask.
  private func target() -> Layer {
    let layer = someLayer()
    return random.next(in: 0...3) == 0 ? layer.mask ?? layer : layer
  }

  private func add(_ animation: Animation, to layer: Layer) {
    var key: String? = (animation as? PropertyAnimation)?.keyPath ?? "group"
    switch random.next(in: 0...3) {
    case 0: key = ["one", "other"][random.next(in: 0...1)]
    case 1: key = nil
    default: break
    }
    layer.add(animation, forKey: key)
  }

  private func addTransition(to layer: Layer) {
    let transition = Transition()
    transition.type = [.fade, .moveIn, .push, .reveal][random.next(in: 0...3)]
    transition.subtype = [.fromLeft, .fromRight, .fromTop, .fromBottom][random.next(in: 0...3)]
    counts["\(transition.type) \(transition.subtype)", default: 0] += 1
    if random.next(in: 0...3) == 0 { (transition.startProgress, transition.endProgress) = (0.25, 0.75) }
    setTiming(of: transition, in: layer)
    layer.add(transition, forKey: ["transition", "sublayers", "one"][random.next(in: 0...2)])
    // What it is a transition to.
    changeProperty(of: random.next(in: 0...1) == 0 ? layer : someLayer())
    if random.next(in: 0...1) == 0 { move() }
  }

  // MARK: Animations

  private func makeAnimation(_ kind: TimedChange, of layer: Layer) -> Animation {
    let animation: Animation
    switch kind {
    case .keyframe: animation = makeKeyframes(of: layer)
    case .path: animation = makeWay(of: layer)
    case .spring:
      let spring = SpringAnimation(keyPath: "")
      setEnds(of: spring, in: layer)
      (spring.mass, spring.stiffness) = (random.fixed(in: 1...3), random.fixed(in: 20...400))
      (spring.damping, spring.initialVelocity) = (random.fixed(in: 0...60), random.fixed(in: -9...9))
      animation = spring
    case .group:
      let group = AnimationGroup()
      group.animations = (0..<random.next(in: 1...3)).map { _ in
        makeAnimation(TimedChange.added[random.next(in: 0...3)], of: layer)
      }
      animation = group
    default:
      let basic = BasicAnimation(keyPath: "")
      setEnds(of: basic, in: layer)
      animation = basic
    }
    setTiming(of: animation, in: layer)
    return animation
  }

  /// What is animated: a property, or a part of one. Some of them can only be what they are by lot: beyond that they would take
  /// memory without an end.
  private func animatedProperty(of layer: Layer) -> (property: RandomProperty, isTame: Bool) {
    var lists = RandomProperty.byClass.filter { $0.isOf(layer) }.map(\.properties)
    lists += RandomProperty.parts.filter { $0.isOf(layer) }.map(\.properties)
    let list = lists[random.next(in: 0...lists.count - 1)]
    let property = list[random.next(in: 0...list.count - 1)]
    counts["animated \(property.key)", default: 0] += 1
    log.append(property.key)
    return (property, !RandomProperty.costly.contains(property.key))
  }

  private func setEnds(of animation: BasicAnimation, in layer: Layer) {
    if random.next(in: 0...11) == 0 {
      animation.keyPath = "transform"
      animation.valueFunction = ValueFunction(rawValue: UInt8(random.next(in: 0...10)))
      let isPlace = animation.valueFunction == .translate
      animation.toValue = isPlace ? .point(random.point(in: -40...40)) : .fixed(random.fixed(in: -3...3))
      animation.fromValue = isPlace ? .point(.zero) : .fixed(random.fixed(in: 0...1))
      counts["value functions", default: 0] += 1
    } else {
      let (property, isTame) = animatedProperty(of: layer)
      animation.keyPath = property.key
      let ends = isTame ? random.next(in: 0...7) : 3
      if ends & 1 != 0 { animation.fromValue = property.value(&random) }
      if ends & 2 != 0 { animation.toValue = property.value(&random) }
      if ends & 4 != 0 { animation.byValue = property.value(&random) }
      if !isTame { return }
    }
    setSums(of: animation)
  }

  private func setSums(of animation: PropertyAnimation) {
    animation.isAdditive = random.next(in: 0...4) == 0
    animation.isCumulative = random.next(in: 0...4) == 0
    if animation.isAdditive { counts["additive", default: 0] += 1 }
    if animation.isCumulative { counts["cumulative", default: 0] += 1 }
  }

  private func makeKeyframes(of layer: Layer) -> Animation {
    let (property, isTame) = animatedProperty(of: layer)
    let animation = KeyframeAnimation(keyPath: property.key)
    let count = random.next(in: 0...5)
    animation.values = (0..<count).compactMap { _ in property.value(&random) }
    setMode(of: animation, count, isTame: isTame)
    if isTame { setSums(of: animation) }
    return animation
  }

  /// Along a path.
  private func makeWay(of layer: Layer) -> Animation {
    let key = ["position", "position", "position", "anchorPoint", "bounds.origin", "emitterPosition"]
    let animation = KeyframeAnimation(keyPath: key[random.next(in: 0...5)])
    animation.path = random.path()
    animation.rotationMode = [nil, .rotateAuto, .rotateAutoReverse][random.next(in: 0...2)]
    if animation.rotationMode != nil { counts["rotation along paths", default: 0] += 1 }
    setMode(of: animation, random.next(in: 1...4), isTame: true)
    setSums(of: animation)
    return animation
  }

  private func setMode(of animation: KeyframeAnimation, _ count: Int, isTame: Bool) {
    let modes: [KeyframeAnimation.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
    animation.calculationMode = modes[random.next(in: 0...(isTame ? 4 : 2))]
    counts["mode \(animation.calculationMode)", default: 0] += 1
    let unit = { [unowned self] in Fixed(rawValue: Int32(random.next(in: 0...65536))) }
    if random.next(in: 0...2) == 0 {
      // The right number of them, one more as the discrete mode has them, and another.
      animation.keyTimes = (0..<count + random.next(in: 0...1)).map { _ in unit() }.sorted()
    }
    if random.next(in: 0...2) == 0 { animation.timingFunctions = (0..<count).map { _ in random.timingFunction() } }
    if random.next(in: 0...1) == 0 {
      animation.tensionValues = (0..<count).map { _ in unit() }
      animation.continuityValues = [unit(), -1, 1]
      animation.biasValues = (0..<count).map { _ in -unit() }
    }
  }

  // MARK: Times

  private func setTiming(of animation: Animation, in layer: Layer) {
    animation.duration = .milliseconds([0, 40, 300, 900, 2000][random.next(in: 0...4)])
    if random.next(in: 0...1) == 0 { animation.timingFunction = random.timingFunction() }
    switch random.next(in: 0...5) {
    case 0: animation.speed = [2, 0.5, -1, 0][random.next(in: 0...3)]
    case 1: animation.timeOffset = .milliseconds(random.next(in: -300...900))
    case 2:
      let own = layer.convertTime(now, from: nil)
      animation.beginTime = own + .milliseconds(random.next(in: -300...400))
    default: break
    }
    switch random.next(in: 0...7) {
    case 0: animation.repeatCount = random.fixed(in: 1...3)
    case 1: animation.repeatCount = Animation.forever
    case 2: animation.repeatDuration = .milliseconds(random.next(in: 50...900))
    default: break
    }
    animation.autoreverses = random.next(in: 0...3) == 0
    animation.fillMode = [.removed, .forwards, .backwards, .both][random.next(in: 0...3)]
    animation.isRemovedOnCompletion = random.next(in: 0...3) > 0
    counts["fill \(animation.fillMode)", default: 0] += 1
    if animation.speed != 1 { counts["speeds", default: 0] += 1 }
    if animation.timeOffset != .zero { counts["offsets", default: 0] += 1 }
    if animation.beginTime != .zero { counts["begin times", default: 0] += 1 }
    if animation.repeatCount > 0 || animation.repeatDuration > .zero { counts["repeats", default: 0] += 1 }
    if animation.autoreverses { counts["autoreverses", default: 0] += 1 }
    if random.next(in: 0...2) == 0 { animation.delegate = makeDelegate(for: layer) }
  }

  private func makeDelegate(for layer: Layer) -> RandomDelegate {
    let place: CallbackPlace = random.next(in: 0...1) == 0 ? .start : .stop
    return RandomDelegate(self, layer, place, someDeed(), seed: random.next())
  }

  /// What a call of animations does; nothing where that was brought about by a call.
  private func someDeed() -> CallbackDeed? {
    let deed = CallbackDeed.allCases[random.next(in: 0...CallbackDeed.allCases.count - 1)]
    return isPerforming || !hasCallbacks ? nil : deed
  }

  private func pause(_ layer: Layer) {
    if layer.speed == 0 {
      let paused = layer.timeOffset
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, .zero, .zero)
      layer.beginTime = layer.convertTime(now, from: nil) - paused
    } else {
      let own = layer.convertTime(now, from: nil)
      (layer.speed, layer.timeOffset) = (0, own)
    }
  }

  private func changeTiming(of layer: Layer) {
    layer.speed = [1, 1, 2, 0.5, -1, 0.25][random.next(in: 0...5)]
    layer.timeOffset = .milliseconds(random.next(in: 0...1) == 0 ? 0 : random.next(in: -900...900))
    layer.beginTime = .milliseconds(random.next(in: 0...1) == 0 ? 0 : random.next(in: 0...2000))
  }

  // MARK: Transactions, views, actions

  private func changeInTransaction() {
    Transaction.begin()
    if random.next(in: 0...2) > 0 { Transaction.animationDuration = .milliseconds(random.next(in: 0...9) * 90) }
    if random.next(in: 0...1) == 0 { Transaction.animationTimingFunction = random.timingFunction() }
    if random.next(in: 0...1) == 0 { Transaction.completion = makeCompletion() }
    Transaction.disableActions = random.next(in: 0...7) == 0
    for _ in 0..<random.next(in: 0...3) { changeOne() }
    if random.next(in: 0...3) == 0 { changeInTransaction() }
    Transaction.commit()
  }

  private func makeCompletion() -> () -> Void {
    let (deed, seed) = (someDeed(), random.next())
    return { [weak self] in
      self?.counts["completions", default: 0] += 1
      if let deed { self?.perform(deed, in: .completion, seed, on: nil) }
    }
  }

  private func changeOne() {
    switch random.next(in: 0...9) {
    case 0: changeContents(of: someLayer())
    case 1: move()
    case 2:
      let layer = target()
      add(makeAnimation(TimedChange.added[random.next(in: 0...4)], of: layer), to: layer)
    default: changeProperty(of: target())
    }
  }

  private func changeInViewAnimation() {
    let changes = { [unowned self] in
      for _ in 0..<random.next(in: 0...3) { changeOne() }
      guard let view = someView() else { return }
      (view.layer.opacity, view.layer.backgroundColor) = (random.next(in: 0...1) == 0 ? 1 : 0.5, random.color())
      view.layer.position = random.point(in: 0...90)
    }
    let completion = makeCompletion()
    let (duration, delay) = (Duration.milliseconds(random.next(in: 0...9) * 90), random.next(in: 0...3) * 60)
    let options = View.AnimationOptions(rawValue: UInt8(random.next(in: 0...31)))
    if random.next(in: 0...1) == 0 {
      View.animate(
        withDuration: duration, delay: .milliseconds(delay), options: options, animations: changes,
        completion: { _ in completion() })
    } else {
      View.animate(
        withDuration: duration, delay: .milliseconds(delay), usingSpringWithDamping: random.fixed(in: 0...1),
        initialSpringVelocity: random.fixed(in: -3...3), options: options, animations: changes)
    }
  }

  private func changeActions(of layer: Layer) {
    let keys = [
      "position", "opacity", "backgroundColor", "transform", "contents", "sublayers", Layer.onOrderIn, Layer.onOrderOut,
    ]
    let key = keys[random.next(in: 0...keys.count - 1)]
    let action: (any Action)?
    switch random.next(in: 0...(key == "contents" ? 3 : 5)) {
    case 0: action = NullAction.shared
    case 1: action = nil
    case 2:
      let transition = Transition()
      transition.type = [.fade, .moveIn, .push, .reveal][random.next(in: 0...3)]
      action = transition
    case 3:
      let deed = isPerforming || !hasCallbacks ? nil : someDeed()
      action = deed.map { RandomAction(self, $0, seed: random.next()) }
    default: action = makeAnimation(.basic, of: layer)
    }
    if random.next(in: 0...2) == 0 {
      let style = LayerStyle()
      if let action { style.actions[key] = action }
      layer.style = style
    } else {
      layer.actions[key] = action
    }
  }
}

extension SplitMix {
  mutating func timingFunction() -> MediaTimingFunction {
    switch next(in: 0...4) {
    case 0: .linear
    case 1: .easeIn
    case 2: .easeInEaseOut
    // Beyond its ends.
    case 3: MediaTimingFunction(controlPoints: 0.25, fixed(in: -1...1), 0.75, fixed(in: 0...2))
    default: .default
    }
  }
}

extension RandomProperty {
  /// Parts of properties, by the class that has them: what animations go along as well.
  public static let parts: [(isOf: @Sendable (Layer) -> Bool, properties: [RandomProperty])] = [
    (
      { _ in true },
      [
        RandomProperty("position.x", in: -20...140), RandomProperty("bounds.size.width", in: 0...90),
        RandomProperty("bounds.origin.y", in: -9...9), RandomProperty("transform.rotation", in: -3...3),
        RandomProperty("transform.rotation.y", in: -3...3), RandomProperty("transform.scale", in: -1...2),
        RandomProperty("transform.translation.x", in: -40...40), RandomProperty("shadowOffset.height", in: -9...9),
        RandomProperty("sublayerTransform.rotation.x", in: -1...1),
        RandomProperty("filters.first.inputRadius", in: 0...8),
        RandomProperty("backgroundFilters.first.inputRadius", in: 0...8),
        RandomProperty("filters.first.isEnabled", oneIn: 2),
      ]
    ),
    (
      { $0 is EmitterLayer },
      [
        RandomProperty("emitterCells.rocket.birthRate", in: 0...6),
        RandomProperty("emitterCells.spark.velocity", in: 0...60),
        RandomProperty("emitterCells.rocket.color") { .color($0.color()) },
      ]
    ),
  ]

  /// Of what more takes more memory, or more time: held to what they are by lot.
  static let costly: Set<String> = [
    "instanceCount", "particleLimit", "tileSize", "levelsOfDetail", "levelsOfDetailBias", "contentsScale",
    "rasterizationScale", "birthRate", "lifetime", "emitterCells.rocket.birthRate",
  ]
}
