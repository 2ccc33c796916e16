import Testing

@testable import FixedRaster
