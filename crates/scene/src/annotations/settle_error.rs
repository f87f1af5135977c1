//! The refusal of an annotation whose entity is gone.

use crate::drafting::SceneError;

/// Returns the error for an entity that an annotation follows and that does not exist.
pub(super) fn gone(error: SceneError) -> SceneError {
    SceneError {
        message: format!("{}; what it follows must exist when the script has ended", error.message),
        ..error
    }
}
