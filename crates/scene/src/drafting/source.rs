//! The sources of annotations, from which they are redrawn when a script has ended.

use crate::drafting::dimension_source::DimensionSource;
use crate::drafting::hatch_pattern::HatchPattern;
use crate::drafting::note_source::NoteSource;
use crate::drafting::view_source::SectionView;
use scenewright_geometry::{Point, Shape};

/// The source from which an annotation is redrawn.
#[derive(Clone, Debug)]
pub enum Source {
    /// A hatch: its area, and the pattern that fills it.
    Hatch(HatchSource),
    /// A dimension: its subject with the options.
    Dimension(Box<DimensionSource>),
    /// A note of any kind, leaders included.
    Note(Box<NoteSource>),
}

/// The area of a hatch.
#[derive(Clone, Debug)]
pub enum HatchArea {
    /// The area of some entities without the area of others, by their names.
    Of {
        /// The names of the entities whose areas are hatched.
        names: Vec<String>,
        /// The names of the entities whose areas are left free.
        islands: Vec<String>,
    },
    /// The entities that a cutting line cuts, in its view.
    Section(Box<SectionView>),
    /// Shapes in the hatch's own coordinates.
    Fixed(Vec<Shape>),
}

/// The distance between the lines of a hatch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HatchGap {
    /// The distance of the pattern.
    #[default]
    Pattern,
    /// A distance in millimetres on paper.
    Paper(f64),
    /// A distance in the scene's unit.
    Scene(f64),
}

/// A hatch as a call asks for it.
#[derive(Clone, Debug)]
pub struct HatchSource {
    /// The area, looked up whenever the hatch is drawn.
    pub area: HatchArea,
    /// The pattern, whose lengths are millimetres on paper.
    pub pattern: HatchPattern,
    /// The angle by which the pattern is turned, in radians.
    pub angle: f64,
    /// The distance between lines; the pattern's other lengths grow with it.
    pub gap: HatchGap,
    /// The factor by which the pattern is larger.
    pub scale: f64,
    /// A point that the pattern is laid from, in the world.
    pub origin: Point,
}

impl Source {
    /// Returns the names of the entities that the annotation follows.
    pub fn names(&self) -> Vec<String> {
        let mut copy = self.clone();
        copy.names_mut().into_iter().map(|name| name.clone()).collect()
    }

    /// Returns the names of the entities that the annotation follows, to be changed.
    pub(crate) fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            Source::Hatch(hatch) => match &mut hatch.area {
                HatchArea::Of { names, islands } => names.iter_mut().chain(islands).collect(),
                HatchArea::Section(view) => view.all_names_mut(),
                HatchArea::Fixed(_) => Vec::new(),
            },
            Source::Dimension(dimension) => dimension.names_mut(),
            Source::Note(note) => note.names_mut(),
        }
    }
}
