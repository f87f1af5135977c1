//! The scenes that a child keeps, so that of the next one only the difference crosses to the parent.

use super::memory;
use super::protocol::{Delivered, Delivery, SceneNumber};
use scenewright_scene::{Scene, ScenePatch};
use scenewright_script::RunOutcome;

/// The most scenes that are kept: the one of the last commit, and one that was only tried.
const MAX_SCENES: usize = 2;

/// The heap between jobs above which no scene is kept.
const MAX_HEAP: u64 = 48 << 20;

/// Scenes of earlier runs by their numbers; those used last are at the end.
#[derive(Default)]
pub(super) struct KeptScenes(Vec<(SceneNumber, Scene)>);

impl KeptScenes {
    /// Prepares the outcome of a run for its way to the parent: as the difference from the base, if that is known here and
    /// has most in common with it.
    pub fn deliver(&mut self, mut outcome: RunOutcome, delivery: Delivery) -> Delivered {
        let patch = delivery
            .base
            .and_then(|number| self.find(number))
            .and_then(|base| ScenePatch::between(base, &outcome.scene));
        if patch.is_some() {
            self.keep(delivery.number, std::mem::take(&mut outcome.scene));
        }
        Delivered { outcome, patch }
    }

    /// Keeps a scene that went to the parent as it is.
    pub fn keep(&mut self, number: SceneNumber, scene: Scene) {
        self.0.push((number, scene));
        if self.0.len() > MAX_SCENES {
            self.0.remove(0);
        }
    }

    /// Drops scenes, the oldest first, while the heap holds too much. Returns true if there is room for more.
    pub fn trim(&mut self) -> bool {
        while memory::live_bytes() > MAX_HEAP && !self.0.is_empty() {
            self.0.remove(0);
        }
        memory::live_bytes() <= MAX_HEAP
    }

    fn find(&mut self, number: SceneNumber) -> Option<&Scene> {
        let at = self.0.iter().position(|(known, _)| *known == number)?;
        self.0[at..].rotate_left(1);
        self.0.last().map(|(_, scene)| scene)
    }
}
