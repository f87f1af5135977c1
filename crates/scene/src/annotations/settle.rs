//! Draws annotations, and redraws them when a script has ended.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::drafting::drawn::Drawn;
use crate::drafting::lettering::outlines;
use crate::drafting::occupancy::{Checkpoint, Cost, Footprint, Mark, Occupancy};
use crate::drafting::parts::{Lettering, Part};
use crate::drafting::pens::FINE_PEN;
use crate::drafting::{
    Annotation, Color, DimensionSource, DimensionTarget, Fonts, Form, HatchArea, HatchSource, Measured,
    NoteSource, Own, OwnStyle, PointRef, SceneError, Sheet, Source, Stroke, TextSource, Transform, quoted,
};
use crate::drawing::checked_bounds_center;
use crate::store::{Content, EntityId, ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Point, Shape};

/// The sheet that a note is on, and its entity once it has one.
#[derive(Clone, Copy)]
pub(super) struct OnPage {
    pub(super) page: usize,
    pub(super) own: Option<EntityId>,
}

/// A shape of an annotation in its group's coordinates.
struct Piece {
    shape: Shape,
    transform: Transform,
    style: OwnStyle,
    text: Option<TextSource>,
}

impl Scene {
    /// Draws an annotation as a group on top of everything, which replaces an entity of that name.
    pub(super) fn draw_annotation(
        &mut self,
        name: &str,
        source: Source,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        if let Some(color) = &color {
            color.check()?;
        }
        // The scale may still change; then all annotations are redrawn.
        let scale = self.drawing_scale().unwrap_or_else(|| self.scale_of_area(&source));
        let millimeter = self.paper_millimeter(scale);
        let sheet = Sheet { fonts, millimeter, texts: Vec::new(), occupancy: None };
        let on = OnPage { page: self.current_page, own: None };
        let drawn = self.lay_out(&source, &sheet, Affine::IDENTITY, on)?;
        let base = self.base_of(&drawn.form);
        let pieces = pieces(drawn.parts, &sheet, base, &Affine::IDENTITY, color)?;
        // All checks come before the first change: a refused call must leave the scene as it was.
        let names = piece_names(name, pieces.len())?;
        let stale = self.made_with(name);
        self.check_free(name, names.iter().map(|name| &**name), &stale)?;
        for replaced in names.iter().chain(&stale).map(|name| &**name).chain([name]) {
            self.check_unlocked(replaced)?;
        }
        // Parts that are drawn again keep their place in the count of entities.
        let gone = stale.iter().filter(|part| !names.contains(part)).count();
        let new = names.iter().map(|name| &**name).chain([name]).filter(|name| !self.exists(name)).count();
        self.check_room(new.saturating_sub(gone))?;
        for part in stale {
            self.delete(&part);
        }
        self.delete(name);
        let group = self.insert(name.into(), ROOT, Content::Group, Transform::at_rest(Point::ORIGIN));
        let styles = styles_of(&pieces, color, sheet.millimeter);
        self.entity_mut(group).style = styles[0].clone();
        self.insert_pieces(group, names, pieces);
        self.entity_mut(group).annotation =
            Some(Arc::new(Annotation { form: drawn.form, source: Some(source), styles }));
        Ok(())
    }

    /// Returns the scale at which the area of a hatch fits a sheet, so that its lines can be counted before the
    /// scale of the drawing is known; 1 for everything else.
    fn scale_of_area(&self, source: &Source) -> f64 {
        let Source::Hatch(hatch) = source else { return 1.0 };
        let bounds = match &hatch.area {
            HatchArea::Of { names, .. } => {
                names.iter().filter_map(|name| self.world_bounds(name)).reduce(Bounds::union)
            }
            HatchArea::Section(view) => {
                view.of.iter().filter_map(|name| self.world_bounds(name)).reduce(Bounds::union)
            }
            HatchArea::Fixed(shapes) => {
                shapes.iter().map(|shape| shape.bounds(&Affine::IDENTITY)).reduce(Bounds::union)
            }
        };
        bounds.map_or(1.0, |bounds| self.scale_for(&bounds))
    }

