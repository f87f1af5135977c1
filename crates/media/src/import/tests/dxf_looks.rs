//! Tests of the widths, dashes and texts of DXF files.

use super::dxf_files::{file, read_all};
use super::*;

/// A line type of dashes of 6 and gaps of 2, at half of its size, and layers for it.
const TABLES: &str = "0 SECTION,2 HEADER,9 $LTSCALE,40 0.5,0 ENDSEC,0 SECTION,2 TABLES,\
    0 LTYPE,2 Dashes,72 65,73 2,40 8,49 6,49 -2,0 LTYPE,2 Dots,73 2,40 4,49 0,49 -4,\
    0 LAYER,2 dashed,70 0,62 1,6 DASHES,0 LAYER,2 frozen,70 1,62 2,0 ENDSEC,";

/// Reads a file with those tables.
fn read_with_tables(blocks: &str, entities: &str) -> (Scene, Placed) {
    let text =
        format!("{TABLES}0 SECTION,2 BLOCKS,{blocks}0 ENDSEC,0 SECTION,2 ENTITIES,{entities}0 ENDSEC,0 EOF");
    let lines: Vec<String> =
        text.split(',').map(|pair| pair.trim().replacen(' ', "\n", 1).replace('_', " ")).collect();
    drawn(&dxf::read(lines.join("\n").as_bytes(), &Default::default()).unwrap())
}

/// Returns the dashes and the red part of the pen of each shape; nothing for the pen of its layer.
fn dashes(scene: &Scene) -> Vec<Option<(Vec<f64>, f64)>> {
    let leaves = scene.outline().into_iter().filter(|item| item.shape.is_some());
    leaves
        .map(|item| {
            let stroke = item.style.stroke.filter(|_| !item.style.stroke_by_layer)?;
            Some((stroke.dash.clone(), stroke.color.r))
        })
        .collect()
}

#[test]
fn entities_have_the_dashes_that_they_name() {
    let line = |how: &str| format!("0 LINE,{how}10 0,20 0,11 9,21 0,");
    for (how, expected) in [
        ("8 0,", None),
        ("8 0,6 DASHES,", Some((vec![3.0, 1.0], 0.0))),
        ("8 0,6 dashes,48 4,", Some((vec![12.0, 4.0], 0.0))),
        ("8 0,6 Dots,", Some((vec![0.04, 2.0], 0.0))),
        ("8 0,6 CONTINUOUS,", None),
        // On a layer with dashes, an entity has them in its own colour too.
        ("8 dashed,", None),
        ("8 dashed,6 BYLAYER,", None),
        ("8 dashed,62 5,", Some((vec![3.0, 1.0], 0.0))),
        ("8 dashed,6 CONTINUOUS,", Some((vec![], 1.0))),
    ] {
        assert_eq!(dashes(&read_with_tables("", &line(how)).0), [expected], "{how}");
    }
    let block = format!("0 BLOCK,2 B,10 0,20 0,{}0 ENDBLK,", line("8 0,6 BYBLOCK,"));
    let insert = "0 INSERT,2 B,8 0,6 DASHES,10 0,20 0,";
    assert_eq!(dashes(&read_with_tables(&block, insert).0), [Some((vec![3.0, 1.0], 0.0))]);
}

#[test]
fn contents_of_an_insertion_on_a_frozen_layer_are_on_it() {
    let block = "0 BLOCK,2 B,10 0,20 0,0 LINE,8 dashed,10 0,20 0,11 9,21 0,0 ENDBLK,";
    let (scene, placed) = read_with_tables(block, "0 INSERT,2 B,8 frozen,10 0,20 0,");
    assert_eq!(placed.layers, ["frozen"]);
    assert!(!scene.layers()["frozen"].visible);
}

