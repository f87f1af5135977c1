//! Annotations in blocks, whose texts are as high on paper as those beside the instances.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::parts_list::OWN_NUMBER;
use crate::drafting::{Annotation, Fonts, NoteSource, SceneError, Source, quoted};
use crate::store::{Content, EntityId, ROOT, Scene};

impl Scene {
    /// Redraws the annotations in blocks at the scale of the sheet divided by the scale of their instances. Returns warnings.
    pub(super) fn renew_in_blocks(&mut self, fonts: &Fonts) -> Result<Vec<String>, SceneError> {
        if self.blocks.values().all(|block| annotated(&block.contents).is_empty()) {
            return Ok(Vec::new());
        }
        let factors = self.factors_of_instances();
        let scale = self.sheet_scale();
        // A block within another is ready before that one is measured.
        let mut names: Vec<Arc<str>> = self.blocks.keys().cloned().collect();
        names.sort_by_key(|name| self.blocks[name].depth);
        let mut renewed: HashSet<Arc<str>> = HashSet::new();
        let mut warnings = Vec::new();
        for name in names {
            let block = Arc::clone(&self.blocks[&name]);
            let own = annotated(&block.contents);
            if own.is_empty() && !instances_in(&block.contents).any(|(_, inner)| renewed.contains(&inner)) {
                continue;
            }
            let mut contents = block.contents.clone();
            if !own.is_empty() {
                let factor = factors.get(&name).copied().unwrap_or(1.0);
                contents.take_rules_of(self, scale / factor);
                let found = contents.renew_all(&own, fonts)?;
                warnings.extend(found.into_iter().map(|it| format!("in the block {}, {it}", quoted(&name))));
                contents.take_rules_of(&Scene::new(), 1.0);
                contents.drawing_scale = None;
            }
            self.add_block(&name, contents, block.attributes.clone())?;
            renewed.insert(name);
        }
        self.recount_instances();
        Ok(warnings)
    }

    /// Takes what decides how annotations are drawn: contents of blocks have no rules of their own.
    fn take_rules_of(&mut self, other: &Scene, scale: f64) {
        self.units = other.units;
        self.dimension_style = Arc::clone(&other.dimension_style);
        self.layers.clone_from(&other.layers);
        self.blocks.clone_from(&other.blocks);
        self.drawing_scale = Some(scale);
    }

    /// Returns how much larger blocks are in the drawing than in their definitions. Of several instances the smallest counts, so that
    /// no text is lower on paper than the style says.
    fn factors_of_instances(&self) -> HashMap<Arc<str>, f64> {
        // From the outermost on, so that the factor of a block is known before those in it.
        let mut trees: Vec<(Option<&Arc<str>>, usize, &Scene)> =
            self.blocks.iter().map(|(name, block)| (Some(name), block.depth, &block.contents)).collect();
        trees.push((None, usize::MAX, self));
        trees.sort_by_key(|(_, depth, _)| std::cmp::Reverse(*depth));
        let mut factors: HashMap<Arc<str>, f64> = HashMap::new();
        for (name, _, tree) in trees {
            let outer = match name {
                None => 1.0,
                Some(name) => factors.get(name).copied().unwrap_or(1.0),
            };
            for (id, block) in instances_in(tree) {
                let factor = outer * tree.world_of(id).determinant().abs().sqrt();
                if factor > 0.0 && factor.is_finite() {
                    factors.entry(block).and_modify(|known| *known = known.min(factor)).or_insert(factor);
                }
            }
        }
        factors
    }

    /// Binds annotations that became a block's to the places that they have, where they follow what is not in the block.
    pub(crate) fn bind_in_block(&self, contents: &mut Scene) {
        for id in annotated(contents) {
            let entity = contents.entity(id);
            let Some((annotation, source)) =
                entity.annotation.clone().and_then(|it| Some((it.clone(), it.source.clone()?)))
            else {
                continue;
            };
            if source.names().iter().all(|name| contents.exists(name)) {
                continue;
            }
            let source = self.find(&entity.name).and_then(|own| self.fixed(own, &source, &annotation.form));
            let annotation = Annotation { source, ..Annotation::clone(&annotation) };
            contents.entity_mut(id).annotation = Some(Arc::new(annotation));
        }
    }
}

/// Returns the annotations that can be redrawn by what is in the block alone.
fn annotated(tree: &Scene) -> Vec<EntityId> {
    let is_of_block = |source: &Source| match source {
        // These show the whole drawing or a sheet of it.
        Source::Note(note) => {
            let reads_drawing = match &**note {
                NoteSource::PartsList { .. } | NoteSource::DetailView(_) => true,
                NoteSource::Balloon { text, .. } => text == OWN_NUMBER,
                _ => false,
            };
            !reads_drawing && !note.is_on_page()
        }
        Source::Dimension(_) | Source::Hatch(_) => true,
    };
    let can_be_redrawn = |id: &EntityId| {
        let annotation = tree.entity(*id).annotation.as_ref();
        annotation.and_then(|it| it.source.as_ref()).is_some_and(is_of_block)
    };
    tree.entities_below(ROOT).filter(can_be_redrawn).collect()
}

fn instances_in(tree: &Scene) -> impl Iterator<Item = (EntityId, Arc<str>)> + '_ {
    tree.entities_below(ROOT).filter_map(|id| match &tree.entity(id).content {
        Content::Instance(instance) => Some((id, Arc::clone(&instance.block))),
        Content::Group | Content::Leaf(_) => None,
    })
}
