//! Options of a project, with their defaults. They arrive as JSON from every door.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::fonts::{FontOptions, ProjectFonts};
use scenewright_error::{Result, quote_name};
use scenewright_journal::{Durability, Settings};
use scenewright_runner::Isolation;
use scenewright_scene::GivenParameters;
use scenewright_script::{Clock, Limits, RunOptions};
use scenewright_tools::options::{Policy, check_keys, choice, invalid, text_option, whole};

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub dir: PathBuf,
    pub isolation: Isolation,
    pub policy: Policy,
    pub durability: Durability,
    /// The largest size of the journal. The first session of the process on a folder decides.
    pub history_bytes: u64,
    pub run: RunOptions,
    /// True when the modules shipped with the package can be imported.
    pub builtins: bool,
    pub fonts: ProjectFonts,
    /// The state that an earlier session exported.
    pub state: Option<Value>,
}

const KNOWN: &[&str] = &[
    "dir",
    "policy",
    "isolation",
    "limits",
    "durability",
    "historyBytes",
    "seed",
    "clock",
    "builtins",
    "fonts",
    "state",
    "runnerPath",
];
const KNOWN_FONTS: &[&str] = &["system", "dirs"];
const KNOWN_LIMITS: &[&str] = &["timeMs", "memoryBytes", "entities", "outputBytes", "sourceBytes", "modules"];

/// The largest time limit: an hour. A limit is there to be reached.
const MAX_TIME_MS: u64 = 3_600_000;
/// The least heap in which the engine and the vocabulary can start.
const MIN_MEMORY: u64 = 32 << 20;
/// The least size of the history: room for a few small changes.
const MIN_HISTORY: u64 = 64 << 10;
const MAX_HISTORY: u64 = 16 << 30;

impl Options {
    pub(crate) fn from_json(text: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| invalid(format!("the options are not JSON: {error}")))?;
        let Value::Object(map) = value else { return Err(invalid("the options must be an object")) };
        check_keys(&map, KNOWN, "option")?;
        let policy = choice(
            &map,
            "policy",
            &[("require", Policy::Require), ("warn", Policy::Warn), ("off", Policy::Off)],
        )?;
        let durability =
            choice(&map, "durability", &[("fsync", Durability::Fsync), ("fast", Durability::Fast)])?;
        let clock = choice(&map, "clock", &[("frozen", Clock::Frozen), ("real", Clock::Real)])?;
        let in_thread = choice(&map, "isolation", &[("process", false), ("thread", true)])?;
        let dir =
            text_option(&map, "dir")?.ok_or_else(|| invalid("option dir is missing; expected a folder"))?;
        let runner = text_option(&map, "runnerPath")?.unwrap_or_default();
        if dir.is_empty() || dir.contains('\0') {
            return Err(invalid("option dir must be the path of a folder"));
        }
        let builtins = flag(&map, "builtins", "option builtins", true)?;
        Ok(Options {
            dir: PathBuf::from(&dir),
            isolation: match in_thread {
                Some(true) => Isolation::Thread,
                _ => Isolation::Process(PathBuf::from(runner)),
            },
            policy: policy.unwrap_or_default(),
            durability: durability.unwrap_or_default(),
            history_bytes: whole(&map, "historyBytes", "option", MIN_HISTORY, MAX_HISTORY)?
                .unwrap_or(Settings::default().history_bytes),
            run: RunOptions {
                as_written: false,
                // The largest whole number that JavaScript can pass on exactly.
                seed: whole(&map, "seed", "option", 0, (1 << 53) - 1)?.unwrap_or(0),
                clock: clock.unwrap_or_default(),
                limits: limits(&map)?,
                parameters: GivenParameters::default(),
            },
            builtins,
            fonts: ProjectFonts::new(PathBuf::from(dir), fonts(&map)?),
            state: map.get("state").filter(|it| !it.is_null()).cloned(),
        })
    }
}

