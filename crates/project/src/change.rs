//! A change, step by step: compute, run from memory, validate, commit.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::call::{Call, LOCK_WAIT, no_main};
use super::parameters::describe_step;
use super::proposal::Proposal;
use super::request::ChangeRequest;
use super::shared::{Committed, Sources};
use super::validation::{Purpose, Validated, validate};
use crate::summary::{kept_account, summary};
use scenewright_error::{Kind, Result};
use scenewright_fs::{FileName, WriteRules};
use scenewright_journal::staging::{
    self, Change, Conflict, FailedCommit, NotCommitted, StagedChanges, Terms,
};
use scenewright_journal::{self as journal, Direction, Label};
use scenewright_runner::SceneNumber;
use scenewright_scene::{ParameterValue, Scene, SceneChanges};
use scenewright_script::RunOutcome;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::conflict::locate;
use scenewright_tools::cut_list::count_omitted;
use scenewright_tools::exec::lock;

/// A change of the project in the pipeline: its validator runs the scene.
struct SceneChange<'a> {
    call: &'a Call<'a>,
    request: &'a ChangeRequest<'a>,
    /// Held from before the first file is replaced until the scene in memory matches the files: a question sees all of
    /// the commit or nothing.
    gate: Option<MutexGuard<'a, ()>>,
}

/// The material for the answer to a commit.
struct Proof {
    sources: Sources,
    base: Option<Arc<Scene>>,
    outcome: RunOutcome,
    number: Option<SceneNumber>,
    has_scene: bool,
    changes: Option<SceneChanges>,
    data: Map<String, Value>,
    contents: BTreeMap<FileName, Option<Bytes>>,
    /// The change of each file, as answers show it.
    files: Vec<Value>,
    /// The history gets an entry of this commit.
    is_recorded: bool,
    answer: Answer,
    tool: &'static str,
    message: String,
    undoes: Option<String>,
    matched: Duration,
    ran: Duration,
    /// The time at which the run was over.
    validated_at: Instant,
}

impl Change for SceneChange<'_> {
    type Proof = Box<Proof>;
    type Refusal = Box<Answer>;
    type Guard = ();

    fn prepare(&mut self) -> std::result::Result<staging::Validated<Box<Proof>>, Box<Answer>> {
        // After a conflict this is called again. The gate of the first attempt must be free, because validating
        // takes it.
        self.gate = None;
        let request = self.request;
        let validated = validate(self.call, request, Purpose::Commit);
        let mut validated = validated.map_err(|refused| Box::new(refused.answer))?;
        let mut answer = Answer::ok(Value::Null);
        validated.take_notes(&mut answer);
        let changes = validated.changes();
        let values = validated.value_step();
        // Only a run has no message of its own: its values are what it changed.
        if values.is_some() && validated.proposal.message.is_empty() {
            validated.proposal.message = describe_step(&validated.values_before, &validated.outcome.scene);
        }
        let by = request.made_by(self.call.author, values.is_some());
        let Validated { proposal, sources, base, outcome, number, has_scene, values_base, .. } = validated;
        let (matched, ran) = (validated.matched, validated.ran);
        // Files that took part in the run are compared at the commit too: the scene must come from the files
        // on disk.
        let unchanged = match sources.others(&outcome, |name| proposal.touches(name)) {
            Ok(unchanged) => unchanged,
            Err(error) => {
                return Err(Box::new(Answer { warnings: answer.warnings, ..request.refused(error) }));
            }
        };
        let data = data_of(request, &proposal);
        let contents = proposal.contents();
        let changes_of_files = proposal.file_list();
        let is_recorded = !changes_of_files.is_empty() || proposal.undoes.is_some() || values.is_some();
        let Proposal { mut files, message, undoes, .. } = proposal;
        // main first, as in every list that a person sees.
        files.sort_by_key(|file| FileName::of_path(file.path()));
        let (tool, said, taken_back) = (request.tool, message.clone(), undoes.clone());
        let label = Label {
            operation: tool.to_owned(),
            message,
            undoes,
            values,
            values_base: has_scene.then_some(values_base),
            detail: Some(kept_account(changes.as_ref(), by)),
            ..Label::default()
        };
        // The time from here on, waiting for locks included, counts as the commit's.
        let validated_at = Instant::now();
        let proof = Box::new(Proof {
            sources,
            base,
            outcome,
            number,
            has_scene,
            changes,
            data,
            contents,
            files: changes_of_files,
            is_recorded,
            answer,
            tool,
            message: said,
            undoes: taken_back,
            matched,
            ran,
            validated_at,
        });
        Ok(staging::Validated { files, unchanged, label, proof })
    }

    /// Waits for no other change, as the queue admits one at a time, but for questions that are reading the files.
    fn enter(&mut self, _: &StagedChanges, _: &Box<Proof>) -> Result<()> {
        self.call.emit_progress("commit", "committing");
        self.gate = Some(self.call.shared.gate());
        Ok(())
    }
}

