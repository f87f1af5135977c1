//! Options of a workspace, with their defaults. They arrive as JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::files::Hooks;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::{GitEnvironment, GlobalExcludes};
use scenewright_journal::{Durability, Settings};
use scenewright_runner::Isolation;
use scenewright_tools::options::{Policy, check_keys, choice, invalid, text_option, whole};

/// The largest file of a workspace, whatever the options say: reading one must not fill the memory.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 30;

/// The largest file unless the options say otherwise: as large as one that an edit of a scene may make.
const DEFAULT_FILE_BYTES: u64 = 64 << 20;

/// The least size of a history: one in which not even one small change fits would only look like a history.
const MIN_HISTORY: u64 = 64 << 10;

const KNOWN: &[&str] = &[
    "roots",
    "stateDir",
    "isStateChosen",
    "durability",
    "historyBytes",
    "limits",
    "policy",
    "ignore",
    "allowIgnored",
    "allowWrite",
    "deny",
    "readOnly",
    "gitignore",
    "git",
    "state",
    "hooks",
    "runnerPath",
];
const KNOWN_LIMITS: &[&str] = &["fileBytes", "searchMs"];

const KNOWN_GIT: &[&str] = &["home", "configFiles", "excludesFile", "isConfigured"];

/// The default time of a search before it answers with its results so far.
const DEFAULT_SEARCH_MS: u64 = 30_000;

#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The roots, at least one. Relative paths are beneath the first.
    pub roots: Vec<PathBuf>,
    /// The folder that holds a folder for each set of roots.
    pub state_dir: PathBuf,
    /// True when the host has named that folder. Otherwise the only root that is a scene project has its history in itself.
    pub is_state_chosen: bool,
    pub durability: Durability,
    pub history_bytes: u64,
    /// The largest file; larger ones are refused.
    pub file_bytes: u64,
    /// The time after which a search answers with its results so far.
    pub search_time: Duration,
    pub policy: Policy,
    /// Ignored files: lines as in `.gitignore`, beneath every root.
    pub ignore: Vec<String>,
    /// Ignored files that may be changed: lines as in `.gitignore`, beneath every root.
    pub allow_ignored: Vec<String>,
    /// Protected files that may be written nevertheless: lines as in `.gitignore`, beneath every root.
    pub allow_write: Vec<String>,
    /// Files that are neither read nor listed, searched or changed: lines as in `.gitignore`, beneath every root.
    pub deny: Vec<String>,
    /// True when nothing may be changed but what `allow_write` names.
    pub read_only: bool,
    /// True when the `.gitignore` files count.
    pub gitignore: bool,
    /// The places of the configuration of git and of the global excludes, which apply like `.gitignore` files and after them.
    pub git: GitEnvironment,
    /// The state that an earlier session exported.
    pub state: Option<Value>,
    pub hooks: Hooks,
    /// The isolation in which PDF documents are read; `None` without an executable for it.
    pub isolation: Option<Isolation>,
}

impl Options {
    pub(crate) fn from_json(text: &str) -> Result<Options> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| invalid(format!("the options are not JSON: {error}")))?;
        let Value::Object(map) = value else { return Err(invalid("the options must be an object")) };
        check_keys(&map, KNOWN, "option")?;
        let state_dir = text_option(&map, "stateDir")?
            .ok_or_else(|| invalid("option stateDir is missing; expected a folder"))?;
        let durability =
            choice(&map, "durability", &[("fsync", Durability::Fsync), ("fast", Durability::Fast)])?;
        let policy = choice(
            &map,
            "policy",
            &[("require", Policy::Require), ("warn", Policy::Warn), ("off", Policy::Off)],
        )?;
        let limits = limits(&map)?;
        let history_bytes = whole(&map, "historyBytes", "option", MIN_HISTORY, 1 << 40)?;
        Ok(Options {
            roots: roots(&map)?,
            state_dir: folder(&state_dir, "stateDir")?,
            is_state_chosen: flag(&map, "isStateChosen")?.unwrap_or(true),
            durability: durability.unwrap_or_default(),
            history_bytes: history_bytes.unwrap_or(Settings::default().history_bytes),
            file_bytes: limits.file_bytes,
            search_time: limits.search_time,
            policy: policy.unwrap_or(Policy::Require),
            ignore: texts(&map, "ignore")?,
            allow_ignored: texts(&map, "allowIgnored")?,
            allow_write: texts(&map, "allowWrite")?,
            deny: texts(&map, "deny")?,
            read_only: flag(&map, "readOnly")?.unwrap_or(false),
            gitignore: flag(&map, "gitignore")?.unwrap_or(true),
            git: git(&map)?,
            state: map.get("state").filter(|it| !it.is_null()).cloned(),
            hooks: hooks(&texts(&map, "hooks")?)?,
            isolation: text_option(&map, "runnerPath")?.map(|path| Isolation::Process(path.into())),
        })
    }
}

