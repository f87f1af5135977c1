//! A change, step by step: compute, run from memory, commit after proof. Until the commit nothing is on disk and
//! nothing in memory is different, so there is nothing to undo.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::answer::{Answer, Status};
use super::call::{Call, LOCK_WAIT};
use super::shared::{Committed, Ran, Sources, run};
use super::summary::summary;
use crate::error::{Error, Kind};
use crate::scene::{Difference, difference};
use crate::script::{RunFailure, check_file_size};
use crate::transaction::{CommitError, CommitRequest, Expected, FileChange, Label, new_commit_id};
use crate::workspace::{FileName, WaitLimit, WorkspacePath};

/// How often a change starts again when somebody else committed in between.
const MOST_RESTARTS: usize = 3;

/// New contents of one file, computed from the old.
pub struct Proposal {
    pub bytes: Vec<u8>,
    pub warnings: Vec<String>,
    pub replaced: usize,
}

/// What a change makes of the file's bytes, or why not. Called again when the file changed meanwhile.
pub type Propose<'a> = dyn Fn(Option<&[u8]>) -> Result<Proposal, Error> + 'a;

/// Changes one file and runs the project with it.
pub fn change_file(call: &Call<'_>, name: &FileName, propose: &Propose<'_>) -> Answer {
    let mut last = None;
    for _ in 0..=MOST_RESTARTS {
        match try_change(call, name, propose) {
            Ok(answer) => return answer,
            Err(conflict) => last = Some(conflict),
        }
    }
    let error = last.unwrap_or_else(|| Error::new(Kind::Conflict, "The file changed meanwhile"));
    refused(name, error)
}

/// Runs main again and commits the scene.
pub fn run_main(call: &Call<'_>) -> Answer {
    let started = Instant::now();
    let sources = match call.shared.sources(None, call.options()) {
        Ok(sources) => sources,
        Err(error) => return without_file(Answer::refused(error)),
    };
    if !sources.has_main() {
        let error = Error::new(Kind::NotFound, "File not found: main")
            .with_hint("Create it with write { \"file\": \"main\", \"code\": \"…\" }.");
        return without_file(Answer::refused(error));
    }
    let base = call.shared.known_scene(call.options()).unwrap_or(None);
    let ran = run(&sources, None, call.options(), call.options().run.limits.time_ms, call.cancel);
    let attempt = Attempt {
        name: None,
        sources,
        base,
        failed_before: false,
        warnings: Vec::new(),
        replaced: 0,
        started,
    };
    match attempt.finish(call, ran, &|_| {
        call.settle().map(|()| (new_commit_id(), Vec::new())).map_err(CommitError::from)
    }) {
        Ok(answer) => answer,
        Err(conflict) => without_file(Answer::refused(conflict)),
    }
}

