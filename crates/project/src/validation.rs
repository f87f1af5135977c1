//! Validation of a change: it is computed and run from memory. Until it is committed nothing on disk or in memory
//! is different, so there is nothing to undo.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::call::Call;
use super::parameter_sets;
use super::parameters::{GivenValues, after_step, to_json};
use super::proposal::Proposal;
use super::request::ChangeRequest;
use super::shared::{Ran, Sources, run};
use scenewright_error::{Kind, Warning, WarningCode};
use scenewright_fs::FileName;
use scenewright_journal::{ValueStep, ValuesBase};
use scenewright_runner::SceneNumber;
use scenewright_scene::{GivenParameters, Scene, SceneChanges, scene_changes};
use scenewright_script::{RejectedScene, RuleFacts, RunFailure, RunOutcome};
use scenewright_tools::answer::{Answer, Status, error_info};

/// A change that runs.
pub(crate) struct Validated<'a> {
    pub proposal: Proposal<'a>,
    pub sources: Sources,
    /// The scene before the change, where it is known.
    pub base: Option<Arc<Scene>>,
    pub outcome: RunOutcome,
    /// The number by which the runner may know the scene later.
    pub number: Option<SceneNumber>,
    pub has_scene: bool,
    /// The values of parameters that were set before the change.
    pub values_before: GivenValues,
    /// The commit that set them.
    pub values_base: ValuesBase,
    pub matched: Duration,
    pub ran: Duration,
}

/// The purpose of a validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Commit,
    /// A preview: no listener hears of it, and the session's knowledge stays as it is.
    Preview,
}

/// The time limit of a run for the comparison alone.
const MAX_COMPARISON_MS: u64 = 1_000;

/// A change that does not run, or could not be tried.
pub(crate) struct NotValid {
    pub answer: Answer,
    /// The scene that broke a rule.
    pub rejected: Option<Box<RejectedScene>>,
}

/// Computes a change and runs the project with it. A change that cannot be tried or does not run is an answer.
pub(crate) fn validate<'a>(
    call: &'a Call<'a>,
    request: &ChangeRequest<'_>,
    purpose: Purpose,
) -> Result<Validated<'a>, Box<NotValid>> {
    let started = Instant::now();
    let mut proposal = Proposal::new(call);
    // A preview may be made beside a commit, and reads all files before it or all after it.
    // A commit is in the lane of changes, where nothing else of this process replaces files.
    let gate = (purpose == Purpose::Preview).then(|| call.shared.gate());
    let refused = |error| Box::new(NotValid { answer: request.refused(error), rejected: None });
    (request.propose)(&mut proposal).map_err(refused)?;
    let contents = proposal.contents();
    for (name, bytes) in &contents {
        if let Some(bytes) = bytes.as_ref().filter(|_| name.is_parameter_sets()) {
            parameter_sets::parse(bytes).map_err(refused)?;
        }
    }
    let snapshots = &proposal.snapshots;
    // Before the values are read: those that another process sets from now on make the commit start again.
    let values_base = call.shared.transactions.values_base();
    let mut sources = call.shared.sources(snapshots, &contents, call.options()).map_err(refused)?;
    let values_before = sources.parameters.kept.clone();
    if let Some(step) = &proposal.values {
        // As lenient as after an edit: the code may not know one of them.
        sources.parameters.kept = after_step(values_before.clone(), step);
    }
    if let Some(set) = &request.parameters {
        sources.parameters = GivenParameters { set: set.clone(), ..GivenParameters::default() };
    }
    let changed = contents.iter().filter(|(name, bytes)| bytes.is_some() && !name.is_parameter_sets());
    let changed = changed.map(|(name, _)| name.as_str().to_owned()).collect();
    // The scene in memory and the files are compared under the gate: a question may be adopting one.
    let gate = gate.unwrap_or_else(|| call.shared.gate());
    let known = call.shared.known_scene(snapshots, call.options()).unwrap_or(None);
    drop(gate);
    let matched = started.elapsed();
    let base = known.as_ref().and_then(|known| call.shared.base_of(&known.scene));
    let Ran { outcome, number, has_scene, took } = match purpose {
        Purpose::Commit => call.run(&sources, changed, base),
        Purpose::Preview => {
            call.emit_progress("run", "running main");
            let limit = call.options().run.limits.time_ms;
            run(&sources, changed, call.options(), limit, base, call.cancel, &|_| {})
        }
    };
    let last_good = || call.shared.last_good_scene(call.options()).map(|last| Arc::clone(&last.scene));
    let before = match known {
        Some(known) => Before::Scene(Arc::clone(&known.scene)),
        // The scene before is for a comparison. A run that failed makes none, and answers in its time.
        None if proposal.names().is_empty() && outcome.is_err() => Before::Unknown,
        // Files that were edited by hand are compared with what they made before.
        None if proposal.names().is_empty() => last_good().map_or(Before::Unknown, Before::Scene),
        None => run_before_the_change(&proposal, started, purpose),
    };
    match outcome {
        Ok(outcome) => {
            // A change that repairs a broken main is compared with the scene that was shown until then.
            let base = match before {
                Before::Scene(scene) => Some(scene),
                Before::Failed | Before::Unfinished => last_good(),
                Before::Unknown => None,
            };
            Ok(Validated {
                proposal,
                sources,
                base,
                outcome,
                number,
                has_scene,
                values_before,
                values_base,
                matched,
                ran: took,
            })
        }
        Err(mut failure) => {
            // Without main there was nothing that could have failed before.
            let had_failed = matches!(before, Before::Failed) && has_scene;
            let rejected = failure.rejected.take();
            let answer = reverted(request, proposal, failure, had_failed, purpose);
            Err(Box::new(NotValid { answer, rejected }))
        }
    }
}

