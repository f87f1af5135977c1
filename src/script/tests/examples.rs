//! The examples of the vocabulary.

use super::*;

#[test]
fn every_example_runs_and_changes_the_scene_or_prints() {
    for function in vocabulary::FUNCTIONS {
        let before = outcome(&[("main", function.before)]);
        let after = outcome(&[("main", &function.program())]);
        let (name, warnings) = (function.name, [before.warnings, after.warnings].concat());
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        assert!(before.logs.is_empty(), "{name}: what stands before an example is silent");
        // Units and layers count as well.
        let text = |scene: &Scene| serde_json::to_string(scene).unwrap();
        assert!(
            !after.logs.is_empty() || text(&before.scene) != text(&after.scene),
            "{name}: the example shows nothing"
        );
    }
}
