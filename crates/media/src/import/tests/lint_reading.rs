//! What the lint reads of a DXF: which things are shown, by which pen, where, and what dimensions measure.

use std::f64::consts::PI;

use scenewright_geometry::{CircularArc, Point};
use scenewright_lint::{Content, DimensionMark, Plan, Profile, Report, Settings, check};

use crate::import::{DxfSelection, dxf, svg};

/// Reads a file as the lint does. The layer `ice` is frozen, `dark` is off, and `Fine` has a thin pen and a colour.
fn read(unit: i32, blocks: &str, entities: &str) -> Plan {
    let file = written(unit, blocks, entities);
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    dxf::read(file.as_bytes(), &selection).unwrap().lint_plan()
}

fn written(unit: i32, blocks: &str, entities: &str) -> String {
    let layer = |name: &str, rest: &str| format!("0\nLAYER\n2\n{name}\n{rest}");
    let layers = [
        layer("ice", "70\n1\n62\n7\n"),
        layer("dark", "70\n0\n62\n-7\n"),
        layer("Fine", "70\n0\n62\n1\n370\n5\n"),
    ];
    format!(
        "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n{unit}\n0\nENDSEC\n0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n{}0\nENDTAB\n0\nENDSEC\n\
         0\nSECTION\n2\nBLOCKS\n{blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n{entities}0\nENDSEC\n0\nEOF\n",
        layers.concat()
    )
}

fn block(name: &str, entities: &str) -> String {
    format!("0\nBLOCK\n8\n0\n2\n{name}\n70\n0\n10\n0\n20\n0\n{entities}0\nENDBLK\n8\n0\n")
}

fn insert(handle: &str, name: &str, rest: &str) -> String {
    format!("0\nINSERT\n5\n{handle}\n2\n{name}\n10\n0\n20\n0\n{rest}")
}

fn circle(handle: &str, rest: &str) -> String {
    format!("0\nCIRCLE\n5\n{handle}\n10\n0\n20\n0\n40\n5\n{rest}")
}

#[test]
fn insertion_on_a_frozen_layer_hides_its_block_and_on_a_layer_that_is_off_only_entities_of_that_layer() {
    let blocks = block("B", &(circle("A1", "8\ncut\n") + &circle("A2", "8\n0\n")));
    let entities =
        insert("F", "B", "8\nICE\n") + &insert("O", "B", "8\ndark\n") + &insert("V", "B", "8\nscore\n");
    let plan = read(4, &blocks, &entities);
    let shown: Vec<String> =
        plan.items.iter().map(|item| format!("{} {}", item.names.join(" "), item.layer)).collect();
    assert_eq!(shown, ["A1 O cut", "A1 V cut", "A2 V score"]);
}

#[test]
fn pen_comes_from_the_entity_the_layer_or_the_insertion_each_part_by_itself() {
    let of_block = "62\n0\n370\n-2\n";
    let blocks = block(
        "B",
        &(circle("A1", &format!("8\ncut\n{of_block}"))
            + &circle("A2", "8\ncut\n62\n0\n370\n70\n")
            + &circle("A3", "8\ncut\n62\n3\n370\n-2\n")
            + &circle("A4", "8\nFINE\n")),
    );
    let entities = insert("OWN", "B", "8\n0\n62\n5\n370\n30\n") + &insert("LAYER", "B", "8\nfine\n");
    let plan = read(4, &blocks, &entities);
    let pens: Vec<String> = plan
        .items
        .iter()
        .map(|item| {
            let color = item.stroke.unwrap();
            format!("{} {:?} {} {} {}", item.names.join(" "), item.width, color.r, color.g, color.b)
        })
        .collect();
    assert_eq!(
        pens,
        [
            "A1 OWN Some(0.3) 0 0 1",
            "A2 OWN Some(0.7) 0 0 1",
            "A3 OWN Some(0.3) 0 1 0",
            "A4 OWN Some(0.05) 1 0 0",
            "A1 LAYER Some(0.05) 1 0 0",
            "A2 LAYER Some(0.7) 1 0 0",
            "A3 LAYER Some(0.05) 0 1 0",
            "A4 LAYER Some(0.05) 1 0 0",
        ]
    );
}