impl Validated<'_> {
    /// Returns the change's effect on the scene; `None` when there is no scene.
    pub(crate) fn changes(&self) -> Option<SceneChanges> {
        self.has_scene.then(|| scene_changes(self.base.as_deref(), &self.outcome.scene))
    }

    /// Returns the step of the values of parameters; `None` where they are as before.
    pub(crate) fn value_step(&self) -> Option<ValueStep> {
        if !self.has_scene {
            return None;
        }
        let after = self.outcome.scene.declarations().set_values();
        let step = || ValueStep { before: to_json(&self.values_before), after: to_json(&after) };
        (after != self.values_before).then(step)
    }

    /// Adds everything besides the data to the answer.
    pub(crate) fn take_notes(&mut self, answer: &mut Answer) {
        answer.warnings.append(&mut self.proposal.warnings);
        answer.warnings.extend(self.outcome.warnings.drain(..).map(Warning::of_run));
        answer.logs = std::mem::take(&mut self.outcome.logs);
        if !self.has_scene {
            answer.warnings.push(WarningCode::NoScene.warning(self.no_scene()));
        }
    }

    fn no_scene(&self) -> &'static str {
        let run = self.proposal.contents().values().filter(|bytes| bytes.is_some()).count();
        match run {
            0 => "main (scene.code.js) was removed, so there is nothing to draw.",
            1 => {
                "There is no main (scene.code.js) yet: the file was run by itself, and no scene was committed."
            }
            _ => {
                "There is no main (scene.code.js) yet: the files were run by themselves, and no scene was committed."
            }
        }
    }
}

/// The knowledge of the scene before a change.
#[derive(Debug)]
enum Before {
    Scene(Arc<Scene>),
    /// Main does not run.
    Failed,
    /// Main did not end within the time for a comparison.
    Unfinished,
    /// No comparison was made or requested.
    Unknown,
}

