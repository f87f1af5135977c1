//! The calls `guard_begin` and `guard_end`.

use std::os::fd::AsRawFd;
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::in_flight::InFlightCall;
use super::account::{files_of, ignored_changed, not_covered};
use super::guarding::{CommandDescription, Coverage, Guarding, conflict, now_ms};
use super::recovery::recover_within;
use super::request::{DEFAULT_FILE_BYTES, DEFAULT_MAX_BYTES};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote};
use scenewright_fs::new_commit_id;
use scenewright_snapshot::{Marker, MarkerKind, MissingRoots, OpenMarker, Snapshot, Spot, Tree, compare};
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::exec::lock;

/// The files that an answer names.
const MAX_FILES: usize = 1_000;

/// The files that are read again by later processes: it takes less time than to write a snapshot of some thousand files.
const MAX_READ_AGAIN: usize = 100;

/// The snapshots that may wait to be adopted: a host whose commands were never run must not pile up.
const MAX_OPEN: usize = 64;

/// Begins a guard, or takes a snapshot: what is there now is known and kept when this is answered.
pub(super) fn begin(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    require_writable(call)?;
    let guarding = Guarding::open(call)?;
    let mut warnings = recover_within(&guarding)?;
    call.require_base()?;
    let kind = match arguments.text("kind") {
        "snapshot" => MarkerKind::Snapshot,
        _ => MarkerKind::Guard,
    };
    let open = guarding.area.markers()?;
    if let Some(other) = open.iter().find(|other| other.is_alive) {
        return Err(conflict(
            format!(
                "Another command is guarded in these folders: {} (process {}, since {} s).",
                quote(&other.marker.message),
                other.marker.process,
                now_ms().saturating_sub(other.marker.at_ms) / 1000,
            ),
            "Wait until it has ended. Changes of two commands at the same time cannot be distinguished.",
        ));
    }
    let bytes = |name: &str, default: u64| arguments.whole(name).map_or(default, |bytes| bytes as u64);
    let marker = Marker {
        id: new_commit_id(),
        kind,
        message: arguments.optional_text("message").unwrap_or_default().to_owned(),
        at_ms: now_ms(),
        process: std::process::id(),
        includes_ignored: arguments.flag("include_ignored"),
        file_bytes: bytes("file_bytes", DEFAULT_FILE_BYTES),
        max_bytes: bytes("max_bytes", DEFAULT_MAX_BYTES),
        key: arguments.optional_text("key").map(str::to_owned),
        overlay: None,
        layers: Vec::new(),
    };
    let marker = if arguments.flag("overlay") { in_overlay(&guarding, marker)? } else { marker };
    let snapshot = advance(&guarding, &open, &marker, &mut warnings)?;
    // Before older commands are forgotten for its sake: it does not fit without them either.
    let size = match guarding.area.store().size() {
        within if within <= marker.max_bytes => within,
        _ => guarding.area.store().stored_size(snapshot.tree.contents())?,
    };
    if size > marker.max_bytes {
        return Err(Error::new(
            Kind::TooLarge,
            format!(
                "Could not guard the folders: their contents take {size} bytes in the store, and maxBytes is {}.",
                marker.max_bytes
            ),
        )
        .with_hint("Raise the limit (--max-bytes), or ignore large folders in .gitignore. Nothing was run."));
    }
    warnings.extend(guarding.keep_within(&snapshot.tree, marker.max_bytes, "")?);
    let size = guarding.area.store().size();
    for spot in snapshot.torn.iter().take(3) {
        let path = spot.text();
        warnings.push(WarningCode::Incomplete.warning(format!(
            "{path} was being written while the snapshot was taken: it is kept as it was read last."
        )));
    }
    let locks = guarding.area.mark(&marker)?;
    make_layers(&guarding, &marker)?;
    let (files, bytes) = snapshot.tree.size();
    let (uncovered, more) = not_covered(&call.session, &snapshot.tree, &[]);
    let mut data = json!({
        "guard": marker.id,
        "files": files,
        "bytes": bytes,
        "read": snapshot.read,
        "storeBytes": size,
        "notCovered": uncovered,
    });
    if more > 0 {
        data["moreNotCovered"] = more.into();
    }
    if !marker.layers.is_empty() {
        data["layers"] = json!(marker.layers);
    }
    if let Some(locks) = locks {
        data["commandLock"] = locks.command.as_raw_fd().into();
        lock(&call.session.guards).insert(marker.id.clone(), Box::new(locks));
    }
    Ok(Answer { warnings, ..Answer::ok(data) })
}

