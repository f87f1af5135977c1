//! Texts: each of its chunks as an item.

use std::sync::Arc;

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::boxes::bounds_of;
use super::chunks::{Chunk, DOWNWARD, TextAt, WORDS_OF_CHUNK, is_upright, spaced, words_of};
use super::names::name_of;
use crate::import::drawing::{
    Course, Fill, Fit, Item, ItemContent, Line, Origin, Pen, Raise, TextHeight, TextItem, Words,
};
use crate::import::placing::align_of;
use crate::import::svg::style::{Paint, Painted};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::{Align, Color};

/// A text whose area or line shows a gradient or a pattern.
struct Shaded {
    /// Its number among the items.
    index: usize,
    part: Painted,
    paint: Paint,
    opacity: f64,
}

impl<'a, 'i> Walk<'_, 'a, 'i> {
    #[inline(never)]
    pub(super) fn text(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut chunks: Vec<Chunk> = Vec::new();
        let known = self.drawing.skipped.values().sum::<usize>();
        // A text on a path goes where that goes.
        let is_vertical = around.style.letters.is_vertical
            && !node.descendants().any(|part| part.tag_name().name() == "textPath");
        let (outer, turned) = (around, Around { place: around.place * DOWNWARD, ..around.clone() });
        let around = if is_vertical { &turned } else { around };
        self.chunks(node, around, &mut TextAt { is_vertical, ..TextAt::default() }, &mut chunks);
        let has_others = self.drawing.skipped.values().sum::<usize>() > known;
        let has_words = chunks.iter().any(|chunk| !chunk.text.trim().is_empty());
        let is_hidden = !chunks.iter().any(|chunk| chunk.style.is_visible);
        let mut found = Vec::new();
        let mut shaded: Vec<Shaded> = Vec::new();
        for line in chunks.chunk_by(|_, next| !next.begins_line) {
            let words: Arc<[Words]> = line.iter().zip(spaced(line)).flat_map(words_of).collect();
            let fit = self.fit_of(line);
            let anchor = &line[0].style;
            let align = match (align_of(anchor.anchor.as_deref()), anchor.letters.is_leftward) {
                (Align::Left, true) => Align::Right,
                (Align::Right, true) => Align::Left,
                (align, _) => align,
            };
            for (place, chunk) in line.iter().enumerate() {
                let style = &chunk.style;
                let index = WORDS_OF_CHUNK * place + 1;
                let Some((fill, stroke)) = self.paints_of(chunk, around) else { continue };
                if words[index].text.is_empty() {
                    continue;
                }
                self.note()?;
                let course = chunk.track.clone().map(|(track, start)| Course {
                    track,
                    along: start + chunk.at.x,
                    above: style.letters.lift - chunk.at.y,
                });
                let is_placed = line.len() > 1 || fit.is_some() || course.is_some();
                let line = is_placed.then(|| Line { words: words.clone(), index, fit, course });
                let is_standing = is_vertical && words[index].text.chars().all(is_upright);
                let text = TextItem {
                    align,
                    is_standing,
                    // A line from the top down has its middle where others have their baseline.
                    raise: match (is_standing, style.letters.line) {
                        (false, Some(line)) => line,
                        (false, None) if !is_vertical => Raise::Baseline,
                        _ => Raise::Central,
                    },
                    line,
                    ..text_of(chunk, words[index].text.clone(), around)
                };
                let factor = around.place.determinant().abs().sqrt();
                let item = Item {
                    origin: self.origin_of_chunk(node, chunk, around),
                    id: name_of(node),
                    layer: around.layer.clone(),
                    fill: fill.map_or(Fill::Absent, Fill::Color),
                    pen: stroke.map_or(Pen::Absent, |color| Pen::Drawn {
                        color,
                        width: style.stroke_width * factor,
                        line: style.line_look().scaled(factor),
                    }),
                    content: ItemContent::Text(Box::new(text)),
                };
                let place_of = |part: Painted| style.paint_order.iter().position(|it| *it == part);
                let is_behind = place_of(Painted::Stroke) < place_of(Painted::Fill);
                if is_behind && item.fill != Fill::Absent && item.pen != Pen::Absent {
                    // One text has its line upon its area: the other way round, they are two.
                    found.push(Item { fill: Fill::Absent, ..item.clone() });
                    found.push(Item { id: None, pen: Pen::Absent, ..item });
                } else {
                    found.push(item);
                }
                // The area is in the last item; so is the line unless it is behind the area, in an item of its own.
                let last = found.len() - 1;
                let of_line = if found[last].pen == Pen::Absent && is_behind {
                    last.checked_sub(1)
                } else {
                    Some(last)
                };
                let with_area = (found[last].fill != Fill::Absent).then_some(last);
                let with_line = of_line.filter(|index| found[*index].pen != Pen::Absent);
                for (index, part, paint, opacity) in [
                    (with_area, Painted::Fill, &style.fill, style.fill_opacity),
                    (with_line, Painted::Stroke, &style.stroke, style.stroke_opacity),
                ] {
                    if let Some(index) = index.filter(|_| self.is_shaded(paint, around)) {
                        let opacity = style.opacity * opacity;
                        shaded.push(Shaded { index, part, paint: paint.clone(), opacity });
                    }
                }
            }
        }
        self.shade(&mut found, &shaded, outer)?;
        match found.is_empty() {
            true if !has_words && has_others => {}
            true if !has_words => self.drawing.skip("text without words"),
            true => self.drawing.skip(if is_hidden { "hidden" } else { "without paint" }),
            false => {}
        }
        items.append(&mut found);
        Ok(())
    }

    /// Returns the colours of the area and of the line of some words; `None` where nothing of them is seen.
    fn paints_of(&mut self, chunk: &Chunk, around: &Around) -> Option<(Option<Color>, Option<Color>)> {
        let style = &chunk.style;
        let opacity = style.opacity * style.fill_opacity;
        let fill = match self.is_shaded(&style.fill, around) {
            true => self.plain_paint(&style.fill, opacity, around).map(|(color, _)| color),
            false => self.paint(&style.fill, opacity, around),
        };
        let opacity = style.opacity * style.stroke_opacity;
        let stroke = match style.stroke_width > 0.0 {
            true if self.is_shaded(&style.stroke, around) => {
                self.plain_paint(&style.stroke, opacity, around).map(|(color, _)| color)
            }
            true => self.paint(&style.stroke, opacity, around),
            false => None,
        };
        let is_seen = style.is_visible && style.sizes.own > 0.0 && (fill.is_some() || stroke.is_some());
        is_seen.then_some((fill, stroke))
    }

    /// Returns true for a paint of words that is a gradient or a pattern.
    fn is_shaded(&self, paint: &Paint, around: &Around) -> bool {
        self.has_areas() && matches!(Self::settled(paint, around), Paint::Server(..))
    }

    /// Returns where some words come from; `None` in a reading without traces.
    fn origin_of_chunk(&self, node: Node<'a, 'i>, chunk: &Chunk, around: &Around) -> Option<Box<Origin>> {
        let family = chunk.style.font.families.first().map(String::as_str);
        let mut origin = self.origin(node, family, around)?;
        if chunk.track.is_some() {
            // Letters on the inner side of a bend come near each other.
            origin.part_of.get_or_insert(node.id().get() as usize);
        }
        Some(origin)
    }

    /// Lets gradients and patterns be seen through letters and the lines around them, fitted to the box of all texts.
    fn shade(&mut self, found: &mut [Item], shaded: &[Shaded], around: &Around) -> Result<()> {
        /// The share of a text's box by which it may be larger in another font than the built-in one.
        const MARGIN: f64 = 0.5;
        /// The most letters, each of which is cut by each step of a gradient.
        const MAX_LETTERS: usize = 100;

        let Some(back) = around.place.inverse().filter(|_| !shaded.is_empty()) else { return Ok(()) };
        let Some(bounds) = bounds_of(found, &back) else { return Ok(()) };
        let (wide, high) = (MARGIN * bounds.width(), MARGIN * bounds.height());
        let seen = Bounds {
            min: Point::new(bounds.min.x - wide, bounds.min.y - high),
            max: Point::new(bounds.max.x + wide, bounds.max.y + high),
        };
        for Shaded { index, part, paint, opacity } in shaded {
            let ItemContent::Text(text) = &mut found[*index].content else { continue };
            let shades = match text.text.chars().count() <= MAX_LETTERS {
                true => self.shades(paint, *opacity, [&bounds, &seen], around)?,
                false => None,
            };
            match (shades.map(Arc::new), part) {
                (Some(shades), Painted::Stroke) => text.line_shades = Some(shades),
                (Some(shades), _) => text.shades = Some(shades),
                (None, _) => {
                    let warning = "gradients of long texts, and patterns of very many tiles in texts, are drawn in their first colour";
                    self.drawing.warn(warning.to_owned());
                }
            }
        }
        Ok(())
    }

    /// Returns the width that a line is brought to, where all of it is of one element that gives it one.
    fn fit_of(&mut self, line: &[Chunk]) -> Option<Fit> {
        let (element, fit) = line.iter().find_map(|chunk| chunk.fit)?;
        let is_of_it = |chunk: &Chunk| {
            chunk.text.trim().is_empty() || chunk.fit.is_some_and(|(other, _)| other == element)
        };
        if !line.iter().all(is_of_it) {
            self.drawing.warn("lengths of texts that are a part of a line are not drawn".to_owned());
            return None;
        }
        Some(fit)
    }
}

/// Returns the words of a chunk in the place and the font that they have on no line with others.
fn text_of(chunk: &Chunk, text: String, around: &Around) -> TextItem {
    let style = &chunk.style;
    let at = match chunk.track {
        // The path has the place.
        Some(_) => Point::ORIGIN,
        None => Point::new(chunk.at.x, chunk.at.y - style.letters.lift),
    };
    TextItem {
        measure: TextHeight::Size,
        // Letters stand upright where y points up.
        turn: around.place.linear() * Affine::scale(1.0, -1.0),
        spin: -chunk.spin.to_radians(),
        font: style.font.clone(),
        bars: style.letters.bars,
        ..TextItem::plain(text, around.place * at, style.sizes.own)
    }
}
