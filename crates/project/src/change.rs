//! A change, step by step: compute, run from memory, commit after proof.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::call::{Call, LOCK_WAIT};
use super::draft::{Changes, Draft};
use super::proof::{Purpose, Validated, validate};
use super::shared::Committed;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{FileName, WaitLimit, WorkspacePath, WriteRules};
use scenewright_journal::{CommitError, CommitRequest, Expected, Label, new_commit_id};
use scenewright_scene::Difference;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::conflict::locate;
use scenewright_tools::cut_list::count_in_words;
use scenewright_tools::summary::{kept_changes, summary};

/// How often a change starts again when somebody else committed in between.
const MAX_RESTARTS: usize = 3;

/// A change that a call asks for.
pub struct Change<'a> {
    pub tool: &'static str,
    /// The file of a change that is about one; the answer names it.
    pub file: Option<&'a FileName>,
    pub propose: &'a Propose<'a>,
}

/// What a change makes of the files, or why not. Called again when one changed meanwhile.
pub type Propose<'a> = dyn Fn(&mut Draft<'_>) -> Result<()> + 'a;

/// Runs the project with a change and commits both.
pub fn commit(call: &Call<'_>, change: &Change<'_>) -> Answer {
    let mut last = None;
    for _ in 0..=MAX_RESTARTS {
        let proven = match validate(call, change, Purpose::Commit) {
            Ok(proven) => proven,
            Err(answer) => return *answer,
        };
        match commit_validated(change, proven) {
            Ok(answer) => return answer,
            Err(conflict) => last = Some(conflict),
        }
    }
    change.refused(last.unwrap_or_else(|| Error::new(Kind::Conflict, "The file changed meanwhile")))
}

/// Runs main again and commits the scene.
pub fn run_main(call: &Call<'_>) -> Answer {
    let propose = |draft: &mut Draft<'_>| {
        let files = draft.call.shared.folder.list()?;
        if files.iter().any(|file| file.name.is_main()) {
            return Ok(());
        }
        Err(Error::new(Kind::NotFound, "File not found: main")
            .with_hint("Create it with write { \"file\": \"main\", \"code\": \"…\" }."))
    };
    commit(call, &Change { tool: "run", file: None, propose: &propose })
}

/// An error is a conflict with another writer: the caller starts again.
fn commit_validated(change: &Change<'_>, mut proven: Validated<'_>) -> Result<Answer> {
    let call = proven.draft.call;
    let mut answer = Answer::ok(Value::Null);
    proven.take_notes(&mut answer);
    let changes = proven.difference();
    let Validated { draft, sources, base, outcome, has_scene, matched, ran } = proven;
    let others = match sources.others(&outcome.files, |name| draft.touches(name)) {
        Ok(others) => others,
        Err(error) => return Ok(Answer { warnings: answer.warnings, ..change.refused(error) }),
    };
    let mut data = data_of(change, &draft);
    let written = draft.contents();

    let committing = Instant::now();
    let transaction_id = match commit_files(call, change, draft, others, changes.as_ref()) {
        Ok((id, warnings)) => {
            answer.warnings.extend(warnings);
            id
        }
        Err(NotCommitted::Conflict(error)) => return Err(error),
        Err(NotCommitted::Refused(error)) => {
            return Ok(Answer { warnings: answer.warnings, ..change.refused(error) });
        }
    };
    answer.status = Status::Committed;
    if has_scene {
        data.insert("scene".into(), summary(&outcome.scene, changes.as_ref(), Some(&transaction_id)));
        let committed = call.shared.adopt(Committed {
            header: sources.header(&outcome, call.options()),
            scene: Arc::new(outcome.scene),
            transaction_id: transaction_id.clone(),
            previous: base,
        });
        call.cache(&committed);
    } else {
        data.insert("transactionId".into(), transaction_id.as_str().into());
    }
    call.session.logged(&answer.logs);
    let mut event = json!({
        "type": "commit",
        "transactionId": transaction_id,
        "files": written.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        "scene": data.get("scene").cloned().unwrap_or(Value::Null),
    });
    let omitted = count_in_words(&mut event);
    if !omitted.is_empty() {
        event["omitted"] = omitted.into();
    }
    call.shared.tell_everyone(&event.to_string());
    for (name, bytes) in &written {
        call.session.record_write(name, bytes.as_deref());
    }
    answer.data = Value::Object(data);
    answer.timings = Some(json!({
        "matchMs": ms(matched),
        "runMs": ms(ran),
        "commitMs": ms(committing.elapsed()),
    }));
    Ok(answer)
}

/// Commits, provided that the other files that took part are still what they were, and settles the call. Answers the
/// transaction's name and what is to be said.
fn commit_files(
    call: &Call<'_>,
    change: &Change<'_>,
    mut draft: Draft<'_>,
    mut unchanged: Vec<(WorkspacePath, Expected)>,
    scene: Option<&Difference>,
) -> Result<(String, Vec<String>), NotCommitted> {
    // An undo is in the history also where the files are as it wants them by now.
    if draft.changes_nothing() && draft.undoes.is_none() {
        call.settle().map_err(NotCommitted::Refused)?;
        return Ok((new_commit_id(), Vec::new()));
    }
    let label = Label {
        tool: change.tool.to_owned(),
        message: std::mem::take(&mut draft.message),
        undoes: draft.undoes.take(),
        scene: scene.map(kept_changes),
    };
    let Changes { changes, absent, found } = draft.into_changes();
    unchanged.extend(absent);
    let is_cancelled = || call.cancel.is_cancelled();
    // The new bytes are written and synced by then: until the first file is replaced a cancellation answers at once.
    let settle = || call.settle().is_ok();
    let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled).settled_by(&settle);
    let durability = call.options().durability;
    let (changes, unchanged, rules) = (&changes, &unchanged, &WriteRules::default());
    let request = CommitRequest { label, changes, unchanged, rules, durability, limit };
    let transactions = &call.shared.transactions;
    match transactions.commit(&request) {
        Ok(committed) => Ok((committed.id, committed.warnings)),
        Err(conflict @ CommitError::Conflict { .. }) => {
            let error = Error::from(conflict);
            let file = found.iter().find(|(name, _)| Some(name.as_str()) == error.file.as_deref());
            Err(NotCommitted::Conflict(match file {
                Some((name, found)) => locate(error, transactions, &name.path(), found.as_deref()),
                None => error,
            }))
        }
        Err(other) => Err(NotCommitted::Refused(other.into())),
    }
}

/// Why a change that runs was not committed.
enum NotCommitted {
    /// Somebody else was quicker: it can be tried again on what is there now.
    Conflict(Error),
    Refused(Error),
}

fn data_of(change: &Change<'_>, draft: &Draft<'_>) -> Map<String, Value> {
    let mut data = Map::new();
    if let Some(name) = change.file {
        let replaced = draft.replaced();
        data.insert("file".into(), name.as_str().into());
        data.insert("replaced".into(), (replaced > 0).into());
        if replaced > 0 {
            data.insert("replacements".into(), replaced.into());
        }
    }
    data.extend(draft.data.clone());
    data
}

fn ms(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
