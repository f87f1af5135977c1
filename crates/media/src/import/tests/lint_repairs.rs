//! Repairs of files in which more depends on an entity than its fault, and entities whose numbers need care.

use scenewright_lint::{Profile, Report, Settings, check};

use crate::import::{Drawing, DxfSelection, dxf, svg};

fn rules(report: &Report) -> Vec<&'static str> {
    report.findings.iter().map(|finding| finding.rule).collect()
}

/// Repairs a file once as the lint does: the file, whether each finding was repaired, and the rules it breaks after that.
fn repaired(file: &str, read: &dyn Fn(&str) -> Drawing) -> (String, Vec<bool>, Vec<&'static str>) {
    let settings = Settings::new(Profile::Laser);
    let drawing = read(file);
    let plan = drawing.lint_plan();
    let report = check(&plan, &settings);
    let fixed = drawing.fixed(file.as_bytes(), &plan, &report).unwrap();
    // What is offered is what is done.
    assert_eq!(drawing.fixable(file.as_bytes(), &plan, &report).unwrap(), fixed.is_repaired, "{report:?}");
    let text = String::from_utf8(fixed.bytes).unwrap();
    let after = rules(&check(&read(&text).lint_plan(), &settings));
    (text, fixed.is_repaired, after)
}

fn repaired_dxf(blocks: &str, entities: &str) -> (String, Vec<bool>, Vec<&'static str>) {
    // In tags by words: "10 0" is a line with the code 10 and one with the value 0.
    let lines = |tags: &str| tags.split_whitespace().map(|word| format!("{word}\n")).collect::<String>();
    let file = lines(&format!(
        "0 SECTION 2 HEADER 9 $ACADVER 1 AC1015 9 $INSUNITS 70 4 0 ENDSEC \
         0 SECTION 2 BLOCKS {blocks} 0 ENDSEC 0 SECTION 2 ENTITIES {entities} 0 ENDSEC 0 EOF"
    ));
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let (text, done, after) = repaired(&file, &|file| dxf::read(file.as_bytes(), &selection).unwrap());
    // The entities alone, with a space between all words.
    let (_, text) = text.split_once("BLOCKS").unwrap();
    (text.split_whitespace().collect::<Vec<_>>().join(" "), done, after)
}

fn repaired_svg(contents: &str) -> (String, Vec<bool>, Vec<&'static str>) {
    let start = "<svg xmlns='http://www.w3.org/2000/svg' width='200mm' height='200mm' viewBox='0 0 200 200' \
                 fill='none' stroke='black'>";
    let selection = svg::SvgSelection { is_traced: true, ..svg::SvgSelection::default() };
    let file = format!("{start}{contents}</svg>");
    let (text, done, after) = repaired(&file, &|file| svg::read(file, selection).unwrap());
    let contents = text.strip_prefix(start).and_then(|rest| rest.strip_suffix("</svg>")).unwrap();
    (contents.to_owned(), done, after)
}

fn line(handle: &str, [x, y, u, v]: [f64; 4]) -> String {
    format!("0 LINE 5 {handle} 8 cut 10 {x} 20 {y} 11 {u} 21 {v} ")
}

fn block(name: &str, contents: &str) -> String {
    format!("0 BLOCK 8 0 2 {name} 70 0 10 0 20 0 {contents} 0 ENDBLK 8 0 ")
}

const SQUARE: [[f64; 4]; 4] =
    [[0.0, 0.0, 30.0, 0.0], [30.0, 0.0, 30.0, 30.0], [30.0, 30.0, 0.0, 30.0], [0.0, 30.0, 0.0, 0.0]];

