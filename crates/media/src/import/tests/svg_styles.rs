//! Tests of what style sheets say of the elements of SVG documents.

use super::svg_files::{read, seen};
use super::*;

/// Returns the fill and the pen of each shape, in whole hundredths.
fn looks(body: &str) -> Vec<String> {
    let (scene, _) = read(body);
    let color = |parts: [f64; 4]| parts.map(|part| (part * 100.0).round() as i64);
    let leaves = scene.outline().into_iter().filter(|item| item.shape.is_some());
    leaves
        .map(|item| {
            let fill = item.style.fill.map(|it| format!("{:?}", color(it.to_array())));
            let pen = item.style.stroke.map(|it| format!(" {:?} {}", color(it.color.to_array()), it.width));
            format!("{}{}", fill.unwrap_or("-".to_owned()), pen.unwrap_or_default())
        })
        .collect()
}

const RED: &str = "[100, 0, 0, 100]";
const LIME: &str = "[0, 100, 0, 100]";
const BLACK: &str = "[0, 0, 0, 100]";

#[test]
fn words_that_any_property_has_go_back_to_the_element_around() {
    let rect = |how: &str| format!("<rect width='9' height='9' {how}/>");
    for (how, expected) in [
        ("", "[100, 0, 0, 100] [0, 100, 0, 100] 4"),
        ("style='fill: inherit'", "[100, 0, 0, 100] [0, 100, 0, 100] 4"),
        // What is inherited wins over what was said more weakly.
        ("fill='blue' style='fill: inherit'", "[100, 0, 0, 100] [0, 100, 0, 100] 4"),
        ("fill='blue' style='fill: unset'", "[100, 0, 0, 100] [0, 100, 0, 100] 4"),
        ("fill='blue' style='fill: REVERT'", "[100, 0, 0, 100] [0, 100, 0, 100] 4"),
        ("style='fill: initial'", "[0, 0, 0, 100] [0, 100, 0, 100] 4"),
        ("style='stroke: initial'", "[100, 0, 0, 100]"),
        ("style='stroke-width: initial'", "[100, 0, 0, 100] [0, 100, 0, 100] 1"),
        ("style='fill: nonsense; stroke: CurrentColor'", "[100, 0, 0, 100] [0, 0, 100, 100] 4"),
    ] {
        let body = format!("<g fill='red' stroke='lime' stroke-width='4' color='blue'>{}</g>", rect(how));
        assert_eq!(looks(&body), [expected], "{how}");
    }
    let own = "<g opacity='0.5'><rect width='9' height='9' opacity='inherit'/></g>";
    assert_eq!(looks(own), ["[0, 0, 0, 25]"]);
}

#[test]
fn variables_stand_for_values_where_they_are_defined() {
    for (css, body, expected) in [
        (":root { --a: red }", "<rect class='a' width='9' height='9'/>", RED),
        ("", "<rect class='a' width='9' height='9'/>", BLACK),
        (".a { --a: var(--b, var(--c, lime)) }", "<rect class='a' width='9' height='9'/>", LIME),
        ("g { --a: lime } :root { --a: red }", "<g><rect class='a' width='9' height='9'/></g>", LIME),
        // What is made of itself is nothing.
        (".a { --a: var(--b); --b: var(--a) }", "<rect class='a' width='9' height='9'/>", BLACK),
        ("", "<rect style='--r: 255; fill: rgb(var(--r), 0, 0)' width='9' height='9'/>", RED),
    ] {
        let body = format!("<style>.a {{ fill: var(--a) }} {css}</style>{body}");
        assert_eq!(looks(&body), [expected], "{body}");
    }
    let stops = "<style>.s { stop-color: var(--s, red) }</style><linearGradient id='g'><stop class='s'/></linearGradient>\
                 <rect width='9' height='9' fill='url(#g)'/>";
    assert_eq!(looks(stops), [RED]);
}

#[test]
fn style_sheets_give_coordinates_and_transforms() {
    for (body, expected) in [
        ("<circle style='cx: 10px; cy: 20px; r: 5px'/>", "circle 5 -25 15 -15 area 78.539816"),
        (
            "<style>rect { width: calc(50% - 40px); height: 2rem }</style><rect width='1'/>",
            "rect 0 -32 10 0 area 320",
        ),
        ("<path d='M0 0' style='d: path(\"M0 0H4V4H0Z\")'/>", "polygon 0 -4 4 0 area 16"),
        ("<rect width='2' height='2' style='transform: translate(10px, 1em)'/>", "rect 10 -18 12 -16 area 4"),
        (
            "<rect x='2' width='2' height='2' style='rotate: 90deg; transform-box: fill-box'/>",
            "polygon 0 -2 2 0 area 4",
        ),
        (
            "<rect x='4' width='2' height='2' style='transform: scale(2); transform-origin: 50% 50%; transform-box: fill-box'/>",
            "rect 3 -3 7 1 area 16",
        ),
        // The box of a group is around all shapes in it, those that are not seen included.
        (
            "<g style='transform: scale(2); transform-origin: right bottom; transform-box: fill-box'>\
             <rect width='2' height='2'/><rect x='8' width='2' height='4' visibility='hidden'/></g>",
            "rect -10 0 -6 4 area 16",
        ),
    ] {
        assert_eq!(described(&read(body).0), [expected], "{body}");
    }
}

