//! The places of a scene's entities in the sources: noting, asking, and handing them on.

use std::sync::Arc;

use super::places::{PlaceInFile, Places, PlacesRecord, SourcePlace, UNKNOWN};
use super::store::{EntityId, ROOT, Scene};
use crate::drafting::SceneError;

impl Scene {
    /// Starts recording which call draws what; later places refer to these files by number.
    pub fn note_source_places(&mut self, files: Vec<Arc<str>>) {
        *self.places = Places { files: files.into(), are_known: true, ..Places::default() };
    }

    /// Sets the call that draws from now on; `None` if it is unknown.
    pub fn set_source_place(&mut self, place: Option<PlaceInFile>) {
        self.places.current = place.map_or(UNKNOWN, |place| self.places.number(place));
    }

    /// Returns the place of the call that drew an entity.
    pub fn source_place(&self, name: &str) -> Option<SourcePlace> {
        let place = self.places.of(self.find(name)?)?;
        let file = Arc::clone(self.places.files.get(usize::from(place.file))?);
        Some(SourcePlace { file, line: place.line, column: place.column })
    }

    /// Returns true if the run that drew the scene noted its places, and false for one that was read from a file.
    pub fn knows_source_places(&self) -> bool {
        self.places.are_known
    }

    /// Takes over the places of the entities of the same names in another scene.
    pub fn take_source_places(&mut self, other: &Scene) {
        let mut numbers = vec![UNKNOWN; self.id_bound()];
        for id in self.entities_below(ROOT) {
            // By name, as the same entity may have another slot here.
            let found = other.find(&self.entity(id).name);
            let number = found.and_then(|found| other.places.of.get(found as usize));
            numbers[id as usize] = number.copied().unwrap_or(UNKNOWN);
        }
        *self.places = Places {
            files: Arc::clone(&other.places.files),
            list: other.places.list.clone(),
            of: numbers,
            are_known: other.places.are_known,
            ..Places::default()
        };
    }

    /// Replaces the line and column of every place, each once.
    pub fn correct_source_places(&mut self, mut corrected: impl FnMut(&str, u32, u32) -> (u32, u32)) {
        let files = Arc::clone(&self.places.files);
        for place in &mut self.places.list {
            let Some(file) = files.get(usize::from(place.file)) else { continue };
            (place.line, place.column) = corrected(file, place.line, place.column);
        }
        // Places that were different may be the same now, and the index still has the old ones.
        self.places.numbers.clear();
        self.places.current = UNKNOWN;
    }

    pub(super) fn places_record(&self) -> PlacesRecord {
        if !self.places.are_known {
            return PlacesRecord::default();
        }
        let number = |id: EntityId| self.places.of.get(id as usize).copied().unwrap_or(UNKNOWN);
        PlacesRecord {
            files: self.places.files.to_vec(),
            list: self.places.list.clone(),
            of: self.entities_below(ROOT).map(number).collect(),
        }
    }

    /// Takes the places of a record over, whose entities have these ids.
    pub(super) fn adopt_places(&mut self, record: PlacesRecord, ids: &[EntityId]) -> Result<(), SceneError> {
        let PlacesRecord { files, list, of: numbers } = record;
        if files.is_empty() {
            return Ok(());
        }
        // Read from another process or a file, so every number is checked before it is used as an index.
        let is_sound = numbers.len() == ids.len()
            && numbers.iter().all(|number| *number as usize <= list.len())
            && list.iter().all(|place| usize::from(place.file) < files.len());
        if !is_sound {
            return Err(SceneError::scene("the places of the entities do not fit them"));
        }
        let mut of = vec![UNKNOWN; self.id_bound()];
        for (id, number) in ids.iter().zip(numbers) {
            of[*id as usize] = number;
        }
        *self.places = Places { files: files.into(), list, of, are_known: true, ..Places::default() };
        Ok(())
    }
}
