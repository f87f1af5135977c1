//! Tools on folders and bytes, of which the tools under the names of other families are made. No list of tools has them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use super::call::{Access, FileCall, Refused};
use super::change::lock_changes;
use super::outcome::{Done, Ending, Operation, Outcome};
use super::reads::state_of;
use super::searching::Search;
use super::table::Handler;
use super::write::write_exactly;
use scenewright_error::{Error, Kind, quote_name};
use scenewright_fs::disk::{EntryKind, Folder, LastLink, Metadata};
use scenewright_fs::{SearchPlace, WorkspacePath, os_text, path_text};
use scenewright_journal::staging::StagedChanges;
use scenewright_journal::{FolderChanges, Label};
use scenewright_tools::table::ArgumentKind::{Flag, Short, Text};
use scenewright_tools::table::{Argument, Effect, Lane, MAX_PATH, Tool, may, needs};

const PATH: Argument = needs("path", Short(MAX_PATH), "Absolute, or relative to the first root.");

const fn tool(name: &'static str, effect: Effect, output: &'static str, handler: Handler) -> Tool<Handler> {
    let lane = if matches!(effect, Effect::Reads) { Lane::Texts } else { Lane::Changes };
    Tool { name, title: "", description: "", arguments: &[PATH], output, effect, lane, handler }
}

pub(super) static FOLDER_TOOLS: &[Tool<Handler>] = &[
    Tool {
        arguments: &[PATH, may("gitignore", Flag, "Leave out what git ignores.")],
        ..tool(
            "ListFolder",
            Effect::Reads,
            include_str!("../../schemas/folder-tools/ListFolder.json"),
            list_folder,
        )
    },
    tool("EntryInfo", Effect::Reads, include_str!("../../schemas/folder-tools/EntryInfo.json"), entry_info),
    tool("ReadBytes", Effect::Reads, include_str!("../../schemas/folder-tools/ReadBytes.json"), read_bytes),
    tool(
        "MakeFolder",
        Effect::Changes,
        include_str!("../../schemas/folder-tools/MakeFolder.json"),
        make_folder,
    ),
    Tool {
        arguments: &[
            needs("file_path", Short(MAX_PATH), "Absolute, or relative to the first root."),
            needs("content", Text, "The whole new content."),
        ],
        ..tool(
            "WriteExactly",
            Effect::Changes,
            include_str!("../../schemas/folder-tools/WriteExactly.json"),
            write_exactly,
        )
    },
];

/// A place in a root that is there.
struct Found {
    root: Arc<dyn Folder>,
    /// The path from the root, empty for the root itself.
    relative: PathBuf,
    /// The number of the root.
    number: usize,
}

impl Found {
    fn absolute(&self) -> PathBuf {
        if self.relative.as_os_str().is_empty() {
            return self.root.path().to_path_buf();
        }
        self.root.path().join(&self.relative)
    }

    /// Returns the metadata, links followed; `None` when there is nothing.
    fn metadata(&self) -> Result<Option<Metadata>, Error> {
        if self.relative.as_os_str().is_empty() {
            self.root.own_metadata().map(Some)
        } else {
            self.root.metadata(&self.relative)
        }
    }
}

fn found(call: &FileCall<'_>) -> Refused<Found> {
    let search = Search::start(call);
    let place: SearchPlace = search.place()?;
    let root = call.session.shared.root_set.root(place.root()).map_err(|error| call.failed(error))?;
    let gone = || Error::new(Kind::NotFound, "The root of the workspace no longer exists.");
    let root = root.ok_or_else(|| call.failed(gone()))?;
    Ok(Found { root, relative: PathBuf::from(os_text(place.as_str()).into_owned()), number: place.root() })
}