/// Computes the scene of the files on disk, when neither memory nor cache knew it: for the difference, and to report
/// if main ran before. It gets a part of the time that the run left, so that an answer is never late, and the
/// repair of an infinite loop does not wait for that loop.
fn run_before_the_change(proposal: &Proposal<'_>, started: Instant, purpose: Purpose) -> Before {
    let call = proposal.call;
    let limit = call.options().run.limits.time_ms;
    let left = limit.saturating_sub(started.elapsed().as_millis() as u64).min(MAX_COMPARISON_MS);
    if left == 0 || call.cancel.is_cancelled() {
        return Before::Unfinished;
    }
    let sources = call
        .shared
        .sources(&proposal.snapshots, &BTreeMap::new(), call.options())
        .ok()
        .filter(Sources::has_main);
    let Some(sources) = sources else { return Before::Unknown };
    call.emit_progress("compare", "running the version before, to compare");
    match run(&sources, Vec::new(), call.options(), left, None, call.cancel, &|_| {}).outcome {
        Ok(outcome) if purpose == Purpose::Preview => Before::Scene(Arc::new(outcome.scene)),
        Ok(outcome) => Before::Scene(Arc::clone(&call.adopt_run(&sources, outcome).scene)),
        Err(failure) if matches!(failure.error.kind, Kind::Timeout | Kind::Cancelled) => Before::Unfinished,
        Err(_) => Before::Failed,
    }
}

fn reverted(
    request: &ChangeRequest<'_>,
    mut proposal: Proposal<'_>,
    failure: RunFailure,
    had_failed: bool,
    purpose: Purpose,
) -> Answer {
    let mut error = failure.error;
    // A value that a parameter cannot have is no fault of the change.
    let is_wrong_value = request.parameters.is_some() && error.kind == Kind::InvalidInput;
    let is_refused = is_wrong_value || error.kind == Kind::Cancelled;
    let is_limit = matches!(error.kind, Kind::Timeout | Kind::Cancelled);
    if had_failed && !is_limit && proposal.had(&FileName::main()) {
        let words = "main was failing already before this change.";
        proposal.warnings.push(WarningCode::AlreadyFailing.warning(words));
    }
    let names = proposal.names();
    let names: Vec<&str> = names.iter().map(FileName::as_str).collect();
    // A limit has no place. Any other error of a change of one file is of that file, if it names no other.
    if let ([only], None, false) = (names.as_slice(), &error.file, is_limit) {
        error.file = Some((*only).to_owned());
    }
    if purpose == Purpose::Commit {
        proposal.call.emit_rest_of_logs(&failure.logs);
    }
    // A call that its caller cancelled is refused, and nothing was reverted that anybody had asked to keep.
    if purpose == Purpose::Commit && !is_refused {
        let (id, files) = (proposal.call.id, proposal.file_list());
        let event = json!({ "type": "revert", "callId": id, "files": files, "error": error_info(&error) });
        proposal.call.session.emit(&event.to_string());
    }
    let mut answer = request.refused(error);
    answer.status = if is_refused { Status::Refused } else { Status::Reverted };
    answer.warnings = proposal.warnings;
    answer.warnings.extend(failure.warnings.into_iter().map(Warning::of_run));
    answer.logs = failure.logs;
    if !failure.broken.is_empty() {
        answer.data["broken"] = failure.broken.iter().map(broken_rule).collect();
    }
    answer
}

/// Describes a broken rule: `{ rule, file?, line?, entities?, measured?, demanded?, at? }`.
pub(super) fn broken_rule(facts: &RuleFacts) -> Value {
    let mut rule = json!({ "rule": facts.rule });
    if let Some((file, line)) = &facts.place {
        rule["file"] = file.as_str().into();
        rule["line"] = (*line).into();
    }
    if !facts.entities.is_empty() {
        rule["entities"] = facts.entities.clone().into();
    }
    if let Some(numbers) = facts.measured {
        let [measured, demanded] = numbers.map(rounded);
        rule["measured"] = measured.into();
        rule["demanded"] = demanded.into();
    }
    if let Some(at) = facts.at {
        rule["at"] = json!(at.map(rounded));
    }
    rule
}

/// Rounds away the digits that computing has added. Adding 0 turns -0 into 0.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
