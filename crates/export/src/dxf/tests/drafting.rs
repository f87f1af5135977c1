//! Tests of annotations and the page in DXF.

use super::*;
use scenewright_scene::{
    DimensionOptions, DimensionSource, DimensionTarget, Direction, HatchArea, HatchGap, HatchPattern,
    HatchSource, NotePlace, NoteSource, Page, Place, PointRef, RoundMeasure, TablePlace,
};

fn drawing() -> Scene {
    let mut scene = Scene::new();
    let fonts = Fonts::builtin();
    scene.draw("plate", Shape::rect(0.0, 0.0, 80.0, 50.0).unwrap()).unwrap();
    scene.draw("bore", Shape::circle(10.0, 0.0, 12.5).unwrap()).unwrap();
    let targets = [
        DimensionTarget::Extent { name: "plate".into(), direction: Direction::Angle(0.0) },
        DimensionTarget::Round { name: "bore".into(), index: None, measure: RoundMeasure::Diameter },
    ];
    for (index, target) in targets.into_iter().enumerate() {
        let source = DimensionSource { target, options: DimensionOptions::default() };
        scene.draw_dimension(&format!("d{index}"), source, None, &fonts).unwrap();
    }
    let hatch = HatchSource {
        area: HatchArea::Of { names: vec!["plate".into()], islands: vec!["bore".into()] },
        pattern: HatchPattern::named("ANSI31").unwrap(),
        angle: 0.0,
        gap: HatchGap::Paper(3.0),
        scale: 1.0,
        origin: Point::ORIGIN,
    };
    scene.draw_hatch("lines", hatch, None, &fonts).unwrap();
    let target = PointRef::Of { name: "plate".into(), place: Place::Side(1.0, 1.0) };
    let leader = NoteSource::Leader { target, text: "deburr".into(), to: NotePlace::Offset([10.0, 10.0]) };
    scene.draw_note("note", leader, None, &fonts).unwrap();
    scene.settle(&fonts).unwrap();
    scene
}

#[test]
fn annotations_are_entities_of_their_own() {
    let scene = drawing();
    let text = file(&scene, TextMode::Outlines);
    for (kind, number) in [("DIMENSION", 2), ("HATCH", 3), ("LEADER", 1), ("MTEXT", 1), ("VIEWPORT", 0)] {
        // Of the hatches, two are the arrows in the blocks of the dimensions.
        assert_eq!(count(&text, 0, kind), number, "{kind}");
    }
    assert_eq!(count(&text, 2, "ANSI31"), 1);
    assert!(count(&text, 2, "*D1") >= 2 && count(&text, 2, "*D2") >= 2, "a block, and what refers to it");
    assert_eq!(count(&text, 42, "80.0") + count(&text, 42, "80"), 1, "the measured value");
}

#[test]
fn text_of_a_leader_has_no_width_at_which_it_breaks() {
    let text = file(&drawing(), TextMode::Outlines);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let start = lines.iter().position(|line| *line == "MTEXT").unwrap();
    let pairs = lines[start + 1..].chunks(2).take_while(|pair| pair[0] != "0");
    let widths: Vec<f64> =
        pairs.filter(|pair| pair[0] == "41").map(|pair| pair[1].parse().unwrap()).collect();
    assert_eq!(widths, [0.0]);
}

#[test]
fn sheared_annotation_is_dissolved() {
    let mut scene = drawing();
    scene.create_group("all", &["lines".to_owned()]).unwrap();
    scene.rotate("all", 0.5, Space::World, Around::Origin).unwrap();
    scene.scale("all", 1.0, 2.0, Space::World, Around::Origin).unwrap();
    let text = file(&scene, TextMode::Outlines);
    assert_eq!(count(&text, 2, "ANSI31"), 0);
}

#[test]
fn page_is_layout_with_viewport_at_scale() {
    let mut scene = drawing();
    let fonts = Fonts::builtin();
    scene.set_page(Page::named("A3", None).unwrap(), Some(0.5)).unwrap();
    scene.draw_note("frame", NoteSource::Frame, None, &fonts).unwrap();
    let rows = vec![vec!["No.".to_owned(), "Part".to_owned()], vec!["1".to_owned(), "Plate".to_owned()]];
    let at = TablePlace::Corner { above: true, right: true };
    let table = NoteSource::Table { rows, at, has_header: true, widths: Vec::new() };
    scene.draw_note("parts", table, None, &fonts).unwrap();
    scene.settle(&fonts).unwrap();
    let mut drawing = Drawing::new(&scene, DxfOptions::default());
    assert!(drawing.papers[0].to_paper.is_some());
    drawing.set_up_page(&scene, scene.page().unwrap(), "Layout1").unwrap();
    let viewports: Vec<_> = drawing
        .document
        .entities()
        .filter_map(|entity| match entity {
            EntityType::Viewport(viewport) => Some((viewport.id, viewport.height, viewport.view_height)),
            _ => None,
        })
        .collect();
    assert_eq!(viewports.len(), 2);
    let (_, height, view) = viewports[1];
    assert_near(height, 277.0);
    assert_near(view / height, 0.5);
    let text = file(&scene, TextMode::Outlines);
    assert_eq!(count(&text, 0, "VIEWPORT"), 2);
    assert_eq!(count(&text, 1, "Plate"), 1, "the text of the table");
    // What is on the page is in paper space.
    assert!(count(&text, 67, "1") > 5);
}
