//! Tests of DXF files of few lines.

use super::*;

/// Makes a file of entities, which are written as `code value` pairs with commas between them. A low line is a blank, and a
/// degree sign a low line.
pub(super) fn file(blocks: &str, entities: &str) -> Vec<u8> {
    let section = |name: &str, body: &str| format!("0 SECTION,2 {name},{body}0 ENDSEC,");
    let header = section("HEADER", "9 $ACADVER,1 AC1015,9 $DWGCODEPAGE,3 ANSI_949,9 $INSUNITS,70 4,");
    let tables = section(
        "TABLES",
        "0 TABLE,2 LAYER,0 LAYER,2 cut,70 0,62 1,6 CONTINUOUS,370 50,0 LAYER,2 off,70 0,62 -3,6 HIDDEN2,0 ENDTAB,",
    );
    let all = format!("{header}{tables}{}{}0 EOF", section("BLOCKS", blocks), section("ENTITIES", entities));
    let mut out = Vec::new();
    for pair in all.split(',') {
        let (code, value) = pair.split_once(' ').unwrap();
        out.extend_from_slice(format!("{code}\r\n").as_bytes());
        out.extend(
            value.replace('_', " ").replace("¦", ",").replace('¬', "_").chars().map(|letter| letter as u8),
        );
        out.extend_from_slice(b"\r\n");
    }
    out
}

/// Asks for what is on some layers.
fn on(layers: &[String]) -> DxfSelection<'_> {
    DxfSelection { layers: Some(layers), ..DxfSelection::default() }
}

pub(super) fn read_all(blocks: &str, entities: &str) -> (Scene, Placed) {
    drawn(&dxf::read(&file(blocks, entities), &Default::default()).unwrap())
}

#[test]
fn entities_keep_their_kind() {
    let cases = [
        ("0 LINE,8 cut,10 0,20 0,11 3,21 4,", "line 0 0 3 4"),
        ("0 CIRCLE,8 cut,10 1,20 2,40 3,", "circle -2 -1 4 5 area 28.274334"),
        ("0 CIRCLE,8 cut,10 1,20 2,40 3,210 0,220 0,230 -1,", "circle -4 -1 2 5 area 28.274334"),
        ("0 ARC,8 cut,10 0,20 0,40 2,50 270,51 90,", "arc 0 -2 2 2 area 6.283185"),
        ("0 ARC,8 cut,10 0,20 0,40 2,50 0,51 360,", "circle -2 -2 2 2 area 12.566371"),
        ("0 ARC,8 cut,10 0,20 0,40 2,50 0,51 90,210 0,220 0,230 -1,", "arc -2 0 0 2 area 3.141593"),
        (
            "0 ELLIPSE,8 cut,10 1,20 0,11 0,21 4,40 0.5,41 0,42 6.283185307179586,",
            "ellipse -1 -4 3 4 area 25.132741",
        ),
        ("0 ELLIPSE,8 cut,10 0,20 0,11 4,21 0,40 0.5,41 0,42 1.5707963267948966,", "path 0 0 4 2"),
        ("0 ELLIPSE,8 cut,10 0,20 0,11 4,21 0,40 0.5,41 0,42 1.5707963267948966,230 -1,", "path 0 -2 4 0"),
        ("0 LWPOLYLINE,8 cut,90 3,70 1,10 0,20 0,10 4,20 0,10 4,20 3,", "polygon 0 0 4 3 area 6"),
        ("0 LWPOLYLINE,8 cut,90 2,70 0,10 0,20 0,42 1,10 4,20 0,", "path 0 -2 4 0"),
        ("0 LWPOLYLINE,8 cut,90 2,70 1,10 -1,20 0,42 1,10 1,20 0,42 1,", "circle -1 -1 1 1 area 3.141593"),
        (
            "0 POLYLINE,8 cut,66 1,70 1,0 VERTEX,8 cut,10 0,20 0,0 VERTEX,8 cut,10 2,20 0,42 1,0 VERTEX,8 cut,10 2,20 2,0 SEQEND,",
            "path 0 0 3 2 area 3.570796",
        ),
        (
            "0 SPLINE,8 cut,70 8,71 3,72 8,73 4,40 0,40 0,40 0,40 0,40 1,40 1,40 1,40 1,10 0,20 0,10 0,20 1,10 2,20 1,10 2,20 0,",
            "path 0 0 2 0.75",
        ),
        (
            // A quarter of a circle as a rational spline.
            "0 SPLINE,8 cut,70 12,71 2,72 6,73 3,40 0,40 0,40 0,40 1,40 1,40 1,41 1,41 0.70710678118654752,41 1,\
             10 5,20 0,10 5,20 5,10 0,20 5,",
            "path 0 0 5 5",
        ),
        ("0 SPLINE,8 cut,70 8,71 3,74 3,11 0,21 0,11 1,21 0,11 2,21 0,", "path 0 0 2 0"),
        ("0 SOLID,8 cut,10 0,20 0,11 2,21 0,12 0,22 2,13 2,23 2,", "polygon 0 0 2 2 area 4"),
        ("0 3DFACE,8 cut,10 0,20 0,11 2,21 0,12 2,22 2,13 2,23 2,", "polygon 0 0 2 2 area 2"),
        (
            "0 HATCH,8 cut,70 1,91 2,92 3,72 0,73 1,93 4,10 0,20 0,10 10,20 0,10 10,20 10,10 0,20 10,97 0,\
             92 2,72 1,73 1,93 2,10 4,20 5,42 1,10 6,20 5,42 1,97 0,75 1,",
            "path 0 0 10 10 area 96.858407",
        ),
        (
            "0 HATCH,8 cut,70 0,91 1,92 1,93 2,72 2,10 0,20 0,40 2,50 0,51 180,73 1,72 1,10 -2,20 0,11 2,21 0,97 0,75 1,",
            "path -2 0 2 2 area 6.283185",
        ),
        (
            // The same, clockwise, as an ellipse's angles are written.
            "0 HATCH,8 cut,70 0,91 1,92 1,93 2,72 3,10 0,20 0,11 2,21 0,40 0.5,50 180,51 360,73 0,72 1,10 2,20 0,11 -2,21 0,97 0,75 1,",
            "path -2 0 2 1 area 3.141593",
        ),
        (
            // An MPOLYGON has the two flags of an outline the other way round.
            "0 MPOLYGON,8 cut,70 1,71 1,91 2,92 3,73 1,72 0,93 4,10 0,20 0,10 10,20 0,10 10,20 10,10 0,20 10,\
             92 3,73 1,72 1,93 2,10 4,20 5,42 1,10 6,20 5,42 1,75 1,",
            "path 0 0 10 10 area 96.858407",
        ),
    ];
    for (entity, expected) in cases {
        let (scene, placed) = read_all("", entity);
        assert_eq!(described(&scene), [expected], "{entity}");
        assert_eq!(placed.names, ["it_0"], "{entity}");
        assert_eq!((placed.layers, placed.skipped.len()), (vec!["cut".to_owned()], 0), "{entity}");
    }
}

