//! The calls that a workspace answers, and their arguments.

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_journal::Direction;
use scenewright_tools::table::{Argument, ArgumentKind, MAX_MESSAGE, MAX_NAME, MAX_PATH};

use super::body;
use super::files::freshness_calls as freshness;
use super::guard;
use super::job::{AnsweredBy, Call, Job};
use super::transactions::{abort, commit, purge_history, undo_or_redo};

use AnsweredBy::{Commits, Drafts, End, Seal, Workers};

/// The number of a transaction in its session. Absent only where no transaction is needed.
const TRANSACTION: Argument = needs("transaction", ArgumentKind::Whole(1, i64::MAX));
const FILE_PATH: Argument = needs("file_path", ArgumentKind::Short(MAX_PATH));
const PATH: Argument = needs("path", ArgumentKind::Short(MAX_PATH));
/// The name of a fork.
const FORK: Argument = needs("name", ArgumentKind::Short(MAX_NAME));
const ID: Argument = may("id", ArgumentKind::Short(MAX_NAME));
/// The commit that must be the latest one.
const BASE: Argument = may("base", ArgumentKind::Short(MAX_NAME));
const FORCE: Argument = may("force", ArgumentKind::Flag);
/// The transactions in whose verification the call is made.
const WITHIN: Argument = may("within", ArgumentKind::Texts(MAX_NAME));
const MAX_ROWS: i64 = 1_000;

static CALLS: &[Call] = &[
    call(
        "begin",
        &[may("message", ArgumentKind::Short(MAX_MESSAGE)), may("by_tool", ArgumentKind::Flag), BASE],
        Drafts(body::begin),
    ),
    call("read", &[TRANSACTION, FILE_PATH], Drafts(body::read)),
    call(
        "edit",
        &[
            TRANSACTION,
            FILE_PATH,
            needs("old_string", ArgumentKind::Text),
            needs("new_string", ArgumentKind::Text),
            may("replace_all", ArgumentKind::Flag),
            may("expected_replacements", ArgumentKind::Whole(1, 1_000_000)),
        ],
        Drafts(body::edit),
    ),
    call(
        "write",
        &[
            TRANSACTION,
            FILE_PATH,
            needs("content", ArgumentKind::Text),
            may("line_ends", ArgumentKind::Choice(&["lf", "repository"])),
        ],
        Drafts(body::write),
    ),
    call("delete", &[TRANSACTION, FILE_PATH], Drafts(body::delete)),
    call(
        "rename",
        &[
            TRANSACTION,
            needs("from", ArgumentKind::Short(MAX_PATH)),
            needs("to", ArgumentKind::Short(MAX_PATH)),
            may("overwrite", ArgumentKind::Flag),
        ],
        Drafts(body::rename),
    ),
    call("discard", &[TRANSACTION], Drafts(body::discard)),
    call(
        "put_in_place",
        &[
            TRANSACTION,
            may("verify", ArgumentKind::Flag),
            may("made_folders", ArgumentKind::Texts(MAX_PATH)),
            may("removed_folders", ArgumentKind::Texts(MAX_PATH)),
            BASE,
            WITHIN,
        ],
        Seal,
    ),
    call("commit", &[TRANSACTION], End(commit)),
    call(
        "abort",
        &[
            TRANSACTION,
            needs("reason", ArgumentKind::Choice(&["false", "threw", "cancelled", "closed"])),
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
        ],
        End(abort),
    ),
    call("record_read", &[PATH], Workers(freshness::record_read)),
    call("record_edit", &[PATH], Workers(freshness::record_edit)),
    call("check_freshness", &[PATH], Workers(freshness::check)),
    call("modification_reminder", &[PATH], Workers(freshness::modification_reminder)),
    call(
        "important_files",
        &[may("max", ArgumentKind::Whole(0, 1_000_000))],
        Workers(freshness::important_files),
    ),
    call("watch", &[PATH, ID], Workers(freshness::watch)),
    call("unwatch", &[PATH, ID], Workers(freshness::unwatch)),
    call("reset", &[], Workers(freshness::reset)),
    call(
        "undo",
        &[
            ID,
            FORCE,
            may("file", ArgumentKind::Short(MAX_PATH)),
            may("to", ArgumentKind::Short(MAX_NAME)),
            BASE,
            WITHIN,
        ],
        Commits(|call, arguments| undo_or_redo(call, Direction::Undo, arguments)),
    ),
    call(
        "redo",
        &[ID, FORCE, BASE, WITHIN],
        Commits(|call, arguments| undo_or_redo(call, Direction::Redo, arguments)),
    ),
    call(
        "guard_begin",
        &[
            needs("kind", ArgumentKind::Choice(&["guard", "snapshot"])),
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
            may("key", ArgumentKind::Short(MAX_NAME)),
            may("include_ignored", ArgumentKind::Flag),
            may("file_bytes", ArgumentKind::Whole(1, 1 << 40)),
            may("max_bytes", ArgumentKind::Whole(1, 1 << 50)),
            may("overlay", ArgumentKind::Flag),
            BASE,
            WITHIN,
        ],
        Commits(guard::begin),
    ),
    call(
        "guard_end",
        &[
            may("guard", ArgumentKind::Short(MAX_NAME)),
            may("key", ArgumentKind::Short(MAX_NAME)),
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
            may("exit_code", ArgumentKind::Whole(0, 1 << 32)),
            may("abandon", ArgumentKind::Flag),
            WITHIN,
        ],
        Commits(guard::end),
    ),
    call(
        "fork",
        &[
            FORK,
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
            may("dir", ArgumentKind::Short(MAX_PATH)),
            may("include_ignored", ArgumentKind::Flag),
            may("file_bytes", ArgumentKind::Whole(1, 1 << 40)),
            WITHIN,
        ],
        Commits(guard::fork),
    ),
    call("forks", &[WITHIN], Commits(guard::forks)),
    call(
        "merge",
        &[
            FORK,
            may("strategy", ArgumentKind::Choice(&["hunks", "first", "fork", "workspace"])),
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
            may("discard", ArgumentKind::Choice(&["none", "fork", "all"])),
            may("dry_run", ArgumentKind::Flag),
            BASE,
            WITHIN,
        ],
        Commits(guard::merge),
    ),
    call("discard_fork", &[FORK, FORCE, WITHIN], Commits(guard::discard)),
    call("purge_history", &[WITHIN], Commits(purge_history)),
    call(
        "history",
        &[
            ID,
            may("offset", ArgumentKind::Whole(0, i64::MAX)),
            may("limit", ArgumentKind::Whole(1, MAX_ROWS)),
        ],
        Drafts(body::history),
    ),
];

/// Finds a call by its name, and checks its arguments.
pub(crate) fn parse(name: &str, args_json: &str) -> Result<Job> {
    let invalid = |message: String| Error::new(Kind::InvalidInput, message);
    let Some(tool) = CALLS.iter().find(|call| call.name == name) else {
        let near = near_name(name, CALLS.iter().map(|call| call.name));
        let help = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        return Err(invalid(format!("A workspace does not answer {}.{help}", quote_name(name))));
    };
    Job::new(tool, args_json)
}

const fn needs(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: true, description: "" }
}

const fn may(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: false, description: "" }
}

const fn call(name: &'static str, arguments: &'static [Argument], answered_by: AnsweredBy) -> Call {
    Call { name, arguments, answered_by }
}
