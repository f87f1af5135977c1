//! The look of an entity: its own style, and the inherited one.

use serde::{Deserialize, Serialize};

use crate::drafting::color::Color;
use crate::drafting::error::SceneError;
use scenewright_geometry::number_text;

/// A property that an entity may have of its own. Without one, the nearest group that has one decides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Own<T> {
    /// The style of the nearest group that has one, or the default.
    #[default]
    Inherited,
    /// Explicitly nothing, which overrides the group's property.
    Absent,
    /// This one, whatever the groups say.
    Value(T),
    /// The style of the layer which the entity is on.
    ByLayer,
}

/// The style that is an entity's own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnStyle {
    /// The colour of areas.
    pub fill: Own<Color>,
    /// The pen of outlines.
    pub stroke: Own<Stroke>,
}

impl OwnStyle {
    /// Takes what is inherited from the style of a group.
    pub fn inherit(&mut self, group: &OwnStyle) {
        if self.fill == Own::Inherited {
            self.fill.clone_from(&group.fill);
        }
        if self.stroke == Own::Inherited {
            self.stroke.clone_from(&group.stroke);
        }
    }
}

/// A pen. The width is in the scene's unit and does not grow with an entity's scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// The colour of the pen.
    pub color: Color,
    /// The width; zero is no stroke.
    pub width: f64,
    /// Lengths of dashes and gaps by turns; empty is a solid line.
    pub dash: Vec<f64>,
    /// The ends of open lines and of dashes.
    pub cap: Cap,
    /// The corners between segments.
    pub join: Join,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cap {
    /// Cut off at the end itself.
    #[default]
    Butt,
    /// A half circle about the end.
    Round,
    /// Lengthened by half of the width.
    Square,
}

/// The corner between two segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Join {
    /// Sides continued to their point of intersection.
    #[default]
    Miter,
    /// Rounded about the corner.
    Round,
    /// Cut off straight.
    Bevel,
}

/// The effective style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style<'a> {
    /// The colour of the area; `None` for no fill.
    pub fill: Option<Color>,
    /// The stroke; the one of the layer has the width and dashes of the scene's own drawing scale, and [`Pens`] has it
    /// for another.
    ///
    /// [`Pens`]: crate::drafting::Pens
    pub stroke: Option<&'a Stroke>,
    /// True where the fill is the colour of the layer, which `fill` does not hold before the layer is known.
    pub fill_by_layer: bool,
    /// True where the stroke is the pen of the layer.
    pub stroke_by_layer: bool,
}

/// A stroke in the place of the layer's, until the layer is known.
static LAYER_STROKE: Stroke = Stroke::solid(Color::BLACK, 0.25);

impl Style<'static> {
    /// The style of an entity when neither it nor a group has one: no fill, and the pen of its layer.
    pub const DEFAULT: Style<'static> =
        Style { fill: None, stroke: Some(&LAYER_STROKE), fill_by_layer: false, stroke_by_layer: true };
}

impl<'a> Style<'a> {
    /// Returns the style of an entity inside something of this style.
    pub fn overridden(self, own: &'a OwnStyle) -> Style<'a> {
        let (fill, fill_by_layer) = match own.fill {
            Own::Inherited => (self.fill, self.fill_by_layer),
            Own::Absent => (None, false),
            Own::Value(color) => (Some(color), false),
            Own::ByLayer => (Some(Color::BLACK), true),
        };
        let (stroke, stroke_by_layer) = match &own.stroke {
            Own::Inherited => (self.stroke, self.stroke_by_layer),
            Own::Absent => (None, false),
            Own::Value(stroke) => (Some(stroke), false),
            Own::ByLayer => (Some(&LAYER_STROKE), true),
        };
        Style { fill, stroke, fill_by_layer, stroke_by_layer }
    }
}

/// The most dashes of a pattern: more than any in drafting has, and few enough to be harmless.
const MAX_DASHES: usize = 64;

impl Stroke {
    /// Makes a pen without dashes, with butt ends and mitred corners; the values are not checked.
    pub const fn solid(color: Color, width: f64) -> Self {
        Stroke { color, width, dash: Vec::new(), cap: Cap::Butt, join: Join::Miter }
    }

    /// Refuses widths and dashes that cannot be drawn, and a colour out of range.
    pub fn check(&self) -> Result<(), SceneError> {
        if !self.width.is_finite() || self.width < 0.0 {
            return Err(SceneError::range(format!(
                "width must be 0 or greater and finite, got {}",
                number_text(self.width)
            )));
        }
        if let Some(length) = self.dash.iter().find(|length| !length.is_finite() || **length < 0.0) {
            return Err(SceneError::range(format!(
                "dash must hold finite lengths of 0 or greater, got {}",
                number_text(*length)
            )));
        }
        if !self.dash.is_empty() && !self.dash.iter().any(|length| *length > 0.0) {
            return Err(SceneError::range("dash must hold a length greater than 0"));
        }
        if self.dash.len() > MAX_DASHES {
            return Err(SceneError::range(format!(
                "dash must hold at most {MAX_DASHES} lengths, got {}",
                self.dash.len()
            )));
        }
        self.color.check()
    }
}

impl OwnStyle {
    /// Refuses a fill or a stroke of its own that cannot be drawn.
    pub fn check(&self) -> Result<(), SceneError> {
        if let Own::Value(color) = &self.fill {
            color.check()?;
        }
        if let Own::Value(stroke) = &self.stroke {
            stroke.check()?;
        }
        Ok(())
    }

    /// Takes over what changes from one style to the next, where this is still the one from before.
    pub(crate) fn follow(&mut self, before: &OwnStyle, next: &OwnStyle) {
        if self.fill == before.fill {
            self.fill = next.fill.clone();
        }
        if self.stroke == before.stroke {
            self.stroke = next.stroke.clone();
        }
    }
}
