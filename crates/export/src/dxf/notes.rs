//! Leaders and notes.

use acadrust::entities::{AttachmentPoint, EntityCommon, EntityType, Leader, LeaderCreationType, MText};
use acadrust::types::Vector3;

use super::entities::{contours, outline, vector};
use super::names::one_line;
use super::{Drawing, Owner, failed, fill, text};
use scenewright_error::Result;
use scenewright_geometry::Affine;
use scenewright_scene::{Color, LeaderForm, Leaf};

impl Drawing {
    /// Adds a leader with its text.
    pub(super) fn add_leader(&mut self, owner: &Owner<'_>, form: &LeaderForm) -> Result<()> {
        let (fill, stroke) = (owner.style.fill, owner.style.stroke);
        let mut mtext = MText::new();
        mtext.value = form.text.lines().map(|line| escaped(&one_line(line))).collect::<Vec<_>>().join("\\P");
        mtext.insertion_point = vector(form.text_at);
        mtext.height = form.text_height;
        // A width, which the library sets to 10, would break the text at its spaces.
        mtext.rectangle_width = 0.0;
        mtext.style = self.tables.text_style(&mut self.document, None);
        mtext.attachment_point =
            if form.is_left { AttachmentPoint::MiddleRight } else { AttachmentPoint::MiddleLeft };
        mtext.common = match fill {
            Some(color) => self.common(owner, color, owner.style.fill_by_layer),
            None => self.common(owner, Color::BLACK, true),
        };
        mtext.common.owner_handle = self.owner;
        let handle =
            self.document.add_entity(EntityType::MText(Box::new(mtext))).map_err(|error| failed(&error))?;
        let mut leader = Leader::from_vertices(form.points.iter().map(|point| vector(*point)).collect());
        leader.common = match stroke {
            Some(stroke) => self.common(owner, stroke.color, owner.style.stroke_by_layer),
            None => self.common(owner, Color::BLACK, true),
        };
        leader.creation_type = LeaderCreationType::WithText;
        leader.annotation_handle = handle;
        leader.text_height = form.text_height;
        leader.arrow_size = form.arrow_size;
        leader.dimension_style = self.leader_style(form);
        leader.horizontal_direction = Vector3::new(if form.is_left { -1.0 } else { 1.0 }, 0.0, 0.0);
        self.add(EntityType::Leader(leader))
    }

    /// Adds the shapes of a note, as they are but with texts as such; on paper where it is on a sheet.
    pub(super) fn add_note(
        &mut self,
        owner: &Owner<'_>,
        leaves: &[Leaf<'_>],
        on_page: Option<u32>,
    ) -> Result<()> {
        // Entities in a block are not on the sheet.
        let sheet = on_page.filter(|_| self.owner.is_null()).and_then(|it| self.papers.get(it as usize));
        let layout = sheet.map(|sheet| sheet.layout.clone());
        let paper = sheet.and_then(|sheet| sheet.to_paper);
        for leaf in leaves {
            let world = paper.unwrap_or(Affine::IDENTITY) * leaf.world;
            let own = Owner { layer: leaf.layer, style: leaf.style, hidden: leaf.hidden, ..*owner };
            for (entity, common) in self.note_entities(&own, leaf, &world) {
                let mut entity = entity;
                *entity.common_mut() = common;
                match layout.as_ref().filter(|_| paper.is_some()) {
                    Some(layout) => {
                        self.document.add_entity_to_layout(entity, layout).map_err(|error| failed(&error))?;
                    }
                    None => self.add(entity)?,
                }
            }
        }
        Ok(())
    }

    fn note_entities(
        &mut self,
        owner: &Owner<'_>,
        leaf: &Leaf<'_>,
        world: &Affine,
    ) -> Vec<(EntityType, EntityCommon)> {
        let mut entities = Vec::new();
        if let Some(color) = leaf.style.fill {
            let common = self.common(owner, color, leaf.style.fill_by_layer);
            let mut push = |entity: EntityType| entities.push((entity, common.clone()));
            match leaf.text {
                Some(source) => {
                    let style = self.tables.text_style(&mut self.document, source.font.as_deref());
                    match text::entities(source, world, &style) {
                        Some(texts) => texts.into_iter().for_each(push),
                        None => contours(leaf.shape, world).into_iter().for_each(push),
                    }
                }
                None => {
                    let hatch = fill::hatch(leaf.shape, world);
                    hatch.into_iter().for_each(|hatch| push(EntityType::Hatch(Box::new(hatch))));
                }
            }
        }
        if let Some(stroke) = leaf.style.stroke {
            let mut common = self.common(owner, stroke.color, leaf.style.stroke_by_layer);
            if !leaf.style.stroke_by_layer {
                common.line_weight = self.tables.weight(stroke.width);
            }
            entities.extend(outline(leaf.shape, world).into_iter().map(|entity| (entity, common.clone())));
        }
        entities
    }
}

/// Escapes the characters that begin codes in a longer text.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('{', "\\{").replace('}', "\\}")
}