    /// Redraws all annotations: they follow what has changed since they were drawn, at the scale that was set last.
    /// Where there is a page, the drawing is put on it. Returns warnings.
    pub fn settle(&mut self, fonts: &Fonts) -> Result<Vec<String>, SceneError> {
        self.place_connector_labels()?;
        let mut warnings = self.renew_annotations(fonts)?;
        warnings.extend(self.note_warnings());
        warnings.extend(self.kept_outlines());
        Ok(warnings)
    }

    fn renew_annotations(&mut self, fonts: &Fonts) -> Result<Vec<String>, SceneError> {
        let annotated: Vec<EntityId> =
            self.entities_below(ROOT).filter(|id| self.entity(*id).annotation.is_some()).collect();
        // Those on the page are drawn last: the corner of the page is only known when the drawing has its
        // scale.
        let (on_page, in_drawing): (Vec<EntityId>, Vec<EntityId>) =
            annotated.into_iter().partition(|id| self.sheet_of(*id).is_some());
        if self.pages.is_empty() {
            let mut warnings = self.renew_in_blocks(fonts)?;
            warnings.extend(self.renew_all(&in_drawing, fonts)?);
            return Ok(warnings);
        }
        // Of several scales that are tried, those of the last are true.
        let mut collisions = Vec::new();
        let mut warnings = self.fit_page(fonts, |scene| {
            collisions = scene.renew_in_blocks(fonts)?;
            collisions.extend(scene.renew_all(&in_drawing, fonts)?);
            Ok(())
        })?;
        warnings.extend(collisions);
        self.renew_all(&on_page, fonts)?;
        Ok(warnings)
    }

    /// Redraws annotations, each where nothing is yet. Returns warnings about those that lie on something.
    pub(super) fn renew_all(
        &mut self,
        annotated: &[EntityId],
        fonts: &Fonts,
    ) -> Result<Vec<String>, SceneError> {
        if annotated.is_empty() {
            return Ok(Vec::new());
        }
        let millimeter = self.paper_millimeter(self.sheet_scale());
        let is_hatch = |id: &EntityId| {
            self.entity(*id).annotation.as_ref().is_some_and(|it| matches!(it.form, Form::Hatch(_)))
        };
        let (hatches, mut others): (Vec<EntityId>, Vec<EntityId>) =
            annotated.iter().copied().partition(is_hatch);
        let with_annotations = self.with_groups_around(annotated);
        let turns: HashMap<EntityId, Turn> =
            others.iter().map(|id| (*id, self.turn_of(*id, &with_annotations))).collect();
        let turn = |id: &EntityId| turns.get(id).copied().unwrap_or_default();
        others.sort_by(|one, other| {
            let (one, other) = (turn(one), turn(other));
            one.rank.cmp(&other.rank).then(one.length.total_cmp(&other.length))
        });
        // Only annotations that look for a place need to know what is taken.
        let wants_room = others.iter().any(|id| turn(id).wants_room);
        let occupancy = if wants_room { self.occupied(millimeter) } else { None };
        let notes = others.iter().filter(|id| turn(id).rank == Turn::NOTE).take(MAX_WAYS);
        let ways = occupancy.iter().flat_map(|occupancy| {
            notes.clone().filter_map(|id| Some((*id, self.way_of(*id, occupancy, millimeter)?)))
        });
        let ways = ways.collect();
        let mut placing = Placing { occupancy, ways, placed: Vec::new() };
        self.renew_in_order(&others, &mut placing, &turn, fonts)?;
        let (mut best, mut least) = (others.clone(), placing.faults());
        for _ in 1..MAX_ORDERS {
            // Another order is only worth trying if it differs, and if something collides.
            if !self.reorder(&mut others, &placing.placed, &turn) {
                break;
            }
            self.renew_in_order(&others, &mut placing, &turn, fonts)?;
            let faults = placing.faults();
            if faults < least {
                (best, least) = (others.clone(), faults);
            }
        }
        self.renew_in_order(&best, &mut placing, &turn, fonts)?;
        self.advance_poor_notes(&mut best, least, &mut placing, &turn, fonts)?;
        let warnings = collision_warnings(placing.collisions());
        if hatches.is_empty() {
            return Ok(warnings);
        }
        // A hatch leaves room for the texts of dimensions and notes.
        let texts = others.iter().flat_map(|id| self.text_boxes(*id, millimeter * TEXT_ROOM)).collect();
        let sheet = Sheet { fonts, millimeter, texts, occupancy: None };
        hatches.iter().try_for_each(|id| self.renew(*id, &sheet).map(drop))?;
        Ok(warnings)
    }