#[test]
fn blocks_are_expanded_with_their_transforms() {
    let blocks = "0 BLOCK,2 bolt,10 1,20 1,0 CIRCLE,8 0,10 1,20 1,40 1,0 LINE,8 off,10 1,20 1,11 3,21 1,0 ENDBLK,\
                  0 BLOCK,2 pair,10 0,20 0,0 INSERT,8 0,2 bolt,10 5,20 0,50 90,0 INSERT,8 0,2 BOLT,10 -5,20 0,41 -1,0 ENDBLK,";
    let (scene, placed) = read_all(blocks, "0 INSERT,8 cut,2 pair,10 100,20 0,41 2,42 1,");
    assert_eq!(
        described(&scene),
        [
            "ellipse 108 -1 112 1 area 6.283185",
            "line 110 0 110 2",
            "ellipse 88 -1 92 1 area 6.283185",
            "line 86 0 90 0"
        ]
    );
    assert_eq!(scene.list(&Default::default())[..3], ["it", "it_0", "it_0_0"]);
    assert_eq!(placed.layers, ["cut", "off"]);
    let (scene, _) = read_all(blocks, "0 INSERT,8 cut,2 bolt,10 0,20 0,70 3,71 2,44 10,45 5,50 90,");
    assert_eq!(
        scene.bounds().map(|it| [it.min.x, it.min.y, it.max.x, it.max.y]),
        Some([-6.0, -1.0, 1.0, 22.0])
    );
    let circular =
        "0 BLOCK,2 a,10 0,20 0,0 INSERT,8 0,2 a,10 1,20 1,0 LINE,8 0,10 0,20 0,11 1,21 0,0 ENDBLK,";
    let (scene, placed) = read_all(circular, "0 INSERT,8 cut,2 a,10 0,20 0,0 INSERT,8 cut,2 b,10 0,20 0,");
    assert_eq!(described(&scene), ["line 0 0 1 0"]);
    let skipped: Vec<&str> = placed.skipped.keys().map(String::as_str).collect();
    assert_eq!(skipped, ["INSERT of a block in itself", "INSERT of a missing block"]);
}

