//! The steps that every tool that changes a file shares: from the proposal to the bytes on disk.

use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

use super::call::{Access, FileCall, Refused};
use super::confirm::confirm;
use super::outcome::{Counts, Done, Ending, Operation, Outcome, count, fields};
use super::proposed::{Proposed, require_difference, require_small};
use super::refusal::Refusal;
use super::target::Target;
use scenewright_call::cancelled;
use scenewright_error::{Error, Kind, Warning, WarningCode, quote_name, show_name};
use scenewright_journal::Label;
use scenewright_journal::staging::{Change, FailedCommit, NotCommitted, StagedChanges, Validated};
use scenewright_text::edit::Patch;
use scenewright_tools::conflict::locate;
use scenewright_tools::freshness::{Freshness, OwnEdit};
use scenewright_tools::options::Policy;

use scenewright_tools::exec::Permit;

/// The report on a tool's change.
pub(super) struct ChangeOptions<'a> {
    /// The verb in the history: `edit a.ts`.
    pub verb: &'a str,
    pub dry_run: bool,
    /// True when the answer distinguishes created files from updated ones, as Write does.
    pub is_whole: bool,
}

/// Finds the file, computes the change, asks the host, and commits.
pub(super) fn change(
    call: &FileCall<'_>,
    given: &str,
    options: &ChangeOptions<'_>,
    propose: &mut dyn FnMut(&Target) -> Refused<Proposed>,
) -> Outcome {
    call.pending.require_base().map_err(|error| call.failed(error))?;
    let target = call.locate(given, Access::Write)?;
    // A dry run also asks for the right to write: its answer shows the contents of the file.
    if options.dry_run {
        let proposed = proposed(call, &target, propose)?;
        return Ok(answer(&target, options, proposed, None));
    }
    let transactions = &call.session.shared.transactions;
    // The first attempt uses the file that was found above. Each further one finds it again: after
    // a conflict even the path may lead elsewhere.
    let mut change = FileToolChange { call, given, options, propose, located: Some(target) };
    let committed = call.pending.with_terms(|terms| transactions.commit_change(terms, &mut change));
    match committed {
        Ok((committed, Proof { target, proposed, modified_by_user })) => {
            let mut done = answer(&target, options, proposed, Some(&committed.id));
            done.warnings.extend(committed.warnings);
            if modified_by_user {
                done.data.insert("modifiedByUser".to_owned(), true.into());
            }
            Ok(done)
        }
        Err(NotCommitted::Refused(refusal)) => Err(refusal),
        Err(NotCommitted::Failed(failed)) => {
            let FailedCommit { error, conflict, proof } = *failed;
            let error = match error.file {
                None => error.in_file(&proof.target.shown),
                Some(_) => error,
            };
            // The bytes that the change was made for: compared with those on disk now, they give the lines
            // that differ.
            let found = conflict.and_then(|conflict| conflict.found);
            Err(call.failed(locate(error, transactions, &proof.target.path, found.as_deref())))
        }
    }
}

/// The change of a file tool in the pipeline: its validator asks the host.
struct FileToolChange<'a> {
    call: &'a FileCall<'a>,
    given: &'a str,
    options: &'a ChangeOptions<'a>,
    propose: &'a mut dyn FnMut(&Target) -> Refused<Proposed>,
    /// The file of the first attempt.
    located: Option<Target>,
}

/// The material for the answer to a commit.
struct Proof {
    target: Target,
    proposed: Proposed,
    modified_by_user: bool,
}

/// The right to change files, and the mark that this session changes them.
type Guard = (OwnEdit, Permit);

impl Change for FileToolChange<'_> {
    type Proof = Proof;
    type Refusal = Box<Refusal>;
    type Guard = Guard;

    fn prepare(&mut self) -> Refused<Validated<Proof>> {
        let call = self.call;
        let target = match self.located.take() {
            Some(target) => target,
            // The host has granted this path already, and is not asked once per attempt.
            None => call.locate_again(self.given, Access::Write)?,
        };
        let proposed = proposed(call, &target, self.propose)?;
        let (proposed, modified_by_user) = confirm(call, &target, proposed)?;
        // Only a new name is refused: a file that has such a name already must stay editable.
        if !target.exists() {
            let is_meant = target.require_portable_name();
            let is_meant = is_meant.and_then(|()| call.session.paths.require_meant(&target.given));
            is_meant.map_err(|error| call.failed(error.in_file(&target.shown)))?;
        }
        let label = Label {
            operation: call.tool.to_owned(),
            message: format!("{} {}", self.options.verb, quote_name(&target.shown)),
            ..Label::default()
        };
        let files = proposed.stage(&target.path).map_err(|error| call.failed(error))?;
        let proof = Proof { target, proposed, modified_by_user };
        Ok(Validated { files, unchanged: Vec::new(), label, proof })
    }

    fn enter(&mut self, _: &StagedChanges, proof: &Proof) -> Result<Guard, Error> {
        let permit = lock_changes(self.call)?;
        // Both last until the change is recorded, so that a watch never sees the new file before
        // the session knows that it wrote it.
        Ok((self.call.session.reads.begin_edit(&proof.target), permit))
    }

    fn committed(&mut self, _: &StagedChanges, proof: &Proof) {
        let Proposed { document, existed, new, .. } = &proof.proposed;
        let old_text = existed.then(|| document.view());
        self.call.session.reads.edited(&proof.target, new.bytes(), new.view(), old_text);
    }
}