    /// Redraws annotations one after the other, each where the ones before it leave room. Those at the beginning that were
    /// placed in the same order before stay as they are.
    fn renew_in_order(
        &mut self,
        order: &[EntityId],
        placing: &mut Placing,
        turn: &impl Fn(&EntityId) -> Turn,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        let millimeter = self.paper_millimeter(self.sheet_scale());
        // One that reads other annotations is drawn again, since those after it in the order may have moved.
        let is_same = |(id, placed): &(&EntityId, &Placed)| **id == placed.id && !turn(id).reads_others;
        let kept = order.iter().zip(&placing.placed).take_while(is_same).count();
        if let (Some(occupancy), Some(first)) = (&mut placing.occupancy, placing.placed.get(kept)) {
            occupancy.roll_back(first.before);
        }
        placing.placed.truncate(kept);
        for (position, id) in order.iter().enumerate().skip(kept) {
            let Placing { occupancy, ways, .. } = placing;
            if let Some(occupancy) = occupancy.as_mut().filter(|_| !ways.is_empty()) {
                // The way of one that has its place counts no more: its leader does.
                occupancy
                    .keep_free(order[position + 1..].iter().filter_map(|later| ways.get(later).copied()));
            }
            let before = placing.occupancy.as_ref().map(Occupancy::checkpoint).unwrap_or_default();
            let occupancy = placing.occupancy.as_ref();
            let sheet = Sheet { fonts, millimeter, texts: Vec::new(), occupancy };
            let (footprint, cost) = self.renew(*id, &sheet)?;
            let mut placed = Placed { id: *id, before, cost: cost.total, collision: None };
            // A hidden annotation takes no place.
            if let Some(occupancy) = placing.occupancy.as_mut().filter(|_| !self.is_hidden(*id)) {
                let name = Arc::clone(&self.entity(*id).name);
                let hits = cost.hits;
                if let Some(other) = hits.text.or(hits.leader).and_then(|owner| occupancy.owner(owner)) {
                    // The circle of a detail view is around a given point.
                    let (is_given, is_text) = (turn(id).rank <= Turn::VIEW, hits.text.is_some());
                    let name = Arc::clone(&name);
                    placed.collision = Some(Collision { name, other: other.into(), is_given, is_text });
                }
                let owner = occupancy.add_owner(name);
                occupancy.add(&footprint, owner);
            }
            placing.placed.push(placed);
        }
        Ok(())
    }

    /// Returns the way to leave free for the leader of a note: a text straight in front of what it points at is what makes it run across
    /// others, or through the part.
    fn way_of(&self, id: EntityId, occupancy: &Occupancy, millimeter: f64) -> Option<Mark> {
        let Source::Note(note) = self.entity(id).annotation.as_ref()?.source.as_ref()? else { return None };
        let target = note.target().filter(|_| !self.is_hidden(id))?;
        let at = self.resolve(target, &self.world_of(id)).ok()?;
        occupancy.way_from(Point::new(at.x / millimeter, at.y / millimeter))
    }

    /// Lets what is in the way of others find its place after them; returns false where nothing can be changed.
    fn reorder(
        &self,
        order: &mut Vec<EntityId>,
        placed: &[Placed],
        turn: &impl Fn(&EntityId) -> Turn,
    ) -> bool {
        let collisions: Vec<&Collision> = placed
            .iter()
            .filter_map(|it| it.collision.as_ref())
            .filter(|it| it.is_text && !it.is_given)
            .collect();
        if collisions.is_empty() {
            return false;
        }
        let before = order.clone();
        for collision in collisions {
            let (Some(late), Some(early)) = (self.find(&collision.name), self.find(&collision.other)) else {
                continue;
            };
            let place = |id: EntityId| order.iter().position(|it| *it == id);
            let (Some(from), Some(to)) = (place(early), place(late)) else { continue };
            // Only within a rank: one that follows another annotation must still come after it.
            if from < to && turn(&early).rank == turn(&late).rank {
                let moved = order.remove(from);
                // After the removal this is the place just after the later one.
                order.insert(to, moved);
            }
        }
        *order != before
    }

