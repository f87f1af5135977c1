//! The options of a run, and its outcome.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::limits::Limits;
use super::log::LogLine;
use scenewright_error::Error;
use scenewright_scene::{GivenParameters, Scene};

/// The clock that `Date` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// One fixed instant, so that the same files give the same scene.
    #[default]
    Frozen,
    Real,
}

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    pub seed: u64,
    pub clock: Clock,
    pub limits: Limits,
    pub parameters: GivenParameters,
    /// Runs every script as it is written, also where it could run faster otherwise: for comparisons.
    pub as_written: bool,
}

/// The result of a run that succeeded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunOutcome {
    pub scene: Scene,
    pub logs: Vec<LogLine>,
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
    pub error: Error,
    pub logs: Vec<LogLine>,
    pub warnings: Vec<String>,
}
