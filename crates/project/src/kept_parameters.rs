//! The values of parameters that the last run has set.

use super::parameters::{GivenValues, from_json};
use super::shared::Shared;
use scenewright_export::json::parameters_of;
use scenewright_tools::exec::lock;

impl Shared {
    /// Returns the values that the last run has set, by whichever process: changes after it keep them. The history knows
    /// them first; the cache knows those of a project whose history is gone, or was written before it kept values.
    pub(super) fn kept_parameters(&self) -> GivenValues {
        let latest = self.transactions.latest_values();
        if let Some(committed) = lock(&self.committed).as_ref() {
            return match latest {
                // Another process has set them since.
                // Ids are in the order of time, across processes.
                Some((id, values)) if id > committed.transaction_id => from_json(&values),
                _ => committed.scene.declarations().set_values(),
            };
        }
        if let Some((_, values)) = latest {
            return from_json(&values);
        }
        let mut kept = lock(&self.kept_parameters);
        let read = || {
            let bytes = self.read_scene_cache()?;
            parameters_of(std::str::from_utf8(&bytes).ok()?).ok()
        };
        kept.get_or_insert_with(|| read().map(|it| it.set_values()).unwrap_or_default()).clone()
    }
}
