// Stage: contents. Gradients that contents are drawn with. The calls are Core Graphics'.

import FixedRaster

/// Colours to draw gradients with: made once, used any number of times.
public final class Gradient {
  /// With room for two more at each end, so that drawing allocates nothing.
  private var stops: [GradientStop]
  private let colors: [GradientStop]
  private let table = GradientTable()
  private var made: (options: Gradient.DrawingOptions, alpha: Fixed)?

  /// - Parameters:
  ///   - colors: from the start to the end; without any nothing is drawn.
  ///   - locations: where each lies, 0…1, not descending; `nil`, or another number of them than of colours: evenly spread.
  public init(colors: [Color], locations: [Fixed]? = nil) {
    self.colors = GradientTable.stops(colors, at: locations)
    stops = []
    stops.reserveCapacity(colors.count + 4)
  }

  /// The colours as they are drawn; clear before the start and after the end, unless the options say otherwise.
  ///
  /// - Parameter copy: where they are kept for later; `nil` if they are drawn before the next call.
  fileprivate func ramp(_ options: Gradient.DrawingOptions, alpha: Fixed, copy: GradientTable?) -> GradientRamp {
    if copy == nil, let made, made == (options, alpha) { return table.ramp }
    if copy == nil { made = (options, alpha) }
    stops.removeAll(keepingCapacity: true)
    // Of stops at one place the first is the colour before, the last the colour after.
    if let first = colors.first, !options.contains(.drawsBeforeStartLocation) {
      stops.append(GradientStop(location: 0, color: .clear))
      stops.append(GradientStop(location: 0, color: first.color.faded(by: alpha)))
    }
    for stop in colors { stops.append(GradientStop(location: stop.location, color: stop.color.faded(by: alpha))) }
    if let last = colors.last, !options.contains(.drawsAfterEndLocation) {
      stops.append(GradientStop(location: 1, color: last.color.faded(by: alpha)))
      stops.append(GradientStop(location: 1, color: .clear))
    }
    let (stops, table) = (stops, copy ?? table)
    table.fill(stops.span)
    return table.ramp
  }
}

extension Gradient {
  /// Whether a gradient's colours go on beyond its ends.
  public struct DrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var drawsBeforeStartLocation: DrawingOptions { DrawingOptions(rawValue: 1) }
    public static var drawsAfterEndLocation: DrawingOptions { DrawingOptions(rawValue: 2) }
  }
}

extension DrawingContext {
  /// Fills the clip with colours along a line; lines at right angles to it have one colour. Nothing is drawn where
  /// start and end are one. Where the colours do not go on beyond the ends the gradient is clear: a blend mode such as
  /// copy clears there.
  public func drawLinearGradient(
    _ gradient: Gradient, start: Point, end: Point, options: Gradient.DrawingOptions = []
  ) {
    let ramp = ramp(of: gradient, options)
    paint(.linear(LinearGradient(from: start, to: end, ramp: ramp, mapping: .affine(state.transform))))
  }

  /// Fills the clip with colours from one circle to another, of which the later ones lie on the earlier ones. A
  /// negative radius counts as 0. Nothing is drawn where both circles are one. Blend modes as for linear gradients.
  public func drawRadialGradient(
    _ gradient: Gradient, startCenter: Point, startRadius: Fixed, endCenter: Point, endRadius: Fixed,
    options: Gradient.DrawingOptions = []
  ) {
    let ramp = ramp(of: gradient, options)
    paint(
      .radial(
        RadialGradient(
          startCenter: startCenter, startRadius: startRadius, endCenter: endCenter, endRadius: endRadius, ramp: ramp,
          mapping: .affine(state.transform))))
  }

  private func ramp(of gradient: Gradient, _ options: Gradient.DrawingOptions) -> GradientRamp {
    gradient.ramp(options, alpha: state.alpha, copy: recording?.takeTable())
  }

  private func paint(_ paint: Paint) {
    if paint.isEmpty { return }
    hasDrawn = true
    perform(.paint(paint, state.mode))
  }
}
