mod blocks;

use std::collections::BTreeMap;

use super::json::{JsonHeader, from_json, header_from_json, to_json};
use super::png::{Fit, Picture, Theme, render};
use super::svg::to_svg;
use scenewright_error::Kind;
use scenewright_geometry::{Axis, Shape};
use scenewright_scene::{
    Align, Around, Cap, Color, Contents, Fonts, Join, LayerChange, Linetype, Scene, Space, Stroke,
    TextOptions, Units,
};

fn draw(scene: &mut Scene, name: &str, shape: Result<Shape, scenewright_geometry::ShapeError>) {
    scene.draw(name, shape.unwrap()).unwrap();
}

/// Makes a scene with a little of everything: every shape, groups with shear and mirroring, styles own and
/// inherited, odd names.
fn sample() -> Scene {
    let mut scene = Scene::new();
    let world = (Space::World, Around::Origin);
    let color = |text: &str| Color::parse(text).unwrap();
    draw(&mut scene, "ground", Shape::rect(0.0, -42.0, 220.0, 4.0));
    scene.set_fill("ground", Some(color("#8d6e63"))).unwrap();
    draw(&mut scene, "wall", Shape::rect(0.0, -10.0, 80.0, 60.0));
    scene.set_fill("wall", Some(color("wheat"))).unwrap();
    let roof = [[-50.0, 20.0], [50.0, 20.0], [0.0, 55.0]].map(Into::into).to_vec();
    let window = [[-8.0, 26.0], [8.0, 26.0], [0.0, 38.0]].map(Into::into).to_vec();
    draw(&mut scene, "roof", Shape::polygon(roof, vec![window]));
    scene.set_fill("roof", Some(color("firebrick"))).unwrap();
    draw(&mut scene, "sun", Shape::circle(85.0, 55.0, 12.0));
    scene.set_fill("sun", Some(color("rgba(255, 200, 0, .8)"))).unwrap();
    scene.set_stroke("sun", None).unwrap();
    draw(&mut scene, "arc", Shape::arc(85.0, 55.0, 18.0, 0.5, 4.0));
    let dashed = Stroke {
        dash: vec![3.0, 2.0],
        cap: Cap::Round,
        join: Join::Round,
        ..Stroke::solid(color("orange"), 1.5)
    };
    scene.set_stroke("arc", Some(dashed)).unwrap();
    draw(
        &mut scene,
        "leaf",
        Shape::path("M -100 -30 C -90 0 -70 0 -60 -30 S -80 -45 -100 -30 Z M -80 -30 a 5 3 20 1 0 1 0 z"),
    );
    scene.set_fill("leaf", Some(color("seagreen"))).unwrap();
    draw(
        &mut scene,
        "line \"<&>\n",
        Shape::line([[-30.0, -35.0], [-30.0, 5.0], [-10.0, 5.0]].map(Into::into).to_vec()),
    );
    draw(&mut scene, "wheel", Shape::circle(60.0, -32.0, 8.0));
    draw(&mut scene, "body", Shape::rect(75.0, -25.0, 40.0, 12.0));
    scene.create_group("car", &["wheel".to_owned(), "body".to_owned()]).unwrap();
    scene.set_fill("car", Some(color("steelblue"))).unwrap();
    scene.rotate("body", 0.2, world.0, world.1).unwrap();
    scene.scale("car", 1.2, 0.9, world.0, Around::Center).unwrap();
    scene.set_stroke("wheel", Some(Stroke::solid(Color::BLACK, 3.0))).unwrap();
    scene.set_layer("car", "traffic", Contents::Included).unwrap();
    scene.mirror("car", "__proto__", Axis::X).unwrap();
    scene.translate("__proto__", -125.0, 0.0, Space::World).unwrap();
    scene.create_group("empty", &[]).unwrap();
    let options = TextOptions { align: Align::Center, ..TextOptions::default() };
    scene.draw_text("title", "Häuschen & AVATAR 8%", 0.0, 65.0, 14.0, &options, &Fonts::builtin()).unwrap();
    scene
}

