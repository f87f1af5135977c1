//! PDF documents by page: the text that is on a page, and the page as a picture.
//!
//! A document may be anything. It is read in a process that may be killed; the bounds here keep an honest document from
//! filling the answer.

mod lines;

#[cfg(test)]
mod tests;

use std::io::Cursor;

use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::hayro_syntax::page::Page;
use hayro::hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, TransformExt, interpret_page,
};
use hayro::kurbo::{BezPath, Point, Rect};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use image::{ExtendedColorType, ImageEncoder};
use serde::{Deserialize, Serialize};

use self::lines::{Placed, text_of};
use scenewright_error::{Error, Kind, Result};

/// The longer side of a page as a picture, in pixels: the most that a model looks at without scaling it down.
const PICTURE_SIDE: f32 = 1_568.0;
/// The largest enlargement: a stamp is not blown up to a poster.
const MAX_SCALE: f32 = 4.0;
/// The most glyphs of a page whose text is read. A printed page has some thousands; a drawing may be made of them.
const MAX_GLYPHS: usize = 500_000;

/// Some pages of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PdfPages {
    /// The number of pages of the whole document.
    pub total: usize,
    /// The pages that were asked for and exist, in order.
    pub pages: Vec<PdfPage>,
    /// The picture of the page, as a PNG, where one page was asked for.
    pub picture: Option<PagePicture>,
}

/// A page as its reader needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PdfPage {
    /// The number of the page, from 1.
    pub number: usize,
    /// The size in points, as the page is shown.
    pub width: f32,
    /// The height in points.
    pub height: f32,
    /// The text in the order of the document, a line each; empty for a page that is only a picture.
    pub text: String,
}

/// A page as a picture, on white.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PagePicture {
    /// The width in pixels, at most 1,568.
    pub width: u32,
    /// The height in pixels, at most 1,568.
    pub height: u32,
    /// The bytes of the PNG file.
    pub png: Vec<u8>,
}

/// Reads the pages from `first` to `last`, counted from 1, as far as they exist. A single page is also drawn.
pub fn read_pdf_pages(bytes: Vec<u8>, first: usize, last: usize) -> Result<PdfPages> {
    let pdf = Pdf::new(bytes).map_err(|error| {
        Error::new(
            Kind::Unreadable,
            match error {
                LoadPdfError::Decryption(_) => "The PDF document is encrypted with a password.",
                LoadPdfError::Invalid => "The PDF document is damaged: no pages were found in it.",
            },
        )
    })?;
    let all = pdf.pages();
    let total = all.len();
    let wanted = first.max(1)..=last.min(total);
    let mut pages = Vec::new();
    for number in wanted.clone() {
        let page = &all[number - 1];
        let (width, height) = page.render_dimensions();
        pages.push(PdfPage { number, width, height, text: page_text(page) });
    }
    let picture = match pages.as_slice() {
        [page] => Some(draw(&all[page.number - 1])?),
        _ => None,
    };
    Ok(PdfPages { total, pages, picture })
}

fn draw(page: &Page<'_>) -> Result<PagePicture> {
    let (width, height) = page.render_dimensions();
    let unusable = || Error::new(Kind::Unreadable, "The page has no size, and cannot be drawn.");
    let longer = width.max(height);
    if !(longer.is_finite() && width > 0.0 && height > 0.0) {
        return Err(unusable());
    }
    let scale = (PICTURE_SIDE / longer).min(MAX_SCALE);
    // At least a pixel each way, however long and thin the page is.
    let (x_scale, y_scale) = (scale.max(1.0 / width), scale.max(1.0 / height));
    let settings = PixmapSettings { x_scale, y_scale, bg_color: WHITE };
    let (reading, drawing) = (InterpreterSettings::default(), RenderSettings::default());
    let pixels = hayro::render(page, &RenderCache::new(), &reading, &drawing, &settings);
    let (width, height) = (u32::from(pixels.width()), u32::from(pixels.height()));
    if width == 0 || height == 0 {
        return Err(unusable());
    }
    // The ground is opaque, so that colours are not multiplied by anything.
    let rgb: Vec<u8> = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
    let mut png = Cursor::new(Vec::new());
    image::codecs::png::PngEncoder::new(&mut png)
        .write_image(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|error| Error::new(Kind::Internal, format!("The page could not be encoded: {error}.")))?;
    Ok(PagePicture { width, height, png: png.into_inner() })
}

fn page_text(page: &Page<'_>) -> String {
    let transform = page.initial_transform(true).to_kurbo();
    let (width, height) = page.render_dimensions();
    let cache = InterpreterCache::new();
    let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut context = Context::new(transform, bounds, &cache, page.xref(), InterpreterSettings::default());
    let mut reader = TextReader::default();
    interpret_page(page, &mut context, &mut reader);
    text_of(&reader.glyphs)
}

/// A device that keeps the characters and where they are.
#[derive(Default)]
struct TextReader {
    glyphs: Vec<Placed>,
}

impl Device<'_> for TextReader {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, '_>, props: DrawProps<'_>, _: &DrawMode) {
        for glyph in run.glyphs() {
            if self.glyphs.len() == MAX_GLYPHS {
                return;
            }
            let text = match glyph.as_unicode() {
                Some(BfString::Char(character)) => character.to_string(),
                Some(BfString::String(text)) => text,
                None => char::REPLACEMENT_CHARACTER.to_string(),
            };
            // Glyphs are drawn in thousandths of their size.
            let transform = props.transform * glyph.transform();
            let advance = match &**glyph {
                Glyph::Outline(outline) => outline.advance_width(),
                Glyph::Type3(drawn) => drawn.advance_width(),
            };
            let start = transform * Point::ZERO;
            let end = transform * Point::new(f64::from(advance.unwrap_or(500.0)), 0.0);
            let size = (transform * Point::new(0.0, 1_000.0) - start).hypot();
            if [start.x, start.y, end.x, end.y, size].into_iter().all(f64::is_finite) {
                self.glyphs.push(Placed { text, start, end, size });
            }
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'_>, _: &DrawMode) {}

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {}

    fn draw_image(&mut self, _: Image<'_, '_>, _: ImageDrawProps<'_>) {}

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