#[test]
fn layers_units_and_styles_come_through() {
    let entities = "0 LINE,8 cut,10 0,20 0,11 1,21 0,0 LINE,8 off,62 5,370 100,10 0,20 0,11 1,21 0,0 LINE,8 other,420 1193046,10 0,20 0,11 1,21 0,\
                    0 LINE,67 1,8 cut,10 0,20 0,11 1,21 0,0 POINT,8 cut,10 0,20 0,0 POINT,8 cut,10 1,20 0,";
    let drawing = dxf::read(&file("", entities), &Default::default()).unwrap();
    let mut scene = Scene::new();
    scene.set_units(scenewright_scene::Units::Centimeters);
    let placed = drawing.draw(&mut scene, "it", None, &fonts()).unwrap();
    assert_eq!(placed.scale, 0.1);
    // The points at its ends are dots of some size.
    assert!((scene.world_bounds("it").unwrap().width() - 0.1).abs() < 1e-3);
    let layers = scene.layers();
    let color = |name: &str| layers[name].color.map(|it| it.to_array());
    assert_eq!(color("cut"), Some([1.0, 0.0, 0.0, 1.0]));
    assert_eq!(layers["cut"].lineweight, Some(0.5));
    assert_eq!((layers["off"].visible, layers["off"].linetype), (false, scenewright_scene::Linetype::Hidden));
    let strokes: Vec<String> = scene
        .outline()
        .iter()
        .filter(|item| item.shape.is_some())
        .map(|item| match item.style.stroke {
            Some(_) if item.style.stroke_by_layer => "by layer".to_owned(),
            Some(stroke) => {
                format!("{:?} {}", stroke.color.to_array().map(|it| (it * 255.0).round()), stroke.width)
            }
            None => "none".to_owned(),
        })
        .collect();
    assert_eq!(
        strokes,
        ["by layer", "[0.0, 0.0, 255.0, 255.0] 0.1", "[18.0, 52.0, 86.0, 255.0] 0.025", "none", "none"]
    );
    let skipped: Vec<(&str, usize)> =
        placed.skipped.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    assert_eq!(skipped, [("paper space", 1)]);

    let only = dxf::read(&file("", entities), &on(&["OFF".to_owned()])).unwrap();
    assert_eq!(drawn(&only).1.layers, ["off"]);
    let error = dxf::read(&file("", entities), &on(&["cot".to_owned()])).unwrap_err();
    assert_eq!(error.message, "there is no layer \"cot\"; did you mean \"cut\"?");
}

#[test]
fn texts_keep_place_height_alignment_and_characters() {
    let text = |entity: &str| {
        let (scene, _) = read_all("", entity);
        let item = scene.outline().into_iter().find(|item| item.text.is_some()).unwrap();
        let source = item.text.unwrap();
        let world =
            scene.world_transform(item.name).unwrap() * scenewright_geometry::Point::new(source.x, source.y);
        let rounded = |it: f64| (it * 1e4).round() / 1e4 + 0.0;
        format!(
            "{:?} {} at {} {}",
            source.text,
            rounded(source.cap_height),
            rounded(world.x),
            rounded(world.y)
        )
    };
    let cases = [
        ("0 TEXT,8 cut,10 5,20 6,40 2.5,1 %%c20_H7,", "\"⌀20 H7\" 2.5 at 5 6"),
        ("0 TEXT,8 cut,10 0,20 0,11 5,21 6,40 2,72 1,73 3,1 top,", "\"top\" 2 at 5 4"),
        ("0 TEXT,8 cut,10 0,20 0,11 5,21 6,40 2,72 4,1 mid,50 90,", "\"mid\" 2 at 6 6"),
        ("0 TEXT,8 cut,10 1,20 1,40 2,1 \u{ba}\u{ce}\u{c7}\u{b0},", "\"부품\" 2 at 1 1"),
        ("0 TEXT,8 cut,10 1,20 1,40 2,1 \\U+BD80,", "\"부\" 2 at 1 1"),
        ("0 MTEXT,8 cut,10 5,20 6,40 2,71 1,1 {\\fArial;one\\Ptwo},", "\"one\\ntwo\" 2 at 5 4"),
        ("0 MTEXT,8 cut,10 5,20 6,40 2,71 1,3 one_,1 two,", "\"one two\" 2 at 5 4"),
    ];
    for (entity, expected) in cases {
        assert_eq!(text(entity), expected, "{entity}");
    }
    let (scene, _) = read_all("", "0 MTEXT,8 cut,10 0,20 0,40 2,41 20,71 1,1 some_words_that_are_wide,");
    let wrapped = scene.outline().into_iter().find_map(|item| item.text).unwrap().text.clone();
    assert!(
        wrapped.contains('\n') && wrapped.replace('\n', " ") == "some words that are wide",
        "{wrapped:?}"
    );
    assert_eq!(described(&read_all("", "0 TEXT,8 cut,10 0,20 0,40 2,1 _,").0), [""; 0]);
}

