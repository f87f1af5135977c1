//! The scene of an earlier moment: the files of that moment, run again from memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use super::call::Call;
use super::parameters;
use super::shared::{Committed, FilesOf, Nearest, Sources, run};
use super::snapshot::Snapshots;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::FileName;
use scenewright_journal::Moment;
use scenewright_scene::Scene;
use scenewright_script::RunOutcome;
use scenewright_tools::arguments::Arguments;

/// Returns the scene that a call asks about: the one that its argument `at` names, else the committed one.
pub(crate) fn scene_asked_for(call: &Call<'_>, arguments: &Arguments) -> Result<Arc<Committed>> {
    match arguments.optional_text("at") {
        Some(id) => scene_after(call, id),
        None => call.committed(),
    }
}

/// Returns the scene with an id: the one after a commit, or one of a run or of an edit by hand, which are in no history.
fn scene_after(call: &Call<'_>, id: &str) -> Result<Arc<Committed>> {
    if let Some(known) = call.shared.scene_in_memory(id, call.options()) {
        return Ok(known);
    }
    let is_latest = call.shared.newest_transaction().as_deref() == Some(id);
    if is_latest {
        let newest = call.committed()?;
        // Files that were edited by hand since are another scene.
        if newest.transaction_id == id && call.take_stale().is_none() {
            return Ok(newest);
        }
    }
    let loose = call.shared.loose_scene(id);
    let near = loose.as_ref().map(|_| call.shared.commit_nearest(id));
    let moment = match &near {
        None => Some(Moment::After(id)),
        Some(Nearest::Before(commit)) => Some(Moment::After(commit)),
        Some(Nearest::After(commit)) => Some(Moment::Before(commit)),
        Some(Nearest::None) => None,
    };
    let ran = run_at(call, moment).map_err(|error| match &loose {
        Some(_) => error,
        None => explain_unknown(call, id, error),
    })?;
    let (sources, outcome) = ran.ok_or_else(|| {
        Error::new(Kind::NotReady, format!("There was no scene after {id}: the project had no main then"))
    })?;
    let header = sources.header(&outcome, call.options());
    if loose.is_some_and(|loose| !loose.is_of(&header)) {
        let message = format!(
            "{} is a scene of files that were edited by hand before and since: no commit has them.",
            quote_name(id)
        );
        return Err(not_kept(message));
    }
    // The files of the latest commit are only on disk.
    if is_latest && let FilesOf::EditedSince(file) = call.shared.files_of(&header) {
        let message = format!(
            "{file} was changed since {} by an editor or a command: the history of the project does not have what it held then.",
            quote_name(id)
        );
        return Err(not_kept(message));
    }
    let committed = Arc::new(Committed::new(Arc::new(outcome.scene), header, id.to_owned(), None));
    call.shared.note_earlier(&committed);
    Ok(committed)
}

fn not_kept(message: String) -> Error {
    Error::new(Kind::NotFound, message).with_hint("history lists the commits, whose files are kept.")
}

/// Returns the scene before the commit of an id, or before the one that a run or an edit by hand came after.
pub(crate) fn scene_before(call: &Call<'_>, id: &str) -> Result<Arc<Scene>> {
    let id = match call.shared.loose_scene(id).map(|_| call.shared.commit_nearest(id)) {
        None => id.to_owned(),
        Some(Nearest::Before(commit)) => commit,
        Some(Nearest::After(_) | Nearest::None) => return Err(no_commit()),
    };
    scene_at(call, Moment::Before(&id)).map_err(|error| explain_unknown(call, &id, error))
}

/// Says of an id that no commit has what it may name instead.
pub(crate) fn explain_unknown(call: &Call<'_>, id: &str, error: Error) -> Error {
    let is_commit =
        || call.shared.transactions.with_history(|entries| entries.iter().any(|it| it.intent.id == id));
    if error.kind != Kind::NotFound || is_commit() {
        return error;
    }
    let hint = error.hint.clone().unwrap_or_default();
    error.with_hint(format!(
        "{hint} A run that sets no parameter and an edit by hand make a scene with an id, but no commit; only the process that made \
         the scene knows it."
    ))
}

/// The word for the last commit, where a call names what it compares with.
pub(crate) const LAST_CHANGE: &str = "last_change";

/// Returns the scene that a picture compares with: that before the commit, or that after the one that `highlight` names.
pub(crate) fn scene_to_compare(
    call: &Call<'_>,
    committed: &Committed,
    arguments: &Arguments,
) -> Result<Arc<Scene>> {
    let named = arguments.optional_text("highlight").filter(|it| *it != LAST_CHANGE);
    match (named, arguments.optional_text("at")) {
        (None, None) => previous(call, committed),
        (None, Some(id)) => scene_before(call, id),
        (Some(id), _) => scene_or_empty_after(call, id),
    }
}

/// Returns the scene of an id; an empty one where there was no main yet.
pub(crate) fn scene_or_empty_after(call: &Call<'_>, id: &str) -> Result<Arc<Scene>> {
    match scene_after(call, id) {
        Err(error) if error.kind == Kind::NotReady => Ok(Arc::new(Scene::new())),
        found => Ok(Arc::clone(&found?.scene)),
    }
}

/// Returns the scene at a moment; an empty one where there was no main yet.
fn scene_at(call: &Call<'_>, moment: Moment<'_>) -> Result<Arc<Scene>> {
    let ran = run_at(call, Some(moment))?;
    Ok(Arc::new(ran.map_or_else(Scene::new, |(_, outcome)| outcome.scene)))
}

/// Runs the files of a moment, without one the files as they are; `None` where there was no main.
fn run_at(call: &Call<'_>, moment: Option<Moment<'_>>) -> Result<Option<(Sources, RunOutcome)>> {
    // Files of that moment and files that never changed since are read from disk together.
    let gate = call.shared.gate();
    let files =
        moment.map(|moment| call.shared.transactions.files_at(moment)).transpose()?.unwrap_or_default();
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
    if let Some(values) = moment.and_then(|moment| call.shared.transactions.values_at(moment)) {
        // As kept values and not as set ones: the code of that time may not know all of them.
        sources.parameters.kept = parameters::from_json(&values);
    }
    call.emit_progress("compare", "running the files of an earlier commit");
    let limit = call.options().run.limits.time_ms;
    let ran = run(&sources, Vec::new(), call.options(), limit, None, call.cancel, &|_| {});
    let outcome = ran.outcome.map_err(|failure| {
        let error = failure.error;
        let which = match moment {
            Some(Moment::Before(id)) => format!("before {id}"),
            Some(Moment::After(id)) => format!("after {id}"),
            None => "of the files as they are".to_owned(),
        };
        Error { message: format!("The scene {which} does not run: {}", error.message), ..error }
    })?;
    Ok(Some((sources, outcome)))
}

/// Returns the scene before the last commit: as it is remembered, or by running the files of that time.
pub(crate) fn previous(call: &Call<'_>, committed: &Committed) -> Result<Arc<Scene>> {
    if let Some(previous) = &committed.previous {
        return Ok(Arc::clone(previous));
    }
    match call.shared.newest_transaction() {
        Some(last) => scene_at(call, Moment::Before(&last)),
        None => Err(no_commit()),
    }
}

fn no_commit() -> Error {
    Error::new(Kind::NotFound, "There is no commit in the history.")
}
