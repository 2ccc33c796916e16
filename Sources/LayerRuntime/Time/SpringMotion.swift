import FixedRaster
struct SpringMotion { func value(at time: Int64) -> Coefficient { 1 } }
