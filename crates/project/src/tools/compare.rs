//! The committed scene beside one that was saved, for tests of drawings.

use std::sync::Arc;

use serde_json::{Value, json};

use super::render;
use crate::call::Call;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_export::json::{JsonHeader, from_json, to_json};
use scenewright_export::png::Fit;
use scenewright_runner::PictureRequest;
use scenewright_scene::{Scene, scene_changes};
use scenewright_tools::answer::Answer;

/// The share of the larger side of both drawings that pictures leave free around them, so that no line is cut in half.
const MARGIN: f64 = 0.04;

/// The free space around a drawing that is a single point, in its unit.
const POINT_MARGIN: f64 = 1.0;

/// Compares the committed scene with a saved one. The question is `{ saved?, want }`, `saved` being the text of an earlier
/// answer. `want` names what stands beside the answer: `scene`, the scene as text to save, without what it was made from;
/// `before`, `after` or `difference`, a picture; or `nothing`. The pictures show the same part of the plane.
pub(crate) fn answer(call: &Call<'_>, question_json: &str) -> Result<Answer> {
    let question: Value = serde_json::from_str(question_json)
        .map_err(|cause| Error::new(Kind::InvalidInput, format!("compare: {cause}")))?;
    let committed = call.committed()?;
    let scene = &committed.scene;
    let saved = question["saved"].as_str().map(|text| from_json(text).map(|(saved, _)| Arc::new(saved)));
    let saved = saved.transpose()?;
    let mut data = json!({ "transactionId": committed.transaction_id });
    if let Some(saved) = &saved {
        let changes = scene_changes(Some(saved), scene);
        // Both lists: a name may change without a difference that is drawn, and a drawing may differ in what no
        // name shows, as its page.
        data["same"] = (changes.names.is_empty() && changes.drawing.is_empty()).into();
        data["drawing"] = changes.drawing.into();
    }
    let image = match (question["want"].as_str().unwrap_or("nothing"), saved) {
        ("nothing", _) => None,
        ("scene", _) => Some(to_json(scene, &JsonHeader::default()).into_bytes()),
        ("before", Some(saved)) => Some(picture(call, &saved, scene, None)?),
        ("after", Some(saved)) => Some(picture(call, scene, &saved, None)?),
        ("difference", Some(saved)) => Some(picture(call, scene, &saved, Some(Arc::clone(&saved)))?),
        (other, _) => {
            let message = format!("compare: there is no \"{}\" without a saved scene", quote_name(other));
            return Err(Error::new(Kind::InvalidInput, message));
        }
    };
    Ok(Answer { image, ..Answer::ok(data) })
}

/// Draws one of two scenes, in a frame that holds both.
fn picture(
    call: &Call<'_>,
    shown: &Arc<Scene>,
    other: &Scene,
    previous: Option<Arc<Scene>>,
) -> Result<Vec<u8>> {
    let request = PictureRequest {
        fit: frame(shown, other),
        highlight: previous.is_some(),
        previous,
        ..render::default_picture()
    };
    call.runner().picture(Arc::clone(shown), request)
}

/// Returns the part of the plane that holds both scenes; where neither draws anything, the shown scene's.
fn frame(one: &Scene, other: &Scene) -> Fit {
    let bounds = match (one.bounds(), other.bounds()) {
        (Some(one), Some(other)) => one.union(other),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return Fit::Scene,
    };
    let side = (bounds.max.x - bounds.min.x).max(bounds.max.y - bounds.min.y);
    let margin = if side > 0.0 { side * MARGIN } else { POINT_MARGIN };
    Fit::Box([bounds.min.x - margin, bounds.min.y - margin, bounds.max.x + margin, bounds.max.y + margin])
}
