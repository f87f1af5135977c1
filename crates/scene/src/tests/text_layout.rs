//! Placement of text: angle, alignment, boxes, lines, markup, single strokes.

use super::*;

fn drawn(text: &str, size: f64, options: &TextOptions) -> (Scene, Vec<String>) {
    let mut scene = Scene::new();
    let drawn = scene.draw_text("t", text, 10.0, 20.0, size, options, &Fonts::builtin()).unwrap();
    assert!(drawn.drawn);
    (scene, drawn.warnings)
}

fn bounds(text: &str, size: f64, options: &TextOptions) -> Bounds {
    drawn(text, size, options).0.world_bounds("t").unwrap()
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

fn engraved() -> TextOptions {
    TextOptions { font: Some("Hershey Simplex".into()), ..TextOptions::default() }
}

#[test]
fn angle_turns_text_about_its_place_in_one_transform() {
    let plain = bounds("I", 10.0, &TextOptions::default());
    let turned = TextOptions { angle: std::f64::consts::FRAC_PI_2, ..TextOptions::default() };
    for text in ["I", "II"] {
        let (scene, _) = drawn(text, 10.0, &turned);
        let bounds = scene.world_bounds("t").unwrap();
        // The left edge, measured from x, is the lower one, measured from y.
        near(bounds.min.y - 20.0, plain.min.x - 10.0);
        near(bounds.min.x - 10.0, 20.0 - plain.max.y);
        let entity = scene.entity_json("t").unwrap();
        near(entity["local"]["transform"]["rotation"].as_f64().unwrap(), std::f64::consts::FRAC_PI_2);
        assert_eq!(entity["local"]["pivot"], serde_json::json!([10, 20]));
    }
    let error = Scene::new().draw_text(
        "t",
        "I",
        0.0,
        0.0,
        1.0,
        &TextOptions { angle: f64::NAN, ..TextOptions::default() },
        &Fonts::builtin(),
    );
    assert_eq!(error.unwrap_err().class, ErrorClass::Range);
}

#[test]
fn cap_height_is_the_height_of_capitals_in_every_font() {
    for font in [None, Some("Hershey Simplex".to_owned()), Some("Hershey Script".to_owned())] {
        let options = TextOptions { cap_height: Some(7.0), font: font.clone(), ..TextOptions::default() };
        let bounds = bounds("H", 999.0, &options);
        assert!((bounds.height() - 7.0).abs() < 0.35, "{font:?}: {}", bounds.height());
    }
}

#[test]
fn vertical_alignment_puts_its_line_at_y() {
    let at = |valign, text: &str| {
        let options = TextOptions { valign: Some(valign), ..engraved() };
        bounds(text, 30.0, &options)
    };
    // Capitals are 21 high at this size, lines 35 apart, and descenders at most 8 deep.
    for (valign, text, top, bottom) in [
        (VerticalAlign::Baseline, "H", 41.0, 20.0),
        (VerticalAlign::Top, "H", 20.0, -1.0),
        (VerticalAlign::Middle, "H", 30.5, 9.5),
        (VerticalAlign::Bottom, "H", 49.0, 28.0),
        (VerticalAlign::Baseline, "H\nH", 41.0, -15.0),
        (VerticalAlign::Top, "H\nH", 20.0, -36.0),
        (VerticalAlign::Middle, "H\nH", 48.0, -8.0),
        (VerticalAlign::Bottom, "H\nH", 84.0, 28.0),
    ] {
        let bounds = at(valign, text);
        near(bounds.max.y, top);
        near(bounds.min.y, bottom);
    }
}

#[test]
fn line_spacing_is_a_multiple_of_the_fonts_own() {
    let options = TextOptions { line_spacing: Some(2.0), ..engraved() };
    near(bounds("H\nH\nH", 30.0, &options).min.y, 20.0 - 2.0 * 70.0);
}

#[test]
fn layout_beyond_the_range_of_numbers_is_refused_and_draws_nothing() {
    let far = [
        TextOptions { line_spacing: Some(1e308), ..TextOptions::default() },
        TextOptions { cap_height: Some(1e308), ..TextOptions::default() },
        TextOptions { cap_height: Some(1e-320), ..TextOptions::default() },
        TextOptions { line_spacing: Some(0.0), ..TextOptions::default() },
        TextOptions { text_box: Some(TextBox { width: f64::NAN, height: None }), ..TextOptions::default() },
    ];
    for options in far {
        let mut scene = Scene::new();
        let drawn = scene.draw_text("t", "A\nB", 0.0, 0.0, 10.0, &options, &Fonts::builtin());
        match drawn {
            Err(error) => assert_eq!(error.class, ErrorClass::Range, "{options:?}"),
            Ok(_) => assert_eq!(Scene::from_record(scene.to_record()).unwrap(), scene),
        }
    }
}

#[test]
fn box_breaks_lines_hangs_from_its_top_and_keeps_the_alignment_within() {
    let room = |width, height| Some(TextBox { width, height });
    for (align, reach) in
        [(Align::Left, 10.0..=130.0), (Align::Center, -50.0..=70.0), (Align::Right, -110.0..=10.0)]
    {
        let options = TextOptions { text_box: room(120.0, None), align, ..engraved() };
        let (scene, warnings) = drawn("BREAK ALL SHARP EDGES", 30.0, &options);
        let bounds = scene.world_bounds("t").unwrap();
        assert!(reach.contains(&bounds.min.x) && reach.contains(&bounds.max.x), "{bounds:?}");
        near(bounds.max.y, 20.0);
        assert!(warnings.is_empty());
        let lines: Vec<String> = source(&scene).lines.into_iter().map(|line| line.text).collect();
        assert_eq!(lines, ["BREAK", "ALL", "SHARP", "EDGES"]);
    }
    let options = TextOptions { text_box: room(120.0, Some(60.0)), ..engraved() };
    let (_, warnings) = drawn("BREAK ALL SHARP EDGES", 30.0, &options);
    assert_eq!(warnings, ["the text is 134 high, which is more than its box of 60"]);
    let middle =
        TextOptions { valign: Some(VerticalAlign::Middle), text_box: room(500.0, None), ..engraved() };
    near(bounds("H", 30.0, &middle).center().y, 20.0);
}

#[test]
fn markup_is_read_only_where_it_is_asked_for() {
    let markup = TextOptions { markup: true, ..TextOptions::default() };
    let marked = drawn("m^{2}", 10.0, &markup).0;
    assert_eq!(marked.list(&Default::default()), ["t"]);
    assert_eq!(source(&marked).plain("m^{2}"), "m2");
    let glyphs = |scene: &Scene| scene.entity_count() - 1;
    assert_eq!(glyphs(&marked), 2);
    assert_eq!(glyphs(&drawn("m^{2}", 10.0, &TextOptions::default()).0), 5);
    let mut scene = Scene::new();
    let error = scene.draw_text("t", "a {b", 0.0, 0.0, 1.0, &markup, &Fonts::builtin()).unwrap_err();
    assert_eq!(error.class, ErrorClass::Range);
    assert!(error.message.starts_with("text: the brace at character 3 is not closed"), "{}", error.message);
    assert_eq!(scene.entity_count(), 0);
}

#[test]
fn single_strokes_are_lines_without_fill() {
    let (scene, warnings) = drawn("AB", 10.0, &engraved());
    assert!(warnings.is_empty());
    let style = scene.entity_json("t_g0").unwrap()["style"].clone();
    assert!(style["fill"].is_null() && style["stroke"].is_object());
    assert!(scene.outline().iter().filter_map(|item| item.shape).all(|shape| !shape.is_closed()));
    let colored = TextOptions { color: Some(Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 }), ..engraved() };
    let style = drawn("A", 10.0, &colored).0.entity_json("t").unwrap()["style"].clone();
    assert_eq!(style["stroke"]["color"], serde_json::json!([1, 0, 0, 1]));
    let (metrics, _) = Scene::text_metrics("H", 30.0, Some("hershey simplex"), &Fonts::builtin()).unwrap();
    assert_eq!((metrics.width, metrics.height), (22.0, 35.0));
    assert_eq!(drawn("한", 10.0, &engraved()).1.len(), 1);
}