/// One try of a change. An error is a conflict with another writer: the caller starts again.
fn try_change(call: &Call<'_>, name: &FileName, propose: &Propose<'_>) -> Result<Answer, Error> {
    let started = Instant::now();
    let old = match call.shared.folder.read(name) {
        Ok(old) => old,
        Err(error) => return Ok(refused(name, error)),
    };
    let proposal = match propose(old.as_deref()) {
        Ok(proposal) => proposal,
        Err(error) => return Ok(refused(name, error)),
    };
    if let Err(error) = check_file_size(name.as_str(), proposal.bytes.len(), &call.options().run.limits) {
        return Ok(refused(name, error));
    }
    let Proposal { bytes, warnings, replaced } = proposal;
    let sources = match call.shared.sources(Some((name, &bytes)), call.options()) {
        Ok(sources) => sources,
        Err(error) => return Ok(refused(name, error)),
    };
    let base = call.shared.known_scene(call.options()).unwrap_or(None);
    let matched = started.elapsed();
    let ran = run(&sources, Some(name), call.options(), call.options().run.limits.time_ms, call.cancel);
    let attempt =
        Attempt { name: Some(name), sources, base, failed_before: false, warnings, replaced, started };
    let is_cancelled = || call.cancel.is_cancelled();
    // The new bytes are written and synced by then: until the file is replaced a cancellation answers at once.
    let settle = || call.settle().is_ok();
    let make_commit = |unchanged: &[(WorkspacePath, Expected)]| {
        if old.as_deref() == Some(&bytes) {
            call.settle()?;
            return Ok((new_commit_id(), Vec::new()));
        }
        let change = FileChange::new(name.path(), old.as_deref(), Some(bytes.clone()));
        let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled).settled_by(&settle);
        let durability = call.options().durability;
        let label = Label { tool: "edit".to_owned(), message: format!("change {name}"), ..Label::default() };
        let request = CommitRequest { label, changes: &[change], unchanged, durability, limit };
        call.shared.transactions.commit(&request).map(|committed| (committed.id, committed.warnings))
    };
    let mut answer = attempt.finish(call, ran, &make_commit)?;
    if answer.status == Status::Committed {
        call.session.record_write(name, &bytes);
    }
    if let Some(timings) = &mut answer.timings {
        timings["matchMs"] = ms(matched).into();
    }
    Ok(answer)
}

/// Commits, provided that the other files that took part are still what they were, and settles the call.
type Commit<'a> = dyn Fn(&[(WorkspacePath, Expected)]) -> Result<(String, Vec<String>), CommitError> + 'a;

/// What a run for the comparison alone may take.
const MOST_COMPARISON_MS: u64 = 1_000;

/// A run that was made, and what is to become of it.
struct Attempt<'a> {
    /// The changed file; absent for a plain run.
    name: Option<&'a FileName>,
    sources: Sources,
    base: Option<Arc<Committed>>,
    /// Whether main is known to have failed before the change.
    failed_before: bool,
    warnings: Vec<String>,
    replaced: usize,
    started: Instant,
}

