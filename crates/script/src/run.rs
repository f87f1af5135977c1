//! The options of a run, and its outcome.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::limits::Limits;
use scenewright_call::LogLine;
use scenewright_error::Error;
use scenewright_scene::{GivenParameters, Scene};

/// The clock that `Date` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// One fixed instant, so that the same files give the same scene.
    #[default]
    Frozen,
    /// The clock of the machine.
    Real,
}

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    /// The seed of `Math.random`; the same seed gives the same numbers on every machine.
    pub seed: u64,
    /// The clock that scripts see.
    pub clock: Clock,
    /// The limits, of which the run itself enforces all but time and memory.
    pub limits: Limits,
    /// The values that the host set for parameters.
    pub parameters: GivenParameters,
    /// Keeps all names of scripts where every script finds them, also those that only one uses and that are found faster
    /// elsewhere: for comparisons.
    pub as_written: bool,
}

/// The result of a run that succeeded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunOutcome {
    /// The finished scene, which keeps its rules.
    pub scene: Scene,
    /// The lines that scripts printed, in order, with a note where some were left out.
    pub logs: Vec<LogLine>,
    /// The warnings about the scripts and the scene, each once.
    pub warnings: Vec<String>,
    /// The files that took part.
    pub files: Vec<String>,
    /// The questions for fonts besides the built-in one, each with the id of the font that was the answer.
    pub fonts: BTreeMap<String, Option<String>>,
    /// The assets that were read, such as `assets/part.dxf`, each with the hash of its bytes.
    pub assets: BTreeMap<String, String>,
}

/// The error of a run that failed, with its output until then.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunFailure {
    /// The error with its place in the files, as far as it is known.
    pub error: Error,
    /// The lines that scripts printed until then.
    pub logs: Vec<LogLine>,
    /// The warnings until then.
    pub warnings: Vec<String>,
    /// The finished scene that broke a rule, for a picture of it; `None` for other failures, and for a scene too large to be
    /// handed on for a picture alone.
    pub rejected: Option<Box<RejectedScene>>,
    /// The rules that the finished scene breaks, the first few.
    pub broken: Vec<RuleFacts>,
}

/// A rule that a finished scene breaks, in figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleFacts {
    /// The name of the rule.
    pub rule: String,
    /// The file and the line of its declaration, if it is one of the project's.
    pub place: Option<(String, u32)>,
    /// The entities that break it, the first few.
    pub entities: Vec<String>,
    /// The measured and the demanded value.
    pub measured: Option<[f64; 2]>,
    /// The first place in the world where it is broken.
    pub at: Option<[f64; 2]>,
}

/// A finished scene that broke a rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RejectedScene {
    /// The scene, which must not be committed.
    pub scene: Scene,
    /// The places in the world where rules are broken.
    pub places: Vec<[f64; 2]>,
}

impl RunFailure {
    /// Makes the failure of a run that printed nothing.
    pub fn of(error: Error) -> Self {
        RunFailure { error, logs: Vec::new(), warnings: Vec::new(), rejected: None, broken: Vec::new() }
    }
}
