//! Tests of SVG documents of a few elements.

use super::*;

pub(super) fn read(body: &str) -> (Scene, Placed) {
    let text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' \
         width='100mm' height='100mm' viewBox='0 0 100 100'>{body}</svg>"
    );
    drawn(&svg::read(&text, Default::default()).unwrap())
}

#[test]
fn shapes_keep_their_kind() {
    for (body, expected) in [
        ("<circle cx='10' cy='20' r='5'/>", "circle 5 -25 15 -15 area 78.539816"),
        ("<ellipse cx='10' cy='20' rx='5' ry='2'/>", "ellipse 5 -22 15 -18 area 31.415927"),
        ("<rect x='1' y='2' width='3' height='4'/>", "rect 1 -6 4 -2 area 12"),
        ("<rect width='10' height='10' rx='2'/>", "path 0 -10 10 0 area 96.566371"),
        ("<rect width='10' height='10' ry='7.2e-15'/>", "rect 0 -10 10 0 area 100"),
        ("<line x1='0' y1='0' x2='5' y2='5' stroke='red'/>", "line 0 -5 5 0"),
        ("<polyline points='0,0 5,0 5,5' fill='none' stroke='red'/>", "line 0 -5 5 0"),
        ("<polyline points='0,0 5,0 5,5'/>", "polygon 0 -5 5 0 area 12.5"),
        ("<polygon points='0,0 5,0 5,5'/>", "polygon 0 -5 5 0 area 12.5"),
        ("<path d='M0 0H4V4H0Z'/>", "polygon 0 -4 4 0 area 16"),
        ("<path d='M5 0A5 5 0 1 1 -5 0A5 5 0 1 1 5 0Z'/>", "circle -5 -5 5 5 area 78.539816"),
        ("<path fill-rule='evenodd' d='M0 0H10V10H0Z M2 2H8V8H2Z'/>", "polygon 0 -10 10 0 area 64"),
        (
            "<path style='fill-rule:evenodd' d='M0 0H10V10H0Z M7 5A2 2 0 1 1 3 5A2 2 0 1 1 7 5Z'/>",
            "path 0 -10 10 0 area 87.433629",
        ),
        ("<g transform='translate(10 10) scale(2)'><circle r='1'/></g>", "circle 8 -12 12 -8 area 12.566371"),
        ("<circle r='1' transform='scale(2 1)'/>", "ellipse -2 -1 2 1 area 6.283185"),
        ("<rect width='2' height='2' transform='rotate(90)'/>", "polygon -2 -2 0 0 area 4"),
        (
            "<defs><rect id='a' width='2' height='1'/></defs><use href='#a' x='5' y='5'/>",
            "rect 5 -6 7 -5 area 2",
        ),
        (
            "<symbol id='s' viewBox='0 0 10 10'><circle cx='5' cy='5' r='5'/></symbol><use href='#s' x='20' width='20' height='20'/>",
            "circle 20 -20 40 0 area 314.159265",
        ),
        (
            "<svg x='10' y='10' width='20' height='20' viewBox='0 0 2 2'><rect width='1' height='1'/></svg>",
            "rect 10 -20 20 -10 area 100",
        ),
        ("<circle cx='50%' cy='1cm' r='10'/>", "circle 40 -47.795276 60 -27.795276 area 314.159265"),
    ] {
        assert_eq!(described(&read(body).0), [expected], "{body}");
    }
}

