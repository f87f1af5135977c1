//! The scene of an earlier moment: the files of that moment, run again from memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use super::call::Call;
use super::shared::{Committed, run};
use super::snapshot::Snapshots;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::FileName;
use scenewright_journal::Moment;
use scenewright_scene::Scene;

/// Returns the scene at a moment; an empty one where there was no main yet.
pub fn scene_at(call: &Call<'_>, moment: Moment<'_>) -> Result<Arc<Scene>> {
    let files = call.shared.transactions.files_at(moment)?;
    // A transaction can hold other files than those of the project when it was made by other tools.
    let overrides: BTreeMap<FileName, Option<Bytes>> = files
        .into_iter()
        .filter_map(|(path, bytes)| Some((FileName::of_path(&path)?, bytes.map(Bytes::from))))
        .collect();
    let snapshots = Snapshots::new(&call.shared.folder);
    let sources = call.shared.sources(&snapshots, &overrides, call.options())?;
    if !sources.has_main() {
        return Ok(Arc::new(Scene::new()));
    }
    let ran = run(&sources, Vec::new(), call.options(), call.options().run.limits.time_ms, call.cancel);
    let outcome = ran.outcome.map_err(|failure| {
        let (Moment::Before(id) | Moment::After(id)) = moment;
        let when = if moment == Moment::Before(id) { "before" } else { "after" };
        let error = failure.error;
        Error { message: format!("The scene {when} {id} does not run: {}", error.message), ..error }
    })?;
    Ok(Arc::new(outcome.scene))
}

/// Returns the scene before the last commit: as it is remembered, or by running the files of that time.
pub fn previous(call: &Call<'_>, committed: &Committed) -> Result<Arc<Scene>> {
    if let Some(previous) = &committed.previous {
        return Ok(Arc::clone(previous));
    }
    let last = call.shared.transactions.with_history(|entries| entries.last().map(|it| it.intent.id.clone()));
    match last {
        Some(last) => scene_at(call, Moment::Before(&last)),
        None => Err(Error::new(Kind::NotFound, "There is no commit in the history.")),
    }
}
