//! Tests of dimensions, hatches, notes and the page.

use std::f64::consts::FRAC_PI_2;

use super::*;
use crate::store::Content;
use scenewright_geometry::{Affine, Axis, Chain, EdgeTree, Point, RegionOperation, Segment, Wire};

fn settle(scene: &mut Scene) -> Vec<String> {
    scene.settle(&Fonts::builtin()).unwrap()
}

fn dimension(scene: &mut Scene, name: &str, target: DimensionTarget, options: DimensionOptions) {
    scene.draw_dimension(name, DimensionSource { target, options }, None, &Fonts::builtin()).unwrap();
}

fn extent(of: &str, angle: f64) -> DimensionTarget {
    DimensionTarget::Extent { name: of.into(), direction: Direction::Angle(angle) }
}

fn between(from: [f64; 2], to: [f64; 2]) -> DimensionTarget {
    let points = [from, to].map(|point| PointRef::At(point.into())).to_vec();
    DimensionTarget::Between { points, direction: Direction::Aligned, row: Row::Chain }
}

fn form(scene: &Scene, name: &str) -> Option<Form> {
    let items = scene.outline();
    let item = items.iter().find(|item| item.name == name)?;
    item.annotation.map(|annotation| annotation.form.clone())
}

fn measures(scene: &Scene, name: &str) -> Vec<Measure> {
    match form(scene, name) {
        Some(Form::Dimension(dimension)) => dimension.measures,
        other => panic!("{other:?}"),
    }
}

fn texts(scene: &Scene, name: &str) -> Vec<String> {
    measures(scene, name).into_iter().map(|measure| measure.text).collect()
}

fn hatch(scene: &mut Scene, name: &str, of: &[&str], islands: &[&str]) -> Result<(), SceneError> {
    let source = HatchSource {
        area: HatchArea::Of { names: names(of), islands: names(islands) },
        pattern: HatchPattern::named("ANSI31")?,
        angle: 0.0,
        gap: HatchGap::Paper(2.0),
        scale: 1.0,
        origin: Point::ORIGIN,
    };
    scene.draw_hatch(name, source, None, &Fonts::builtin())
}

#[test]
fn dimension_measures_finished_scene() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    assert_eq!(texts(&scene, "width"), ["80"]);
    scene.scale("plate", 2.0, 1.0, Space::World, Around::Origin).unwrap();
    scene.translate("plate", 300.0, 0.0, Space::World).unwrap();
    assert!(settle(&mut scene).is_empty());
    assert_eq!(texts(&scene, "width"), ["160"]);
    let bounds = box_of(scene.world_bounds("width"));
    assert!(bounds[0] >= 219.0 && bounds[2] <= 381.0, "{bounds:?}");
    // Anything drawn again under the name counts too.
    rect(&mut scene, "plate", 0.0, 0.0, 12.5, 50.0);
    settle(&mut scene);
    assert_eq!(texts(&scene, "width"), ["12.5"]);
}

#[test]
fn parts_have_the_pens_of_the_final_style_and_scale_unless_they_were_styled() {
    let red = Color { r: 1.0, ..Color::BLACK };
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    for name in ["width", "styled"] {
        dimension(&mut scene, name, extent("plate", 0.0), DimensionOptions::default());
    }
    let points = [[0.0, 40.0], [0.0, -40.0]].map(|point| PointRef::At(point.into())).to_vec();
    let mark = NoteSource::SectionMark { points, text: "A".into(), looks_left: true };
    scene.draw_note("mark", mark, Some(red), &Fonts::builtin()).unwrap();
    scene.set_stroke("styled_1", Some(Stroke::solid(red, 2.0))).unwrap();
    // All of them were drawn at 1:1, with arrows.
    scene.set_drawing_scale(10.0).unwrap();
    scene.set_dimension_style(DimensionStyle::architectural()).unwrap();
    settle(&mut scene);
    let items = scene.outline();
    let pen = |name: &str| {
        let style = items.iter().find(|item| item.name == name).unwrap().style;
        (style.fill.is_some(), style.stroke.map(|stroke| (stroke.color, stroke.width)))
    };
    assert_eq!(pen("width_1"), (false, Some((Color::BLACK, 7.0))), "the oblique strokes");
    assert_eq!(pen("styled_1").1, Some((red, 2.0)));
    assert_eq!(pen("mark_0"), (false, Some((red, 2.5))));
    assert_eq!(pen("mark_1"), (false, Some((red, 7.0))), "the thick ends");
}

#[test]
fn dimension_of_deleted_entity_is_refused_at_end() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    scene.delete("plate");
    let error = scene.settle(&Fonts::builtin()).unwrap_err();
    assert_eq!(
        error.message,
        "dimension \"width\": there is no entity named \"plate\"; what it follows must exist when the script has ended"
    );
}

#[test]
fn dimension_moved_alone_keeps_its_measure() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    let before = box_of(scene.world_bounds("width"));
    scene.translate("width", 5.0, 100.0, Space::World).unwrap();
    scene.delete("plate");
    settle(&mut scene);
    assert_eq!(texts(&scene, "width"), ["80"]);
    let moved = [before[0] + 5.0, before[1] + 100.0, before[2] + 5.0, before[3] + 100.0];
    assert_near(box_of(scene.world_bounds("width")), moved);
}

#[test]
fn dimension_in_group_is_measured_in_world_and_readable_in_mirror() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    scene.create_group("part", &names(&["plate", "width"])).unwrap();
    scene.scale("part", -2.0, 2.0, Space::World, Around::Origin).unwrap();
    settle(&mut scene);
    assert_eq!(texts(&scene, "width"), ["160"]);
    // Text that reads forward has a place in the world that does not mirror.
    let is_mirrored = scene.walk_back_to_front().any(|visit| match visit {
        Visit::Leaf(leaf) => leaf.text.is_some() && leaf.world.determinant() < 0.0,
        _ => false,
    });
    assert!(!is_mirrored);
    // A copy of the group measures the copy.
    scene.duplicate("part", "copy").unwrap();
    scene.scale("copy", 0.5, 0.5, Space::World, Around::Origin).unwrap();
    settle(&mut scene);
    let of_copy = scene.list(&ListFilter {
        group: Some("copy".into()),
        kind: Some("dimension".into()),
        ..ListFilter::default()
    });
    assert_eq!(texts(&scene, &of_copy[0]), ["80"]);
    assert_eq!(texts(&scene, "width"), ["160"]);
}

/// Returns the lines of an annotation, and the boxes around its texts.
fn drawn(scene: &Scene) -> (Vec<Chain>, Vec<Chain>) {
    let (mut lines, mut boxes) = (Vec::new(), Vec::new());
    for visit in scene.walk_back_to_front() {
        let Visit::Leaf(leaf) = visit else { continue };
        if leaf.text.is_some() {
            let own = leaf.shape.bounds(&Affine::IDENTITY);
            let shape = Shape::rect(own.center().x, own.center().y, own.width(), own.height()).unwrap();
            boxes.extend(shape.flattened(&leaf.world, 0.01).unwrap());
        } else {
            lines.extend(leaf.shape.flattened(&leaf.world, 0.001).unwrap());
        }
    }
    (lines, boxes)
}

