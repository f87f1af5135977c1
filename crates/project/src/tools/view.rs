//! The scene for a page that shows it.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::call::Call;
use crate::parameters::from_json;
use crate::past::scene_or_empty_after;
use scenewright_error::{Error, Kind, Result};
use scenewright_export::live_view::to_view;
use scenewright_tools::answer::Answer;

/// Returns the scene as JSON for a page, beside the answer: as a commit left it, as it is, or as it would be with other
/// values of its parameters. The question is `{ at?, known?, parameters? }`: the commit whose scene is wanted, the version
/// that the page shows and that is not sent again, and values to look at, with which nothing is committed.
pub(crate) fn answer(call: &Call<'_>, question_json: &str) -> Result<Answer> {
    let question: Value = serde_json::from_str(question_json)
        .map_err(|cause| Error::new(Kind::InvalidInput, format!("view: {cause}")))?;
    let (scene, transaction_id, version) = match question["at"].as_str() {
        // The scene after a commit never changes.
        Some(id) => (scene_or_empty_after(call, id)?, id.to_owned(), id.to_owned()),
        None => {
            // Places that are not known would cost a run of main: the page asks for the one that it shows.
            let parameters = question["parameters"].is_object().then(|| from_json(&question["parameters"]));
            let committed = call.with_parameters(call.committed()?, parameters)?;
            (Arc::clone(&committed.scene), committed.transaction_id.clone(), committed.version.clone())
        }
    };
    // A page asks after each event, often for a scene that it has; megabytes are only sent for another one.
    if question["known"].as_str() == Some(version.as_str()) {
        return Ok(Answer::ok(json!({ "transactionId": transaction_id, "version": version, "same": true })));
    }
    let bytes = to_view(&scene).into_bytes();
    let data = json!({
        "transactionId": transaction_id,
        "version": version,
        "bytes": bytes.len(),
        "entities": scene.listed_count(),
    });
    Ok(Answer { image: Some(bytes), ..Answer::ok(data) })
}