fn header() -> JsonHeader {
    let files =
        [("a", "1"), ("main", "2"), ("z", "3")].map(|(name, hash)| (name.to_owned(), hash.to_owned()));
    JsonHeader { key: "k".to_owned(), files: BTreeMap::from(files), fonts: BTreeMap::new() }
}

#[test]
fn json_round_trip_keeps_scene_and_bytes() {
    let (scene, header) = (sample(), header());
    let text = to_json(&scene, &header);
    let (copy, copied_header) = from_json(&text).unwrap();
    assert_eq!(header_from_json(&text), Some(copied_header.clone()));
    assert_eq!(
        header_from_json(&text[..text.len() / 2]),
        Some(copied_header.clone()),
        "the rest is not read"
    );
    assert_eq!(header_from_json("{}"), None);
    assert_eq!(copied_header, header);
    assert_eq!(copy, scene);
    assert_eq!(to_json(&copy, &copied_header), text);
    for name in ["body", "car", "leaf", "arc", "title", "title_g3"] {
        assert_eq!(copy.entity_json(name), scene.entity_json(name));
    }
    let empty = to_json(&Scene::new(), &JsonHeader::default());
    assert_eq!(from_json(&empty).unwrap().0, Scene::new());
}

#[test]
fn json_has_fields_in_order_and_one_entity_per_line() {
    let mut scene = Scene::new();
    scene.set_units(Units::Inches);
    draw(&mut scene, "a", Shape::circle(-0.0, 0.5, 1.0));
    scene.create_group("g", &["a".to_owned()]).unwrap();
    scene.set_fill("g", Some(Color::BLACK)).unwrap();
    assert_eq!(
        to_json(&scene, &header()),
        r#"{
"version":1,
"key":"k",
"units":"in",
"files":{"main":"2","a":"1","z":"3"},
"layers":[{"name":"0","color":null,"linetype":"continuous","lineweight":null,"visible":true,"locked":false}],
"parameters":[],
"entities":[
{"name":"g","type":"group","parent":null,"children":["a"],"layer":"0","geometry":null,"transform":{"translate":[0,0],"rotation":0,"scale":[1,1],"pivot":[0,0]},"style":{"fill":[0,0,0,1],"stroke":{"color":[0,0,0,1],"width":0.00984251968503937,"dash":[],"cap":"butt","join":"miter"}},"inherits":["stroke"],"world_bounds":{"min":[-1,-0.5],"max":[1,1.5]}},
{"name":"a","type":"circle","parent":"g","children":[],"layer":"0","geometry":{"center":[0,0.5],"radius":1},"transform":{"translate":[0,0],"rotation":0,"scale":[1,1],"pivot":[0,0.5]},"style":{"fill":[0,0,0,1],"stroke":{"color":[0,0,0,1],"width":0.00984251968503937,"dash":[],"cap":"butt","join":"miter"}},"inherits":["fill","stroke"],"world_bounds":{"min":[-1,-0.5],"max":[1,1.5]}}
]}
"#
    );
}

#[test]
fn json_round_trip_keeps_layers_and_ellipses() {
    let mut scene = Scene::new();
    draw(&mut scene, "pond", Shape::ellipse(1.0, 2.0, 4.0, 2.5, 0.3));
    scene.set_layer("pond", "water", Contents::Included).unwrap();
    let change = LayerChange {
        color: Some(Color::parse("navy").unwrap()).into(),
        linetype: Some(Linetype::Dashdot),
        lineweight: Some(0.25).into(),
        visible: Some(false),
        locked: Some(true),
    };
    scene.define_layer("water", &change).unwrap();
    scene.define_layer("unused", &LayerChange::default()).unwrap();
    let text = to_json(&scene, &header());
    let (read, _) = from_json(&text).unwrap();
    assert_eq!(read, scene);
    assert_eq!(to_json(&read, &header()), text);
    assert!(read.clone().translate("pond", 1.0, 0.0, Space::World).is_err(), "it is still locked");
}

