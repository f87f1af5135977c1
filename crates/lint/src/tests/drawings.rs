use super::*;
use scenewright_scene::{
    DetailView, DimensionOptions, DimensionSource, DimensionTarget, Direction, Fonts, NoteSource, Place,
    PointRef, Row, Scene,
};

fn text(name: &str, words: &str, x: f64, y: f64, width: f64, height: f64) -> Item {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
    Item {
        fill: Some(scenewright_scene::Color::BLACK),
        stroke: None,
        content: Content::Text(TextMark {
            capitals: None,
            words: words.to_owned(),
            at: Point::new(x, y),
            corners: corners.map(|(x, y)| Point::new(x, y)),
            is_outlined: true,
            is_single_stroke: false,
        }),
        ..item(name, "notes", circle(0.0, 0.0, 1.0))
    }
}

fn length(name: &str, from: (f64, f64), to: (f64, f64), written: Option<&str>) -> Item {
    let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
    Item {
        content: Content::Dimension(DimensionMark {
            at: Point::new(0.5 * (from.x + to.x), from.y + 5.0),
            kind: MeasureOf::Length,
            points: vec![from, to],
            direction: None,
            value: Some(from.distance_to(to)),
            written: written.map(str::to_owned),
        }),
        ..item(name, "notes", circle(0.0, 0.0, 1.0))
    }
}

#[test]
fn texts_that_cover_each_other_or_stand_on_lines_are_found() {
    let items = vec![
        text("one", "ONE", 0.0, 0.0, 20.0, 4.0),
        text("two", "TWO", 15.0, 2.0, 20.0, 4.0),
        text("free", "FREE", 0.0, 20.0, 20.0, 4.0),
        item("line", "visible", line(&[(-10.0, 22.0), (40.0, 22.0)])),
        item("below", "visible", line(&[(-10.0, 19.9), (40.0, 19.9)])),
    ];
    assert_eq!(
        found(&plan(items), Profile::Drawing),
        ["text-on-text two one", "text-on-geometry free line", "line-through-text free line"]
    );
}

#[test]
fn dimension_that_contradicts_or_repeats_its_measure_is_found() {
    let items = vec![
        length("right", (0.0, 0.0), (40.0, 0.0), None),
        length("wrong", (0.0, 50.0), (40.0, 50.0), Some("45")),
        length("metres", (0.0, 80.0), (40.0, 80.0), Some("0.04 m")),
        length("again", (40.0, 0.0), (0.0, 0.0), None),
    ];
    assert_eq!(
        found(&plan(items), Profile::Drawing),
        ["dimension-mismatch wrong", "dimension-double again right"]
    );
}

#[test]
fn feet_and_inches_are_compared_with_the_measure() {
    // A drawing in feet.
    let feet = |written: &str| {
        let wall = length("wall", (0.0, 0.0), (63.5 * 25.4, 0.0), Some(written));
        let Content::Dimension(mark) = wall.content else { panic!() };
        let mark = DimensionMark { value: Some(63.5 / 12.0), ..mark };
        let wall = Item { content: Content::Dimension(mark), ..item("wall", "notes", circle(0.0, 0.0, 1.0)) };
        found(&Plan { items: vec![wall], ..Plan::new(304.8) }, Profile::Drawing)
    };
    assert_eq!(feet("5'-3 1/2\""), [""; 0]);
    assert_eq!(feet("5'-4\""), [""; 0], "rounded to whole inches");
    assert_eq!(feet("5'-3 3/4\""), ["dimension-mismatch wall"]);
    assert_eq!(feet("6'"), ["dimension-mismatch wall"]);
}

#[test]
fn note_in_the_unit_of_the_drawing_gives_the_size_of_a_hole() {
    let plate = |words: &str| {
        let inch = 25.4;
        let square = polygon(&[(0.0, 0.0), (4.0 * inch, 0.0), (4.0 * inch, 3.0 * inch), (0.0, 3.0 * inch)]);
        let items = vec![
            item("plate", "visible", square),
            item("hole", "visible", circle(20.0, 20.0, 0.125 * inch)),
            length("width", (0.0, 0.0), (4.0 * inch, 0.0), None),
            length("height", (4.0 * inch, 0.0), (4.0 * inch, 3.0 * inch), None),
            text("note", words, 150.0, 0.0, 12.0, 3.0),
        ];
        found(&Plan { items, has_title: Some(true), ..Plan::new(inch) }, Profile::Drawing)
    };
    for words in ["4× Ø0.25 THRU", "Ø1/4\"", "Ø1/4", "Ø6.35"] {
        assert_eq!(plate(words), [""; 0], "{words}");
    }
    assert_eq!(plate("Ø0.5"), ["dimension-missing hole"]);
}

