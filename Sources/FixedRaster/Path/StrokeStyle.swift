/// Which places a path's winding number puts inside.
public enum FillRule: UInt8, Hashable, Sendable { case nonZero, evenOdd }

/// How a stroke ends.
public enum LineCap: UInt8, Hashable, Sendable { case butt, round, square }

/// How two of a stroke's segments meet.
public enum LineJoin: UInt8, Hashable, Sendable { case miter, round, bevel }
