//! Tests of foreign drawings as they come into a scene.

mod dxf_files;
mod dxf_looks;
mod dxf_notes;
mod lint_faults;
mod lint_reading;
mod lint_repairs;
mod svg_files;
mod svg_styles;
mod svg_texts;

use scenewright_scene::typeset::NoFonts;
use scenewright_scene::{Fonts, Scene, SceneError};

use super::*;

fn fonts() -> Fonts {
    Fonts::new(std::sync::Arc::new(NoFonts))
}

/// Draws a drawing as `it`.
fn drawn(drawing: &Drawing) -> (Scene, Placed) {
    let mut scene = Scene::new();
    let placed = drawing.draw(&mut scene, "it", None, &fonts()).unwrap();
    (scene, placed)
}

/// Describes the shapes of a scene, one per name: kind, and box or area to 9 digits.
fn described(scene: &Scene) -> Vec<String> {
    let text = |number: f64| {
        let rounded = (number * 1e6).round() / 1e6 + 0.0;
        format!("{rounded}")
    };
    let leaves = scene.outline().into_iter().filter(|item| item.shape.is_some());
    leaves
        .map(|item| {
            let bounds = item.world_bounds.unwrap();
            let area = scene.area(item.name).map(|area| format!(" area {}", text(area))).unwrap_or_default();
            format!(
                "{} {} {} {} {}{area}",
                item.kind,
                text(bounds.min.x),
                text(bounds.min.y),
                text(bounds.max.x),
                text(bounds.max.y)
            )
        })
        .collect()
}

#[test]
fn import_replaces_its_own_earlier_parts_and_nothing_else() {
    let svg = |radius: f64| {
        svg::read(
            &format!("<svg><circle r='{radius}'/><rect id='a' width='1' height='1'/></svg>"),
            Default::default(),
        )
        .unwrap()
    };
    let mut scene = Scene::new();
    svg(5.0).draw(&mut scene, "logo", Some(1.0), &fonts()).unwrap();
    svg(7.0).draw(&mut scene, "logo", Some(1.0), &fonts()).unwrap();
    assert_eq!(scene.list(&Default::default()), ["logo", "logo_0", "logo_a"]);
    assert_eq!(scene.world_bounds("logo_0").unwrap().width(), 14.0);
    scene.draw("other_a", scenewright_geometry::Shape::circle(0.0, 0.0, 1.0).unwrap()).unwrap();
    svg(1.0).draw(&mut scene, "other", Some(1.0), &fonts()).unwrap();
    assert!(scene.exists("other_1"), "{:?}", scene.list(&Default::default()));
    scene.draw("third_0", scenewright_geometry::Shape::circle(0.0, 0.0, 1.0).unwrap()).unwrap();
    let before = scene.clone();
    let error: SceneError = svg(1.0).draw(&mut scene, "third", Some(1.0), &fonts()).unwrap_err();
    assert!(error.message.starts_with("\"third_0\" exists already"), "{}", error.message);
    assert_eq!(scene, before);
}