#[test]
fn hole_without_a_diameter_and_edge_without_a_place_are_found() {
    let plate = item("plate", "visible", polygon(&[(0.0, 0.0), (80.0, 0.0), (80.0, 50.0), (0.0, 50.0)]));
    let mut items = vec![
        plate,
        item("hole", "visible", circle(20.0, 20.0, 4.0)),
        length("width", (0.0, 0.0), (80.0, 0.0), None),
        length("height", (80.0, 0.0), (80.0, 50.0), None),
    ];
    let plan = |items: Vec<Item>| Plan { has_title: Some(true), ..plan(items) };
    assert_eq!(found(&plan(items.clone()), Profile::Drawing), ["dimension-missing hole"]);
    items.push(text("note", "4x Ø8", 100.0, 0.0, 12.0, 3.0));
    assert_eq!(found(&plan(items.clone()), Profile::Drawing), [""; 0]);
    items[0] = item(
        "plate",
        "visible",
        polygon(&[(0.0, 0.0), (80.0, 0.0), (80.0, 50.0), (30.0, 50.0), (30.0, 35.0), (0.0, 35.0)]),
    );
    assert_eq!(found(&plan(items), Profile::Drawing), ["dimension-missing plate"; 2]);
}

#[test]
fn pale_thin_and_lost_things_are_found_on_a_page() {
    let page = scenewright_geometry::Bounds { min: Point::new(0.0, 0.0), max: Point::new(210.0, 297.0) };
    let yellow = scenewright_scene::Color { r: 1.0, g: 1.0, b: 0.0, a: 1.0 };
    let items = vec![
        Item { stroke: Some(yellow), ..item("pale", "0", circle(50.0, 50.0, 5.0)) },
        Item { width: Some(0.05), ..item("thin", "0", circle(80.0, 50.0, 5.0)) },
        item("lost", "0", circle(205.0, 50.0, 10.0)),
    ];
    let plan = Plan { page: Some(page), has_title: Some(false), ..plan(items) };
    assert_eq!(found(&plan, Profile::Print), ["off-page lost", "low-contrast pale", "thin-line thin"]);
    assert_eq!(found(&plan, Profile::Drawing), ["off-page lost", "missing-title ", "low-contrast pale"]);
}

#[test]
fn curve_runs_through_a_text_as_a_line_does() {
    let wave = Shape::path("M-10 1.5C0 3 20 0 40 2.5").unwrap();
    let hook = Shape::path("M10 -9C12 3 12 3 8 2").unwrap();
    let across = Shape::path("M10 -9C12 -2 9 6 10 14").unwrap();
    for (curve, expected) in [
        (wave, vec!["text-on-geometry words curve", "line-through-text words curve"]),
        (across, vec!["text-on-geometry words curve", "line-through-text words curve"]),
        (hook, vec!["text-on-geometry words curve"]),
    ] {
        let items = vec![text("words", "WORDS", 0.0, 0.0, 20.0, 4.0), item("curve", "visible", curve)];
        assert_eq!(found(&plan(items), Profile::Print), expected);
    }
}

#[test]
fn dark_text_on_a_dark_hatch_is_found() {
    let dark = scenewright_scene::Color { r: 0.1, g: 0.1, b: 0.1, a: 1.0 };
    let area = item("area", "0", rect(10.0, 2.0, 40.0, 20.0));
    let area = Item {
        fill: Some(dark),
        stroke: None,
        content: Content::Ornament(area.wires().to_vec()),
        part_of: Some(9),
        ..area
    };
    let items = vec![area, text("words", "WORDS", 0.0, 0.0, 20.0, 4.0)];
    assert_eq!(found(&plan(items), Profile::Print), ["low-contrast words"]);
}

