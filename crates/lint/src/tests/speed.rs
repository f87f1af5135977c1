use std::time::Instant;

use super::*;

/// Checks a plan for all profiles, and prints how long each takes: `cargo nextest run -p scenewright-lint speed --no-capture`.
fn timed(what: &str, plan: &Plan) -> Vec<Report> {
    let each = PROFILES.map(|(name, profile)| {
        let begin = Instant::now();
        let report = check(plan, &Settings::new(profile));
        println!("{what}, {name}: {:.1} ms", begin.elapsed().as_secs_f64() * 1e3);
        report
    });
    each.into()
}

#[test]
fn ten_thousand_entities_are_checked_and_clean() {
    let mut items = vec![item("sheet", "sheet", rect(1000.0, 1000.0, 2400.0, 2400.0))];
    for index in 0..5_000 {
        let (x, y) = (f64::from(index % 71) * 26.0, f64::from(index / 71) * 26.0);
        items.push(item(&format!("part{index}"), "cut", rect(x, y, 20.0, 20.0)));
        items.push(item(&format!("hole{index}"), "cut", circle(x, y, 4.0)));
    }
    let reports = timed("5,000 plates with a hole", &plan(items));
    assert_eq!(reports[0].findings, []);
}

#[test]
fn ten_thousand_lines_are_chained_and_clean() {
    let mut items = Vec::new();
    for index in 0..2_500 {
        let (x, y) = (f64::from(index % 50) * 26.0, f64::from(index / 50) * 26.0);
        let corners = [(x, y), (x + 20.0, y), (x + 20.0, y + 20.0), (x, y + 20.0)];
        for side in 0..4 {
            let ends = [corners[side], corners[(side + 1) % 4]];
            items.push(item(&format!("line{index}_{side}"), "cut", line(&ends)));
        }
    }
    let reports = timed("10,000 lines in squares", &plan(items));
    assert_eq!(reports[0].findings, []);
}

#[test]
fn letters_in_inches_that_are_taken_for_millimetres_are_checked() {
    // Two rings of eight curves each, as a program exports outlines of letters.
    let mut items = vec![item("plate", "cut", rect(0.0, 0.0, 46.0, 30.0))];
    for index in 0..200 {
        let (x, y) = (1.0 + f64::from(index % 60) * 0.25, 1.0 + f64::from(index / 60) * 0.35);
        for (ring, radius) in [(0, 0.1), (1, 0.07)] {
            for step in 0..8 {
                let at = |turn: f64, far: f64| {
                    let turn = turn * std::f64::consts::TAU / 8.0;
                    format!("{} {}", x + far * radius * turn.cos(), y + far * radius * turn.sin())
                };
                let step = f64::from(step);
                let path = format!("M{} Q{} {}", at(step, 1.0), at(step + 0.5, 1.083), at(step + 1.0, 1.0));
                items.push(item(&format!("curve{index}_{ring}"), "cut", Shape::path(&path).unwrap()));
            }
        }
    }
    let plan = Plan { has_unit: false, ..plan(items) };
    let reports = timed("3,200 curves in inches", &plan);
    assert!(reports[0].findings.iter().any(|it| it.rule == "suspicious-units"));
}

#[test]
fn ten_thousand_dimensions_texts_and_holes_are_checked() {
    let mut items = vec![item("plate", "visible", rect(1000.0, 1000.0, 2400.0, 2400.0))];
    for index in 0..3_333 {
        let (x, y) = (f64::from(index % 58) * 30.0, f64::from(index / 58) * 30.0);
        items.push(item(&format!("hole{index}"), "visible", circle(x, y, 4.0)));
        items.push(sheets_text(&format!("note{index}"), x + 6.0, y));
        let mut mark = item(&format!("size{index}"), "visible", circle(x, y, 4.0));
        mark.content = Content::Dimension(DimensionMark {
            at: Point::new(x, y + 8.0),
            kind: MeasureOf::Diameter,
            points: vec![Point::new(x - 4.0, y), Point::new(x + 4.0, y)],
            direction: None,
            value: Some(8.0),
            written: None,
        });
        items.push(mark);
    }
    let plan = Plan { has_title: Some(true), ..plan(items) };
    let reports = timed("3,333 holes, texts and dimensions", &plan);
    assert_eq!(reports[3].findings, []);
}

fn sheets_text(name: &str, x: f64, y: f64) -> Item {
    let corners = [(x, y), (x + 9.0, y), (x + 9.0, y + 2.5), (x, y + 2.5)];
    let mark = TextMark {
        words: name.to_owned(),
        at: Point::new(x, y),
        corners: corners.map(|(x, y)| Point::new(x, y)),
        capitals: Some(2.5),
        is_outlined: true,
        is_single_stroke: false,
    };
    let fill = Some(scenewright_scene::Color::BLACK);
    Item { fill, stroke: None, content: Content::Text(mark), ..item(name, "visible", circle(x, y, 1.0)) }
}