#[test]
fn names_layers_and_paints_come_through() {
    let (scene, placed) = read(
        "<style>.thin { stroke: red; stroke-width: 0.5 } #b, rect.thin { fill: lime }</style>\
         <g id='part' inkscape:groupmode='layer' inkscape:label='cut lines' fill='none'>\
           <circle id='a' class='thin' r='1'/><rect id='b' class='thin' width='1' height='1'/></g>\
         <g transform='scale(2)' opacity='0.5'><path d='M0 0H1V1Z' stroke='currentColor' color='#00f' fill='none'/></g>\
         <rect id='a' width='1' height='1' fill-opacity='25%' fill='rgb(255,0,0)'/>\
         <rect width='9' height='9' visibility='hidden'/><rect width='9' height='9' display='none'/>\
         <rect width='9' height='9' fill='none'/><image href='x.png'/>",
    );
    assert_eq!(placed.names, ["it_cut lines", "it_1", "it_a"]);
    assert_eq!(placed.layers, ["cut lines"]);
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["hidden", "image", "without paint"]);
    let looks: Vec<String> = scene
        .outline()
        .iter()
        .filter(|item| item.shape.is_some())
        .map(|item| {
            let color = |it: [f64; 4]| it.map(|part| (part * 100.0).round());
            let fill = item.style.fill.map(|it| color(it.to_array()));
            let stroke = item.style.stroke.map(|it| (color(it.color.to_array()), it.width));
            format!("{} {} {fill:?} {stroke:?}", item.name, item.layer)
        })
        .collect();
    assert_eq!(
        looks,
        [
            "it_cut lines_a cut lines None Some(([100.0, 0.0, 0.0, 100.0], 0.5))",
            "it_cut lines_b cut lines Some([0.0, 100.0, 0.0, 100.0]) Some(([100.0, 0.0, 0.0, 100.0], 0.5))",
            "it_1 0 None Some(([0.0, 0.0, 100.0, 50.0], 2.0))",
            "it_a 0 Some([100.0, 0.0, 0.0, 25.0]) None",
        ]
    );
}

#[test]
fn size_and_view_box_give_the_unit() {
    for (attributes, expected) in [
        ("width='100mm' viewBox='0 0 100 50'", 1.0),
        ("width='100mm' viewBox='0 0 1000 500'", 0.1),
        ("width='8.5in' height='11in' viewBox='0 0 612 792'", 25.4 / 72.0),
        ("width='200' viewBox='0 0 200 100'", 25.4 / 96.0),
        ("viewBox='0 0 200 100'", 25.4 / 96.0),
        ("", 25.4 / 96.0),
        ("width='100%' viewBox='0 0 10 10'", 25.4 / 96.0),
        ("width='100.0001mm' height='49.9999mm' viewBox='0 0 100 50'", 1.0),
    ] {
        let drawing =
            svg::read(&format!("<svg {attributes}><rect width='1' height='1'/></svg>"), Default::default())
                .unwrap();
        let scale = drawn(&drawing).1.scale;
        assert!((scale - expected).abs() < 1e-12, "{attributes}: {scale}");
    }
}

#[test]
fn texts_stand_upright_where_they_are() {
    let (scene, _) = read(
        "<text x='10' y='20' font-size='5' text-anchor='middle'>one <tspan x='10' dy='6'>two</tspan></text>\
         <text transform='translate(50 50) rotate(90)' font-size='4'>down</text>",
    );
    let texts: Vec<String> = scene
        .outline()
        .iter()
        .filter_map(|item| Some((item.text?, scene.world_transform(item.name).ok()?)))
        .map(|(text, world)| {
            let at = world * scenewright_geometry::Point::new(text.x, text.y);
            let angle = world.b.atan2(world.a).to_degrees().round();
            format!("{} {} {:.3} {:.3} {angle}", text.text, text.size, at.x, at.y)
        })
        .collect();
    assert_eq!(texts, ["one 5 10.000 -20.000 0", "two 5 10.000 -26.000 0", "down 4 50.000 -50.000 -90"]);
}