#[test]
fn outline_of_an_area_in_its_colour_is_seen_and_a_line_within_it_is_not() {
    let filled = item("area", "0", Shape::circle(0.0, 0.0, 20.0).unwrap());
    let black = filled.stroke;
    let area =
        Item { fill: black, stroke: None, content: Content::Ornament(filled.wires().to_vec()), ..filled };
    let outline = item("outline", "0", Shape::circle(0.0, 0.0, 20.0).unwrap());
    let within = item("within", "0", Shape::circle(0.0, 0.0, 19.0).unwrap());
    assert_eq!(found(&plan(vec![area, outline, within]), Profile::Print), ["low-contrast within"]);
}

#[test]
fn distance_between_two_edges_has_one_dimension_wherever_its_ends_are() {
    let across = |name: &str, y: f64, ends: (f64, f64)| {
        let Item { content: Content::Dimension(mark), .. } = length(name, (ends.0, y), (ends.1, y), None)
        else {
            unreachable!()
        };
        let content = Content::Dimension(DimensionMark { direction: Some(0.0), ..mark });
        Item { content, ..item(name, "notes", circle(0.0, 0.0, 1.0)) }
    };
    let plate = item("plate", "visible", polygon(&[(0.0, 0.0), (80.0, 0.0), (80.0, 50.0), (0.0, 50.0)]));
    let other = item("other", "visible", polygon(&[(0.0, 90.0), (80.0, 90.0), (80.0, 99.0), (0.0, 99.0)]));
    let items = vec![
        plate,
        other,
        across("low", 0.0, (0.0, 80.0)),
        across("high", 50.0, (80.0, 0.0)),
        across("of_other", 90.0, (0.0, 80.0)),
        across("part", 50.0, (0.0, 30.0)),
    ];
    assert_eq!(found(&plan(items), Profile::Drawing), ["dimension-double high low"]);
}

#[test]
fn not_all_pairs_of_a_crowd_are_listed_and_the_rest_is_counted() {
    let count = 250;
    let items = (0..count).map(|it| text(&format!("t{it}"), "SAME", 0.0, 0.0, 20.0, 4.0)).collect();
    let report = check(&plan(items), &Settings::new(Profile::Drawing));
    let pairs = count * (count - 1) / 2;
    let own: Vec<_> = report.findings.iter().filter(|it| it.rule == "text-on-text").collect();
    assert_eq!(own.len(), 20_001);
    let last = own[20_000];
    assert_eq!(last.message, format!("{} more findings of this rule are not listed", pairs - 20_000));
    assert_eq!((last.severity, last.at), (own[0].severity, own[0].at));
}

#[test]
fn edges_that_a_detail_view_measures_are_known() {
    let mut scene = Scene::new();
    let fonts = Fonts::builtin();
    let points = [(0.0, 0.0), (60.0, 0.0), (60.0, 8.0), (56.0, 8.0), (56.0, 9.0), (0.0, 9.0)];
    scene.draw("shaft", polygon(&points)).unwrap();
    let at = |x: f64, y: f64| PointRef::At(Point::new(x, y));
    let shown = |x: f64, y: f64| PointRef::Of { name: "detail".into(), place: Place::Own(Point::new(x, y)) };
    let (center, place) = (at(58.0, 8.0), at(120.0, 40.0));
    let view = DetailView { center, radius: 6.0, factor: 4.0, letter: "B".into(), at: Some(place) };
    scene.draw_note("detail", NoteSource::DetailView(Box::new(view)), None, &fonts).unwrap();
    let mut measure = |name: &str, points: Vec<PointRef>, angle: f64| {
        let target = DimensionTarget::Between { points, direction: Direction::Angle(angle), row: Row::Chain };
        let source = DimensionSource { target, options: DimensionOptions::default() };
        scene.draw_dimension(name, source, None, &fonts).unwrap();
    };
    let level = std::f64::consts::FRAC_PI_2;
    measure("length", vec![at(0.0, 0.0), at(60.0, 0.0)], 0.0);
    measure("height", vec![at(0.0, 0.0), at(0.0, 9.0)], level);
    measure("step", vec![shown(56.0, 8.0), shown(60.0, 8.0)], 0.0);
    measure("rise", vec![shown(56.0, 8.0), shown(56.0, 9.0)], level);
    scene.settle(&fonts).unwrap();
    let plan = Plan { has_title: Some(true), ..Plan::of_scene(&scene) };
    assert_eq!(found(&plan, Profile::Drawing), [""; 0]);
}

