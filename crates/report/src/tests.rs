//! Reports of drawings whose numbers are known.

use std::f64::consts::PI;

use super::*;
use scenewright_geometry::{LeadIn, Point, Shape};
use scenewright_scene::{CutOrderOptions, Declarations, LaidSheet, LayerChange, Scene, Units};

fn layered(scene: &mut Scene, layer: &str, name: &str, shape: Shape) {
    if !scene.layers().contains_key(layer) {
        scene.define_layer(layer, &LayerChange::default()).unwrap();
    }
    scene.draw(name, shape).unwrap();
    scene.set_layer(name, layer, scenewright_scene::Contents::Included).unwrap();
}

fn settings(report: &str, rates: &str) -> Settings {
    let given = |text: &str| (!text.is_empty()).then(|| text.as_bytes().to_vec());
    let (report, rates) = (given(report), given(rates));
    Settings::read(Files { report: report.as_deref(), rates: rates.as_deref(), lint: None }).unwrap()
}

/// A plate of 100 by 60 with a bore of radius 10, a line engraved, and the names of the layers of cutters.
fn plate() -> Scene {
    let mut scene = Scene::new();
    layered(&mut scene, "cut", "bore", Shape::circle(0.0, 0.0, 10.0).unwrap());
    layered(&mut scene, "cut", "plate", Shape::rect(0.0, 0.0, 100.0, 60.0).unwrap());
    let line = Shape::line(vec![Point::new(-40.0, 20.0), Point::new(40.0, 20.0)]).unwrap();
    layered(&mut scene, "engrave", "mark", line);
    scene
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}

const RATES: &str = r#"{ "currency": "EUR", "setup": 5,
    "processes": {
        "cut": { "speed": 1200, "rapidSpeed": 6000, "pierceTime": 0.5, "perHour": 60, "perMetre": 2, "perPierce": 0.1,
                 "for": [{ "material": "S235", "thickness": 6, "speed": 600 }] },
        "engrave": { "speed": 3000, "rapidSpeed": 6000, "pierceTime": 0, "perHour": 60 } },
    "materials": { "S235": { "density": 7850, "perKilogram": 2 } } }"#;