/// Returns the tool's proposal for the file as it is now.
fn proposed(
    call: &FileCall<'_>,
    target: &Target,
    propose: &mut dyn FnMut(&Target) -> Refused<Proposed>,
) -> Refused<Proposed> {
    // Before the work: the file may be large, and the caller may be gone since the attempt before.
    call.require_wanted()?;
    require_not_ignored(call, target)?;
    target.require_file().map_err(|error| call.failed(error))?;
    let proposed = propose(target)?;
    require_small(call, target, proposed.new.bytes().len())?;
    require_difference(target, &proposed)?;
    Ok(proposed)
}

/// A file that the policy allows to be changed.
pub(super) struct Known {
    pub bytes: Vec<u8>,
    /// True if it has changed since the session read it. Only under a policy that does not refuse such a
    /// file.
    pub has_changed: bool,
}

/// Reads the file that is to be changed, if the session knows its contents.
pub(super) fn read_known(
    call: &FileCall<'_>,
    target: &Target,
    warnings: &mut Vec<Warning>,
) -> Refused<Known> {
    let policy = call.session.options.policy;
    let seen = call.session.reads.knows(target);
    // Before the file is read: a file that was never read is refused however large it is.
    if !seen && policy == Policy::Require {
        return Err(call.refuse(Kind::NotRead, &[]));
    }
    let contents = target.read(call.session.options.file_bytes).map_err(|error| call.failed(error))?;
    let Some(contents) = contents else { return Err(call.not_found(target)) };
    if policy == Policy::Off {
        return Ok(Known { bytes: contents.bytes, has_changed: false });
    }
    let freshness = call.session.reads.freshness(target, &contents.metadata, &contents.bytes);
    match (freshness, policy) {
        (Freshness::Fresh, _) => {}
        (Freshness::NeverRead, _) => {
            let words = "Warning: Consider using Read first: the file has not been read in this session.";
            warnings.push(WarningCode::NotRead.warning(words));
        }
        (_, Policy::Require) => return Err(call.refuse(Kind::StaleRead, &[])),
        _ => {
            let words = "Warning: the file has changed since it was read. Read it again to see the change.";
            warnings.push(WarningCode::ChangedSinceRead.warning(words));
        }
    }
    Ok(Known { bytes: contents.bytes, has_changed: freshness == Freshness::Changed })
}

fn require_not_ignored(call: &FileCall<'_>, target: &Target) -> Refused<()> {
    let session = call.session;
    if let Some(own) =
        // Both paths count: a link must not be a way around the option, whichever end of it is
        // named there.
        [&target.path, &target.written]
            .into_iter()
            .find(|path| session.own_ignored.is_left_alone(path))
    {
        let rule = format!("The option ignore of this workspace leaves {own} alone.");
        return Err(Box::new(Refusal::of(call.tool, Kind::IgnoredPath, &[]).with_hint(rule)));
    }
    match session.reason_to_leave(&target.path) {
        Ok(None) => Ok(()),
        Ok(Some(reason)) => Err(Box::new(Refusal::of(call.tool, Kind::IgnoredPath, &[]).with_hint(reason))),
        Err(error) => Err(call.failed(error)),
    }
}

/// Waits until no other transaction of this process has files in place.
pub(super) fn lock_changes(call: &FileCall<'_>) -> Result<Permit, Error> {
    let (sender, turn) = mpsc::channel();
    // A hold whose caller has given up lets the next one in.
    let session = call.session;
    session.shared.change_lock.lock(session.number(), Box::new(move |hold| drop(sender.send(hold))));
    loop {
        // The channel has no way to wait for two events, so the cancellation is looked at between
        // short waits.
        match turn.recv_timeout(Duration::from_millis(20)) {
            Ok(hold) => return Ok(hold),
            Err(mpsc::RecvTimeoutError::Timeout) if !call.pending.cancel_token().is_cancelled() => {}
            Err(mpsc::RecvTimeoutError::Timeout) => return Err(cancelled()),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(Error::new(Kind::Io, "Could not start a thread for the change."));
            }
        }
    }
}

