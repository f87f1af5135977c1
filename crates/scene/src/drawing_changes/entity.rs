//! The changes of one entity, a phrase for each aspect.

use super::nouns::{kind_noun, quote_in_line};
use super::numbers::{degrees, number, reads_same};
use super::pair::Pair;
use super::phrase::{Phrase, text};
use super::placement::{self, Move};
use super::renames::Renames;
use super::{properties, sizes};
use crate::difference::changed_aspects;
use crate::drafting::{Annotation, DimensionForm, Form};
use crate::store::{Content, EntityId, Scene};

/// Returns what changed about an entity of both scenes. Empty where only its group was renamed, or only the block that it
/// shows was changed: both have lines of their own.
pub(super) fn phrases_of(
    old: &Scene,
    before: EntityId,
    new: &Scene,
    after: EntityId,
    renames: &Renames<'_>,
) -> Vec<Phrase> {
    let pair = Pair { old, before, new, after };
    let mut phrases = Vec::new();
    let is_explained = push_content(&pair, &mut phrases);
    properties::push_style(&pair, &mut phrases);
    let is_renamed_group = push_group(&pair, renames, &mut phrases);
    if phrases.is_empty() && !is_explained && !is_renamed_group {
        phrases.push(unnamed_change(&pair));
    }
    phrases
}

/// Pushes what changed about the shape and its place. Returns true where a line elsewhere says it.
fn push_content(pair: &Pair<'_>, phrases: &mut Vec<Phrase>) -> bool {
    let Pair { old, before, new, after } = *pair;
    let (one, other) = (old.entity(before), new.entity(after));
    let kinds = (old.listed_kind(before), new.listed_kind(after));
    if kinds.0 != kinds.1 {
        let sized = |scene: &Scene, id, kind| match sizes::size_of(scene, id) {
            Some(size) => format!("{} {size}", kind_noun(kind)),
            None => kind_noun(kind).to_owned(),
        };
        phrases.push(Phrase::step(sized(old, before, kinds.0), sized(new, after, kinds.1), "another type"));
        return true;
    }
    if let (Some(one), Some(other)) = (&one.annotation, &other.annotation) {
        return push_annotation(one, other, phrases);
    }
    if let (Some(was), Some(is)) = (&one.text, &other.text) {
        if was.text != is.text {
            phrases.push(Phrase::step(text(&was.text), text(&is.text), "text"));
        }
        if was.font != is.font {
            let font =
                |font: &Option<String>| font.as_deref().map_or_else(|| "built-in".to_owned(), quote_in_line);
            phrases.push(Phrase::new(format!("font {} → {}", font(&was.font), font(&is.font)), "font"));
        }
        let size = |size: f64, scale: f64| size * scale;
        let scales = (placement::uniform_scale(&one.transform), placement::uniform_scale(&other.transform));
        if let (Some(first), Some(second)) = scales {
            let (was, is) = (size(was.size, first), size(is.size, second));
            if !reads_same(was, is) {
                let step = format!("size {} → {}", number(was), number(is));
                phrases.push(Phrase::new(step, "resized"));
            }
        }
        let anchors = [[was.x, was.y], [is.x, is.y]];
        let scaling = scales.0.is_none() || scales.1.is_none();
        phrases.extend(placement::describe(
            &one.transform,
            &other.transform,
            anchors,
            Move::WithScale(scaling),
        ));
        if was.align != is.align || was.valign != is.valign {
            phrases.push(Phrase::new("alignment changed", "aligned"));
        }
        return false;
    }
    match (&one.content, &other.content) {
        (Content::Leaf(was), Content::Leaf(is)) => {
            sizes::push_shape(was, &one.transform, is, &other.transform, phrases);
            false
        }
        (Content::Instance(was), Content::Instance(is)) => {
            if was.block != is.block {
                let step = format!("block {} → {}", quote_in_line(&was.block), quote_in_line(&is.block));
                phrases.push(Phrase::new(step, "another block"));
            }
            for attribute in &is.attributes {
                let value = was.attributes.iter().find(|it| it.tag == attribute.tag).map(|it| &it.value);
                if let Some(value) = value.filter(|value| **value != attribute.value) {
                    let step = format!("{} {} → {}", attribute.tag, text(value), text(&attribute.value));
                    phrases.push(Phrase::new(step, "attributes"));
                }
            }
            phrases.extend(placement::describe(
                &one.transform,
                &other.transform,
                [[0.0, 0.0]; 2],
                Move::WithScale(true),
            ));
            was.block == is.block && old.block_fingerprint(&was.block) != new.block_fingerprint(&is.block)
        }
        (Content::Group, Content::Group) => {
            let pivots = [one.transform.pivot, other.transform.pivot].map(|pivot| [pivot.x, pivot.y]);
            // The middle of a group goes with what is in it; only a matrix says that the group itself was moved.
            let anchor = [pivots[0]; 2];
            phrases.extend(placement::describe(
                &one.transform,
                &other.transform,
                anchor,
                Move::WithScale(true),
            ));
            false
        }
        _ => false,
    }
}