#[test]
fn text_of_dimension_is_never_over_its_own_lines() {
    let styles = [DimensionStyle::iso(), DimensionStyle::architectural(), DimensionStyle::asme()];
    for style in styles {
        for length in [0.7, 2.0, 5.0, 9.0, 14.0, 22.0, 35.0, 80.0] {
            for step in 0..16 {
                let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
                let to = [length * angle.cos(), length * angle.sin()];
                let tolerance = (step % 2 == 0).then(|| Tolerance::Limits([0.021, -0.01]));
                let round = Round { center: Point::ORIGIN, radius: length, start: angle, sweep: 1.3 };
                let fixed = |measure| DimensionTarget::Fixed(Measured::Round { round, measure });
                let point = |angle: f64| PointRef::At(Point::new(length * angle.cos(), length * angle.sin()));
                let corner = DimensionTarget::Angle {
                    vertex: PointRef::At(Point::ORIGIN),
                    from: point(angle),
                    to: point(angle + 0.1 + length * 0.02),
                };
                let targets = [
                    between([0.0, 0.0], to),
                    fixed(RoundMeasure::Radius),
                    fixed(RoundMeasure::Diameter),
                    fixed(RoundMeasure::ArcLength),
                    corner,
                ];
                for (index, target) in targets.into_iter().enumerate() {
                    let mut scene = Scene::new();
                    scene.set_dimension_style(style.clone()).unwrap();
                    let tolerance = tolerance.clone().filter(|_| index != 4);
                    dimension(
                        &mut scene,
                        "d",
                        target,
                        DimensionOptions { tolerance, ..DimensionOptions::default() },
                    );
                    let (lines, boxes) = drawn(&scene);
                    let crossings = EdgeTree::new(&lines).crossings(&EdgeTree::new(&boxes));
                    assert!(
                        crossings.is_empty(),
                        "{style:?}\ntarget {index}, length {length}, angle {angle}: {crossings:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn chain_and_baseline_measure_every_point() {
    let mut scene = Scene::new();
    let row = |row: Row| DimensionTarget::Between {
        points: [40.0, 0.0, 4.0, 6.0, 8.0].map(|x| PointRef::At(Point::new(x, x))).to_vec(),
        direction: Direction::Angle(0.0),
        row,
    };
    dimension(&mut scene, "chain", row(Row::Chain), DimensionOptions::default());
    assert_eq!(texts(&scene, "chain"), ["4", "2", "2", "32"]);
    dimension(&mut scene, "base", row(Row::Baseline), DimensionOptions::default());
    assert_eq!(texts(&scene, "base"), ["32", "34", "36", "40"]);
    let (lines, boxes) = {
        scene.delete_entity("base", Contents::Included).unwrap();
        drawn(&scene)
    };
    assert!(EdgeTree::new(&lines).crossings(&EdgeTree::new(&boxes)).is_empty());
}

#[test]
fn line_on_a_side_that_was_named_stands_beyond_what_is_in_its_way() {
    // Devices begin just beyond the first line, whose texts have no room there, and reach further than rows of lines do.
    for (side, along) in [(DimensionSide::Above, 0.0), (DimensionSide::Left, FRAC_PI_2)] {
        let turn = |point: [f64; 2]| if along == 0.0 { point } else { [-point[1], point[0]] };
        let mut scene = Scene::new();
        scene.set_drawing_scale(1.0).unwrap();
        let [x, y] = turn([60.0, 41.5]);
        let (width, height) = if along == 0.0 { (100.0, 60.0) } else { (60.0, 100.0) };
        rect(&mut scene, "device", x, y, width, height);
        let points = [0.0, 40.0, 80.0, 120.0].map(|at| PointRef::At(Point::from(turn([at, 0.0])))).to_vec();
        let target = DimensionTarget::Between { points, direction: Direction::Angle(along), row: Row::Chain };
        let options = DimensionOptions { side: Some(side), ..DimensionOptions::default() };
        dimension(&mut scene, "chain", target, options);
        settle(&mut scene);
        for measure in measures(&scene, "chain") {
            let MeasureKind::Linear { line, .. } = measure.kind else { panic!() };
            let height = if along == 0.0 { line.y } else { -line.x };
            assert!((height - 81.5).abs() < 1e-6, "{side:?}: {height}");
        }
    }
}

#[test]
fn arc_length_of_something_without_arcs_says_what_it_measures() {
    let mut scene = Scene::new();
    scene.draw("wave", Shape::path("M 0 0 C 10 10 20 10 30 0").unwrap()).unwrap();
    rect(&mut scene, "plate", 0.0, 40.0, 80.0, 50.0);
    for (name, kind) in [("wave", "path"), ("plate", "rect")] {
        let target =
            DimensionTarget::Round { name: name.into(), index: None, measure: RoundMeasure::ArcLength };
        let source = DimensionSource { target, options: DimensionOptions::default() };
        let error = scene.draw_dimension("d", source, None, &Fonts::builtin()).unwrap_err();
        assert_eq!(
            error.message,
            format!(
                "\"{name}\" is a {kind}, and arcLength measures a circle or an arc; the length of all lines and curves is \
                 getLength(\"{name}\"), which leader can write beside it"
            )
        );
    }
}

#[test]
fn extent_of_curves_is_measured_at_their_furthest_points() {
    let mut scene = Scene::new();
    circle(&mut scene, "disc", 30.0, -4.0, 25.0);
    // A pointed arch, turned by a sixth of a turn.
    scene.draw("arch", Shape::path("M -10 0 A 20 20 0 0 1 10 0 L 10 -30 L -10 -30 Z").unwrap()).unwrap();
    scene.rotate("arch", std::f64::consts::FRAC_PI_3, Space::World, Around::Origin).unwrap();
    for (of, angle, expected) in [
        ("disc", 0.0, [[5.0, -4.0], [55.0, -4.0]]),
        ("disc", std::f64::consts::FRAC_PI_2, [[30.0, -29.0], [30.0, 21.0]]),
    ] {
        dimension(&mut scene, "d", extent(of, angle), DimensionOptions::default());
        let MeasureKind::Linear { from, to, .. } = measures(&scene, "d")[0].kind else { panic!() };
        for (point, expected) in [from, to].into_iter().zip(expected.map(Point::from)) {
            assert!(point.distance_to(expected) < 1e-9, "{of} {angle}: {point:?}");
        }
    }
    let wires: Vec<Wire> = {
        let id = scene.find("arch").unwrap();
        let Content::Leaf(shape) = &scene.entity(id).content else { panic!() };
        Wire::all_of(shape, &scene.world_of(id))
    };
    for step in 0..8 {
        dimension(&mut scene, "d", extent("arch", f64::from(step) * 0.4), DimensionOptions::default());
        let MeasureKind::Linear { from, to, .. } = measures(&scene, "d")[0].kind else { panic!() };
        for point in [from, to] {
            let apart = wires.iter().map(|wire| wire.nearest(point).1).fold(f64::INFINITY, f64::min);
            assert!(apart < 1e-9, "{step}: {point:?} is {apart} beside the outline");
        }
    }
}

#[test]
fn annotation_acts_as_one_entity() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    hatch(&mut scene, "lines", &["plate"], &[]).unwrap();
    assert_eq!(all(&scene), "plate width lines");
    scene.set_layer("width", "dims", Contents::Apart).unwrap();
    assert_eq!(scene.entity_json("width_0").unwrap()["layer"], "dims");
    let before = scene.clone();
    scene.translate("plate", 1.0, 0.0, Space::World).unwrap();
    settle(&mut scene);
    assert_eq!(difference(&before, &scene).changed, ["plate", "width", "lines"]);
    // A part that is moved makes it a group of shapes, and deleting it removes its parts.
    scene.translate("width_0", 1.0, 0.0, Space::World).unwrap();
    assert_eq!(form(&scene, "width"), None);
    assert!(scene.delete("lines") && !scene.exists("lines_0"));
}

#[test]
fn hatch_follows_area_and_leaves_islands_and_texts_free() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    circle(&mut scene, "bore", 10.0, 0.0, 10.0);
    hatch(&mut scene, "lines", &["plate"], &["bore"]).unwrap();
    scene.translate("bore", -10.0, 5.0, Space::World).unwrap();
    let inside = between([-35.0, -20.0], [-10.0, -20.0]);
    let options = DimensionOptions { side: Some(DimensionSide::Above), ..DimensionOptions::default() };
    dimension(&mut scene, "d", inside, options);
    settle(&mut scene);
    let lines = scene.world_bounds("lines").unwrap();
    assert_near([lines.min.x, lines.min.y, lines.max.x, lines.max.y], [-40.0, -25.0, 40.0, 25.0]);
    assert!(scene.distance("lines", "bore").unwrap().distance > -1.0);
    let nearest = |x: f64, y: f64| {
        let hit = scene.entities_at(x, y, Some(2.2)).unwrap();
        hit.iter().any(|name| name == "lines")
    };
    assert!(nearest(30.0, 20.0) && !nearest(0.0, 5.0), "the bore moved, and the hatch with it");
    let text =
        scene.outline().iter().find(|item| item.text.is_some()).and_then(|item| item.world_bounds).unwrap();
    let middle = text.center();
    assert!(!scene.entities_at(middle.x, middle.y, Some(0.5)).unwrap().contains(&"lines".to_owned()));
}

#[test]
fn hatch_of_large_area_is_drawn_before_the_scale_is_known() {
    let mut scene = Scene::new();
    scene.set_units(Units::Meters);
    rect(&mut scene, "lake", 0.0, 0.0, 600.0, 400.0);
    hatch(&mut scene, "h", &["lake"], &[]).unwrap();
    settle(&mut scene);
    let Some(Form::Hatch(form)) = form(&scene, "h") else { panic!("there is no hatch") };
    // 2 mm on paper at 1:2000, the first scale at which it fits a sheet.
    assert!((form.lines[0].offset.x.hypot(form.lines[0].offset.y) - 4.0).abs() < 1e-9, "{form:?}");
}

#[test]
fn center_mark_takes_the_only_centre_in_a_group_or_an_instance() {
    let mut scene = Scene::new();
    circle(&mut scene, "inner", 30.0, 10.0, 5.0);
    circle(&mut scene, "outer", 30.0, 10.0, 12.0);
    circle(&mut scene, "far", 90.0, 10.0, 5.0);
    scene.create_group("washer", &names(&["inner", "outer"])).unwrap();
    scene.create_group("all", &names(&["washer", "far"])).unwrap();
    let mark = |scene: &mut Scene, of: &str| {
        let note = NoteSource::CenterMark { of: of.into(), beyond: 3.0 };
        scene.draw_note("mark", note, None, &Fonts::builtin())
    };
    mark(&mut scene, "washer").unwrap();
    settle(&mut scene);
    assert_near(box_of(scene.world_bounds("mark")), [15.0, -5.0, 45.0, 25.0]);
    let error = mark(&mut scene, "all").unwrap_err();
    assert!(error.message.contains("3 circles about different centres"), "{}", error.message);
    rect(&mut scene, "plate", 0.0, 0.0, 5.0, 5.0);
    scene.create_group("plates", &names(&["plate"])).unwrap();
    let error = mark(&mut scene, "plates").unwrap_err();
    assert!(error.message.contains("is a group without circles and arcs"), "{}", error.message);
}

#[test]
fn hatch_that_cannot_be_drawn_is_refused() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    rect(&mut scene, "cover", 0.0, 0.0, 100.0, 60.0);
    scene.draw("line", Shape::line(vec![Point::ORIGIN, Point::new(1.0, 1.0)]).unwrap()).unwrap();
    let cases: [(&[&str], &[&str], &str); 3] = [
        (&["plate"], &["cover"], "there is no area to hatch"),
        (&["line"], &[], "\"line\" is a line, which is not closed"),
        (&["plat"], &[], "did you mean \"plate\"?"),
    ];
    for (of, islands, reason) in cases {
        let error = hatch(&mut scene, "h", of, islands).unwrap_err();
        assert!(error.message.contains(reason), "{}", error.message);
        assert!(!scene.exists("h"));
    }
}

#[test]
fn annotations_and_page_round_trip_through_bytes() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 80.0, 50.0);
    hatch(&mut scene, "lines", &["plate"], &[]).unwrap();
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    scene.set_page(Page::named("A4", None).unwrap(), Some(2.0)).unwrap();
    scene.draw_note("frame", NoteSource::Frame, None, &Fonts::builtin()).unwrap();
    settle(&mut scene);
    let bytes = postcard::to_stdvec(&scene).unwrap();
    let copy: Scene = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(copy, scene);
    assert_eq!(copy.page(), scene.page());
    assert_eq!(form(&copy, "width"), form(&scene, "width"));
    let mut record = scene.to_record();
    let position = record.entities.iter().position(|entity| &*entity.name == "plate").unwrap();
    record.entities[position].annotation = record.entities[position + 1].annotation.clone();
    assert!(Scene::from_record(record).unwrap_err().message.contains("an annotation is a group"));
}

