//! Pictures for a model: what fills them, and what is drawn beside the drawing.

use super::*;
use crate::png::{Grid, Labels};

/// Squares of 1 in a row, 10 apart, and one that is to change.
fn row(count: usize) -> Scene {
    let mut scene = Scene::new();
    for index in 0..count {
        let name = format!("house_{index}");
        draw(&mut scene, &name, Shape::rect(index as f64 * 10.0, 0.0, 1.0, 1.0));
        scene.set_fill(&name, Some(Color::parse("#888").unwrap())).unwrap();
        scene.set_stroke(&name, None).unwrap();
    }
    scene
}

fn grey([r, g, b]: [u8; 3]) -> bool {
    r == g && g == b && (100..180).contains(&r)
}

/// The colour of a change: its line, or its paler area.
fn orange([r, g, b]: [u8; 3]) -> bool {
    r > 200 && (90..225).contains(&g) && b < 190
}

fn green([r, g, b]: [u8; 3]) -> bool {
    g > 120 && r < 110 && b < 130
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn picture_fits_names_patterns_and_the_last_change() {
    let scene = row(40);
    let whole = Pixels::of(&scene, &small()).count(grey);
    let fitted = |fit| Pixels::of(&scene, &Picture { fit, ..small() }).count(grey);
    let one = fitted(entity("house_3"));
    assert!(one > 2_000 && whole < 400, "{one} {whole}");
    let pair = fitted(Fit::Entities(names(&["house_3", "house_4"])));
    assert!(pair < one && pair > whole, "{pair}");
    assert_eq!(
        fitted(Fit::Entities(names(&["house_3*"]))),
        fitted(Fit::Entities(names(&["house_3", "house_39"])))
    );

    let mut changed = scene.clone();
    changed.set_fill("house_20", Some(Color::parse("#777").unwrap())).unwrap();
    let change = Picture { fit: Fit::LastChange, previous: Some(&scene), highlight: true, ..small() };
    let pixels = Pixels::of(&changed, &change);
    assert!(pixels.count(orange) > 800, "the change fills the picture, with its surroundings");
    // Without a difference all is shown.
    let same = Picture { previous: Some(&changed), highlight: false, ..change.clone() };
    assert_eq!(Pixels::of(&changed, &same).count(grey), Pixels::of(&changed, &small()).count(grey));
    for (fit, kind, words) in [
        (Fit::Entities(names(&["house_3", "hose_4"])), Kind::NotFound, "did you mean \"house_4\""),
        (Fit::Entities(names(&["tree*"])), Kind::NotFound, "no entity matches \"tree*\""),
    ] {
        let error = render(&scene, &Picture { fit, ..small() }).unwrap_err();
        assert_eq!(error.kind, kind);
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn small_change_has_a_ring_and_a_wholly_changed_scene_has_none() {
    let scene = row(400);
    let mut changed = scene.clone();
    changed.set_fill("house_200", Some(Color::BLACK)).unwrap();
    let picture =
        Picture { width: 400, height: 200, previous: Some(&scene), highlight: true, ..Picture::default() };
    assert!(Pixels::of(&changed, &picture).count(orange) > 150, "a ring of some hundred pixels");
    for index in 0..400 {
        changed.set_fill(&format!("house_{index}"), Some(Color::BLACK)).unwrap();
    }
    let all = Pixels::of(&changed, &Picture { width: 4000, height: 400, ..picture.clone() });
    let far_above = (0..400).filter(|x| orange(all.at(x * 10, 200 - 12))).count();
    assert_eq!(far_above, 0);
}

#[test]
fn before_and_after_stand_beside_each_other() {
    let old = row(2);
    let mut new = old.clone();
    new.delete("house_0");
    draw(&mut new, "tree", Shape::circle(5.0, 0.0, 2.0));
    let picture = Picture {
        width: 404,
        height: 200,
        previous: Some(&old),
        before: true,
        highlight: true,
        ..Picture::default()
    };
    let pixels = Pixels::of(&new, &picture);
    let half = |from: usize, to: usize, test: fn([u8; 3]) -> bool| {
        (0..200)
            .flat_map(|y| (from..to).map(move |x| (x, y)))
            .filter(|(x, y)| test(pixels.at(*x, *y)))
            .count()
    };
    let red = |[r, g, b]: [u8; 3]| r > 180 && g < 130 && b < 130;
    assert!(half(0, 200, red) > 20 && half(204, 404, red) == 0, "what went is on the left");
    assert!(half(204, 404, green) > 100, "what came is on the right");
    // In a picture that is higher than wide, one above the other.
    let high = Picture { width: 100, height: 204, highlight: false, ..picture.clone() };
    Pixels::of(&new, &high);
    let error = render(&new, &Picture { width: 20, height: 20, ..picture }).unwrap_err();
    assert!(error.message.contains("too small for two scenes"), "{}", error.message);
}

#[test]
fn grid_rulers_and_hairlines_are_drawn_where_wanted() {
    let mut scene = Scene::new();
    draw(&mut scene, "plate", Shape::rect(0.0, 0.0, 100.0, 60.0));
    scene.set_fill("plate", Some(Color::parse("#fff").unwrap())).unwrap();
    scene.set_stroke("plate", Some(Stroke::solid(Color::BLACK, 8.0))).unwrap();
    let picture = || Picture { width: 400, height: 300, ..Picture::default() };
    let inked = |picture: Picture<'_>| Pixels::of(&scene, &picture).count(|pixel| pixel != [255, 255, 255]);
    let plain = inked(picture());
    let auto = inked(Picture { grid: Some(Grid::Auto), ..picture() });
    let dense = inked(Picture { grid: Some(Grid::Step(2.0)), ..picture() });
    assert!(auto > plain + 1_000 && dense > auto, "{plain} {auto} {dense}");
    let edge = |rulers: bool| {
        let pixels = Pixels::of(&scene, &Picture { rulers, ..picture() });
        let upper = (0..8).flat_map(|y| (0..400).map(move |x| (x, y)));
        upper.filter(|(x, y)| pixels.at(*x, *y) != [255, 255, 255]).count()
    };
    assert!(edge(false) == 0 && edge(true) > 50, "numbers along the upper edge");
    let dark = |picture: Picture<'_>| Pixels::of(&scene, &picture).count(|pixel| pixel == [0, 0, 0]);
    assert!(dark(Picture { hairlines: true, ..picture() }) < dark(picture()) / 4);
    let error = render(&scene, &Picture { grid: Some(Grid::Step(0.01)), ..picture() }).unwrap_err();
    assert_eq!(error.kind, Kind::InvalidInput);
    assert!(error.message.contains("closer than 4 pixels") && error.hint.unwrap().contains("20 or more"));
}

#[test]
fn layers_that_are_named_are_shown_and_no_others() {
    let mut scene = row(2);
    scene.set_layer("house_1", "plan", Contents::Included).unwrap();
    scene.define_layer("plan", &LayerChange { visible: Some(false), ..LayerChange::default() }).unwrap();
    let counted = |layers: Option<&[&str]>| {
        Pixels::of(
            &scene,
            &Picture { layers: layers.map(names), fit: Fit::Box([-1.0, -1.0, 11.0, 1.0]), ..small() },
        )
        .count(grey)
    };
    let (usual, plan, both) = (counted(None), counted(Some(&["plan"])), counted(Some(&["0", "plan"])));
    assert!(usual > 0 && plan > 0 && both == usual + plan, "{usual} {plan} {both}");
    assert_eq!(counted(Some(&[])), 0);
    let error = render(&scene, &Picture { layers: Some(names(&["plans"])), ..small() }).unwrap_err();
    assert_eq!((error.kind, error.hint.as_deref()), (Kind::NotFound, Some("Did you mean \"plan\"?")));
}

#[test]
fn labels_name_the_outermost_or_requested_entities_and_refuse_unknown_ones() {
    let mut scene = row(3);
    scene.create_group("street", &names(&["house_0", "house_1"])).unwrap();
    let blue = |[r, g, b]: [u8; 3]| b > 130 && r < 120 && g < 140;
    let inked = |labels: Labels| {
        Pixels::of(&scene, &Picture { width: 600, height: 300, labels, ..Picture::default() }).count(blue)
    };
    assert_eq!(inked(Labels::None), 0);
    let one = inked(Labels::Named(names(&["house_2"])));
    let two = inked(Labels::Named(names(&["house_*2", "street"])));
    assert!(one > 20 && two > one && inked(Labels::Outermost) > one, "{one} {two}");
    let wrong = Picture { labels: Labels::Named(names(&["hose_2"])), ..small() };
    let error = render(&scene, &wrong).unwrap_err();
    assert!(
        error.message.starts_with("labels: there is no entity named \"hose_2\"; did you mean"),
        "{}",
        error.message
    );
}

/// The colour of a place where a rule is broken.
fn magenta([r, g, b]: [u8; 3]) -> bool {
    r > 190 && g < 80 && (110..170).contains(&b)
}

#[test]
fn picture_marks_places_and_keeps_those_outside_at_its_edge() {
    let scene = row(4);
    let size = Picture { width: 400, height: 200, ..Picture::default() };
    assert_eq!(Pixels::of(&scene, &size).count(magenta), 0);
    let marked = Picture { places: vec![[10.0, 0.0]], ..size.clone() };
    let one = Pixels::of(&scene, &marked).count(magenta);
    assert!((150..900).contains(&one), "{one}");
    // The cross is at the place itself, in the middle of the second house of four.
    let fitted = Picture { fit: Fit::Entities(names(&["house_1"])), ..marked };
    assert!(
        magenta(Pixels::of(&scene, &fitted).at(200, 92)) || Pixels::of(&scene, &fitted).count(magenta) > 150
    );
    let outside = Picture { fit: Fit::Entities(names(&["house_0"])), places: vec![[1e6, 1e6]], ..size };
    assert!(Pixels::of(&scene, &outside).count(magenta) > 150);
}

#[test]
fn dashes_begin_at_the_same_place_in_all_formats() {
    // A pattern of one long dash shows where it begins, and which way it runs.
    let mut scene = Scene::new();
    let dashed = |scene: &mut Scene, name: &str, shape: Shape, dash: [f64; 2]| {
        scene.draw(name, shape).unwrap();
        let stroke = Stroke { dash: dash.to_vec(), ..Stroke::solid(Color::BLACK, 1.0) };
        scene.set_stroke(name, Some(stroke)).unwrap();
    };
    dashed(&mut scene, "c", Shape::circle(0.0, 0.0, 10.0).unwrap(), [15.0, 60.0]);
    dashed(&mut scene, "r", Shape::rect(40.0, 0.0, 20.0, 10.0).unwrap(), [15.0, 60.0]);
    let svg = to_svg(&scene);
    // Counter-clockwise from the right, and from the lower left corner to the right, with y downwards.
    assert!(svg.contains("<path d=\"M 10 0 A 10 10 0 0 0 0 -10"), "{svg}");
    assert!(svg.contains("<path d=\"M 30 5 L 50 5 L 50 -5"), "{svg}");
    scene.set_stroke("c", Some(Stroke::solid(Color::BLACK, 1.0))).unwrap();
    assert!(to_svg(&scene).contains("<circle "));
}
