//! Changes besides the shapes: styles and layers of entities, and the properties of the whole scene.

use super::nouns::quote_in_line;
use super::numbers::{extent, number, reads_same};
use super::pair::Pair;
use super::phrase::{Phrase, text};
use crate::drafting::{Color, Layer, NamedPage, Own, OwnStyle, Page, Stroke};
use crate::parameters::ParameterValue;
use crate::store::{EntityId, Scene};

/// Pushes the differences in style and layer. A text has the differences of its glyphs.
pub(super) fn push_style(pair: &Pair<'_>, phrases: &mut Vec<Phrase>) {
    let Pair { old, before, new, after } = *pair;
    let (one, other) = (old.entity(before), new.entity(after));
    let (was, is) = (seen_style(old, before), seen_style(new, after));
    let (styles, layers) = ((&was, &is), (&one.layer, &other.layer));
    let (old_fill, new_fill) =
        (own_color(&styles.0.fill, |fill| *fill), own_color(&styles.1.fill, |fill| *fill));
    if old_fill != new_fill {
        phrases.push(Phrase::new(format!("fill {old_fill} → {new_fill}"), "recoloured"));
    }
    let color = |stroke: &Own<Stroke>| own_color(stroke, |stroke| stroke.color);
    let (old_line, new_line) = (color(&styles.0.stroke), color(&styles.1.stroke));
    if old_line != new_line {
        phrases.push(Phrase::new(format!("line colour {old_line} → {new_line}"), "recoloured"));
    }
    if let (Own::Value(was), Own::Value(is)) = (&styles.0.stroke, &styles.1.stroke) {
        if !reads_same(was.width, is.width) {
            let step = format!("line width {} → {}", number(was.width), number(is.width));
            phrases.push(Phrase::new(step, "another pen"));
        }
        if was.dash != is.dash {
            phrases.push(Phrase::new(format!("dashes {} → {}", dashes(was), dashes(is)), "another pen"));
        }
        if (was.cap, was.join) != (is.cap, is.join) {
            phrases.push(Phrase::new("line ends or corners changed", "another pen"));
        }
    }
    if layers.0 != layers.1 {
        let step = format!("layer {} → {}", quote_in_line(layers.0), quote_in_line(layers.1));
        phrases.push(Phrase::new(step, "another layer"));
    }
}

/// Returns the entity's own style. A text or annotation has its first glyph's, as far as the glyph has one.
fn seen_style(scene: &Scene, id: EntityId) -> OwnStyle {
    let own = &scene.entity(id).style;
    let glyph = scene.is_whole(id).then(|| scene.children(id).next()).flatten();
    let Some(glyph) = glyph.map(|glyph| &scene.entity(glyph).style) else { return own.clone() };
    OwnStyle {
        fill: if glyph.fill == Own::Inherited { own.fill.clone() } else { glyph.fill.clone() },
        stroke: if glyph.stroke == Own::Inherited { own.stroke.clone() } else { glyph.stroke.clone() },
    }
}

fn own_color<T>(own: &Own<T>, color: impl Fn(&T) -> Color) -> String {
    match own {
        Own::Inherited => "inherited".to_owned(),
        Own::Absent => "none".to_owned(),
        Own::Value(value) => color(value).css_text(),
        Own::ByLayer => "by layer".to_owned(),
    }
}

fn dashes(stroke: &Stroke) -> String {
    match stroke.dash.as_slice() {
        [] => "solid".to_owned(),
        lengths => lengths.iter().map(|length| number(*length)).collect::<Vec<_>>().join(" "),
    }
}

/// Pushes the differences of the scene itself: its unit, scale, page, parameters and layers.
pub(super) fn push_scene_lines(old: &Scene, new: &Scene, lines: &mut Vec<String>) {
    if old.units() != new.units() {
        lines.push(format!("units: {} → {}", old.units().as_str(), new.units().as_str()));
    }
    let scale = |scale: Option<f64>| scale.map_or_else(|| "1:1".to_owned(), scale_text);
    let scales = (scale(old.drawing_scale), scale(new.drawing_scale));
    if scales.0 != scales.1 {
        lines.push(format!("drawing scale: {} → {}", scales.0, scales.1));
    }
    push_pages(old, new, lines);
    push_parameters(old, new, lines);
    push_layers(old, new, lines);
}

