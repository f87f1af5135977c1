//! Tests of the texts of SVG documents: their places, fonts and clips.

use super::svg_files::read;
use super::*;
use scenewright_geometry::{Bounds, Point};

/// Returns the words and the places of the texts, in the order in which they are drawn.
fn places(body: &str) -> Vec<(String, f64, f64)> {
    let (scene, _) = read(body);
    let outline = scene.outline();
    let texts = outline.iter().filter_map(|item| Some((item.text?, scene.world_transform(item.name).ok()?)));
    texts
        .map(|(text, world)| {
            let at = world * Point::new(text.x, text.y);
            (text.text.clone(), at.x, at.y)
        })
        .collect()
}

fn width(text: &str, size: f64) -> f64 {
    Scene::text_metrics(text, size, None, &fonts()).unwrap().0.width
}

fn near(found: &[(String, f64, f64)], expected: &[(&str, f64, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((text, x, y), (other, to_x, to_y)) in found.iter().zip(expected) {
        assert_eq!(text, other);
        assert!((x - to_x).abs() < 1e-6 && (y - to_y).abs() < 1e-6, "{found:?} {expected:?}");
    }
}

#[test]
fn baselines_are_where_the_file_says() {
    let font = scenewright_scene::typeset::Font::builtin().unwrap();
    let (ascent, descent) = (font.ascent(10.0), font.descent(10.0));
    for (how, below) in [
        ("", 0.0),
        ("dominant-baseline='middle'", 0.5 * font.x_height(10.0)),
        ("style='dominant-baseline: central'", 0.5 * (ascent - descent)),
        ("alignment-baseline='hanging'", 0.8 * ascent),
        ("dominant-baseline='text-before-edge'", ascent),
        ("dominant-baseline='text-after-edge'", -descent),
        ("dominant-baseline='auto'", 0.0),
        ("baseline-shift='3'", -3.0),
    ] {
        near(&places(&format!("<text y='50' font-size='10' {how}>x</text>")), &[("x", 0.0, -50.0 - below)]);
    }
}

#[test]
fn parts_of_a_text_are_raised_and_lowered() {
    for (how, above) in [("baseline-shift='3'", 3.0), ("style='baseline-shift: -20%'", -2.0)] {
        let found = places(&format!("<text y='50' font-size='10'>a <tspan {how}>x</tspan></text>"));
        assert!((found[1].2 - above + 50.0).abs() < 1e-9, "{how}: {found:?}");
    }
    // A height of its own does not begin another line.
    let found = places("<text y='50 40' font-size='10'>HI</text>");
    near(&found, &[("H", 0.0, -50.0), ("I", width("H", 10.0), -40.0)]);
}

#[test]
fn lines_beside_letters_are_drawn() {
    let (scene, placed) =
        read("<text y='50' font-size='10' text-decoration='underline'>H<tspan>x</tspan></text>");
    let found = described(&scene);
    assert!(found.iter().any(|it| it.contains("0 -51.5 ") && it.contains(" -50.5 ")), "{found:?}");
    assert!(placed.warnings.is_empty(), "{:?}", placed.warnings);
}

#[test]
fn letters_clip_what_is_below_them() {
    let body = "<clipPath id='c'><text y='50' font-size='40'>I</text></clipPath>\
                <rect width='90' height='90' clip-path='url(#c)'/>";
    let letter = read("<text y='50' font-size='40'>I</text>").0.world_bounds("it_0").unwrap();
    let bounds = read(body).0.world_bounds("it").unwrap();
    assert!(
        (bounds.width() - letter.width()).abs() < 1e-4 && (bounds.height() - letter.height()).abs() < 1e-4
    );
}

#[test]
fn texts_are_as_long_as_the_file_says() {
    let gap = (60.0 - width("a", 10.0) - width("b", 10.0)) + width("a", 10.0);
    near(
        &places("<text y='9' font-size='10' textLength='60'>ab</text>"),
        &[("a", 0.0, -9.0), ("b", gap, -9.0)],
    );
    // A line is aligned as long as it is then.
    near(
        &places("<text x='50' y='9' font-size='10' textLength='60' text-anchor='end'>ab</text>"),
        &[("a", -10.0, -9.0), ("b", gap - 10.0, -9.0)],
    );
    let (scene, _) =
        read("<text y='9' font-size='10' textLength='60' lengthAdjust='spacingAndGlyphs'>HH</text>");
    let bounds = scene.world_bounds("it_0").unwrap();
    let own = read("<text y='9' font-size='10'>HH</text>").0.world_bounds("it_0").unwrap();
    let factor = 60.0 / width("HH", 10.0);
    assert!((bounds.width() - own.width() * factor).abs() < 1e-6, "{bounds:?}");
    assert!((bounds.height() - own.height()).abs() < 1e-9, "{bounds:?}");
}

#[test]
fn letters_have_gaps_and_turn() {
    let step = width("a", 10.0) + 5.0;
    near(
        &places("<text y='9' font-size='10' letter-spacing='5'>aa</text>"),
        &[("a", 0.0, -9.0), ("a", step, -9.0)],
    );
    let space = width("a b", 10.0) - width("a", 10.0) - width("b", 10.0);
    near(
        &places("<text y='9' font-size='10' style='word-spacing: 7px'>a b</text>"),
        &[("a", 0.0, -9.0), ("b", width("a", 10.0) + space + 7.0, -9.0)],
    );
    let (scene, _) = read("<text x='0 20' y='9' font-size='10' rotate='0 90'>II</text>");
    let sizes: Vec<bool> = ["it_0", "it_1"]
        .map(|name| scene.world_bounds(name).unwrap())
        .iter()
        .map(|bounds| bounds.width() > bounds.height())
        .collect();
    assert_eq!(sizes, [false, true]);
}

#[test]
fn spaces_and_capitals_are_as_the_style_says() {
    let words = |body: &str| places(body).into_iter().map(|(text, ..)| text).collect::<Vec<_>>();
    assert_eq!(words("<text y='9' xml:space='preserve'>a  b</text>"), ["a  b"]);
    assert_eq!(words("<text y='9' style='white-space: pre'>a  b</text>"), ["a  b"]);
    assert_eq!(words("<text y='9'>a  b</text>"), ["a b"]);
    assert_eq!(words("<text y='9' style='text-transform: uppercase'>ab</text>"), ["AB"]);
    assert_eq!(words("<text y='9' style='text-transform: capitalize'>ab cd</text>"), ["Ab Cd"]);
}

#[test]
fn sizes_of_fonts_are_words_and_shares() {
    let sizes = |how: &str| {
        let (scene, _) = read(&format!("<g font-size='10'><text y='9' {how}>a</text></g>"));
        scene.outline().iter().find_map(|item| item.text.map(|text| text.size)).unwrap()
    };
    for (how, expected) in [
        ("font-size='150%'", 15.0),
        ("font-size='larger'", 12.0),
        ("font-size='large'", 18.0),
        ("style='font: bold 20px/1.5 serif'", 20.0),
        ("style='font: italic 2em Arial'", 20.0),
        ("style='font: nonsense'", 10.0),
        ("style='font-size: calc(1em + 5px)'", 15.0),
    ] {
        assert_eq!(sizes(how), expected, "{how}");
    }
    let (_, placed) = read("<text font-size='0'>a</text>");
    assert_eq!(placed.skipped.len(), 1, "{:?}", placed.skipped);
}

#[test]
fn fonts_that_are_not_here_are_named() {
    for (how, expected) in [
        ("font-family='sans-serif'", &[][..]),
        ("font-family='Nope, sans-serif'", &["the font \"Nope\" is not available; the built-in one is used"]),
        ("style=\"font: 12px 'Nope'\"", &["the font \"Nope\" is not available; the built-in one is used"]),
        (
            "font-weight='bold'",
            &["the font \"Liberation Sans\" is not available in Bold; its usual style is used"],
        ),
        (
            "font-style='italic' font-weight='600'",
            &["the font \"Liberation Sans\" is not available in SemiBold Italic; its usual style is used"],
        ),
    ] {
        assert_eq!(read(&format!("<text y='9' {how}>a</text>")).1.warnings, expected, "{how}");
    }
}

#[test]
fn clips_cut_texts_by_their_letters() {
    let clip = "<clipPath id='c'><rect x='10' width='30' height='100'/></clipPath>";
    let boxes = |body: &str| {
        let (scene, placed) = read(&format!("{clip}{body}"));
        let bounds = scene.world_bounds("it");
        let is_text = scene.outline().iter().any(|item| item.text.is_some());
        (bounds.map(|it| (it.min.x, it.max.x)), is_text, placed.skipped)
    };
    // One that begins before the clip is seen where it is inside.
    let (bounds, is_text, _) = boxes("<text y='50' font-size='40' clip-path='url(#c)'>HHH</text>");
    let (from, to) = bounds.unwrap();
    assert!((from - 10.0).abs() < 1e-6 && (to - 40.0).abs() < 1e-6 && !is_text, "{from} {to}");
    // One that is whole stays a text.
    let (bounds, is_text, _) = boxes("<text x='15' y='50' font-size='10' clip-path='url(#c)'>H</text>");
    assert!(bounds.is_some() && is_text);
    let (_, _, skipped) = boxes("<text x='60' y='50' font-size='10' clip-path='url(#c)'>H</text>");
    assert_eq!(skipped.keys().collect::<Vec<_>>(), ["text outside of its clip"]);
}

#[test]
fn slanted_texts_are_drawn_slanted() {
    let (scene, placed) = read("<text y='50' font-size='40' transform='skewX(-45)'>I</text>");
    let upright = read("<text y='50' font-size='40'>I</text>").0.world_bounds("it_0").unwrap();
    let bounds = scene.world_bounds("it_0").unwrap();
    assert!((bounds.width() - upright.width() - upright.height()).abs() < 1e-6, "{bounds:?} {upright:?}");
    assert!(placed.warnings.is_empty(), "{:?}", placed.warnings);
}

#[test]
fn letters_stand_on_the_path_that_a_text_follows() {
    // Up along x = 30, and then to the right along y = -80, as the file has it.
    let path = "<path id='p' d='M 30 0 V -80 H 120' fill='none'/>";
    let text = |how: &str, words: &str| {
        let attributes = "font-size='10' href='#p'";
        read(&format!("{path}<text font-size='10'><textPath {attributes} {how}>{words}</textPath></text>"))
    };
    let at = |(scene, _): &(Scene, Placed)| -> Vec<(f64, f64, f64)> {
        let outline = scene.outline();
        let place = |item: &scenewright_scene::OutlineItem<'_>| {
            let (text, world) = (item.text?, scene.world_transform(item.name).ok()?);
            let (at, way) = (world * Point::new(text.x, text.y), world.displace(Point::new(1.0, 0.0)));
            Some((at.x, at.y, way.y.atan2(way.x).to_degrees()))
        };
        outline.iter().filter_map(place).collect()
    };
    let near = |found: &[(f64, f64, f64)], expected: &[(f64, f64, f64)], how: &str| {
        let is_near = |a: &(f64, f64, f64), b: &(f64, f64, f64)| {
            (a.0 - b.0).abs().max((a.1 - b.1).abs()).max((a.2 - b.2).abs()) < 1e-6
        };
        let all = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| is_near(a, b));
        assert!(all, "{how}: {found:?}, not {expected:?}");
    };
    let (h, i) = (width("H", 10.0), width("HI", 10.0) - width("I", 10.0));
    near(&at(&text("", "HI")), &[(30.0, 0.0, 90.0), (30.0, i, 90.0)], "plain");
    near(&at(&text("startOffset='20'", "H")), &[(30.0, 20.0, 90.0)], "offset");
    near(&at(&text("startOffset='50%'", "H")), &[(35.0, 80.0, 0.0)], "half");
    let middle = [(30.0, 40.0 - 0.5 * h, 90.0)];
    near(&at(&text("startOffset='40' text-anchor='middle'", "H")), &middle, "middle");
    let beside = [(33.0, 0.0, 90.0)];
    near(&at(&text("", "<tspan dy='3'>H</tspan>")), &beside, "below");
    near(&at(&text("path='M 0 -7 H 50'", "H")), &[(0.0, 7.0, 0.0)], "its own path");
    // Letters whose middle is beyond an end are not seen.
    let short = text("startOffset='-1000' text-anchor='start'", "H");
    assert_eq!(at(&short), []);
    assert_eq!(short.1.skipped.get("text beyond the end of its path"), Some(&1));
    let (_, placed) = read("<text><textPath href='#nowhere'>lost</textPath></text>");
    assert_eq!(placed.skipped.keys().collect::<Vec<_>>(), ["textPath without a path"]);
}

