//! The shared parts of repairs of DXF and SVG files: the result, and the outlines of texts.

use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_scene::{Fonts, Scene, Visit};

use super::drawing::{Drawing, Item, ItemContent};

/// A repaired file.
#[derive(Debug)]
pub struct Fixed {
    /// The contents.
    pub bytes: Vec<u8>,
    /// The number of findings that were repaired.
    pub count: usize,
}

impl Drawing {
    /// Returns the outlines of a text, in the drawing's coordinates with y up.
    pub(super) fn text_outlines(&self, name: &str) -> Option<Path> {
        let mut found: Vec<Item> = Vec::new();
        collect_texts(&self.items, name, &mut found);
        let only = Drawing { items: found, layers: self.layers.clone(), ..Drawing::default() };
        let mut scene = Scene::new();
        only.draw(&mut scene, "text", Some(1.0), &Fonts::builtin()).ok()?;
        let mut path = Path::new();
        for visit in scene.walk_all_back_to_front() {
            if let Visit::Leaf(leaf) = visit {
                path.extend(&leaf.shape.to_path().transformed(&leaf.world));
            }
        }
        (!path.is_empty()).then_some(path)
    }
}

fn collect_texts(items: &[Item], name: &str, found: &mut Vec<Item>) {
    for item in items {
        match &item.content {
            ItemContent::Group(children) => collect_texts(children, name, found),
            ItemContent::Text(_) if item.origin.as_ref().is_some_and(|origin| origin.names == [name]) => {
                found.push(item.clone());
            }
            _ => {}
        }
    }
}

/// Returns a path as closed polygons that are off by a hundredth of its height at most.
pub(super) fn polygons(path: &Path, height: f64) -> Vec<Vec<Point>> {
    let chains = Shape::Path(path.clone()).flattened(&Affine::IDENTITY, 0.01 * height);
    chains.map(|chains| chains.into_iter().map(|chain| chain.points).collect()).unwrap_or_default()
}
