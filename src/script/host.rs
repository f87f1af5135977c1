//! What a running script may touch: one scene, one console, one list of warnings.

use std::cell::RefCell;

use super::console::Console;
use super::random::SplitMix64;
use crate::error::Error;
use crate::scene::Scene;

/// The state behind the host functions of one run.
#[derive(Debug)]
pub struct Host {
    pub scene: RefCell<Scene>,
    pub console: RefCell<Console>,
    pub warnings: RefCell<Vec<String>>,
    pub random: RefCell<SplitMix64>,
    /// Set once a limit is reached. The run fails with it even when the script catches the exception.
    fatal: RefCell<Option<Error>>,
}

const MOST_WARNINGS: usize = 100;

impl Host {
    pub fn new(scene: Scene, console: Console, seed: u64) -> Self {
        Host {
            scene: RefCell::new(scene),
            console: RefCell::new(console),
            warnings: RefCell::new(Vec::new()),
            random: RefCell::new(SplitMix64::new(seed)),
            fatal: RefCell::new(None),
        }
    }

    /// Keeps the first limit that was reached.
    pub fn latch(&self, error: Error) {
        self.fatal.borrow_mut().get_or_insert(error);
    }

    pub fn fatal(&self) -> Option<Error> {
        self.fatal.borrow().clone()
    }

    /// Adds a warning once; a flood is cut.
    pub fn warn(&self, warning: String) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MOST_WARNINGS && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
}