#[test]
fn polyline_without_a_size_is_at_its_vertices() {
    let vertex = "0\nVERTEX\n8\ncut\n10\n7\n20\n9\n";
    let polyline = format!("0\nPOLYLINE\n5\nP\n8\ncut\n66\n1\n10\n0\n20\n0\n{vertex}{vertex}0\nSEQEND\n");
    let plan = read(4, "", &polyline);
    let Content::Nothing(at) = plan.items[0].content else { panic!("{:?}", plan.items) };
    assert_eq!(at, Point::new(7.0, 9.0));
}

#[test]
fn us_survey_inches_yards_and_miles_have_their_length() {
    for (unit, length) in [(21, 304.8006096), (22, 25.4000508), (23, 914.4018288), (24, 1_609_347.2186944)] {
        let plan = read(unit, "", &circle("A", "8\ncut\n"));
        assert!((1.0 / plan.to_source.a - length).abs() < 1e-6 * length, "{unit}: {:?}", plan.to_source);
    }
}

#[test]
fn angle_that_the_file_does_not_give_is_measured_where_its_arc_is() {
    let point = |code: i32, (x, y): (f64, f64)| format!("{code}\n{x}\n{}\n{y}\n", code + 10);
    let blocks = block("*D1", &circle("X", "8\n0\n"));
    let dimension = |kind: i32, points: &str| {
        format!("0\nDIMENSION\n5\nD\n8\n0\n2\n*D1\n11\n9\n21\n9\n70\n{kind}\n{points}")
    };
    // Two lines through 5, 5: to the right, and up and to the right.
    let lines =
        point(13, (5.0, 5.0)) + &point(14, (20.0, 5.0)) + &point(10, (5.0, 5.0)) + &point(15, (15.0, 15.0));
    let three = point(15, (5.0, 5.0)) + &point(13, (20.0, 5.0)) + &point(14, (5.0, 9.0));
    for (points, kind, arc, expected) in [
        (&lines, 2, point(16, (20.0, 8.0)), 45.0),
        (&lines, 2, point(16, (5.0, 25.0)), 135.0),
        (&lines, 2, point(16, (-9.0, 3.0)), 45.0),
        (&three, 5, point(10, (9.0, 8.0)), 90.0),
        (&three, 5, point(10, (0.0, 0.0)), 270.0),
        (&three, 5, point(10, (0.0, 0.0)) + "42\n0.5\n", 0.5_f64.to_degrees()),
    ] {
        let plan = read(4, &blocks, &dimension(kind, &format!("{points}{arc}")));
        let marks: Vec<&DimensionMark> = plan
            .items
            .iter()
            .filter_map(|item| match &item.content {
                Content::Dimension(mark) => Some(mark),
                _ => None,
            })
            .collect();
        let [mark] = marks.as_slice() else { panic!("{:?}", plan.items) };
        assert!((mark.value.unwrap() - expected).abs() < 1e-9, "{kind} {arc:?}: {:?}", mark.value);
    }
}

/// A spline of the second or third degree in the form of another program, from rows of x, y and weight.
fn spline(degree: usize, knots: &[f64], rows: &[[f64; 3]]) -> String {
    let knots: String = knots.iter().map(|knot| format!("40\n{knot}\n")).collect();
    let weights: String = rows.iter().map(|[_, _, weight]| format!("41\n{weight}\n")).collect();
    let points: String = rows.iter().map(|[x, y, _]| format!("10\n{x}\n20\n{y}\n")).collect();
    let (knot_count, count) = (degree + 1 + rows.len(), rows.len());
    format!(
        "0\nSPLINE\n5\nS\n8\ncut\n70\n12\n71\n{degree}\n72\n{knot_count}\n73\n{count}\n{knots}{weights}{points}"
    )
}

