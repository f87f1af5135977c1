//! The page and its title block.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use super::scene::scale_of;
use scenewright_scene::{NoteSource, Orientation, Page, Projection, TitleBlock};

/// The names of the entities on the page.
const FRAME: &str = "page_frame";
const TITLE_BLOCK: &str = "title_block";

const FIELDS: &[&str] = &[
    "owner",
    "title",
    "subtitle",
    "number",
    "revision",
    "date",
    "sheet",
    "creator",
    "approver",
    "department",
    "reference",
    "type",
    "status",
    "language",
    "material",
    "mass",
    "tolerances",
    "scale",
    "projection",
];

const ENTRIES: &str = "{ title?: string, subtitle?: string, number?: string, owner?: string, creator?: string, approver?: string, \
     date?: string, revision?: string, sheet?: string, scale?: string, department?: string, reference?: string, type?: \
     string, status?: string, language?: string, material?: string, mass?: string, tolerances?: string, projection?: \
     'first' | 'third' }";

pub(super) static SET_PAGE: Function = Function {
    name: "setPage",
    domain: Domain::Drafting,
    parameters: &[
        required("size", "string | [number, number]"),
        optional(
            "options",
            "{ orientation?: 'landscape' | 'portrait', scale?: number | string, margin?: number, center?: [number, number], \
             frame?: boolean, titleBlock?: TitleBlock }",
        ),
    ],
    returns: "true",
    doc: "Shows the drawing on a page: A0 to A6, B1 to B5, Letter, Legal, Tabloid, ANSI C to E, Arch C to E, or [width, \
          height] in millimetres. PDF, SVG and pictures are exactly that page, DXF has a layout with a viewport. scale is \
          such as '1:50'; without it, and without setDrawingScale, it is the largest usual one at which the drawing with \
          its dimensions fits. Pens, texts, arrows and dashes are in millimetres on paper. The frame (page_frame) is 20 mm \
          from the left edge and 10 from the others, or margin from all. The drawing is in its middle, or the point \
          center is. titleBlock is as for titleBlock.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             dimension('width', { type: 'horizontal', of: 'plate' })",
    example: "setPage('A4', { orientation: 'landscape', scale: '1:1', titleBlock: { title: 'Plate', number: 'P-001' } })",
    call: |call| {
        const KNOWN: &[&str] = &["orientation", "scale", "margin", "center", "frame", "titleBlock"];
        let options = call.options(1, KNOWN)?;
        let ways = [("landscape", Orientation::Landscape), ("portrait", Orientation::Portrait)];
        let orientation = call.choice_option(&options, "orientation", &ways)?;
        let size = call.arg(0);
        let page = if size.is_string() {
            Page::named(&call.string(0)?, orientation)?
        } else if call.array(&size)?.is_some() {
            let [width, height] = call.pair_of(&size, "size")?;
            Page::custom(width, height, orientation)?
        } else {
            return Err(Failure::Type(format!(
                "size must be the name of a size such as 'A3', or [width, height] in millimetres, got {}",
                describe(&size)
            )));
        };
        let page = match call.number_option(&options, "margin")? {
            Some(margin) => page.with_margin(margin)?,
            None => page,
        };
        let center = match call.option(&options, "center")? {
            None => None,
            Some(value) => Some(call.point_of(&value, "option center")?),
        };
        let scale = match call.option(&options, "scale")? {
            None => None,
            Some(value) => Some(scale_of(&value, "option scale")?),
        };
        let block = match call.option(&options, "titleBlock")? {
            None => None,
            Some(value) => Some(title_block(call, &value, "option titleBlock")?),
        };
        let has_frame = call.boolean_option(&options, "frame")?.unwrap_or(true);
        call.scene().set_page(Page { center, ..page }, scale)?;
        if has_frame {
            call.scene().draw_note(FRAME, NoteSource::Frame, None, &call.host.fonts)?;
        }
        if let Some(block) = block {
            call.scene().draw_note(
                TITLE_BLOCK,
                NoteSource::TitleBlock(block.into()),
                None,
                &call.host.fonts,
            )?;
        }
        Ok(JsValue::from(true))
    },
};

pub(super) static DRAW_TITLE_BLOCK: Function = Function {
    name: "titleBlock",
    domain: Domain::Drafting,
    parameters: &[required("entries", "TitleBlock")],
    returns: "true",
    doc: "Draws the title block (ISO 7200) into the lower right corner of the page that setPage sets, as the entity \
          title_block. The scale is that of the page unless given; projection draws the symbol of the first or the third \
          angle.",
    before: "drawRect('plate', 0, 0, 60, 40)\n\
             setPage('A4', { scale: '1:1' })",
    example: "titleBlock({ title: 'Plate', number: 'P-001', owner: 'Works Ltd', creator: 'A. Smith', date: '2026-01-31', material: 'S235' })",
    call: |call| {
        let value = call.arg(0);
        let block = title_block(call, &value, "entries")?;
        call.scene().draw_note(TITLE_BLOCK, NoteSource::TitleBlock(block.into()), None, &call.host.fonts)?;
        Ok(JsValue::from(true))
    },
};

fn title_block(call: &mut Call<'_>, value: &JsValue, what: &str) -> Checked<TitleBlock> {
    let Some(options) = call.object_of(value, FIELDS)? else {
        return Err(Failure::Type(format!(
            "{what} must be an object of entries {ENTRIES}, got {}",
            describe(value)
        )));
    };
    let mut entry = |key: &'static str| entry(call, &options, key);
    let mut block = TitleBlock {
        owner: entry("owner")?,
        title: entry("title")?,
        subtitle: entry("subtitle")?,
        number: entry("number")?,
        revision: entry("revision")?,
        date: entry("date")?,
        sheet: entry("sheet")?,
        creator: entry("creator")?,
        approver: entry("approver")?,
        department: entry("department")?,
        reference: entry("reference")?,
        document_type: entry("type")?,
        status: entry("status")?,
        language: entry("language")?,
        material: entry("material")?,
        mass: entry("mass")?,
        tolerances: entry("tolerances")?,
        scale: entry("scale")?,
        projection: Projection::None,
    };
    let methods = [("first", Projection::First), ("third", Projection::Third)];
    block.projection = call.choice_option(&options, "projection", &methods)?.unwrap_or_default();
    Ok(block)
}

fn entry(call: &mut Call<'_>, options: &Options, key: &'static str) -> Checked<String> {
    match call.option(options, key)? {
        None => Ok(String::new()),
        Some(value) => call.text_of(&value, key),
    }
}
