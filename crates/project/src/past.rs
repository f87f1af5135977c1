//! The scene of an earlier moment: the files of that moment, run again from memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use super::call::Call;
use super::parameters;
use super::shared::{Committed, Sources, run};
use super::snapshot::Snapshots;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::FileName;
use scenewright_journal::Moment;
use scenewright_scene::Scene;
use scenewright_script::RunOutcome;
use scenewright_tools::arguments::Arguments;

/// Returns the scene that a call asks about: that after the commit of its argument `at`, else the committed one.
pub(crate) fn scene_asked_for(call: &Call<'_>, arguments: &Arguments) -> Result<Arc<Committed>> {
    let Some(id) = arguments.optional_text("at") else { return call.committed() };
    if let Some(known) = call.shared.scene_in_memory(id, call.options()) {
        return Ok(known);
    }
    if call.shared.newest_transaction().as_deref() == Some(id) {
        let newest = call.committed()?;
        // Files that were edited by hand since are another scene.
        if newest.transaction_id == id && call.take_stale().is_none() {
            return Ok(newest);
        }
    }
    let behind = call.shared.commit_behind(id);
    let (sources, outcome) =
        run_at(call, Moment::After(behind.as_deref().unwrap_or(id)))?.ok_or_else(|| {
            Error::new(Kind::NotReady, format!("There was no scene after {id}: the project had no main then"))
        })?;
    let header = sources.header(&outcome, call.options());
    let committed = Arc::new(Committed::new(Arc::new(outcome.scene), header, id.to_owned(), None));
    call.shared.note_earlier(&committed);
    Ok(committed)
}

/// The word for the last commit, where a call names what it compares with.
pub(crate) const LAST_CHANGE: &str = "last_change";

/// Returns the scene that a picture compares with: that before the commit, or that after the one that `highlight` names.
pub(crate) fn scene_to_compare(
    call: &Call<'_>,
    committed: &Committed,
    arguments: &Arguments,
) -> Result<Arc<Scene>> {
    let behind =
        |id: Option<&str>| id.map(|id| call.shared.commit_behind(id).unwrap_or_else(|| id.to_owned()));
    let named = arguments.optional_text("highlight").filter(|it| *it != LAST_CHANGE);
    let named = behind(named).or_else(|| arguments.optional_text("highlight").map(str::to_owned));
    let at = behind(arguments.optional_text("at"));
    match (named.as_deref(), at.as_deref()) {
        (None | Some(LAST_CHANGE), None) => previous(call, committed),
        (None | Some(LAST_CHANGE), Some(id)) => scene_at(call, Moment::Before(id)),
        (Some(id), _) => scene_at(call, Moment::After(id)),
    }
}

/// Returns the scene at a moment; an empty one where there was no main yet.
pub(crate) fn scene_at(call: &Call<'_>, moment: Moment<'_>) -> Result<Arc<Scene>> {
    let ran = run_at(call, moment)?;
    Ok(Arc::new(ran.map_or_else(Scene::new, |(_, outcome)| outcome.scene)))
}

/// Runs the files of a moment; `None` where there was no main yet.
fn run_at(call: &Call<'_>, moment: Moment<'_>) -> Result<Option<(Sources, RunOutcome)>> {
    let gate = call.shared.gate();
    let files = call.shared.transactions.files_at(moment)?;
    // A transaction can hold other files than those of the project when it was made by other tools.
    let overrides: BTreeMap<FileName, Option<Bytes>> = files
        .into_iter()
        .filter_map(|(path, bytes)| Some((FileName::of_path(&path)?, bytes.map(Bytes::from))))
        .collect();
    let snapshots = Snapshots::new(&call.shared.folder);
    let mut sources = call.shared.sources(&snapshots, &overrides, call.options())?;
    drop(gate);
    if !sources.has_main() {
        return Ok(None);
    }
    if let Some(values) = call.shared.transactions.values_at(moment) {
        sources.parameters.kept = parameters::from_json(&values);
    }
    call.emit_progress("compare", "running the files of an earlier commit");
    let limit = call.options().run.limits.time_ms;
    let ran = run(&sources, Vec::new(), call.options(), limit, None, call.cancel, &|_| {});
    let outcome = ran.outcome.map_err(|failure| {
        let (Moment::Before(id) | Moment::After(id)) = moment;
        let when = if moment == Moment::Before(id) { "before" } else { "after" };
        let error = failure.error;
        Error { message: format!("The scene {when} {id} does not run: {}", error.message), ..error }
    })?;
    Ok(Some((sources, outcome)))
}

/// Returns the scene before the last commit: as it is remembered, or by running the files of that time.
pub(crate) fn previous(call: &Call<'_>, committed: &Committed) -> Result<Arc<Scene>> {
    if let Some(previous) = &committed.previous {
        return Ok(Arc::clone(previous));
    }
    let last = call.shared.transactions.with_history(|entries| entries.last().map(|it| it.intent.id.clone()));
    match last {
        Some(last) => scene_at(call, Moment::Before(&last)),
        None => Err(Error::new(Kind::NotFound, "There is no commit in the history.")),
    }
}
