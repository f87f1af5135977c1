//! Forks of the folders: making, listing and discarding them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::thread;
#[cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::{Value, json};

use super::super::in_flight::InFlightCall;
use super::super::session::Session;
use super::account::display_name;
use super::calls::require_writable;
use super::fork_files::{remove_files, state_of};
use super::guarding::{Coverage, Guarding, conflict, now_ms};
use super::recovery::recover_within;
use super::request::{DEFAULT_FILE_BYTES, DEFAULT_MAX_BYTES, record_of};
use scenewright_error::{Error, Kind, Result, quote, quote_name, quote_path};
use scenewright_fs::{os_text, path_text};
use scenewright_snapshot::{
    Area, CACHE, Copied, CopyRequest, Fork, ForkState, Node, Tree, copy_tree, is_fork_name, new_fork_folder,
    relocate_links,
};
#[cfg(target_os = "linux")]
use scenewright_snapshot::{Snapshot, TWO_TICKS_NS, clone_subvolumes, finish_subvolumes, remove_copies};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

/// The most copies of a subvolume that are made when files change during each; after them, files are copied one by one.
#[cfg(target_os = "linux")]
const MAX_CLONES: usize = 3;

/// The most paths in one list of an answer.
const MAX_NAMED: usize = 20;

/// Makes a fork.
pub(super) fn fork(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    require_writable(call)?;
    let name = arguments.text("name");
    if !is_fork_name(name) {
        let message = format!("{} cannot be the name of a fork.", quote_name(name));
        return Err(Error::new(Kind::InvalidInput, message).with_hint(
            "Take letters, digits, dots, hyphens and underscores, a letter or digit first, 64 at most.",
        ));
    }
    let guarding = Guarding::open(call)?;
    let mut warnings = recover_within(&guarding)?;
    if guarding.area.fork(name)?.is_some() {
        return Err(Error::new(
            Kind::AlreadyExists,
            format!("There is a fork {} already.", quote_name(name)),
        )
        .with_hint("Choose another name, or discard that one first."));
    }
    let roots = places(&guarding, name, arguments.optional_text("dir"))?;
    let coverage = Coverage {
        includes_ignored: arguments.flag("include_ignored"),
        keeps_covered: false,
        file_bytes: arguments.whole("file_bytes").map_or(DEFAULT_FILE_BYTES, |bytes| bytes as u64),
    };
    let mut record = Fork::new(name, &roots, now_ms());
    record.message = arguments.optional_text("message").map(str::to_owned);
    record.includes_ignored = coverage.includes_ignored;
    record.file_bytes = coverage.file_bytes;
    // Saved as one that is being made before the first file is there, so that the next process finds and removes what this one
    // leaves.
    guarding.area.save_fork(&record, guarding.syncs())?;
    let finished = make_files(&guarding, &roots, coverage).and_then(|(tree, copied)| {
        warnings.extend(guarding.keep_within(&tree, DEFAULT_MAX_BYTES, "")?);
        let mut base = copied.tree.clone();
        relocate_links(&mut base, &roots, guarding.roots.paths());
        guarding.area.save_fork_tree(name, CACHE, &copied.tree, false)?;
        guarding.area.save_fork_tree(name, &Fork::base_name(0), &base, guarding.syncs())?;
        record.state = ForkState::Ready;
        record.is_cloned = copied.cloned > 0;
        guarding.area.save_fork(&record, guarding.syncs())?;
        Ok((tree, copied))
    });
    let (tree, copied) = match finished {
        Ok(made) => made,
        Err(error) => {
            remove_files(&guarding, &record)?;
            guarding.area.forget_fork(name)?;
            return Err(error);
        }
    };
    let mut left_out: Vec<Value> = Vec::new();
    let mut more = 0;
    let uncovered = tree.uncovered().map(|(spot, entry)| match entry.node {
        Node::NotCovered(reason) => (spot, reason.as_str()),
        _ => (spot, "ignored"),
    });
    let elsewhere = copied.elsewhere.iter().map(|spot| (spot.clone(), "repository_elsewhere"));
    let without = copied.without_attributes.iter().map(|spot| (spot.clone(), "attributes"));
    for (spot, reason) in elsewhere.chain(without).chain(uncovered) {
        if left_out.len() < MAX_NAMED {
            left_out.push(json!({ "path": display_name(&call.session, &spot), "reason": reason }));
        } else {
            more += 1;
        }
    }
    let (files, bytes) = copied.tree.size();
    let mut data = described(&call.session, &record);
    data["files"] = files.into();
    data["bytes"] = bytes.into();
    data["leftOut"] = left_out.into();
    if more > 0 {
        data["moreLeftOut"] = more.into();
    }
    Ok(Answer { warnings, ..Answer::ok(data) })
}

