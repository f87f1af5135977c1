//! The title block, after ISO 7200: 180 mm wide, in the lower right corner of the frame. In a narrower frame, the fields with
//! an entry stand in rows as wide as the frame.

use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::note_source::{Projection, TitleBlock};
use crate::drafting::page::Page;
use crate::drafting::parts::{push_circle, push_line};
use crate::drafting::shapes::Shapes;
use crate::drafting::table::push_box;
use crate::drafting::typeset::Fonts;
use scenewright_geometry::{Bounds, Point};

/// The width of the title block of ISO 7200, in millimetres on paper.
const WIDTH: f64 = 180.0;
/// Its height, in millimetres on paper.
const HEIGHT: f64 = 40.0;

/// The heights of the names of fields, and of what is entered.
const NAME_HEIGHT: f64 = 1.8;
const ENTRY_HEIGHT: f64 = 2.5;

/// The share of the height below the name of a field that letters may take: above and below is room for what hangs below the
/// line.
const LETTER_SHARE: f64 = 0.55;

/// The least widths of the title and of other fields in a frame narrower than the title block, and their heights: their names
/// and usual entries are as large as in the whole one.
const LEAST_TITLE: f64 = 60.0;
const LEAST_FIELD: f64 = 30.0;
const TITLE_HEIGHT: f64 = 16.0;
const FIELD_HEIGHT: f64 = 8.0;

/// The share of a width that rounding may take.
const ROUNDING: f64 = 1e-9;

/// A field of the title block.
struct Field<'a> {
    /// The lower left corner, seen from the lower left corner of the title block.
    at: [f64; 2],
    size: [f64; 2],
    name: &'static str,
    entry: Entry<'a>,
}

/// Fields beside each other, with the sum of their widths.
struct FieldRow<'a> {
    fields: Vec<Field<'a>>,
    width: f64,
}

/// The entry of a field.
enum Entry<'a> {
    /// A text of some height.
    Text(&'a str, f64),
    /// The title, and the supplementary title below it.
    Title(&'a str, &'a str),
    /// The symbol of projection.
    Projection(Projection),
}

impl Entry<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Entry::Text(text, _) => text.trim().is_empty(),
            Entry::Title(title, subtitle) => title.trim().is_empty() && subtitle.trim().is_empty(),
            Entry::Projection(projection) => *projection == Projection::None,
        }
    }
}

/// Returns the width and the height of the title block on a page, in millimetres on paper.
pub(crate) fn title_block_size(block: &TitleBlock, page: &Page) -> [f64; 2] {
    // Any scale does: it has a field of its own.
    layout(block, page, "1:1").1
}

/// Draws the title block in the lower right corner of the frame.
pub(crate) fn draw_title_block(
    block: &TitleBlock,
    page: &Page,
    scale: &str,
    fonts: &Fonts,
) -> Result<Shapes, SceneError> {
    let frame = page.frame();
    let scale = if block.scale.is_empty() { scale } else { &block.scale };
    let (fields, [wide, high]) = layout(block, page, scale);
    let corner = Point::new(frame.max.x - wide, frame.min.y);
    let mut shapes = Shapes::default();
    let outer = Bounds { min: corner, max: Point::new(corner.x + wide, corner.y + high) };
    push_box(&mut shapes.thick, &outer);
    for Field { at: [x, y], size: [width, height], name, entry } in fields {
        let low = Point::new(corner.x + x, corner.y + y);
        cell(&mut shapes, low, [width, height]);
        name_field(&mut shapes, low, [width, height], name, fonts)?;
        let mut enter_at = |y: f64, text: &str, size: f64| {
            enter(&mut shapes, Point::new(low.x, low.y + y), width, text, size, fonts)
        };
        match entry {
            Entry::Text(text, size) => {
                let room = height - NAME_HEIGHT - 0.8;
                enter_at(room * 0.5, text, size.min(room * LETTER_SHARE))?;
            }
            Entry::Title(title, subtitle) => {
                enter_at(if subtitle.trim().is_empty() { 6.7 } else { 9.2 }, title, 5.0)?;
                enter_at(3.2, subtitle, 3.5)?;
            }
            Entry::Projection(projection) => {
                let middle = Point::new(low.x + width * 0.5, low.y + height * 0.5);
                draw_projection(&mut shapes, middle, projection);
            }
        }
    }
    Ok(shapes)
}

