//! Small pictures that show the effect of an example: its own drawing and changes are blue, earlier shapes are
//! grey, and former places and forms are dashed. Colours that the example sets itself stay.

use std::collections::HashMap;

use scenewright_export::png::{Picture, render};
use scenewright_geometry::{Bounds, Path, Shape};
use scenewright_scene::{Color, Leaf, OrderMode, Scene, Stroke, Visit};

const WIDTH: u32 = 360;
const HEIGHT: u32 = 240;

const BLUE: Color = Color { r: 0.13, g: 0.38, b: 0.7, a: 1.0 };
const PALE_BLUE: Color = Color { r: 0.45, g: 0.68, b: 0.95, a: 0.45 };
const GREY: Color = Color { r: 0.55, g: 0.57, b: 0.6, a: 1.0 };

/// Renders the second scene and its differences from the first.
pub(super) fn of_change(before: &Scene, after: &Scene) -> Vec<u8> {
    let mut figure = after.clone();
    let bounds = before.visible_bounds().into_iter().chain(after.visible_bounds()).reduce(Bounds::union);
    // About how long a pixel is; lines are as wide in every picture.
    let pixel = bounds.map_or(1.0, |it| {
        (it.width() / (0.88 * f64::from(WIDTH))).max(it.height() / (0.8 * f64::from(HEIGHT)))
    });
    let old: HashMap<&str, Leaf<'_>> = leaves(before).map(|leaf| (leaf.name, leaf)).collect();
    for leaf in leaves(after) {
        let is_new =
            old.get(leaf.name).is_none_or(|it| outline(it) != outline(&leaf) || it.style != leaf.style);
        dress(&mut figure, &leaf, is_new, pixel);
    }
    let new: HashMap<&str, Path> = leaves(after).map(|leaf| (leaf.name, outline(&leaf))).collect();
    let gone = leaves(before).filter(|leaf| new.get(leaf.name) != Some(&outline(leaf)));
    for (index, leaf) in gone.enumerate() {
        let name = format!("gone {index}");
        let dash = vec![5.0 * pixel, 4.0 * pixel];
        let pen = Stroke { dash, ..Stroke::solid(GREY, 1.5 * pixel) };
        figure.draw(&name, Shape::Path(outline(&leaf))).expect("an outline can be drawn");
        figure.set_stroke(&name, Some(pen)).expect("it was drawn");
        figure.draw_order(&name, OrderMode::Back).expect("it was drawn");
    }
    let picture = Picture { width: WIDTH, height: HEIGHT, ..Picture::default() };
    render(&figure, &picture).expect("an example fits a picture").png
}

/// Gives colours to a shape that has none of its own.
fn dress(figure: &mut Scene, leaf: &Leaf<'_>, is_new: bool, pixel: f64) {
    let (color, width) = if is_new { (BLUE, 2.0) } else { (GREY, 1.5) };
    if leaf.style.stroke == Some(&Stroke::solid(Color::BLACK, 1.0)) {
        let pen = Stroke::solid(color, width * pixel);
        figure.set_stroke(leaf.name, Some(pen)).expect("the example has drawn it");
    }
    if is_new && leaf.style.fill.is_none() && leaf.shape.is_closed() {
        figure.set_fill(leaf.name, Some(PALE_BLUE)).expect("the example has drawn it");
    }
}

fn leaves(scene: &Scene) -> impl Iterator<Item = Leaf<'_>> {
    scene.walk_back_to_front().filter_map(|visit| match visit {
        Visit::Leaf(leaf) => Some(leaf),
        Visit::GroupStart { .. } | Visit::GroupEnd { .. } => None,
    })
}

/// Returns the outline in the world.
fn outline(leaf: &Leaf<'_>) -> Path {
    leaf.shape.to_path().transformed(&leaf.world)
}
