use super::*;

#[test]
fn new_entity_is_on_top_with_default_style_and_central_pivot() {
    let mut scene = Scene::new();
    circle(&mut scene, "back", 0.0, 0.0, 1.0);
    rect(&mut scene, "front", 10.0, 20.0, 4.0, 2.0);
    assert_eq!(order(&scene, None), "back front");
    let json = scene.entity_json("front").unwrap();
    let expected = serde_json::json!({
        "name": "front", "type": "rect", "parent": null, "children": [],
        "style": {
            "fill": null,
            "stroke": { "color": [0, 0, 0, 1], "width": 0.25, "dash": [], "cap": "butt", "join": "miter" },
        },
        "layer": "0", "z_order": 1,
        "local": {
            "geometry": { "center": [10, 20], "width": 4, "height": 2 },
            "transform": { "translate": [0, 0], "rotation": 0, "scale": [1, 1] },
            "pivot": [10, 20],
            "bounds": { "min_x": 8, "min_y": 19, "max_x": 12, "max_y": 21 },
        },
        "world": {
            "bounds": { "min_x": 8, "min_y": 19, "max_x": 12, "max_y": 21 },
            "center": [10, 20],
        },
    });
    assert_eq!(json, expected);
    assert_eq!(scene.entity_json("none"), None);
}

#[test]
fn redrawing_a_name_replaces_it_and_frees_its_children() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    circle(&mut scene, "b", 5.0, 0.0, 1.0);
    scene.create_group("g", &names(&["a"])).unwrap();
    scene.translate("g", 3.0, 0.0, Space::World).unwrap();
    scene.set_fill("a", Some(Color::BLACK)).unwrap();
    circle(&mut scene, "g", 9.0, 9.0, 1.0);
    assert_eq!(order(&scene, None), "b a g");
    assert_eq!(box_of(scene.world_bounds("a")), [2.0, -1.0, 4.0, 1.0]);
    circle(&mut scene, "a", 0.0, 0.0, 2.0);
    assert_eq!(order(&scene, None), "b g a");
    assert!(scene.entity_json("a").unwrap()["style"]["fill"].is_null());
}

#[test]
fn refused_drawing_keeps_old_entity() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    let before = scene.clone();
    let wide = Shape::rect(1e308, 0.0, 1.7e308, 1.0).unwrap();
    assert_eq!(scene.draw("a", wide).unwrap_err().class, ErrorClass::Range);
    let options = TextOptions { font_path: Some("x.ttf".into()), ..TextOptions::default() };
    assert_eq!(
        scene.draw_text("a", "A", 0.0, 0.0, 1.0, &options, &Fonts::builtin()).unwrap_err().class,
        ErrorClass::Scene
    );
    assert!(
        scene.draw_text("a", "A", f64::NAN, 0.0, 1.0, &TextOptions::default(), &Fonts::builtin()).is_err()
    );
    assert!(scene.draw_text("a", "A", 0.0, 0.0, 0.0, &TextOptions::default(), &Fonts::builtin()).is_err());
    assert_eq!(scene, before);
}

#[test]
fn entity_names_are_checked_and_odd_ones_accepted() {
    let mut scene = Scene::new();
    let shape = Shape::circle(0.0, 0.0, 1.0).unwrap();
    let long = "가".repeat(256);
    for name in ["__proto__", "constructor", "a b", "\u{0}", "\"", long.as_str()] {
        scene.draw(name, shape.clone()).unwrap();
        assert!(scene.exists(name));
    }
    for name in [String::new(), "가".repeat(257)] {
        assert_eq!(scene.draw(&name, shape.clone()).unwrap_err().class, ErrorClass::Range);
    }
}

#[test]
fn entity_limit_counts_resulting_entities() {
    let mut scene = Scene::new();
    scene.set_entity_limit(3);
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    circle(&mut scene, "b", 0.0, 0.0, 1.0);
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    scene.create_group("g", &names(&["a", "b"])).unwrap();
    let before = scene.clone();
    let shape = Shape::circle(0.0, 0.0, 1.0).unwrap();
    assert_eq!(scene.draw("c", shape).unwrap_err().class, ErrorClass::Entities);
    assert_eq!(scene.create_group("h", &[]).unwrap_err().class, ErrorClass::Entities);
    assert_eq!(scene.duplicate("g", "h").unwrap_err().class, ErrorClass::Entities);
    let text = scene.draw_text("t", "AB", 0.0, 0.0, 1.0, &TextOptions::default(), &Fonts::builtin());
    assert_eq!(text.unwrap_err().class, ErrorClass::Entities);
    assert_eq!(scene, before);
    assert!(scene.delete("g") && !scene.delete("g"));
    assert_eq!(scene.entity_count(), 2);
}