    /// Lets notes at bad places find them before other notes, as long as that makes the whole better. Everything is drawn in the order
    /// at the beginning, and in the best one at the end.
    fn advance_poor_notes(
        &mut self,
        order: &mut Vec<EntityId>,
        mut least: Faults,
        placing: &mut Placing,
        turn: &impl Fn(&EntityId) -> Turn,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        let first = order.partition_point(|id| turn(id).rank < Turn::NOTE);
        let mut left = MAX_PLACED_AGAIN;
        let mut is_better = true;
        while std::mem::take(&mut is_better) {
            let is_poor = |it: &&Placed| it.cost >= POOR && turn(&it.id).rank == Turn::NOTE;
            let mut poor: Vec<(EntityId, f64)> =
                placing.placed.iter().filter(is_poor).map(|it| (it.id, it.cost)).collect();
            poor.sort_by(|one, other| other.1.total_cmp(&one.1));
            'tries: for (id, _) in poor {
                let Some(at) = order.iter().position(|it| *it == id) else { continue };
                for before in (first..at).rev() {
                    let again = order.len() - before;
                    if again > left {
                        break;
                    }
                    left -= again;
                    let mut next = order.clone();
                    next[before..=at].rotate_right(1);
                    self.renew_in_order(&next, placing, turn, fonts)?;
                    let faults = placing.faults();
                    if faults < least {
                        (*order, least, is_better) = (next, faults, true);
                        break 'tries;
                    }
                }
            }
        }
        self.renew_in_order(order, placing, turn, fonts)
    }

    /// Returns when an annotation finds its place: what has one first, then the shorter of two dimensions, as it stands
    /// nearer, then what may stand anywhere.
    fn turn_of(&self, id: EntityId, with_annotations: &HashSet<EntityId>) -> Turn {
        let Some(source) = self.entity(id).annotation.as_ref().and_then(|it| it.source.as_ref()) else {
            return Turn::default();
        };
        let subjects: Vec<EntityId> = source.names().iter().filter_map(|name| self.find(name)).collect();
        let follows_another = subjects.iter().any(|id| self.entity(*id).annotation.is_some());
        let reads_others = subjects.iter().any(|id| with_annotations.contains(id));
        let (rank, length) = match source {
            _ if follows_another => (Turn::FOLLOWS_ANOTHER, 0.0),
            Source::Hatch(_) => (Turn::GIVEN, 0.0),
            Source::Dimension(dimension) => self.turn_of_dimension(dimension, &self.world_of(id)),
            Source::Note(note) if matches!(&**note, NoteSource::DetailView(_)) => (Turn::VIEW, 0.0),
            // A datum stands straight on its surface, so it has the fewest places.
            Source::Note(note) if matches!(&**note, NoteSource::Datum { .. }) && note.is_free() => {
                (Turn::NOTE, 0.0)
            }
            Source::Note(note) if note.is_free() => (Turn::NOTE, 1.0),
            Source::Note(_) => (Turn::GIVEN, 0.0),
        };
        let wants_room = match source {
            Source::Hatch(_) => false,
            Source::Dimension(_) => true,
            Source::Note(note) => note.has_text_beside(),
        };
        Turn { rank, length, wants_room, reads_others }
    }

    /// Returns annotations and the groups that they are in, at any depth.
    fn with_groups_around(&self, annotated: &[EntityId]) -> HashSet<EntityId> {
        let mut found = HashSet::new();
        for id in annotated {
            let mut next = *id;
            // Above a group that is known, all are known.
            while next != ROOT && found.insert(next) {
                next = self.entity(next).parent;
            }
        }
        found
    }

    fn turn_of_dimension(&self, dimension: &DimensionSource, world: &Affine) -> (u8, f64) {
        let options = &dimension.options;
        // A given place is not searched for, so it is taken before any search.
        if options.through.is_some() || (options.offset.is_some() && options.angle.is_some()) {
            return (Turn::GIVEN, 0.0);
        }
        match self.measured(&dimension.target, world) {
            Ok(Measured::Distances { .. }) if options.offset.is_some() => (Turn::GIVEN, 0.0),
            Ok(Measured::Distances { points, along, .. }) => {
                let places = points.iter().map(|point| point.x * along.x + point.y * along.y);
                let (low, high) = places
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
                // A chain stands nearer than the dimension over all of it, through which its extension lines would go.
                let share = if points.len() > 2 { NEARER } else { 1.0 };
                (Turn::DISTANCE, (high - low) * share)
            }
            Ok(Measured::Angle { .. } | Measured::Ordinates { .. }) if options.offset.is_some() => {
                (Turn::GIVEN, 0.0)
            }
            Ok(Measured::Angle { .. }) => (Turn::ANGLE, 0.0),
            Ok(Measured::Ordinates { .. }) => (Turn::DISTANCE, 0.0),
            Ok(Measured::Round { .. }) | Err(_) => (Turn::ROUND, 0.0),
        }
    }

    /// Returns the boxes around the texts of an annotation in the world, with some room on all sides.
    fn text_boxes(&self, id: EntityId, room: f64) -> Vec<Shape> {
        let mut boxes = Vec::new();
        for child in self.children(id) {
            let entity = self.entity(child);
            let (Some(_), Content::Leaf(shape)) = (&entity.text, &entity.content) else { continue };
            let bounds = shape.bounds(&Affine::IDENTITY);
            let (min, max) = (bounds.min, bounds.max);
            let world = self.world_of(child);
            let corners = [
                Point::new(min.x - room, min.y - room),
                Point::new(max.x + room, min.y - room),
                Point::new(max.x + room, max.y + room),
                Point::new(min.x - room, max.y + room),
            ];
            boxes.extend(Shape::polygon(corners.map(|corner| world * corner).to_vec(), Vec::new()));
        }
        boxes
    }

    /// Redraws one annotation, whose shapes keep their layers and the styles that scripts gave them where their number is the
    /// same. Returns its lines and texts, and what their place costs.
    fn renew(&mut self, id: EntityId, sheet: &Sheet<'_>) -> Result<(Footprint, Cost), SceneError> {
        let annotation = self.entity(id).annotation.clone();
        let Some((source, before)) = annotation.and_then(|it| Some((it.source.clone()?, it.styles.clone())))
        else {
            return Ok((Footprint::default(), Cost::default()));
        };
        let world = self.world_of(id);
        let name = self.entity(id).name.clone();
        let in_annotation = |error: SceneError| SceneError {
            message: format!("{} {}: {}", self.listed_kind(id), quoted(&name), error.message),
            entity: Some(name.to_string()),
            ..error
        };
        let inverse = world
            .inverse()
            .ok_or_else(|| in_annotation(SceneError::range("the transform of its groups is out of range")))?;
        // A note on paper stays on its sheet, whichever was set last.
        let on = OnPage { page: self.sheet_of(id).unwrap_or_default(), own: Some(id) };
        let drawn = self.lay_out(&source, sheet, world, on).map_err(in_annotation)?;
        let base = self.base_of(&drawn.form);
        let color = match before.first().map(|group| &group.fill) {
            Some(Own::Value(color)) => Some(*color),
            _ => None,
        };
        let pieces = pieces(drawn.parts, sheet, base, &inverse, color).map_err(in_annotation)?;
        let styles = styles_of(&pieces, color, sheet.millimeter);
        let children: Vec<EntityId> = self.children(id).collect();
        // Equal numbers mean the same parts in nearly every case, and scripts may have styled them one by
        // one.
        if children.len() == pieces.len() {
            for (index, (child, piece)) in children.into_iter().zip(pieces).enumerate() {
                let entity = self.entity_mut(child);
                entity.content = Content::Leaf(Arc::new(piece.shape));
                entity.transform = piece.transform;
                entity.text = piece.text.map(Arc::new);
                if let Some(before) = before.get(index + 1) {
                    entity.style.follow(before, &piece.style);
                }
            }
        } else {
            let names = piece_names(&name, pieces.len())?;
            let kept: Vec<Arc<str>> = children.iter().map(|child| self.entity(*child).name.clone()).collect();
            self.check_free(&name, names.iter().map(|name| &**name), &kept).map_err(in_annotation)?;
            self.check_room(pieces.len().saturating_sub(children.len()))?;
            children.into_iter().for_each(|child| self.remove_childless(child));
            self.insert_pieces(id, names, pieces);
        }
        let form = drawn.form.transformed(&inverse);
        if let (Some(before), Some(next)) = (before.first(), styles.first()) {
            self.entity_mut(id).style.follow(before, next);
        }
        self.entity_mut(id).annotation = Some(Arc::new(Annotation { form, source: Some(source), styles }));
        Ok((drawn.footprint, drawn.cost))
    }

    /// Lays an annotation out; `page` is the position of the sheet for one that has its place on paper.
    fn lay_out(
        &self,
        source: &Source,
        sheet: &Sheet<'_>,
        world: Affine,
        on: OnPage,
    ) -> Result<Drawn, SceneError> {
        let drawn = match source {
            Source::Hatch(hatch) => self.lay_out_hatch(hatch, sheet, world)?,
            Source::Dimension(dimension) => self.lay_out_dimension(dimension, sheet, world)?,
            Source::Note(note) => self.lay_out_note(note, sheet, world, on)?,
        };
        if !drawn.form.is_finite() {
            return Err(SceneError::range("it leaves the range of numbers"));
        }
        Ok(drawn)
    }

    /// Returns the point of the scene that an annotation's shapes are measured from.
    fn base_of(&self, form: &Form) -> Point {
        let Form::Note(note) = form else { return Point::ORIGIN };
        let page = note.on_page.and_then(|position| self.pages.get(position as usize));
        page.map_or(Point::ORIGIN, |it| it.page.corner)
    }

    fn insert_pieces(&mut self, group: EntityId, names: Vec<Arc<str>>, pieces: Vec<Piece>) {
        let layer = self.entity(group).layer.clone();
        for (name, piece) in names.into_iter().zip(pieces) {
            let child = self.insert(name, group, Content::Leaf(Arc::new(piece.shape)), piece.transform);
            let entity = self.entity_mut(child);
            entity.style = piece.style;
            entity.layer = layer.clone();
            entity.text = piece.text.map(Arc::new);
            entity.is_derived = true;
        }
    }

    /// Binds the annotation of an entity that is moved by itself to the place that it has: it no longer follows what
    /// it was drawn for.
    pub(crate) fn unbind_annotation(&mut self, id: EntityId) {
        let Some(annotation) = self.entity(id).annotation.clone() else { return };
        let Some(source) = &annotation.source else { return };
        let source = self.fixed(id, source, &annotation.form);
        let annotation = Annotation { source, ..Annotation::clone(&annotation) };
        self.entity_mut(id).annotation = Some(Arc::new(annotation));
    }

    /// Returns the source of an annotation with its current places, in its own coordinates; `None` if they no longer
    /// exist.
    pub(super) fn fixed(&self, id: EntityId, source: &Source, form: &Form) -> Option<Source> {
        let world = self.world_of(id);
        let inverse = world.inverse()?;
        let bound = |point: &PointRef| Some(PointRef::At(inverse * self.resolve(point, &world).ok()?));
        match (source, form) {
            (Source::Hatch(hatch), Form::Hatch(form)) => {
                let area = HatchArea::Fixed(form.area.clone());
                Some(Source::Hatch(HatchSource { area, ..hatch.clone() }))
            }
            (Source::Dimension(dimension), _) => {
                let measured = self.measured(&dimension.target, &world).ok()?;
                let mut fixed = dimension.clone();
                fixed.options.magnified = Some(self.magnified(dimension, &world));
                fixed.target = DimensionTarget::Fixed(measured.transformed(&inverse));
                if let Some(through) = &dimension.options.through {
                    fixed.options.through = Some(bound(through)?);
                }
                Some(Source::Dimension(fixed))
            }
            (Source::Note(note), _) => {
                let mut fixed = note.clone();
                // A mark that was moved by itself stays as it is.
                if note.follows_shapes() || note.is_on_page() {
                    return None;
                }
                for point in fixed.points_mut() {
                    *point = bound(point)?;
                }
                Some(Source::Note(fixed))
            }
            (Source::Hatch(_), _) => None,
        }
    }
}