fn fonts(map: &Map<String, Value>) -> Result<FontOptions> {
    let given = match map.get("fonts") {
        None | Some(Value::Null) => return Ok(FontOptions::default()),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(invalid("option fonts must be an object")),
    };
    check_keys(given, KNOWN_FONTS, "option of fonts")?;
    let wrong = || invalid("option fonts.dirs must be an array of paths of folders");
    let dirs = match given.get("dirs") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(dirs)) => dirs
            .iter()
            .map(|dir| match dir.as_str() {
                Some(dir) if !dir.is_empty() && !dir.contains('\0') => Ok(PathBuf::from(dir)),
                _ => Err(wrong()),
            })
            .collect::<Result<_>>()?,
        Some(_) => return Err(wrong()),
    };
    Ok(FontOptions { system: flag(given, "system", "option fonts.system", true)?, dirs })
}

fn flag(map: &Map<String, Value>, key: &str, what: &str, usual: bool) -> Result<bool> {
    match map.get(key) {
        None | Some(Value::Null) => Ok(usual),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(other) => {
            Err(invalid(format!("{what} must be true or false, got {}", quote_name(&other.to_string()))))
        }
    }
}

fn limits(map: &Map<String, Value>) -> Result<Limits> {
    let mut limits = Limits::default();
    let given = match map.get("limits") {
        None | Some(Value::Null) => return Ok(limits),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(invalid("option limits must be an object")),
    };
    check_keys(given, KNOWN_LIMITS, "limit")?;
    let size = |name: &str, least: u64, most: u64| whole(given, name, "limits", least, most);
    if let Some(ms) = size("timeMs", 1, MAX_TIME_MS)? {
        limits.time_ms = ms;
    }
    if let Some(bytes) = size("memoryBytes", MIN_MEMORY, 1 << 40)? {
        limits.memory_bytes = bytes;
    }
    if let Some(count) = size("entities", 1, u64::from(u32::MAX))? {
        limits.entities = count as usize;
    }
    if let Some(bytes) = size("outputBytes", 0, 1 << 24)? {
        limits.output_bytes = bytes as usize;
    }
    if let Some(bytes) = size("sourceBytes", 1, 1 << 28)? {
        limits.source_bytes = bytes as usize;
        // There is no option for the sum: a host that allows one large file allows it in a run.
        limits.total_source_bytes = limits.total_source_bytes.max(limits.source_bytes);
    }
    if let Some(count) = size("modules", 0, 100_000)? {
        limits.modules = count as usize;
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_project_options_have_sandbox_defaults() {
        let options =
            Options::from_json(r#"{"dir":"/p","limits":{"timeMs":200,"sourceBytes":16777216}}"#).unwrap();
        assert_eq!(options.run.limits.time_ms, 200);
        assert_eq!(options.run.limits.memory_bytes, 512 << 20);
        assert_eq!(options.run.limits.total_source_bytes, 16 << 20);
        assert_eq!(options.policy, Policy::Warn);
        assert_eq!(options.history_bytes, 64 << 20);
    }

    #[test]
    fn wrong_option_is_refused_by_name() {
        let cases = [
            (r"{}", "option dir is missing; expected a folder"),
            (r#"{"dir":"/p","polcy":"warn"}"#, "there is no option polcy. Did you mean policy?"),
            (
                r#"{"dir":"/p","policy":"no"}"#,
                "option policy must be \"require\" or \"warn\" or \"off\", got \"no\"",
            ),
            (
                r#"{"dir":"/p","limits":{"timeMs":0}}"#,
                "limits timeMs must be a whole number from 1 to 3600000, got 0",
            ),
            (
                r#"{"dir":"/p","historyBytes":1024}"#,
                "option historyBytes must be a whole number from 65536 to 17179869184, got 1024",
            ),
            (r#"{"dir":"/p","fonts":{"dir":"/f"}}"#, "there is no option of fonts dir. Did you mean dirs?"),
            (r#"{"dir":"/p","fonts":{"system":1}}"#, "option fonts.system must be true or false, got 1"),
            (
                r#"{"dir":"/p","fonts":{"dirs":"/f"}}"#,
                "option fonts.dirs must be an array of paths of folders",
            ),
            (
                r#"{"dir":"/p","seed":-1}"#,
                "option seed must be a whole number from 0 to 9007199254740991, got -1",
            ),
        ];
        for (given, message) in cases {
            assert_eq!(Options::from_json(given).unwrap_err().message, message);
        }
    }
}
