//! The sheet that a picture or an export shows.

use std::sync::Arc;

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_scene::Scene;
use scenewright_tools::arguments::Arguments;

/// The most sheets that an answer names.
const MAX_NAMED: usize = 12;

/// Returns the scene with the sheet alone that a call asks for by its name; the scene as it is where it asks for none.
pub(super) fn with_sheet_asked_for(scene: &Arc<Scene>, arguments: &Arguments) -> Result<Arc<Scene>> {
    let Some(name) = arguments.optional_text("sheet") else { return Ok(Arc::clone(scene)) };
    match scene.find_sheet(name) {
        Some(index) => Ok(Arc::new(scene.with_one_sheet(index))),
        None => Err(unknown(scene, name)),
    }
}

/// Returns an earlier scene with the same sheet alone, to be compared; without it, the scene as it was.
pub(super) fn with_same_sheet(earlier: Arc<Scene>, arguments: &Arguments) -> Arc<Scene> {
    let index = arguments.optional_text("sheet").and_then(|name| earlier.find_sheet(name));
    index.map_or(earlier.clone(), |index| Arc::new(earlier.with_one_sheet(index)))
}

fn unknown(scene: &Scene, name: &str) -> Error {
    let names: Vec<&str> = scene.sheets().iter().map(|sheet| &*sheet.name).collect();
    let help = match near_name(name, names.iter().copied()) {
        _ if names.is_empty() => "The drawing has no sheets; setPage sets one.".to_owned(),
        Some(near) => format!("Did you mean {near:?}?"),
        None => {
            let shown =
                names.iter().take(MAX_NAMED).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
            format!("There are: {shown}{}", if names.len() > MAX_NAMED { " and more." } else { "." })
        }
    };
    let message = format!("sheet: there is no sheet named \"{}\"", quote_name(name));
    Error::new(Kind::NotFound, message).with_hint(help)
}