#[test]
fn pictures_omit_hidden_entities() {
    let mut scene = Scene::new();
    draw(&mut scene, "shown", Shape::ellipse(0.0, 0.0, 10.0, 5.0, 0.0));
    let alone = (to_svg(&scene), render(&scene, &Picture::default()).unwrap().png);
    draw(&mut scene, "secret", Shape::circle(500.0, 0.0, 40.0));
    scene.create_group("hidden", &["secret".to_owned()]).unwrap();
    scene.set_layer("hidden", "notes", Contents::Included).unwrap();
    assert!(to_svg(&scene).contains("secret"));
    let change = LayerChange { visible: Some(false), ..LayerChange::default() };
    scene.define_layer("notes", &change).unwrap();
    assert_eq!((to_svg(&scene), render(&scene, &Picture::default()).unwrap().png), alone);
}

#[test]
fn hostile_json_is_refused() {
    let mut scene = Scene::new();
    draw(&mut scene, "a", Shape::circle(3.0, 0.5, 7.0));
    draw(&mut scene, "p", Shape::path("M 0 0 L 1 1"));
    scene.create_group("g", &["a".to_owned()]).unwrap();
    let text = to_json(&scene, &header());
    let cases = [
        ("\"version\":1", "\"version\":2", "its version is 2"),
        ("\"units\":\"mm\"", "\"units\":\"parsec\"", "there is no unit named \"parsec\""),
        ("\"linetype\":\"continuous\"", "\"linetype\":\"wavy\"", "unknown variant `wavy`"),
        (
            "\"lineweight\":null",
            "\"lineweight\":-1",
            "layer \"0\": lineweight must be 0 or greater and finite, got -1",
        ),
        (
            "\"layers\":[",
            "\"layers\":[{\"name\":\"0\",\"color\":null,\"linetype\":\"continuous\",\"lineweight\":null,\"visible\":true,\"locked\":false},",
            "there are two layers named \"0\"",
        ),
        ("\"parent\":\"g\"", "\"parent\":\"a\"", "its group does not come before it"),
        ("\"parent\":\"g\"", "\"parent\":\"p\"", "the children of \"p\" are not those that name it"),
        ("\"parent\":\"g\"", "\"parent\":null", "the children of \"g\" are not those that name it"),
        (
            "\"parent\":null,\"children\":[\"a\"]",
            "\"parent\":\"g\",\"children\":[\"a\"]",
            "its group does not come before it",
        ),
        ("\"name\":\"p\"", "\"name\":\"g\"", "there are two of that name"),
        ("\"name\":\"p\"", "\"name\":\"\"", "name must not be empty"),
        ("\"radius\":7", "\"radius\":1e999", "number out of range"),
        ("\"radius\":7", "\"radius\":NaN", "expected value"),
        ("\"radius\":7", "\"radius\":-7", "radius must be greater than 0, got -7"),
        ("\"radius\":7", "\"width\":7", "geometry of a circle must have radius"),
        ("\"type\":\"circle\"", "\"type\":\"torus\"", "there is no type of entity named \"torus\""),
        ("\"type\":\"circle\"", "\"type\":\"group\"", "a group has no geometry"),
        ("\"scale\":[1,1]", "\"scale\":[0,1]", "the resulting transform has no size left"),
        ("M 0 0 L 1 1", "M 0 0 h 1e400", "path holds a number that is too large"),
        ("[0,0,0,1]", "[0,0,9,1]", "a colour's b must be between 0 and 1, got 9"),
        ("\"inherits\":[\"fill\"", "\"inherits\":[\"soul\"", "there is no style named \"soul\""),
        ("\"entities\"", "\"things\"", "unknown field"),
    ];
    for (from, to, message) in cases {
        assert!(text.contains(from), "{from}");
        // Inherited styles are not read, so the colour must be one of the entity's own.
        let text = if from.starts_with("[0") {
            text.replace("\"inherits\":[\"fill\",\"stroke\"]", "\"inherits\":[]")
        } else {
            text.clone()
        };
        let error = from_json(&text.replace(from, to)).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput);
        assert!(error.message.contains(message), "{from} {to}: {}", error.message);
    }
    for end in 0..text.len() - 2 {
        assert!(from_json(&text[..end]).is_err());
    }
    assert!(from_json(&format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000))).is_err());
}