#[test]
fn polylines_are_as_wide_as_they_are() {
    let width = |entities: &str| {
        let (scene, _) = read_all("", entities);
        let item = scene.outline().into_iter().find(|item| item.shape.is_some()).unwrap();
        item.style.stroke.filter(|_| !item.style.stroke_by_layer).map(|stroke| stroke.width)
    };
    let light = "0 LWPOLYLINE,8 0,90 2,70 0,";
    assert_eq!(width(&format!("{light}10 0,20 0,10 9,20 0,")), None);
    assert_eq!(width(&format!("{light}43 2,10 0,20 0,10 9,20 0,")), Some(2.0));
    assert_eq!(width(&format!("{light}10 0,20 0,40 3,41 3,10 9,20 0,40 7,41 7,")), Some(3.0));
    let heavy = "0 POLYLINE,8 0,66 1,70 0,40 2,41 2,0 VERTEX,10 0,20 0,0 VERTEX,10 9,20 0,0 SEQEND,";
    assert_eq!(width(heavy), Some(2.0));
    // Some programs leave out one of both.
    assert_eq!(width(&heavy.replace("40 2,", "")), Some(2.0));
    // An arrow: the way to its tip is an area.
    let arrow = format!("{light}10 0,20 0,10 6,20 0,40 2,41 0,10 9,20 0,");
    assert_eq!(described(&read_all("", &arrow).0), ["polygon 6 -1 9 1 area 3", "line 0 0 6 0"]);
}

#[test]
fn angles_beyond_a_turn_are_the_same_angles() {
    for (entity, expected) in [
        ("0 ARC,8 0,10 0,20 0,40 5,50 -90,51 360,", "arc 0 -5 5 0 area 19.634954"),
        ("0 ARC,8 0,10 0,20 0,40 5,50 0,51 450,", "arc 0 0 5 5 area 19.634954"),
        ("0 ARC,8 0,10 0,20 0,40 5,50 45,51 405,", "circle -5 -5 5 5 area 78.539816"),
        ("0 ELLIPSE,8 0,10 0,20 0,11 5,21 0,40 0.5,41 0,42 7.853981633974483,", "path 0 0 5 2.5"),
        ("0 3DFACE,8 0,10 0,20 0,11 5,21 0,12 5,22 5,13 0,23 5,70 5,", "path 0 0 5 5"),
    ] {
        assert_eq!(described(&read_all("", entity).0), [expected], "{entity}");
    }
}

#[test]
fn texts_between_two_points_fill_the_room() {
    let bounds = |across: u8, to: u8| {
        let entity = format!("0 TEXT,8 0,10 0,20 0,40 2,1 HH,72 {across},11 {to},21 0,");
        read_all("", &entity).0.world_bounds("it_0").unwrap()
    };
    let [narrow, wide] = [20, 40].map(|to| bounds(5, to));
    assert!((wide.width() / narrow.width() - 2.0).abs() < 1e-9, "{narrow:?} {wide:?}");
    assert!((wide.height() - 2.0).abs() < 1e-2 && (narrow.height() - 2.0).abs() < 1e-2, "{wide:?}");
    let [small, large] = [20, 40].map(|to| bounds(3, to));
    assert!((large.width() / small.width() - 2.0).abs() < 1e-9, "{small:?} {large:?}");
    assert!((large.height() / small.height() - 2.0).abs() < 1e-9, "{small:?} {large:?}");
}

#[test]
fn characters_written_as_codes_are_read_in_their_encoding() {
    let words = |text: &str| {
        let drawing =
            dxf::read(&file("", &format!("0 TEXT,8 0,10 0,20 0,40 2,1 {text},")), &Default::default());
        let (scene, _) = drawn(&drawing.unwrap());
        scene.outline().iter().find_map(|item| item.text.map(|text| text.text.clone())).unwrap()
    };
    for (text, expected) in [
        ("a\\U+00e4b", "aäb"),
        ("\\M+1907D", "図"),
        ("\\M+3BACE", "부"),
        ("\\M+9BACE\\U+zzzz", "\\M+9BACE\\U+zzzz"),
        ("C:\\x\\", "C:\\x\\"),
    ] {
        assert_eq!(words(text), expected, "{text}");
    }
}