/// Pushes what is read differently in an annotation. Returns true: its shapes follow from that, or from what it is on.
fn push_annotation(one: &Annotation, other: &Annotation, phrases: &mut Vec<Phrase>) -> bool {
    match (&one.form, &other.form) {
        (Form::Dimension(was), Form::Dimension(is)) => {
            let read = |form: &DimensionForm| -> Vec<String> {
                form.measures.iter().map(|measure| quote_in_line(&measure.text)).collect()
            };
            let (was, is) = (read(was), read(is));
            match was == is {
                true => phrases.push(Phrase::new("dimension redrawn", "redrawn")),
                false => phrases.push(Phrase::step(was.join(", "), is.join(", "), "another measure")),
            }
        }
        (Form::Leader(was), Form::Leader(is)) if was.text != is.text => {
            phrases.push(Phrase::step(text(&was.text), text(&is.text), "text"));
        }
        (Form::Leader(_), Form::Leader(_)) => phrases.push(Phrase::new("leader redrawn", "redrawn")),
        (Form::Hatch(was), Form::Hatch(is)) => {
            let first = phrases.len();
            if was.pattern != is.pattern {
                let step =
                    format!("pattern {} → {}", quote_in_line(&was.pattern), quote_in_line(&is.pattern));
                phrases.push(Phrase::new(step, "another pattern"));
            }
            if !reads_same(was.angle, is.angle) {
                let step = format!("hatch angle {} → {}", degrees(was.angle), degrees(is.angle));
                phrases.push(Phrase::new(step, "rotated"));
            }
            if !reads_same(was.scale, is.scale) {
                let step = format!("hatch scale {} → {}", number(was.scale), number(is.scale));
                phrases.push(Phrase::new(step, "scaled"));
            }
            if was.area != is.area || phrases.len() == first {
                phrases.push(Phrase::new("hatched area changed", "redrawn"));
            }
        }
        _ => phrases.push(Phrase::new("redrawn", "redrawn")),
    }
    true
}

/// Pushes that the entity is in another group. Returns true where the group only has another name.
fn push_group(pair: &Pair<'_>, renames: &Renames<'_>, phrases: &mut Vec<Phrase>) -> bool {
    let (was, is) = (pair.old.parent_name(pair.before), pair.new.parent_name(pair.after));
    if was == is {
        return false;
    }
    match (was, is) {
        (Some(was), Some(is)) if renames.new_name_of(was) == Some(is) => return true,
        (Some(was), Some(is)) => {
            phrases.push(Phrase::new(
                format!("group {} → {}", quote_in_line(was), quote_in_line(is)),
                "another group",
            ));
        }
        (Some(was), None) => {
            phrases.push(Phrase::new(format!("out of group {}", quote_in_line(was)), "ungrouped"));
        }
        (None, Some(is)) => phrases.push(Phrase::new(format!("into group {}", quote_in_line(is)), "grouped")),
        (None, None) => {}
    }
    false
}

/// Returns the phrase for a change that no measure shows.
fn unnamed_change(pair: &Pair<'_>) -> Phrase {
    let name = &pair.new.entity(pair.after).name;
    match changed_aspects(pair.old, pair.new, name).as_slice() {
        ["order"] => Phrase::new("drawn at another place in the order", "reordered"),
        aspects => Phrase::new(format!("{} changed slightly", aspects.join(", ")), "changed slightly"),
    }
}