#[test]
fn lengths_pierces_areas_and_masses_follow_from_the_geometry() {
    let report = report(&plate(), &settings(r#"{ "material": "S235", "thickness": 3 }"#, RATES));
    let [engrave, cut] = report.layers.as_slice() else { panic!("{report:?}") };
    assert_eq!((engrave.layer.as_str(), engrave.process, engrave.pierces), ("engrave", "engrave", 1));
    assert!(near(engrave.cut_length, 80.0) && near(engrave.rapid_length, 40.0_f64.hypot(20.0)));
    assert_eq!((cut.paths, cut.pierces), (2, 2));
    assert!(near(cut.cut_length, 20.0 * PI + 320.0), "{cut:?}");
    let area = 6000.0 - 100.0 * PI;
    let [material] = report.materials.as_slice() else { panic!("{report:?}") };
    assert_eq!((material.outlines, material.holes), (1, 1));
    assert!(near(material.area, area) && near(material.mass.unwrap(), area * 3.0 * 7850e-9), "{material:?}");
    assert!(near(cut.times.cut_time.unwrap(), (20.0 * PI + 320.0) / 20.0));
    assert_eq!(cut.times.pierce_time, Some(1.0));
    assert!(near(cut.times.rapid_time.unwrap(), cut.rapid_length / 100.0));
    let cost = report.cost.as_ref().unwrap();
    let hours = (report.totals.time.unwrap()) / 3600.0;
    let expected = 5.0 + hours * 60.0 + cut.cut_length / 1000.0 * 2.0 + 0.2 + material.mass.unwrap() * 2.0;
    assert!(cost.complete && near(cost.total, expected), "{cost:?}");
    assert!(report.missing.is_empty(), "{:?}", report.missing);
}

#[test]
fn exceptions_of_rates_are_for_their_material_and_thickness_in_millimetres() {
    let mut scene = plate();
    let time = |scene: &Scene, stock: &str| {
        let report = report(scene, &settings(stock, RATES));
        report.layers.iter().find(|row| row.process == "cut").unwrap().times.cut_time.unwrap()
    };
    let usual = time(&scene, r#"{ "material": "S235", "thickness": 3 }"#);
    assert!(near(time(&scene, r#"{ "material": "S235", "thickness": 6 }"#), 2.0 * usual));
    assert!(near(time(&scene, r#"{ "material": "MDF", "thickness": 6 }"#), usual));
    scene.set_units(Units::Centimeters);
    let in_cm = time(&scene, r#"{ "material": "S235", "thickness": 0.6 }"#);
    assert!(near(in_cm, 20.0 * usual), "{in_cm} {usual}");
}

#[test]
fn unknown_numbers_are_named_as_missing_and_never_guessed() {
    let mut scene = plate();
    layered(&mut scene, "sketch", "free", Shape::circle(200.0, 0.0, 5.0).unwrap());
    let bare = report(&scene, &Settings::default());
    let named = |report: &Report| report.missing.iter().map(|it| it.what).collect::<Vec<_>>();
    assert_eq!(named(&bare), ["process", "rates", "material", "thickness"]);
    assert!(bare.cost.is_none() && bare.totals.mass.is_none() && bare.totals.time.is_none());
    assert!(near(bare.totals.area, 6000.0 - 100.0 * PI));

    let no_density = report(&plate(), &settings(r#"{ "material": "oak", "thickness": 3 }"#, RATES));
    assert_eq!(named(&no_density), ["density", "rates"]);
    assert!(!no_density.cost.as_ref().unwrap().complete && no_density.totals.cost.is_none());

    let no_speed = r#"{ "processes": { "cut": { "pierceTime": 1, "perHour": 60 } } }"#;
    let report = report(&plate(), &settings(r#"{ "material": "oak", "thickness": 3 }"#, no_speed));
    let missing = named(&report);
    assert!(missing.contains(&"speed") && missing.contains(&"rapidSpeed"), "{missing:?}");
    assert_eq!(report.totals.time, None);
    assert!(!report.cost.unwrap().complete);
}

#[test]
fn layer_0_is_cut_unless_a_cut_layer_exists() {
    let mut scene = Scene::new();
    scene.draw("a", Shape::rect(0.0, 0.0, 10.0, 10.0).unwrap()).unwrap();
    assert!(near(report(&scene, &Settings::default()).totals.cut_length, 40.0));
    layered(&mut scene, "Cut", "b", Shape::rect(50.0, 0.0, 20.0, 20.0).unwrap());
    let both = report(&scene, &Settings::default());
    assert!(near(both.totals.cut_length, 80.0));
    assert_eq!(both.layers.last().map(|row| (row.layer.as_str(), row.process)), Some(("0", "none")));
    assert!(both.missing.iter().any(|it| (it.what, it.of.as_str()) == ("process", "layer 0")));
    let named = report(&scene, &settings(r#"{ "layers": { "0": "cut", "CUT": "score" } }"#, ""));
    let processes: Vec<_> = named.layers.iter().map(|row| (row.layer.as_str(), row.process)).collect();
    assert_eq!(processes, [("Cut", "score"), ("0", "cut")]);
}

#[test]
fn rings_within_rings_are_parts_in_holes_of_parts() {
    let mut scene = Scene::new();
    for (index, radius) in [50.0, 40.0, 30.0, 20.0].into_iter().enumerate() {
        scene.draw(&format!("ring_{index}"), Shape::circle(7.0, 3.0, radius).unwrap()).unwrap();
    }
    // Drawn twice: it is cut twice, and its area counts once.
    scene.draw("again", Shape::circle(7.0, 3.0, 20.0).unwrap()).unwrap();
    let report = report(&scene, &Settings::default());
    let [row] = report.materials.as_slice() else { panic!("{report:?}") };
    assert_eq!((row.outlines, row.holes), (2, 2));
    assert!(near(row.area, PI * (2500.0 - 1600.0 + 900.0 - 400.0)), "{row:?}");
    assert!(near(report.totals.cut_length, 2.0 * PI * 160.0));
}

#[test]
fn outlines_that_cross_themselves_have_the_area_of_all_that_they_run_around() {
    let mut scene = Scene::new();
    let at = |x: f64, y: f64| Point::new(x, y);
    // A bow tie of two triangles of 25 each, by signed areas nothing.
    let bow = vec![at(0.0, 0.0), at(10.0, 10.0), at(10.0, 0.0), at(0.0, 10.0)];
    layered(&mut scene, "cut", "bow", Shape::polygon(bow, Vec::new()).unwrap());
    let report = report(&scene, &settings("", ""));
    assert!((report.totals.area - 50.0).abs() < 1e-6, "{:?}", report.totals);
}

#[test]
fn loose_lines_are_one_outline_with_one_beginning() {
    let mut scene = Scene::new();
    let corners = [(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)].map(|(x, y)| Point::new(x, y));
    for index in 0..4 {
        let (from, to) = (corners[index], corners[(index + 1) % 4]);
        // The third one runs the other way.
        let points = if index == 2 { vec![to, from] } else { vec![from, to] };
        scene.draw(&format!("line_{index}"), Shape::line(points).unwrap()).unwrap();
    }
    let closed = report(&scene, &Settings::default());
    assert_eq!((closed.totals.pierces, closed.totals.area), (1, 600.0));
    assert!(near(closed.totals.cut_length, 100.0) && near(closed.totals.rapid_length, 0.0));
    assert!(!closed.missing.iter().any(|it| it.what == "area"), "{:?}", closed.missing);

    scene.delete("line_1");
    let open = report(&scene, &Settings::default());
    assert_eq!(open.totals.area, 0.0);
    let missing = open.missing.iter().find(|it| it.what == "area").unwrap();
    assert!(missing.message.contains("line_0"), "{missing:?}");
}

#[test]
fn paths_of_cut_order_have_its_lengths_its_travel_and_the_area_of_the_parts() {
    for lead_in in
        [None, Some(LeadIn { length: 4.0, is_arc: true }), Some(LeadIn { length: 3.0, is_arc: false })]
    {
        let mut scene = Scene::new();
        let plate = "M 0 0 H 100 V 60 H 0 Z M 25 30 A 5 5 0 1 0 15 30 A 5 5 0 1 0 25 30 Z";
        scene.draw("plate", Shape::path(plate).unwrap()).unwrap();
        scene.draw("disc", Shape::circle(130.0, 30.0, 10.0).unwrap()).unwrap();
        let mark = vec![Point::new(40.0, 10.0), Point::new(60.0, 10.0)];
        scene.draw("mark", Shape::line(mark).unwrap()).unwrap();
        let options = CutOrderOptions {
            engrave: vec!["mark".to_owned()],
            score: Vec::new(),
            lead_in,
            tabs: None,
            common: false,
            start: Point::new(-5.0, -5.0),
            keep: false,
        };
        let names = ["plate".to_owned(), "disc".to_owned()];
        let planned = scene.plan_cuts(&names, "plan", &options).unwrap();
        let report = report(&scene, &settings(r#"{ "start": [-5, -5] }"#, ""));
        assert!((report.totals.cut_length - planned.length).abs() < 1e-9, "{report:?}");
        assert!((report.totals.rapid_length - planned.travel).abs() < 1e-9, "{report:?} {}", planned.travel);
        assert_eq!(report.totals.pierces, planned.paths.len());
        let area = 6000.0 - 25.0 * PI + 100.0 * PI;
        assert!((report.totals.area - area).abs() < 1e-6, "{} {area}", report.totals.area);
    }
}

#[test]
fn sheets_come_from_a_layer_or_from_nesting() {
    let mut scene = plate();
    layered(&mut scene, "sheet", "stock", Shape::rect(0.0, 0.0, 200.0, 100.0).unwrap());
    let used = (6000.0 - 100.0 * PI) / 20_000.0;
    let one = report(&scene, &Settings::default());
    let [sheet] = one.sheets.as_slice() else { panic!("{one:?}") };
    assert_eq!((sheet.name.as_deref(), sheet.outlines), (Some("stock"), 1));
    assert!(near(sheet.used, used) && near(one.totals.sheet_use.unwrap(), used));
    // The sheet is not cut.
    assert!(near(one.totals.area, 6000.0 - 100.0 * PI));

    let mut scene = plate();
    let laid = |name: Option<&str>, min, max| LaidSheet { name: name.map(str::to_owned), min, max };
    let sheets = vec![laid(None, [-100.0, -50.0], [100.0, 50.0]), laid(None, [200.0, -50.0], [400.0, 50.0])];
    scene.set_declarations(Declarations { sheets, ..Declarations::default() });
    let two = report(&scene, &Settings::default());
    assert_eq!(two.sheets.iter().map(|sheet| sheet.outlines).collect::<Vec<_>>(), [1, 0]);
    assert!(near(two.sheets[0].used, used) && two.sheets[1].used == 0.0);
    // An empty sheet is no part of the use.
    assert!(near(two.totals.sheet_use.unwrap(), used));
}

#[test]
fn files_that_cannot_be_used_name_the_place() {
    let read = |report: &str, rates: &str| {
        let given = |text: &str| (!text.is_empty()).then(|| text.as_bytes().to_vec());
        let (report, rates) = (given(report), given(rates));
        let files = Files { report: report.as_deref(), rates: rates.as_deref(), lint: None };
        Settings::read(files).err().map(|error| error.message).unwrap_or_default()
    };
    // (report.json, rates.json, the words)
    let cases = [
        ("{", "", "report.json cannot be used: it is no JSON"),
        ("[]", "", "report.json cannot be used: it must be an object"),
        (r#"{ "thicknes": 3 }"#, "", "did you mean thickness?"),
        (r#"{ "thickness": 0 }"#, "", "thickness must be greater than 0"),
        (r#"{ "thickness": "3 mm" }"#, "", "thickness must be a number from 0"),
        (r#"{ "layers": { "a": "cutt" } }"#, "", "layers.a must be \"cut\""),
        (r#"{ "layers": { "a": { "process": 3 } } }"#, "", "layers.a.process must be a text"),
        (r#"{ "start": [1] }"#, "", "start must be [x, y]"),
        ("", r#"{ "processes": { "mill": {} } }"#, "processes.mill is not known"),
        ("", r#"{ "processes": { "cut": { "speed": -1 } } }"#, "processes.cut.speed must be a number from 0"),
        (
            "",
            r#"{ "processes": { "cut": { "for": [{ "sped": 1 }] } } }"#,
            "processes.cut.for[0].sped is not known",
        ),
        ("", r#"{ "materials": { "oak": { "density": "700" } } }"#, "materials.oak.density must be a number"),
        ("", r#"{ "charge": "all" }"#, "charge must be \"parts\" or \"sheets\""),
    ];
    for (report, rates, expected) in cases {
        let message = read(report, rates);
        assert!(message.contains(expected), "{report}{rates}: {message}");
    }
    assert_eq!(read(r#"{ "$schema": "x", "layers": { "a": "none" } }"#, "{}"), "");
}

#[test]
fn csv_is_one_table_with_units_in_its_head_and_no_formulas() {
    let mut scene = Scene::new();
    layered(&mut scene, "cut", "=cmd", Shape::rect(0.0, 0.0, 10.5, 10.0).unwrap());
    scene.define_layer("a, \"b\"", &LayerChange::default()).unwrap();
    layered(&mut scene, "a, \"b\"", "c", Shape::circle(0.0, 0.0, 1.0).unwrap());
    let report = report(&scene, &settings(r#"{ "material": "=SUM(A1)", "thickness": 2 }"#, ""));
    let csv = csv(&report);
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert!(lines[0].starts_with("kind,name,process,material,thickness (mm),count,cut length (mm)"), "{csv}");
    assert!(lines.iter().any(|line| line.starts_with("layer,cut,cut,'=SUM(A1),2,1,41,1,")), "{csv}");
    assert!(csv.contains("layer,\"a, \"\"b\"\"\",none"), "{csv}");
    assert!(html(&report, "<b>").contains("<h1>&lt;b&gt;</h1>"));
    assert!(text(&report).contains("Cut length (mm)"));
}

#[test]
fn control_characters_in_names_are_escapes_in_each_format() {
    let settings = settings(r#"{ "material": "oak\u001b[2J\u0085", "thickness": 3 }"#, "");
    let report = report(&plate(), &settings);
    for shown in [text(&report), csv(&report), html(&report, "a\u{7}b")] {
        assert!(shown.contains("oak\\u{1b}[2J\\u{85}"), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{85}']), "{shown}");
    }
}