#[test]
fn document_that_is_no_drawing_is_refused_or_left_out() {
    let refusal = |text: &str| svg::read(text, Default::default()).unwrap_err().message;
    assert!(refusal("<svg><g></svg>").contains("it is no XML: "), "{}", refusal("<svg><g></svg>"));
    assert_eq!(
        refusal("<html/>"),
        "the file cannot be read as SVG: its root element is <html>, and not <svg>"
    );
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(400), "</g>".repeat(400));
    assert!(refusal(&deep).contains("nested more than 256 deep"));
    let bomb = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c \
                '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]><svg><text>&d;&d;</text></svg>";
    drop(svg::read(bomb, Default::default()));
    let uses: String =
        (1..40).map(|n| format!("<g id='u{n}'><use href='#u{0}'/><use href='#u{0}'/></g>", n - 1)).collect();
    let many =
        format!("<svg><defs><rect id='u0' width='1' height='1'/>{uses}</defs><use href='#u39'/></svg>");
    assert!(
        refusal(&many).ends_with("the uses of \"u39\" make more than 300000 elements"),
        "{}",
        refusal(&many)
    );
    // Uses of nothing double too.
    let empty = many.replace("<rect id='u0' width='1' height='1'/>", "<g id='u0'/>");
    assert!(
        refusal(&empty).ends_with("the uses of \"u39\" make more than 300000 elements"),
        "{}",
        refusal(&empty)
    );
    // Each marker is cut by its frame.
    let points: String = (0..4_000).map(|n| format!("{},{} ", n % 100, n % 37)).collect();
    let marker = "<marker id='m'><path d='M-9 0C0-9 9 9 1 9L2 2Z'/></marker>";
    let cuts = format!("<svg>{marker}<polyline marker-mid='url(#m)' points='{points}'/></svg>");
    assert!(
        refusal(&cuts).contains("markers, patterns and gradients ask for more cuts"),
        "{}",
        refusal(&cuts)
    );
    // A scribble crosses itself a million times in each cut.
    let scribble: String =
        (0..2_000).map(|n| format!("{},{} ", n * 7_919 % 1_000, n * 104_729 % 1_000)).collect();
    let scribble = format!(
        "<svg><clipPath id='c'><polygon points='{scribble}'/></clipPath><rect width='900' height='900' clip-path='url(#c)'/></svg>"
    );
    assert!(
        refusal(&scribble).contains("markers, patterns and gradients ask for more cuts"),
        "{}",
        refusal(&scribble)
    );
    let (scene, placed) =
        read("<use href='#none'/><g id='me'><use href='#me'/></g><path d='M0 0L'/><circle r='-1'/><thing/>");
    assert_eq!(described(&scene), [""; 0]);
    assert_eq!(placed.skipped.len(), 5, "{:?}", placed.skipped);
}

#[test]
fn every_shape_is_drawn_or_counted_with_its_reason() {
    let pattern = "<defs><pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><rect width='2' height='2' fill='red'/></pattern>\
                   <pattern id='none'/></defs>";
    for (body, drawn, skipped) in [
        ("<rect width='30' height='20' fill='url(#p)'/>", 1, ""),
        ("<rect width='30' height='20' fill='none' stroke='url(#p)'/>", 1, ""),
        ("<rect width='30' height='20' style='fill:url(#none)'/>", 0, "without paint"),
        ("<rect width='30' height='20' fill='none'/>", 0, "without paint"),
        ("<path d='M0 0H9' fill='none' stroke='red' stroke-width='0'/>", 0, "without paint"),
        ("<rect width='30' height='20' opacity='0'/>", 0, "without paint"),
        ("<rect width='30' height='20' display='none'/>", 0, "hidden"),
        ("<rect width='0' height='20'/>", 0, "without a size"),
        ("<path d=''/>", 0, "without a size"),
        ("<rect width='3' height='2' transform='scale(0)'/>", 0, "without a size"),
        (
            "<path id='q' d='M 0 20 h 50' fill='none'/><text><textPath href='#r'>along</textPath></text>",
            0,
            "textPath without a path without paint",
        ),
        ("<text><a xmlns='http://example.org'>not SVG</a></text>", 0, "in another namespace"),
        ("<rect width='3' height='2' style='mask: url(#m)'/>", 1, "mask"),
        ("<image width='10' height='10' href='photo.png'/>", 0, "image"),
        (
            "<image width='10' height='10' href='data:image/svg+xml;base64,PHN2ZyB2aWV3Qm94PScwIDAgMiAyJz48cmVjdCB3aWR0aD0nMScgaGVpZ2h0PScxJy8+PC9zdmc+'/>",
            1,
            "",
        ),
        (
            "<switch><rect systemLanguage='ko' width='3' height='2'/><rect width='3' height='2'/></switch>",
            1,
            "",
        ),
        ("<switch><foreignObject width='9' height='9'/><rect width='3' height='2'/></switch>", 1, ""),
        ("<switch><foreignObject width='9' height='9'/></switch>", 0, "foreignObject"),
    ] {
        let (scene, placed) = read(&format!("{pattern}{body}"));
        let kinds: Vec<&str> = placed.skipped.keys().map(String::as_str).collect();
        assert_eq!((described(&scene).len(), kinds.join(" ").as_str()), (drawn, skipped), "{body}");
    }
    let unpainted = svg::SvgSelection { unpainted: true, ..svg::SvgSelection::default() };
    let text =
        "<svg viewBox='0 0 9 9'><rect width='3' height='2' fill='none'/><path d='M0 0H5' fill='none'/></svg>";
    let (scene, placed) = drawn(&svg::read(text, unpainted).unwrap());
    assert_eq!((described(&scene).len(), placed.skipped.len()), (2, 0));
}

