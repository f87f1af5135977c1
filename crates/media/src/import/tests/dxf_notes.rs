//! Tests of the texts with formats, and of the leaders of DXF files.

use super::dxf_files::read_all;
use super::*;

/// Describes the texts of a scene: words, height of capitals, place, and the red part of the colour where it is not the layer's.
fn texts(scene: &Scene) -> Vec<String> {
    let items = scene.outline();
    let texts = items.iter().filter_map(|item| Some((item, item.text?)));
    let shown = texts.map(|(item, text)| {
        let at = scene.world_transform(item.name).unwrap() * scenewright_geometry::Point::new(text.x, text.y);
        let color = item.style.fill.filter(|_| !item.style.fill_by_layer);
        let color = color.map_or(String::new(), |color| format!(" red {}", color.r));
        let up = scene.world_transform(item.name).unwrap().determinant().abs().sqrt();
        format!("{:?} {:.3} at {:.3} {:.3}{color}", text.text, text.cap_height * up, at.x + 0.0, at.y + 0.0)
    });
    shown.collect()
}

fn mtext(rest: &str, words: &str) -> Vec<String> {
    let (scene, placed) = read_all("", &format!("0 MTEXT,8 cut,10 0,20 0,40 2,{rest}1 {words},"));
    assert!(placed.skipped.is_empty(), "{:?}", placed.skipped);
    texts(&scene)
}

#[test]
fn formats_of_the_whole_text_are_those_of_one_text() {
    assert_eq!(mtext("71 1,", "{\\H5;\\C1;all of it}"), ["\"all of it\" 5.000 at 0.000 -5.000 red 1"]);
    assert_eq!(mtext("71 7,", "\\H0.5x;small")[0].split(" at").next(), Some("\"small\" 1.000"));
    // The lines are 5/3 of the height apart, times the factor of the file, whatever the font says.
    let (scene, _) = read_all("", "0 MTEXT,8 cut,10 0,20 0,40 3,44 1.2,71 1,1 a\\Pb,");
    let item = scene.outline().into_iter().find_map(|item| item.text.cloned()).unwrap();
    assert!((item.line_height - 6.0).abs() < 1e-9, "{}", item.line_height);
}

#[test]
fn words_with_formats_are_as_large_as_they_say() {
    let found = mtext("71 1,", "M12 {\\H2x;\\C1;BIG}\\Pnext");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("\"M12 \" 2.000 at 0.000 -4.000"), "{found:?}");
    assert!(found[1].starts_with("\"BIG\" 4.000 at ") && found[1].ends_with(" -4.000 red 1"), "{found:?}");
    // The line with the larger letters is that much higher.
    assert_eq!(found[2], "\"next\" 2.000 at 0.000 -8.667");
    let stack = mtext("71 1,", "\\A1;25{\\H0.7x;\\S+0.1^ -0.2;}");
    assert_eq!(stack.len(), 3, "{stack:?}");
    assert!(stack[0].starts_with("\"25\" 2.000"), "{stack:?}");
    assert!(stack[1].starts_with("\"+0.1\" 1.400") && stack[2].starts_with("\"-0.2\" 1.400"), "{stack:?}");
    let (scene, _) = read_all("", "0 MTEXT,8 cut,10 0,20 0,40 2,71 1,1 \\S1/2;,");
    assert_eq!(
        scene.outline().iter().filter(|item| item.kind == "line").count(),
        1,
        "the line of a fraction"
    );
}

#[test]
fn letter_spacing_is_warned_about() {
    let (_, placed) = read_all("", "0 MTEXT,8 cut,10 0,20 0,40 2,71 1,1 {\\T2;wide},");
    assert!(placed.warnings[0].contains("further apart"), "{:?}", placed.warnings);
}

#[test]
fn columns_stand_beside_each_other() {
    let columns = "101 Embedded Object,70 1,10 1,20 0,11 0,21 0,40 8,41 0,42 20,43 9,71 1,72 2,44 8,45 4,73 0,74 0,46 0,";
    let entity = format!("0 MTEXT,8 cut,10 0,20 0,40 2,41 8,71 1,1 a\\Pb\\Nc,{columns}");
    let found = texts(&read_all("", &entity).0);
    assert_eq!(
        found,
        ["\"a\" 2.000 at 0.000 -2.000", "\"b\" 2.000 at 0.000 -5.333", "\"c\" 2.000 at 12.000 -2.000"]
    );
}