#[test]
fn rational_splines_are_the_arcs_that_they_were_made_of() {
    let half = 0.5_f64.sqrt();
    let square = [(5, 0), (5, 5), (0, 5), (-5, 5), (-5, 0), (-5, -5), (0, -5), (5, -5), (5, 0)];
    let circle: Vec<[f64; 3]> = square
        .iter()
        .enumerate()
        .map(|(at, (x, y))| [f64::from(*x), f64::from(*y), if at % 2 == 0 { 1.0 } else { half }])
        .collect();
    let knots = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 4.0];
    // A quarter of it, of the third degree.
    let middle = (1.0 + 2.0 * half) / 3.0;
    let arm = (5.0 + 2.0 * half * 5.0) / 3.0 / middle;
    let across = 2.0 * half * 5.0 / 3.0 / middle;
    let quarter = [[5.0, 0.0, 1.0], [arm, across, middle], [across, arm, middle], [0.0, 5.0, 1.0]];
    let quarter_knots = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
    for (entity, length) in
        [(spline(2, &knots, &circle), 10.0 * PI), (spline(3, &quarter_knots, &quarter), 2.5 * PI)]
    {
        let plan = read(4, "", &entity);
        let Content::Outline(wires) = &plan.items[0].content else { panic!("{:?}", plan.items) };
        let edges = wires[0].edges(0.01);
        assert!(edges.len() <= 4, "{} edges", edges.len());
        let is_on_circle = |arc: &CircularArc| {
            arc.center.distance_to(Point::ORIGIN) < 1e-9 && (arc.radius - 5.0).abs() < 1e-9
        };
        assert!(edges.iter().all(|edge| edge.arc.as_ref().is_some_and(is_on_circle)), "{edges:?}");
        assert!((wires[0].length() - length).abs() < 1e-9, "{}", wires[0].length());
    }
}

/// Repairs a file as the lint does, once.
fn repaired(file: &str) -> (String, Report) {
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let settings = Settings::new(Profile::Laser);
    let drawing = dxf::read(file.as_bytes(), &selection).unwrap();
    let plan = drawing.lint_plan();
    let fixed = drawing.fixed(file.as_bytes(), &plan, &check(&plan, &settings)).unwrap();
    let report = check(&dxf::read(&fixed.bytes, &selection).unwrap().lint_plan(), &settings);
    (String::from_utf8(fixed.bytes).unwrap(), report)
}

#[test]
fn gap_and_text_in_a_turned_and_mirrored_block_are_repaired_in_it() {
    let line = |handle: &str, [x, y, u, v]: [f64; 4]| {
        format!("0\nLINE\n5\n{handle}\n8\ncut\n10\n{x}\n20\n{y}\n11\n{u}\n21\n{v}\n")
    };
    let contents = line("A1", [0.0, 0.0, 40.0, 0.0])
        + &line("A2", [40.0, 0.4, 40.0, 30.0])
        + &line("A3", [40.0, 30.0, 0.0, 0.0])
        + "0\nTEXT\n5\nT\n8\nengrave\n10\n30\n20\n10\n40\n5\n1\nL\n";
    let entities = insert("I", "B", "8\n0\n41\n-1\n50\n30\n");
    // Shown twice, its gap is found twice, and must be closed once: two ends that both move change places.
    let twice = entities.clone() + "0\nINSERT\n5\nJ\n2\nB\n10\n200\n20\n0\n8\n0\n50\n10\n";
    let (fixed, report) = repaired(&written(4, &block("B", &contents), &twice));
    assert_eq!(report.findings, []);
    assert!(fixed.contains(&line("A1", [0.0, 0.0, 40.0, 0.4])), "{fixed}");
    let file = written(4, &block("B", &contents), &entities);
    let (fixed, report) = repaired(&file);
    assert_eq!(report.findings, []);
    assert!(fixed.contains(&line("A1", [0.0, 0.0, 40.0, 0.4])), "{fixed}");
    let numbers = |code: &str| -> Vec<f64> {
        let (_, text) = fixed.split_once("LWPOLYLINE").or_else(|| fixed.split_once("\nPOLYLINE")).unwrap();
        // Codes and values by turns, after the end of the line of the kind.
        let lines: Vec<&str> = text.split("ENDBLK").next().unwrap().lines().skip(1).map(str::trim).collect();
        lines.chunks_exact(2).filter(|pair| pair[0] == code).map(|pair| pair[1].parse().unwrap()).collect()
    };
    // In the coordinates of the block: from its place on, and as high as it is.
    let (xs, ys) = (numbers("10"), numbers("20"));
    assert!(xs.iter().all(|x| (30.0..35.0).contains(x)), "{xs:?}");
    let top = ys.iter().copied().fold(0.0, f64::max);
    assert!((14.9..15.1).contains(&top), "{ys:?}");
}