#[test]
fn clips_cut_areas_and_lines_wherever_they_come_from() {
    let clips = "<defs><clipPath id='half'><rect width='10' height='20'/></clipPath>\
                 <clipPath id='box' clipPathUnits='objectBoundingBox'><rect width='0.5' height='1'/></clipPath></defs>\
                 <style>.cut { clip-path: url(#half) }</style>";
    for (body, expected) in [
        ("<rect width='20' height='20' clip-path='url(#half)'/>", &["polygon 0 -20 10 0 area 200"][..]),
        ("<rect width='20' height='20' style='clip-path: url(#half)'/>", &["polygon 0 -20 10 0 area 200"]),
        ("<rect class='cut' width='20' height='20'/>", &["polygon 0 -20 10 0 area 200"]),
        ("<g class='cut'><rect width='20' height='20'/></g>", &["polygon 0 -20 10 0 area 200"]),
        ("<rect x='40' width='20' height='20' clip-path='url(#box)'/>", &["polygon 40 -20 50 0 area 200"]),
        ("<rect class='cut' width='5' height='5'/>", &["rect 0 -5 5 0 area 25"]),
        ("<path class='cut' d='M-5 5H50' fill='none' stroke='red'/>", &["line 0 -5 10 -5"]),
        (
            "<svg x='10' y='10' width='20' height='20' viewBox='0 0 2 2'><rect width='5' height='1'/></svg>",
            &["polygon 10 -20 30 -10 area 200"],
        ),
        (
            "<symbol id='s' viewBox='0 0 10 10'><rect width='50' height='5'/></symbol><use href='#s' width='20' height='20'/>",
            &["polygon 0 -10 20 0 area 200"],
        ),
        (
            "<svg width='20' height='20' viewBox='0 0 2 2' style='overflow: visible'><rect width='5' height='1'/></svg>",
            &["rect 0 -10 50 0 area 500"],
        ),
    ] {
        assert_eq!(described(&read(&format!("{clips}{body}")).0), expected, "{body}");
    }
    let (scene, placed) = read(&format!("{clips}<rect class='cut' x='50' width='5' height='5'/>"));
    assert_eq!(described(&scene), [""; 0]);
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["outside of its clip"]);
}

#[test]
fn markers_stand_on_vertices_and_turn_with_the_line() {
    let marker = |attributes: &str| {
        format!(
            "<marker id='m' viewBox='0 0 10 10' refX='10' refY='5' markerWidth='4' markerHeight='4' {attributes}>\
                 <path d='M0 0L10 5L0 10Z' fill='context-stroke'/></marker>"
        )
    };
    let line = |how: &str| format!("<path d='M0 0H50V40' fill='none' stroke='red' stroke-width='2' {how}/>");
    for (attributes, how, expected) in [
        ("orient='auto'", "marker-end='url(#m)'", &["polygon 46 -40 54 -32 area 32"][..]),
        ("orient='auto'", "style='marker-end: url(#m)'", &["polygon 46 -40 54 -32 area 32"]),
        ("orient='0'", "marker-end='url(#m)'", &["polygon 42 -44 50 -36 area 32"]),
        ("orient='auto-start-reverse'", "marker-start='url(#m)'", &["polygon 0 -4 8 4 area 32"]),
        ("markerUnits='userSpaceOnUse'", "marker-end='url(#m)'", &["polygon 46 -42 50 -38 area 8"]),
    ] {
        let found = described(&read(&format!("{}{}", marker(attributes), line(how))).0);
        assert_eq!(found[0], "line 0 -40 50 0");
        assert_eq!(found[1..], *expected, "{attributes} {how}");
    }
    let all = described(&read(&format!("{}{}", marker("orient='auto'"), line("style='marker: url(#m)'"))).0);
    assert_eq!(all.len(), 4, "{all:?}");
}

#[test]
fn even_odd_star_has_no_middle() {
    let star = "<path fill-rule='evenodd' d='M50 0L79.389 90.451L2.447 34.549H97.553L20.611 90.451Z'/>";
    let (scene, _) = read(star);
    assert!((scene.area("it_0").unwrap() - 1939.197).abs() < 1e-2, "{:?}", described(&scene));
}