#[test]
fn exponents_may_be_written_with_a_d() {
    let line = "0 LINE,8 0,10 0.5D+01,20 0,11 1d1,21 0,";
    assert_eq!(described(&read_all("", line).0), ["line 5 0 10 0"]);
}

/// A wipeout of the square from 40 to 60 and 0 to 20.
const WIPEOUT: &str = "0 WIPEOUT,8 0,10 40,20 0,11 20,21 0,12 0,22 20,13 1,23 1,71 2,91 4,14 -0.5,24 -0.5,14 0.5,24 -0.5,14 0.5,24 0.5,14 -0.5,24 0.5,";

#[test]
fn wipeout_hides_what_is_below_it_and_nothing_above() {
    let line = |high: i32| format!("0 LINE,8 0,10 0,20 {high},11 100,21 {high},");
    let text = "0 TEXT,8 0,10 45,20 15,40 1,1 hidden,";
    let area = "0 SOLID,8 0,10 30,20 1,11 70,21 1,12 30,22 2,13 70,23 2,";
    let below = line(10) + text + area;
    let (scene, placed) = read_all("", &(below.clone() + WIPEOUT + &line(12)));
    assert_eq!(
        described(&scene),
        [
            "line 0 10 40 10",
            "line 60 10 100 10",
            "polygon 30 1 40 2 area 10",
            "polygon 60 1 70 2 area 10",
            "line 0 12 100 12",
        ]
    );
    assert_eq!(placed.skipped.into_iter().collect::<Vec<_>>(), [("text outside of its clip".to_owned(), 1)]);
    // In a block it hides what is below the insertion, too.
    let block = format!("0 BLOCK,2 B,10 0,20 0,{WIPEOUT}0 ENDBLK,");
    let (scene, _) = read_all(&block, &(line(30) + "0 INSERT,8 0,2 B,10 0,20 20,"));
    assert_eq!(described(&scene), ["line 0 30 40 30", "line 60 30 100 30"]);
    // A machine cuts the line under it.
    let traced = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let plan = dxf::read(&file("", &(below + WIPEOUT)), &traced).unwrap().lint_plan();
    assert_eq!(plan.items.len(), 3);
}

#[test]
fn area_of_more_curves_than_can_be_cut_is_drawn_whole_through_a_wipeout() {
    // A comb with slanted teeth of one length: the boxes of all lines meet.
    let teeth: String = (0..300).map(|n| format!("10 {n},20 0,10 {},20 500,", n + 500)).collect();
    let comb = format!("0 HATCH,8 0,70 1,91 1,92 2,72 0,73 1,93 602,10 0,20 -10,{teeth}10 300,20 -10,97 0,");
    let (scene, placed) = read_all("", &(comb + WIPEOUT));
    let drawn = described(&scene);
    assert!(drawn.len() == 1 && drawn[0].starts_with("polygon 0 -10 799 500 area"), "{drawn:?}");
    assert_eq!(
        placed.warnings,
        ["an area with too many curves near each other is drawn whole, in front of the WIPEOUT upon it"]
    );
    assert_eq!(placed.skipped.len(), 0, "{:?}", placed.skipped);
}

#[test]
fn wipeout_that_hides_nothing_is_counted() {
    let skipped = |entities: &str| read_all("", entities).1.skipped.into_iter().collect::<Vec<_>>();
    let line = |high: i32| format!("0 LINE,8 0,10 0,20 {high},11 100,21 {high},");
    assert_eq!(skipped(&(line(10) + WIPEOUT)), []);
    // Above it, beside it, and a slanted line that meets its box alone.
    let slanted = "0 LINE,8 0,10 30,20 5,11 45,21 -10,";
    for entities in [WIPEOUT.to_owned() + &line(10), line(30) + WIPEOUT, slanted.to_owned() + WIPEOUT] {
        assert_eq!(skipped(&entities), [("WIPEOUT with nothing below it".to_owned(), 1)], "{entities}");
    }
}