#[test]
fn texts_from_the_top_down_stand_on_their_middle() {
    let font = scenewright_scene::typeset::Font::builtin().unwrap();
    let middle = 0.5 * (font.ascent(10.0) - font.descent(10.0));
    let text = |how: &str, words: &str| format!("<text x='10' y='20' font-size='10' {how}>{words}</text>");
    near(&places(&text("writing-mode='tb'", "HI")), &[("HI", 10.0 - middle, -20.0)]);
    let body = text("", "H<tspan dy='5' dx='1'>I</tspan>");
    let found =
        places(&format!("<g style='writing-mode: vertical-rl; dominant-baseline: alphabetic'>{body}</g>"));
    near(&found, &[("H", 10.0, -20.0), ("I", 11.0, -20.0 - width("H", 10.0) - 5.0)]);
    // They are aligned along their way down.
    let found =
        places(&text("writing-mode='vertical-lr' text-anchor='end' dominant-baseline='alphabetic'", "HI"));
    near(&found, &[("HI", 10.0, -20.0)]);
    let (scene, _) = read(&text("writing-mode='tb' text-anchor='end'", "HI"));
    assert!(scene.world_bounds("it").unwrap().min.y > -20.5);
    // Letters that are not turned stand one below the other.
    let bounds = |how: &str, words: &str| read(&text(how, words)).0.world_bounds("it").unwrap();
    let (level, one, two) =
        (bounds("", "中"), bounds("writing-mode='tb'", "中"), bounds("writing-mode='tb'", "中文"));
    let size = |it: Bounds| [it.width(), it.height()].map(|side| (side * 1e6).round());
    assert_eq!(size(level), size(one));
    assert!(one.min.x < 10.0 && one.max.x > 10.0 && one.max.y < -20.0, "{one:?}");
    assert!((two.max.y - one.max.y).abs() < 1e-6 && two.height() > 1.5 * one.height(), "{two:?}");
    assert!((two.width() - one.width()).abs() < 1e-6, "{two:?}");
    // A text on a path goes where that goes.
    let found = places(
        "<path id='p' d='M0 50H90' fill='none'/><text writing-mode='tb' font-size='10'><textPath href='#p'>H</textPath></text>",
    );
    near(&found, &[("H", 0.0, -50.0)]);
}

