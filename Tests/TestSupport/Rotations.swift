import FixedRaster

public let everyRotation: [DisplayRotation] = [.none, .clockwise90, .clockwise180, .clockwise270]
