//! Annotations as they are drawn.

use crate::drafting::annotation::Form;
use crate::drafting::occupancy::{Cost, Footprint};
use crate::drafting::parts::Part;
use crate::drafting::shapes::Shapes;

/// An annotation with its shapes. The form is in the world, the shapes are in millimetres on paper.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// The description for formats that know such things.
    pub form: Form,
    /// The shapes in the order of drawing.
    pub parts: Vec<Part>,
    /// The lines and texts, which others keep clear of.
    pub(crate) footprint: Footprint,
    /// The cost of its place, and what is in the way there; nothing where places were not compared.
    pub(crate) cost: Cost,
}

impl Drawn {
    /// Makes a drawing of shapes at a place that has not been compared with others.
    pub(crate) fn new(form: Form, shapes: Shapes) -> Drawn {
        let footprint = shapes.footprint().clone();
        Drawn { form, parts: shapes.into_parts(), footprint, cost: Cost::default() }
    }
}