fn scale_text(scale: f64) -> String {
    if scale >= 1.0 { format!("1:{}", number(scale)) } else { format!("{}:1", number(1.0 / scale)) }
}

/// Pushes what is different in the pages; where one of the scenes has several sheets, each by its name.
fn push_pages(old: &Scene, new: &Scene, lines: &mut Vec<String>) {
    let (before, after) = (old.sheets(), new.sheets());
    if before.len() <= 1 && after.len() <= 1 {
        let page = |scene: &Scene| scene.page().map_or_else(|| "none".to_owned(), page_text);
        let (was, is) = (page(old), page(new));
        if was != is {
            lines.push(format!("page: {was} → {is}"));
        }
        return;
    }
    for NamedPage { name, page } in after {
        let name_text = quote_in_line(name);
        match before.iter().find(|it| it.name == *name) {
            None => lines.push(format!("sheet {name_text} added ({})", page_text(page))),
            Some(was) if page_text(&was.page) != page_text(page) => {
                lines.push(format!("sheet {name_text}: {} → {}", page_text(&was.page), page_text(page)));
            }
            Some(was) if was.page.center != page.center => {
                lines.push(format!("sheet {name_text}: another center"));
            }
            Some(_) => {}
        }
    }
    let removed = before.iter().filter(|was| !after.iter().any(|it| it.name == was.name));
    lines.extend(removed.map(|was| format!("sheet {} removed", quote_in_line(&was.name))));
}

fn page_text(page: &Page) -> String {
    match page.size.as_str() {
        "" => extent(page.width, page.height),
        size if page.width > page.height => format!("{size} landscape"),
        size => format!("{size} portrait"),
    }
}

fn push_parameters(old: &Scene, new: &Scene, lines: &mut Vec<String>) {
    let before = &old.declarations().parameters;
    for parameter in &new.declarations().parameters {
        let name = quote_in_line(&parameter.name);
        match before.iter().find(|it| it.name == parameter.name) {
            Some(was) if was.value != parameter.value => lines.push(format!(
                "parameter {name}: {} → {}",
                value_text(&was.value),
                value_text(&parameter.value)
            )),
            Some(_) => {}
            None => lines.push(format!("parameter {name} added ({})", value_text(&parameter.value))),
        }
    }
    let after = &new.declarations().parameters;
    let removed = before.iter().filter(|was| !after.iter().any(|it| it.name == was.name));
    lines.extend(removed.map(|was| format!("parameter {} removed", quote_in_line(&was.name))));
}

fn value_text(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(value) => number(*value),
        ParameterValue::Flag(flag) => flag.to_string(),
        ParameterValue::Text(value) => text(value),
    }
}

/// Pushes properties of layers that differ. A layer that comes or goes is seen by the entities on it.
fn push_layers(old: &Scene, new: &Scene, lines: &mut Vec<String>) {
    for (name, is) in &new.layers {
        let Some(was) = old.layers.get(name).filter(|was| *was != is) else { continue };
        let mut words = Vec::new();
        let color = |layer: &Layer| layer.color.map_or_else(|| "black".to_owned(), |color| color.css_text());
        if color(was) != color(is) {
            words.push(format!("colour {} → {}", color(was), color(is)));
        }
        let linetype = |layer: &Layer| format!("{:?}", layer.linetype).to_lowercase();
        if was.linetype != is.linetype {
            words.push(format!("line type {} → {}", linetype(was), linetype(is)));
        }
        let weight = |layer: &Layer| layer.lineweight.map_or_else(|| "fine".to_owned(), number);
        if was.lineweight != is.lineweight {
            words.push(format!("line weight {} → {}", weight(was), weight(is)));
        }
        if was.visible != is.visible {
            words.push(if is.visible { "shown" } else { "hidden" }.to_owned());
        }
        if was.locked != is.locked {
            words.push(if is.locked { "locked" } else { "unlocked" }.to_owned());
        }
        if !words.is_empty() {
            lines.push(format!("layer {}: {}", quote_in_line(name), words.join(", ")));
        }
    }
}