#[test]
fn dashes_ends_and_corners_of_lines_come_in_with_them() {
    let line = |how: &str| {
        let body = format!(
            "<g transform='scale(3)'><path d='M0 0H50V40' fill='none' stroke='red' stroke-width='2' {how}/></g>"
        );
        let (scene, placed) = read(&body);
        assert!(placed.warnings.is_empty());
        let item = scene.outline().into_iter().find(|item| item.shape.is_some()).unwrap();
        let stroke = item.style.stroke.cloned().unwrap();
        let dash: Vec<f64> = stroke.dash.iter().map(|length| 2.0 * length / stroke.width).collect();
        (dash, stroke.cap, stroke.join)
    };
    use scenewright_scene::{Cap, Join};
    assert_eq!(line("stroke-dasharray='4 2'"), (vec![4.0, 2.0], Cap::Butt, Join::Miter));
    assert_eq!(
        line("style='stroke-dasharray: 4,2 , 1; stroke-linecap: round; stroke-linejoin: bevel'"),
        (vec![4.0, 2.0, 1.0, 4.0, 2.0, 1.0], Cap::Round, Join::Bevel)
    );
    assert_eq!(line("stroke-linecap='square' stroke-linejoin='round'"), (vec![], Cap::Square, Join::Round));
    // Of an odd number, all are repeated.
    assert_eq!(line("stroke-dasharray='1 2 3 4 5 6 7 8 9'").0.len(), 18);
    // What SVG says is no pattern is a solid line.
    for how in ["none", "0 0", "4 -2", "4 x"] {
        assert_eq!(line(&format!("stroke-dasharray='{how}'")).0, Vec::<f64>::new(), "{how}");
    }
}

#[test]
fn pattern_that_is_too_long_is_a_solid_line_with_a_warning() {
    let (_, placed) =
        read(&format!("<path d='M0 0H50' stroke='red' stroke-dasharray='{}'/>", "1 2 ".repeat(33)));
    assert!(placed.warnings[0].contains("66 dashes and gaps"), "{:?}", placed.warnings);
}

/// Returns the areas of what is seen, each with its opacity, the largest first.
pub(super) fn seen(body: &str, has_painted_areas: bool) -> (Vec<(i64, i64)>, Placed) {
    let text = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{body}</svg>");
    let selection = SvgSelection { has_painted_areas, ..Default::default() };
    let mut scene = Scene::new();
    let placed = svg::read(&text, selection).unwrap().draw(&mut scene, "it", Some(1.0), &fonts()).unwrap();
    let leaves = scene.outline().into_iter().filter(|item| item.shape.is_some());
    let mut areas: Vec<(i64, i64)> = leaves
        .filter_map(|item| {
            let [.., alpha] = item.style.fill?.to_array();
            Some(((scene.area(item.name).ok()? * 10.0).round() as i64, (alpha * 100.0).round() as i64))
        })
        .collect();
    areas.sort_unstable_by(|one, other| other.cmp(one));
    (areas, placed)
}