/// Returns the fields of a title block on a page, and its width and height.
fn layout<'a>(block: &'a TitleBlock, page: &'a Page, scale: &'a str) -> (Vec<Field<'a>>, [f64; 2]) {
    let fields = fields_of_iso_7200(block, page, scale);
    let frame = page.frame();
    let room = frame.max.x - frame.min.x;
    if room >= WIDTH * (1.0 - ROUNDING) {
        return (fields, [WIDTH, HEIGHT]);
    }
    in_rows(fields.into_iter().filter(|field| !field.entry.is_empty()), room)
}

/// Puts fields into rows of a width, from above: as many in each as have their least width, and all stretched alike.
fn in_rows<'a>(fields: impl Iterator<Item = Field<'a>>, room: f64) -> (Vec<Field<'a>>, [f64; 2]) {
    let mut rows: Vec<FieldRow<'a>> = Vec::new();
    for field in fields {
        let size = match field.entry {
            Entry::Title(..) => [LEAST_TITLE, TITLE_HEIGHT],
            _ => [field.size[0].min(LEAST_FIELD), FIELD_HEIGHT],
        };
        let field = Field { size, ..field };
        match rows.last_mut().filter(|row| row.width + size[0] <= room * (1.0 + ROUNDING)) {
            Some(row) => {
                row.fields.push(field);
                row.width += size[0];
            }
            None => rows.push(FieldRow { fields: vec![field], width: size[0] }),
        }
    }
    let mut y = 0.0;
    for row in rows.iter_mut().rev() {
        let height = row.fields.iter().map(|field| field.size[1]).fold(0.0, f64::max);
        let mut x = 0.0;
        for field in &mut row.fields {
            let width = field.size[0] * room / row.width;
            (field.at, field.size) = ([x, y], [width, height]);
            x += width;
        }
        y += height;
    }
    (rows.into_iter().flat_map(|row| row.fields).collect(), [room, y])
}

/// Returns all fields in their places, in the order in which they are read.
fn fields_of_iso_7200<'a>(block: &'a TitleBlock, page: &'a Page, scale: &'a str) -> Vec<Field<'a>> {
    // The symbol takes the room of the name.
    let projection = if block.projection == Projection::None { "Projection" } else { "" };
    let text = |text: &'a str| Entry::Text(text, ENTRY_HEIGHT);
    let field = |at, size, name, entry| Field { at, size, name, entry };
    vec![
        field([0.0, 32.0], [60.0, 8.0], "Material", text(&block.material)),
        field([60.0, 32.0], [30.0, 8.0], "Mass", text(&block.mass)),
        field([90.0, 32.0], [45.0, 8.0], "General tolerances", text(&block.tolerances)),
        field([135.0, 32.0], [22.0, 8.0], "Scale", text(scale)),
        field([157.0, 32.0], [23.0, 8.0], projection, Entry::Projection(block.projection)),
        field([0.0, 24.0], [30.0, 8.0], "Responsible dept.", text(&block.department)),
        field([30.0, 24.0], [30.0, 8.0], "Technical reference", text(&block.reference)),
        field([60.0, 24.0], [37.5, 8.0], "Created by", text(&block.creator)),
        field([97.5, 24.0], [37.5, 8.0], "Approved by", text(&block.approver)),
        field([135.0, 24.0], [45.0, 8.0], "Document type", text(&block.document_type)),
        field([0.0, 8.0], [60.0, 16.0], "Legal owner", Entry::Text(&block.owner, 3.5)),
        field(
            [60.0, 8.0],
            [75.0, 16.0],
            "Title, supplementary title",
            Entry::Title(&block.title, &block.subtitle),
        ),
        field([135.0, 16.0], [45.0, 8.0], "Document status", text(&block.status)),
        field([135.0, 0.0], [45.0, 16.0], "Identification number", Entry::Text(&block.number, 5.0)),
        field([0.0, 0.0], [20.0, 8.0], "Size", text(&page.size)),
        field([20.0, 0.0], [20.0, 8.0], "Language", text(&block.language)),
        field([40.0, 0.0], [35.0, 8.0], "Date of issue", text(&block.date)),
        field([75.0, 0.0], [20.0, 8.0], "Revision", text(&block.revision)),
        field([95.0, 0.0], [40.0, 8.0], "Sheet", text(&block.sheet)),
    ]
}

