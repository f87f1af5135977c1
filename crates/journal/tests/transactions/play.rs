//! The parts of the killed, starved and fighting processes. A test starts its own executable again, which then plays
//! one of these parts instead of testing.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use scenewright_fs::{FileName, ProjectFolder, WaitLimit, WriteRules};
use scenewright_journal::{
    CommitError, CommitRequest, Committed, Direction, Durability, FileChange, FolderChanges, Label, Settings,
    Transactions,
};

const PART: &str = "SCENEWRIGHT_TEST_PART";
const FOLDER: &str = "SCENEWRIGHT_TEST_FOLDER";

/// One change of one file: its name, and its new contents.
pub(crate) type Edit = (&'static str, Option<&'static str>);

/// The act of a process on a project that [`prepare`] made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Writes a new file, in a folder that is created for it.
    Write,
    Edit,
    ApplyOne,
    ApplyTwo,
    ApplyFive,
    Undo,
    Redo,
    /// Finishes the transaction that another process left.
    Recover,
}

pub(crate) const PARTS: [Part; 7] =
    [Part::Write, Part::Edit, Part::ApplyOne, Part::ApplyTwo, Part::ApplyFive, Part::Undo, Part::Redo];

impl Part {
    fn edits(self) -> &'static [Edit] {
        match self {
            Part::Write => &[("fresh", Some("export const fresh = 1\n"))],
            Part::Edit => &[("main", Some("drawCircle('edited', 1)\n"))],
            Part::ApplyOne => &[("a", None)],
            Part::ApplyTwo => &[("main", Some("drawCircle('two', 2)\n")), ("a", Some("renamed\n"))],
            Part::ApplyFive => &[
                ("main", Some("drawCircle('five', 5)\n")),
                ("a", None),
                ("b", Some("b five\n")),
                ("shared", Some("linked five\n")),
                ("moved", Some("a\n")),
            ],
            Part::Undo | Part::Redo | Part::Recover => &[],
        }
    }
}

/// Makes a project with files of all sorts, two transactions, and an undo where a part needs one.
pub(crate) fn prepare(folder: &Path, part: Part) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("scene.code.js"), "drawCircle('begin', 1)\n").unwrap();
    let store = store_in(folder);
    if part != Part::Write {
        put(&store, folder, &[("a", Some("a\n")), ("b", Some("b\n")), ("shared", Some("linked\n"))]).unwrap();
        std::fs::hard_link(folder.join("modules/shared.js"), folder.join("another-name.txt")).unwrap();
    }
    if matches!(part, Part::Undo | Part::Redo) {
        put(&store, folder, Part::ApplyFive.edits()).unwrap();
    }
    if part == Part::Redo {
        revert(&store, Direction::Undo).unwrap();
    }
}

pub(crate) fn perform(
    store: &Arc<Transactions>,
    folder: &Path,
    part: Part,
) -> Result<Committed, CommitError> {
    match part {
        Part::Undo => revert(store, Direction::Undo),
        Part::Redo => revert(store, Direction::Redo),
        Part::Recover => {
            store.recover(&limit())?;
            Ok(Committed { id: "recovered".to_owned(), warnings: Vec::new() })
        }
        _ => put(store, folder, part.edits()),
    }
}

pub(crate) fn store_in(folder: &Path) -> Arc<Transactions> {
    let project = ProjectFolder::open(folder).unwrap();
    Transactions::new(Arc::clone(project.root_set()), Settings::default())
}

pub(crate) fn limit() -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_secs(30))
}

/// Commits new contents over the present ones.
pub(crate) fn put(
    store: &Arc<Transactions>,
    folder: &Path,
    edits: &[Edit],
) -> Result<Committed, CommitError> {
    let changes: Vec<FileChange> = edits
        .iter()
        .map(|(name, new)| {
            let path = FileName::parse(name).unwrap().path();
            let read = || std::fs::read(folder.join(path.relative()));
            // The call that is made to fail may be this one.
            let old = read().or_else(|_| read()).ok();
            FileChange::new(path, old.as_deref(), new.map(|new| new.as_bytes().to_vec()))
        })
        .collect();
    commit(store, &changes, None)
}

pub(crate) fn revert(store: &Arc<Transactions>, direction: Direction) -> Result<Committed, CommitError> {
    let plan = store.plan(direction, None, false)?;
    commit(store, &plan.changes, Some(plan.id))
}

pub(crate) fn commit(
    store: &Arc<Transactions>,
    changes: &[FileChange],
    undoes: Option<String>,
) -> Result<Committed, CommitError> {
    let label =
        Label { operation: "test".to_owned(), message: "a change".to_owned(), undoes, ..Label::default() };
    let (rules, durability) = (&WriteRules::default(), Durability::Fsync);
    let folders = FolderChanges::NONE;
    store.commit(&CommitRequest {
        label,
        changes,
        unchanged: &[],
        folders,
        rules,
        durability,
        base: None,
        limit: limit(),
    })
}

/// Returns a command for this executable to play a part in a folder; perhaps beneath another program.
pub(crate) fn player(beneath: &[String], part: &str, folder: &Path) -> Command {
    let executable = std::env::current_exe().unwrap();
    let mut command = match beneath {
        [program, arguments @ ..] => {
            let mut command = Command::new(program);
            command.args(arguments).arg(executable);
            command
        }
        [] => Command::new(executable),
    };
    command.args(["--exact", "child_process_plays_its_part", "--nocapture", "--test-threads=1"]);
    command.env(PART, part).env(FOLDER, folder).stdin(Stdio::null());
    command
}

/// Returns the part that this process is to play, and where.
pub(crate) fn role() -> Option<(String, PathBuf)> {
    Some((std::env::var(PART).ok()?, PathBuf::from(std::env::var_os(FOLDER)?)))
}

/// Sends a line to the test that started this process, at once.
pub(crate) fn send_line(line: &str) {
    let mut out = std::io::stdout();
    let mut print = || writeln!(out, "{line}").and_then(|()| out.flush());
    // The call that is made to fail may be this one.
    print().or_else(|_| print()).unwrap();
}

pub(crate) fn open_descriptors() -> usize {
    // The call that is made to fail may be the one that is made here.
    let list = || std::fs::read_dir("/proc/self/fd");
    list().or_else(|_| list()).map_or(0, Iterator::count)
}
