//! The snapshots of one workspace, under their lock: taking one, and committing what differs from the last.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::super::in_flight::InFlightCall;
use super::account::account_of;
use super::request::{guard_account, record_of};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode};
use scenewright_fs::{ContentHash, mode_of_new_files};
use scenewright_journal::staging::{StagedChanges, Terms};
use scenewright_journal::{Durability, Label, Node as FileNode, new_commit_id};
use scenewright_snapshot::{
    Area, AreaLock, Change, EncodedTree, Entry, Limits, Marker, MissingRoots, Node, Roots, Snapshot, Spot,
    Tree, WalkRequest, has_any_change, take,
};
use scenewright_tools::exec::lock;

/// The longest wait for a snapshot or restore of another session. The first snapshot of a large folder reads all of it.
const LOCK_WAIT: Duration = Duration::from_mins(2);

/// The permissions of owner, group and others.
const PERMISSIONS: u32 = 0o777;

/// The longest wait for the lock of the journal: as long as a commit of tools waits, since one of them may be verifying its files.
const COMMIT_WAIT: Duration = Duration::from_mins(10);

/// The snapshots of a workspace. Holds their lock.
pub(super) struct Guarding<'a> {
    pub(super) call: &'a InFlightCall,
    pub(super) area: Area,
    pub(super) roots: Roots,
    _lock: AreaLock,
}

/// The part of the folders that a snapshot covers.
#[derive(Clone, Copy)]
pub(super) struct Coverage {
    /// True where ignored folders are covered too.
    pub(super) includes_ignored: bool,
    /// True where folders that the latest snapshot covers are covered, also those that are ignored since.
    pub(super) keeps_covered: bool,
    /// The largest file that is covered.
    pub(super) file_bytes: u64,
}

impl Coverage {
    /// Returns what the snapshot before a command covers.
    pub(super) fn before(marker: &Marker) -> Coverage {
        Coverage {
            includes_ignored: marker.includes_ignored,
            keeps_covered: false,
            file_bytes: marker.file_bytes,
        }
    }

    /// Returns what the snapshot after a command covers: all that the one before it does.
    pub(super) fn after(marker: &Marker) -> Coverage {
        Coverage { keeps_covered: true, ..Coverage::before(marker) }
    }
}

/// The data of a command's commit besides its changes.
pub(super) struct CommandDescription<'a> {
    pub(super) operation: &'a str,
    pub(super) message: String,
    pub(super) exit_code: Option<i64>,
    /// The names of other commands that were under way.
    pub(super) beside: Vec<String>,
}

/// A commit of a command.
pub(super) struct Adopted {
    pub(super) id: String,
    pub(super) changes: Vec<Change>,
    pub(super) account: Value,
    /// The commits of our own tools meanwhile, which hold changes that are not in this one.
    pub(super) own: Vec<String>,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Guarding<'a> {
    pub(super) fn open(call: &'a InFlightCall) -> Result<Guarding<'a>> {
        Guarding::open_with(call, MissingRoots::Refused)
    }

    pub(super) fn open_with(call: &'a InFlightCall, missing: MissingRoots<'_>) -> Result<Guarding<'a>> {
        let shared = &call.session.shared;
        let area = Area::open(&shared.state)?;
        let lock = area.lock(LOCK_WAIT, &|| call.cancel_token().is_cancelled())?;
        let roots = Roots::open_with(shared.root_set.root_paths().map(PathBuf::from).collect(), missing)?;
        // The commits of other processes count below.
        shared.transactions.try_recover()?;
        Ok(Guarding { call, area, roots, _lock: lock })
    }

    pub(super) fn syncs(&self) -> bool {
        self.call.session.options.durability == Durability::Fsync
    }

    /// Returns the latest snapshot, with what a commit has already recorded: its process may have died before it could
    /// keep the snapshot after it.
    pub(super) fn latest(&self) -> Result<(Arc<Tree>, String)> {
        let (mut tree, name) = self.saved()?;
        let transactions = &self.call.session.shared.transactions;
        let recorded = transactions.with_history(|entries| {
            // Only what was committed after the snapshot can name it. Looking at all would read a file for each command.
            let known = entries.iter().rposition(|entry| entry.intent.id == tree.note).map_or(0, |at| at + 1);
            let found = entries[known..].iter().rev().filter_map(|entry| {
                let account = guard_account(transactions, entry)?;
                let record = account["record"].as_str().map(str::to_owned);
                (account["base"] == name.as_str()).then(|| (entry.intent.id.clone(), record))
            });
            found.collect::<Vec<_>>()
        });
        for (id, record) in recorded.into_iter().rev() {
            if let Some(changes) = record.and_then(|record| self.area.changes(&record).ok().flatten()) {
                let tree = Arc::make_mut(&mut tree);
                tree.make(&changes);
                tree.note = id;
            }
        }
        Ok((tree, name))
    }

