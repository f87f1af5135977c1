//! The lines, arrows and texts of one dimension or note.

use crate::drafting::dimension_style::Arrow;
use crate::drafting::parts::{Lettering, Part, push_circle, push_line};
use crate::drafting::vectors::{ahead, left_of};
use scenewright_geometry::{Path, Point};

/// The ratio of an arrow's length to half its width: 15 degrees at the tip.
const SLENDERNESS: f64 = 7.6;

/// The width of an oblique stroke, in millimetres on paper.
const TICK_WIDTH: f64 = 0.5;

/// Shapes on paper, by the way they are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    /// The thin lines, drawn with the pen of the group.
    pub lines: Path,
    pub(crate) thick: Path,
    pub(crate) fills: Path,
    pub(crate) texts: Vec<Lettering>,
}

impl Shapes {
    /// Adds a thin line; one without length is left out.
    pub(crate) fn line(&mut self, from: Point, to: Point) {
        if from != to {
            push_line(&mut self.lines, from, to);
        }
    }

    /// Adds an arrow whose tip is at a point and points in a direction.
    pub(crate) fn arrow(&mut self, tip: Point, pointing: Point, arrow: Arrow, size: f64) {
        if size <= 0.0 {
            return;
        }
        let side = left_of(pointing);
        let tail = ahead(tip, pointing, -size);
        let wings = [ahead(tail, side, size / SLENDERNESS), ahead(tail, side, -size / SLENDERNESS)];
        match arrow {
            Arrow::Filled => self.fills.push_chain([tip, wings[0], wings[1]], true),
            Arrow::Open => self.lines.push_chain([wings[0], tip, wings[1]], false),
            Arrow::Tick => {
                // From below left to above right, seen along the line as it is read.
                let along = crate::drafting::vectors::reading(pointing);
                let stroke = Point::new(along.x - along.y, along.y + along.x);
                push_line(&mut self.thick, ahead(tip, stroke, -size * 0.5), ahead(tip, stroke, size * 0.5));
            }
            Arrow::Dot => push_circle(&mut self.fills, tip, size * 0.17),
            Arrow::None => {}
        }
    }

    /// Returns the parts to draw, without empty ones.
    pub(crate) fn into_parts(self) -> Vec<Part> {
        let paths = [Part::Lines(self.lines), Part::Thick(self.thick, TICK_WIDTH), Part::Fill(self.fills)];
        let is_drawn = |part: &Part| match part {
            Part::Lines(path) | Part::Thick(path, _) | Part::Fill(path) => !path.is_empty(),
            Part::Text(line) => !line.text.trim().is_empty(),
        };
        paths.into_iter().chain(self.texts.into_iter().map(Part::Text)).filter(is_drawn).collect()
    }
}
