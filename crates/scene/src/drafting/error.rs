//! The refusals of the scene.

use std::fmt;

use serde::{Deserialize, Serialize};

use scenewright_error::Error;
use scenewright_geometry::ShapeError;

/// The class of error that a script sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorClass {
    /// A value of the wrong type.
    Type,
    /// A value out of range.
    Range,
    /// A name that does not exist, or a structure that is impossible.
    Scene,
    /// More entities than the limit allows.
    Entities,
}

/// A refusal. The message does not name the function: its caller knows it and writes it in front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneError {
    /// The class, from which a script's error gets its type.
    pub class: ErrorClass,
    /// The message: what was refused, what was given instead, and where it helps, what to write.
    pub message: String,
    /// The name of the entity that cannot be drawn again, where the call that drew it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
}

impl SceneError {
    /// Makes a refusal of a value of the wrong type.
    pub fn of_type(message: impl Into<String>) -> Self {
        SceneError { class: ErrorClass::Type, message: message.into(), entity: None }
    }

    /// Makes a refusal of a value out of range.
    pub fn range(message: impl Into<String>) -> Self {
        SceneError { class: ErrorClass::Range, message: message.into(), entity: None }
    }

    /// Makes a refusal of a name that does not exist, or of a structure that is impossible.
    pub fn scene(message: impl Into<String>) -> Self {
        SceneError { class: ErrorClass::Scene, message: message.into(), entity: None }
    }

    /// Returns the error with the named thing before it in which it was found.
    #[must_use]
    pub fn within(self, kind: &str, name: &str) -> Self {
        SceneError { message: format!("{kind} {}: {}", quoted(name), self.message), ..self }
    }

    /// Makes the refusal of more entities than the limit.
    pub fn entities(limit: usize) -> Self {
        SceneError {
            class: ErrorClass::Entities,
            message: format!("the scene may not hold more than {limit} entities"),
            entity: None,
        }
    }
}

impl From<ShapeError> for SceneError {
    fn from(error: ShapeError) -> Self {
        SceneError::range(error.message)
    }
}

impl From<Error> for SceneError {
    fn from(error: Error) -> Self {
        SceneError::scene(error.message)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SceneError {}

/// Returns the name of a kind with `a` or `an` before it.
pub(crate) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Returns a name in quotation marks, cut when it is too long to be worth repeating.
pub fn quoted(name: &str) -> String {
    let beginning: String = name.chars().take(80).collect();
    let mark = if beginning.len() < name.len() { "…" } else { "" };
    format!("\"{beginning}{mark}\"")
}