    /// Returns the latest snapshot that was kept, which this process may still have.
    fn saved(&self) -> Result<(Arc<Tree>, String)> {
        let held = &self.call.session.shared.latest_tree;
        let name = self.area.tree_name();
        if let Some((held_name, tree)) = lock(held).as_ref()
            && *held_name == name
            && !name.is_empty()
        {
            return Ok((Arc::clone(tree), name));
        }
        let (tree, name) = self.area.tree()?;
        let tree = Arc::new(tree);
        *lock(held) = Some((name.clone(), Arc::clone(&tree)));
        Ok((tree, name))
    }

    /// Holds a snapshot in the place of a known one that shows the same, without writing it. False where that one is not the latest.
    pub(super) fn hold(&self, known: &Arc<Tree>, tree: &Arc<Tree>) -> bool {
        match lock(&self.call.session.shared.latest_tree).as_mut() {
            Some((_, held)) if Arc::ptr_eq(held, known) => {
                *held = Arc::clone(tree);
                true
            }
            _ => false,
        }
    }

    /// Keeps a snapshot as the latest.
    pub(super) fn keep(&self, tree: &Arc<Tree>) -> Result<()> {
        self.keep_encoded(tree, &EncodedTree::of(tree))
    }

    fn keep_encoded(&self, tree: &Arc<Tree>, encoded: &EncodedTree) -> Result<()> {
        let name = self.area.save_tree(encoded)?;
        self.area.store().note_files()?;
        *lock(&self.call.session.shared.latest_tree) = Some((name, Arc::clone(tree)));
        Ok(())
    }

    /// Returns the contents of a snapshot that the store should have and has lost. If no file of the store is missing, nothing is
    /// compared.
    pub(super) fn lost_contents(&self, tree: &Tree) -> Result<HashSet<ContentHash>> {
        if !self.area.store().has_lost_files() {
            return Ok(HashSet::new());
        }
        let lost = self.area.store().missing(tree.contents())?;
        self.area.store().note_files()?;
        Ok(lost)
    }

    /// Takes a snapshot. The contents are in the store and durable, the snapshot itself is not kept yet.
    pub(super) fn snapshot(&self, known: &Tree, coverage: Coverage) -> Result<Snapshot> {
        let snapshot = self.walk(known, coverage)?;
        self.area.store().finish(self.syncs())?;
        Ok(snapshot)
    }

    /// Takes a snapshot whose contents the caller makes durable, by finishing the store or by [`adopt`](Guarding::adopt).
    pub(super) fn walk(&self, known: &Tree, coverage: Coverage) -> Result<Snapshot> {
        let session = &self.call.session;
        // Before the walk: a commit during the walk may be in the snapshot or not, and is distinguished either way.
        let note = self.last_commit();
        let mut skipped = Vec::new();
        for (root, path) in self.roots.paths().iter().enumerate() {
            if let Ok(way) = session.shared.state.strip_prefix(path) {
                let path = way.as_os_str().as_encoded_bytes().to_vec();
                skipped.push(Spot { root, path });
            }
        }
        let cancel = self.call.cancel_token().clone();
        let mut snapshot = take(&WalkRequest {
            roots: &self.roots,
            rules: Some(&session.ignored).filter(|_| !coverage.includes_ignored),
            above: None,
            skipped: &skipped,
            known,
            keeps_covered: coverage.keeps_covered,
            store: self.area.store(),
            limits: Limits { file_bytes: coverage.file_bytes },
            is_cancelled: &|| cancel.is_cancelled(),
        })?;
        snapshot.tree.note = note;
        Ok(snapshot)
    }

    fn last_commit(&self) -> String {
        self.call.session.shared.transactions.with_latest(1, |entries, _| {
            entries.last().map(|entry| entry.intent.id.clone()).unwrap_or_default()
        })
    }

    /// Commits what differs between two snapshots, given as `changes`, and keeps the second one. `None` where nothing does.
    pub(super) fn adopt(
        &self,
        before: &Tree,
        base: &str,
        after: &Arc<Tree>,
        changes: Vec<Change>,
        marker: &Marker,
        description: CommandDescription<'_>,
    ) -> Result<Option<Adopted>> {
        let (changes, own) = self.without_own(changes, &before.note)?;
        if !has_any_change(&changes) {
            self.area.store().finish(self.syncs())?;
            if after.differs_from(before) {
                self.keep(after)?;
            }
            return Ok(None);
        }
        let record = new_commit_id();
        self.area.save_with_contents(&record, &changes, self.syncs())?;
        let mut account = account_of(&self.area, &changes);
        account["record"] = record.as_str().into();
        account["marker"] = marker.id.as_str().into();
        account["base"] = base.into();
        if let Some(code) = description.exit_code {
            account["exitCode"] = code.into();
        }
        if !description.beside.is_empty() {
            account["beside"] = json!(description.beside);
        }
        let label = Label {
            operation: description.operation.to_owned(),
            message: description.message,
            detail: Some(json!({ "guard": account })),
            stands_alone: true,
            ..Label::default()
        };
        // While the commit waits for the disk.
        let (committed, encoded) = thread::scope(|scope| {
            let encoding = thread::Builder::new().spawn_scoped(scope, || EncodedTree::of(after));
            let committed = self.commit(label);
            (committed, encoding.ok().and_then(|encoding| encoding.join().ok()))
        });
        let (id, mut warnings) = committed?;
        self.keep_encoded(after, &encoded.unwrap_or_else(|| EncodedTree::of(after)))?;
        warnings.extend(self.keep_within(after, marker.max_bytes, &record)?);
        Ok(Some(Adopted { id, changes, account, own, warnings }))
    }