/// The turn in which an annotation finds its place.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    rank: u8,
    /// The length that is measured: shorter ones come first. For notes, those with fewer places have less.
    length: f64,
    /// True for a text that is not to lie on anything.
    wants_room: bool,
    /// True for one that is measured or pointed at with other annotations.
    reads_others: bool,
}

impl Turn {
    const GIVEN: u8 = 0;
    const VIEW: u8 = 1;
    const DISTANCE: u8 = 2;
    const ANGLE: u8 = 3;
    const ROUND: u8 = 4;
    const NOTE: u8 = 5;
    const FOLLOWS_ANOTHER: u8 = 6;
}

/// The most collisions that warnings name.
const MAX_COLLISIONS_NAMED: usize = 5;

/// The most orders in which places are looked for, as one of them may leave room for all.
const MAX_ORDERS: usize = 5;

/// The most notes whose ways are left free: each place of a leader is compared with all of them.
const MAX_WAYS: usize = 200;

/// The cost from which the place of a note is bad: a leader far through the part, or over a line of a dimension.
const POOR: f64 = 8.0;

/// The most places that are looked for again in the search for a better order of notes, each of which takes a third of a millisecond: a
/// sheet with a dozen of them is searched well, and one with hundreds takes hardly longer.
const MAX_PLACED_AGAIN: usize = 120;