#[test]
fn boxes_of_clips_are_around_what_is_not_seen_as_well() {
    let clip = "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='0.5' height='1'/></clipPath>";
    for unseen in ["fill='none'", "visibility='hidden'", "opacity='0'"] {
        let body = format!(
            "{clip}<g clip-path='url(#c)'><rect width='20' height='20'/><rect width='20' height='20' x='20' {unseen}/></g>"
        );
        assert_eq!(described(&read(&body).0), ["rect 0 -20 20 0 area 400"], "{unseen}");
    }
}

#[test]
fn clips_of_a_style_sheet_are_shapes_about_the_box_of_the_element() {
    for (clip, expected) in [
        ("inset(2px 4px)", "polygon 14 -18 26 -12 area 72"),
        ("circle(5px)", "circle 15 -20 25 -10 area 78.539816"),
        ("ellipse(50% 2px at left top)", "path 10 -12 20 -10 area 15.707963"),
        ("polygon(0 0, 100% 0, 0 100%)", "polygon 10 -20 30 -10 area 100"),
        ("path('M0 0H5V5H0Z')", "polygon 10 -15 15 -10 area 25"),
    ] {
        let body = format!("<rect x='10' y='10' width='20' height='10' style=\"clip-path: {clip}\"/>");
        assert_eq!(described(&read(&body).0), [expected], "{clip}");
    }
    let (_, placed) = read("<rect width='9' height='9' style='clip-path: circle(5px) view-box'/>");
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["clip-path"]);
}

#[test]
fn what_is_seen_through_as_one_is_painted_once_with_its_lines() {
    let body = "<rect width='20' height='10' fill='lime' stroke='red' stroke-width='2' opacity='0.5'/>";
    // The area without the half of the line upon it, and the line.
    assert_eq!(seen(body, true).0, [(1440, 50), (1200, 50)]);
}

#[test]
fn dashes_are_in_the_unit_that_a_path_says() {
    let (scene, _) = read("<path d='M0 0H80' stroke='red' pathLength='40' stroke-dasharray='10 5'/>");
    let item = scene.outline().into_iter().find(|item| item.shape.is_some()).unwrap();
    assert_eq!(item.style.stroke.cloned().unwrap().dash, [20.0, 10.0]);
}

#[test]
fn dashes_of_round_shapes_run_as_the_shape_does() {
    let pen = "stroke='red' stroke-dasharray='4 2'";
    for (body, expected) in [
        (format!("<circle r='5' {pen}/>"), "circle -5 -5 5 5 area 78.539816"),
        (format!("<circle r='5' transform='rotate(-90)' {pen}/>"), "path -5 -5 5 5 area 78.539816"),
        (format!("<ellipse rx='5' ry='2' {pen}/>"), "path -5 -2 5 2 area 31.415927"),
    ] {
        assert_eq!(described(&read(&body).0), [expected], "{body}");
    }
}

#[test]
fn ends_of_lines_without_a_length_are_seen() {
    let pen = "stroke='red' stroke-width='4'";
    for (body, expected) in [
        (format!("<path d='M5 5z' {pen} stroke-linecap='round'/>"), "circle 3 -7 7 -3 area 12.566371"),
        (format!("<path d='M5 5h0' {pen} stroke-linecap='square'/>"), "rect 3 -7 7 -3 area 16"),
        (
            format!("<line x1='5' y1='5' x2='5' y2='5' {pen} stroke-linecap='round'/>"),
            "circle 3 -7 7 -3 area 12.566371",
        ),
    ] {
        assert_eq!(described(&read(&body).0), [expected], "{body}");
    }
}

#[test]
fn path_is_drawn_up_to_its_error() {
    let (scene, placed) = read("<path d='M0 0H5V5 x 9 9' fill='none' stroke='red'/>");
    assert_eq!(described(&scene), ["line 0 -5 5 0"]);
    assert_eq!(placed.warnings.len(), 1, "{:?}", placed.warnings);
}

#[test]
fn mixtures_with_the_current_colour_are_of_the_element_that_is_painted() {
    let mixture = "color-mix(in srgb, currentColor 50%, black)";
    for (outer, own, expected) in [
        ("color='red'", format!("fill='{mixture}'"), looks("<rect width='9' height='9' fill='#800000'/>")),
        // A mixture that is inherited takes the colour of the element that it comes to.
        (
            &*format!("fill='{mixture}' color='blue'"),
            "color='red'".to_owned(),
            looks("<rect width='9' height='9' fill='#800000'/>"),
        ),
        (
            "color='red'",
            format!("style='color: {mixture}; fill: currentColor'"),
            looks("<rect width='9' height='9' fill='#800000'/>"),
        ),
        (
            "color='red'",
            "fill='color-mix(in nowhere, currentColor, black)'".to_owned(),
            vec![BLACK.to_owned()],
        ),
    ] {
        assert_eq!(
            looks(&format!("<g {outer}><rect width='9' height='9' {own}/></g>")),
            expected,
            "{outer} {own}"
        );
    }
}

