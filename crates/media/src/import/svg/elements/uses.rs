//! Elements that show others, or another document: `use` and `image`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use roxmltree::Node;

use super::around::Around;
use super::groups::grouped;
use super::names::{link_of, name_of};
use super::{MAX_DEPTH, Walk};
use crate::import::drawing::Item;
use crate::import::svg::attributes::Axis;
use crate::import::svg::document::{parsed, refused};
use crate::import::svg::style::{Paint, Style};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Point};

impl<'a, 'i> Walk<'_, 'a, 'i> {
    #[inline(never)]
    pub(super) fn reuse(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let Some(target) = self.linked(node) else {
            self.drawing.skip("use of a missing element");
            return Ok(());
        };
        if matches!(
            target.tag_name().name(),
            "clipPath"
                | "mask"
                | "marker"
                | "pattern"
                | "linearGradient"
                | "radialGradient"
                | "filter"
                | "style"
        ) {
            self.drawing.skip("use of something that is not drawn");
            return Ok(());
        }
        if node.ancestors().any(|ancestor| ancestor == target) || self.shown.contains(&target) {
            self.drawing.skip("use of itself");
            return Ok(());
        }
        let at = Point::new(self.number(node, "x", Axis::X, inner), self.number(node, "y", Axis::Y, inner));
        if self.depth >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        let paints = [&inner.style.fill, &inner.style.stroke];
        // A box in the search for a box would be looked for without end.
        let is_fitted = self.has_areas()
            && self.boxed == 0
            && paints.iter().any(|paint| matches!(paint, Paint::Server(..)));
        let bounds = if is_fitted { self.own_box(node, &inner.style) } else { None };
        let context = Some(Self::context(inner, bounds));
        self.depth += 1;
        self.shown.push(target);
        if self.selection.is_traced {
            self.uses.push(self.trace_name(node));
        }
        let mut children = Vec::new();
        let inner = &Around { context, ..inner.clone() };
        if matches!(target.tag_name().name(), "symbol" | "svg") {
            let style = inner.style.of(target, &self.sheet, self.view);
            let own = Affine::translation(
                self.number(target, "x", Axis::X, inner),
                self.number(target, "y", Axis::Y, inner),
            );
            let place = inner.place * own;
            let viewport = self.viewport(target, node, &Around { place, style, ..inner.clone() });
            let view = std::mem::replace(&mut self.view, viewport.view);
            let first = self.unseen.len();
            self.measured += 1;
            let own = self.children(target, &viewport.inner)?;
            self.measured -= 1;
            self.view = view;
            let own = self.seen_of(own, first, &viewport.inner)?;
            children = viewport.cut(own, self.has_areas(), self.drawing);
        } else {
            let place = inner.place * Affine::translation(at.x, at.y);
            self.element(target, &Around { place, ..inner.clone() }, &mut children)?;
        }
        self.uses.pop();
        self.shown.pop();
        self.depth -= 1;
        items.extend(grouped(children, name_of(node), inner.layer.clone()));
        Ok(())
    }

    /// Adds the drawing that an image is, if it is one and stands in the document itself.
    #[inline(never)]
    pub(super) fn image(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let Some(text) = embedded_svg(link_of(node)) else {
            self.drawing.skip("image");
            return Ok(());
        };
        let Ok(document) = parsed(&text) else {
            self.drawing.skip("image that cannot be read");
            return Ok(());
        };
        if self.depth + 1 >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        let root = document.root_element();
        // It is a document of its own: nothing of this one's style is inherited.
        let style = Style { opacity: inner.style.opacity, ..Style::default() };
        let outer = Around { style, ..inner.clone() };
        let viewport = self.viewport_with_aspect(root, node, &outer, node);
        let count: usize = self.drawing.skipped.values().sum();
        let mut walk = Walk::new(&document, self.drawing, viewport.view, self.selection);
        walk.count = self.count;
        walk.visits = self.visits;
        walk.depth = self.depth + 1;
        let style = viewport.inner.style.of(root, &walk.sheet, walk.view);
        let own = walk.children(root, &Around { style, ..viewport.inner.clone() })?;
        (self.count, self.visits) = (walk.count, walk.visits);
        if own.is_empty() && count == self.drawing.skipped.values().sum::<usize>() {
            self.drawing.skip("image of nothing");
        }
        let own = viewport.cut(own, self.has_areas(), self.drawing);
        let (id, layer) = (name_of(node), inner.layer.clone());
        items.extend(grouped(own, id, layer));
        Ok(())
    }
}

/// Returns the drawing in a link that holds one.
fn embedded_svg(link: &str) -> Option<String> {
    let (kind, data) = link.trim().strip_prefix("data:")?.split_once(',')?;
    let named = kind.trim().to_ascii_lowercase();
    let is_unnamed = named.is_empty() || named.starts_with(';');
    if !is_unnamed && !named.starts_with("image/svg+xml") {
        return None;
    }
    let bytes = if kind.to_ascii_lowercase().ends_with(";base64") {
        let data: String = data.chars().filter(|letter| !letter.is_whitespace()).collect();
        BASE64.decode(data).ok()?
    } else {
        unescaped(data.as_bytes())
    };
    String::from_utf8(bytes).ok()
}

fn unescaped(data: &[u8]) -> Vec<u8> {
    let digit = |at: usize| data.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut bytes, mut at) = (Vec::with_capacity(data.len()), 0);
    while let Some(byte) = data.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                at += 3;
            }
            _ => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    bytes
}
