//! The scene for a page that shows it.

use serde_json::{Value, json};

use crate::call::Call;
use crate::parameters::from_json;
use crate::past::scene_or_empty_after;
use crate::shared::Committed;
use scenewright_error::{Error, Kind, Result};
use scenewright_export::live_view::{to_view, to_view_with_index};
use scenewright_export::live_view_patch::{ViewPatch, patch_between, patch_in_place};
use scenewright_scene::Scene;
use scenewright_tools::answer::Answer;

/// Returns the scene as JSON for a page, beside the answer: as a commit left it, as it is, or as it would be with other
/// values of its parameters. The question is `{ at?, known?, patch?, parameters? }`: the commit whose scene is wanted; the version
/// that the page shows, which is not sent again; true for the patch from that version, where there is one; and values to
/// look at, with which nothing is committed.
pub(crate) fn answer(call: &Call<'_>, question_json: &str) -> Result<Answer> {
    let question: Value = serde_json::from_str(question_json)
        .map_err(|cause| Error::new(Kind::InvalidInput, format!("view: {cause}")))?;
    if let Some(id) = question["at"].as_str() {
        // The scene after a commit never changes.
        let scene = scene_or_empty_after(call, id)?;
        return Ok(whole(&scene, to_view(&scene), id, id));
    }
    let current = call.committed()?;
    let known = question["known"].as_str();
    // A page asks after each event, often for a scene that it has; megabytes are only sent for another one.
    let parameters = question["parameters"].is_object().then(|| from_json(&question["parameters"]));
    if parameters.is_none() && known == Some(current.version.as_str()) {
        let Committed { transaction_id, version, .. } = current.as_ref();
        return Ok(Answer::ok(json!({ "transactionId": transaction_id, "version": version, "same": true })));
    }
    let before = known.filter(|_| question["patch"] == true).and_then(|known| call.shared.viewed(known));
    let shown = match parameters {
        None => {
            call.shared.note_viewed(&current);
            current
        }
        // Places that are not known would cost a run of main: the page asks for the one that it shows.
        values => call.with_parameters(current, values)?,
    };
    let Committed { scene, transaction_id, version, .. } = shown.as_ref();
    match before.and_then(|before| patch_from(&before, &shown)) {
        Some(patch) => {
            let data = json!({ "transactionId": transaction_id, "version": version, "patch": patch });
            Ok(Answer { image: Some(patch.json), ..Answer::ok(data) })
        }
        None => {
            let (bytes, index) = to_view_with_index(scene);
            drop(shown.view_index.set(index));
            Ok(whole(scene, bytes, transaction_id, version))
        }
    }
}

/// Compares a scene with the one that a page shows. The index of either is kept with it, for the next comparison.
fn patch_from(before: &Committed, shown: &Committed) -> Option<ViewPatch> {
    let known = before.view_index.get();
    let in_place = known.and_then(|index| patch_in_place(&before.scene, index, &shown.scene));
    let (patch, index) = in_place.or_else(|| patch_between(&before.scene, &shown.scene))?;
    drop(shown.view_index.set(index));
    Some(patch)
}

fn whole(scene: &Scene, bytes: Vec<u8>, transaction_id: &str, version: &str) -> Answer {
    let data = json!({
        "transactionId": transaction_id,
        "version": version,
        "bytes": bytes.len(),
        "entities": scene.listed_count(),
    });
    Answer { image: Some(bytes), ..Answer::ok(data) }
}