#[test]
fn lines_under_a_part_of_a_text_are_drawn() {
    let shapes = |words: &str| {
        let (scene, _) = read_all("", &format!("0 TEXT,8 cut,10 0,20 0,40 2,1 {words},"));
        (texts(&scene).len(), scene.outline().iter().filter(|item| item.kind == "polygon").count())
    };
    assert_eq!(shapes("plain"), (1, 0));
    assert_eq!(shapes("%%uall"), (1, 1));
    assert_eq!(shapes("a %%ub%%u c"), (3, 1));
}

#[test]
fn leader_has_the_arrowhead_of_its_style() {
    let leader = |rest: &str| {
        let entity = format!("0 LEADER,8 cut,3 STANDARD,{rest}76 2,10 0,20 0,10 30,20 0,");
        let (scene, placed) =
            read_all("0 BLOCK,2 ¬DOT,10 0,20 0,0 CIRCLE,8 0,62 0,10 0,20 0,40 0.5,0 ENDBLK,", &entity);
        (described(&scene), placed.skipped.keys().cloned().collect::<Vec<_>>())
    };
    // AutoCAD's size where there is no style.
    let (drawn, _) = leader("71 1,");
    assert_eq!(drawn, ["line 0.18 0 30 0", "polygon 0 -0.03 0.18 0.03 area 0.0054"]);
    assert_eq!(leader("71 0,").0, ["line 0 0 30 0"]);
    let own = |pairs: &str| format!("71 1,1001 ACAD,1000 DSTYLE,1002 {{,{pairs}1002 }},");
    let (drawn, _) = leader(&own("1070 41,1040 3,1070 40,1040 2,"));
    assert_eq!(drawn, ["line 6 0 30 0", "polygon 0 -1 6 1 area 6"]);
    // One that is longer than half of its line is left out, as AutoCAD does.
    assert_eq!(leader(&own("1070 41,1040 16,")).0, ["line 0 0 30 0"]);
    assert_eq!(leader(&own("1070 41,1040 0,")).0, ["line 0 0 30 0"]);
}

#[test]
fn arrowhead_of_a_leader_is_its_block() {
    let tables = "0 SECTION,2 TABLES,0 BLOCK_RECORD,5 1F,2 _DOT,0 DIMSTYLE,2 ISO,41 4,341 1f,176 1,0 ENDSEC,";
    let blocks =
        "0 SECTION,2 BLOCKS,0 BLOCK,2 _DOT,10 0,20 0,0 CIRCLE,8 0,62 0,10 0,20 0,40 0.5,0 ENDBLK,0 ENDSEC,";
    let entities = "0 SECTION,2 ENTITIES,0 LEADER,8 cut,3 ISO,71 1,76 2,10 0,20 0,10 0,20 30,0 ENDSEC,0 EOF";
    let lines =
        |text: &str| text.split(',').map(|pair| pair.replacen(' ', "\n", 1)).collect::<Vec<_>>().join("\n");
    let text = lines(&format!("{tables}{blocks}{entities}"));
    let (scene, placed) = drawn(&dxf::read(text.as_bytes(), &Default::default()).unwrap());
    assert!(placed.skipped.is_empty(), "{:?}", placed.skipped);
    assert_eq!(described(&scene), ["line 0 4 0 30", "circle -2 -2 2 2 area 12.566371"]);
    let red = |item: &scenewright_scene::OutlineItem<'_>| item.style.stroke.map(|stroke| stroke.color.r);
    assert!(scene.outline().iter().filter(|item| item.shape.is_some()).all(|item| red(item) == Some(1.0)));
    let missing = text.replace("_DOT\n10", "_BOX\n10");
    let (_, placed) = drawn(&dxf::read(missing.as_bytes(), &Default::default()).unwrap());
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["arrowhead of a missing block"]);
}