#[test]
fn gap_at_a_polyline_that_is_seen_from_behind_is_closed_in_its_own_coordinates() {
    let line = "0\nLINE\n5\nA1\n8\ncut\n10\n0\n20\n0\n11\n39.7\n21\n0\n";
    let polyline = |handle: &str, normal: i32, points: [[f64; 2]; 3]| {
        let points = points.map(|[x, y]| format!("10\n{x}\n20\n{y}\n")).concat();
        format!("0\nLWPOLYLINE\n5\n{handle}\n8\ncut\n90\n3\n70\n0\n{points}210\n0\n220\n0\n230\n{normal}\n")
    };
    let heavy = |points: [[f64; 2]; 3]| {
        let vertex = |[x, y]: [f64; 2]| format!("0\nVERTEX\n8\ncut\n10\n{x}\n20\n{y}\n");
        let (points, rest) = (points.map(vertex).concat(), "0\nSEQEND\n8\ncut\n");
        format!("0\nPOLYLINE\n5\nB1\n8\ncut\n66\n1\n70\n0\n10\n0\n20\n0\n30\n0\n230\n-1\n{points}{rest}")
    };
    // From behind, x runs to the left.
    let mirrored = [[-40.0, 0.0], [-40.0, 30.0], [-0.25, 0.5]];
    for other in [polyline("B1", -1, mirrored), heavy(mirrored)] {
        for file in [line.to_owned() + &other, other.clone() + line] {
            let (fixed, report) = repaired(&written(4, "", &file));
            assert_eq!(report.findings, [], "{fixed}");
            // Each end is moved once, or the other one onto it.
            assert!(fixed.contains("-40\n") && fixed.contains("30\n"), "{fixed}");
        }
    }
    // Digits are copied where both have the same coordinates, also from behind.
    let front = polyline("A1", 1, [[0.0, 0.0], [40.0, 0.0], [40.0, 10.125]]);
    let back = polyline("B1", -1, [[-40.0, 10.5], [-40.0, 30.0], [0.0, 0.0]]);
    let (fixed, report) = repaired(&written(4, "", &(front + &back)));
    assert_eq!(report.findings, [], "{fixed}");
    let behind = [
        polyline("A1", -1, [[0.0, 0.0], [-40.0, 0.0], [-40.0, 10.125]]),
        polyline("B1", -1, [[-40.0, 10.5], [-40.0, 30.0], [0.0, 0.0]]),
    ];
    let (fixed_behind, report) = repaired(&written(4, "", &behind.concat()));
    assert_eq!(report.findings, [], "{fixed_behind}");
    assert!(!fixed.contains("-0\n") && !fixed_behind.contains("-0\n"), "{fixed} {fixed_behind}");
}

#[test]
fn attribute_is_named_by_its_handle_and_its_insertion() {
    let blocks = block("B", &circle("A1", "8\ncut\n"));
    let attribute =
        |handle: &str| format!("0\nATTRIB\n{handle}8\nengrave\n10\n9\n20\n9\n40\n3\n1\n12\n2\nNO\n");
    for (handle, names) in [("5\nT1\n", vec!["T1", "I"]), ("", vec!["I"])] {
        let entities = insert("I", "B", "8\ncut\n66\n1\n") + &attribute(handle) + "0\nSEQEND\n";
        let entities = entities + &insert("J", "B", "8\ncut\n");
        let plan = read(4, &blocks, &entities);
        let all: Vec<&[String]> = plan.items.iter().map(|item| item.names.as_slice()).collect();
        let circles = ["I", "J"].map(|insertion| vec!["A1".to_owned(), insertion.to_owned()]);
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        assert_eq!(all, [circles[0].as_slice(), names.as_slice(), circles[1].as_slice()]);
    }
}

#[test]
fn finding_in_a_stretched_svg_is_in_the_coordinates_of_the_file() {
    let file = "<svg xmlns='http://www.w3.org/2000/svg' width='200mm' height='300mm' viewBox='0 0 200 100' \
        preserveAspectRatio='none' fill='none' stroke='black'><path class='cut' d='M70 10h20v20'/></svg>";
    let selection = svg::SvgSelection { is_traced: true, ..Default::default() };
    let report = check(&svg::read(file, selection).unwrap().lint_plan(), &Settings::new(Profile::Laser));
    let places: Vec<[f64; 2]> = report.findings.iter().map(|finding| finding.at).collect();
    assert_eq!(places, [[70.0, 10.0], [90.0, 30.0]], "{:?}", report.findings);
}