/// Makes the files of a fork: as whole subvolumes where the roots are such, else one by one. Returns the snapshot that they are of.
fn make_files(guarding: &Guarding<'_>, to: &[PathBuf], coverage: Coverage) -> Result<(Arc<Tree>, Copied)> {
    let cancel = guarding.call.cancel_token().clone();
    let is_cancelled = || cancel.is_cancelled();
    let request = |tree| CopyRequest {
        from: &guarding.roots,
        tree,
        to,
        store: guarding.area.store(),
        is_cancelled: &is_cancelled,
    };
    #[cfg(target_os = "linux")]
    for _ in 0..MAX_CLONES {
        let begun_ns = now_ms() as i64 * 1_000_000;
        if !clone_subvolumes(&guarding.roots, to) {
            break;
        }
        // Every folder is listed, so that what a fork leaves out is known by its name.
        let (known, _) = guarding.latest()?;
        let listed = Tree { begun_ns: 0, ..Tree::clone(&known) };
        let Snapshot { tree, passed_over, .. } = guarding.snapshot(&listed, coverage)?;
        let tree = Arc::new(tree);
        if tree.is_older_than(begun_ns) {
            keep_current(guarding, &known, &tree)?;
            let copied = finish_subvolumes(&request(&tree), &passed_over)?;
            return Ok((tree, copied));
        }
        // The moment of the copies is uncertain. A file that was edited just before is old enough the next time.
        remove_copies(to);
        thread::sleep(Duration::from_nanos(TWO_TICKS_NS.unsigned_abs()));
    }
    let tree = current(guarding, coverage)?;
    let copied = copy_tree(&request(&tree))?;
    Ok((tree, copied))
}

/// Returns where the roots of a new fork are made.
fn places(guarding: &Guarding<'_>, name: &str, dir: Option<&str>) -> Result<Vec<PathBuf>> {
    let own = guarding.roots.paths();
    let home = match dir {
        None => guarding.area.fork_dir(name).join("files"),
        Some(dir) => new_fork_folder(Path::new(&*os_text(dir)), own)?,
    };
    let base_name = |root: &Path| root.file_name().map_or_else(|| PathBuf::from("root"), PathBuf::from);
    Ok(match own {
        [_] if dir.is_some() => vec![home],
        [root] => vec![home.join(base_name(root))],
        // Roots may have the same name.
        roots => roots
            .iter()
            .enumerate()
            .map(|(number, root)| home.join(number.to_string()).join(base_name(root)))
            .collect(),
    })
}

/// Takes a snapshot of the folders as they are. It becomes the latest unless a caller waits to adopt the changes so far.
pub(super) fn current(guarding: &Guarding<'_>, coverage: Coverage) -> Result<Arc<Tree>> {
    let (known, _) = guarding.latest()?;
    let tree = Arc::new(guarding.snapshot(&known, coverage)?.tree);
    keep_current(guarding, &known, &tree)?;
    Ok(tree)
}

fn keep_current(guarding: &Guarding<'_>, known: &Tree, tree: &Arc<Tree>) -> Result<()> {
    if tree.differs_from(known) && guarding.area.markers()?.is_empty() {
        guarding.keep(tree)?;
    }
    Ok(())
}

/// Lists the forks.
pub(super) fn list(call: &InFlightCall, _: &Arguments) -> Result<Answer> {
    let state = &call.session.shared.state;
    if !Area::has_forks(state) {
        return Ok(Answer::ok(json!({ "forks": [] })));
    }
    call.session.shared.transactions.try_recover()?;
    let forks = Area::open(state)?.forks();
    let ready = forks.iter().filter(|fork| fork.state == ForkState::Ready);
    let rows: Vec<Value> = ready.map(|fork| described(&call.session, fork)).collect();
    Ok(Answer::ok(json!({ "forks": rows })))
}