fn roots(map: &Map<String, Value>) -> Result<Vec<PathBuf>> {
    let expected = || invalid("option roots must be a list of at least one folder");
    let list = map.get("roots").and_then(Value::as_array).filter(|list| !list.is_empty());
    let texts = list.ok_or_else(expected)?.iter().map(|root| root.as_str().ok_or_else(expected));
    texts.map(|text| folder(text?, "roots")).collect()
}

fn folder(text: &str, option: &str) -> Result<PathBuf> {
    if text.is_empty() || text.contains('\0') {
        return Err(Error::new(Kind::InvalidInput, format!("option {option} must be the path of a folder")));
    }
    Ok(PathBuf::from(text))
}

struct Limits {
    file_bytes: u64,
    search_time: Duration,
}

fn limits(map: &Map<String, Value>) -> Result<Limits> {
    let none = Map::new();
    let given = match map.get("limits") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(given)) => given,
        Some(_) => return Err(invalid("option limits must be an object")),
    };
    check_keys(given, KNOWN_LIMITS, "limit")?;
    let search_ms = whole(given, "searchMs", "limits", 1, 3_600_000)?.unwrap_or(DEFAULT_SEARCH_MS);
    Ok(Limits {
        file_bytes: whole(given, "fileBytes", "limits", 1, MAX_FILE_BYTES)?.unwrap_or(DEFAULT_FILE_BYTES),
        search_time: Duration::from_millis(search_ms),
    })
}

fn git(map: &Map<String, Value>) -> Result<GitEnvironment> {
    let given = match map.get("git") {
        None | Some(Value::Null) => return Ok(GitEnvironment::default()),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(invalid("option git must be an object")),
    };
    check_keys(given, KNOWN_GIT, "option git")?;
    let path = |name: &str| -> Result<Option<PathBuf>> { Ok(text_option(given, name)?.map(PathBuf::from)) };
    let is_configured = flag(given, "isConfigured")?.unwrap_or(false);
    let excludes = match path("excludesFile")? {
        None => GlobalExcludes::None,
        Some(file) if is_configured => GlobalExcludes::Configured(file),
        Some(file) => GlobalExcludes::File(file),
    };
    let config_files = texts(given, "configFiles")?.into_iter().map(PathBuf::from).collect();
    Ok(GitEnvironment { home: path("home")?, config_files, excludes })
}

fn texts(map: &Map<String, Value>, name: &str) -> Result<Vec<String>> {
    let expected = || invalid(format!("option {name} must be a list of texts"));
    match map.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            list.iter().map(|text| text.as_str().map(str::to_owned).ok_or_else(expected)).collect()
        }
        Some(_) => Err(expected()),
    }
}

fn flag(map: &Map<String, Value>, name: &str) -> Result<Option<bool>> {
    match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(invalid(format!("option {name} must be true or false"))),
    }
}

fn hooks(names: &[String]) -> Result<Hooks> {
    let mut hooks = Hooks::default();
    for name in names {
        match name.as_str() {
            "confirm" => hooks.confirm = true,
            "correct" => hooks.correct = true,
            "permission" => hooks.permission = true,
            other => return Err(invalid(format!("option hooks: there is no {}", quote_name(other)))),
        }
    }
    Ok(hooks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_workspace_options_have_defaults() {
        let options = Options::from_json(r#"{"roots":["/a","/b"],"stateDir":"/s"}"#).unwrap();
        assert_eq!(options.roots, [PathBuf::from("/a"), PathBuf::from("/b")]);
        assert_eq!((options.file_bytes, options.history_bytes), (64 << 20, 64 << 20));
        assert_eq!(options.durability, Durability::Fsync);
    }

    #[test]
    fn wrong_option_is_refused_by_name() {
        let cases = [
            (r#"{"stateDir":"/s"}"#, "option roots must be a list of at least one folder"),
            (
                r#"{"stateDir":"/s","roots":["/a"],"durablity":"fast"}"#,
                "there is no option durablity. Did you mean durability?",
            ),
            (
                r#"{"stateDir":"/s","roots":["/a"],"limits":{"fileBytes":0}}"#,
                "limits fileBytes must be a whole number from 1 to 1073741824, got 0",
            ),
        ];
        for (given, message) in cases {
            assert_eq!(Options::from_json(given).unwrap_err().message, message);
        }
    }
}