/// Draws the left and the lower side of a field; the other sides belong to its neighbours and to the whole.
fn cell(shapes: &mut Shapes, low: Point, [width, height]: [f64; 2]) {
    shapes.line(low, Point::new(low.x + width, low.y));
    shapes.line(low, Point::new(low.x, low.y + height));
}

fn name_field(
    shapes: &mut Shapes,
    low: Point,
    [width, height]: [f64; 2],
    name: &str,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    if name.is_empty() {
        return Ok(());
    }
    let label = Label::of_text(name, NAME_HEIGHT, fonts)?.fitting(width - 1.5, fonts)?;
    let middle = Point::new(
        low.x + 1.0 + label.width * 0.5,
        low.y + height - 0.8 - NAME_HEIGHT * 0.5 - label.descent * 0.5,
    );
    label.draw(shapes, middle, Point::new(1.0, 0.0));
    Ok(())
}

/// Writes an entry at the left of a field, as large as there is room.
fn enter(
    shapes: &mut Shapes,
    left: Point,
    width: f64,
    entry: &str,
    size: f64,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    if entry.trim().is_empty() {
        return Ok(());
    }
    let label = Label::of_text(entry, size, fonts)?.fitting(width - 2.5, fonts)?;
    let middle = Point::new(left.x + 1.5 + label.width * 0.5, left.y - label.descent * 0.5);
    label.draw(shapes, middle, Point::new(1.0, 0.0));
    Ok(())
}

/// Draws the truncated cone that stands for the method of projection, as ISO 5456 has it.
fn draw_projection(shapes: &mut Shapes, middle: Point, projection: Projection) {
    let way = match projection {
        Projection::None => return,
        Projection::First => -1.0,
        Projection::Third => 1.0,
    };
    // In the third angle, the circles are at the small end's side: left of the cone.
    let circles = Point::new(middle.x - way * 5.0, middle.y);
    let cone = middle.x + way * 4.0;
    push_circle(&mut shapes.lines, circles, 2.5);
    push_circle(&mut shapes.lines, circles, 1.25);
    let (near, far) = (cone - 3.0, cone + 3.0);
    shapes.lines.push_chain(
        [
            Point::new(near, middle.y - 1.25),
            Point::new(far, middle.y - 2.5),
            Point::new(far, middle.y + 2.5),
            Point::new(near, middle.y + 1.25),
        ],
        true,
    );
    push_line(
        &mut shapes.lines,
        Point::new(circles.x - 3.2, middle.y),
        Point::new(circles.x + 3.2, middle.y),
    );
    push_line(
        &mut shapes.lines,
        Point::new(circles.x, middle.y - 3.0),
        Point::new(circles.x, middle.y + 3.0),
    );
    push_line(&mut shapes.lines, Point::new(near - 0.7, middle.y), Point::new(far + 0.7, middle.y));
}

/// Draws the frame of a page, with the marks of its middles. They end at the frame where one of the boxes in it is.
pub(crate) fn draw_frame(page: &Page, boxes: &[Bounds]) -> Shapes {
    let mut shapes = Shapes::default();
    let frame = page.frame();
    push_box(&mut shapes.thick, &frame);
    let (x, y) = (page.width * 0.5, page.height * 0.5);
    // From the edge to 5 mm inside of the frame, but for the lower one, where a title block may be.
    let marks = [
        [Point::new(0.0, y), Point::new(frame.min.x, y), Point::new(frame.min.x + 5.0, y)],
        [Point::new(page.width, y), Point::new(frame.max.x, y), Point::new(frame.max.x - 5.0, y)],
        [Point::new(x, 0.0), Point::new(x, frame.min.y), Point::new(x, frame.min.y)],
        [Point::new(x, page.height), Point::new(x, frame.max.y), Point::new(x, frame.max.y - 5.0)],
    ];
    for [from, at_frame, inside] in marks {
        let mark = Bounds::of_point(at_frame).union(Bounds::of_point(inside));
        let is_taken = boxes.iter().any(|taken| taken.meets(&mark));
        push_line(&mut shapes.thick, from, if is_taken { at_frame } else { inside });
    }
    shapes
}
