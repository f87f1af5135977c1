//! Attributes of blocks: values that are each instance's own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::SceneError;
use crate::text_source::Align;
use scenewright_geometry::{finite, positive};

/// An attribute that the instances of a block have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDefinition {
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
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub align: Align,
}

/// The value that an attribute has in an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    pub tag: Arc<str>,
    pub value: String,
}

/// The most characters of a tag: as many as other programs take.
const MAX_TAG_CHARACTERS: usize = 31;

impl AttributeDefinition {
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
