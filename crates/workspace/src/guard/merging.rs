//! Merging a fork into the folders, as one commit.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::super::files::permission::{Access, require};
use super::super::in_flight::InFlightCall;
use super::account::{difference, display_name, files_of, named};
use super::calls::require_writable;
use super::fork_files::{skipped_in, state_of};
use super::forks::{current, discard_within, find, gone, require_idle};
use super::guarding::{Coverage, Guarding};
use super::recovery::recover_within;
use super::request::{DEFAULT_MAX_BYTES, record_of};
use super::reversal::{commit_reversal, kept_folders, make_all, without_attributes};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote_name};
use scenewright_fs::{ContentHash, IgnoreRules, RootSet, new_commit_id};
use scenewright_snapshot::{
    CACHE, Change, Clash, ClashReason, Combination, Entry, Fork, ForkBase, Limits, Node, Preference,
    Restoring, Roots, Sides, Spot, Tree, WalkRequest, plan_merge, relocate_links, settle_merge, take,
};
use scenewright_text::edit::{Favored, merge_texts};
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;

/// The largest file whose lines are merged: comparing larger ones would hold up everybody.
const MAX_MERGED_BYTES: u64 = 32 << 20;

/// The conflicts that an answer names.
const MAX_CONFLICTS: usize = 100;

/// The files that an answer names.
const MAX_FILES: usize = 1_000;

/// The paths that are named as left alone.
const MAX_NAMED: usize = 20;

/// The trees of earlier merges that are kept, for those that are undone: the oldest and the latest ones.
const MAX_BASES: usize = 8;

/// The way in which a merge decides conflicts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Changes of both sides are merged by hunks.
    Hunks,
    /// The merge is refused if the folders changed at all since the fork was made.
    First,
    /// Changes are merged by hunks; where those meet, the fork wins.
    Fork,
    /// Changes are merged by hunks; where those meet, the workspace wins.
    Workspace,
}

/// Something that could not be merged.
struct Conflict {
    spot: Spot,
    reason: &'static str,
    /// The line in the workspace and in the fork.
    lines: Option<(usize, usize)>,
}

/// The inputs of a merge.
struct Prepared {
    changes: Vec<Change>,
    conflicts: Vec<Conflict>,
    left_out: Vec<Spot>,
    /// The fork as it is now.
    theirs: Tree,
}

/// Merges a fork.
pub(super) fn merge(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    let is_dry = arguments.flag("dry_run");
    require_writable(call)?;
    let session = &call.session;
    let guarding = Guarding::open(call)?;
    let mut warnings = recover_within(&guarding)?;
    call.require_base()?;
    let mut fork = find(&guarding, arguments.text("name"))?;
    require_idle(&guarding, &fork)?;
    let strategy = match arguments.optional_text("strategy") {
        Some("first") => Strategy::First,
        Some("fork") => Strategy::Fork,
        Some("workspace") => Strategy::Workspace,
        _ => Strategy::Hunks,
    };
    let ours = current(&guarding, coverage_of(&fork))?;
    let prepared = prepare(&guarding, &fork, &ours, strategy)?;
    let mut data = json!({
        "fork": fork.name,
        "files": [],
        "conflicts": conflicts_of(call, &prepared.conflicts),
        "leftOut": prepared.left_out.iter().take(MAX_NAMED).map(|spot| display_name(session, spot)).collect::<Vec<_>>(),
        "discarded": [],
    });
    if prepared.conflicts.len() > MAX_CONFLICTS {
        data["moreConflicts"] = (prepared.conflicts.len() - MAX_CONFLICTS).into();
    }
    let (files, more) = files_of(session, &prepared.changes, MAX_FILES);
    data["files"] = files.into();
    if more > 0 {
        data["moreFiles"] = more.into();
    }
    if is_dry {
        guarding.area.store().finish(false)?;
        let (diff, is_cut) = difference(session, guarding.area.store(), &prepared.changes, &|_| Ok(true))?;
        data["diff"] = diff.into();
        if is_cut {
            data["truncated"] = true.into();
        }
        return Ok(Answer { warnings, ..Answer::ok(data) });
    }
    if !prepared.conflicts.is_empty() {
        return Ok(Answer { warnings, ..Answer::ok(data) });
    }
    let mut status = Status::Ok;
    if prepared.changes.iter().any(Change::is_visible) {
        let message = arguments.optional_text("message").map_or_else(
            || match &fork.message {
                Some(message) => format!("merge {}: {message}", fork.name),
                None => format!("merge {}", fork.name),
            },
            str::to_owned,
        );
        let (id, more) = commit(&guarding, &mut fork, prepared, message)?;
        warnings.extend(more);
        data["transactionId"] = id.into();
        status = Status::Committed;
    } else if !call.settle() {
        return Err(scenewright_call::cancelled());
    }
    let going = match arguments.optional_text("discard") {
        Some("fork") => vec![fork],
        Some("all") => guarding.area.forks(),
        _ => Vec::new(),
    };
    let mut discarded = Vec::new();
    for fork in going {
        // The merge is done: what stays is a matter of tidiness.
        match require_idle(&guarding, &fork).and_then(|()| discard_within(&guarding, &fork)) {
            Ok(()) => discarded.push(fork.name),
            Err(error) => {
                let words = format!("The fork {} stays: {}", quote_name(&fork.name), error.message);
                warnings.push(WarningCode::LeftAlone.warning(words));
            }
        }
    }
    data["discarded"] = json!(discarded);
    Ok(Answer { status, warnings, ..Answer::ok(data) })
}