impl Attempt<'_> {
    fn finish(mut self, call: &Call<'_>, ran: Ran, commit: &Commit<'_>) -> Result<Answer, Error> {
        let Ran { outcome, has_scene, took } = ran;
        if self.base.is_none() {
            self.run_before_the_change(call);
        }
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(failure) => return Ok(self.reverted(call, failure, has_scene)),
        };
        let others = match self.name.map(|name| self.sources.others(&outcome.files, name)).transpose() {
            Ok(others) => others.unwrap_or_default(),
            Err(error) => return Ok(self.answer_failure(error, Status::Refused)),
        };
        let committing = Instant::now();
        let transaction_id = match commit(&others) {
            Ok((id, warnings)) => {
                self.warnings.extend(warnings);
                id
            }
            Err(conflict @ CommitError::Conflict { .. }) => return Err(conflict.into()),
            Err(other) => return Ok(self.answer_failure(other.into(), Status::Refused)),
        };
        let mut answer = Answer::ok(Value::Null);
        answer.status = Status::Committed;
        answer.warnings = std::mem::take(&mut self.warnings);
        answer.warnings.extend(outcome.warnings);
        answer.logs = outcome.logs;
        let mut data = self.data(self.replaced > 0);
        if has_scene {
            let base_scene = self.base.as_ref().map(|base| &base.scene);
            let changes = match base_scene {
                Some(base) => difference(base, &outcome.scene),
                None => {
                    Difference { added: outcome.scene.list(&Default::default()), ..Difference::default() }
                }
            };
            data.insert("scene".into(), summary(&outcome.scene, Some(&changes), &transaction_id));
            let committed = call.shared.adopt(Committed {
                scene: Arc::new(outcome.scene),
                header: self.sources.header(&outcome.files, call.options()),
                transaction_id: transaction_id.clone(),
                previous: self.base.as_ref().map(|base| Arc::clone(&base.scene)),
            });
            call.cache(&committed);
        } else {
            answer.warnings.push(
                "There is no main yet: the file was run by itself, and no scene was committed.".to_owned(),
            );
            data.insert("transactionId".into(), transaction_id.as_str().into());
        }
        call.session.logged(&answer.logs);
        let event = json!({
            "type": "commit",
            "transactionId": transaction_id,
            "files": self.file_names(),
            "scene": data.get("scene").cloned().unwrap_or(Value::Null),
        });
        call.shared.tell_everyone(&event.to_string());
        answer.data = Value::Object(data);
        answer.timings = Some(json!({
            "matchMs": 0.0,
            "runMs": ms(took),
            "commitMs": ms(committing.elapsed()),
        }));
        Ok(answer)
    }

    fn file_names(&self) -> Vec<&str> {
        self.name.iter().map(|name| name.as_str()).collect()
    }

    /// The scene that the files on disk give, when neither memory nor cache knew it: for the difference, and to
    /// tell whether main ran before. It gets a part of the time that the run left, so that an answer is never late,
    /// and the repair of a loop without end does not wait for that loop.
    fn run_before_the_change(&mut self, call: &Call<'_>) {
        let limit = call.options().run.limits.time_ms;
        let left = limit.saturating_sub(self.started.elapsed().as_millis() as u64).min(MOST_COMPARISON_MS);
        if self.name.is_none() || left == 0 || call.cancel.is_cancelled() {
            return;
        }
        let sources = call.shared.sources(None, call.options()).ok().filter(Sources::has_main);
        let Some(sources) = sources else { return };
        match run(&sources, None, call.options(), left, call.cancel).outcome {
            Ok(outcome) => self.base = Some(call.adopt_run(&sources, outcome)),
            Err(failure) => {
                self.failed_before = !matches!(failure.error.kind, Kind::Timeout | Kind::Cancelled);
            }
        }
    }

    fn reverted(mut self, call: &Call<'_>, failure: RunFailure, has_scene: bool) -> Answer {
        let mut error = failure.error;
        let status = match error.kind {
            Kind::Cancelled => Status::Refused,
            _ => Status::Reverted,
        };
        let had_main = self.name.is_some_and(|name| {
            !name.is_main() || call.shared.folder.read(name).is_ok_and(|old| old.is_some())
        });
        let limit = matches!(error.kind, Kind::Timeout | Kind::Cancelled);
        if self.failed_before && had_main && !limit && has_scene {
            self.warnings.push("main was failing already before this change.".to_owned());
        }
        if let (Some(name), None) = (self.name, &error.file)
            && !limit
        {
            error.file = Some(name.as_str().to_owned());
        }
        call.session.logged(&failure.logs);
        let event = json!({
            "type": "revert",
            "files": self.file_names(),
            "error": super::answer::error_info(&error),
        });
        call.session.tell(&event.to_string());
        self.warnings.extend(failure.warnings);
        let mut answer = self.answer_failure(error, status);
        answer.logs = failure.logs;
        answer
    }

    fn answer_failure(&mut self, error: Error, status: Status) -> Answer {
        let mut answer = Answer::refused(error);
        answer.status = status;
        let mut data = self.data(false);
        data.insert("rolledBack".into(), true.into());
        answer.data = Value::Object(data);
        answer.warnings = std::mem::take(&mut self.warnings);
        answer
    }

    fn data(&self, replaced: bool) -> Map<String, Value> {
        let mut data = Map::new();
        if let Some(name) = self.name {
            data.insert("file".into(), name.as_str().into());
            data.insert("replaced".into(), replaced.into());
            if replaced {
                data.insert("replacements".into(), self.replaced.into());
            }
        }
        data
    }
}

/// A change that was not tried.
pub fn refused(name: &FileName, error: Error) -> Answer {
    let data = json!({ "file": name.as_str(), "replaced": false, "rolledBack": true });
    Answer { data, ..Answer::refused(error) }
}

fn without_file(answer: Answer) -> Answer {
    Answer { data: json!({ "rolledBack": true }), ..answer }
}

fn ms(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
