//! The scenes that a child keeps, so that only the difference of the next scene crosses to the parent.

use super::heap::live_bytes;
use super::protocol::{Delivered, Delivery, SceneNumber};
use scenewright_scene::{Scene, ScenePatch};
use scenewright_script::RunOutcome;

/// The most scenes that are kept: the one of the last commit, and one that was only tried.
pub(super) const MAX_SCENES: usize = 2;

/// The heap between jobs above which no scene is kept: one of as many entities as the default limit allows has room.
pub(super) const MAX_HEAP: u64 = 96 << 20;

/// Scenes of earlier runs; those used last are at the end.
#[derive(Default)]
pub(super) struct KeptScenes(Vec<KeptScene>);

struct KeptScene {
    number: SceneNumber,
    scene: Scene,
    /// About what it takes of the heap.
    bytes: u64,
}

impl KeptScenes {
    /// Prepares the outcome of a run for its way to the parent: as the difference from the base, if that is known here and
    /// has most in common with it. `held` are the bytes on the heap before the run.
    pub(crate) fn deliver(&mut self, mut outcome: RunOutcome, delivery: Delivery, held: u64) -> Delivered {
        let patch = delivery
            .base
            .and_then(|number| self.find(number))
            .and_then(|base| ScenePatch::between(base, &outcome.scene));
        if patch.is_some() {
            // The parent builds the scene from its own and the patch, so this copy need not cross.
            self.keep(delivery.number, std::mem::take(&mut outcome.scene), held);
        }
        Delivered { outcome, patch }
    }

    /// Keeps a scene. One too many stays until they are trimmed, which need not be done before an answer.
    pub(crate) fn keep(&mut self, number: SceneNumber, scene: Scene, held: u64) {
        self.0.push(KeptScene { number, scene, bytes: live_bytes().saturating_sub(held) });
    }

    /// Returns about how many bytes of the heap are those of scenes that will be dropped by trimming.
    pub(crate) fn surplus_bytes(&self) -> u64 {
        self.0[..self.surplus()].iter().map(|kept| kept.bytes).sum()
    }

    /// Drops scenes, the oldest first, that are too many, or while the heap holds too much. Returns true if there is room for
    /// more.
    pub(crate) fn trim(&mut self) -> bool {
        self.0.drain(..self.surplus());
        while live_bytes() > MAX_HEAP && !self.0.is_empty() {
            self.0.remove(0);
        }
        live_bytes() <= MAX_HEAP
    }

    /// Returns true if what is kept leaves too little room.
    pub(crate) fn exceed(&self) -> bool {
        live_bytes().saturating_sub(self.surplus_bytes()) > MAX_HEAP
    }

    /// Trims at once if what is kept leaves too little room.
    pub(crate) fn trim_excess(&mut self) {
        if self.exceed() {
            self.trim();
        }
    }

    fn surplus(&self) -> usize {
        self.0.len().saturating_sub(MAX_SCENES)
    }

    fn find(&mut self, number: SceneNumber) -> Option<&Scene> {
        let at = self.0.iter().position(|kept| kept.number == number)?;
        // Used last, so dropped last.
        self.0[at..].rotate_left(1);
        self.0.last().map(|kept| &kept.scene)
    }
}