/// Says in the marker of a guard where the layers of its overlay are.
#[cfg(target_os = "linux")]
fn in_overlay(guarding: &Guarding<'_>, marker: Marker) -> Result<Marker> {
    let dir = super::overlaid::place(guarding, &marker.id);
    let layers = super::overlaid::layers(guarding, &dir);
    Ok(Marker { overlay: Some(dir), layers, ..marker })
}

#[cfg(not(target_os = "linux"))]
fn in_overlay(_: &Guarding<'_>, _: Marker) -> Result<Marker> {
    Err(Error::new(Kind::InvalidInput, "A command can run in an overlay on Linux only."))
}

/// Makes the layers that a marker names. A process that finds the marker of a dead one removes them.
#[cfg(target_os = "linux")]
fn make_layers(guarding: &Guarding<'_>, marker: &Marker) -> Result<()> {
    let made = scenewright_snapshot::make_layers(&marker.layers);
    if made.is_err() {
        guarding.area.unmark(&marker.id)?;
        if let Some(dir) = &marker.overlay {
            super::overlaid::remove(dir)?;
        }
    }
    made
}

#[cfg(not(target_os = "linux"))]
fn make_layers(_: &Guarding<'_>, _: &Marker) -> Result<()> {
    Ok(())
}

/// The snapshot that a guard begins with.
struct Begun {
    tree: Arc<Tree>,
    torn: Vec<Spot>,
    read: usize,
}

/// Takes the snapshot that a guard begins with. Where others wait to be adopted, what happened so far is committed in their
/// name: it must not be lost in the new snapshot.
fn advance(
    guarding: &Guarding<'_>,
    open: &[OpenMarker],
    marker: &Marker,
    warnings: &mut Vec<Warning>,
) -> Result<Begun> {
    let (known, base) = guarding.latest()?;
    let lost = guarding.lost_contents(&known)?;
    let doubted = (!lost.is_empty()).then(|| {
        warnings.push(WarningCode::History.warning(
            "Files of the store of old contents are gone: what is there now was read again, and older commands may not be \
             undone any more.",
        ));
        let mut doubted = Tree::clone(&known);
        doubted.doubt(&lost);
        doubted
    });
    let before = doubted.as_ref().unwrap_or(&known);
    // It is also the snapshot after the commands that wait to be adopted.
    let coverage = if open.is_empty() { Coverage::before(marker) } else { Coverage::after(marker) };
    let Snapshot { tree, torn, read, .. } = guarding.snapshot(before, coverage)?;
    let tree = Arc::new(tree);
    if let Some(first) = open.first().map(|open| &open.marker) {
        let description = CommandDescription {
            operation: "adopt",
            message: format!("{} (until the next command began)", first.message),
            exit_code: None,
            beside: open.iter().skip(1).map(|open| open.marker.message.clone()).collect(),
        };
        let changes = compare(&known, &tree);
        if let Some(adopted) = guarding.adopt(&known, &base, &tree, changes, first, description)? {
            warnings.extend(adopted.warnings);
        }
        for stale in open.iter().rev().skip(MAX_OPEN) {
            guarding.area.unmark(&stale.marker.id)?;
        }
    } else if tree.differs_from(&known) {
        // Where only a doubt about some files is gone, they are read once more rather than all of it written: nearly every
        // command leaves such a doubt about what it wrote last.
        let is_surer = lost.is_empty()
            && read <= MAX_READ_AGAIN
            && tree.note == known.note
            && tree.uncovered().eq(known.uncovered())
            && tree.is_untouched_since(&known);
        if !(is_surer && guarding.hold(&known, &tree)) {
            guarding.keep(&tree)?;
        }
    }
    Ok(Begun { tree, torn, read })
}