#[test]
fn svg_keeps_shape_kind_where_transform_allows_it() {
    let mut scene = Scene::new();
    scene.set_units(Units::Meters);
    draw(&mut scene, "c", Shape::circle(1.0, 2.0, 3.0));
    draw(&mut scene, "r", Shape::rect(0.0, 0.0, 4.0, 2.0));
    scene.rotate("r", std::f64::consts::FRAC_PI_2, Space::World, Around::Origin).unwrap();
    draw(&mut scene, "tilted", Shape::rect(0.0, 0.0, 4.0, 2.0));
    scene.rotate("tilted", 0.3, Space::World, Around::Origin).unwrap();
    draw(&mut scene, "e", Shape::circle(0.0, 0.0, 1.0));
    scene.scale("e", 2.0, 1.0, Space::World, Around::Origin).unwrap();
    scene.set_fill("e", Some(Color::parse("#ff000080").unwrap())).unwrap();
    let svg = to_svg(&scene);
    for expected in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"691.11931849cm\" height=\"770.5cm\" viewBox=\"-2.55869318 -5.3525 6.91119318 7.705\">",
        "<circle cx=\"1\" cy=\"-2\" r=\"3\" id=\"c\" data-name=\"c\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.005\"/>",
        "<rect x=\"-1\" y=\"-2\" width=\"2\" height=\"4\" id=\"r\"",
        "<path d=\"M ",
        "<path d=\"M 2 0 A 2 1 0 0 0 0 -1 A 2 1 0 0 0 -2 0",
        "fill=\"#ff0000\" fill-opacity=\"0.502\"",
    ] {
        assert!(svg.contains(expected), "{expected} is not in\n{svg}");
    }
}

