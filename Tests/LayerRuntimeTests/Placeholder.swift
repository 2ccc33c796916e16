import Testing

@testable import LayerRuntime