#[test]
fn outline_of_separate_lines_is_one_whose_edges_need_a_place() {
    let corners = [(0.0, 0.0), (80.0, 0.0), (80.0, 30.0), (50.0, 30.0), (50.0, 50.0), (0.0, 50.0)];
    let edge = |index: usize| {
        let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
        let points = [from, to].map(|(x, y)| Point::new(x, y)).to_vec();
        item(&format!("edge{index}"), "visible", Shape::Line { points })
    };
    let arc = |name: &str, start: f64| {
        let shape = Shape::arc(20.0, 20.0, 4.0, start, start + std::f64::consts::PI).unwrap();
        item(name, "visible", shape)
    };
    let mut items: Vec<Item> = (0..6).map(edge).collect();
    items.extend([
        arc("upper", 0.0),
        arc("lower", std::f64::consts::PI),
        length("width", (0.0, 0.0), (80.0, 0.0), None),
        length("height", (0.0, 0.0), (0.0, 50.0), None),
        length("step", (0.0, 50.0), (50.0, 50.0), None),
    ]);
    let plan = Plan { has_title: Some(true), ..plan(items) };
    let report = check(&plan, &Settings::new(Profile::Drawing));
    let places: Vec<(String, [f64; 2])> =
        report.findings.iter().map(|it| (it.entities.join(" "), it.at)).collect();
    assert_eq!(
        places,
        [("edge2".to_owned(), [65.0, 30.0]), ("upper lower".to_owned(), [20.0, 20.0])],
        "{report:?}"
    );
    // A sheet that only shows the part in a view has nothing to say about it.
    assert_eq!(found(&Plan { shows_more: true, ..plan }, Profile::Drawing), [""; 0]);
}

#[test]
fn hole_that_is_no_circle_is_found_where_nothing_is_known_of_it() {
    let plate = |more: Vec<Item>| {
        let mut items = vec![
            item("plate", "visible", polygon(&[(0.0, 0.0), (80.0, 0.0), (80.0, 50.0), (0.0, 50.0)])),
            item("slot", "visible", polygon(&[(20.0, 20.0), (40.0, 20.0), (40.0, 28.0), (20.0, 28.0)])),
            length("width", (0.0, 0.0), (80.0, 0.0), None),
            length("height", (0.0, 0.0), (0.0, 50.0), None),
        ];
        items.extend(more);
        found(&Plan { has_title: Some(true), ..plan(items) }, Profile::Drawing)
    };
    assert_eq!(plate(vec![]), ["dimension-missing slot"]);
    assert_eq!(plate(vec![text("note", "SLOT 20 x 8", 100.0, 0.0, 12.0, 3.0)]), [""; 0]);
    assert_eq!(plate(vec![length("place", (0.0, 0.0), (20.0, 20.0), None)]), [""; 0]);
}

#[test]
fn angle_between_the_same_sides_has_one_dimension_however_long_they_are_measured() {
    let angle = |name: &str, from: (f64, f64), to: (f64, f64)| {
        let points = [(0.0, 0.0), from, to].map(|(x, y)| Point::new(x, y)).to_vec();
        let mark = DimensionMark {
            at: Point::new(10.0, 10.0),
            kind: MeasureOf::Angle,
            points,
            direction: None,
            value: Some(90.0),
            written: None,
        };
        Item { content: Content::Dimension(mark), ..item(name, "notes", circle(0.0, 0.0, 1.0)) }
    };
    let items = vec![
        angle("one", (20.0, 0.0), (0.0, 20.0)),
        angle("again", (0.0, 35.0), (30.0, 0.0)),
        angle("beside", (0.0, 35.0), (-30.0, 0.0)),
    ];
    assert_eq!(found(&plan(items), Profile::Drawing), ["dimension-double again one"]);
}