#[test]
fn dimension_without_a_block_is_drawn_by_its_points() {
    let drawn = |rest: &str| {
        let (scene, placed) = read_all("", &format!("0 DIMENSION,8 cut,{rest}"));
        let skipped: Vec<_> = placed.skipped.keys().cloned().collect();
        let lines: Vec<_> = described(&scene).into_iter().filter(|it| it.starts_with("line")).collect();
        let texts: Vec<_> = texts(&scene).iter().map(|it| it.split('"').nth(1).unwrap().to_owned()).collect();
        (lines, texts, skipped)
    };
    let own = |pairs: &str| format!("1001 ACAD,1000 DSTYLE,1002 {{,{pairs}1002 }},");
    let sizes = "1070 41,1040 2,1070 42,1040 1,1070 44,1040 2,1070 140,1040 3,1070 77,1070 1,1070 78,1070 8,";
    let level = "70 0,10 40,20 20,13 0,23 0,14 40,24 5,";
    let (lines, texts, skipped) = drawn(&format!("{level}{}", own(sizes)));
    // The extension lines begin beyond a gap, and end beyond the dimension line between them.
    assert_eq!(lines, ["line 0 1 0 22", "line 40 6 40 22", "line 0 20 40 20"]);
    assert_eq!((texts, skipped.len()), (vec!["40".to_owned()], 0));
    // A level text stands in a gap of a line that is upright.
    let upright = format!("70 0,50 90,10 -10,20 0,13 0,23 0,14 0,24 40,{}", own(sizes));
    assert_eq!(drawn(&upright).0[2..], ["line -10 0 -10 18.41", "line -10 21.59 -10 40"]);
    for (rest, text) in [
        (format!("70 4,10 0,20 0,15 12.5,25 0,{}", own(sizes)), "R12.5"),
        (format!("70 3,10 -5,20 0,15 5,25 0,{}", own(sizes)), "⌀10"),
        (format!("70 3,10 -5,20 0,15 5,25 0,1 2x_<>_H7,{}", own(sizes)), "2x ⌀10 H7"),
        (
            format!("70 1,10 0,20 9,13 0,23 0,14 30,24 40,{}", own("1070 144,1040 0.1,1070 271,1070 1,")),
            "5.0",
        ),
        (format!("70 5,10 7,20 7,13 10,23 0,14 0,24 10,15 0,25 0,{}", own(sizes)), "90°"),
        (format!("70 6,10 0,20 0,13 12,23 3,14 30,24 3,{}", own(sizes)), "3"),
    ] {
        let (lines, texts, skipped) = drawn(&rest);
        assert_eq!((texts, skipped.len()), (vec![text.to_owned()], 0), "{rest}");
        assert!(rest.starts_with("70 5") || !lines.is_empty(), "{rest}");
    }
    // Limits and fractions are not written here: such a number would be wrong.
    for rest in [own("1070 71,1070 1,"), own("1070 277,1070 4,"), "230 -1,".to_owned()] {
        let (lines, _, skipped) = drawn(&format!("{level}{rest}"));
        assert_eq!((lines.len(), &*skipped[0]), (0, "DIMENSION without its block"), "{rest}");
    }
}

#[test]
fn an_attribute_of_several_lines_is_its_paragraphs() {
    // The codes 41 and 71 of its paragraphs are no width of letters and no mirror image.
    let attribute = "0 ATTRIB,8 cut,100 AcDbText,10 3,20 4,40 2,1 AB,72 1,11 5,21 6,100 AcDbAttribute,2 T,70 0,74 2,71 2,72 0,\
                     101 Embedded_Object,10 5,20 6,40 2,41 30,71 1,72 5,1 AB\\PCD,";
    let plain = "0 ATTRIB,8 cut,100 AcDbText,10 3,20 4,40 2,1 AB,100 AcDbAttribute,2 T,70 0,71 2,72 0,";
    let texts = |attribute: &str| -> Vec<(String, f64, f64, [f64; 4])> {
        let insert = format!("0 INSERT,8 cut,2 B,10 0,20 0,66 1,{attribute}0 SEQEND,");
        let (scene, _) =
            read_all("0 BLOCK,2 B,10 0,20 0,0 LINE,8 cut,10 0,20 0,11 9,21 0,0 ENDBLK,", &insert);
        let outline = scene.outline();
        let text = |item: &scenewright_scene::OutlineItem<'_>| {
            let (text, world) = (item.text?, scene.world_transform(item.name).ok()?);
            Some((text.text.clone(), text.x, text.y, [world.a, world.b, world.c, world.d]))
        };
        outline.iter().filter_map(text).collect()
    };
    const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 1.0];
    assert_eq!(texts(plain), [("AB".to_owned(), 3.0, 4.0, UPRIGHT)]);
    let found = texts(attribute);
    assert_eq!(found.len(), 1, "{found:?}");
    let (words, x, _, turn) = &found[0];
    assert_eq!((words.as_str(), *x, *turn), ("AB\nCD", 5.0, UPRIGHT));
}