#[test]
fn laid_out_text_survives_records_and_copies() {
    let options = TextOptions {
        angle: 0.5,
        valign: Some(VerticalAlign::Middle),
        text_box: Some(TextBox { width: 50.0, height: None }),
        markup: true,
        ..engraved()
    };
    let (mut scene, _) = drawn("Ø25{+0.021|0} for the bearing", 10.0, &options);
    assert_eq!(Scene::from_record(scene.to_record()).unwrap(), scene);
    let described = through_description(&scene);
    assert_eq!(described, scene);
    scene.duplicate("t", "u").unwrap();
    let texts: Vec<_> = scene.outline().iter().filter_map(|item| item.text.cloned()).collect();
    assert_eq!(texts[0], texts[1]);
    let mut record = scene.to_record();
    let mut text = TextSource::clone(record.entities[0].text.as_ref().unwrap());
    text.lines[0].x = f64::INFINITY;
    record.entities[0].text = Some(text.into());
    assert!(Scene::from_record(record).is_err());
}

/// Sends a scene through its description, as a file holds it.
fn through_description(scene: &Scene) -> Scene {
    let mut record = scene.to_record();
    for entity in &mut record.entities {
        entity.text = entity.text.take().map(|text| {
            let json = serde_json::to_string(&TextDescription::of(&text)).unwrap();
            serde_json::from_str::<TextDescription>(&json).unwrap().to_source().into()
        });
    }
    Scene::from_record(record).unwrap()
}

fn source(scene: &Scene) -> TextSource {
    scene.outline().iter().find_map(|item| item.text.cloned()).unwrap()
}