/// The share of its length by which a chain counts as shorter than one dimension over the same points: more than rounding.
const NEARER: f64 = 1.0 - 1e-6;

/// The annotations of a sheet that have a place, in the order in which they found it.
struct Placing {
    /// The occupied places; `None` where nothing looks for a place.
    occupancy: Option<Occupancy>,
    /// The ways that are left free for leaders of notes without a place yet.
    ways: HashMap<EntityId, Mark>,
    placed: Vec<Placed>,
}

/// An annotation that has a place.
struct Placed {
    id: EntityId,
    /// The occupied places before it.
    before: Checkpoint,
    cost: f64,
    collision: Option<Collision>,
}

/// The faults of an order, the worst kind first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Faults {
    /// The number of texts that lie on something.
    texts: usize,
    /// The number of leaders across another.
    leaders: usize,
    /// What all places cost together.
    cost: f64,
}

impl Placing {
    fn collisions(&self) -> impl Iterator<Item = &Collision> + Clone {
        self.placed.iter().filter_map(|it| it.collision.as_ref())
    }

    fn faults(&self) -> Faults {
        let texts = self.collisions().filter(|it| it.is_text).count();
        let leaders = self.collisions().count() - texts;
        Faults { texts, leaders, cost: self.placed.iter().map(|it| it.cost).sum() }
    }
}

