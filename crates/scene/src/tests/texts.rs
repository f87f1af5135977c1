use super::*;
use scenewright_geometry::Axis;

/// Makes a scene with three texts: `t` of two glyphs, `i` of one, and `g`, a group with a text in it.
fn sample() -> Scene {
    let mut scene = Scene::new();
    let options =
        TextOptions { font: Some("Some Font".into()), align: Align::Right, ..TextOptions::default() };
    scene.draw_text("t", "A\nB", 1.0, 2.0, 10.0, &options, &Fonts::builtin()).unwrap();
    scene.draw_text("i", "I", 0.0, 0.0, 5.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    scene.draw_text("inner", "xy", 0.0, 0.0, 5.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    scene.create_group("g", &names(&["inner"])).unwrap();
    scene
}

fn text_of(scene: &Scene, name: &str) -> Option<TextSource> {
    scene.outline().iter().find(|item| item.name == name).and_then(|item| item.text.cloned())
}

/// Returns the lines of a text, with the words that they are to have.
fn lines_of(scene: &Scene, name: &str, words: &[&str]) -> Vec<TextLine> {
    let lines = text_of(scene, name).unwrap().lines;
    assert_eq!(lines.len(), words.len());
    lines.into_iter().zip(words).map(|(line, text)| TextLine { text: (*text).to_owned(), ..line }).collect()
}

#[test]
fn text_entity_keeps_its_source() {
    let mut scene = sample();
    let source = TextSource {
        text: "A\nB".to_owned(),
        x: 1.0,
        y: 2.0,
        size: 10.0,
        align: Align::Right,
        font: Some("Some Font".to_owned()),
        // Of the built-in font, as there is none of that name.
        cap_height: 10.0 * 1409.0 / 2048.0,
        line_height: 10.0 * 2355.0 / 2048.0,
        valign: VerticalAlign::Baseline,
        box_width: None,
        has_markup: false,
        lines: lines_of(&scene, "t", &["A", "B"]),
    };
    assert_eq!(text_of(&scene, "t"), Some(source));
    assert_eq!(text_of(&scene, "t_g0"), None);
    assert_eq!(
        scene.entity_json("i").unwrap()["local"]["text"],
        serde_json::json!({ "text": "I", "x": 0, "y": 0, "size": 5, "align": "left", "cap_height": 3.43994140625, "line_height": 5.74951171875 })
    );
    assert!(scene.entity_json("g").unwrap()["local"].get("text").is_none());
    // What moves the whole text, or styles it or its glyphs, leaves it a text.
    scene.rotate("t", 0.3, Space::World, Around::Center).unwrap();
    scene.set_fill("t", None).unwrap();
    scene.set_fill("t_g0", None).unwrap();
    scene.set_stroke("t_g0", None).unwrap();
    scene.set_layer("t_g0", "other", Contents::Included).unwrap();
    scene.set_layer("t", "notes", Contents::Apart).unwrap();
    assert_eq!(scene.entity_json("t_g1").unwrap()["layer"], "notes", "a text is on one layer");
    scene.create_group("outer", &names(&["i", "t"])).unwrap();
    scene.draw_order("t", OrderMode::Back).unwrap();
    assert!(text_of(&scene, "t").is_some() && text_of(&scene, "i").is_some());
}

#[test]
fn text_with_changed_glyphs_loses_its_source() {
    type Change = fn(&mut Scene);
    let changes: [(&str, Change); 6] = [
        ("t", |it| assert!(it.delete("t_g0"))),
        ("t", |it| circle(it, "t_g1", 0.0, 0.0, 1.0)),
        ("t", |it| assert!(it.add_to_group("t", "i").unwrap())),
        ("t", |it| assert!(it.remove_from_group("t_g0").unwrap())),
        ("t", |it| assert!(it.translate("t_g0", 1.0, 0.0, Space::World).unwrap())),
        ("i", |it| circle(it, "i", 0.0, 0.0, 1.0)),
    ];
    for (index, (name, change)) in changes.into_iter().enumerate() {
        let mut scene = sample();
        change(&mut scene);
        assert_eq!(text_of(&scene, name), None, "case {index}");
    }
}

#[test]
fn duplicate_keeps_text_source_and_mirror_drops_it() {
    let mut scene = sample();
    for (name, inner) in [("t", "copy"), ("i", "copy"), ("g", "copy_0")] {
        scene.duplicate(name, "copy").unwrap();
        let original = if name == "g" { "inner" } else { name };
        assert_eq!(text_of(&scene, inner), text_of(&scene, original), "{name}");
        assert!(text_of(&scene, inner).is_some());
        scene.mirror(name, "copy", Axis::X).unwrap();
        assert_eq!(text_of(&scene, inner), None, "{name}");
        assert!(text_of(&scene, original).is_some());
    }
}

#[test]
fn text_source_round_trips_and_counts_as_difference() {
    let scene = sample();
    let copy: Scene = postcard::from_bytes(&postcard::to_stdvec(&scene).unwrap()).unwrap();
    assert_eq!(copy, scene);
    assert_eq!(text_of(&copy, "t"), text_of(&scene, "t"));

    // Another text of the same outlines: a space at the end cannot be seen.
    let mut other = scene.clone();
    other.draw_text("i", "I ", 0.0, 0.0, 5.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    other.draw_order("i", OrderMode::Index(1)).unwrap();
    assert_eq!(difference(&scene, &other).changed, ["i"]);
    assert_ne!(scene, other);

    type Damage = fn(&mut TextSource);
    let damages: [(Damage, &str); 5] = [
        (|it| it.x = f64::NAN, "x must be a finite number, got NaN"),
        (|it| it.y = f64::INFINITY, "y must be a finite number, got Infinity"),
        (|it| it.size = 0.0, "size must be greater than 0, got 0"),
        (|it| it.cap_height = -1.0, "cap_height must be 0 or greater, got -1"),
        (|it| it.line_height = f64::NAN, "line_height must be a finite number, got NaN"),
    ];
    for (damage, message) in damages {
        let mut record = scene.to_record();
        let mut text = TextSource::clone(record.entities[0].text.as_ref().unwrap());
        damage(&mut text);
        record.entities[0].text = Some(text.into());
        assert_eq!(Scene::from_record(record).unwrap_err().message, format!("entity \"t\": {message}"));
    }
    let mut record = scene.to_record();
    record.entities[3].shape = Some(Shape::circle(0.0, 0.0, 1.0).unwrap().into());
    let message = Scene::from_record(record).unwrap_err().message;
    assert_eq!(message, "entity \"i\": a text is a path or a group of paths, but this is a circle");
}

#[test]
fn text_is_one_entity_whatever_its_length() {
    let mut scene = Scene::new();
    let centered = TextOptions { align: Align::Center, ..TextOptions::default() };
    for (name, text) in [("a", "A"), ("ab", "AB"), ("abc", "A\nBC")] {
        scene.draw_text(name, text, 3.0, 4.0, 10.0, &centered, &Fonts::builtin()).unwrap();
        let local = &scene.entity_json(name).unwrap()["local"];
        assert_eq!(
            (&local["pivot"], &local["text"]["align"]),
            (&serde_json::json!([3, 4]), &"center".into())
        );
    }
    assert_eq!(all(&scene), "a ab abc");
    assert_eq!((scene.listed_count(), scene.group_count()), (3, 0));
    let listed = |filter: ListFilter| scene.list(&filter).join(" ");
    assert_eq!(listed(ListFilter { kind: Some("text".into()), ..ListFilter::default() }), "a ab abc");
    assert_eq!(listed(ListFilter { kind: Some("path".into()), ..ListFilter::default() }), "");
    assert_eq!(listed(ListFilter { name_glob: Some("*_g0".into()), ..ListFilter::default() }), "");
    assert_eq!(listed(ListFilter { group: Some("ab".into()), ..ListFilter::default() }), "ab_g0 ab_g1");
    let kinds: Vec<&str> = scene.get_draw_order(None).unwrap().details.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, ["text"; 3]);
    // The stem of the B, where the others have a stroke too: each text is found once.
    let bounds = scene.world_bounds("ab_g1").unwrap();
    let stem = (bounds.min.x + 0.3, bounds.center().y);
    assert_eq!(scene.entities_at(stem.0, stem.1, Some(0.0)).unwrap(), ["abc", "ab", "a"]);

    // Every change is one line.
    let mut longer = scene.clone();
    longer.draw_text("a", "AA", 3.0, 4.0, 10.0, &centered, &Fonts::builtin()).unwrap();
    longer.set_fill("ab_g1", None).unwrap();
    assert!(longer.delete_entity("abc", Contents::Apart).unwrap());
    longer.draw_text("new", "new", 0.0, 0.0, 5.0, &centered, &Fonts::builtin()).unwrap();
    let changes = difference(&scene, &longer);
    assert_eq!((changes.added, changes.removed), (names(&["new"]), names(&["abc"])));
    assert_eq!(changes.changed, ["ab", "a"]);
    assert_eq!(changed_aspects(&scene, &longer, "ab"), ["style"]);
    assert!(!longer.exists("abc_g0"), "the glyphs go with their text");
    circle(&mut longer, "new", 0.0, 0.0, 1.0);
    assert!(!longer.exists("new_g0"));
    // One glyph that is kept for something else is no longer a glyph.
    longer.create_group("ab", &names(&["ab_g0"])).unwrap();
    assert_eq!(all(&longer), "ab_g1 a new ab ab_g0");
}
