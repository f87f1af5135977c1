//! The cache `scene.patch`: what the latest commit of a large scene made different. A process that shows the scene before
//! reads it in place of a run of main, and long before `scene.json` is written.
//!
//! The same sources and values of parameters make the same scene in every process, so their hash names a scene.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::call::LOCK_WAIT;
use super::shared::{Committed, Shared};
use scenewright_export::json::JsonHeader;
use scenewright_fs::{ContentHash, WaitLimit};
use scenewright_runner::{from_compact_bytes, to_compact_bytes};
use scenewright_scene::{Scene, ScenePatch};

/// The name of the file beside the journal. `ts/view/live-scene.ts` waits for it.
const PATCH: &str = "scene.patch";

/// The way from one scene to the next.
#[derive(Serialize, Deserialize)]
struct Step {
    /// The name of the scene before.
    base: String,
    /// What the scene came of, as in [`JsonHeader`].
    key: String,
    files: BTreeMap<String, String>,
    fonts: BTreeMap<String, Option<String>>,
    patch: ScenePatch,
}

impl Shared {
    /// Writes what is different in a scene, where that is less than half of it. A failure costs a run later.
    pub(super) fn write_patch(&self, base: &Committed, committed: &Committed) {
        let Some(patch) = ScenePatch::between(&base.scene, &committed.scene) else { return };
        let JsonHeader { key, files, fonts } = committed.header.clone();
        let step = Step { base: name_of(base), key, files, fonts, patch };
        let Some(bytes) = to_compact_bytes(&step) else { return };
        drop(self.folder.write_state_cache(PATCH, &bytes, &WaitLimit::until_elapsed(LOCK_WAIT)));
    }

    /// Returns the scene that the latest commit of another process made of this one, if that left the way to it. The caller
    /// checks whether it fits the files.
    pub(super) fn patched(&self, held: &Committed) -> Option<(Scene, JsonHeader)> {
        let bytes = self.folder.read_state_cache(PATCH).ok().flatten()?;
        // The name of the base is the first field: where it is another scene, as most often, the rest is not read.
        let base: &str = from_compact_bytes(&bytes)?;
        if base != name_of(held) {
            return None;
        }
        let Step { key, files, fonts, patch, .. } = from_compact_bytes(&bytes)?;
        let scene = patch.apply(&held.scene).ok()?;
        Some((scene, JsonHeader { key, files, fonts }))
    }
}

/// Returns the name of a scene, the same in all processes.
fn name_of(committed: &Committed) -> String {
    let JsonHeader { key, files, fonts } = &committed.header;
    let parameters = &committed.scene.declarations().parameters;
    ContentHash::of(format!("{:?}", (key, files, fonts, parameters)).as_bytes()).to_string()
}