#[test]
fn masks_hide_by_their_brightness() {
    let target = "<rect width='20' height='10' fill='lime' mask='url(#m)'/>";
    let whole = "maskUnits='userSpaceOnUse' x='0' y='0' width='100' height='100'";
    for (mask, expected) in [
        // White is seen, black is not, and grey is seen through.
        (format!("<mask id='m' {whole}><rect width='5' height='50' fill='white'/></mask>"), vec![(500, 100)]),
        (format!("<mask id='m' {whole}><rect width='5' height='50' fill='black'/></mask>"), vec![]),
        (format!("<mask id='m' {whole}><rect width='5' height='50' fill='gray'/></mask>"), vec![(500, 50)]),
        // What is painted over it, over all that is below.
        (
            format!(
                "<mask id='m' {whole}><rect width='90' height='90' fill='white'/><rect width='5' height='9' fill='black'/></mask>"
            ),
            vec![(1550, 100)],
        ),
        (
            format!(
                "<mask id='m' {whole}><rect width='10' height='90' fill='white'/><rect x='5' width='10' height='90' fill='white' fill-opacity='0.25'/></mask>"
            ),
            vec![(500, 100), (500, 100), (500, 25)],
        ),
        // A mask by its opacity.
        (
            format!("<mask id='m' mask-type='alpha' {whole}><rect width='5' height='50' fill-opacity='0.5'/></mask>"),
            vec![(500, 50)],
        ),
        // The region is the box and a tenth around it, and cuts off what is outside.
        (
            "<mask id='m' x='0' y='0' width='0.5' height='1'><rect width='90' height='90' fill='white'/></mask>".into(),
            vec![(1000, 100)],
        ),
        (
            "<mask id='m' maskContentUnits='objectBoundingBox'><rect width='0.25' height='1' fill='white'/></mask>"
                .into(),
            vec![(500, 100)],
        ),
        // A mask of a mask.
        (
            format!(
                "<mask id='n' {whole}><rect width='5' height='50' fill='gray'/></mask>\
                 <mask id='m' mask='url(#n)' {whole}><rect width='90' height='5' fill='white'/></mask>"
            ),
            vec![(250, 50)],
        ),
        // Nothing in it shows nothing.
        (format!("<mask id='m' {whole}/>"), vec![]),
    ] {
        let body = format!("<defs>{mask}</defs>{target}");
        let (areas, placed) = seen(&body, true);
        assert_eq!(areas, expected, "{mask}");
        assert!(!placed.skipped.contains_key("mask"), "{mask}: {:?}", placed.skipped);
        assert_eq!(placed.skipped.contains_key("outside of its mask"), expected.is_empty(), "{mask}");
        // Plain colours are not seen through: a mask of black and white alone is a clip.
        let is_sharp = expected.iter().all(|(_, alpha)| *alpha == 100);
        let (areas, placed) = seen(&body, false);
        assert_eq!(areas, if is_sharp { expected } else { vec![(2000, 100)] }, "{mask}");
        assert_eq!(placed.skipped.contains_key("mask"), !is_sharp, "{mask}");
    }
    // A mask that is not there, or that has itself, hides nothing.
    for mask in ["", "<mask id='m'><rect width='90' height='90' fill='white' mask='url(#m)'/></mask>"] {
        let (areas, placed) = seen(&format!("{mask}{target}"), true);
        assert_eq!((areas, placed.skipped.contains_key("mask")), (vec![(2000, 100)], true), "{mask}");
    }
    // Two gradients across each other have each step of the one in each of the other.
    let [fades, falls] = ["id='g'", "id='h' x2='0' y2='1'"].map(|it| {
        format!("<linearGradient {it}><stop stop-color='white'/><stop offset='1'/></linearGradient>")
    });
    let [outer, inner] = [("n", "h", ""), ("m", "g", "mask='url(#n)'")].map(|(id, paint, own)| {
        format!("<mask id='{id}' {own} {whole}><rect width='20' height='10' fill='url(#{paint})'/></mask>")
    });
    let (areas, placed) = seen(&format!("<defs>{fades}{falls}{outer}{inner}</defs>{target}"), true);
    assert!(!placed.skipped.contains_key("mask"), "{:?}", placed.skipped);
    assert!(areas.len() > 200, "{}", areas.len());
}

#[test]
fn clip_paths_clip_clip_paths() {
    let target = "<rect width='20' height='10' fill='lime' clip-path='url(#c)'/>";
    for (clips, expected) in [
        ("<clipPath id='c'><rect width='5' height='50'/></clipPath>", 500),
        // The clip of a clip, and of a shape in it.
        (
            "<clipPath id='d'><rect width='50' height='4'/></clipPath><clipPath id='c' clip-path='url(#d)'><rect width='5' height='50'/></clipPath>",
            200,
        ),
        (
            "<clipPath id='d'><rect width='50' height='4'/></clipPath>\
             <clipPath id='c'><rect width='5' height='50' clip-path='url(#d)'/><rect x='10' width='1' height='50'/></clipPath>",
            300,
        ),
        // A transform of the clip is one of what is clipped, not one of its box.
        (
            "<clipPath id='c' clipPathUnits='objectBoundingBox' transform='translate(5 0)'><rect width='0.5' height='1'/></clipPath>",
            1000,
        ),
        // Of clips that clip each other, the second clips the first, whose clip is then left out.
        (
            "<clipPath id='c'><rect width='6' height='50' clip-path='url(#d)'/></clipPath>\
             <clipPath id='d'><rect width='8' height='4' transform='translate(2 0)' clip-path='url(#c)'/></clipPath>",
            160,
        ),
        ("<g clip-rule='evenodd'><clipPath id='c'><path d='M0 0H10V10H0Z M2 2H8V8H2Z'/></clipPath></g>", 640),
    ] {
        let (areas, _) = seen(&format!("<defs>{clips}</defs>{target}"), false);
        assert_eq!(areas.iter().map(|(area, _)| area).sum::<i64>(), expected, "{clips}");
    }
}

