//! Forms of blocks: what is written once for all instances that look alike but for their place.
//!
//! A form is stretched together with its strokes. So there is one for each size, and an instance that is stretched
//! unevenly has none.

use std::collections::HashMap;

use scenewright_geometry::Affine;
use scenewright_scene::{BlockUse, Scene, Visit};

/// The relative difference up to which sizes are the same: factors of instances are products of a few numbers, and exact to 1e-15.
const SAME_SIZE: f64 = 1e-9;

/// One block in one look and size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form<'a> {
    /// An instance of it, which stands for all.
    pub block: BlockUse<'a>,
    /// The factor by which lengths grow from the block to the drawing.
    pub factor: f64,
}

/// The forms that are worth being written: those with several instances.
#[derive(Debug, Default)]
pub(super) struct Forms<'a> {
    forms: Vec<Form<'a>>,
    by_block: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Forms<'a> {
    /// Returns the forms of everything that is visible.
    pub(crate) fn of(scene: &'a Scene) -> Forms<'a> {
        let mut all = Forms::default();
        let mut counts: Vec<usize> = Vec::new();
        if scene.definitions().next().is_none() {
            return all;
        }
        let mut inside: Option<usize> = None;
        for visit in scene.walk_back_to_front() {
            match visit {
                Visit::GroupEnd { depth, .. } if inside == Some(depth) => inside = None,
                Visit::GroupStart { depth, world, block: Some(block), .. } if inside.is_none() => {
                    inside = Some(depth);
                    let Some(factor) = world.similarity_factor() else { continue };
                    match all.find(&block, &world) {
                        Some(form) => counts[form] += 1,
                        None => {
                            all.add(Form { block, factor });
                            counts.push(1);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut worthwhile = Forms::default();
        for (form, count) in all.forms.into_iter().zip(counts) {
            if count > 1 {
                worthwhile.add(form);
            }
        }
        worthwhile
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Form<'a>> {
        self.forms.iter()
    }

    pub(crate) fn factor(&self, form: usize) -> f64 {
        self.forms.get(form).map_or(1.0, |form| form.factor)
    }

    /// Returns the form of an instance with this place in the world.
    pub(crate) fn find(&self, block: &BlockUse<'_>, world: &Affine) -> Option<usize> {
        let factor = world.similarity_factor()?;
        let candidates = self.by_block.get(block.block)?;
        candidates.iter().copied().find(|candidate| {
            let form = &self.forms[*candidate];
            (form.factor - factor).abs() <= SAME_SIZE * factor && form.block.looks_like(block, true)
        })
    }

    fn add(&mut self, form: Form<'a>) {
        self.by_block.entry(form.block.block).or_default().push(self.forms.len());
        self.forms.push(form);
    }
}