/// Returns the row of a fork in an answer.
fn described(session: &Session, fork: &Fork) -> Value {
    let records: Vec<&String> = fork.bases.iter().filter_map(|base| base.record.as_ref()).collect();
    let transactions = &session.shared.transactions;
    let merged = transactions.with_history(|entries| {
        let is_its = |entry: &&scenewright_journal::HistoryEntry| {
            !entry.undone && record_of(transactions, entry).is_some_and(|record| records.contains(&&record))
        };
        entries.iter().filter(is_its).map(|entry| entry.intent.id.clone()).collect::<Vec<_>>()
    });
    let roots: Vec<String> = fork.roots().iter().map(|root| path_text(root).into_owned()).collect();
    let mut data = json!({
        "name": fork.name,
        "roots": roots,
        "at": fork.at_ms,
        "includesIgnored": fork.includes_ignored,
        "sharesBlocks": fork.is_cloned,
        "merged": merged,
    });
    if let Some(message) = &fork.message {
        data["message"] = message.as_str().into();
    }
    data
}

/// Removes a fork.
pub(super) fn discard(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    require_writable(call)?;
    let guarding = Guarding::open(call)?;
    let warnings = recover_within(&guarding)?;
    let fork = find(&guarding, arguments.text("name"))?;
    if !arguments.flag("force") {
        require_idle(&guarding, &fork)?;
    }
    if !call.settle() {
        return Err(scenewright_call::cancelled());
    }
    discard_within(&guarding, &fork)?;
    let data = json!({ "name": fork.name });
    Ok(Answer { warnings, ..Answer::ok(data) })
}

/// Finds a fork by its name.
pub(super) fn find(guarding: &Guarding<'_>, name: &str) -> Result<Fork> {
    if let Some(fork) = guarding.area.fork(name)?.filter(|fork| fork.state == ForkState::Ready) {
        return Ok(fork);
    }
    let forks = guarding.area.forks();
    let names: Vec<_> = forks.iter().map(|fork| quote_name(&fork.name)).collect();
    let hint = match names.len() {
        0 => "There are no forks of these folders.".to_owned(),
        _ => format!("There are: {}.", names.join(", ")),
    };
    Err(Error::new(Kind::NotFound, format!("There is no fork {}.", quote_name(name))).with_hint(&hint))
}

/// Refuses where a command is under way in a fork, or where the fork has forks.
pub(super) fn require_idle(guarding: &Guarding<'_>, fork: &Fork) -> Result<()> {
    let state = state_of(guarding, fork);
    if !Area::exists(&state) {
        return Ok(());
    }
    let markers = Area::open(&state)?.markers()?;
    match markers.iter().find(|open| open.is_alive) {
        None => Ok(()),
        Some(open) => Err(conflict(
            format!(
                "A command is guarded in the fork {}: {} (process {}).",
                quote_name(&fork.name),
                quote(&open.marker.message),
                open.marker.process
            ),
            "Wait until it has ended.",
        )),
    }
}

/// Removes a fork with its files and its history.
pub(super) fn discard_within(guarding: &Guarding<'_>, fork: &Fork) -> Result<()> {
    let state = state_of(guarding, fork);
    if Area::has_forks(&state) {
        return Err(conflict(
            format!("The fork {} has forks of its own.", quote_name(&fork.name)),
            "Merge or discard those first.",
        ));
    }
    let mut going = fork.clone();
    going.state = ForkState::Discarding;
    guarding.area.save_fork(&going, guarding.syncs())?;
    remove_files(guarding, fork)?;
    guarding.area.forget_fork(&fork.name)?;
    let (latest, _) = guarding.latest()?;
    guarding.area.collect(&latest, false)
}

/// Names a fork whose folder is gone.
pub(super) fn gone(fork: &Fork, root: &Path) -> Error {
    let message = format!("The folder of the fork {} is gone: {}.", quote_name(&fork.name), quote_path(root));
    Error::new(Kind::NotFound, message).with_hint("Discard the fork.")
}
