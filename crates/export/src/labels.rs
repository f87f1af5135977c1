//! Names in a picture, beside what they name and not over each other.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::raster::Canvas;
use super::scale_bar::{fill, rectangle, text_size};
use super::theme::Theme;
use super::view::{View, named};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Path, Point};
use scenewright_scene::{Color, Fonts, Scene, Stroke, Visit, label_in};

/// The entities that are labelled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Labels {
    /// No entity.
    #[default]
    None,
    /// The outermost ones, and the contents of those that fill much of the picture.
    Outermost,
    /// The entities of these names and patterns.
    Named(Vec<String>),
}

/// The most labels, and the most characters of one. Each label is compared with those that were placed before it, and a picture
/// with more would be covered by them.
const MAX_LABELS: usize = 300;
const MAX_CHARACTERS: usize = 28;

/// The share of the picture from which on a group's contents are labelled too.
const LARGE: f64 = 0.4;

/// Distances of a label from what it names, in pixels: the further ones have a line to it.
const DISTANCES: [f64; 4] = [3.0, 14.0, 34.0, 64.0];

/// An entity with its place in the picture, in pixels.
struct Node<'a> {
    name: &'a str,
    bounds: Bounds,
    parent: Option<usize>,
    is_group: bool,
}

/// Draws the names, the large entities first. Returns the number of names that found no room.
pub(super) fn draw_labels(
    canvas: &mut Canvas,
    theme: Theme,
    view: &View,
    scene: &Scene,
    labels: &Labels,
    fonts: &Fonts,
    is_shown: &dyn Fn(&str) -> bool,
) -> Result<usize> {
    if *labels == Labels::None {
        return Ok(0);
    }
    let nodes = nodes(scene, view, is_shown);
    let mut chosen: Vec<&Node<'_>> = match labels {
        Labels::Named(wanted) => {
            let names: HashSet<String> = named("labels", scene, wanted)?.into_iter().collect();
            nodes.iter().filter(|node| names.contains(node.name)).collect()
        }
        _ => outermost(&nodes, view),
    };
    chosen.retain(|node| view.shows(&node.bounds, 0.0));
    // A stable sort, so entities of one size are labelled in the order of the drawing in every run.
    chosen.sort_by(|one, other| extent(&other.bounds).total_cmp(&extent(&one.bounds)));
    let without_room = chosen.len().saturating_sub(MAX_LABELS);
    chosen.truncate(MAX_LABELS);
    Ok(without_room + place(canvas, theme, view, &chosen, fonts))
}

fn nodes<'a>(scene: &'a Scene, view: &View, is_shown: &dyn Fn(&str) -> bool) -> Vec<Node<'a>> {
    let mut nodes: Vec<Node<'a>> = Vec::new();
    // The groups around, and how many of them are texts: their glyphs have no names of their own.
    let mut around: Vec<usize> = Vec::new();
    let mut text: Option<usize> = None;
    let nothing = || Bounds {
        min: Point::new(f64::INFINITY, f64::INFINITY),
        max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };
    for visit in scene.walk_back_to_front() {
        match visit {
            Visit::GroupStart { name, depth, text: source, .. } => {
                let parent = around.last().copied();
                around.push(nodes.len());
                nodes.push(Node { name, bounds: nothing(), parent, is_group: source.is_none() });
                if source.is_some() && text.is_none() {
                    text = Some(depth);
                }
            }
            Visit::GroupEnd { depth, .. } => {
                if text == Some(depth) {
                    text = None;
                }
                let Some(group) = around.pop() else { continue };
                let bounds = nodes[group].bounds;
                if let Some(parent) = nodes[group].parent {
                    nodes[parent].bounds = nodes[parent].bounds.union(bounds);
                }
            }
            Visit::Leaf(leaf) if is_shown(leaf.layer) => {
                let bounds = leaf.shape.bounds(&(view.transform * leaf.world));
                if let Some(group) = around.last() {
                    nodes[*group].bounds = nodes[*group].bounds.union(bounds);
                }
                if text.is_none() {
                    let parent = around.last().copied();
                    nodes.push(Node { name: leaf.name, bounds, parent, is_group: false });
                }
            }
            Visit::Leaf(_) => {}
        }
    }
    nodes
}

fn outermost<'n, 'a>(nodes: &'n [Node<'a>], view: &View) -> Vec<&'n Node<'a>> {
    let is_large = |node: &Node<'_>| {
        node.is_group
            && (node.bounds.width() > view.size[0] * LARGE || node.bounds.height() > view.size[1] * LARGE)
    };
    let is_open = |node: &Node<'_>| {
        let mut parent = node.parent;
        while let Some(at) = parent {
            if !is_large(&nodes[at]) {
                return false;
            }
            parent = nodes[at].parent;
        }
        true
    };
    nodes.iter().filter(|node| is_open(node)).collect()
}

fn extent(bounds: &Bounds) -> f64 {
    bounds.width() + bounds.height()
}

/// A label in the picture: its box, and where the line to what it names begins.
struct Placed {
    min: [f64; 2],
    max: [f64; 2],
    leader: Option<Point>,
}