#[test]
fn unknown_entity_error_suggests_near_name() {
    let mut scene = Scene::new();
    circle(&mut scene, "house", 0.0, 0.0, 1.0);
    let error = scene.translate("hous", 1.0, 0.0, Space::World).unwrap_err();
    assert_eq!(error.message, "there is no entity named \"hous\"; did you mean \"house\"?");
    assert_eq!(error.class, ErrorClass::Scene);
    assert_eq!(scene.set_fill("zebra", None).unwrap_err().message, "there is no entity named \"zebra\"");
    let error = scene.add_to_group("house", "house").unwrap_err();
    assert_eq!(error.message, "\"house\" is not a group but a circle");
}

#[test]
fn own_style_overrides_group_style() {
    let mut scene = Scene::new();
    circle(&mut scene, "plain", 0.0, 0.0, 1.0);
    circle(&mut scene, "own", 0.0, 0.0, 1.0);
    circle(&mut scene, "bare", 0.0, 0.0, 1.0);
    scene.create_group("inner", &names(&["plain", "own", "bare"])).unwrap();
    scene.create_group("outer", &names(&["inner"])).unwrap();
    let red = Color::parse("red").unwrap();
    scene.set_fill("outer", Some(red)).unwrap();
    scene.set_fill("own", Some(Color::BLACK)).unwrap();
    scene.set_fill("bare", None).unwrap();
    scene.set_stroke("inner", Some(Stroke::solid(red, 0.0))).unwrap();
    let fill = |scene: &Scene, name: &str| scene.entity_json(name).unwrap()["style"]["fill"].clone();
    assert_eq!(fill(&scene, "plain"), serde_json::json!([1, 0, 0, 1]));
    assert_eq!(fill(&scene, "own"), serde_json::json!([0, 0, 0, 1]));
    assert!(fill(&scene, "bare").is_null());
    assert!(scene.entity_json("plain").unwrap()["style"]["stroke"].is_null(), "a width of 0 is no stroke");
    scene.remove_from_group("plain").unwrap();
    assert!(fill(&scene, "plain").is_null());
}

#[test]
fn impossible_strokes_are_refused() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    let stroke =
        |width: f64, dash: &[f64]| Stroke { dash: dash.to_vec(), ..Stroke::solid(Color::BLACK, width) };
    let cases = [
        (stroke(-1.0, &[]), "width must be 0 or greater and finite, got -1"),
        (stroke(f64::NAN, &[]), "width must be 0 or greater and finite, got NaN"),
        (stroke(1.0, &[1.0, -2.0]), "dash must hold finite lengths of 0 or greater, got -2"),
        (stroke(1.0, &[0.0, 0.0]), "dash must hold a length greater than 0"),
        (stroke(1.0, &[1.0; 65]), "dash must hold at most 64 lengths, got 65"),
    ];
    for (stroke, message) in cases {
        assert_eq!(scene.set_stroke("a", Some(stroke)).unwrap_err().message, message);
    }
}