#[test]
fn svg_escapes_names_and_writes_groups_and_layers_in_drawing_order() {
    let svg = to_svg(&sample());
    assert!(svg.contains("data-name=\"line &quot;&lt;&amp;&gt;&#10;\""), "{svg}");
    assert!(svg.contains("stroke-dasharray=\"3 2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""));
    assert!(svg.contains("fill-rule=\"evenodd\""));
    let places: Vec<usize> = [
        "data-layer=\"0\"",
        "id=\"ground\"",
        "id=\"sun\"",
        "data-layer=\"traffic\"",
        "<g id=\"car\"",
        "id=\"wheel\"",
        "<g id=\"title\"",
    ]
    .iter()
    .map(|text| svg.find(text).unwrap_or_else(|| panic!("{text}")))
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert!(to_svg(&Scene::new()).contains("viewBox=\"-49.5 -49.5 99 99\""));
    let mut odd = Scene::new();
    draw(&mut odd, "\u{0}\u{1b}", Shape::circle(0.0, 0.0, 1.0));
    assert!(to_svg(&odd).contains("data-name=\"\u{fffd}\u{fffd}\""));
}

#[test]
fn svg_limits_depth_of_groups() {
    let mut scene = Scene::new();
    draw(&mut scene, "g0", Shape::circle(0.0, 0.0, 1.0));
    for depth in 1..2_000 {
        scene.create_group(&format!("g{depth}"), &[format!("g{}", depth - 1)]).unwrap();
    }
    let svg = to_svg(&scene);
    assert_eq!(svg.matches("<g ").count(), 201);
    assert_eq!(svg.matches("</g>").count(), 201);
}

mod pictures;

/// The pixels of a rendered picture.
struct Pixels {
    bytes: Vec<u8>,
    width: usize,
}

impl Pixels {
    fn of(scene: &Scene, picture: &Picture<'_>) -> Pixels {
        let rendered = render(scene, picture).unwrap();
        assert_eq!((rendered.width, rendered.height), (picture.width, picture.height));
        let mut reader = png::Decoder::new(std::io::Cursor::new(&rendered.png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(bytes.len(), (picture.width * picture.height * 3) as usize);
        Pixels { bytes, width: picture.width as usize }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * self.width + x) * 3;
        [self.bytes[start], self.bytes[start + 1], self.bytes[start + 2]]
    }

    fn count(&self, test: impl Fn([u8; 3]) -> bool) -> usize {
        self.bytes.chunks_exact(3).filter(|pixel| test([pixel[0], pixel[1], pixel[2]])).count()
    }
}

fn small<'a>() -> Picture<'a> {
    Picture { width: 100, height: 100, ..Picture::default() }
}

fn entity(name: &str) -> Fit {
    Fit::Entity(name.to_owned())
}

#[test]
fn picture_shows_shapes_at_their_places() {
    let mut scene = Scene::new();
    draw(&mut scene, "below", Shape::rect(0.0, -25.0, 100.0, 50.0));
    scene.set_fill("below", Some(Color::parse("red").unwrap())).unwrap();
    scene.set_stroke("below", None).unwrap();
    draw(&mut scene, "above", Shape::rect(0.0, 25.0, 100.0, 50.0));
    scene.set_fill("above", Some(Color::parse("blue").unwrap())).unwrap();
    scene.set_stroke("above", None).unwrap();
    let pixels = Pixels::of(&scene, &small());
    assert_eq!(
        (pixels.at(50, 30), pixels.at(50, 70), pixels.at(2, 50)),
        ([0, 0, 255], [255, 0, 0], [255, 255, 255])
    );
    let close = Pixels::of(&scene, &Picture { fit: entity("above"), ..small() });
    assert_eq!(close.at(50, 50), [0, 0, 255]);
    assert_eq!(close.at(50, 90), [255, 0, 0], "what is around the entity is shown as well");
}

#[test]
fn thin_lines_are_visible_at_any_zoom_and_on_any_background() {
    let mut scene = Scene::new();
    draw(&mut scene, "a", Shape::circle(0.0, 0.0, 1e6));
    let light = Pixels::of(&scene, &small());
    assert!(light.count(|pixel| pixel[0] < 128) > 200);
    let dark = Pixels::of(&scene, &Picture { theme: Theme::Dark, ..small() });
    assert!(dark.count(|pixel| pixel[0] > 128) > 200);
}

#[test]
fn zero_length_dash_is_dot_with_round_caps() {
    let mut scene = Scene::new();
    draw(&mut scene, "dots", Shape::line([[-50.0, 0.0], [50.0, 0.0]].map(Into::into).to_vec()));
    let pen = Stroke { dash: vec![0.0, 10.0], cap: Cap::Round, ..Stroke::solid(Color::BLACK, 4.0) };
    scene.set_stroke("dots", Some(pen)).unwrap();
    let pixels = Pixels::of(&scene, &small());
    let row: Vec<bool> = (0..100).map(|x| pixels.at(x, 50)[0] < 128).collect();
    let dots = row.windows(2).filter(|pair| !pair[0] && pair[1]).count();
    assert_eq!(dots, 10, "one every 10 units of 100");
}

#[test]
fn highlight_colours_added_changed_and_removed_shapes() {
    let mut old = Scene::new();
    for (index, name) in ["stays", "changes", "goes"].into_iter().enumerate() {
        draw(&mut old, name, Shape::rect(index as f64 * 30.0, 0.0, 20.0, 20.0));
        old.set_fill(name, Some(Color::parse("#888").unwrap())).unwrap();
    }
    let mut new = old.clone();
    new.delete("goes");
    new.set_fill("changes", Some(Color::BLACK)).unwrap();
    draw(&mut new, "comes", Shape::rect(90.0, 0.0, 20.0, 20.0));
    let picture =
        Picture { width: 400, height: 200, previous: Some(&old), highlight: true, ..Picture::default() };
    let pixels = Pixels::of(&new, &picture);
    let green = |pixel: [u8; 3]| pixel[1] > 120 && pixel[0] < 60;
    let orange = |pixel: [u8; 3]| pixel[0] > 220 && (100..160).contains(&pixel[1]) && pixel[2] < 60;
    let red = |pixel: [u8; 3]| pixel[0] > 200 && pixel[1] < 130 && pixel[2] < 130 && pixel[1] > 30;
    for (color, count) in
        [("green", pixels.count(green)), ("orange", pixels.count(orange)), ("red", pixels.count(red))]
    {
        assert!(count > 100, "{color} {count}");
    }
    // A group that moved takes what is in it along.
    let mut grouped = old.clone();
    grouped.create_group("g", &["stays".to_owned()]).unwrap();
    let mut moved = grouped.clone();
    moved.translate("g", 0.0, 5.0, Space::World).unwrap();
    let picture = Picture { previous: Some(&grouped), highlight: true, ..small() };
    assert!(Pixels::of(&moved, &picture).count(orange) > 50);
}

#[test]
fn impossible_pictures_are_refused() {
    let scene = sample();
    let cases = [
        (
            Picture { width: 15, ..small() },
            Kind::InvalidInput,
            "width must be between 16 and 4096 pixels, got 15",
        ),
        (
            Picture { height: 70_000, ..small() },
            Kind::InvalidInput,
            "height must be between 16 and 4096 pixels, got 70000",
        ),
        (
            Picture { fit: entity("rof"), ..small() },
            Kind::NotFound,
            "fit: there is no entity named \"rof\"; did you mean \"roof\"?",
        ),
        (
            Picture { fit: entity("empty"), ..small() },
            Kind::InvalidInput,
            "fit: \"empty\" is empty, so there is nothing to show",
        ),
    ];
    for (picture, kind, message) in cases {
        let error = render(&scene, &picture).unwrap_err();
        assert_eq!((error.kind, error.message.as_str()), (kind, message));
    }
}

#[test]
fn extreme_drawings_neither_fail_nor_take_forever() {
    let mut scene = Scene::new();
    draw(&mut scene, "dust", Shape::circle(0.0, 0.0, 1e-6));
    scene.set_stroke("dust", None).unwrap();
    draw(&mut scene, "moon", Shape::circle(1e6, 0.0, 1e6));
    draw(&mut scene, "far", Shape::line([[-1e9, 0.0], [1e9, 1.0]].map(Into::into).to_vec()));
    let dashed = Stroke { dash: vec![1e-7, 1e-7], ..Stroke::solid(Color::BLACK, 1e-7) };
    scene.set_stroke("far", Some(dashed.clone())).unwrap();
    scene.set_fill("moon", Some(Color::parse("silver").unwrap())).unwrap();
    scene.set_stroke("moon", Some(dashed.clone())).unwrap();
    draw(
        &mut scene,
        "huge",
        Shape::path("M -1e200 -1e200 C 0 1e200 1e200 0 1e200 1e200 A 1e199 1e200 0 0 1 5 5 Z"),
    );
    scene.set_stroke("huge", Some(dashed)).unwrap();
    for fit in [Fit::Scene, entity("dust"), entity("moon"), entity("far")] {
        render(&scene, &Picture { fit, ..small() }).unwrap();
    }
    let moon = Pixels::of(&scene, &Picture { fit: entity("dust"), ..small() });
    assert_eq!(moon.at(98, 30), [192, 192, 192], "the moon covers the right half");
    let mut flat = Scene::new();
    draw(&mut flat, "line", Shape::line([[0.0, 0.0], [10.0, 0.0]].map(Into::into).to_vec()));
    render(&flat, &small()).unwrap();
    draw(&mut flat, "line", Shape::line([[5.0, 5.0], [5.0, 5.0]].map(Into::into).to_vec()));
    render(&flat, &small()).unwrap();
    render(&Scene::new(), &Picture { width: 16, height: 4096, ..small() }).unwrap();
}

/// Writes samples for someone to look at: no test can judge whether a picture is good.
#[test]
#[ignore = "writes pictures into the folder named by SCENEWRIGHT_SAMPLES"]
fn sample_pictures_are_written_for_review() {
    let folder = std::path::PathBuf::from(std::env::var_os("SCENEWRIGHT_SAMPLES").unwrap());
    let scene = sample();
    let mut changed = scene.clone();
    changed.delete("sun");
    changed.translate("car", 10.0, 6.0, Space::World).unwrap();
    draw(&mut changed, "door", Shape::rect(15.0, -25.0, 15.0, 30.0));
    let pictures = [
        ("light", &scene, Picture::default()),
        ("dark", &scene, Picture { theme: Theme::Dark, ..Picture::default() }),
        ("fit", &scene, Picture { fit: entity("car"), width: 600, height: 400, ..Picture::default() }),
        ("highlight", &changed, Picture { previous: Some(&scene), highlight: true, ..Picture::default() }),
        ("small", &scene, Picture { width: 64, height: 48, ..Picture::default() }),
    ];
    for (name, scene, picture) in pictures {
        std::fs::write(folder.join(format!("{name}.png")), render(scene, &picture).unwrap().png).unwrap();
    }
    std::fs::write(folder.join("sample.svg"), to_svg(&scene)).unwrap();
    std::fs::write(folder.join("sample.json"), to_json(&scene, &header())).unwrap();
}

#[test]
fn layer_pens_show_in_every_format() {
    let mut scene = Scene::new();
    let change = LayerChange {
        color: Some(Color::parse("#ff0000").unwrap()).into(),
        linetype: Some(Linetype::Hidden),
        lineweight: Some(0.5).into(),
        ..LayerChange::default()
    };
    scene.define_layer("hidden", &change).unwrap();
    draw(&mut scene, "a", Shape::rect(0.0, 0.0, 100.0, 60.0));
    scene.draw_text("t", "HH", 0.0, 0.0, 10.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    let plain = render(&scene, &Picture::default()).unwrap().png;
    for name in ["a", "t"] {
        scene.set_layer(name, "hidden", Contents::Included).unwrap();
    }
    let svg = to_svg(&scene);
    let pen = "fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.5\" stroke-dasharray=\"3 1.5\"/>";
    assert!(svg.contains(pen), "{svg}");
    assert_eq!(svg.matches("fill=\"#ff0000\"").count(), 2, "the letters have the layer's colour");
    assert_ne!(render(&scene, &Picture::default()).unwrap().png, plain);
    // At 1:20, pens and dashes are twenty times as large in the drawing; what was given a width keeps it.
    scene.set_drawing_scale(20.0).unwrap();
    scene.set_stroke("t", Some(Stroke::solid(Color::BLACK, 0.1))).unwrap();
    let svg = to_svg(&scene);
    assert!(svg.contains("stroke-width=\"10\" stroke-dasharray=\"60 30\""), "{svg}");
    assert!(svg.contains("stroke-width=\"0.1\""), "{svg}");
    let (read, _) = from_json(&to_json(&scene, &header())).unwrap();
    assert_eq!((read.drawing_scale(), to_svg(&read)), (Some(20.0), svg));
    // Metres need no scale to have lines that are seen: a house of 12 m is drawn at 1:50.
    let mut house = Scene::new();
    house.set_units(Units::Meters);
    draw(&mut house, "walls", Shape::rect(0.0, 0.0, 12.0, 9.0));
    assert!(to_svg(&house).contains("stroke-width=\"0.0125\""), "{}", to_svg(&house));
}