#[test]
fn page_takes_largest_scale_that_fits_with_dimensions() {
    let mut scene = Scene::new();
    rect(&mut scene, "house", 4000.0, 3000.0, 12_000.0, 9_000.0);
    dimension(&mut scene, "width", extent("house", 0.0), DimensionOptions::default());
    scene.set_page(Page::named("A3", None).unwrap(), None).unwrap();
    assert!(settle(&mut scene).is_empty());
    assert_eq!(scene.drawing_scale(), Some(50.0));
    // The drawing is in the middle of the frame.
    let page = scene.page_bounds().unwrap();
    assert_near([page.width(), page.height(), 0.0, 0.0], [420.0 * 50.0, 297.0 * 50.0, 0.0, 0.0]);
    let all = box_of(scene.bounds());
    let room = [all[0] - page.min.x, page.max.x - all[2], all[1] - page.min.y, page.max.y - all[3]];
    assert!((room[0] - room[1] - 500.0).abs() < 1e-6 && (room[2] - room[3]).abs() < 1e-6, "{room:?}");
}

#[test]
fn drawing_too_large_for_page_warns_with_scale_that_fits() {
    let mut scene = Scene::new();
    rect(&mut scene, "house", 0.0, 0.0, 12_000.0, 9_000.0);
    scene.set_page(Page::named("A4", None).unwrap(), Some(10.0)).unwrap();
    assert_eq!(
        settle(&mut scene),
        [
            "the drawing takes 1200 x 900 mm at 1:10, which does not fit on A4; it would fit at about 1:100, or take a larger page"
        ]
    );
    let error = Scene::new()
        .draw_note("block", NoteSource::TitleBlock(Box::default()), None, &Fonts::builtin())
        .unwrap_err();
    assert!(error.message.contains("call setPage first"), "{}", error.message);
}

/// A plate at the origin, and its detail to the right, each for a sheet of its own.
fn two_parts() -> Scene {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 120.0, 80.0);
    rect(&mut scene, "clip", 500.0, 0.0, 40.0, 60.0);
    scene
}

fn a4() -> Page {
    Page::named("A4", None).unwrap()
}

fn around(x: f64, y: f64) -> Page {
    Page { center: Some(Point::new(x, y)), ..a4() }
}

#[test]
fn first_sheet_is_centred_on_entities_of_no_other_sheet() {
    let mut scene = two_parts();
    let fonts = Fonts::builtin();
    scene.set_page(Page::named("A3", None).unwrap(), None).unwrap();
    scene.draw_note("frame", NoteSource::Frame, None, &fonts).unwrap();
    assert_eq!(scene.set_sheet("Clip", around(500.0, 0.0), None), Ok(1));
    scene.draw_note("clip_frame", NoteSource::Frame, None, &fonts).unwrap();
    scene.draw_note("clip_title", NoteSource::TitleBlock(Box::default()), None, &fonts).unwrap();
    assert!(settle(&mut scene).is_empty());
    // At 2:1 the plate fits A3, and it is alone there.
    assert_eq!(scene.drawing_scale(), Some(0.5));
    let [first, second] = scene.sheets() else { panic!("{:?}", scene.sheets()) };
    assert_eq!((&*first.name, &*second.name), ("Sheet", "Clip"));
    let middle = |sheet: &NamedPage| sheet.page.to_scene(0.5) * sheet.page.frame().center();
    assert_eq!((middle(first), middle(second)), (Point::ORIGIN, Point::new(500.0, 0.0)));
    // Each note lies within its own sheet, and the title block counts the sheets.
    let inside = |name: &str, sheet: &NamedPage| {
        let (own, area) = (scene.world_bounds(name).unwrap(), scene.sheet_bounds(&sheet.page));
        area.holds(own.min) && area.holds(own.max)
    };
    assert!(inside("frame", first) && inside("clip_frame", second) && inside("clip_title", second));
    let is_number = |visit: Visit<'_>| match visit {
        Visit::Leaf(leaf) => leaf.text.is_some_and(|text| text.text == "2/2"),
        _ => false,
    };
    assert!(scene.walk_back_to_front().any(is_number));
    // A sheet alone has none of the notes of others, and nothing that only these show.
    let alone = scene.with_one_sheet(1);
    let has = ["frame", "plate", "clip_frame", "clip"].map(|name| alone.exists(name));
    assert_eq!(has, [false, false, true, true]);
    assert_eq!((alone.page(), alone.sheets().len()), (Some(&*second.page), 1));
    // Bytes keep all sheets, and what is on which.
    let copy: Scene = postcard::from_bytes(&postcard::to_stdvec(&scene).unwrap()).unwrap();
    assert_eq!(copy, scene);
    assert!(!copy.with_one_sheet(0).exists("clip_frame"));
}

#[test]
fn sheet_set_again_keeps_its_place_and_others_their_notes() {
    let mut scene = two_parts();
    let fonts = Fonts::builtin();
    scene.set_sheet("Plate", a4(), Some(1.0)).unwrap();
    scene.set_sheet("Clip", around(500.0, 0.0), Some(1.0)).unwrap();
    assert_eq!(scene.set_sheet("Plate", Page { center: Some(Point::new(0.0, 10.0)), ..a4() }, None), Ok(0));
    scene.draw_note("frame", NoteSource::Frame, None, &fonts).unwrap();
    assert!(settle(&mut scene).is_empty());
    assert_eq!(scene.sheets().len(), 2);
    assert_eq!(scene.notes_on_sheet(0).collect::<Vec<_>>(), ["frame"]);
    assert_eq!(scene.notes_on_sheet(1).count(), 0);
}

#[test]
fn further_sheet_needs_center_and_scale_of_drawing() {
    let mut scene = two_parts();
    let refused = |scene: &mut Scene, name: &str, page: Page, scale: Option<f64>| {
        scene.set_sheet(name, page, scale).unwrap_err().message
    };
    scene.set_page(a4(), Some(2.0)).unwrap();
    let message = refused(&mut scene, "Clip", a4(), None);
    assert!(message.starts_with("the sheet \"Clip\" needs the option center"), "{message}");
    let message = refused(&mut scene, "Clip", around(500.0, 0.0), Some(1.0));
    assert_eq!(
        message,
        "all sheets of a drawing have one scale, here 1:2, got 1:1 for the sheet \"Clip\"; detailView draws a part at another scale"
    );
    assert!(
        refused(&mut scene, " ", around(0.0, 0.0), None).starts_with("the name of a sheet must have 1 to 60")
    );
    assert!(refused(&mut scene, "a\nb", around(0.0, 0.0), None).contains("none that breaks the line"));
    assert_eq!(scene.sheets().len(), 1);
    for number in 1..MAX_SHEETS {
        scene.set_sheet(&format!("s{number}"), around(0.0, 0.0), None).unwrap();
    }
    let message = refused(&mut scene, "one more", around(0.0, 0.0), None);
    assert_eq!(message, "a drawing has at most 100 sheets");
}

#[test]
fn sheets_that_overlap_are_empty_or_leave_something_out_warn() {
    let mut scene = two_parts();
    scene.set_page(Page { center: Some(Point::ORIGIN), ..a4() }, Some(1.0)).unwrap();
    scene.set_sheet("Near", around(100.0, 0.0), None).unwrap();
    scene.set_sheet("Far", around(0.0, 2000.0), None).unwrap();
    let warnings = settle(&mut scene);
    let begins = [
        "the sheets \"Sheet\" and \"Near\" overlap",
        "the sheet \"Far\" shows nothing: there is nothing around",
        "parts of the drawing are on none of the 3 sheets at 1:1",
    ];
    assert_eq!(warnings.len(), begins.len(), "{warnings:?}");
    for (warning, begin) in warnings.iter().zip(begins) {
        assert!(warning.starts_with(begin), "{warning}");
    }
    // What lies on two sheets that touch, half on each, is on paper.
    let mut scene = Scene::new();
    rect(&mut scene, "bar", 0.0, 0.0, 200.0, 40.0);
    let blank = |x: f64| Page { center: Some(Point::new(x, 0.0)), ..a4().with_margin(0.0).unwrap() };
    scene.set_sheet("Left", blank(-105.0), Some(1.0)).unwrap();
    scene.set_sheet("Right", blank(105.0), None).unwrap();
    assert_eq!(settle(&mut scene), Vec::<String>::new());
}

/// Returns the straight lines of a dimension in the world, rounded, each from its start to its end.
fn straight_lines(scene: &Scene, name: &str) -> Vec<[f64; 4]> {
    let Some(Shape::Path(path)) = shape_of(scene, &format!("{name}_0")) else { panic!("no lines") };
    let (mut at, mut lines) = (Point::ORIGIN, Vec::new());
    for segment in path.segments() {
        if let Segment::Line(end) = segment {
            lines.push([at.x, at.y, end.x, end.y].map(|it| (it * 1e3).round() / 1e3 + 0.0));
        }
        at = segment.end().unwrap_or(at);
    }
    lines
}

