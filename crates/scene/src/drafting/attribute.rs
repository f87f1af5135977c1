//! Attributes of blocks: values that are each instance's own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::drafting::error::SceneError;
use crate::drafting::text_source::Align;
use scenewright_geometry::{finite, positive};

/// An attribute that the instances of a block have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDefinition {
    /// The name of the attribute: 1 to 31 characters, no blanks.
    pub tag: Arc<str>,
    /// The value of an instance that is given none.
    pub value: String,
    /// The place where the value is written; `None` for a value that is not seen.
    pub place: Option<AttributePlace>,
}

/// The place of an attribute's text, in the coordinates of the block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributePlace {
    /// The beginning, middle or end of the baseline, by `align`.
    pub x: f64,
    /// The height of the baseline, upwards.
    pub y: f64,
    /// The size of the text, which is the height of the font's em square.
    pub size: f64,
    /// The point of the text that is at `x`.
    pub align: Align,
}

/// The value that an attribute has in an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// The name of the attribute, which the block defines.
    pub tag: Arc<str>,
    /// The value, which a visible attribute shows as a text.
    pub value: String,
}

/// The most characters of a tag: as many as other programs take.
const MAX_TAG_CHARACTERS: usize = 31;

impl AttributeDefinition {
    /// Refuses a tag that other programs cannot read, and a place that holds no finite numbers or has no size.
    pub fn check(&self) -> Result<(), SceneError> {
        let is_plain = |it: char| !it.is_whitespace() && !it.is_control();
        if self.tag.is_empty()
            || self.tag.chars().count() > MAX_TAG_CHARACTERS
            || !self.tag.chars().all(is_plain)
        {
            return Err(SceneError::range(format!(
                "the tag of an attribute must have 1 to {MAX_TAG_CHARACTERS} characters and no blanks, got {:?}",
                &*self.tag
            )));
        }
        if let Some(place) = &self.place {
            let named = |error: scenewright_geometry::ShapeError| {
                SceneError::range(format!("attribute {}: {}", &*self.tag, error.message))
            };
            finite("x", place.x).map_err(named)?;
            finite("y", place.y).map_err(named)?;
            positive("size", place.size).map_err(named)?;
        }
        Ok(())
    }
}
