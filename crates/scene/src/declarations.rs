//! The check of declarations that come from elsewhere.

use super::drafting::{SceneError, quoted};
use super::parameters::{Declarations, MAX_LAID_SHEETS, MAX_PARAMETERS, MAX_RULES, SceneParameter};
use super::store::Scene;

/// Refuses lists that no script could have declared.
pub(super) fn check(declarations: &Declarations) -> Result<(), SceneError> {
    let refused =
        |name: &str, reason: &str| Err(SceneError::range(format!("parameter {}: {reason}", quoted(name))));
    if declarations.parameters.len() > MAX_PARAMETERS || declarations.rules.len() > MAX_RULES {
        return Err(SceneError::range(format!(
            "a scene has at most {MAX_PARAMETERS} parameters and {MAX_RULES} rules"
        )));
    }
    let is_finite = |pair: &[f64; 2]| pair.iter().all(|it| it.is_finite());
    let are_sheets = declarations.sheets.iter().all(|it| is_finite(&it.min) && is_finite(&it.max));
    if declarations.sheets.len() > MAX_LAID_SHEETS || !are_sheets {
        return Err(SceneError::range(format!(
            "a scene has at most {MAX_LAID_SHEETS} sheets, each of some size"
        )));
    }
    for (index, parameter) in declarations.parameters.iter().enumerate() {
        let SceneParameter { name, value, default, bounds, .. } = parameter;
        Scene::check_name(name)?;
        if declarations.parameters.iter().take(index).any(|other| other.name == *name) {
            return refused(name, "there are two of that name");
        }
        for value in [default, value] {
            if let Err(reason) = bounds.check(value, default) {
                return refused(name, &reason);
            }
        }
    }
    Ok(())
}
