//! The calls that a workspace answers, and their arguments.

use serde_json::Value;

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::{Argument, ArgumentKind, Effect, Lane, MAX_MESSAGE, MAX_NAME, MAX_PATH, Tool};

/// A call with arguments that passed the check.
pub struct Job {
    pub name: &'static str,
    pub arguments: Arguments,
}

/// The number of a transaction among those of its session. Absent only where no transaction is needed.
const TRANSACTION: Argument = needs("transaction", ArgumentKind::Whole(1, i64::MAX));
const FILE_PATH: Argument = needs("file_path", ArgumentKind::Short(MAX_PATH));
const PATH: Argument = needs("path", ArgumentKind::Short(MAX_PATH));
const ID: Argument = may("id", ArgumentKind::Short(MAX_NAME));
const FORCE: Argument = may("force", ArgumentKind::Flag);
/// The transaction in whose verification the call is made.
const WITHIN: Argument = may("within", ArgumentKind::Short(MAX_MESSAGE));
const MAX_ROWS: i64 = 1_000;

static CALLS: &[Tool] = &[
    call("begin", &[may("message", ArgumentKind::Short(MAX_MESSAGE))]),
    call("read", &[TRANSACTION, FILE_PATH]),
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
    ),
    call("write", &[TRANSACTION, FILE_PATH, needs("content", ArgumentKind::Text)]),
    call("delete", &[TRANSACTION, FILE_PATH]),
    call(
        "rename",
        &[
            TRANSACTION,
            needs("from", ArgumentKind::Short(MAX_PATH)),
            needs("to", ArgumentKind::Short(MAX_PATH)),
            may("overwrite", ArgumentKind::Flag),
        ],
    ),
    call("discard", &[TRANSACTION]),
    call("put_in_place", &[TRANSACTION, may("verify", ArgumentKind::Flag), WITHIN]),
    call("commit", &[TRANSACTION]),
    call(
        "abort",
        &[
            TRANSACTION,
            needs("reason", ArgumentKind::Choice(&["false", "threw", "cancelled", "closed"])),
            may("message", ArgumentKind::Short(MAX_MESSAGE)),
        ],
    ),
    call("record_read", &[PATH]),
    call("record_edit", &[PATH]),
    call("check_freshness", &[PATH]),
    call("modification_reminder", &[PATH]),
    call("important_files", &[may("max", ArgumentKind::Whole(0, 1_000_000))]),
    call("watch", &[PATH, ID]),
    call("unwatch", &[PATH, ID]),
    call("reset", &[]),
    call("undo", &[ID, FORCE, WITHIN]),
    call("redo", &[ID, FORCE, WITHIN]),
    call("purge_history", &[WITHIN]),
    call(
        "history",
        &[
            ID,
            may("offset", ArgumentKind::Whole(0, i64::MAX)),
            may("limit", ArgumentKind::Whole(1, MAX_ROWS)),
        ],
    ),
];

impl Job {
    pub fn parse(name: &str, args_json: &str) -> Result<Job> {
        let invalid = |message: String| Error::new(Kind::InvalidInput, message);
        let Some(tool) = CALLS.iter().find(|call| call.name == name) else {
            let near = near_name(name, CALLS.iter().map(|call| call.name));
            let help = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
            return Err(invalid(format!("A workspace does not answer {}.{help}", quote_name(name))));
        };
        let given: Value = serde_json::from_str(args_json)
            .map_err(|error| invalid(format!("{name}: the arguments are not JSON: {error}")))?;
        Ok(Job { name: tool.name, arguments: Arguments::check(tool, given)? })
    }

    /// The number of the transaction that the call is about.
    pub fn transaction(&self) -> u64 {
        self.arguments.whole("transaction").unwrap_or_default() as u64
    }
}

const fn needs(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: true, description: "" }
}

const fn may(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: false, description: "" }
}

/// These are not told to clients, so they need no words, and which thread answers is decided here.
const fn call(name: &'static str, arguments: &'static [Argument]) -> Tool {
    Tool { name, title: "", description: "", arguments, effect: Effect::Changes, lane: Lane::Changes }
}