#[test]
fn entity_is_dropped_only_where_all_of_its_copies_have_the_fault() {
    let square: String =
        ["A1", "A2", "A3", "A4"].iter().zip(SQUARE).map(|(name, it)| line(name, it)).collect();
    let insert = |rest: &str| format!("0 INSERT 5 I 8 0 2 B 10 0 20 0 {rest} ");
    let circle = "0 CIRCLE 5 C 8 cut 10 15 20 15 40 10 ";
    let small = format!("{} 0 INSERT 5 J 8 0 2 B 10 90 20 0 41 0.000001 42 0.000001 ", insert(""));
    for (contents, insertions) in [
        // The cells of an array share an edge, or lie on each other: the first one would lose it too.
        (square.as_str(), insert("70 3 44 30")),
        (square.as_str(), insert("70 2 44 0")),
        (circle, small),
    ] {
        let (text, done, _) = repaired_dxf(&block("B", contents), &insertions);
        assert!(!done.is_empty() && done.iter().all(|done| !done), "{text}");
        assert!(text.contains(contents.trim()), "{text}");
    }
    let (text, done, after) = repaired_dxf(
        &block("B", &(square.clone() + &line("A5", SQUARE[2]))),
        &(insert("") + "0 INSERT 5 J 8 0 2 B 10 90 20 0 41 -1 50 20 "),
    );
    assert_eq!((done, after), (vec![true; 2], vec![]), "{text}");
    assert!(text.contains(square.trim()) && !text.contains("A5"), "{text}");

    let circle = "<defs><circle id='c' r='10'/></defs><use href='#c' x='50' y='50'/>\
                  <use href='#c' transform='translate(100 100) scale(0.00000001)'/>";
    // The part of a path without a size is not all of it.
    let path = "<path d='M10 10h30v30h-30z M70 70L70 70'/>";
    for contents in [circle, path] {
        assert_eq!(repaired_svg(contents), (contents.to_owned(), vec![false], vec!["zero-length"]));
    }
}

#[test]
fn entity_that_others_refer_to_is_not_dropped() {
    let both =
        "<rect x='10' y='10' width='30' height='30'/><rect id='b' x='10' y='10' width='30' height='30'/>";
    for user in [
        "<use href='#b' x='60'/>",
        "<text class='sheet'><textPath href='#b'/></text>",
        "<clipPath id='k'><use href='#b'/></clipPath><g clip-path='url(#k)'/>",
    ] {
        let contents = format!("{both}{user}");
        let (text, done, _) = repaired_svg(&contents);
        assert_eq!((text, done), (contents, vec![false]));
    }
    let (text, done, after) = repaired_svg(both);
    assert_eq!((done, after), (vec![true], vec![]), "{text}");
}

#[test]
fn entity_whose_name_another_one_has_is_left_alone() {
    let square = "0 LWPOLYLINE 5 A 8 cut 90 4 70 1 10 0 20 0 10 30 20 0 10 30 20 30 10 0 20 30 ";
    for other in [line("A", [50.0; 4]), "0 TEXT 5 A 8 engrave 10 5 20 5 40 5 1 L ".to_owned()] {
        let contents = format!("{square}{other}");
        let (text, done, _) = repaired_dxf("", &contents);
        assert!(done == [false] && text.contains(contents.trim()), "{done:?} {text}");
    }
    let rect =
        "<rect id='a' x='10' y='10' width='30' height='30'/><line id='a' x1='70' y1='70' x2='70' y2='70'/>";
    let text = "<g id='engrave' stroke='none' fill='black'><text id='t' y='20'>A</text><text id='t' y='60'>B</text></g>";
    for contents in [rect, text] {
        let (text, done, _) = repaired_svg(contents);
        assert!(text == contents && done.iter().all(|done| !done), "{done:?} {text}");
    }
}

