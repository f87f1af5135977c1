//! The two functions for which a system with glibc older than 2.35 would not load the addon. The standard library and
//! drawing libraries ask the system for them; here they find them in the addon.

/// Returns the length of a vector, as C has it.
#[unsafe(no_mangle)]
extern "C" fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// Returns the length of a vector in single precision, as C has it.
#[unsafe(no_mangle)]
extern "C" fn hypotf(x: f32, y: f32) -> f32 {
    libm::hypotf(x, y)
}
