//! The scene for a page that shows it.

use std::sync::Arc;

use serde_json::json;

use crate::call::Call;
use crate::past::scene_at;
use scenewright_error::Result;
use scenewright_export::live_view::to_view;
use scenewright_journal::Moment;
use scenewright_tools::answer::Answer;

/// Returns the scene as JSON for a page, beside the answer: as a commit left it, or as it is.
pub fn answer(call: &Call<'_>, at: Option<&str>) -> Result<Answer> {
    let (scene, transaction_id) = match at {
        Some(id) => (scene_at(call, Moment::After(id))?, id.to_owned()),
        None => {
            // Places that are not known would cost a run of main: the page asks for the one that it shows.
            let committed = call.committed()?;
            (Arc::clone(&committed.scene), committed.transaction_id.clone())
        }
    };
    let bytes = to_view(&scene).into_bytes();
    let data = json!({
        "transactionId": transaction_id,
        "bytes": bytes.len(),
        "entities": scene.listed_count(),
    });
    Ok(Answer { image: Some(bytes), ..Answer::ok(data) })
}