#[test]
fn parts_of_an_svg_text_stand_behind_each_other_and_do_not_cover_each_other() {
    let file = "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 100'>\
        <text x='50' y='50' font-size='5' text-anchor='middle'>one <tspan fill='red'>and</tspan> two</text>\
        <text x='10' y='20' font-size='5' dx='0 1 1 1'>abcd</text></svg>";
    let plan =
        svg::read(file, svg::SvgSelection { is_traced: true, ..Default::default() }).unwrap().lint_plan();
    let boxes: Vec<[f64; 2]> = plan
        .items
        .iter()
        .map(|item| match &item.content {
            Content::Text(mark) => [mark.corners[0].x, mark.corners[1].x],
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(boxes.len(), 7);
    for pair in boxes.windows(2).filter(|pair| pair[0][0] < pair[1][0]) {
        assert!(pair[0][1] < pair[1][0], "{boxes:?}");
    }
    let middle = 0.5 * (boxes[0][0] + boxes[2][1]);
    assert!((middle - 50.0).abs() < 0.2, "{boxes:?}");
    let report = check(&plan, &Settings::new(Profile::Drawing));
    assert!(report.findings.iter().all(|it| it.rule != "text-on-text"), "{:?}", report.findings);
}

#[test]
fn outline_that_crosses_itself_is_found_whatever_rule_fills_it() {
    // As in the files of CorelDRAW, where the rule of the root holds for all that is drawn.
    for fill in ["none", "red"] {
        let file = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 100' fill-rule='evenodd'>\
            <polygon class='score' points='0,0 9,0 9,9'/><g class='cut' fill='{fill}' stroke='blue'>\
            <path id='p' d='M10 10L30 30V10L10 30Z M60 10h20v20h-20z M65 15v10h10v-10z'/></g></svg>"
        );
        let selection = svg::SvgSelection { is_traced: true, ..Default::default() };
        let report = check(&svg::read(&file, selection).unwrap().lint_plan(), &Settings::new(Profile::Laser));
        let crossings = report.findings.iter().filter(|it| it.rule == "self-crossing");
        let places: Vec<[f64; 2]> = crossings.map(|it| it.at).collect();
        assert_eq!(places, [[20.0, 20.0]], "{fill}: {:?}", report.findings);
    }
}

#[test]
fn letters_on_a_path_are_one_text() {
    let file = "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 100'>\
        <path id='p' d='M 44 50 a 6 6 0 0 0 12 0' fill='none'/>\
        <text font-size='5'><textPath href='#p'>inner side</textPath></text></svg>";
    let selection = svg::SvgSelection { is_traced: true, ..Default::default() };
    let plan = svg::read(file, selection).unwrap().lint_plan();
    let report = check(&plan, &Settings::new(Profile::Drawing));
    assert!(report.findings.iter().all(|it| it.rule != "text-on-text"), "{:?}", report.findings);
    let report = check(&plan, &Settings::new(Profile::Laser));
    let messages: Vec<&str> = report.findings.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(messages, ["the text \"inner side\" is not outlined"]);
}

#[test]
fn a_mesh_is_no_outline() {
    let vertex = |x: i32, y: i32| format!("0\nVERTEX\n8\ncut\n10\n{x}\n20\n{y}\n70\n64\n");
    let places = [(0, 0), (8, 0), (0, 6), (8, 6)].map(|(x, y)| vertex(x, y)).concat();
    let mesh = format!("0\nPOLYLINE\n8\ncut\n66\n1\n70\n16\n71\n2\n72\n2\n{places}0\nSEQEND\n8\ncut\n");
    assert_eq!(read(4, "", &mesh).items.len(), 0);
    assert_eq!(read(4, "", &(mesh + &circle("C", "8\ncut\n"))).items.len(), 1);
}

/// A light polyline by its vertices, each with the widths to the next one.
fn wide_polyline(handle: &str, flags: i32, vertices: &[[f64; 4]]) -> String {
    let rows: String =
        vertices.iter().map(|[x, y, from, to]| format!("10\n{x}\n20\n{y}\n40\n{from}\n41\n{to}\n")).collect();
    format!("0\nLWPOLYLINE\n5\n{handle}\n8\ncut\n90\n{}\n70\n{flags}\n{rows}", vertices.len())
}

#[test]
fn polyline_of_a_width_is_its_line_however_the_width_changes() {
    let corners = [[0.0, 0.0], [30.0, 0.0], [30.0, 20.0], [0.0, 20.0]];
    let widths = |index: usize| if index == 1 { [2.0, 0.5] } else { [0.0, 0.0] };
    let tapered: Vec<[f64; 4]> =
        (0..4).map(|it| [corners[it][0], corners[it][1], widths(it)[0], widths(it)[1]]).collect();
    let plan = read(4, "", &wide_polyline("A", 1, &tapered));
    let report = check(&plan, &Settings::new(Profile::Laser));
    assert!(report.findings.is_empty(), "{report:?}");

    let thin = [[0.0, 0.0, 0.01, 0.01], [30.0, 10.0, 0.01, 0.01]];
    let plan = read(4, "", &wide_polyline("A", 0, &thin));
    let report = check(&plan, &Settings::new(Profile::Drawing));
    let found: Vec<(&str, Option<f64>)> = report.findings.iter().map(|it| (it.rule, it.measured)).collect();
    assert_eq!(found, [("missing-title", None), ("thin-line", Some(0.01))]);
}

/// A file with a layout "Plan" of an A4 sheet and another one, "Spare", which shows the model alone.
fn with_layouts(model: &str, plan: &str) -> String {
    let record = |handle: &str, name: &str| format!("0\nBLOCK_RECORD\n5\n{handle}\n2\n{name}\n");
    let layout = |name: &str, order: i32, record: &str| {
        format!(
            "0\nLAYOUT\n100\nAcDbPlotSettings\n1\nsetup\n44\n210\n45\n297\n72\n1\n142\n1\n143\n1\n\
             100\nAcDbLayout\n1\n{name}\n71\n{order}\n10\n-5\n20\n-5\n11\n205\n21\n292\n330\n{record}\n"
        )
    };
    let records =
        record("1F", "*Model_Space") + &record("1B", "*Paper_Space") + &record("1C", "*Paper_Space0");
    let view = |handle: &str, number: i32| format!("0\nVIEWPORT\n5\n{handle}\n67\n1\n8\n0\n69\n{number}\n");
    let blocks = block("*Model_Space", "") + &block("*Paper_Space", "") + &block("*Paper_Space0", plan);
    let entities = format!("{model}{}{}", view("V1", 1), view("V2", 2));
    let objects = layout("Model", 0, "1F") + &layout("Plan", 2, "1C") + &layout("Spare", 1, "1B");
    written(4, &blocks, &entities)
        .replacen(
            "0\nENDTAB\n0\nENDSEC",
            &format!("0\nENDTAB\n0\nTABLE\n2\nBLOCK_RECORD\n{records}0\nENDTAB\n0\nENDSEC"),
            1,
        )
        .replace(
            "0\nENDSEC\n0\nEOF",
            &format!("0\nENDSEC\n0\nSECTION\n2\nOBJECTS\n{objects}0\nENDSEC\n0\nEOF"),
        )
}

#[test]
fn layouts_with_something_drawn_on_them_are_sheets_of_their_paper() {
    let text = |handle: &str, x: i32, words: &str| {
        format!("0\nTEXT\n5\n{handle}\n67\n1\n8\n0\n10\n{x}\n20\n50\n40\n5\n1\n{words}\n")
    };
    let file = with_layouts(&circle("C", "8\n0\n"), &(text("T1", 50, "Title") + &text("T2", 190, "FAR OUT")));
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let drawing = dxf::read(file.as_bytes(), &selection).unwrap();
    let names: Vec<&str> = drawing.sheets().iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Plan"]);
    assert_eq!(drawing.lint_plan().items.len(), 1);
    let report = check(&drawing.sheets()[0].lint_plan(&drawing), &Settings::new(Profile::Drawing));
    let found: Vec<String> =
        report.findings.iter().map(|it| format!("{} {}", it.rule, it.entities.join(" "))).collect();
    assert_eq!(found, ["off-page T2"]);
}

/// Returns what is wrong on the only sheet of a file: its rules and entities.
fn found_on_sheet(file: &str) -> Vec<String> {
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let drawing = dxf::read(file.as_bytes(), &selection).unwrap();
    let report = check(&drawing.sheets()[0].lint_plan(&drawing), &Settings::new(Profile::Print));
    report.findings.iter().map(|it| format!("{} {}", it.rule, it.entities.join(" "))).collect()
}

#[test]
fn model_is_checked_on_its_sheet_where_a_view_shows_it() {
    let text = |handle: &str, rest: &str, [x, y]: [i32; 2], height: i32| {
        format!("0\nTEXT\n5\n{handle}\n{rest}8\n0\n10\n{x}\n20\n{y}\n40\n{height}\n1\nwords\n")
    };
    // In a window of 100 × 100 mm, 1:10. What is beyond it is not shown.
    let view = |x: i32, rest: &str| {
        format!(
            "0\nVIEWPORT\n5\nV5\n67\n1\n8\n0\n10\n{x}\n20\n100\n40\n100\n41\n100\n68\n1\n69\n2\n12\n300\n22\n200\n45\n1000\n{rest}"
        )
    };
    let model = text("RIGHT", "", [700, 300], 20)
        + &text("LARGE", "", [200, 100], 50)
        + &text("BEYOND", "", [2000, 100], 50)
        + &text("NOTE", "", [200, 400], 50).replace("8\n0\n", "8\nnotes\n");
    // Lines of the sheet at heights of 92 and 122 mm.
    let line = |handle: &str, x: i32, y: i32| {
        format!("0\nLINE\n5\n{handle}\n67\n1\n8\n0\n10\n{}\n20\n{y}\n11\n{}\n21\n{y}\n", x - 40, x + 30)
    };
    let own = |x: i32| line("L1", x, 92) + &line("L2", x, 122);
    let layer = "0\nLAYER\n5\nAB\n2\nnotes\n62\n7\n0\nENDTAB";
    let file =
        |x: i32, rest: &str| with_layouts(&model, &(own(x) + &view(x, rest))).replacen("0\nENDTAB", layer, 1);
    let crossed = |found: &[String]| -> Vec<String> {
        found.iter().filter(|it| it.starts_with("line-through-text")).cloned().collect()
    };
    let found = found_on_sheet(&file(100, ""));
    assert_eq!(crossed(&found), ["line-through-text LARGE L1", "line-through-text NOTE L2"]);
    assert!(found.iter().all(|it| !it.contains("BEYOND") && !it.starts_with("off-page")), "{found:?}");
    // A layer that is frozen in the view.
    assert_eq!(crossed(&found_on_sheet(&file(100, "331\nAB\n"))), ["line-through-text LARGE L1"]);
    // Turned by a quarter about its target, the texts are elsewhere.
    assert_eq!(crossed(&found_on_sheet(&file(100, "51\n90\n17\n0\n27\n0\n"))), [""; 0]);
    // The sheet ends at x = 205: what the window shows beyond it is off the page.
    let off = found_on_sheet(&file(165, ""));
    assert!(off.contains(&"off-page RIGHT".to_owned()), "{off:?}");
    // A view that is off shows nothing.
    let none = found_on_sheet(&file(100, "").replace("68\n1\n", "68\n0\n"));
    assert_eq!(none, [""; 0]);
}

/// Returns the texts that are too small in each sheet of a file, with their heights on paper.
fn small_texts(file: &str) -> Vec<String> {
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    let drawing = dxf::read(file.as_bytes(), &selection).unwrap();
    let of_sheet = |sheet: &crate::import::drawing::Sheet| small_texts_of(&sheet.lint_plan(&drawing));
    small_texts_of(&drawing.lint_plan())
        .into_iter()
        .chain(drawing.sheets().iter().flat_map(of_sheet))
        .collect()
}

fn small_texts_of(plan: &Plan) -> Vec<String> {
    let report = check(plan, &Settings::new(Profile::Print));
    let small = report.findings.iter().filter(|it| it.rule == "small-text");
    small.map(|it| format!("{} {:.3}", it.entities.join(" "), it.measured.unwrap())).collect()
}

#[test]
fn texts_of_sheets_and_of_their_views_are_measured_on_paper() {
    let text = |handle: &str, rest: &str, [x, y]: [i32; 2], height: f64| {
        format!("0\nTEXT\n5\n{handle}\n{rest}8\n0\n10\n{x}\n20\n{y}\n40\n{height}\n1\nwords\n")
    };
    let view = |number: i32, x: i32, shown: f64| {
        format!(
            "0\nVIEWPORT\n5\nV{number}\n67\n1\n8\n0\n10\n{x}\n20\n100\n40\n80\n41\n80\n68\n1\n69\n{number}\n12\n100\n22\n100\n45\n{shown}\n"
        )
    };
    let paper = "67\n1\n";
    let model = text("M1", "", [80, 100], 8.0)
        + &text("M2", "", [90, 120], 30.0)
        + "0\nINSERT\n5\nI1\n8\n0\n2\nNAME\n10\n70\n20\n60\n41\n1\n42\n0.5\n";
    let block = block("NAME", &text("B1", "", [0, 0], 12.0));
    let with = |sheet: &str| {
        // A sheet is checked where something is drawn on it.
        let sheet = text("T0", paper, [100, 10], 12.0) + sheet;
        with_layouts(&model, &sheet).replacen("2\nBLOCKS\n", &format!("2\nBLOCKS\n{block}"), 1)
    };
    // The model by itself is on no paper, and the sheet's own text is as high as it is.
    let own = text("T1", paper, [20, 20], 1.0) + &text("T2", paper, [20, 30], 1.1);
    assert_eq!(small_texts(&with(&own)), ["T1 1.000"]);
    // 1:10: 8 is 0.8, 30 is 3, and 12 in a block that is half as high is 0.6.
    assert_eq!(small_texts(&with(&view(2, 60, 800.0))), ["M1 0.800", "B1 I1 0.600"]);
    // A detail of 1:2 shows what is too small in the overview, and two equal views count once.
    assert_eq!(small_texts(&with(&(view(2, 60, 800.0) + &view(3, 150, 160.0)))), [""; 0]);
    let twice = view(2, 60, 800.0) + &view(3, 150, 800.0);
    assert_eq!(small_texts(&with(&twice)), ["M1 0.800", "B1 I1 0.600"]);
    // The detail shows a part of the model alone, without the second text.
    let part = view(3, 150, 80.0).replace("22\n100", "22\n120");
    assert_eq!(small_texts(&with(&(view(2, 60, 800.0) + &part))), ["B1 I1 0.600"]);
    // Plotted at 1:10, the sheet itself is as much smaller; in inches it is larger.
    let plotted = |from: &str, to: &str| with(&text("T3", paper, [20, 20], 8.0)).replace(from, to);
    assert_eq!(small_texts(&plotted("142\n1\n143\n1\n", "142\n1\n143\n10\n")), ["T3 0.800"]);
    let inches = with(&text("T4", paper, [2, 2], 0.03)).replace("72\n1\n", "72\n0\n");
    assert_eq!(small_texts(&inches), ["T4 0.762"]);
}

#[test]
fn texts_of_an_svg_are_measured_where_it_has_a_size_on_paper() {
    let drawn = |size: &str| {
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} viewBox=\"0 0 200 100\"><text id=\"a\" x=\"9\" y=\"20\" \
             font-size=\"1.4\">words</text><g transform=\"scale(.5)\"><text id=\"b\" x=\"9\" y=\"90\" font-size=\"2\">words</text>\
             <text id=\"c\" x=\"9\" y=\"130\" font-size=\"6\">words</text></g></svg>"
        );
        let selection = svg::SvgSelection { is_traced: true, ..Default::default() };
        let found = small_texts_of(&svg::read(&file, selection).unwrap().lint_plan());
        found.iter().map(|it| it[..1].to_owned()).collect::<String>()
    };
    assert_eq!(drawn("width=\"200mm\" height=\"100mm\""), "ab");
    assert_eq!(drawn("style=\"width: 20cm\""), "ab");
    assert_eq!(drawn("width=\"3.5in\""), "abc");
    assert_eq!(drawn("width=\"280mm\""), "b");
    for unknown in
        ["", "width=\"200\" height=\"100\"", "width=\"100%\"", "width=\"200px\"", "width=\"90vmin\""]
    {
        assert_eq!(drawn(unknown), "", "{unknown}");
    }
}

#[test]
fn own_page_is_not_a_thing_to_cut() {
    let mark = "1001\nSCENEWRIGHT\n1000\npage_frame\n";
    let own = format!("0\nLINE\n5\nF1\n67\n1\n8\n0\n10\n0\n20\n0\n11\n50\n21\n0\n{mark}");
    let foreign = "0\nLINE\n5\nF2\n67\n1\n8\n0\n10\n0\n20\n9\n11\n50\n21\n9\n";
    let count = |entities: &str| {
        let file = with_layouts(&circle("C", "8\ncut\n"), entities);
        let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
        let drawing = dxf::read(file.as_bytes(), &selection).unwrap();
        let sheet = &drawing.sheets()[0];
        [sheet.lint_plan(&drawing), sheet.without_own_page().lint_plan(&drawing)].map(|plan| plan.items.len())
    };
    assert_eq!(count(&own), [1, 0]);
    assert_eq!(count(&(own + foreign)), [2, 1]);
}