#[test]
fn dimension_is_drawn_by_its_block() {
    let blocks = "0 BLOCK,2 *D1,10 0,20 0,0 LINE,8 0,62 0,10 0,20 5,11 10,21 5,0 MTEXT,8 0,10 5,20 6,40 2,71 8,1 10,0 ENDBLK,";
    let entities = "0 DIMENSION,8 cut,62 3,2 *D1,70 0,10 0,20 5,0 DIMENSION,8 cut,2 ,70 0,";
    let (scene, placed) = read_all(blocks, entities);
    assert_eq!(described(&scene)[0], "line 0 5 10 5");
    assert_eq!(placed.layers, ["cut"]);
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["DIMENSION without its block"]);
}

#[test]
fn leader_of_several_lines_comes_in_with_its_text() {
    let leader = |kind: &str| {
        format!(
            "0 MULTILEADER,8 cut,100 AcDbMLeader,300 CONTEXT¬DATA{{,40 1,10 30,20 20,41 2.5,290 1,304 see_{{\\C1;note}}\\P2,12 34,22 21,\
             13 1,23 0,171 1,296 0,302 LEADER{{,290 1,291 1,10 30,20 20,11 1,21 0,40 3,304 LEADER¬LINE{{,10 0,20 0,10 10,20 5,91 0,305 }},\
             304 LEADER¬LINE{{,10 0,20 40,91 1,305 }},303 }},301 }},170 {kind},"
        )
    };
    let (scene, placed) = read_all("", &leader("1"));
    assert_eq!(described(&scene)[..2], ["line 0 0 33 20", "line 0 20 33 40"]);
    let texts: Vec<_> =
        scene.outline().into_iter().filter_map(|item| Some(item.text?.text.clone())).collect();
    assert_eq!((texts, placed.skipped.len()), (vec!["see ".into(), "note".into(), "2".into()], 0));
    // Without lines to see, the text is left; and a broken one is nothing.
    assert!(!described(&read_all("", &leader("0")).0).contains(&"line 0 0 33 20".to_owned()));
    assert_eq!(
        described(&read_all("", "0 MULTILEADER,8 cut,301 },300 CONTEXT¬DATA{,302 LEADER{,").0),
        [""; 0]
    );
}

#[test]
fn lines_in_space_of_release_10_are_lines() {
    let (scene, placed) =
        read_all("", "0 3DLINE,8 cut,10 0,20 0,30 5,11 8,21 6,31 0,0 3DLINE,8 cut,10 1,20 1,");
    assert_eq!(described(&scene), ["line 0 0 8 6"]);
    assert_eq!(
        placed.skipped.into_iter().collect::<Vec<_>>(),
        [("3DLINE without the number of code 11".into(), 1)]
    );
}

#[test]
fn meshes_are_the_edges_that_are_seen_of_them() {
    let vertex = |x: i32, y: i32, flags: i32| format!("0 VERTEX,8 cut,10 {x},20 {y},70 {flags},");
    let places: String =
        [(0, 0), (8, 0), (8, 6), (0, 6)].map(|(x, y)| vertex(x, y, 192)).into_iter().collect();
    // Two triangles with a hidden edge between them, and a wall that is seen from above as a line.
    let faces = "0 VERTEX,8 cut,10 0,20 0,70 128,71 1,72 2,73 -3,0 VERTEX,8 cut,10 0,20 0,70 128,71 -1,72 3,73 4,\
                 0 VERTEX,8 cut,10 0,20 0,70 128,71 1,72 2,73 2,74 1,";
    let of_faces = format!("0 POLYLINE,8 cut,66 1,70 64,71 4,72 3,{places}{faces}0 SEQEND,8 cut,");
    let grid: String = [(0, 0), (8, 0), (0, 6), (8, 6)].map(|(x, y)| vertex(x, y, 64)).into_iter().collect();
    let of_grid = format!("0 POLYLINE,8 cut,66 1,70 16,71 2,72 2,{grid}0 SEQEND,8 cut,");
    for mesh in [of_faces, of_grid] {
        let (scene, placed) = read_all("", &mesh);
        let length: f64 = scene
            .outline()
            .iter()
            .filter_map(|it| Some(it.shape?.length(&scenewright_geometry::Affine::IDENTITY)))
            .sum();
        assert_eq!((length, placed.skipped.len()), (28.0, 0), "{mesh}");
    }
    let empty = "0 POLYLINE,8 cut,66 1,70 64,71 1,72 1,0 VERTEX,8 cut,10 0,20 0,70 192,0 VERTEX,8 cut,70 128,71 1,0 SEQEND,";
    let (_, placed) = read_all("", empty);
    assert_eq!(placed.skipped.into_iter().collect::<Vec<_>>(), [("POLYLINE without a size".to_owned(), 1)]);
}