fn shape_of(scene: &Scene, name: &str) -> Option<Shape> {
    scene.outline().iter().find(|item| item.name == name)?.shape.cloned()
}

#[test]
fn angle_has_extension_lines_where_nothing_is_drawn_at_its_arc() {
    let angle = |scene: &mut Scene, points: [[f64; 2]; 3], radius: f64| {
        let [vertex, from, to] = points.map(|point| PointRef::At(point.into()));
        let options = DimensionOptions { offset: Some(radius), ..DimensionOptions::default() };
        dimension(scene, "corner", DimensionTarget::Angle { vertex, from, to }, options);
        scene.set_drawing_scale(1.0).unwrap();
        settle(scene);
        let kind = measures(scene, "corner")[0].kind.clone();
        let MeasureKind::Angle { from, to, .. } = kind else { panic!("{kind:?}") };
        let ends = [from, to].map(|end| [end.x, end.y].map(|it| (it * 1e3).round() / 1e3 + 0.0));
        (straight_lines(scene, "corner"), ends)
    };
    let points = [[0.0, 0.0], [50.0, 0.0], [0.0, 40.0]];
    // Of points alone, they begin at the points, on either side of the arc.
    let (lines, ends) = angle(&mut Scene::new(), points, 30.0);
    assert_eq!(lines, [[49.0, 0.0, 28.0, 0.0], [0.0, 39.0, 0.0, 28.0]]);
    assert_eq!(ends, [[50.0, 0.0], [0.0, 40.0]]);
    let (lines, ends) = angle(&mut Scene::new(), points, 60.0);
    assert_eq!(lines, [[51.0, 0.0, 62.0, 0.0], [0.0, 41.0, 0.0, 62.0]]);
    assert_eq!(ends, [[50.0, 0.0], [0.0, 40.0]]);
    // A line that is drawn along a side needs none, and one that ends before the arc is continued from its end.
    let mut scene = Scene::new();
    let line = |scene: &mut Scene, name: &str, from: [f64; 2], to: [f64; 2]| {
        scene.draw(name, Shape::Line { points: vec![from.into(), to.into()] }).unwrap();
    };
    line(&mut scene, "level", [-10.0, 0.0], [35.0, 0.0]);
    line(&mut scene, "short", [0.0, 0.0], [0.0, 12.0]);
    let (lines, ends) = angle(&mut scene, points, 30.0);
    assert_eq!(
        lines,
        [[0.0, 39.0, 0.0, 28.0]],
        "the measured point is nearer to the arc than the end of the line"
    );
    assert_eq!(ends, [[50.0, 0.0], [0.0, 40.0]]);
    let (lines, ends) = angle(&mut scene, points, 20.0);
    assert_eq!(lines, [[0.0, 13.0, 0.0, 22.0]]);
    assert_eq!(ends, [[50.0, 0.0], [0.0, 12.0]]);
    // Lines that do not reach the point where they would meet are continued towards it.
    let mut scene = Scene::new();
    line(&mut scene, "one", [30.0, 0.0], [60.0, 0.0]);
    line(&mut scene, "other", [0.0, 10.0], [0.0, 50.0]);
    let options = DimensionOptions { offset: Some(20.0), ..DimensionOptions::default() };
    let target = DimensionTarget::Lines { one: "one".into(), other: "other".into() };
    dimension(&mut scene, "between", target, options);
    scene.set_drawing_scale(1.0).unwrap();
    settle(&mut scene);
    assert_eq!(straight_lines(&scene, "between"), [[29.0, 0.0, 18.0, 0.0]]);
}

#[test]
fn texts_in_blocks_are_as_high_on_paper_as_others() {
    // The height of the text of a dimension in a block, in the unit of the drawing, at each instance.
    let heights = |scene: &Scene| -> Vec<f64> {
        let mut heights: Vec<f64> = Vec::new();
        for visit in scene.walk_back_to_front() {
            let found = match &visit {
                Visit::Leaf(leaf) => leaf.text.map(|text| (text, leaf.world)),
                Visit::GroupStart { text, world, .. } => text.map(|text| (text, *world)),
                Visit::GroupEnd { .. } => None,
            };
            heights.extend(found.map(|(text, world)| text.cap_height * world.determinant().abs().sqrt()));
        }
        heights
    };
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 800.0, 500.0);
    rect(&mut scene, "other", 0.0, 900.0, 80.0, 50.0);
    dimension(&mut scene, "width", extent("plate", 0.0), DimensionOptions::default());
    // One of them measures what stays outside of the block.
    dimension(&mut scene, "away", extent("other", 0.0), DimensionOptions::default());
    scene.define_block("part", &names(&["plate", "width", "away"]), &BlockOptions::default()).unwrap();
    let insert = |scene: &mut Scene, block: &str, name: &str, x: f64, scale: f64| {
        let options = InsertOptions { scale: [scale, -scale], ..InsertOptions::default() };
        scene.insert_block(block, name, x, 0.0, &options, &Fonts::builtin()).unwrap();
    };
    insert(&mut scene, "part", "one", 0.0, 1.0);
    scene.set_drawing_scale(10.0).unwrap();
    settle(&mut scene);
    assert!(heights(&scene).iter().all(|height| (height - 35.0).abs() < 1e-9), "{:?}", heights(&scene));
    assert_eq!(heights(&scene).len(), 2);
    // In a block in a block, and of two scales the smaller one.
    insert(&mut scene, "part", "small", 2000.0, 0.5);
    scene.define_block("pair", &names(&["one", "small"]), &BlockOptions::default()).unwrap();
    insert(&mut scene, "pair", "all", 0.0, 0.2);
    settle(&mut scene);
    let mut found = heights(&scene);
    found.sort_by(f64::total_cmp);
    let expected = [35.0, 35.0, 70.0, 70.0];
    assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9), "{found:?}");
}

#[test]
fn marks_of_the_middles_end_at_the_frame_where_a_table_is() {
    let marks = |rows: usize, titled: bool| {
        let mut scene = Scene::new();
        rect(&mut scene, "plate", 0.0, 0.0, 20.0, 10.0);
        scene.set_page(Page::named("A6", None).unwrap(), Some(1.0)).unwrap();
        let draw = |scene: &mut Scene, name: &str, note| {
            scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
        };
        draw(&mut scene, "frame", NoteSource::Frame);
        if titled {
            let all = TitleBlock { title: "Clip".into(), ..TitleBlock::default() };
            draw(&mut scene, "title", NoteSource::TitleBlock(Box::new(all)));
        }
        let at = TablePlace::Corner { above: false, right: false };
        let rows = vec![vec!["a".into()]; rows];
        draw(&mut scene, "table", NoteSource::Table { rows, at, has_header: false, widths: Vec::new() });
        settle(&mut scene);
        // Of the lines of the frame, those that are marks: the left one and the right one end at their second point.
        let corner = scene.page_bounds().unwrap().min;
        let lines = straight_lines(&scene, "frame");
        lines.iter().rev().take(4).rev().map(|it| [it[2] - corner.x, it[3] - corner.y]).collect::<Vec<_>>()
    };
    let near = |found: &[[f64; 2]], expected: [f64; 2]| {
        assert!(
            (found[0][0] - expected[0]).abs() < 2e-3 && (found[1][0] - expected[1]).abs() < 2e-3,
            "{found:?}"
        );
    };
    near(&marks(1, false), [25.0, 90.0]);
    near(&marks(16, false), [20.0, 90.0]);
    // The table stands on a title block as wide as the frame.
    near(&marks(8, true), [20.0, 90.0]);
}

#[test]
fn tables_in_a_corner_stand_on_each_other_also_one_from_before_the_page() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 40.0, 20.0);
    let draw = |scene: &mut Scene, name: &str, note| {
        scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
    };
    let table = |rows: usize, at: TablePlace| {
        let rows = vec![vec!["a".into()]; rows];
        NoteSource::Table { rows, at, has_header: false, widths: Vec::new() }
    };
    let [low, high] = [false, true].map(|above| TablePlace::Corner { above, right: true });
    draw(&mut scene, "first", table(2, TablePlace::NextPage));
    assert!(scene.world_bounds("first").unwrap().max.y.abs() < 1.0);
    scene.set_page(Page::named("A4", None).unwrap(), Some(1.0)).unwrap();
    let all = TitleBlock { title: "Clip".into(), ..TitleBlock::default() };
    draw(&mut scene, "title", NoteSource::TitleBlock(Box::new(all)));
    draw(&mut scene, "second", table(3, low));
    draw(&mut scene, "above", table(2, high.clone()));
    draw(&mut scene, "beneath", table(2, high));
    assert_eq!(settle(&mut scene), [""; 0]);
    let [title, first, second, above, beneath] =
        ["title", "first", "second", "above", "beneath"].map(|it| scene.world_bounds(it).unwrap());
    for (lower, upper) in [(title, first), (first, second), (beneath, above)] {
        assert!((lower.max.y - upper.min.y).abs() < 0.01, "{lower:?} {upper:?}");
        assert!((lower.max.x - upper.max.x).abs() < 0.01, "{lower:?} {upper:?}");
    }
}