#[test]
fn gradients_are_seen_through_lines_of_letters() {
    let gradient = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>";
    let selection = SvgSelection { has_painted_areas: true, ..Default::default() };
    for (fill, order) in [("none", ""), ("lime", ""), ("lime", "paint-order='stroke'")] {
        let text = format!(
            "{gradient}<text y='50' font-size='20' fill='{fill}' stroke='url(#g)' {order}>III</text>"
        );
        let text = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{text}</svg>");
        let (scene, placed) = super::drawn(&svg::read(&text, selection).unwrap());
        assert_eq!(placed.warnings, [""; 0], "{fill} {order}");
        let shapes: Vec<_> = scene.outline().into_iter().filter(|item| item.shape.is_some()).collect();
        assert!(shapes.iter().all(|item| item.style.stroke.is_none()), "{fill} {order}");
        let colors: Vec<_> = shapes.iter().filter_map(|item| item.style.fill).collect();
        let steps: Vec<_> = colors.iter().filter(|color| color.g == 0.0).collect();
        let [first, last] = [steps.first(), steps.last()].map(|color| *color.unwrap());
        assert!(first.r > 0.9 && last.b > 0.8 && steps.len() > 20, "{fill} {order} {steps:?}");
        // The area, where there is one, is below its line unless the order is another.
        let lime = colors.iter().position(|color| color.g == 1.0);
        let expected = match (fill, order) {
            ("none", _) => None,
            (_, "") => Some(true),
            _ => Some(false),
        };
        assert_eq!(lime.map(|at| at == 0), expected, "{fill} {order}");
    }
}

