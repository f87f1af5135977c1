//! Blocks in every format: one geometry, used where its instances are.

use super::*;
use crate::dxf::{DxfOptions, TextMode, to_dxf};
use crate::pdf::to_pdf;
use scenewright_scene::{Align, AttributeDefinition, AttributePlace, BlockOptions, Fonts, InsertOptions};

fn houses(count: usize) -> Scene {
    let mut scene = Scene::new();
    draw(&mut scene, "walls", Shape::rect(0.0, 5.0, 12.0, 10.0));
    draw(&mut scene, "roof", Shape::path("M -7 10 L 0 16 L 7 10 Z"));
    draw(&mut scene, "door", Shape::arc(0.0, 0.0, 2.0, 0.0, 3.0));
    let place = AttributePlace { x: 0.0, y: -4.0, size: 3.0, align: Align::Center };
    let attributes =
        vec![AttributeDefinition { tag: "number".into(), value: "?".to_owned(), place: Some(place) }];
    let names = ["walls", "roof", "door"].map(str::to_owned);
    scene.define_block("house", &names, &BlockOptions { attributes, ..BlockOptions::default() }).unwrap();
    for index in 0..count {
        let options = InsertOptions {
            angle: index as f64 * 0.1,
            attributes: vec![("number".to_owned(), format!("{}", index + 1))],
            ..InsertOptions::default()
        };
        let (x, y) = ((index % 50) as f64 * 20.0, (index / 50) as f64 * 25.0);
        scene.insert_block("house", &format!("h{index}"), x, y, &options, &Fonts::builtin()).unwrap();
    }
    scene
}

#[test]
fn json_round_trip_keeps_blocks() {
    let scene = houses(3);
    let text = to_json(&scene, &header());
    let (back, _) = from_json(&text).unwrap();
    assert_eq!(back, scene);
    assert_eq!(to_json(&back, &header()), text);
    for (broken, reason) in [
        (text.replace("\"block\":\"house\"", "\"block\":\"hut\""), "there is no block named \\\"hut\\\""),
        (
            text.replacen("\"type\":\"instance\"", "\"type\":\"group\"", 1),
            "only an instance is one of a block",
        ),
    ] {
        let error = from_json(&broken).unwrap_err();
        assert!(error.message.contains(&reason.replace('\\', "")), "{}", error.message);
    }
}

#[test]
fn svg_defines_block_once_and_uses_it() {
    let mut scene = houses(3);
    let svg = to_svg(&scene);
    assert_eq!((svg.matches("<use ").count(), svg.matches("<defs>").count()), (3, 1));
    assert!(
        svg.contains("<use id=\"h0\" data-name=\"h0\" data-block=\"house\" xlink:href=\"#block-1\""),
        "{svg}"
    );
    // One that is stretched unevenly is written out, as is one of a kind.
    scene.scale("h1", 2.0, 1.0, scenewright_scene::Space::Local, scenewright_scene::Around::Origin).unwrap();
    scene.set_fill("h2", Some(Color::BLACK)).unwrap();
    let svg = to_svg(&scene);
    assert!(!svg.contains("<use ") && svg.contains("<g id=\"h1\" data-name=\"h1\">"), "{svg}");
}

#[test]
fn dxf_has_block_with_definition_and_inserts_with_attributes() {
    let scene = houses(4);
    for (mode, outlines) in [(TextMode::Text, false), (TextMode::Outlines, true)] {
        let file = to_dxf(&scene, DxfOptions { text: mode, ..DxfOptions::default() }).unwrap();
        let file = String::from_utf8(file).unwrap();
        let count = |kind: &str| file.matches(&format!("\n{kind}\n")).count();
        assert_eq!([count("INSERT"), count("ATTRIB"), count("ATTDEF")], [4, 4, 1]);
        assert_eq!(file.matches("LWPOLYLINE\n").count() > 2, outlines, "{mode:?}");
        // An instance that a program adds by the definition has letters as large as ours.
        let heights = |kind: &str| -> Vec<f64> {
            let lines: Vec<&str> = file.lines().map(str::trim).collect();
            let mut is_wanted = false;
            let mut found = Vec::new();
            for pair in lines.chunks_exact(2) {
                match pair[0] {
                    "0" => is_wanted = pair[1] == kind,
                    "40" if is_wanted => found.extend(pair[1].parse::<f64>()),
                    _ => {}
                }
            }
            found
        };
        let all = [heights("ATTDEF"), heights("ATTRIB")].concat();
        assert!(all.len() == 5 && all.iter().all(|it| (it - all[0]).abs() < 1e-9), "{all:?}");
    }
}

#[test]
fn glyphs_of_many_attributes_are_written_once() {
    let size = |count: usize| to_dxf(&houses(count), DxfOptions::default()).unwrap().len();
    // The first are written where they are; after some hundred houses each has its digits as references.
    let (some, more) = (size(400), size(600));
    assert!((more - some) / 200 < 1_500, "{} bytes an instance", (more - some) / 200);
}

#[test]
fn pdf_paints_block_as_form() {
    let file = to_pdf(&houses(5)).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert_eq!(text.matches("/Subtype /Form").count(), 1);
    assert!(text.contains("/XObject"));
}

#[test]
fn town_of_blocks_takes_tenth_of_its_contents_in_dxf() {
    let mut scene = Scene::new();
    let names: Vec<String> = (0..10).map(|index| format!("part_{index}")).collect();
    for name in &names {
        let corner = |index: i32| {
            let (sin, cos) = (f64::from(index) * 0.5).sin_cos();
            [3.0 * cos, 3.0 * sin].into()
        };
        draw(&mut scene, name, Shape::polygon((0..12).map(corner).collect(), Vec::new()));
    }
    scene.define_block("house", &names, &BlockOptions::default()).unwrap();
    let houses: Vec<String> = (0..300).map(|index| format!("house_{index}")).collect();
    for (index, house) in houses.iter().enumerate() {
        let options = InsertOptions::default();
        scene.insert_block("house", house, index as f64 * 9.0, 0.0, &options, &Fonts::builtin()).unwrap();
    }
    let size = |scene: &Scene| to_dxf(scene, DxfOptions::default()).unwrap().len();
    let written = size(&scene);
    for house in &houses {
        scene.ungroup(house).unwrap();
    }
    assert!(written * 10 < size(&scene), "{written} of {} bytes", size(&scene));
}

#[test]
fn picture_of_instances_equals_picture_of_their_contents() {
    let scene = houses(2);
    let mut exploded = scene.clone();
    for name in ["h0", "h1"] {
        exploded.ungroup(name).unwrap();
    }
    let picture = Picture { width: 200, height: 120, ..Picture::default() };
    assert_eq!(render(&scene, &picture).unwrap().png, render(&exploded, &picture).unwrap().png);
}