/// Requires that no rule of the host keeps an entry from being seen, nor what a link leads to.
fn require_seen(call: &FileCall<'_>, root: usize, path: &Path) -> Result<(), Error> {
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    let (rules, paths) = (&call.session.write_rules, &call.session.paths);
    let written = WorkspacePath::new(root, path)?;
    let real = paths.follow_on_disk(&written).unwrap_or_else(|_| written.clone());
    rules.require_readable(&written).and_then(|()| rules.require_readable(&real))
}

/// Returns the metadata of what may be seen.
fn readable(call: &FileCall<'_>, found: &Found) -> Refused<Metadata> {
    let in_call = |error: Error| call.failed(error);
    require_seen(call, found.number, &found.relative).map_err(in_call)?;
    found.metadata().map_err(in_call)?.ok_or_else(|| missing(call))
}

fn missing(call: &FileCall<'_>) -> Box<super::Refusal> {
    call.refuse(Kind::NotFound, &[("help", "")])
}

fn list_folder(call: &FileCall<'_>) -> Outcome {
    let found = found(call)?;
    let in_call = |error: Error| call.failed(error);
    let metadata = readable(call, &found)?;
    let search = Search::start(call);
    let permissions = search.permissions();
    if metadata.kind != EntryKind::Folder {
        let shown = quote_name(call.arguments.text("path"));
        return Err(call.failed(Error::new(Kind::InvalidInput, format!("{shown} is not a folder."))));
    }
    let names = found.root.list(&found.relative).map_err(in_call)?.ok_or_else(|| missing(call))?;
    let mut entries: Vec<Value> = Vec::with_capacity(names.len());
    // A folder that is itself ignored was named on purpose.
    let by_git = call.arguments.flag("gitignore")
        && (found.relative.as_os_str().is_empty()
            || !is_ignored_by_git(call, &found, &found.relative, EntryKind::Folder).map_err(in_call)?);
    for name in names {
        let path = found.relative.join(&name);
        let place = found.root.resolve(&path, LastLink::Keep).map_err(in_call)?;
        let entry =
            place.map(|place| place.folder.entry(&place.name)).transpose().map_err(in_call)?.flatten();
        let Some(entry) = entry else { continue };
        if is_ignored(call, &found, &path).map_err(in_call)?
            || by_git && is_ignored_by_git(call, &found, &path, entry.kind).map_err(in_call)?
            || require_seen(call, found.number, &path).is_err()
            || !permissions.grants(found.number, &path_text(&path)).map_err(in_call)?
        {
            continue;
        }
        // A link that leads out of the workspace is shown as a link, and nothing behind it.
        let behind =
            if entry.kind == EntryKind::Link { found.root.metadata(&path).ok().flatten() } else { None };
        let shown = behind.as_ref().unwrap_or(&entry);
        entries.push(json!({
            "name": path_text(&name),
            "kind": kind_name(entry.kind),
            "size": shown.stamp.size,
            "modified": shown.stamp.modified_ns / 1_000_000,
        }));
    }
    Ok(done(&found, Operation::Search, json!({ "entries": entries })))
}

/// Returns true if the host's option leaves the entry out.
fn is_ignored(call: &FileCall<'_>, found: &Found, path: &Path) -> Result<bool, Error> {
    let path = WorkspacePath::new(found.number, path)?;
    // The rules are about folders on the way: a file beneath the entry stands for the entry itself.
    let beneath = WorkspacePath::new(found.number, &path.relative().join("x"))?;
    Ok(call.session.own_ignored.ignored_folder(&beneath)?.is_some())
}

fn is_ignored_by_git(
    call: &FileCall<'_>,
    found: &Found,
    path: &Path,
    kind: EntryKind,
) -> Result<bool, Error> {
    let path = WorkspacePath::new(found.number, path)?;
    call.session.ignored.ignores(&path, kind == EntryKind::Folder)
}