#[test]
fn polyline_is_closed_with_a_straight_line_and_without_flags_too() {
    let points = "10 0 20 0 10 30 20 0 10 30 20 30 10 0 20 30 10 0 20 0.4";
    let light = |rest: &str| format!("0 LWPOLYLINE 5 A 8 cut 90 5 {rest}{points}");
    let vertex = |[x, y]: [f64; 2]| format!("0 VERTEX 8 cut 10 {x} 20 {y} 70 0 ");
    let corners = [[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [0.0, 30.0], [0.0, 0.4]];
    let vertices = corners.map(vertex).concat() + "0 SEQEND 8 cut";
    let heavy = |rest: &str| format!("0 POLYLINE 5 A 8 cut 66 1 {rest}10 0 20 0 30 0 {vertices}");
    for (file, closed) in [
        (light("70 0 "), light("70 1 ")),
        (light(""), light("70 1 ")),
        (light("70 128 ") + " 42 1", light("70 129 ") + " 42 0.0"),
        (heavy(""), heavy("70 1 ")),
        (heavy("70 0 "), heavy("70 1 ")),
    ] {
        let (text, done, after) = repaired_dxf("", &file);
        assert_eq!((done, after), (vec![true], vec![]), "{text}");
        assert!(text.contains(&closed), "{text}");
    }
    // Numbers need nothing between them.
    let polyline = |end: &str| format!("<polyline points='10-2 30-2 30 20 10 20 10-1.6{end}'/>");
    let place = |contents: &str| format!("<g transform='translate(0 20)'>{contents}</g>");
    let (text, done, after) = repaired_svg(&place(&polyline("")));
    assert_eq!((text, done, after), (place(&polyline(" 10,-2")), vec![true], vec![]));
}

#[test]
fn only_an_end_of_a_straight_line_is_moved() {
    let bent = "0 LWPOLYLINE 5 A 8 cut 90 4 70 0 10 0 20 0 10 30 20 0 10 30 20 30 42 0.5 10 0 20 30 ";
    for file in [bent.to_owned() + &line("B", [0.0, 29.6, 0.0, 0.0]), line("B", [0.0, 0.0, 0.0, 29.6]) + bent]
    {
        let (text, done, after) = repaired_dxf("", &file);
        assert_eq!((done, after), (vec![true], vec![]), "{text}");
        assert!(text.contains(bent.trim()), "{text}");
    }
    let other = "0 LWPOLYLINE 5 B 8 cut 90 2 70 0 10 0 20 29.6 42 -0.5 10 0 20 0 ";
    let file = format!("{bent}{other}");
    let (text, done, after) = repaired_dxf("", &file);
    assert_eq!((done, after), (vec![false], vec!["gap"]), "{text}");
    // Its beginning passes through a corner of it.
    let twice = "0 LWPOLYLINE 5 A 8 cut 90 5 70 0 10 0 20 0 10 40 20 0 10 40 20 30 10 0 20 0.4 10 -9 20 20 ";
    let (text, ..) = repaired_dxf("", &(twice.to_owned() + &line("B", [-9.0, 20.4, -20.0, 9.0])));
    assert!(text.contains("10 40 20 30 10 0 20 0.4 10 -9 20 20.4"), "{text}");
}

#[test]
fn text_keeps_its_looks_as_outlines_or_stays_a_text() {
    let text = |looks: &str, words: &str| {
        format!("0 TEXT 5 A 100 AcDbEntity 8 engrave {looks}100 AcDbText 10 5 20 5 40 5 1 {words}")
    };
    let looks = "62 1 420 255 370 50 ";
    let (outlined, done, after) = repaired_dxf("", &text(looks, "L"));
    assert_eq!((done, after), (vec![true], vec![]), "{outlined}");
    assert!(outlined.contains("8 engrave 62 1 370 50 420 255 100 AcDbPolyline"), "{outlined}");
    // The font has boxes for letters that it does not know, and one path has one colour.
    let (kept, done, _) = repaired_dxf("", &text("", "漢字"));
    assert!(done == [false] && kept.contains("漢字"), "{kept}");
    let colours = "<text id='engrave' y='20' fill='black'>A<tspan fill='red'>B</tspan></text>";
    let (kept, done, _) = repaired_svg(colours);
    assert_eq!((kept.as_str(), done), (colours, vec![false; 2]));
    // Three copies of a text are outlined once.
    let shown = "0 INSERT 5 I 8 engrave 2 B 10 0 20 0 0 INSERT 5 J 8 engrave 2 B 10 50 20 0 0 INSERT 5 K 8 score 2 B 10 0 20 50 ";
    let words = "0 TEXT 5 A 8 0 10 5 20 5 40 5 1 L ";
    let (outlined, done, after) = repaired_dxf(&block("B", words), shown);
    assert_eq!((done, after), (vec![true; 3], vec![]), "{outlined}");
}