/// Returns the answer in the names that clients know.
fn answer(
    target: &Target,
    options: &ChangeOptions<'_>,
    proposed: Proposed,
    transaction: Option<&str>,
) -> Done {
    let is_new = !proposed.existed;
    let patch = proposed.patch();
    let in_bytes = proposed.byte_patch(&patch);
    let diff = in_bytes.unified(&target.shown);
    // Both count lines as programs that read patches do.
    let hunks = if proposed.has_lone_cr() { in_bytes.hunks.clone() } else { patch.hunks.clone() };
    drop(in_bytes);
    let Proposed { new, data, warnings, notes, .. } = proposed;
    let snippet = patch.snippet(new.view());
    let hunks: Vec<Value> = match options.is_whole && is_new {
        true => Vec::new(),
        false => hunks.iter().map(hunk_json).collect(),
    };
    let given = target.given.as_str();
    let mut answer = Done::new(
        // A match on all three, as the words of Edit and Write differ for a new file alone.
        match (options.dry_run, options.is_whole, is_new) {
            (true, ..) => Ending::DryRun,
            (_, false, _) => Ending::Applied,
            (_, _, true) => Ending::Created,
            (_, _, false) => Ending::Updated,
        },
        json!({ "file_path": given }),
    );
    answer.data.extend(data);
    answer.data.extend(fields(json!({
        "structuredPatch": hunks,
        "snippet": snippet,
        "diff": diff,
        "added": patch.added,
        "removed": patch.removed,
    })));
    if patch.is_truncated {
        answer.data.insert("truncated".to_owned(), true.into());
    }
    match transaction {
        Some(id) => answer.data.insert("transactionId".to_owned(), id.into()),
        None => answer.data.insert("dry_run".to_owned(), true.into()),
    };
    let name = show_name(given);
    answer.assistant = match (options.dry_run, is_new) {
        (true, _) => {
            format!("Nothing was written (dry run). The patch would be:\n{diff}")
        }
        (_, true) => format!("File created successfully at: {name}"),
        (_, false) => format!(
            "The file {name} has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n\
             {snippet}"
        ),
    };
    if patch.is_truncated && !is_new {
        let shown = count(patch.hunks.iter().map(|hunk| hunk.lines.len()).sum(), "line", "lines");
        answer.assistant.push_str(&format!(
            "\n(The patch is truncated: of {} and {} it holds the first {shown}.)",
            count(patch.added, "addition", "additions"),
            count(patch.removed, "removal", "removals"),
        ));
    }
    answer.display = display(&name, &patch, new.view(), is_new, options.dry_run);
    answer.warnings = warnings;
    answer.notes = notes;
    answer.path = Some(target.key().to_owned());
    answer.operation = if is_new { Operation::Create } else { Operation::Update };
    answer.counts = Counts { bytes: new.bytes().len() as u64, added: patch.added, removed: patch.removed };
    answer
}

fn hunk_json(hunk: &scenewright_text::edit::Hunk) -> Value {
    json!({
        "oldStart": hunk.old_start,
        "oldLines": hunk.old_lines,
        "newStart": hunk.new_start,
        "newLines": hunk.new_lines,
        "lines": hunk.lines,
    })
}

fn display(given: &str, patch: &Patch, new_text: &str, is_new: bool, dry_run: bool) -> String {
    const MAX_LINES: usize = 60;
    if is_new && !dry_run {
        let lines = patch.added;
        let headline = format!("Wrote {} to {given}", count(lines, "line", "lines"));
        return super::outcome::display(&headline, lines, "line", new_text.lines());
    }
    let verb = if dry_run { "Would update" } else { "Updated" };
    let mut shown = format!(
        "{verb} {given} with {} and {}",
        count(patch.added, "addition", "additions"),
        count(patch.removed, "removal", "removals"),
    );
    let mut room = MAX_LINES;
    for hunk in &patch.hunks {
        if room == 0 {
            break;
        }
        shown.push_str(&format!(
            "\n  @@ -{},{} +{},{} @@",
            hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines
        ));
        let (mut old, mut new) = (hunk.old_start, hunk.new_start);
        for line in hunk.lines.iter().take(room) {
            let number = match line.as_bytes().first() {
                // A removed line has a number only in the old text; all others are shown with the
                // new one.
                Some(b'-') => old,
                _ => new,
            };
            let is_note = line.starts_with('\\');
            // The note `\ No newline at end of file` counts in neither text.
            old += usize::from(line.starts_with(['-', ' ']));
            new += usize::from(line.starts_with(['+', ' ']));
            let line: String = line.chars().take(200).collect();
            let number = if is_note { String::new() } else { number.to_string() };
            shown.push_str(&format!("\n  {number:>6} {line}"));
            room -= 1;
        }
    }
    let lines = || patch.hunks.iter().flat_map(|hunk| &hunk.lines);
    let left = lines().count().saturating_sub(MAX_LINES);
    match (left, patch.is_truncated) {
        (0, false) => {}
        (_, true) => shown.push_str("\n... (truncated)"),
        (left, false) => shown.push_str(&format!("\n... (+{})", count(left, "line", "lines"))),
    }
    shown
}
