//! The page and its title block.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use super::scene::scale_of;
use scenewright_scene::{NoteSource, Orientation, Page, Projection, TitleBlock};

/// The names of the entities on the first sheet; on another, its name follows.
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

pub(crate) static SET_PAGE: Function = Function {
    name: "setPage",
    domain: Domain::Drafting,
    parameters: &[
        required("size", "string | [number, number]"),
        optional(
            "options",
            "{ name?: string, orientation?: 'landscape' | 'portrait', scale?: number | string, margin?: number, center?: \
             [number, number], frame?: boolean, titleBlock?: TitleBlock }",
        ),
    ],
    returns: "true",
    doc: "Shows the drawing on a page: A0 to A6, B1 to B5, Letter, Legal, Tabloid, ANSI C to E, Arch C to E, or [width, \
          height] in millimetres. PDF, SVG and pictures are exactly that page, DXF has a layout with a viewport. scale is \
          such as '1:50'; without it, and without setDrawingScale, it is the largest usual one at which the drawing with \
          its dimensions fits. Pens, texts, arrows and dashes are in millimetres on paper. The frame (page_frame) is 20 mm \
          from the left edge and 10 from the others, or margin from all. The drawing is in its middle, or the point \
          center is. titleBlock is as for titleBlock. Another name adds a sheet, which shows what is around its center at \
          the same scale: PDF has a page for each, DXF a layout; SVG and pictures show the first, or the one that the \
          option sheet of an export names. Without a name it is the first sheet, named Sheet. What is on a further sheet is \
          page_frame_NAME and title_block_NAME.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             dimension('width', { type: 'horizontal', of: 'plate' })",
    example: "setPage('A4', { orientation: 'landscape', scale: '1:1', titleBlock: { title: 'Plate', number: 'P-001' } })",
    call: |call| {
        const KNOWN: &[&str] = &["name", "orientation", "scale", "margin", "center", "frame", "titleBlock"];
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
        let name = match call.option(&options, "name")? {
            None => None,
            Some(value) => Some(call.text_of(&value, "option name")?),
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
        let page = Page { center, ..page };
        match &name {
            None => call.scene().set_page(page, scale)?,
            Some(name) => drop(call.scene().set_sheet(name, page, scale)?),
        }
        if has_frame {
            let name = name_on_sheet(call, FRAME);
            call.scene().draw_note(&name, NoteSource::Frame, None, &call.drawing.fonts)?;
        }
        if let Some(block) = block {
            draw_title_block(call, block)?;
        }
        Ok(JsValue::from(true))
    },
};

pub(crate) static DRAW_TITLE_BLOCK: Function = Function {
    name: "titleBlock",
    domain: Domain::Drafting,
    parameters: &[required("entries", "TitleBlock")],
    returns: "true",
    doc: "Draws the title block (ISO 7200) into the lower right corner of the page that setPage set last, as the entity \
          title_block. scale defaults to the page's, and sheet, where there are several sheets, to its number, such as 1/3; \
          projection draws the symbol of the first or the third angle.",
    before: "drawRect('plate', 0, 0, 60, 40)\n\
             setPage('A4', { scale: '1:1' })",
    example: "titleBlock({ title: 'Plate', number: 'P-001', owner: 'Works Ltd', creator: 'A. Smith', date: '2026-01-31', material: 'S235' })",
    call: |call| {
        let value = call.arg(0);
        let block = title_block(call, &value, "entries")?;
        draw_title_block(call, block)?;
        Ok(JsValue::from(true))
    },
};

fn draw_title_block(call: &mut Call<'_>, block: TitleBlock) -> Checked<()> {
    let name = name_on_sheet(call, TITLE_BLOCK);
    let note = NoteSource::TitleBlock(Box::new(block));
    call.scene().draw_note(&name, note, None, &call.drawing.fonts)?;
    Ok(())
}

/// Returns the name of an entity on the sheet that was set last.
fn name_on_sheet(call: &mut Call<'_>, name: &str) -> String {
    match call.scene().current_sheet() {
        Some((index, sheet)) if index > 0 => format!("{name}_{}", sheet.name),
        _ => name.to_owned(),
    }
}

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
