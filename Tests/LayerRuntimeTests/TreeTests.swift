import FixedRaster
import Testing

@testable import LayerRuntime