#[test]
fn colours_are_parsed_like_css() {
    let bytes = |text: &str| {
        Color::parse(text).map(|color| color.to_array().map(|part| (part * 255.0).round() as u8))
    };
    let cases = [
        ("red", [255, 0, 0, 255]),
        ("RebeccaPurple", [102, 51, 153, 255]),
        ("transparent", [0, 0, 0, 0]),
        ("#f80", [255, 136, 0, 255]),
        ("#F808", [255, 136, 0, 136]),
        ("#ff8800", [255, 136, 0, 255]),
        (" #ff880080 ", [255, 136, 0, 128]),
        ("rgb(255, 136, 0)", [255, 136, 0, 255]),
        ("rgb(255 136 0 / 50%)", [255, 136, 0, 128]),
        ("rgba(100%, 0%, 300, .5)", [255, 0, 255, 128]),
        ("hsl(120, 100%, 50%)", [0, 255, 0, 255]),
        ("hsla(0.5turn 100% 25% / 1)", [0, 128, 128, 255]),
        ("hsl(-120deg 100% 50%)", [0, 0, 255, 255]),
        ("hsl(none 0% 50%)", [128, 128, 128, 255]),
    ];
    for (text, expected) in cases {
        assert_eq!(bytes(text).unwrap(), expected, "{text}");
    }
    // As Chromium draws them, which rounds on the way.
    let cases = [
        ("hwb(120 20% 30%)", [51, 179, 51, 255]),
        ("hwb(0 80% 80%)", [128, 128, 128, 255]),
        ("oklch(0.7 0.1 200)", [64, 177, 183, 255]),
        ("OKLCH(70% 25% 200deg / 50%)", [64, 177, 183, 128]),
        ("oklab(0.6 0.1 -0.1)", [159, 99, 186, 255]),
        ("lab(50% 40 -20)", [171, 90, 154, 255]),
        ("lch(50 60 120)", [84, 132, 4, 255]),
        ("color(srgb-linear .5 .5 .5)", [188, 188, 188, 255]),
        ("color(display-p3 0.2 0.6 0.4)", [0, 156, 97, 255]),
        ("color(a98-rgb 0.3 0.5 0.7)", [29, 128, 182, 255]),
        ("color(prophoto-rgb 0.3 0.5 0.7)", [0, 155, 198, 255]),
        ("color(xyz-d50 0.3 0.4 0.2)", [122, 184, 127, 255]),
        ("color(xyz 0.3 0.4 0.2 / 0.2)", [139, 182, 107, 51]),
        ("color-mix(in srgb, red, blue)", [128, 0, 128, 255]),
        ("color-mix(in srgb, red 20%, blue 20%)", [128, 0, 128, 102]),
        ("color-mix(in oklab, red 30%, blue)", [93, 75, 200, 255]),
        ("color-mix(red, blue)", [140, 83, 162, 255]),
        ("color-mix(in hsl, red, lime)", [255, 255, 0, 255]),
        ("color-mix(in hwb, red, blue)", [255, 0, 255, 255]),
        ("color-mix(in oklch, red, transparent)", [255, 0, 0, 128]),
        ("color-mix(in lch, rgb(255 0 0 / 0.5) 25%, white)", [255, 229, 217, 223]),
    ];
    for (text, expected) in cases {
        let found = bytes(text).unwrap();
        let is_near = found.iter().zip(expected).all(|(one, other): (&u8, u8)| one.abs_diff(other) <= 1);
        assert!(is_near, "{text}: {found:?}");
    }
    for text in [
        "",
        "reddish",
        "#12",
        "#12345",
        "#xyz",
        "#é00",
        "rgb(1,2)",
        "rgb(1 2 3 4)",
        "rgb(inf,0,0)",
        "hsl(nan 1% 1%)",
        "rgb(1,2,3",
        "oklch(1,2,3)",
        "color(1 2 3)",
        "color(lab 1 2 3)",
        "color-mix(in srgb, red)",
        "color-mix(in nowhere, red, blue)",
        "color-mix(in srgb, red 0%, blue 0%)",
        "url(x)",
    ] {
        assert!(Color::parse(text).is_err(), "{text}");
    }
    assert_eq!(Color::from_array(&[1.0, 0.0]).unwrap_err().class, ErrorClass::Type);
    assert_eq!(
        Color::from_array(&[1.0, 0.0, 255.0]).unwrap_err().message,
        "a colour's b must be between 0 and 1, got 255"
    );
    assert!(Color::from_array(&[f64::NAN, 0.0, 0.0]).is_err());
}