#[test]
fn outlines_of_a_hatch_that_share_an_edge_are_no_holes() {
    // Two strips of a wall with a mitred corner: the first corner of each is on the edge of the other.
    let strips = "0 HATCH,8 cut,70 1,91 2,92 7,72 0,73 1,93 4,10 10,20 10,10 12,20 8,10 12,20 -7,10 10,20 -7,97 0,\
                  92 7,72 0,73 1,93 4,10 10,20 10,10 40,20 10,10 40,20 8,10 12,20 8,97 0,75 0,";
    assert_eq!(described(&read_all("", strips).0), ["polygon 10 -7 40 10 area 90"]);
}

#[test]
fn edges_of_a_hatch_are_joined_in_any_order_and_direction() {
    let line = |from: [i32; 2], to: [i32; 2]| {
        format!("72 1,10 {},20 {},11 {},21 {},", from[0], from[1], to[0], to[1])
    };
    let arc = "72 2,10 10,20 2,40 2,50 270,51 90,73 1,";
    // A plate with a round end beside a triangle, of edges as they were picked.
    let edges = [
        line([0, 0], [10, 0]),
        line([0, 4], [10, 4]),
        arc.to_owned(),
        line([0, 4], [0, 0]),
        line([20, 0], [24, 0]),
        line([24, 3], [20, 0]),
        line([24, 3], [24, 0]),
    ];
    let hatch = format!("0 HATCH,8 cut,70 0,91 1,92 1,93 7,{}97 0,75 0,", edges.concat());
    assert_eq!(described(&read_all("", &hatch).0), ["path 0 0 24 4 area 52.283185"]);
}

#[test]
fn file_that_is_no_drawing_is_refused_with_its_place() {
    let refusal = |bytes: &[u8]| dxf::read(bytes, &Default::default()).unwrap_err().message;
    for (bytes, expected) in [
        (&b""[..], "it has no sections"),
        (b"AC1032\0\0", "it is a DWG file; save it as DXF"),
        (b"hello\nworld\n", "line 1 should be a group code, and is \"hello\""),
        (b"0\nSECTION\n2\nENTITIES\nx\n", "line 5 should be a group code, and is \"x\""),
        (b"0\nSECTION\n2\nENTITIES\n", "it ends early, without the mark EOF"),
        (b"0\nSECTION\n2", "it ends after line 3, in the middle of a tag"),
        (b"AutoCAD Binary DXF\r\n\x1a\0\0\0SECT", "it ends in the middle of a tag, at byte 24"),
    ] {
        assert_eq!(refusal(bytes), format!("the file cannot be read as DXF: {expected}"));
    }
    // Numbers that are none, and lists that end too soon, cost their entity.
    let broken = "0 CIRCLE,8 cut,10 x,20 0,40 1,0 CIRCLE,8 cut,10 0,20 0,40 -1,0 LWPOLYLINE,8 cut,90 2,70 1,10 0,20 0,\
                  0 HATCH,8 cut,70 1,91 1,92 2,72 0,73 1,93 400,10 0,20 0,0 SPLINE,8 cut,71 3,10 0,20 0,0 LINE,8 cut,10 0,20 0,11 1,21 1,";
    assert_eq!(described(&read_all("", broken).0), ["line 0 0 1 1"]);
    for cut in (0..file("", broken).len()).step_by(7) {
        drop(dxf::read(&file("", broken)[..cut], &Default::default()));
    }
}