fn place(canvas: &mut Canvas, theme: Theme, view: &View, nodes: &[&Node<'_>], fonts: &Fonts) -> usize {
    let size = text_size(view.size) * 0.8;
    let (around, height) = (2.0, size * 1.15);
    let obstacles: Vec<Bounds> = nodes
        .iter()
        .filter(|node| node.bounds.width().max(node.bounds.height()) < height * 2.0)
        .map(|it| it.bounds)
        .collect();
    let mut taken: Vec<([f64; 2], [f64; 2])> = Vec::new();
    let mut drawn: Vec<(Placed, Path)> = Vec::new();
    let mut without_room = 0;
    for node in nodes {
        let Ok((path, width)) = label_in(fonts, &shortened(node.name), size) else { continue };
        let bounds = clamped(&node.bounds, view);
        let found = spots(&bounds, [width + 2.0 * around, height]).into_iter().find(|spot| {
            let inside = spot.min[0] >= 0.0
                && spot.min[1] >= 0.0
                && spot.max[0] <= view.size[0]
                && spot.max[1] <= view.size[1];
            let overlaps = |min: &[f64; 2], max: &[f64; 2]| {
                spot.min[0] < max[0] && min[0] < spot.max[0] && spot.min[1] < max[1] && min[1] < spot.max[1]
            };
            inside
                && !taken.iter().any(|(min, max)| overlaps(min, max))
                && !obstacles.iter().any(|it| overlaps(&[it.min.x, it.min.y], &[it.max.x, it.max.y]))
        });
        match found {
            Some(spot) => {
                taken.push((spot.min, spot.max));
                drawn.push((spot, path));
            }
            None => without_room += 1,
        }
    }
    let color = theme.label();
    for (spot, _) in &drawn {
        if let Some(to) = spot.leader {
            let from = Point::new(to.x.clamp(spot.min[0], spot.max[0]), to.y.clamp(spot.min[1], spot.max[1]));
            let mut line = Path::new();
            line.push_chain([from, to], false);
            let line = canvas.outline(&line, &Affine::IDENTITY);
            canvas.stroke(&line, &Stroke::solid(Color { a: 0.7, ..color }, 1.0));
        }
    }
    // After all lines, which would cross the names otherwise.
    for (spot, path) in &drawn {
        let veil = Color { a: 0.82, ..theme.background() };
        fill(canvas, &rectangle(spot.min, spot.max), &Affine::IDENTITY, veil);
        let baseline = Point::new(spot.min[0] + around, spot.max[1] - size * 0.28);
        let place = Affine::translation(baseline.x, baseline.y) * Affine::scale(1.0, -1.0);
        fill(canvas, path, &place, color);
    }
    without_room
}

/// Returns the part of a box that the picture shows.
fn clamped(bounds: &Bounds, view: &View) -> Bounds {
    let x = |value: f64| value.clamp(0.0, view.size[0]);
    let y = |value: f64| value.clamp(0.0, view.size[1]);
    Bounds {
        min: Point::new(x(bounds.min.x), y(bounds.min.y)),
        max: Point::new(x(bounds.max.x), y(bounds.max.y)),
    }
}

/// Returns the places for a label about a box, the best ones first.
fn spots(bounds: &Bounds, [width, height]: [f64; 2]) -> Vec<Placed> {
    let center = bounds.center();
    let mut spots = Vec::new();
    let mut push = |x: f64, y: f64, leader: Option<Point>| {
        spots.push(Placed { min: [x, y], max: [x + width, y + height], leader });
    };
    let has_room = bounds.width() > width * 1.5 && bounds.height() > height * 3.0;
    for distance in DISTANCES {
        let (left, right) = (bounds.min.x - distance - width, bounds.max.x + distance);
        let (above, below) = (bounds.min.y - distance - height, bounds.max.y + distance);
        let leader = |x: f64, y: f64| (distance > 4.0).then_some(Point::new(x, y));
        push(bounds.min.x, above, leader(bounds.min.x, bounds.min.y));
        push(right, center.y - height * 0.5, leader(bounds.max.x, center.y));
        push(bounds.min.x, below, leader(bounds.min.x, bounds.max.y));
        push(left, center.y - height * 0.5, leader(bounds.min.x, center.y));
        if distance == DISTANCES[0] && has_room {
            push(bounds.min.x + distance, bounds.min.y + distance, None);
            push(center.x - width * 0.5, center.y - height * 0.5, None);
            push(bounds.max.x - distance - width, bounds.max.y - distance - height, None);
        }
        push(center.x - width * 0.5, above, leader(center.x, bounds.min.y));
        push(center.x - width * 0.5, below, leader(center.x, bounds.max.y));
        push(right, above, leader(bounds.max.x, bounds.min.y));
        push(right, below, leader(bounds.max.x, bounds.max.y));
        push(left, above, leader(bounds.min.x, bounds.min.y));
        push(left, below, leader(bounds.min.x, bounds.max.y));
    }
    spots
}

fn shortened(name: &str) -> String {
    let visible: String = name.chars().map(|it| if it.is_control() { '\u{fffd}' } else { it }).collect();
    match visible.char_indices().nth(MAX_CHARACTERS) {
        Some((at, _)) => format!("{}…", &visible[..at]),
        None => visible,
    }
}
