//! The places in the sources where entities were drawn, beside the drawing: they change nothing about it.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

/// The number of no place; the first place has 1.
pub(super) const UNKNOWN: u32 = 0;

/// The place of a call that drew an entity. The column counts UTF-16 code units from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The name of the file, such as `main`.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A place with its file as a number among [`Places::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceInFile {
    /// The number of the file, from 0.
    pub file: u16,
    /// The line, from 1.
    pub line: u32,
    /// The column in UTF-16 code units, from 1.
    pub column: u32,
}

/// The places of all entities: each place once, and four bytes for an entity.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) files: Arc<[Arc<str>]>,
    pub(super) list: Vec<PlaceInFile>,
    pub(super) numbers: HashMap<PlaceInFile, u32, RandomState>,
    /// The number of the place of each entity, by id; ids beyond the end have none.
    pub(super) of: Vec<u32>,
    /// The number of the call that draws now.
    pub(super) current: u32,
    /// True when every entity was drawn by a run that noted its places.
    pub(super) are_known: bool,
}

/// The places of a scene as they cross to another process. Empty where they are not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacesRecord {
    pub(crate) files: Vec<Arc<str>>,
    pub(crate) list: Vec<PlaceInFile>,
    /// The number of the place of each entity of the record, from 1; 0 where it has none.
    pub of: Vec<u32>,
}

impl Places {
    /// Notes that an entity is drawn by the current call.
    pub(crate) fn stamp(&mut self, id: u32) {
        let index = id as usize;
        // Scenes without places pay nothing for them. A slot that is used again must not keep its old place,
        // though.
        if self.current == UNKNOWN && index >= self.of.len() {
            return;
        }
        if index >= self.of.len() {
            self.of.resize(index + 1, UNKNOWN);
        }
        self.of[index] = self.current;
    }

    pub(super) fn number(&mut self, place: PlaceInFile) -> u32 {
        // A loop draws from one place again and again.
        if let Some(current) = self.current.checked_sub(1)
            && self.list.get(current as usize) == Some(&place)
        {
            return self.current;
        }
        *self.numbers.entry(place).or_insert_with(|| {
            self.list.push(place);
            self.list.len() as u32
        })
    }

    pub(super) fn of(&self, id: u32) -> Option<PlaceInFile> {
        let number = *self.of.get(id as usize)?;
        self.list.get(number.checked_sub(1)? as usize).copied()
    }
}
