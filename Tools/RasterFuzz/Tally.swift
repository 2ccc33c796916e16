// How often each thing that the fuzzer means to try was tried. scripts/fuzz fails if any of them never was.

/// What a fuzzing program can hold, and what must have come out of it.
enum Trial: Int, CaseIterable {
  case clear, fillRect, fillNonZero, fillEvenOdd, retained, strokePath, hairline, clip, planes, plane, group,
    groupThroughPath, store, geometry
  case clippedToRect, clippedToPath, clipOverflow, stacked, masked, groupOverflow
  case mode, linear, radial, conicGradient, image, projectedImage, placedImage, mask, blurredMask, text
  case projectedFill, projectedStroke, projectedGradient, projection, projective, unboundedFill, unboundedStroke
  case butt, roundCap, square, miter, roundJoin, bevel, dashed, partialStroke
  case move, line, quadratic, cubic, conicArc, close, rect, roundedRect, ellipse, arc, connectedArc, repetition
  case identity, scale, rotation, translation, anyMatrix, singular, concatenation, inverse
  case xrgb8888, rgb888, rgb565
  /// Pictures in which at least one pixel was changed; those drawn in more than one band, in more than one tile.
  case changed, banded, tiled
}

nonisolated(unsafe) private var tally: [Int] = Array(repeating: 0, count: Trial.allCases.count)

func count(_ trial: Trial) { unsafe tally[trial.rawValue] += 1 }

/// One line each, `tried NAME COUNT`.
func reportTally() {
  for trial in Trial.allCases { print("tried \(trial) \(unsafe tally[trial.rawValue])") }
}
