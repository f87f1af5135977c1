//! The child's side of fonts: it keeps them from job to job, and asks the parent for each again in every job.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::child_output::send;
use super::fonts::{FontAnswer, FontQuestion};
use super::heap::allow_for_fonts;
use super::protocol::Report;
use scenewright_error::{Error, Kind, Result};
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{FontFile, FontQuery, FontSource};

/// Bytes of fonts that a child keeps when a job is done, and that all fonts of one job may have.
const MAX_KEPT: usize = 64 << 20;
const MAX_OF_A_JOB: usize = 256 << 20;

/// The fonts of the parent.
#[derive(Debug)]
pub(super) struct ParentFonts {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    answers: Receiver<FontAnswer>,
    /// The fonts that were read; those used last are at the end.
    kept: Vec<Arc<FontFile>>,
}

impl ParentFonts {
    pub(super) fn new(answers: Receiver<FontAnswer>) -> Self {
        ParentFonts { state: Mutex::new(State { answers, kept: Vec::new() }) }
    }

    /// Drops the least recently used fonts. Only valid between jobs: a run holds those that it has used.
    pub(super) fn trim(&self) {
        let mut state = self.lock();
        while state.bytes() > MAX_KEPT {
            state.kept.remove(0);
        }
        allow_for_fonts(state.bytes() as u64);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn bytes(&self) -> usize {
        self.kept.iter().map(|font| font.bytes.len()).sum()
    }

    fn keep(&mut self, file: Arc<FontFile>) -> Result<Arc<FontFile>> {
        self.kept.push(Arc::clone(&file));
        // Fonts do not count towards the memory limit of the script, so they need a bound of their own.
        if self.bytes() <= MAX_OF_A_JOB {
            return Ok(file);
        }
        self.kept.pop();
        let message = format!("the fonts of a run may have {} MiB together", MAX_OF_A_JOB >> 20);
        Err(Error::new(Kind::Scene, message))
    }
}

impl FontSource for ParentFonts {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>> {
        let mut state = self.lock();
        let kept = state.kept.iter().map(|font| font.id.clone()).collect();
        // The script waits: whatever is allocated now is the font, which is held several times on its way.
        allow_for_fonts(u64::MAX);
        send(&Report::NeedsFont(FontQuestion { query: query.clone(), kept }));
        let answer = state.answers.recv();
        let found = match answer {
            Ok(FontAnswer::Nothing) => Ok(None),
            Ok(FontAnswer::Kept { id }) => {
                let at = state.kept.iter().position(|font| font.id == id);
                Ok(at.map(|at| {
                    let font = state.kept.remove(at);
                    // To the end: used last, dropped last.
                    state.kept.push(Arc::clone(&font));
                    font
                }))
            }
            Ok(FontAnswer::File(file)) => state.keep(file).map(Some),
            Ok(FontAnswer::Refused(error)) => Err(error),
            Ok(FontAnswer::Asset(_)) | Err(_) => Err(no_answer()),
        };
        allow_for_fonts(state.bytes() as u64);
        found
    }

    fn asset(&self, path: &str) -> Result<AssetFile> {
        let state = self.lock();
        // The bytes are held several times on their way; those that stay count as the script's own.
        allow_for_fonts(u64::MAX);
        send(&Report::NeedsAsset(path.to_owned()));
        let answer = state.answers.recv();
        allow_for_fonts(state.bytes() as u64);
        match answer {
            Ok(FontAnswer::Asset(file)) => file,
            _ => Err(no_answer()),
        }
    }
}

fn no_answer() -> Error {
    Error::new(Kind::Runner, "The parent does not answer")
}
