//! Text of annotations as outlines.

use crate::drafting::error::{SceneError, quoted};
use crate::drafting::parts::Lettering;
use crate::drafting::text_source::{Align, TextSource, VerticalAlign};
use crate::drafting::typeset::{Font, Fonts};
use scenewright_error::show_name;
use scenewright_geometry::{Affine, Path, Shape};

/// Returns the width of a line of text whose capitals have that height.
pub(crate) fn width(text: &str, height: f64, fonts: &Fonts) -> Result<f64, SceneError> {
    require_one_line(text)?;
    let font = Font::builtin()?;
    Ok(fonts.set_annotation(text, size_of(&font, height))?.width)
}

/// Refuses what would be a box in one format and a second line in another.
fn require_one_line(text: &str) -> Result<(), SceneError> {
    if !text.contains(char::is_control) {
        return Ok(());
    }
    Err(SceneError::range(format!(
        "the text {} must be one line without tabs; leader and drawText take several lines",
        quoted(&show_name(text))
    )))
}

/// Returns the outlines of a line of text on a horizontal baseline, and its source; `None` for blank text.
pub(crate) fn outlines(line: &Lettering, fonts: &Fonts) -> Result<Option<(Shape, TextSource)>, SceneError> {
    require_one_line(&line.text)?;
    let font = Font::builtin()?;
    let size = size_of(&font, line.height);
    let layout = fonts.set_annotation(&line.text, size)?;
    let start = match line.align {
        Align::Left => 0.0,
        Align::Center => layout.width * -0.5,
        Align::Right => -layout.width,
    };
    let mut path = Path::new();
    for glyph in &layout.glyphs {
        let place = Affine::translation(line.at.x + start + glyph.x, line.at.y + glyph.y);
        path.extend(&glyph.outline.transformed(&place));
    }
    if path.is_empty() {
        return Ok(None);
    }
    let source = TextSource {
        text: line.text.clone(),
        x: line.at.x,
        y: line.at.y,
        size,
        align: line.align,
        font: None,
        cap_height: font.cap_height(size),
        line_height: font.line_height(size),
        valign: VerticalAlign::default(),
        box_width: None,
        has_markup: false,
        lines: Vec::new(),
    };
    Ok(Some((Shape::Path(path), source)))
}

/// Returns the size of a font whose capitals have that height.
fn size_of(font: &Font, height: f64) -> f64 {
    let unit = font.cap_height(1.0);
    if unit > 0.0 { height / unit } else { height }
}