/// Compares the three sides, and merges what both changed. The merged contents are in the store.
fn prepare(guarding: &Guarding<'_>, fork: &Fork, ours: &Tree, strategy: Strategy) -> Result<Prepared> {
    let (base, theirs) = (base_of(guarding, fork)?, snapshot_of(guarding, fork)?);
    let sides = Sides { base: &base, ours, theirs: &theirs };
    let (preference, favored) = match strategy {
        Strategy::Hunks | Strategy::First => (Preference::Neither, Favored::Neither),
        Strategy::Fork => (Preference::Theirs, Favored::Theirs),
        Strategy::Workspace => (Preference::Ours, Favored::Ours),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now_ns = i64::try_from(now.as_nanos()).unwrap_or(i64::MAX);
    let is_alike = |left: &Entry, right: &Entry| are_alike(guarding, left, right);
    let mut plan = plan_merge(sides, preference, now_ns, &is_alike);
    let mut conflicts = Vec::new();
    if strategy == Strategy::First {
        // Equal changes of both sides are no reason to refuse.
        let opposite = Sides { base: &base, ours: &theirs, theirs: ours };
        let opposite = plan_merge(opposite, Preference::Neither, now_ns, &is_alike);
        let changed = opposite.changes.iter().filter(|it| it.is_visible()).map(|it| &it.spot);
        let changed = changed.chain(opposite.combinations.iter().map(|it| &it.spot));
        let changed: Vec<&Spot> = changed.chain(opposite.clashes.iter().map(|it| &it.spot)).collect();
        conflicts.extend(changed.into_iter().map(|spot| Conflict {
            spot: spot.clone(),
            reason: "changed_here",
            lines: None,
        }));
    }
    for combination in std::mem::take(&mut plan.combinations) {
        match combined(guarding, &combination, favored)? {
            Combined::Contents(content, size) => {
                let Combination { spot, from, ours, mut after, .. } = combination;
                after.node = Node::File { content, is_sparse: false, is_racy: true };
                after.stat.size = size;
                after.stat.modified_ns = now_ns;
                if let Some(from) = from {
                    plan.changes.push(Change { spot: from, before: Some(ours), after: None });
                    plan.changes.push(Change {
                        spot: spot.clone(),
                        before: sides.ours.get(&spot).cloned(),
                        after: Some(after),
                    });
                } else if !after.same_state(&ours) {
                    plan.changes.push(Change { spot, before: Some(ours), after: Some(after) });
                }
            }
            Combined::Lines(lines) => conflicts.extend(lines.into_iter().map(|lines| Conflict {
                spot: combination.spot.clone(),
                reason: if combination.base.is_none() { "both_created" } else { "lines" },
                lines: Some(lines),
            })),
            Combined::NoText => conflicts.push(Conflict {
                spot: combination.spot.clone(),
                reason: if combination.base.is_none() { "both_created" } else { "contents" },
                lines: None,
            }),
        }
    }
    let (changes, in_the_way) = settle_merge(sides, plan.changes, preference);
    for Clash { spot, reason } in plan.clashes.into_iter().chain(in_the_way) {
        conflicts.push(Conflict { spot, reason: word_of(reason), lines: None });
    }
    conflicts.sort_by(|left, right| {
        (&left.spot, left.lines, left.reason).cmp(&(&right.spot, right.lines, right.reason))
    });
    conflicts.dedup_by(|left, right| {
        (&left.spot, left.lines, left.reason) == (&right.spot, right.lines, right.reason)
    });
    guarding.area.store().finish(guarding.syncs())?;
    Ok(Prepared { changes, conflicts, left_out: plan.left_out, theirs })
}

/// Returns true where at least half of the lines of two texts are in both.
fn are_alike(guarding: &Guarding<'_>, left: &Entry, right: &Entry) -> bool {
    let bytes_of = |entry: &Entry| {
        let content = entry.content()?;
        guarding.area.store().read(content, MAX_MERGED_BYTES).ok().flatten()
    };
    let (Some(left), Some(right)) = (bytes_of(left), bytes_of(right)) else { return false };
    let mut lines: HashMap<&[u8], usize> = HashMap::new();
    let mut count = 0;
    for line in left.split_inclusive(|byte| *byte == b'\n') {
        *lines.entry(line).or_default() += 1;
        count += 1;
    }
    let mut common = 0;
    for line in right.split_inclusive(|byte| *byte == b'\n') {
        count += 1;
        if let Some(left) = lines.get_mut(line).filter(|left| **left > 0) {
            *left -= 1;
            common += 1;
        }
    }
    common * 4 >= count
}

/// The merged contents of a file, or the reason why they cannot be merged.
enum Combined {
    Contents(ContentHash, u64),
    Lines(Vec<(usize, usize)>),
    NoText,
}

fn combined(guarding: &Guarding<'_>, combination: &Combination, favored: Favored) -> Result<Combined> {
    let store = guarding.area.store();
    let bytes_of = |entry: &Entry| match entry.content() {
        Some(content) => store.read(content, MAX_MERGED_BYTES),
        None => Ok(None),
    };
    // Without a base both sides created the file: against an empty text, every line that differs is a conflict.
    let base = combination.base.as_ref().map_or(Ok(Some(Vec::new())), bytes_of)?;
    let (ours, theirs) = (bytes_of(&combination.ours)?, bytes_of(&combination.theirs)?);
    let merged = match (&base, &ours, &theirs) {
        (Some(base), Some(ours), Some(theirs)) => merge_texts(base, ours, theirs, favored),
        _ => None,
    };
    // A file that is no text, or is too large to be merged by lines, is taken from one side as a whole, or not at all.
    let Some(merged) = merged else {
        let chosen = match favored {
            Favored::Neither => return Ok(Combined::NoText),
            Favored::Ours => &combination.ours,
            Favored::Theirs => &combination.theirs,
        };
        let content =
            chosen.content().ok_or_else(|| Error::new(Kind::Internal, "Only files are combined."))?;
        return Ok(Combined::Contents(content, chosen.stat.size));
    };
    if !merged.conflicts.is_empty() {
        return Ok(Combined::Lines(merged.conflicts.iter().map(|it| (it.ours, it.theirs)).collect()));
    }
    let content = ContentHash::of(&merged.bytes);
    store.keep(content, &merged.bytes)?;
    Ok(Combined::Contents(content, merged.bytes.len() as u64))
}

fn coverage_of(fork: &Fork) -> Coverage {
    Coverage { includes_ignored: fork.includes_ignored, keeps_covered: false, file_bytes: fork.file_bytes }
}

/// Takes a snapshot of a fork. Its links lead where they lead in the workspace.
fn snapshot_of(guarding: &Guarding<'_>, fork: &Fork) -> Result<Tree> {
    let session = &guarding.call.session;
    let paths: Vec<PathBuf> = fork.roots();
    let roots = Roots::open(paths.clone()).map_err(|error| match error.kind {
        Kind::NotFound => gone(fork, &paths[0]),
        _ => error,
    })?;
    let known = guarding.area.fork_tree(&fork.name, CACHE)?.unwrap_or_default();
    let state = state_of(guarding, fork);
    let root_set = Arc::new(RootSet::with_state_at(&paths, &state)?);
    let rules = IgnoreRules::new(root_set, &session.options.ignore, session.options.gitignore)?;
    let rules = rules.with_git(session.options.git.clone()).with_access(Arc::clone(&session.write_rules));
    let cancel = guarding.call.cancel_token().clone();
    let snapshot = take(&WalkRequest {
        roots: &roots,
        rules: Some(&rules).filter(|_| !fork.includes_ignored),
        above: Some(&session.ignored),
        skipped: &skipped_in(&paths, &state),
        known: &known,
        keeps_covered: false,
        store: guarding.area.store(),
        limits: Limits { file_bytes: fork.file_bytes },
        is_cancelled: &|| cancel.is_cancelled(),
    })?;
    guarding.area.store().finish(guarding.syncs())?;
    let mut tree = snapshot.tree;
    if tree.differs_from(&known) {
        guarding.area.save_fork_tree(&fork.name, CACHE, &tree, false)?;
    }
    // After the tree was saved: the next snapshot compares the saved one with the links as the fork has them.
    relocate_links(&mut tree, &paths, guarding.roots.paths());
    Ok(tree)
}

/// Returns the latest tree that both sides have in common: the tree of the last merge that still counts.
fn base_of(guarding: &Guarding<'_>, fork: &Fork) -> Result<Tree> {
    let counts = |base: &&ForkBase| {
        let Some(record) = &base.record else { return true };
        let transactions = &guarding.call.session.shared.transactions;
        transactions.with_history(|entries| {
            let found =
                entries.iter().rev().find(|entry| record_of(transactions, entry).as_ref() == Some(record));
            found.map_or(base.is_committed, |entry| !entry.undone)
        })
    };
    let base = fork.bases.iter().rev().find(counts);
    let name = Fork::base_name(base.map_or(0, |base| base.number));
    guarding.area.fork_tree(&fork.name, &name)?.ok_or_else(|| {
        let message = format!("What the fork {} was made of is no longer known.", quote_name(&fork.name));
        Error::new(Kind::Io, message).with_hint("Its files still exist: compare them by other means.")
    })
}

/// Writes a merge and commits it. From then on the fork is compared with what it is now.
fn commit(
    guarding: &Guarding<'_>,
    fork: &mut Fork,
    prepared: Prepared,
    message: String,
) -> Result<(String, Vec<Warning>)> {
    let call = guarding.call;
    let session = &call.session;
    let Prepared { changes, theirs, .. } = prepared;
    for change in named(&changes) {
        session.write_rules.require_writable(&change.spot.workspace_path()?)?;
        let root = guarding.roots.paths().get(change.spot.root).cloned().unwrap_or_default();
        let path = scenewright_fs::path_text(&change.spot.absolute(&root)).into_owned();
        require(&session.host, "merge", Access::Write, &path, call.cancel_token())?;
    }
    if !call.settle() {
        return Err(scenewright_call::cancelled());
    }
    let area = &guarding.area;
    let restoring =
        Restoring { record: new_commit_id(), operation: "merge".to_owned(), message, undoes: None };
    // The changes and the new base first, then the mark that a restore has begun, then the files, and the commit last: a process
    // that dies in between leaves what the next one needs to finish.
    area.save_changes(&restoring.record, &changes, guarding.syncs())?;
    let number = fork.bases.last().map_or(0, |base| base.number) + 1;
    area.save_fork_tree(&fork.name, &Fork::base_name(number), &theirs, guarding.syncs())?;
    fork.bases.push(ForkBase { number, record: Some(restoring.record.clone()), is_committed: false });
    while fork.bases.len() > MAX_BASES {
        // The first is what an undo of everything leads back to.
        let old = fork.bases.remove(1);
        area.forget_fork_tree(&fork.name, &Fork::base_name(old.number))?;
    }
    area.save_fork(fork, guarding.syncs())?;
    area.begin_restoring(&restoring, guarding.syncs())?;
    let during = ("the merge was written", "Merge again.");
    let restored = make_all(guarding, &changes, &restoring.record, during)?;
    let mut warnings = kept_folders(session, &restored, "the fork does not know");
    warnings.extend(without_attributes(session, &restored));
    let (id, more) = commit_reversal(guarding, &restoring, &changes)?;
    area.end_restoring()?;
    if let Some(base) = fork.bases.last_mut() {
        base.is_committed = true;
    }
    area.save_fork(fork, guarding.syncs())?;
    warnings.extend(more);
    let (latest, _) = guarding.latest()?;
    warnings.extend(guarding.keep_within(
        &latest,
        DEFAULT_MAX_BYTES.max(area.store().size()),
        &restoring.record,
    )?);
    Ok((id, warnings))
}

fn conflicts_of(call: &InFlightCall, conflicts: &[Conflict]) -> Vec<Value> {
    let rows = conflicts.iter().take(MAX_CONFLICTS).map(|conflict| {
        let mut row =
            json!({ "path": display_name(&call.session, &conflict.spot), "reason": conflict.reason });
        if let Some((ours, theirs)) = conflict.lines {
            row["line"] = ours.into();
            row["forkLine"] = theirs.into();
        }
        row
    });
    rows.collect()
}

fn word_of(reason: ClashReason) -> &'static str {
    match reason {
        ClashReason::Contents => "contents",
        ClashReason::DeletedHere => "deleted_here",
        ClashReason::DeletedInFork => "deleted_in_fork",
        ClashReason::BothCreated => "both_created",
        ClashReason::Kind => "kind",
        ClashReason::Target => "target",
        ClashReason::Mode => "mode",
        ClashReason::Attributes => "attributes",
        ClashReason::Renamed => "renamed",
        ClashReason::NotCovered => "not_covered",
    }
}