#[test]
fn binary_file_reads_like_text() {
    let mut bytes = b"AutoCAD Binary DXF\r\n\x1a\0".to_vec();
    let mut word = |code: i16, value: &str| {
        bytes.extend(code.to_le_bytes());
        bytes.extend(value.as_bytes());
        bytes.push(0);
    };
    word(0, "SECTION");
    word(2, "ENTITIES");
    word(0, "CIRCLE");
    word(8, "cut");
    for (code, value) in [(10_i16, 1.5_f64), (20, 2.5), (40, 0.5)] {
        bytes.extend(code.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    for word in ["ENDSEC", "EOF"] {
        bytes.extend(0_i16.to_le_bytes());
        bytes.extend(word.as_bytes());
        bytes.push(0);
    }
    assert_eq!(
        described(&drawn(&dxf::read(&bytes, &Default::default()).unwrap()).0),
        ["circle 1 2 2 3 area 0.785398"]
    );
}

#[test]
fn entities_of_all_sections_are_drawn_and_bytes_after_the_end_are_not_read() {
    let read = |text: &str| {
        let bytes = text.replace(' ', "\n");
        let (scene, placed) = drawn(&dxf::read(bytes.as_bytes(), &Default::default()).unwrap());
        (described(&scene).len(), placed.warnings.join("; "))
    };
    let circle = "0 CIRCLE 8 0 10 0 20 0 40 5 ";
    let section = format!("0 SECTION 2 ENTITIES {circle}0 ENDSEC ");
    // (the file, the circles, the warning)
    for (text, count, warning) in [
        (format!("{section}{section}{section}0 EOF"), 3, ""),
        (format!("0 SECTION 2 ENTITIES {circle}{section}0 EOF"), 2, ""),
        (format!("0 SECTION 2 ENTITIES {circle}0 EOF"), 1, ""),
        (format!("{section}0 EOF made by a plug-in, 12 May"), 1, ""),
        (format!("{section}0 EOF \u{1a}"), 1, ""),
        (section.clone(), 1, "it ends early, without the mark EOF; what follows there is missing"),
        (
            format!("0 SECTION 2 ENTITIES {circle}{circle}0"),
            2,
            "it ends after line 25, in the middle of a tag; what follows there is missing",
        ),
    ] {
        assert_eq!(read(text.trim_end()), (count, warning.to_owned()), "{text}");
    }
}

#[test]
fn every_entity_is_drawn_or_counted_with_its_reason() {
    let entities = "0 CIRCLE,8 cut,10 0,20 0,40 0,0 CIRCLE,8 cut,10 0,20 0,40 -3,0 LINE,8 cut,10 1,20 1,11 1,21 1,0 ARC,8 cut,10 0,20 0,40 1,\
                    0 LWPOLYLINE,8 cut,90 1,70 0,10 3,20 3,0 HATCH,8 cut,91 0,0 TEXT,8 cut,10 0,20 0,40 2,1 _,\
                    0 TEXT,8 cut,10 0,20 0,40 0,1 low,0 TEXT,8 cut,40 2,1 nowhere,0 LINE,8 cut,60 1,10 0,20 0,11 1,21 0,\
                    0 ATTDEF,8 cut,10 0,20 0,0 WIPEOUT,8 cut,0 INSERT,8 cut,2 empty,10 0,20 0,0 INSERT,8 cut,2 form,10 0,20 0,0 MLINE,8 cut,10 0,20 0,0 RAY,8 cut,10 0,20 0,11 0,21 0,\
                    0 CIRCLE,8 cut,10 0,20 0,40 3,";
    let (scene, placed) = read_all(
        "0 BLOCK,2 empty,10 0,20 0,0 ENDBLK,0 BLOCK,2 form,10 0,20 0,0 ATTDEF,8 cut,10 0,20 0,40 1,1 _,2 TAG,70 0,0 ENDBLK,",
        entities,
    );
    assert_eq!(described(&scene), ["circle -3 -3 3 3 area 28.274334"]);
    let skipped: Vec<String> = placed.skipped.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    assert_eq!(
        skipped,
        [
            "1 ARC without the number of code 50",
            "1 ATTDEF",
            "2 CIRCLE without a size",
            "1 HATCH without an area",
            "2 INSERT of an empty block",
            "1 LINE without a size",
            "1 LWPOLYLINE without a size",
            "1 MLINE without a size",
            "1 RAY without a size",
            "1 TEXT without a size",
            "1 TEXT without the number of code 10",
            "1 TEXT without words",
            "1 WIPEOUT without a size",
            "1 invisible"
        ]
    );
}

#[test]
fn points_rays_multilines_and_helices_are_drawn() {
    let frame = "0 LINE,8 cut,10 0,20 0,11 100,21 0,0 LINE,8 cut,10 0,20 0,11 0,21 50,";
    for (entity, expected) in [
        ("0 POINT,8 cut,10 40,20 20,", "circle 39.875 19.875 40.125 20.125 area 0.049087"),
        ("0 RAY,8 cut,10 50,20 25,11 1,21 0,", "line 50 25 110 25"),
        ("0 XLINE,8 cut,10 50,20 25,11 0,21 -2,", "line 50 -10 50 60"),
        (
            "0 MLINE,8 cut,70 1,71 1,72 2,73 2,10 0,20 0,11 0,21 0,12 1,22 0,13 0,23 1,74 2,41 1,41 0,75 0,74 2,41 -1,41 0,75 0,\
             11 10,21 0,12 1,22 0,13 0,23 1,74 2,41 1,41 0,75 0,74 2,41 -1,41 0,75 0,",
            "path 0 -1 10 1",
        ),
        (
            "0 HELIX,8 cut,100 AcDbSpline,70 8,71 1,72 4,73 2,40 0,40 0,40 1,40 1,10 0,20 0,10 7,20 1,100 AcDbHelix,10 50,20 50,40 9,41 3,",
            "line 0 0 7 1",
        ),
    ] {
        let (scene, placed) = read_all("", &format!("{frame}{entity}"));
        assert_eq!(described(&scene).last().map(String::as_str), Some(expected), "{entity}");
        assert_eq!(placed.skipped.len(), 0, "{:?}", placed.skipped);
    }
}

#[test]
fn sheets_of_paper_are_drawn_on_request() {
    let blocks = "0 BLOCK,2 *Paper¬Space0,10 0,20 0,0 LINE,67 1,8 cut,10 0,20 0,11 7,21 0,0 ENDBLK,";
    let entities = "0 LINE,8 cut,10 0,20 0,11 1,21 0,0 LINE,67 1,8 cut,10 0,20 0,11 5,21 0,";
    let bytes = file(blocks, entities);
    for (space, expected) in [
        (DxfSpace::Model, &["line 0 0 1 0"][..]),
        (DxfSpace::Paper, &["line 0 0 5 0", "line 0 0 7 0"]),
        (DxfSpace::All, &["line 0 0 1 0", "line 0 0 5 0", "line 0 0 7 0"]),
    ] {
        let drawing = dxf::read(&bytes, &DxfSelection { space, ..DxfSelection::default() }).unwrap();
        assert_eq!(described(&drawn(&drawing).0), expected);
    }
}

#[test]
fn proxy_is_drawn_by_the_picture_that_it_brings() {
    let mut bytes: Vec<u8> = vec![0; 8];
    let mut record = |kind: u32, body: &[u8]| {
        bytes.extend((body.len() as u32 + 8).to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(body);
    };
    let reals = |numbers: &[f64]| numbers.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>();
    record(14, &3_u32.to_le_bytes());
    record(2, &reals(&[5.0, 6.0, 0.0, 2.0, 0.0, 0.0, 1.0]));
    record(29, &reals(&[1.0, 0.0, 0.0, 10.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]));
    record(7, &[&3_u32.to_le_bytes()[..], &reals(&[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 4.0, 3.0, 0.0])].concat());
    record(31, &[]);
    record(4, &reals(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, std::f64::consts::PI]));
    record(8, &[]);
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let halves = digits.split_at(100);
    let proxy = format!("0 ACAD¬PROXY¬ENTITY,8 cut,92 {},310 {},310 {},", bytes.len(), halves.0, halves.1);
    let (scene, placed) = read_all("", &proxy);
    assert_eq!(
        described(&scene),
        ["circle 3 4 7 8 area 12.566371", "polygon 10 0 14 3 area 6", "arc -1 0 0 1 area 1.570796"].map(
            |it| if it.starts_with("arc") { "arc -1 -1 0 1 area 1.570796".to_owned() } else { it.to_owned() }
        )
    );
    assert_eq!(
        placed.skipped.into_iter().collect::<Vec<_>>(),
        [("ACAD_PROXY_ENTITY: graphics of kind 8".to_owned(), 1)]
    );
    assert_eq!(read_all("", "0 ACAD¬PROXY¬ENTITY,8 cut,").1.skipped.len(), 1);
}

#[test]
fn hatch_of_crossing_outlines_has_odd_parity_whichever_way_they_run() {
    let ring = |points: &[[f64; 2]]| {
        let vertices: String = points.iter().map(|[x, y]| format!("10 {x},20 {y},")).collect();
        format!("92 7,72 0,73 1,93 {},{vertices}97 0,", points.len())
    };
    let turned = |points: &[[f64; 2]]| points.iter().rev().copied().collect::<Vec<_>>();
    let plate = [[0.0, 0.0], [100.0, 0.0], [100.0, 60.0], [0.0, 60.0]];
    let island = [[50.0, 10.0], [90.0, 10.0], [90.0, 50.0], [50.0, 50.0]];
    let words = [[30.0, 20.0], [70.0, 20.0], [70.0, 30.0], [30.0, 30.0]];
    for mask in 0..8 {
        let rings: String = [&plate, &island, &words]
            .iter()
            .enumerate()
            .map(|(at, points)| if mask >> at & 1 == 1 { ring(&turned(*points)) } else { ring(*points) })
            .collect();
        for (style, area) in [(0, 4400.0), (2, 6000.0)] {
            let hatch = format!("0 HATCH,8 cut,70 1,91 3,{rings}75 {style},");
            let (scene, _) = read_all("", &hatch);
            assert!(
                (scene.area("it_0").unwrap() - area).abs() < 1e-6,
                "{mask} {style}: {:?}",
                described(&scene)
            );
        }
    }
    // An outline that crosses itself: the middle of a star is wound around twice, and is no area.
    let star: Vec<[f64; 2]> = (0..5)
        .map(|at| f64::from(at) * 0.8 * std::f64::consts::PI)
        .map(|it| [10.0 * it.cos(), 10.0 * it.sin()])
        .collect();
    let (scene, _) = read_all("", &format!("0 HATCH,8 cut,70 1,91 1,{}75 0,", ring(&star)));
    assert!((scene.area("it_0").unwrap() - 77.567_7).abs() < 1e-3, "{:?}", described(&scene));
    // Two discs that cross: each without what both have.
    let disc =
        |x: f64| format!("92 7,72 1,73 1,93 2,10 {},20 0,42 1,10 {},20 0,42 1,97 0,", x - 5.0, x + 5.0);
    let (scene, _) = read_all("", &format!("0 HATCH,8 cut,70 1,91 2,{}{}75 0,", disc(0.0), disc(5.0)));
    let common = 50.0 * (0.5_f64).acos() - 0.5 * 5.0 * (75.0_f64).sqrt();
    let expected = 50.0 * std::f64::consts::PI - 2.0 * common;
    assert!((scene.area("it_0").unwrap() - expected).abs() < 1e-6, "{:?} {expected}", described(&scene));
}

#[test]
fn islands_that_touch_the_outline_of_a_hatch_are_left_free() {
    let ring = |[x, y, w, h]: [f64; 4]| {
        format!(
            "92 3,72 0,73 1,93 4,10 {x},20 {y},10 {},20 {y},10 {},20 {},10 {x},20 {},97 0,",
            x + w,
            x + w,
            y + h,
            y + h
        )
    };
    for (rings, expected) in [
        // Along one edge, in a corner, across from edge to edge, and another outline beside it.
        (vec![[0.0, 0.0, 100.0, 60.0], [45.0, 0.0, 31.0, 20.0]], 5380.0),
        (vec![[45.0, 40.0, 31.0, 20.0], [0.0, 0.0, 100.0, 60.0]], 5380.0),
        (vec![[0.0, 0.0, 100.0, 60.0], [0.0, 0.0, 31.0, 20.0]], 5380.0),
        (vec![[0.0, 0.0, 100.0, 60.0], [40.0, 0.0, 10.0, 60.0]], 5400.0),
        (vec![[0.0, 0.0, 100.0, 60.0], [100.0, 0.0, 10.0, 60.0]], 6600.0),
        (vec![[0.0, 0.0, 100.0, 60.0], [10.0, 10.0, 10.0, 10.0], [20.0, 10.0, 10.0, 10.0]], 5800.0),
    ] {
        let all: String = rings.iter().map(|it| ring(*it)).collect();
        let hatch = format!("0 HATCH,8 cut,70 1,91 {},{all}75 0,", rings.len());
        let (scene, _) = read_all("", &hatch);
        let area = scene.area("it").unwrap();
        assert!((area - expected).abs() < 1e-6, "{rings:?}: {area}");
    }
}

#[test]
fn sections_behind_the_end_and_empty_lines_at_the_start_are_read() {
    let circle =
        |x: i32| format!("0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\n0\n10\n{x}\n20\n0\n40\n1\n0\nENDSEC\n");
    let end = "0\nEOF\n";
    for (text, expected) in [
        (format!("\n\n{}{end}", circle(0)), 1),
        (format!("{}{end}{}{end}", circle(0), circle(5)), 2),
        (format!("{}{end}{}{end}written by hand\n", circle(0), circle(5)), 2),
        (format!("{}{end}  0\nSECTION\nnot one", circle(0)), 1),
    ] {
        let (scene, _) = drawn(&dxf::read(text.as_bytes(), &Default::default()).unwrap());
        let circles = described(&scene).len();
        assert_eq!(circles, expected, "{text:?}");
    }
}

#[test]
fn line_beyond_all_numbers_is_left_out_and_the_rest_is_drawn() {
    let entities = "0 LINE,8 cut,10 -1e308,20 0,11 1e308,21 0,0 CIRCLE,8 cut,10 0,20 0,40 3,";
    let (scene, placed) = read_all("", entities);
    assert_eq!(described(&scene), ["circle -3 -3 3 3 area 28.274334"]);
    assert_eq!(placed.skipped["too small or too large"], 1);
}