#[test]
fn chain_stands_nearer_than_the_dimension_over_all_of_it() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 60.0, 30.0);
    let below = || DimensionOptions { side: Some(DimensionSide::Below), ..DimensionOptions::default() };
    dimension(&mut scene, "all", extent("plate", 0.0), below());
    let points = [-30.0, -10.0, 30.0].map(|x| PointRef::At(Point::new(x, -15.0))).to_vec();
    let chain = DimensionTarget::Between { points, direction: Direction::Angle(0.0), row: Row::Chain };
    dimension(&mut scene, "chain", chain, below());
    assert_eq!(settle(&mut scene), [""; 0]);
    let level = |name: &str| scene.world_bounds(name).unwrap().min.y;
    assert!(level("all") < level("chain") - 5.0, "{} {}", level("all"), level("chain"));
}

#[test]
fn angle_in_a_mirrored_group_is_the_same_angle() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 60.0, 30.0);
    rect(&mut scene, "still", 200.0, 0.0, 60.0, 30.0);
    let corner = |name: &str| {
        let at = |index: usize| PointRef::Of { name: name.into(), place: Place::Vertex(index) };
        DimensionTarget::Angle { vertex: at(0), from: at(1), to: at(3) }
    };
    dimension(&mut scene, "own", corner("plate"), DimensionOptions::default());
    dimension(&mut scene, "other", corner("still"), DimensionOptions::default());
    let points = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]].map(|point| PointRef::At(point.into()));
    let [vertex, from, to] = points;
    dimension(&mut scene, "free", DimensionTarget::Angle { vertex, from, to }, DimensionOptions::default());
    scene.create_group("part", &names(&["plate", "own", "other", "free"])).unwrap();
    scene.mirror("part", "image", Axis::X).unwrap();
    scene.scale("part", -1.0, 1.0, Space::World, Around::Origin).unwrap();
    settle(&mut scene);
    for name in ["own", "other", "free", "image_1", "image_2", "image_3"] {
        assert_eq!(texts(&scene, name), ["90°"], "{name}");
    }
}

#[test]
fn frame_at_a_hole_ends_at_its_edge_and_not_across_it() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 160.0, 90.0);
    let holes = [("big", Point::new(-40.0, 0.0), 20.0), ("small", Point::new(40.0, -20.0), 3.0)];
    let sides = [
        Place::Side(-1.0, 0.0),
        Place::Side(1.0, 0.0),
        Place::Side(0.0, 1.0),
        Place::Side(0.0, -1.0),
        Place::Center,
    ];
    for (hole, center, radius) in holes {
        scene.draw(hole, Shape::circle(center.x, center.y, radius).unwrap()).unwrap();
        for (index, place) in sides.into_iter().enumerate() {
            let row = FrameRow {
                characteristic: Characteristic::Position,
                value: Some(0.1),
                before: String::new(),
                after: String::new(),
                datums: vec!["A".into()],
            };
            let note = NoteSource::ToleranceFrame {
                target: PointRef::Of { name: hole.into(), place },
                rows: vec![row],
                above: String::new(),
                to: NotePlace::Free(LEADER_OFFSET),
            };
            scene.draw_note(&format!("{hole}_{index}"), note, None, &Fonts::builtin()).unwrap();
        }
    }
    assert_eq!(settle(&mut scene), [""; 0]);
    for (hole, center, radius) in holes {
        for index in 0..sides.len() {
            // The first of its lines is the leader, from the target on.
            let name = format!("{hole}_{index}_0");
            let lines = scene.walk_back_to_front().find_map(|visit| match visit {
                Visit::Leaf(leaf) if leaf.name == name => Some(Wire::all_of(leaf.shape, &leaf.world)),
                _ => None,
            });
            let leader = &lines.unwrap()[0];
            assert!(
                (leader.start().distance_to(center) - radius).abs() < 1e-9,
                "{name}: {:?}",
                leader.start()
            );
            // Before the landing, which is a part of the line.
            for share in (1..16).map(|step| f64::from(step) / 20.0) {
                let (point, _) = leader.at_length(share * leader.length());
                assert!(point.distance_to(center) > radius, "{name} leads across its hole");
            }
        }
    }
}

#[test]
fn dot_of_a_balloon_keeps_clear_of_a_tag_in_the_middle() {
    let mut scene = Scene::new();
    rect(&mut scene, "tank", 0.0, 0.0, 30.0, 50.0);
    let options = TextOptions { align: Align::Center, ..TextOptions::default() };
    scene.draw_text("tag", "T-101", 0.0, 0.0, 5.0, &options, &Fonts::builtin()).unwrap();
    let target = PointRef::Of { name: "tank".into(), place: Place::Center };
    let note = NoteSource::Balloon { target, text: "1".into(), to: NotePlace::Free(LEADER_OFFSET) };
    scene.draw_note("balloon", note, None, &Fonts::builtin()).unwrap();
    assert_eq!(settle(&mut scene), [""; 0]);
}

/// Returns the straight lines of the leader of a note: to its bend, and the landing.
fn leader_of(scene: &Scene, name: &str) -> Vec<[Point; 2]> {
    let drawn = format!("{name}_0");
    let lines = scene.walk_back_to_front().find_map(|visit| match visit {
        Visit::Leaf(leaf) if leaf.name == drawn => Some(Wire::all_of(leaf.shape, &leaf.world)),
        _ => None,
    });
    // The landing goes on where the leader bends, so that both are one line.
    let line = &lines.unwrap()[0];
    let steps = 200;
    let at = |step: i32| line.at_length(line.length() * f64::from(step) / f64::from(steps)).0;
    (0..steps).map(|step| [at(step), at(step + 1)]).collect()
}