#[test]
fn stops_inherit_where_they_say_so() {
    for (outer, stop, expected) in [
        ("stop-color='red'", "stop-color='inherit'", RED),
        ("style='stop-color: lime'", "style='stop-color: inherit'", LIME),
        ("stop-color='red'", "", BLACK),
        ("color='red'", "stop-color='currentColor'", RED),
    ] {
        let gradient = format!("<linearGradient id='g' {outer}><stop {stop}/></linearGradient>");
        let body = format!("{gradient}<rect width='9' height='9' fill='url(#g)'/>");
        assert_eq!(looks(&body), [expected], "{outer} {stop}");
    }
}

#[test]
fn a_pattern_without_a_size_paints_nothing() {
    for (size, paint, expected) in [
        ("width='3' height='3'", "url(#p)", &[RED][..]),
        ("width='3'", "url(#p)", &[]),
        ("width='0' height='3'", "url(#p)", &[]),
        ("width='0' height='3'", "url(#p) lime", &[LIME]),
        ("width='3' height='3' patternTransform='scale(0)'", "url(#p)", &[]),
    ] {
        let tile = "<rect width='2' height='2' fill='red'/>";
        let pattern = format!("<pattern id='p' patternUnits='userSpaceOnUse' {size}>{tile}</pattern>");
        let body = format!("{pattern}<rect width='9' height='9' fill='{paint}'/>");
        assert_eq!(looks(&body), expected, "{size} {paint}");
    }
}

#[test]
fn a_pattern_painted_with_itself_paints_nothing_there() {
    let pattern = "<pattern id='p' patternUnits='userSpaceOnUse' width='10' height='10'><rect width='10' height='10' fill='url(#p)'/>\
                   <rect width='5' height='5' fill='red'/></pattern><rect width='20' height='20' fill='url(#p)'/>";
    assert_eq!(seen(pattern, true).0, vec![(250, 100); 4]);
}

#[test]
fn lengths_may_be_shares_of_the_window() {
    for (body, expected) in [
        ("<rect width='50vw' height='10vh'/>", vec![(5_000, 100)]),
        (
            "<rect width='calc(1vmin + 9vmax)' height='10' style='fill: oklch(0.7 0.1 200 / 50%)'/>",
            vec![(1_000, 50)],
        ),
    ] {
        assert_eq!(seen(body, false).0, expected, "{body}");
    }
}

#[test]
fn gradients_of_a_use_are_fitted_to_all_that_it_shows() {
    let body = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>\
                <defs><g id='two' fill='context-fill'><rect width='10' height='10'/><rect x='90' width='10' height='10'/></g></defs>\
                <use href='#two' fill='url(#g)'/>";
    let text = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{body}</svg>");
    let selection = SvgSelection { has_painted_areas: true, ..Default::default() };
    let (scene, _) = drawn(&svg::read(&text, selection).unwrap());
    let leaves = scene.outline().into_iter().filter(|item| item.shape.is_some());
    let reds = leaves.map(|item| (item.world_bounds.unwrap().min.x, item.style.fill.unwrap().r));
    let (left, right): (Vec<_>, Vec<_>) = reds.partition(|(x, _)| *x < 15.0);
    assert!(left.len() > 2 && left.iter().all(|(_, red)| *red > 0.85), "{left:?}");
    assert!(right.len() > 2 && right.iter().all(|(_, red)| *red < 0.15), "{right:?}");
}

#[test]
fn filter_of_the_whole_document_is_counted() {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' style='filter: grayscale(0.9)'><rect width='9' height='9'/></svg>";
    let (_, placed) = drawn(&svg::read(text, Default::default()).unwrap());
    assert_eq!(placed.skipped.into_iter().collect::<Vec<_>>(), [("filter".to_owned(), 1)]);
}

#[test]
fn shape_whose_gradient_is_seen_through_is_counted() {
    for stop in
        ["<stop stop-opacity='0'/>", "<stop stop-color='#f000'/><stop offset='1' stop-color='transparent'/>"]
    {
        for kind in ["linearGradient", "radialGradient"] {
            let text = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><{kind} id='g'>{stop}</{kind}>\
                 <rect width='10' height='10' fill='url(#g)'/></svg>"
            );
            let selection = SvgSelection { has_painted_areas: true, ..Default::default() };
            let (_, placed) = drawn(&svg::read(&text, selection).unwrap());
            let skipped: Vec<_> = placed.skipped.into_iter().collect();
            assert_eq!(skipped, [("without paint".to_owned(), 1)], "{text}");
        }
    }
}
