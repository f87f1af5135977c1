//! Views as calls ask for them: sections and details.

use crate::drafting::point_ref::PointRef;

/// A section of something flat, seen along a cutting line.
#[derive(Clone, Debug)]
pub struct SectionView {
    /// The names of the entities that are cut.
    pub of: Vec<String>,
    /// The ends of the cutting line.
    pub line: [PointRef; 2],
    /// The thickness of what is cut, in the unit of the scene.
    pub thickness: f64,
    /// The letter at the cutting line.
    pub letter: String,
    /// True for a view to the left of the way along the line.
    pub looks_left: bool,
    /// The place of the view.
    pub place: ViewPlace,
    /// Holes that do not go straight through.
    pub holes: Vec<SectionHole>,
}

/// The place of a view.
#[derive(Clone, Debug)]
pub enum ViewPlace {
    /// Beyond the cut entities, in the direction of the view, at this distance on paper.
    Projected(f64),
    /// The middle of the view at a point, the cutting line along this angle in radians.
    At(PointRef, f64),
}

/// A hole of a section that has a seat or a bottom. Lengths are in the unit of the scene, from the upper face.
#[derive(Clone, Debug)]
pub struct SectionHole {
    /// The name of the circle.
    pub of: String,
    /// The depth of a hole that does not go through.
    pub depth: Option<f64>,
    /// The diameter and the depth of a counterbore.
    pub counterbore: Option<[f64; 2]>,
    /// The diameter of a countersink, and its angle in radians.
    pub countersink: Option<[f64; 2]>,
}

/// A part of the drawing at another scale.
#[derive(Clone, Debug)]
pub struct DetailView {
    /// The middle of the part.
    pub center: PointRef,
    /// The radius of the part, in the unit of the scene.
    pub radius: f64,
    /// The factor by which the view is larger than the drawing.
    pub factor: f64,
    /// The letter at the part and above the view.
    pub letter: String,
    /// The middle of the view; `None` for a place with room.
    pub at: Option<PointRef>,
}

impl SectionView {
    pub(crate) fn points_mut(&mut self) -> Vec<&mut PointRef> {
        let at = match &mut self.place {
            ViewPlace::At(point, _) => Some(point),
            ViewPlace::Projected(_) => None,
        };
        self.line.iter_mut().chain(at).collect()
    }

    /// Returns the names of the entities that the view follows, its points included.
    pub(crate) fn all_names_mut(&mut self) -> Vec<&mut String> {
        let at = match &mut self.place {
            ViewPlace::At(point, _) => Some(point),
            ViewPlace::Projected(_) => None,
        };
        let points = self.line.iter_mut().chain(at).filter_map(PointRef::name_mut);
        self.of.iter_mut().chain(points).chain(self.holes.iter_mut().map(|hole| &mut hole.of)).collect()
    }
}

impl DetailView {
    pub(crate) fn points_mut(&mut self) -> Vec<&mut PointRef> {
        std::iter::once(&mut self.center).chain(self.at.as_mut()).collect()
    }
}