fn cross(one: [Point; 2], other: [Point; 2]) -> bool {
    let side = |from: Point, to: Point, at: Point| {
        (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)
    };
    let [a, b] = one;
    let [c, d] = other;
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Draws half in section a shaft of steps with their edges, along the x axis.
fn shaft(scene: &mut Scene) {
    let steps = [
        [0.0, 10.0],
        [22.0, 10.0],
        [22.0, 17.5],
        [70.0, 17.5],
        [70.0, 25.0],
        [82.0, 25.0],
        [82.0, 15.0],
        [120.0, 15.0],
    ];
    let upper = steps.map(Point::from);
    let lower = upper.iter().rev().map(|point| Point::new(point.x, -point.y));
    let body: Vec<Point> = upper.into_iter().chain(lower).collect();
    scene.draw("body", Shape::polygon(body, Vec::new()).unwrap()).unwrap();
    for [x, radius] in [[22.0, 17.5], [70.0, 25.0], [82.0, 25.0]] {
        let edge = Shape::line(vec![Point::new(x, -radius), Point::new(x, radius)]).unwrap();
        scene.draw(&format!("edge_{x}"), edge).unwrap();
    }
    let axis = Shape::line(vec![Point::ORIGIN, Point::new(120.0, 0.0)]).unwrap();
    scene.draw("axis", axis).unwrap();
}

fn frame(characteristic: Characteristic, datum: &str, at: [f64; 2]) -> NoteSource {
    let row = FrameRow {
        characteristic,
        value: Some(0.02),
        before: String::new(),
        after: String::new(),
        datums: vec![datum.into()],
    };
    NoteSource::ToleranceFrame {
        target: PointRef::At(at.into()),
        rows: vec![row],
        above: String::new(),
        to: NotePlace::Free(LEADER_OFFSET),
    }
}

#[test]
fn leaders_on_one_side_of_a_part_neither_cross_nor_run_through_to_the_other_side() {
    let names = ["runout", "face", "form", "finish"];
    for [runout, face, form, finish] in
        [[41.8, 21.2, 106.2, 54.0], [54.2, 21.8, 105.8, 31.1], [28.8, 23.2, 110.0, 33.7]]
    {
        let mut scene = Scene::new();
        shaft(&mut scene);
        let leader = NoteSource::Leader {
            target: PointRef::At(Point::new(finish, 17.5)),
            text: "ground".into(),
            to: NotePlace::Free(LEADER_OFFSET),
        };
        let notes = [
            frame(Characteristic::CircularRunout, "A-B", [runout, 17.5]),
            frame(Characteristic::Perpendicularity, "A", [70.0, face]),
            frame(Characteristic::Cylindricity, "B", [form, 15.0]),
            leader,
        ];
        for (name, note) in names.into_iter().zip(notes) {
            scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
        }
        assert_eq!(settle(&mut scene), [""; 0]);
        let leaders = names.map(|name| leader_of(&scene, name));
        for (name, leader) in names.iter().zip(&leaders) {
            assert!(leader.iter().all(|[from, _]| from.y > 14.0), "{name} runs to the far side: {leader:?}");
        }
        for (index, one) in leaders.iter().enumerate() {
            for (other, name) in leaders[..index].iter().zip(names) {
                let is_across = one.iter().any(|a| other.iter().any(|b| cross(*a, *b)));
                assert!(
                    !is_across,
                    "{} runs across {name} for {runout} {face} {form} {finish}",
                    names[index]
                );
            }
        }
    }
}

#[test]
fn leader_of_an_edge_leaves_it_outward() {
    // From a point, as from a side: a lower edge, a slanted one, and the rim of a bore.
    let mut scene = Scene::new();
    let corners = [[0.0, 0.0], [120.0, 0.0], [120.0, 40.0], [60.0, 80.0], [0.0, 80.0]].map(Point::from);
    scene.draw("plate", Shape::polygon(corners.to_vec(), Vec::new()).unwrap()).unwrap();
    scene.draw("bore", Shape::circle(40.0, 40.0, 15.0).unwrap()).unwrap();
    for (name, target, outward) in [
        ("low", [70.0, 0.0], [0.0, -1.0]),
        ("slanted", [90.0, 60.0], [2.0, 3.0]),
        ("rim", [40.0, 55.0], [0.0, 1.0]),
        ("left", [0.0, 30.0], [-1.0, 0.0]),
    ] {
        let note = frame(Characteristic::Position, "A", target);
        scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
        settle(&mut scene);
        let [from, to] = leader_of(&scene, name)[20];
        let along = (to.x - from.x) * outward[0] + (to.y - from.y) * outward[1];
        assert!(along > 0.0, "{name}: {from:?} {to:?}");
    }
}

#[test]
fn text_of_several_lines_stays_as_near_as_one_of_a_single_line() {
    // Inside of a plot that is too large to lead out of.
    for text in ["house", "house\n±0.00 = 412.50", "house\n±0.00 = 412.50\nbuilt 1931"] {
        let mut scene = Scene::new();
        rect(&mut scene, "plot", 0.0, 0.0, 360.0, 240.0);
        rect(&mut scene, "house", 0.0, 0.0, 40.0, 30.0);
        let target = PointRef::Of { name: "house".into(), place: Place::Side(0.0, 1.0) };
        let note = NoteSource::Leader { target, text: text.into(), to: NotePlace::Free(LEADER_OFFSET) };
        scene.draw_note("note", note, None, &Fonts::builtin()).unwrap();
        assert_eq!(settle(&mut scene), [""; 0]);
        let bounds = scene.world_bounds("note").unwrap();
        assert!(bounds.max.y < 60.0 && bounds.max.x < 90.0, "{text:?}: {bounds:?}");
    }
}

#[test]
fn datum_stands_straight_on_the_edge_it_points_at() {
    let mut scene = Scene::new();
    let corners = [[0.0, 0.0], [120.0, 0.0], [120.0, 40.0], [60.0, 100.0], [0.0, 100.0]].map(Point::from);
    scene.draw("plate", Shape::polygon(corners.to_vec(), Vec::new()).unwrap()).unwrap();
    let below = DimensionOptions { side: Some(DimensionSide::Below), ..DimensionOptions::default() };
    dimension(&mut scene, "width", extent("plate", 0.0), below);
    for (name, target, outward) in [
        ("a", [30.0, 0.0], [0.0, -1.0]),
        ("b", [90.0, 70.0], [1.0, 1.0]),
        ("c", [0.0, 50.0], [-1.0, 0.0]),
        ("d", [30.0, 100.0], [0.0, 1.0]),
    ] {
        let target = PointRef::At(target.into());
        let note = NoteSource::Datum { target, letter: name.to_uppercase(), angle: None, offset: None };
        scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
        settle(&mut scene);
        let [from, to] = leader_of(&scene, name)[20];
        let (x, y) = (to.x - from.x, to.y - from.y);
        let turn = (x * outward[1] - y * outward[0]) / (x.hypot(y) * f64::hypot(outward[0], outward[1]));
        assert!(turn.abs() < 1e-9 && x * outward[0] + y * outward[1] > 0.0, "{name}: {from:?} {to:?}");
    }
}

#[test]
fn leader_of_a_surface_does_not_run_through_the_texts_of_its_symbol() {
    let mut scene = Scene::new();
    rect(&mut scene, "block", 0.0, 0.0, 60.0, 60.0);
    // Everything above the target and beside it is taken.
    rect(&mut scene, "other", -70.0, 60.0, 70.0, 100.0);
    let details = SurfaceDetails { to: Some(NotePlace::Free(LEADER_OFFSET)), ..SurfaceDetails::default() };
    let note = NoteSource::SurfaceFinish {
        target: PointRef::Of { name: "block".into(), place: Place::Side(-1.0, 0.0) },
        text: "Ra 3.2 max".into(),
        machining: Machining::Required,
        angle: 0.0,
        details: Box::new(details),
    };
    scene.draw_note("surface", note, None, &Fonts::builtin()).unwrap();
    settle(&mut scene);
    let [from, to] = leader_of(&scene, "surface")[20];
    assert!(to.x > from.x || to.y > from.y, "{from:?} {to:?}");
}

#[test]
fn note_at_the_side_of_a_turned_thing_points_at_its_outline() {
    let mut scene = Scene::new();
    rect(&mut scene, "house", 0.0, 0.0, 60.0, 40.0);
    scene.rotate("house", 0.3, Space::World, Around::default()).unwrap();
    for (name, x, y) in [("top", 0.0, 1.0), ("right", 1.0, 0.0), ("low", 0.0, -1.0), ("left", -1.0, 0.0)] {
        let target = PointRef::Of { name: "house".into(), place: Place::Side(x, y) };
        let note = NoteSource::Leader { target, text: name.into(), to: NotePlace::Free(LEADER_OFFSET) };
        scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
    }
    assert_eq!(settle(&mut scene), [""; 0]);
    for name in ["top", "right", "low", "left"] {
        let [tip, _] = leader_of(&scene, name)[0];
        let (sin, cos) = 0.3_f64.sin_cos();
        let (x, y) = (tip.x * cos + tip.y * sin, tip.y * cos - tip.x * sin);
        let gap = (x.abs() - 30.0).max(y.abs() - 20.0);
        assert!(gap.abs() < 1e-9, "{name}: {gap} from the outline");
    }
}

fn datum_at(scene: &mut Scene, name: &str, target: PointRef) {
    let note = NoteSource::Datum { target, letter: "A".into(), angle: None, offset: None };
    scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
}

fn side_of_plate(x: f64, y: f64) -> PointRef {
    PointRef::Of { name: "plate".into(), place: Place::Side(x, y) }
}

#[test]
fn datum_of_a_side_moves_along_it_instead_of_into_the_part() {
    for (side, along) in [(DimensionSide::Below, 0.0), (DimensionSide::Left, FRAC_PI_2)] {
        let mut scene = Scene::new();
        rect(&mut scene, "plate", 0.0, 0.0, 90.0, 60.0);
        let options = DimensionOptions { side: Some(side), ..DimensionOptions::default() };
        dimension(&mut scene, "size", extent("plate", along), options);
        let out = if along == 0.0 { Point::new(0.0, -1.0) } else { Point::new(-1.0, 0.0) };
        datum_at(&mut scene, "datum", side_of_plate(out.x, out.y));
        assert_eq!(settle(&mut scene), [""; 0]);
        let [from, to] = leader_of(&scene, "datum")[20];
        let way = Point::new(to.x - from.x, to.y - from.y);
        assert!(way.x * out.x + way.y * out.y > 0.0, "{side:?}: {from:?} {to:?}");
        // Its triangle stands on the side.
        let bounds = scene.world_bounds("datum").unwrap();
        let (reach, edge) = if along == 0.0 { (bounds.max.y, -30.0) } else { (bounds.max.x, -45.0) };
        assert!((reach - edge).abs() < 1e-9, "{bounds:?}");
    }
}

#[test]
fn dimension_stands_on_the_side_to_which_its_extension_lines_do_not_run_through_the_part() {
    // A plate with slanted flanks, the step of an angle, and a slot from above: the usual side is below.
    let outlines: [&[[f64; 2]]; 3] = [
        &[[0.0, 0.0], [60.0, 0.0], [60.0, 10.0], [55.0, 30.0], [5.0, 30.0], [0.0, 10.0]],
        &[[0.0, 0.0], [80.0, 0.0], [80.0, 20.0], [30.0, 20.0], [30.0, 60.0], [0.0, 60.0]],
        &[
            [0.0, 0.0],
            [90.0, 0.0],
            [90.0, 50.0],
            [70.0, 50.0],
            [70.0, 15.0],
            [20.0, 15.0],
            [20.0, 50.0],
            [0.0, 50.0],
        ],
    ];
    let measured = [[[5.0, 30.0], [55.0, 30.0]], [[30.0, 20.0], [80.0, 20.0]], [[20.0, 50.0], [70.0, 50.0]]];
    for (outline, [from, to]) in outlines.iter().zip(measured) {
        let width = |side: Option<DimensionSide>| {
            let mut scene = Scene::new();
            scene.set_drawing_scale(1.0).unwrap();
            let corners = outline.iter().map(|corner| Point::from(*corner)).collect();
            scene.draw("plate", Shape::polygon(corners, Vec::new()).unwrap()).unwrap();
            dimension(
                &mut scene,
                "width",
                between(from, to),
                DimensionOptions { side, ..Default::default() },
            );
            assert_eq!(settle(&mut scene), [""; 0]);
            box_of(scene.world_bounds("width"))
        };
        let [_, low, _, _] = width(None);
        assert!(low >= from[1], "{from:?} {to:?}: down to {low}");
        // A side that was named is never left.
        assert!(width(Some(DimensionSide::Below))[1] < 0.0, "{from:?} {to:?}");
    }
    // The places of holes lead through the part on both sides, and keep the usual one.
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 60.0);
    dimension(&mut scene, "holes", between([-20.0, 10.0], [20.0, 10.0]), DimensionOptions::default());
    settle(&mut scene);
    assert!(box_of(scene.world_bounds("holes"))[1] < -30.0);
}

#[test]
fn hole_near_an_edge_is_measured_from_that_edge() {
    // Far above the middle, near enough to it for the usual side, and below it.
    for (y, is_above) in [(40.0, true), (10.0, false), (-40.0, false)] {
        let mut scene = Scene::new();
        scene.set_drawing_scale(1.0).unwrap();
        rect(&mut scene, "plate", 0.0, 0.0, 120.0, 100.0);
        scene.draw("hole", Shape::circle(-45.0, y, 3.0).unwrap()).unwrap();
        let options = DimensionOptions::default();
        let points = [[-60.0, -50.0], [-45.0, y]].map(|point| PointRef::At(point.into())).to_vec();
        let direction = Direction::Angle(0.0);
        let target = DimensionTarget::Between { points, direction, row: Row::Chain };
        dimension(&mut scene, "place", target, options);
        assert_eq!(settle(&mut scene), [""; 0]);
        let [_, low, _, high] = box_of(scene.world_bounds("place"));
        assert_eq!(high > 50.0, is_above, "{y}: {low} to {high}");
    }
}