#[test]
fn uses_and_images_of_nothing_are_counted() {
    for (body, kind) in [
        ("<clipPath id='c'/><use href='#c'/>", "use of something that is not drawn"),
        ("<linearGradient id='c'/><use href='#c'/>", "use of something that is not drawn"),
        (
            "<image width='5' height='5' href='data:image/svg+xml,%3Csvg xmlns=\"http://www.w3.org/2000/svg\"/%3E'/>",
            "image of nothing",
        ),
    ] {
        let body = body.replace('"', "&quot;");
        let (_, placed) = seen(&format!("{body}<circle r='1'/>"), false);
        assert_eq!(placed.skipped.get(kind), Some(&1), "{body}: {:?}", placed.skipped);
    }
}

#[test]
fn parts_of_a_line_of_text_stand_behind_each_other() {
    let places = |body: &str| -> Vec<(String, f64, f64)> {
        let (scene, _) = read(body);
        let outline = scene.outline();
        let texts =
            outline.iter().filter_map(|item| Some((item.text?, scene.world_transform(item.name).ok()?)));
        texts
            .map(|(text, world)| {
                let at = world * scenewright_geometry::Point::new(text.x, text.y);
                (text.text.clone(), at.x, at.y)
            })
            .collect()
    };
    let width = |text: &str, size: f64| Scene::text_metrics(text, size, None, &fonts()).unwrap().0.width;
    let near = |found: &[(String, f64, f64)], expected: &[(&str, f64, f64)]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((text, x, y), (other, to_x, to_y)) in found.iter().zip(expected) {
            assert_eq!(text, other);
            assert!((x - to_x).abs() < 1e-9 && (y - to_y).abs() < 1e-9, "{found:?} {expected:?}");
        }
    };
    let formula = places(
        "<text x='10' y='30' font-size='8'>H<tspan dy='4' font-size='5'>2</tspan><tspan dy='-4'>O</tspan></text>",
    );
    let two = 10.0 + width("H", 8.0);
    near(&formula, &[("H", 10.0, -30.0), ("2", two, -34.0), ("O", two + width("2", 5.0), -30.0)]);
    // As one in the middle, with the space between.
    let middle =
        places("<text x='50' y='5' font-size='8' text-anchor='middle'>a <tspan fill='red'>b</tspan></text>");
    let whole = width("a b", 8.0);
    near(&middle, &[("a", 50.0 - 0.5 * whole, -5.0), ("b", 50.0 + 0.5 * whole - width("b", 8.0), -5.0)]);
    let letters = places("<text x='10 25 40' y='30' font-size='8'>ABC</text>");
    near(&letters, &[("A", 10.0, -30.0), ("B", 25.0, -30.0), ("C", 40.0, -30.0)]);
    let (scene, placed) = read("<text y='9' font-size='8' fill='none' stroke='red'>Out</text>");
    assert!(placed.skipped.is_empty() && !scene.outline().is_empty(), "{:?}", placed.skipped);
}

#[test]
fn clips_move_with_uses_and_hide_shapes_that_only_touch_them() {
    for (body, expected) in [
        // A quarter of a disc, from the place of the use on.
        (
            "<defs><clipPath id='c'><rect width='20' height='20'/></clipPath><circle id='g' r='15'/></defs>\
             <use href='#g' x='30' y='30' clip-path='url(#c)'/>",
            vec!["path 30 -45 45 -30 area 176.714587"],
        ),
        ("<svg width='20' height='20'><ellipse cx='30' cy='10' rx='10' ry='4'/></svg>", vec![]),
        ("<svg width='20' height='20'><circle cx='25' cy='10' r='5'/></svg>", vec![]),
        // All of a circle is one curve.
        (
            "<clipPath id='c'><circle cx='10' cy='10' r='10'/></clipPath><path clip-path='url(#c)' d='M-8 10H10V12H-8Z'/>",
            vec!["path 0 -12 10 -10 area 19.865855"],
        ),
        (
            "<clipPath id='c'><circle cx='5' cy='5' r='5'/></clipPath>\
             <symbol id='s' viewBox='0 0 10 10' clip-path='url(#c)'><rect width='10' height='10'/></symbol>\
             <use href='#s' width='30' height='30'/>",
            vec!["circle 0 -30 30 0 area 706.858347"],
        ),
    ] {
        assert_eq!(described(&read(body).0), expected, "{body}");
    }
    let pattern = "<pattern id='p' width='.2' height='.25'><circle cx='5' cy='5' r='4' fill='green'/></pattern>\
                   <rect x='5' y='5' width='80' height='50' fill='url(#p)'/>";
    let (areas, _) = seen(pattern, true);
    assert_eq!(areas.len(), 20);
    assert!(areas.iter().all(|(area, _)| *area == areas[0].0), "{areas:?}");
}