/// A text that lies on something, or a leader across another.
struct Collision {
    name: Arc<str>,
    other: Arc<str>,
    is_given: bool,
    /// True for a text; two leaders that cross can still be read.
    is_text: bool,
}

/// Returns the warnings about texts that lie on something, those whose place was given apart from others, and about leaders across
/// each other.
fn collision_warnings<'a>(collisions: impl Iterator<Item = &'a Collision> + Clone) -> Vec<String> {
    let named = |is_named: &dyn Fn(&Collision) -> bool, between: &str| {
        let pair = |it: &Collision| format!("{} {between} {}", quoted(&it.name), quoted(&it.other));
        let pairs: Vec<String> = collisions.clone().filter(|it| is_named(it)).map(pair).collect();
        let rest = match pairs.len().saturating_sub(MAX_COLLISIONS_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = pairs[..pairs.len().min(MAX_COLLISIONS_NAMED)].join(", ");
        (!pairs.is_empty()).then(|| format!("{shown}{rest}"))
    };
    let given = named(&|it| it.is_text && it.is_given, "on").map(|named| {
        format!(
            "texts lie on other things at the places that were given: {named}; without offset, angle or to they find a free \
             place"
        )
    });
    let found = named(&|it| it.is_text && !it.is_given, "on")
        .map(|named| format!("there was no free place for all texts: {named}; use a larger page or scale"));
    let crossing = named(&|it| !it.is_text, "across").map(|named| {
        format!("leaders run across each other: {named}; give one of them another place, by offset or to")
    });
    [given, found, crossing].into_iter().flatten().collect()
}

/// The room around a text that a hatch leaves free, in millimetres on paper.
const TEXT_ROOM: f64 = 0.8;

fn piece_names(name: &str, count: usize) -> Result<Vec<Arc<str>>, SceneError> {
    let names: Vec<Arc<str>> = (0..count).map(|index| format!("{name}_{index}").into()).collect();
    if let Some(last) = names.last() {
        Scene::check_name(last)
            .map_err(|_| SceneError::range("name is too long: its parts are named after it with a number"))?;
    }
    Ok(names)
}

/// Returns the styles of an annotation and of its pieces: in a colour of its own, or else as its layer is drawn.
fn styles_of(pieces: &[Piece], color: Option<Color>, millimeter: f64) -> Vec<OwnStyle> {
    let group = match color {
        Some(color) => OwnStyle {
            fill: Own::Value(color),
            stroke: Own::Value(Stroke::solid(color, FINE_PEN * millimeter)),
        },
        None => OwnStyle { fill: Own::ByLayer, stroke: Own::ByLayer },
    };
    std::iter::once(group).chain(pieces.iter().map(|piece| piece.style.clone())).collect()
}

/// Converts parts from millimetres on paper to the coordinates of their group, given the point of the scene that they are
/// measured from, and the inverse of the group's place. Thick lines are in the colour of the annotation.
fn pieces(
    parts: Vec<Part>,
    sheet: &Sheet<'_>,
    base: Point,
    inverse: &Affine,
    color: Option<Color>,
) -> Result<Vec<Piece>, SceneError> {
    let paper = Affine { e: base.x, f: base.y, ..Affine::scale(sheet.millimeter, sheet.millimeter) };
    let local = *inverse * paper;
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        let (path, fill, stroke) = match part {
            Part::Lines(path) => (path, Own::Absent, Own::Inherited),
            Part::Thick(path, width) => {
                let stroke = Stroke::solid(color.unwrap_or(Color::BLACK), width * sheet.millimeter);
                (path, Own::Absent, Own::Value(stroke))
            }
            Part::Drawn(path, stroke) => {
                let stroke = Stroke { color: color.unwrap_or(stroke.color), ..stroke };
                (path, Own::Absent, Own::Value(stroke))
            }
            Part::Fill(path) => (path, Own::Inherited, Own::Absent),
            Part::Text(line) => {
                pieces.extend(text_piece(&line, sheet, &paper, inverse)?);
                continue;
            }
        };
        if path.is_empty() {
            continue;
        }
        let shape = Shape::Path(path.transformed(&local));
        let pivot = checked_bounds_center(&shape)?;
        let style = OwnStyle { fill, stroke };
        pieces.push(Piece { shape, transform: Transform::at_rest(pivot), style, text: None });
    }
    Ok(pieces)
}

/// Makes a line of text, which lies on a horizontal baseline and is turned by its transform.
fn text_piece(
    line: &Lettering,
    sheet: &Sheet<'_>,
    paper: &Affine,
    inverse: &Affine,
) -> Result<Option<Piece>, SceneError> {
    let at = *paper * line.at;
    let placed = Lettering { at, height: line.height * sheet.millimeter, ..line.clone() };
    let Some((shape, source)) = outlines(&placed, sheet.fonts)? else { return Ok(None) };
    checked_bounds_center(&shape)?;
    let turned =
        Affine::translation(at.x, at.y) * Affine::rotation(line.angle) * Affine::translation(-at.x, -at.y);
    let mut transform = Transform::at_rest(at);
    if line.angle != 0.0 || *inverse != Affine::IDENTITY {
        transform.set_matrix(*inverse * turned);
    }
    transform.check()?;
    let style = OwnStyle { fill: Own::Inherited, stroke: Own::Absent };
    Ok(Some(Piece { shape, transform, style, text: Some(source) }))
}