#[test]
fn dimensions_of_two_steps_share_an_extension_line_rather_than_run_through_the_part() {
    let mut scene = Scene::new();
    scene.set_drawing_scale(1.0).unwrap();
    let corners = [[0.0, 0.0], [80.0, 0.0], [80.0, 20.0], [30.0, 20.0], [30.0, 60.0], [0.0, 60.0]];
    let corners = corners.map(Point::from).to_vec();
    scene.draw("angle", Shape::polygon(corners, Vec::new()).unwrap()).unwrap();
    for (name, from, to) in [
        ("top", [0.0, 60.0], [30.0, 60.0]),
        ("step", [30.0, 20.0], [80.0, 20.0]),
        ("flange", [80.0, 0.0], [80.0, 20.0]),
    ] {
        dimension(&mut scene, name, between(from, to), DimensionOptions::default());
    }
    assert_eq!(settle(&mut scene), [""; 0]);
    for (name, low) in [("top", 60.0), ("step", 20.0)] {
        assert!(box_of(scene.world_bounds(name))[1] > low, "{name}");
    }
}

#[test]
fn dimension_line_keeps_clear_of_the_arrows_of_a_section() {
    for looks_left in [false, true] {
        let mut scene = Scene::new();
        scene.set_drawing_scale(1.0).unwrap();
        rect(&mut scene, "plate", 0.0, 0.0, 80.0, 40.0);
        // The arrows are 11 mm from the plate, where a first dimension line is 10 mm from it.
        let points = [[-25.0, 32.0], [-25.0, -32.0]].map(|point| PointRef::At(point.into())).to_vec();
        let mark = NoteSource::SectionMark { points, text: "A".into(), looks_left };
        scene.draw_note("mark", mark, None, &Fonts::builtin()).unwrap();
        let options = DimensionOptions { side: Some(DimensionSide::Below), ..Default::default() };
        dimension(&mut scene, "width", extent("plate", 0.0), options);
        assert_eq!(settle(&mut scene), [""; 0]);
        let [_, low, _, _] = box_of(scene.world_bounds("width"));
        let [_, letter, _, _] = box_of(scene.world_bounds("mark"));
        assert!(low < letter, "{low} is not beyond the letter at {letter}");
    }
}

#[test]
fn letter_of_a_datum_at_a_bore_is_not_on_the_axis() {
    let sides = [(0.0, -1.0), (1.0, 0.0)];
    for ((x, y), has_keyway) in sides.into_iter().flat_map(|side| [(side, false), (side, true)]) {
        let mut scene = Scene::new();
        scene.set_drawing_scale(1.0).unwrap();
        scene.draw("flange", Shape::circle(0.0, 0.0, 45.0).unwrap()).unwrap();
        scene.draw("bore", Shape::circle(0.0, 0.0, 15.0).unwrap()).unwrap();
        if has_keyway {
            rect(&mut scene, "keyway", 0.0, 15.0, 6.0, 8.0);
            let [bore, keyway] = [["bore"], ["keyway"]].map(|of| names(&of));
            let options = ResultOptions { keep: false, ..ResultOptions::default() };
            scene.draw_combined(RegionOperation::Union, &bore, &keyway, "bore", &options).unwrap();
        }
        for (name, end) in [("level", [50.0, 0.0]), ("upright", [0.0, 50.0])] {
            let ends = [end, end.map(|it: f64| -it)].map(|end| PointRef::At(end.into()));
            let [from, to] = ends;
            let note = NoteSource::CenterLine { from, to, beyond: 0.0 };
            scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
        }
        datum_at(&mut scene, "datum", PointRef::Of { name: "bore".into(), place: Place::Side(x, y) });
        assert_eq!(settle(&mut scene), [""; 0]);
        let [low_x, low_y, high_x, high_y] = box_of(scene.world_bounds("datum"));
        assert!(low_x * high_x > 0.0 && low_y * high_y > 0.0, "{low_x} {low_y} {high_x} {high_y}");
    }
}

#[test]
fn datum_of_a_side_stands_on_its_extension_line_where_a_dimension_is_along_all_of_it() {
    let mut scene = Scene::new();
    scene.set_drawing_scale(1.0).unwrap();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 60.0);
    for (name, side, angle) in
        [("width", DimensionSide::Below, 0.0), ("height", DimensionSide::Left, FRAC_PI_2)]
    {
        let options = DimensionOptions { side: Some(side), ..DimensionOptions::default() };
        dimension(&mut scene, name, extent("plate", angle), options);
    }
    datum_at(&mut scene, "datum", side_of_plate(-1.0, 0.0));
    assert_eq!(settle(&mut scene), [""; 0]);
    let [_, low, right, high] = box_of(scene.world_bounds("datum"));
    // To the left of the edge, below the corner, and with its triangle clear of the line of the width.
    assert!((right + 50.0).abs() < 1e-9 && high < -30.0 && low > -40.0, "{low} {right} {high}");
}

#[test]
fn leaders_at_given_places_across_each_other_are_a_warning() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 90.0, 60.0);
    let mut leader = |name: &str, target: [f64; 2], to: [f64; 2]| {
        let [target, to] = [target, to].map(|point| PointRef::At(point.into()));
        let note = NoteSource::Leader { target, text: name.into(), to: NotePlace::At(to) };
        scene.draw_note(name, note, None, &Fonts::builtin()).unwrap();
    };
    leader("one", [-20.0, 30.0], [20.0, 60.0]);
    leader("other", [20.0, 30.0], [-20.0, 60.0]);
    leader("apart", [-45.0, 0.0], [-60.0, 10.0]);
    assert_eq!(
        settle(&mut scene),
        [
            "leaders run across each other: \"other\" across \"one\"; give one of them another place, by offset or to"
        ]
    );
}

#[test]
fn title_block_may_stand_in_a_corner_that_the_drawing_leaves_empty() {
    // An L that leaves the lower right corner free, and its mirror image, which does not.
    let points = [[0.0, 0.0], [170.0, 0.0], [170.0, 120.0], [370.0, 120.0], [370.0, 250.0], [0.0, 250.0]];
    for (mirrored, scale) in [(false, 1.0), (true, 2.0)] {
        let corners = points.map(|[x, y]| Point::new(if mirrored { 370.0 - x } else { x }, y)).to_vec();
        let mut scene = Scene::new();
        scene.draw("plate", Shape::polygon(corners, Vec::new()).unwrap()).unwrap();
        scene.set_page(Page::named("A3", None).unwrap(), None).unwrap();
        let block = NoteSource::TitleBlock(Box::default());
        scene.draw_note("block", block, None, &Fonts::builtin()).unwrap();
        assert_eq!(settle(&mut scene), [""; 0]);
        assert_eq!(scene.drawing_scale(), Some(scale), "mirrored: {mirrored}");
        let plate = scene.world_bounds("plate").unwrap();
        let page = scene.page_bounds().unwrap();
        assert!(page.holds(plate.min) && page.holds(plate.max), "{page:?} {plate:?}");
    }
    // What lies inside of an outline is not empty.
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 370.0, 250.0);
    scene.set_page(Page::named("A3", None).unwrap(), Some(1.0)).unwrap();
    scene.draw_note("block", NoteSource::TitleBlock(Box::default()), None, &Fonts::builtin()).unwrap();
    let warnings = settle(&mut scene);
    assert!(warnings[0].contains("does not fit on A3; it would fit at about 1:2"), "{warnings:?}");
}

#[test]
fn extension_line_begins_at_the_end_of_a_line_that_it_would_lie_on() {
    let mut scene = Scene::new();
    for (name, low, high) in [("bend", 45.0, 45.0), ("slanted", 0.0, 10.0)] {
        let points = vec![Point::new(0.0, low), Point::new(100.0, high)];
        scene.draw(name, Shape::line(points).unwrap()).unwrap();
    }
    let at = |name: &str, place: Place| PointRef::Of { name: name.into(), place };
    for (place, side, x) in [
        (Place::Middle, DimensionSide::Right, 100.0),
        (Place::Middle, DimensionSide::Left, 0.0),
        (Place::Center, DimensionSide::Right, 100.0),
        (Place::Start, DimensionSide::Right, 0.0),
    ] {
        let points = vec![at("bend", place), at("slanted", Place::Middle)];
        let target =
            DimensionTarget::Between { points, direction: Direction::Angle(FRAC_PI_2), row: Row::Chain };
        let options = DimensionOptions { side: Some(side), ..DimensionOptions::default() };
        dimension(&mut scene, "height", target, options);
        settle(&mut scene);
        let MeasureKind::Linear { from, to, .. } = measures(&scene, "height")[0].kind else { panic!() };
        // What is slanted is measured where it was asked for.
        assert_eq!([from, to], [Point::new(50.0, 5.0), Point::new(x, 45.0)], "{place:?} {side:?}");
        assert_eq!(texts(&scene, "height"), ["40"]);
    }
}