fn entry_info(call: &FileCall<'_>) -> Outcome {
    let found = found(call)?;
    let metadata = readable(call, &found)?;
    let data = json!({
        "kind": kind_name(metadata.kind),
        "size": metadata.stamp.size,
        "modified": metadata.stamp.modified_ns / 1_000_000,
        "mode": metadata.mode,
    });
    Ok(done(&found, Operation::Search, data))
}

fn read_bytes(call: &FileCall<'_>) -> Outcome {
    let target = call.locate(call.arguments.text("path"), Access::Read)?;
    target.require_file().map_err(|error| call.failed(error))?;
    let contents = target.read(call.session.options.file_bytes).map_err(|error| call.failed(error))?;
    let Some(contents) = contents else { return Err(call.not_found(&target)) };
    let state = state_of(&contents.metadata, &contents.bytes);
    call.session.reads.read(&target, state, false);
    let mut done =
        Done::new(Ending::Ok, json!({ "path": target.key(), "bytes": BASE64.encode(&contents.bytes) }));
    done.counts.bytes = contents.bytes.len() as u64;
    done.path = Some(target.key().to_owned());
    done.operation = Operation::Read;
    Ok(done)
}

/// Makes a folder with those above it, as a change of the history.
fn make_folder(call: &FileCall<'_>) -> Outcome {
    let found = found(call)?;
    require_writable(call, &found)?;
    let in_call = |error: Error| call.failed(error);
    if !found.relative.as_os_str().is_empty() && !is_folder(call, &found)? {
        let path = WorkspacePath::new(found.number, &found.relative).map_err(in_call)?;
        let session = call.session;
        let message = format!("make the folder {}", quote_name(&session.paths.display_path(&path)));
        let label = Label { operation: call.tool.to_owned(), message, ..Label::default() };
        let folders = FolderChanges { made: vec![path], ..FolderChanges::default() };
        let staged = StagedChanges { folders, ..StagedChanges::default() };
        let _permit = lock_changes(call).map_err(in_call)?;
        let transactions = &session.shared.transactions;
        let made = call.pending.with_terms(|terms| transactions.commit(&staged.request(label, terms)));
        made.map_err(|error| in_call(error.into()))?;
    }
    Ok(done(&found, Operation::Create, json!({})))
}

/// Returns true if the folder is there. Refuses what is no folder, there or on the way.
fn is_folder(call: &FileCall<'_>, found: &Found) -> Refused<bool> {
    let mut so_far = PathBuf::new();
    for name in &found.relative {
        so_far.push(name);
        match found.root.metadata(&so_far).map_err(|error| call.failed(error))? {
            Some(metadata) if metadata.kind == EntryKind::Folder => {}
            Some(_) => {
                let shown = quote_name(&so_far.to_string_lossy()).into_owned();
                let message = format!("{shown} is a file, not a folder.");
                return Err(call.failed(Error::new(Kind::InvalidInput, message)));
            }
            None => return Ok(false),
        }
    }
    Ok(true)
}

fn require_writable(call: &FileCall<'_>, found: &Found) -> Refused<()> {
    if found.relative.as_os_str().is_empty() {
        return Ok(());
    }
    let check = || {
        require_seen(call, found.number, &found.relative)?;
        let path = WorkspacePath::new(found.number, &found.relative)?;
        let located = call.session.paths.locate(&path)?;
        call.session.write_rules.require_writable(&path)?;
        call.session.write_rules.require_writable(&located)
    };
    check().map_err(|error| call.failed(error))?;
    call.permit(Access::Write, &path_text(&found.absolute()))
}

fn kind_name(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::File => "file",
        EntryKind::Folder => "folder",
        EntryKind::Link => "link",
        EntryKind::Other => "other",
    }
}

fn done(found: &Found, operation: Operation, mut data: Value) -> Done {
    let absolute = path_text(&found.absolute()).into_owned();
    data["path"] = absolute.as_str().into();
    let mut done = Done::new(Ending::Ok, data);
    done.path = Some(absolute);
    done.operation = operation;
    done
}
