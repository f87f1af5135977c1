//! The order among siblings, back to front.

use super::store::{ROOT, Scene};
use crate::drafting::{SceneError, quoted};

/// The place that an entity is to have among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderMode {
    /// In front of all siblings.
    Front,
    /// Behind all siblings.
    Back,
    /// Behind it are this many siblings.
    Index(usize),
    /// The number of steps towards the front, or back when negative; the ends stop it.
    Shift(i64),
    /// Next in front of this sibling.
    Above(String),
    /// Next behind this sibling.
    Below(String),
}

/// The order of a level: the root or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawOrder {
    /// The group's name, or `root`.
    pub level: String,
    /// Names, back to front.
    pub order: Vec<String>,
    /// The same entities with their types and positions.
    pub details: Vec<OrderDetail>,
}

/// An entity with its place among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDetail {
    /// The name of the entity.
    pub name: String,
    /// The type that listings show.
    pub kind: &'static str,
    /// The position from the back, from 0.
    pub z: usize,
}

impl OrderMode {
    /// Parses `front`, `back`, an index as digits, `+n`, `-n`, `above:name` or `below:name`, exact and
    /// case-sensitive.
    pub fn parse(text: &str) -> Result<OrderMode, SceneError> {
        let wrong = || {
            SceneError::range(format!(
                "mode must be \"front\", \"back\", an index, \"+n\", \"-n\", \"above:name\" or \"below:name\", got {}",
                quoted(text)
            ))
        };
        let digits = |digits: &str| {
            (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
                // Too many digits are a number beyond every row, which is clamped or refused like any other.
                .then(|| digits.parse::<i64>().unwrap_or(i64::MAX))
                .ok_or_else(wrong)
        };
        if text == "front" {
            Ok(OrderMode::Front)
        } else if text == "back" {
            Ok(OrderMode::Back)
        } else if let Some(name) = text.strip_prefix("above:") {
            Ok(OrderMode::Above(name.to_owned()))
        } else if let Some(name) = text.strip_prefix("below:") {
            Ok(OrderMode::Below(name.to_owned()))
        } else if let Some(steps) = text.strip_prefix('+') {
            Ok(OrderMode::Shift(digits(steps)?))
        } else if let Some(steps) = text.strip_prefix('-') {
            Ok(OrderMode::Shift(-digits(steps)?))
        } else {
            Ok(OrderMode::Index(usize::try_from(digits(text)?).unwrap_or(usize::MAX)))
        }
    }
}

impl Scene {
    /// Moves an entity among its siblings; returns false if it is there already.
    pub fn draw_order(&mut self, name: &str, mode: OrderMode) -> Result<bool, SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let parent = self.entity(id).parent;
        let last = self.siblings.len(self.siblings.root(parent)) - 1;
        let current = self.siblings.rank(id);
        let rank_of = |other: &str| {
            let other_id = self.require(other)?;
            if other_id == id {
                return Err(SceneError::scene(format!("{} cannot be placed next to itself", quoted(name))));
            }
            if self.entity(other_id).parent != parent {
                return Err(SceneError::scene(format!(
                    "{} and {} are not in the same group, so neither can be above the other",
                    quoted(name),
                    quoted(other)
                )));
            }
            Ok(self.siblings.rank(other_id))
        };
        let target = match &mode {
            OrderMode::Front => last,
            OrderMode::Back => 0,
            OrderMode::Index(index) if *index > last => {
                return Err(SceneError::range(format!(
                    "mode as an index must be between 0 and {last}, got {index}"
                )));
            }
            OrderMode::Index(index) => *index,
            OrderMode::Shift(steps) => {
                let target = (current as i64).saturating_add(*steps).max(0);
                usize::try_from(target).unwrap_or(last).min(last)
            }
            // Positions count as they are once the entity is taken out of the row.
            OrderMode::Above(other) => {
                let rank = rank_of(other)?;
                // Behind the entity in the row, the other moves back by one when it is taken out.
                if rank > current { rank } else { rank + 1 }
            }
            OrderMode::Below(other) => {
                let rank = rank_of(other)?;
                if rank > current { rank - 1 } else { rank }
            }
        };
        if target == current {
            return Ok(false);
        }
        self.detach(id);
        self.attach(id, parent, target);
        Ok(true)
    }

    /// Returns the order of a group's children, or of the entities in no group.
    pub fn get_draw_order(&self, group: Option<&str>) -> Result<DrawOrder, SceneError> {
        let (id, level) = match group {
            Some(name) => (self.require_group(name)?, name),
            None => (ROOT, "root"),
        };
        let details: Vec<OrderDetail> = self
            .children(id)
            .enumerate()
            .map(|(z, child)| OrderDetail {
                name: self.entity(child).name.to_string(),
                kind: self.listed_kind(child),
                z,
            })
            .collect();
        let order = details.iter().map(|detail| detail.name.clone()).collect();
        Ok(DrawOrder { level: level.to_owned(), order, details })
    }
}