/// Runs the project with a change and commits both.
pub(crate) fn commit(call: &Call<'_>, request: &ChangeRequest<'_>) -> Answer {
    let is_cancelled = || call.cancel.is_cancelled();
    // The new bytes are written and synced by then: until the first file is replaced a cancellation answers at once.
    let settle = || call.settle().is_ok();
    let base = match call.require_base() {
        Ok(base) => base,
        Err(error) => return request.refused(error),
    };
    let terms = Terms {
        rules: &WriteRules::default(),
        durability: call.options().durability,
        base: base.as_deref(),
        wait: LOCK_WAIT,
        is_cancelled: &is_cancelled,
        settle: &settle,
    };
    let transactions = &call.shared.transactions;
    let mut change = SceneChange { call, request, gate: None };
    match transactions.commit_change(terms, &mut change) {
        Ok((committed, proof)) => adopt(call, committed, *proof),
        Err(NotCommitted::Refused(answer)) => *answer,
        Err(NotCommitted::Failed(failed)) => match *failed {
            FailedCommit { error, conflict: Some(Conflict { path, found }), .. } => {
                request.refused(locate(error, transactions, &path, found.as_deref()))
            }
            // The warnings were computed from bytes that are gone.
            FailedCommit { error, .. } if error.kind == Kind::Conflict => request.refused(error),
            FailedCommit { error, proof, .. } => {
                Answer { warnings: proof.answer.warnings, ..request.refused(error) }
            }
        },
    }
}

/// Runs main again, with these values of its parameters, and commits the scene.
pub(crate) fn run_main(call: &Call<'_>, parameters: BTreeMap<String, ParameterValue>) -> Answer {
    let propose = |proposal: &mut Proposal<'_>| {
        let files = proposal.call.shared.folder.list()?;
        if files.iter().any(|file| file.name.is_main()) {
            return Ok(());
        }
        Err(no_main())
    };
    let parameters = Some(parameters);
    commit(call, &ChangeRequest { tool: "run", file: None, propose: &propose, parameters })
}

/// Adopts a committed scene as the present one, reports it to every listener, and answers.
fn adopt(call: &Call<'_>, committed: journal::Committed, proof: Proof) -> Answer {
    let Proof { sources, base, outcome, number, has_scene, changes, mut data, .. } = proof;
    let (contents, files, mut answer) = (proof.contents, proof.files, proof.answer);
    let transaction_id = committed.id;
    // Before the event: the watch of another session must not report the commit as another process's.
    call.shared.note_reported(&transaction_id);
    answer.warnings.extend(committed.warnings);
    answer.status = Status::Committed;
    if has_scene {
        // The summary before the scene moves; the cache last, as it may wait for a lock.
        data.insert("scene".into(), summary(&outcome.scene, changes.as_ref(), Some(&transaction_id)));
        let header = sources.header(&outcome, call.options());
        let scene = Arc::new(outcome.scene);
        let before = lock(&call.shared.committed).clone();
        // It is the base unless an edit by hand came between, and then no other process has the base either.
        let before =
            before.filter(|before| base.as_ref().is_some_and(|base| Arc::ptr_eq(base, &before.scene)));
        let committed = call.shared.adopt(Committed::new(scene, header, transaction_id.clone(), base));
        if !proof.is_recorded {
            call.shared.note_loose(&committed);
        }
        call.shared.note_number(&committed.scene, number);
        call.cache(&committed, before);
    } else {
        data.insert("transactionId".into(), transaction_id.as_str().into());
    }
    call.emit_rest_of_logs(&answer.logs);
    let mut event = json!({
        "type": "commit",
        "transactionId": transaction_id,
        "tool": proof.tool,
        "message": proof.message,
        "origin": "session",
        "isRecorded": proof.is_recorded,
        "canUndo": call.shared.transactions.can(Direction::Undo),
        "canRedo": call.shared.transactions.can(Direction::Redo),
        "files": &files,
        "scene": data.get("scene").cloned().unwrap_or(Value::Null),
    });
    let omitted = count_omitted(&mut event);
    if !omitted.is_empty() {
        event["omitted"] = omitted.into();
    }
    if let Some(undoes) = proof.undoes {
        event["undoes"] = undoes.into();
    }
    // To the others without the call's id, which has a meaning in this session alone.
    call.session.emit_to_others(&event.to_string());
    event["origin"] = "call".into();
    event["callId"] = call.id.into();
    call.session.emit(&event.to_string());
    for (name, bytes) in &contents {
        // A file that the session wrote counts as read by it.
        call.session.record_write(name, bytes.as_deref());
    }
    answer.data = Value::Object(data);
    answer.commit = Some(json!({ "files": files, "isRecorded": proof.is_recorded }));
    answer.timings = Some(json!({
        "matchMs": ms(proof.matched),
        "runMs": ms(proof.ran),
        "commitMs": ms(proof.validated_at.elapsed()),
    }));
    answer
}

fn data_of(request: &ChangeRequest<'_>, proposal: &Proposal<'_>) -> Map<String, Value> {
    let mut data = Map::new();
    if let Some(name) = request.file {
        let replaced = proposal.replaced();
        data.insert("file".into(), name.as_str().into());
        data.insert("replaced".into(), (replaced > 0).into());
        if replaced > 0 {
            data.insert("replacements".into(), replaced.into());
        }
    }
    data.extend(proposal.data.clone());
    data
}

fn ms(duration: Duration) -> f64 {
    // Milliseconds with three decimals: a match takes microseconds.
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