#[test]
fn text_becomes_shape_or_group_of_glyphs() {
    let mut scene = Scene::new();
    let plain = TextOptions::default();
    let drawn = scene.draw_text("t", "Hi you", 10.0, 0.0, 10.0, &plain, &Fonts::builtin()).unwrap();
    assert_eq!(drawn, TextDrawn { drawn: true, warnings: vec![] });
    let glyphs = ListFilter { group: Some("t".to_owned()), ..ListFilter::default() };
    assert_eq!((all(&scene), scene.list(&glyphs).join(" ")), ("t".into(), "t_g0 t_g1 t_g2 t_g3 t_g4".into()));
    let style = &scene.entity_json("t_g1").unwrap()["style"];
    assert_eq!((&style["fill"], style["stroke"].is_null()), (&serde_json::json!([0, 0, 0, 1]), true));
    // Shorter text of the same name takes the old glyphs with it.
    scene.draw_text("t", "AB", 0.0, 0.0, 10.0, &plain, &Fonts::builtin()).unwrap();
    assert_eq!(scene.list(&glyphs), ["t_g0", "t_g1"]);
    assert!(!scene.exists("t_g2"));
    scene.draw_text("t", "C", 0.0, 0.0, 10.0, &plain, &Fonts::builtin()).unwrap();
    assert_eq!(all(&scene), "t");
    assert_eq!(scene.entity_json("t").unwrap()["type"], "path");
    let blank = scene.draw_text("u", " \n ", 0.0, 0.0, 10.0, &plain, &Fonts::builtin()).unwrap();
    assert!(!blank.drawn && !scene.exists("u"));
}

#[test]
fn text_is_aligned_and_measured() {
    let mut scene = Scene::new();
    let metrics = Scene::text_metrics("HOH", 20.0, None, &Fonts::builtin()).unwrap().0;
    for (align, center) in
        [(Align::Left, metrics.width / 2.0), (Align::Center, 0.0), (Align::Right, -metrics.width / 2.0)]
    {
        let options = TextOptions { align, ..TextOptions::default() };
        scene.draw_text("t", "HOH", 0.0, 5.0, 20.0, &options, &Fonts::builtin()).unwrap();
        let bounds = scene.world_bounds("t").unwrap();
        assert!((bounds.center().x - center).abs() < 0.2, "{align:?} {bounds:?}");
        assert!(bounds.min.y < 5.0 && bounds.min.y > 4.0, "{bounds:?}");
    }
    assert!((metrics.ascent + metrics.descent - metrics.height).abs() < 1e-9);
    let two = Scene::text_metrics("HOH\nH", 20.0, None, &Fonts::builtin()).unwrap().0;
    assert!(two.width == metrics.width && two.height > metrics.height * 1.9);
    assert_eq!(Scene::text_metrics("", 20.0, None, &Fonts::builtin()).unwrap().0.width, 0.0);
    assert_eq!(
        Scene::text_metrics("a", -1.0, None, &Fonts::builtin()).unwrap_err().message,
        "size must be greater than 0, got -1"
    );
}

#[test]
fn missing_fonts_and_glyphs_give_warnings() {
    let mut scene = Scene::new();
    let options = TextOptions { font: Some("Comic Sans".into()), ..TextOptions::default() };
    let warnings =
        scene.draw_text("t", "a한한글", 0.0, 0.0, 10.0, &options, &Fonts::builtin()).unwrap().warnings;
    assert_eq!(
        warnings,
        [
            "the font \"Comic Sans\" is not available; the built-in Liberation Sans is used",
            "the font Liberation Sans has no glyph for \"한\" \"글\"; a box is drawn instead",
        ]
    );
    let options = TextOptions { font: Some("liberation sans".into()), ..TextOptions::default() };
    assert!(
        scene.draw_text("t", "a", 0.0, 0.0, 10.0, &options, &Fonts::builtin()).unwrap().warnings.is_empty()
    );
}

#[test]
fn drawing_is_fitted_into_viewport() {
    let fit = fit_to_viewport(900.0, 1080.0, [1600.0, 1000.0], 0.1).unwrap();
    assert_eq!((fit.scale, fit.offset_x, fit.offset_y), (0.740741, 466.7, 100.0));
    assert_eq!((fit.viewport_width, fit.viewport_height), (1600.0, 1000.0));
    let fit = fit_to_viewport(100.0, 10.0, [200.0, 100.0], 0.0).unwrap();
    assert_eq!((fit.scale, fit.offset_x, fit.offset_y), (2.0, 0.0, 40.0));
    for (width, height, viewport, margin) in [
        (0.0, 1.0, [1.0, 1.0], 0.1),
        (1.0, f64::NAN, [1.0, 1.0], 0.1),
        (1.0, 1.0, [-1.0, 1.0], 0.1),
        (1.0, 1.0, [1.0, 1.0], 0.5),
        (1e12, 1.0, [1.0, 1.0], 0.1),
    ] {
        assert_eq!(fit_to_viewport(width, height, viewport, margin).unwrap_err().class, ErrorClass::Range);
    }
}