#[test]
fn line_of_uneven_width_is_one_area_with_mitred_corners() {
    let drawn = |flags: u8, vertices: &[([u8; 2], &str)]| {
        let vertices: String =
            vertices.iter().map(|([x, y], widths)| format!("10 {x},20 {y},{widths}")).collect();
        described(&read_all("", &format!("0 LWPOLYLINE,8 0,70 {flags},{vertices}")).0)
    };
    let (even, wider, odd) = ("40 2,41 2,", "40 2,41 4,", "40 1,41 3,");
    // Square corners share the diagonal.
    let open = drawn(0, &[([0, 0], even), ([10, 0], even), ([10, 10], odd), ([50, 10], even)]);
    // Its ways have 20, 20 and 80; the square begin of the third lies on the second by 0.5125.
    assert_eq!(open, ["polygon 0 -1 50 11.5 area 119.4875"]);
    let closed = drawn(1, &[([0, 0], even), ([10, 0], odd), ([10, 10], even), ([0, 10], even)]);
    assert_eq!(closed, ["polygon -1 -1 11.5 11 area 78"]);
    // Widths that differ at a corner have square ends, and so have corners with a long tip.
    let jump = drawn(0, &[([0, 0], wider), ([10, 0], wider), ([10, 10], odd), ([50, 10], even)]);
    assert_eq!(jump, ["polygon 0 -2 50 11.5 area 136.836374"]);
    let tip = drawn(0, &[([0, 0], even), ([40, 0], even), ([0, 1], odd), ([0, 50], even)]);
    assert_eq!(tip, ["polygon -1.5 -1 40.024992 50 area 197.530515"]);
}

#[test]
fn mesh_is_drawn_by_the_edges_of_its_faces() {
    let places =
        [[0, 0], [4, 0], [4, 3], [0, 3], [8, 0]].map(|[x, y]| format!("10 {x},20 {y},30 5,")).concat();
    let mesh = |faces: &str, count: u8| {
        format!(
            "0 MESH,8 0,100 AcDbSubDMesh,71 2,72 0,91 0,92 5,{places}93 {count},{faces}94 1,90 0,90 4,95 1,140 0,90 0,"
        )
    };
    let (scene, placed) = read_all("", &mesh("90 4,90 0,90 1,90 2,90 3,90 3,90 1,90 4,90 2,", 9));
    assert_eq!(placed.skipped.len(), 0, "{:?}", placed.skipped);
    // The common edge of both faces is drawn once.
    assert_eq!(scene.length("it").unwrap(), 4.0 + 3.0 + 4.0 + 3.0 + 4.0 + 5.0);
    // Numbers of missing places and endless counts are no faces.
    for faces in ["90 3,90 7,90 8,90 9,", "90 -1,", "90 4000000000,", ""] {
        let skipped = read_all("", &mesh(faces, 4)).1.skipped;
        assert_eq!(
            skipped.into_iter().collect::<Vec<_>>(),
            [("MESH without a size".to_owned(), 1)],
            "{faces}"
        );
    }
    // A machine does not cut a model in space.
    let traced = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let file = file("", &mesh("90 4,90 0,90 1,90 2,90 3,", 5));
    assert_eq!(dxf::read(&file, &traced).unwrap().lint_plan().items.len(), 0);
}