#[test]
fn gradients_are_seen_through_letters() {
    let gradient = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>";
    let text = |fill: &str| format!("{gradient}<text y='50' font-size='20' fill='{fill}'>III</text>");
    let drawn = |fill: &str, has_painted_areas: bool| {
        let text =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{}</svg>", text(fill));
        let selection = SvgSelection { has_painted_areas, ..Default::default() };
        super::drawn(&svg::read(&text, selection).unwrap())
    };
    let (plain, placed) = drawn("url(#g)", false);
    assert_eq!(placed.warnings, ["gradients are drawn in their first colour"]);
    let (scene, placed) = drawn("url(#g)", true);
    assert_eq!(placed.warnings, [""; 0]);
    let fills =
        scene.outline().into_iter().filter_map(|item| item.style.fill.filter(|_| item.shape.is_some()));
    let fills: Vec<(f64, f64)> = fills.map(|color| (color.r, color.b)).collect();
    let [first, last] = [fills.first(), fills.last()].map(|fill| *fill.unwrap());
    assert!(first.0 > 0.9 && last.1 > 0.8 && fills.len() > 20, "{fills:?}");
    let [one, other] = [&plain, &scene].map(|scene| scene.world_bounds("it").unwrap());
    assert!(
        (one.min.x - other.min.x).abs() < 1e-3 && (one.max.x - other.max.x).abs() < 1e-3,
        "{one:?} {other:?}"
    );
}