/// Ends a guard or adopts a snapshot.
pub(super) fn end(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    let ended = end_marked(call, arguments);
    if ended.is_err()
        && let Some(id) = arguments.optional_text("guard")
    {
        // Nobody ends this guard any more. Without its locks it counts as interrupted, and the next call commits what changed.
        lock(&call.session.guards).remove(id);
    }
    ended
}

fn end_marked(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    // A command may have removed the root itself.
    let missing = MissingRoots::Empty { beside: &call.session.shared.state };
    let guarding = Guarding::open_with(call, missing)?;
    let mut warnings = recover_within(&guarding)?;
    let open = guarding.area.markers()?;
    let marker = find_marker(arguments, &open)?.clone();
    let description = CommandDescription {
        operation: if marker.kind == MarkerKind::Guard { "guard" } else { "adopt" },
        message: arguments.optional_text("message").map_or_else(|| marker.message.clone(), str::to_owned),
        exit_code: arguments.number("exit_code").map(|code| code as i64),
        beside: open
            .iter()
            .filter(|it| it.marker.id != marker.id)
            .map(|it| it.marker.message.clone())
            .collect(),
    };
    #[cfg(target_os = "linux")]
    if marker.overlay.is_some() {
        return super::overlaid::end(&guarding, &marker, description, arguments.flag("abandon"), warnings);
    }
    let (known, base) = guarding.latest()?;
    let snapshot = guarding.walk(&known, Coverage::after(&marker))?;
    let beside = description.beside.clone();
    let tree = Arc::new(snapshot.tree);
    let mut all = compare(&known, &tree);
    // Nothing is there; the empty folder only stands for the root.
    for change in all.iter_mut().filter(|change| guarding.roots.is_gone(&change.spot)) {
        change.after = None;
    }
    let (uncovered, more) = not_covered(&call.session, &tree, &all);
    let ignored = ignored_changed(&call.session, &all);
    let adopted = guarding.adopt(&known, &base, &tree, all, &marker, description)?;
    // After the commit: until then the marker makes the next process commit the changes, should this one die.
    guarding.area.unmark(&marker.id)?;
    lock(&call.session.guards).remove(&marker.id);
    let session = &call.session;
    let mut data = json!({
        "guard": marker.id,
        "files": [],
        "ignored": ignored,
        "notCovered": uncovered,
        "beside": beside,
        "others": [],
    });
    if more > 0 {
        data["moreNotCovered"] = more.into();
    }
    let Some(adopted) = adopted else { return Ok(Answer { warnings, ..Answer::ok(data) }) };
    let (files, more) = files_of(session, &adopted.changes, MAX_FILES);
    data["transactionId"] = adopted.id.into();
    data["files"] = files.into();
    data["others"] = json!(adopted.own);
    if more > 0 {
        data["moreFiles"] = more.into();
    }
    for name in ["addedLines", "removedLines", "addedBytes", "removedBytes"] {
        if let Value::Number(number) = &adopted.account[name] {
            data[name] = number.clone().into();
        }
    }
    warnings.extend(adopted.warnings);
    Ok(Answer { status: Status::Committed, warnings, ..Answer::ok(data) })
}

fn find_marker<'a>(arguments: &Arguments, open: &'a [OpenMarker]) -> Result<&'a Marker> {
    let (id, key) = (arguments.optional_text("guard"), arguments.optional_text("key"));
    let found = open.iter().map(|it| &it.marker).find(|marker| match (id, key) {
        (Some(id), _) => marker.id == id,
        (None, Some(key)) => marker.key.as_deref() == Some(key),
        // A guard ends by its id alone.
        (None, None) => marker.kind == MarkerKind::Snapshot,
    });
    found.ok_or_else(|| {
        let what = id.or(key).map_or_else(String::new, |name| format!(" {}", quote(name)));
        Error::new(
            Kind::NotFound,
            format!("There is no snapshot{what} to adopt: none was taken, or it was adopted."),
        )
        .with_hint("Take a snapshot before the command.")
    })
}

pub(super) fn require_writable(call: &InFlightCall) -> Result<()> {
    match call.session.options.read_only {
        true => {
            Err(Error::new(Kind::NotPermitted, "The workspace was opened with readOnly: nothing is guarded."))
        }
        false => Ok(()),
    }
}