#[test]
fn tolerance_is_drawn_as_a_frame_with_signs_and_texts() {
    let words = "{\\Fgdt;j}%%v{\\Fgdt;n}0.05{\\Fgdt;m}%%vA%%vB{\\Fgdt;m}%%v%%v^J{\\Fgdt;f}%%v0.1%%v%%vC";
    let sizes = "1001 ACAD,1000 DSTYLE,1002 {,1070 140,1040 2.5,1070 147,1040 0.6,1002 },";
    let entity = format!("0 TOLERANCE,8 0,3 STANDARD,10 5,20 7,1 {words},11 1,21 0,{sizes}");
    let (scene, placed) = read_all("", &entity);
    assert_eq!(placed.skipped.len(), 0, "{:?}", placed.skipped);
    let texts: Vec<String> =
        scene.outline().iter().filter_map(|item| item.text.map(|text| text.text.clone())).collect();
    assert_eq!(texts, ["0.05", "M", "A", "B", "M", "0.1", "C"]);
    // Its place is the middle of the left side of the first row, and rows are twice as high as their texts.
    let bounds = scene.world_bounds("it").unwrap();
    assert!((bounds.min.x - 5.0).abs() < 1e-9 && (bounds.max.y - 9.5).abs() < 1e-9, "{bounds:?}");
    assert!((bounds.height() - 10.0).abs() < 1e-9, "{bounds:?}");
    // Texts stay in their cells, of which the frame consists.
    let frame = scene.world_bounds("it_0").unwrap();
    assert_eq!((frame.min, frame.max), (bounds.min, bounds.max));
    // Formats within a text are no words, and a sign is one however it is written.
    let words = "{\\Fgdt;j}%%v%%c{\\H0.8x;0.05}\\FTxt;Z%%v\\C1;A";
    let (scene, _) =
        read_all("", &format!("0 TOLERANCE,8 0,3 STANDARD,10 5,20 7,1 {words},11 1,21 0,{sizes}"));
    let texts: Vec<String> =
        scene.outline().iter().filter_map(|item| item.text.map(|text| text.text.clone())).collect();
    assert_eq!(texts, ["0.05Z", "A"]);
    let empty = read_all("", "0 TOLERANCE,8 0,3 STANDARD,10 5,20 7,1 %%v%%v,11 1,21 0,").1.skipped;
    assert_eq!(empty.into_iter().collect::<Vec<_>>(), [("TOLERANCE without words".to_owned(), 1)]);
}

#[test]
fn entities_are_drawn_in_the_order_that_the_file_gives() {
    let line = |handle: &str, high: i32| format!("0 LINE,5 {handle},8 0,10 0,20 {high},11 9,21 {high},");
    let entities = line("A1", 1) + &line("A2", 2) + &line("A3", 3);
    let order = "0 ENDSEC,0 SECTION,2 OBJECTS,0 SORTENTSTABLE,5 F0,102 {ACAD_REACTORS,330 F1,102 },330 F1,\
                 100 AcDbSortentsTable,330 1F,331 A1,5 A3,331 a3,5 A1,";
    let (scene, _) = read_all("", &(entities + order));
    assert_eq!(described(&scene), ["line 0 3 9 3", "line 0 2 9 2", "line 0 1 9 1"]);
}

#[test]
fn boxes_behind_texts_fill_hide_and_frame() {
    let drawn = |flags: &str| {
        let line = "0 LINE,8 0,10 0,20 0,11 40,21 0,";
        let text = format!("0 MTEXT,8 0,10 20,20 0,40 2,71 5,42 10,43 2,{flags}1 Note,");
        let (scene, placed) = read_all("", &format!("{line}{text}"));
        assert_eq!(placed.skipped.len(), 0, "{flags} {:?}", placed.skipped);
        let shapes = described(&scene);
        shapes
            .into_iter()
            .filter(|it| it.starts_with("line") || it.starts_with("polygon"))
            .collect::<Vec<_>>()
    };
    let line = "line 0 0 40 0".to_owned();
    assert_eq!(drawn(""), std::slice::from_ref(&line));
    // Half of a height more than the text on all sides.
    let area = "polygon 14 -2 26 2 area 48".to_owned();
    assert_eq!(drawn("90 1,63 1,45 1.5,"), [line.clone(), area]);
    assert_eq!(drawn("90 3,63 1,45 1.5,"), ["line 0 0 14 0", "line 26 0 40 0"]);
    assert_eq!(drawn("90 16,45 1,"), [line, "polygon 15 -1 25 1 area 20".to_owned()]);
}