    /// Appends a commit without files to the history.
    pub(super) fn commit(&self, label: Label) -> Result<(String, Vec<Warning>)> {
        let session = &self.call.session;
        let terms = Terms {
            rules: &session.write_rules,
            durability: session.options.durability,
            base: None,
            wait: COMMIT_WAIT,
            // The changes have happened and cannot be cancelled.
            is_cancelled: &|| false,
            settle: &|| true,
        };
        let done = session.shared.transactions.commit(&StagedChanges::default().request(label, terms))?;
        Ok((done.id, done.warnings))
    }

    /// Forgets the oldest commands where the store is over its limit, and says so.
    pub(super) fn keep_within(&self, tree: &Tree, max_bytes: u64, record: &str) -> Result<Vec<Warning>> {
        let gone = self.area.keep_within(max_bytes, tree, &[record.to_owned()])?;
        let size = self.area.store().size();
        let mut warnings = Vec::new();
        if !gone.is_empty() {
            let count = gone.len();
            warnings.push(WarningCode::History.warning(format!(
                "The old contents of the {count} oldest commands were forgotten: the store is limited to {max_bytes} bytes."
            )));
        }
        if size > max_bytes {
            warnings.push(WarningCode::History.warning(format!(
                "The store of old contents has {size} bytes, more than its limit of {max_bytes}: the files as they are, and \
                 this one command, need as much."
            )));
        }
        Ok(warnings)
    }

    /// Leaves out what commits of our own tools have left as it is, since the commit of that id. Returns their ids too.
    fn without_own(&self, changes: Vec<Change>, since: &str) -> Result<(Vec<Change>, Vec<String>)> {
        let entries = self.call.session.shared.transactions.with_history(|entries| {
            let position = entries.iter().position(|entry| entry.intent.id == since);
            let from = position.map_or(if since.is_empty() { 0 } else { entries.len() }, |at| at + 1);
            entries[from..].to_vec()
        });
        if entries.is_empty() {
            return Ok((changes, Vec::new()));
        }
        let mut files: HashMap<Spot, (FileNode, &str)> = HashMap::new();
        let mut others: HashMap<Spot, (Option<Entry>, &str)> = HashMap::new();
        for entry in &entries {
            for step in &entry.intent.files {
                files.insert(Spot::of(&step.path), (step.after.clone(), &entry.intent.id));
            }
            if let Some(record) = record_of(&self.call.session.shared.transactions, entry) {
                for change in self.area.changes(&record).ok().flatten().unwrap_or_default() {
                    others.insert(change.spot, (change.after, &entry.intent.id));
                }
            }
        }
        let mut own: Vec<String> = Vec::new();
        let mut note = |id: &str| {
            if !own.iter().any(|it| it == id) {
                own.push(id.to_owned());
            }
        };
        let kept = changes.into_iter().filter(|change| {
            if let Some((after, id)) = files.get(&change.spot)
                && is_as(after, change.after.as_ref())
            {
                note(id);
                // A change of the mode by the command is the command's own.
                return !has_mode_of(after, change.after.as_ref());
            }
            if let Some((after, id)) = others.get(&change.spot) {
                let is_same = match (after, &change.after) {
                    (None, None) => true,
                    (Some(left), Some(right)) => left.same_state(right),
                    _ => false,
                };
                if is_same {
                    note(id);
                    return false;
                }
            }
            true
        });
        let kept = kept.collect();
        Ok((kept, own))
    }
}

/// Returns true where a path has the contents that a transaction of the journal has left.
fn is_as(left: &FileNode, entry: Option<&Entry>) -> bool {
    match (left, entry.map(|entry| &entry.node)) {
        (FileNode::Absent, None) => true,
        (FileNode::File { content, .. }, Some(Node::File { content: now, .. })) => content == now,
        (FileNode::Link { target }, Some(Node::Link(now))) => target.as_os_str().as_encoded_bytes() == now,
        _ => false,
    }
}

/// Returns true if a file has the mode that a transaction of the journal has left, or is no file.
fn has_mode_of(left: &FileNode, entry: Option<&Entry>) -> bool {
    let (FileNode::File { mode, .. }, Some(entry)) = (left, entry) else { return true };
    // The journal does not note the mode of a new file, which is the platform's.
    mode.or_else(mode_of_new_files).is_none_or(|mode| (entry.stat.mode ^ mode) & PERMISSIONS == 0)
}

pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn conflict(message: String, hint: &str) -> Error {
    Error::new(Kind::Conflict, message).with_hint(hint)
}
