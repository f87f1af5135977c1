//! The one error of this crate, and the check that every number passes.

use std::fmt;

/// The reason why a shape cannot exist, as a clause that reads well after a function's name and a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeError {
    /// The clause, such as `radius must be greater than 0, got -1`.
    pub message: String,
}

impl ShapeError {
    /// Makes the error from its clause.
    pub fn new(message: impl Into<String>) -> Self {
        ShapeError { message: message.into() }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ShapeError {}

/// Returns the number itself, without the sign of a negative zero, or an error that names the argument.
pub fn finite(argument: &str, value: f64) -> Result<f64, ShapeError> {
    if value.is_finite() {
        Ok(value + 0.0)
    } else {
        Err(ShapeError::new(format!("{argument} must be a finite number, got {}", number_text(value))))
    }
}

/// Returns a finite number greater than zero, or an error that names the argument.
pub fn positive(argument: &str, value: f64) -> Result<f64, ShapeError> {
    let value = finite(argument, value)?;
    if value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::new(format!("{argument} must be greater than 0, got {}", number_text(value))))
    }
}

/// Returns a finite number that is not negative, or an error that names the argument.
pub fn not_negative(argument: &str, value: f64) -> Result<f64, ShapeError> {
    let value = finite(argument, value)?;
    if value >= 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::new(format!("{argument} must be 0 or greater, got {}", number_text(value))))
    }
}

/// Formats a number as JavaScript spells it in all but the rarest cases: `-3`, `0.5`, `Infinity`, `1e+300` as
/// `1e300`.
///
/// Reading the text back gives the same number, and a negative zero is written as `0`.
pub fn number_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() };
    }
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        format!("{value:e}")
    } else {
        format!("{}", value + 0.0)
    }
}