#[test]
fn document_may_be_stretched_or_larger_than_its_size() {
    for (aspect, [wide, high], unit) in [
        ("", [100.0, 40.0], 2.0),
        ("preserveAspectRatio='none'", [100.0, 80.0], 2.0),
        ("preserveAspectRatio='xMidYMid slice'", [200.0, 80.0], 4.0),
    ] {
        let body = format!(
            "<svg viewBox='0 0 50 20' width='100mm' height='80mm' {aspect}><rect width='50' height='20'/></svg>"
        );
        let drawing = svg::read(&body, Default::default()).unwrap();
        let scale = drawn(&drawing).1.scale;
        let page = drawing.page.unwrap();
        assert!((scale - unit).abs() < 1e-12, "{aspect}: {scale}");
        let size = [page.width() * scale, page.height() * scale];
        assert!((size[0] - wide).abs() < 1e-9 && (size[1] - high).abs() < 1e-9, "{aspect}: {size:?}");
    }
}

#[test]
fn clips_cut_the_width_of_lines_that_are_drawn_as_areas() {
    let line = |how: &str| {
        format!(
            "<clipPath id='c'><rect width='50' height='50'/></clipPath>\
             <path clip-path='url(#c)' fill='none' stroke='red' stroke-width='20' {how}/>"
        )
    };
    for (how, expected) in [
        ("d='M0 25H100'", vec![(10_000, 100)]),
        // Along the edge, within it and outside of it.
        ("d='M0 45H50'", vec![(7_500, 100)]),
        ("d='M0 55H50'", vec![(2_500, 100)]),
        ("d='M0 25H100' stroke-dasharray='10'", vec![(6_000, 100)]),
        ("d='M0 25H100' stroke-dasharray='10' stroke-dashoffset='5'", vec![(5_000, 100)]),
        // Its width does not come to the edge.
        ("d='M25 20V30'", vec![]),
        ("d='M0 61H50'", vec![]),
        // Dots are no areas.
        ("d='M0 25H100' stroke-dasharray='0 40' stroke-linecap='round'", vec![]),
    ] {
        assert_eq!(seen(&line(how), true).0, expected, "{how}");
        assert_eq!(seen(&line(how), false).0, [], "{how}");
    }
    let nested = "<svg width='50' height='50'><rect x='45' width='50' height='50' fill='none' stroke='red' stroke-width='20'/></svg>";
    assert_eq!(seen(nested, true).0.iter().map(|(area, _)| area).sum::<i64>(), 50 * 15 * 10);
}

#[test]
fn lines_that_keep_their_width_are_not_stretched() {
    let (scene, _) = read(
        "<path d='M0 0H10' transform='scale(1 5)' stroke='red' stroke-width='2' vector-effect='non-scaling-stroke'/>",
    );
    let selection = SvgSelection { has_painted_areas: true, ..Default::default() };
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100' viewBox='0 0 100 100'>\
                <linearGradient id='g' gradientUnits='userSpaceOnUse' x2='100'><stop stop-color='red'/></linearGradient>\
                <g transform='scale(1 5)' stroke-width='2' vector-effect='non-scaling-stroke'>\
                <path d='M10 10H20' stroke='red' vector-effect='non-scaling-stroke'/>\
                <path d='M10 15H20' stroke='url(#g)' vector-effect='non-scaling-stroke'/></g></svg>";
    let (areas, _) = drawn(&svg::read(text, selection).unwrap());
    let is_line =
        |item: &&scenewright_scene::OutlineItem<'_>| item.shape.is_some() && item.style.stroke.is_some();
    let pens = |scene: &Scene| scene.outline().iter().filter(is_line).count();
    assert_eq!((pens(&scene), pens(&areas)), (1, 1));
    let pixel = 25.4 / 96.0;
    let area = areas.world_bounds("it_1").unwrap();
    assert!((area.height() - 2.0 * pixel).abs() < 1e-9, "{area:?}");
}
