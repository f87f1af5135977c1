//! The shared parts of repairs of DXF and SVG files: the result, and the outlines of texts.

use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_scene::{Fonts, Scene, Visit};

use super::drawing::{Drawing, Item, ItemContent, Origin};

/// A repaired file.
#[derive(Debug)]
pub struct Fixed {
    /// The contents.
    pub bytes: Vec<u8>,
    /// The number of findings that were repaired.
    pub count: usize,
}

impl Drawing {
    /// Returns the outlines of a text by its names, in the coordinates that the file describes it in.
    pub(super) fn text_outlines(&self, names: &[String]) -> Option<Path> {
        let place = self.place_of(names)?;
        let mut found: Vec<Item> = Vec::new();
        each(&self.items, &mut |item, origin| {
            // A block in an array has several places by one name.
            let is_wanted = origin.names == names && origin.place == place;
            found.extend((is_wanted && matches!(item.content, ItemContent::Text(_))).then(|| item.clone()));
        });
        let only = Drawing { items: found, layers: self.layers.clone(), ..Drawing::default() };
        let mut scene = Scene::new();
        only.draw(&mut scene, "text", Some(1.0), &Fonts::builtin()).ok()?;
        let mut path = Path::new();
        for visit in scene.walk_all_back_to_front() {
            if let Visit::Leaf(leaf) = visit {
                path.extend(&leaf.shape.to_path().transformed(&leaf.world));
            }
        }
        let back = place.inverse()?;
        (!path.is_empty()).then(|| path.transformed(&back))
    }

    /// Returns the way from the coordinates that the file describes an entity in to the drawing's.
    pub(super) fn place_of(&self, names: &[String]) -> Option<Affine> {
        let mut place = None;
        each(&self.items, &mut |_, origin| {
            if place.is_none() && origin.names == names {
                place = Some(origin.place);
            }
        });
        place
    }
}

/// Visits all items with what is known about where they come from.
fn each(items: &[Item], visit: &mut dyn FnMut(&Item, &Origin)) {
    for item in items {
        match (&item.content, &item.origin) {
            (ItemContent::Group(children), _) => each(children, visit),
            (_, Some(origin)) => visit(item, origin),
            _ => {}
        }
    }
}

/// Returns a path as closed polygons that are off by a hundredth of its height at most.
pub(super) fn polygons(path: &Path, height: f64) -> Vec<Vec<Point>> {
    let chains = Shape::Path(path.clone()).flattened(&Affine::IDENTITY, 0.01 * height);
    chains.map(|chains| chains.into_iter().map(|chain| chain.points).collect()).unwrap_or_default()
}
