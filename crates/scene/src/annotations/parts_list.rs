//! Parts lists: the blocks of a drawing with their numbers.

use std::collections::HashMap;
use std::sync::Arc;

use crate::drafting::{NoteSource, PartColumn, PointRef, SceneError, Source, quoted};
use crate::store::{Content, EntityId, ROOT, Scene};

/// A block of which instances are shown.
struct ListedPart {
    block: Arc<str>,
    instances: Vec<EntityId>,
    number: String,
}

/// The text of a balloon that stands for the number of its part.
pub(super) const OWN_NUMBER: &str = "#";

impl Scene {
    /// Returns the rows of a parts list, its head included.
    pub(super) fn parts_rows(
        &self,
        columns: &[(String, PartColumn)],
        blocks: Option<&[String]>,
    ) -> Result<Vec<Vec<String>>, SceneError> {
        let parts = self.listed_parts();
        for block in blocks.into_iter().flatten() {
            if !parts.iter().any(|part| *part.block == **block) {
                return Err(SceneError::scene(format!("there is no instance of a block {}", quoted(block))));
            }
        }
        let is_listed =
            |part: &&ListedPart| blocks.is_none_or(|blocks| blocks.iter().any(|it| **it == *part.block));
        let mut rows = vec![columns.iter().map(|(head, _)| head.clone()).collect::<Vec<String>>()];
        for part in parts.iter().filter(is_listed) {
            rows.push(columns.iter().map(|(_, column)| self.part_cell(part, column)).collect());
        }
        Ok(rows)
    }

    fn part_cell(&self, part: &ListedPart, column: &PartColumn) -> String {
        match column {
            PartColumn::Item => part.number.clone(),
            PartColumn::Name => part.block.to_string(),
            PartColumn::Count => part.instances.len().to_string(),
            PartColumn::Attribute(tag) => {
                let mut values: Vec<&str> = Vec::new();
                for id in &part.instances {
                    let Content::Instance(instance) = &self.entity(*id).content else { continue };
                    let own = instance.attributes.iter().find(|it| *it.tag == **tag);
                    if let Some(own) = own.map(|own| own.value.trim())
                        && !own.is_empty()
                        && !values.contains(&own)
                    {
                        values.push(own);
                    }
                }
                values.join(", ")
            }
        }
    }

    /// Returns the blocks of which instances are shown, in the order of their numbers. A block has the number of a balloon
    /// at one of its instances, or else the next one that no balloon has.
    fn listed_parts(&self) -> Vec<ListedPart> {
        let mut parts: Vec<ListedPart> = Vec::new();
        let mut known: HashMap<Arc<str>, usize> = HashMap::new();
        for id in self.entities_below(ROOT) {
            let Content::Instance(instance) = &self.entity(id).content else { continue };
            if self.is_hidden(id) {
                continue;
            }
            let index = *known.entry(Arc::clone(&instance.block)).or_insert_with(|| {
                let block = Arc::clone(&instance.block);
                parts.push(ListedPart { block, instances: Vec::new(), number: String::new() });
                parts.len() - 1
            });
            parts[index].instances.push(id);
        }
        let given = self.balloon_numbers();
        for part in &mut parts {
            let own = part.instances.iter().find_map(|id| given.get(&self.entity(*id).name));
            if let Some(number) = own {
                part.number.clone_from(number);
            }
        }
        let taken: Vec<String> = parts.iter().map(|part| part.number.clone()).collect();
        let mut free = (1..).map(|number: usize| number.to_string()).filter(|it| !taken.contains(it));
        for part in parts.iter_mut().filter(|part| part.number.is_empty()) {
            part.number = free.next().unwrap_or_default();
        }
        parts.sort_by_key(|part| part.number.parse::<u64>().unwrap_or(u64::MAX));
        parts
    }

    /// Returns the numbers that balloons write, by the entities at which they are.
    fn balloon_numbers(&self) -> HashMap<Arc<str>, String> {
        let mut numbers = HashMap::new();
        for id in self.entities_below(ROOT) {
            let annotation = self.entity(id).annotation.as_ref();
            if let Some(Source::Note(note)) = annotation.and_then(|it| it.source.as_ref())
                && let NoteSource::Balloon { target: PointRef::Of { name, .. }, text, .. } = &**note
                && text != OWN_NUMBER
            {
                numbers.entry(Arc::from(&**name)).or_insert_with(|| text.clone());
            }
        }
        numbers
    }

    /// Returns the text of a balloon: `#` is the number of its part in the parts list.
    pub(super) fn balloon_text(&self, target: &PointRef, text: &str) -> Result<String, SceneError> {
        if text != OWN_NUMBER {
            return Ok(text.to_owned());
        }
        let part = match target {
            PointRef::Of { name, .. } => self
                .find(name)
                .and_then(|id| self.listed_parts().into_iter().find(|part| part.instances.contains(&id))),
            PointRef::At(_) => None,
        };
        part.map(|part| part.number).ok_or_else(|| {
            SceneError::scene("the text # is the number of an instance of a block, and the target is none")
        })
    }
}