#[test]
fn drawing_that_just_fits_its_page_is_clear_of_the_marks_of_the_middles() {
    let page = Page::named("A3", None).unwrap();
    let (frame, mark) = (page.frame(), 5.0);
    let mut fitting = 0;
    for missing in [9.0, 10.0, 10.9, 11.5, 12.0, 13.0, 14.0] {
        let mut scene = Scene::new();
        rect(&mut scene, "plate", 0.0, 0.0, frame.width() - missing, frame.height() - missing);
        scene.set_page(page.clone(), Some(1.0)).unwrap();
        scene.draw_note("frame", NoteSource::Frame, None, &Fonts::builtin()).unwrap();
        if settle(&mut scene).is_empty() {
            fitting += 1;
            let room = missing * 0.5 - mark;
            // Half of the pen of the mark, and of the outline.
            assert!(room > 0.5, "a plate {room} mm beside the mark of the middle fits without a word");
        }
    }
    assert!(fitting >= 2);
}

/// Draws a shaft of steps along x, and returns half of its height at a place.
fn stepped_shaft(scene: &mut Scene) -> impl Fn(f64) -> f64 + use<> {
    let steps = [(0.0, 22.0, 10.0), (22.0, 70.0, 17.5), (70.0, 82.0, 25.0), (82.0, 120.0, 15.0)];
    let upper: Vec<Point> = steps
        .iter()
        .flat_map(|(from, to, half)| [Point::new(*from, *half), Point::new(*to, *half)])
        .collect();
    let lower = upper.iter().rev().map(|point| Point::new(point.x, -point.y));
    let outline = upper.iter().copied().chain(lower).collect();
    scene.draw("shaft", Shape::polygon(outline, Vec::new()).unwrap()).unwrap();
    move |x| steps.iter().find(|(from, to, _)| *from <= x && x <= *to).map_or(0.0, |(.., half)| *half)
}

#[test]
fn dimensions_of_bare_points_stand_outside_of_a_stepped_shaft() {
    // At the middles of the steps, and at their corners.
    let of_middles = [
        ([0.0, 0.0], [120.0, 0.0], 0.0),
        ([0.0, -10.0], [22.0, -17.5], 0.0),
        ([22.0, -17.5], [70.0, -25.0], 0.0),
        ([70.0, -25.0], [82.0, -25.0], 0.0),
        ([10.0, -10.0], [10.0, 10.0], FRAC_PI_2),
        ([40.0, -17.5], [40.0, 17.5], FRAC_PI_2),
        ([76.0, -25.0], [76.0, 25.0], FRAC_PI_2),
        ([100.0, -15.0], [100.0, 15.0], FRAC_PI_2),
    ];
    let of_corners = [
        ([0.0, 10.0], [120.0, 15.0], 0.0),
        ([0.0, 10.0], [22.0, 10.0], 0.0),
        ([22.0, 17.5], [70.0, 17.5], 0.0),
        ([70.0, 25.0], [82.0, 25.0], 0.0),
        ([82.0, 15.0], [120.0, 15.0], 0.0),
        ([0.0, -10.0], [0.0, 10.0], FRAC_PI_2),
        ([22.0, -17.5], [22.0, 17.5], FRAC_PI_2),
        ([70.0, -25.0], [70.0, 25.0], FRAC_PI_2),
        ([120.0, -15.0], [120.0, 15.0], FRAC_PI_2),
    ];
    for all in [&of_middles[..], &of_corners[..]] {
        let mut scene = Scene::new();
        scene.set_drawing_scale(1.0).unwrap();
        let half = stepped_shaft(&mut scene);
        for (index, (from, to, angle)) in all.iter().enumerate() {
            let points = [from, to].map(|point| PointRef::At(Point::from(*point))).to_vec();
            let target =
                DimensionTarget::Between { points, direction: Direction::Angle(*angle), row: Row::Chain };
            dimension(&mut scene, &format!("d{index}"), target, DimensionOptions::default());
        }
        assert_eq!(settle(&mut scene), [""; 0]);
        for (index, (from, to, _)) in all.iter().enumerate() {
            let at = measures(&scene, &format!("d{index}"))[0].text_at;
            let is_beside = at.x < 0.0 || at.x > 120.0;
            assert!(is_beside || at.y.abs() > half(at.x), "{from:?} {to:?} has its text at {at:?}");
        }
    }
}

#[test]
fn extension_line_from_a_bare_point_begins_where_the_outline_along_it_ends() {
    let mut scene = Scene::new();
    scene.set_drawing_scale(1.0).unwrap();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 40.0);
    let points = [[30.0, -20.0], [30.0, 20.0]].map(|point| PointRef::At(point.into())).to_vec();
    let target = DimensionTarget::Between { points, direction: Direction::Angle(FRAC_PI_2), row: Row::Chain };
    let options = DimensionOptions { side: Some(DimensionSide::Right), ..DimensionOptions::default() };
    dimension(&mut scene, "height", target, options);
    settle(&mut scene);
    let [left, ..] = box_of(scene.world_bounds("height"));
    assert!(left > 50.0, "the extension lines begin at x = {left}, over the edges of the plate");
    assert_eq!(texts(&scene, "height"), ["40"]);
    let MeasureKind::Linear { from, to, .. } = measures(&scene, "height")[0].kind else { panic!() };
    assert_eq!([from.x, to.x], [30.0; 2], "what is measured stays what was asked for");
}

#[test]
fn dimension_line_goes_around_a_part_beside_the_measured_one() {
    let mut scene = Scene::new();
    rect(&mut scene, "shaft", 0.0, 0.0, 150.0, 20.0);
    rect(&mut scene, "housing", 0.0, -47.0, 80.0, 60.0);
    let below = || DimensionOptions { side: Some(DimensionSide::Below), ..DimensionOptions::default() };
    let ends = [-75.0, -40.0, 40.0, 75.0].map(|x| PointRef::At(Point::new(x, -10.0))).to_vec();
    let chain = DimensionTarget::Between { points: ends, direction: Direction::Angle(0.0), row: Row::Chain };
    dimension(&mut scene, "all", extent("shaft", 0.0), below());
    dimension(&mut scene, "steps", chain, below());
    assert_eq!(settle(&mut scene), [""; 0]);
    let line_of = |name: &str| match measures(&scene, name)[0].kind {
        MeasureKind::Linear { line, .. } => line.y,
        _ => panic!(),
    };
    assert!(
        line_of("steps") < -77.0 && line_of("all") < line_of("steps"),
        "{} {}",
        line_of("all"),
        line_of("steps")
    );
}

#[test]
fn scale_bar_has_the_units_of_the_dimensions() {
    let bar = |units: Units, format: NumberFormat| {
        let mut scene = Scene::new();
        scene.set_units(units);
        let style = DimensionStyle { format, ..DimensionStyle::architectural() };
        scene.set_dimension_style(style).unwrap();
        scene.set_drawing_scale(48.0).unwrap();
        let at = PointRef::At(Point::ORIGIN);
        let note = NoteSource::ScaleBar { at, division: None, divisions: 2 };
        scene.draw_note("bar", note, None, &Fonts::builtin()).unwrap();
        settle(&mut scene);
        let texts = scene.outline().into_iter().filter_map(|item| item.text.map(|text| text.text.clone()));
        texts.collect::<Vec<String>>()
    };
    for units in [Units::Inches, Units::Millimeters, Units::Feet] {
        assert_eq!(bar(units, NumberFormat::Architectural(16)), ["0", "2'-0\"", "4'-0\""], "{units:?}");
    }
    assert_eq!(bar(Units::Inches, NumberFormat::Fractional(16)), ["0", "20", "40", "in"]);
    assert_eq!(bar(Units::Inches, NumberFormat::Decimal), ["0", "20", "40", "in"]);
}

#[test]
fn dimension_lines_below_a_part_are_a_step_apart_whatever_they_measure() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 50.0, 50.0, 100.0, 100.0);
    circle(&mut scene, "left", 10.0, 6.0, 2.0);
    circle(&mut scene, "right", 90.0, 6.0, 2.0);
    let below = DimensionOptions { side: Some(DimensionSide::Below), ..DimensionOptions::default() };
    dimension(&mut scene, "width", extent("plate", 0.0), below.clone());
    let points = ["left", "right"].map(|name| PointRef::Of { name: name.into(), place: Place::Center });
    let holes = DimensionTarget::Between {
        points: points.to_vec(),
        direction: Direction::Angle(0.0),
        row: Row::Chain,
    };
    dimension(&mut scene, "holes", holes, below);
    scene.set_drawing_scale(1.0).unwrap();
    settle(&mut scene);
    let level = |name: &str| match measures(&scene, name)[0].kind.clone() {
        MeasureKind::Linear { line, .. } => line.y.round(),
        other => panic!("{other:?}"),
    };
    assert_eq!([level("holes"), level("width")], [-10.0, -18.0]);
}

#[test]
fn leader_at_a_corner_that_is_none_ends_on_the_outline() {
    for (shape, expected) in [
        (Shape::circle(0.0, 0.0, 10.0).unwrap(), Point::new(50.0_f64.sqrt(), 50.0_f64.sqrt())),
        (Shape::rect(0.0, 0.0, 20.0, 20.0).unwrap(), Point::new(10.0, 10.0)),
    ] {
        let mut scene = Scene::new();
        scene.draw("part", shape).unwrap();
        let target = PointRef::Of { name: "part".into(), place: Place::Side(1.0, 1.0) };
        let note = NoteSource::Leader { target, text: "here".into(), to: NotePlace::Offset([10.0, 10.0]) };
        scene.draw_note("note", note, None, &Fonts::builtin()).unwrap();
        scene.set_drawing_scale(1.0).unwrap();
        settle(&mut scene);
        let Some(Form::Leader(leader)) = form(&scene, "note") else { panic!() };
        assert!(leader.points[0].distance_to(expected) < 0.02, "{:?} {expected:?}", leader.points);
    }
}
