//! The title block, after ISO 7200: 180 mm wide, in the lower right corner of the frame.

use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::note_source::{Projection, TitleBlock};
use crate::drafting::page::Page;
use crate::drafting::parts::{push_circle, push_line};
use crate::drafting::shapes::Shapes;
use crate::drafting::table::push_box;
use crate::drafting::typeset::Fonts;
use scenewright_geometry::{Bounds, Point};

/// The width of the title block, in millimetres on paper.
pub(crate) const WIDTH: f64 = 180.0;
/// The height of the title block, in millimetres on paper.
pub(crate) const HEIGHT: f64 = 40.0;

/// The heights of the names of fields, and of what is entered.
const NAME_HEIGHT: f64 = 1.8;
const ENTRY_HEIGHT: f64 = 2.5;

/// A field: its place and size, its name, the entry and its height.
struct Field<'a>([f64; 4], &'static str, &'a str, f64);

/// Draws the title block in the lower right corner of the frame.
pub(crate) fn draw_title_block(
    block: &TitleBlock,
    page: &Page,
    scale: &str,
    fonts: &Fonts,
) -> Result<Shapes, SceneError> {
    let frame = page.frame();
    let corner = Point::new(frame.max.x - WIDTH, frame.min.y);
    let scale = if block.scale.is_empty() { scale } else { &block.scale };
    // The symbol takes the room of the name.
    let projection = if block.projection == Projection::None { "Projection" } else { "" };
    let fields = [
        Field([0.0, 32.0, 60.0, 8.0], "Material", &block.material, ENTRY_HEIGHT),
        Field([60.0, 32.0, 30.0, 8.0], "Mass", &block.mass, ENTRY_HEIGHT),
        Field([90.0, 32.0, 45.0, 8.0], "General tolerances", &block.tolerances, ENTRY_HEIGHT),
        Field([135.0, 32.0, 22.0, 8.0], "Scale", scale, ENTRY_HEIGHT),
        Field([157.0, 32.0, 23.0, 8.0], projection, "", ENTRY_HEIGHT),
        Field([0.0, 24.0, 30.0, 8.0], "Responsible dept.", &block.department, ENTRY_HEIGHT),
        Field([30.0, 24.0, 30.0, 8.0], "Technical reference", &block.reference, ENTRY_HEIGHT),
        Field([60.0, 24.0, 37.5, 8.0], "Created by", &block.creator, ENTRY_HEIGHT),
        Field([97.5, 24.0, 37.5, 8.0], "Approved by", &block.approver, ENTRY_HEIGHT),
        Field([135.0, 24.0, 45.0, 8.0], "Document type", &block.document_type, ENTRY_HEIGHT),
        Field([0.0, 8.0, 60.0, 16.0], "Legal owner", &block.owner, 3.5),
        Field([135.0, 16.0, 45.0, 8.0], "Document status", &block.status, ENTRY_HEIGHT),
        Field([135.0, 0.0, 45.0, 16.0], "Identification number", &block.number, 5.0),
        Field([0.0, 0.0, 20.0, 8.0], "Size", &page.size, ENTRY_HEIGHT),
        Field([20.0, 0.0, 20.0, 8.0], "Language", &block.language, ENTRY_HEIGHT),
        Field([40.0, 0.0, 35.0, 8.0], "Date of issue", &block.date, ENTRY_HEIGHT),
        Field([75.0, 0.0, 20.0, 8.0], "Revision", &block.revision, ENTRY_HEIGHT),
        Field([95.0, 0.0, 40.0, 8.0], "Sheet", &block.sheet, ENTRY_HEIGHT),
    ];
    let mut shapes = Shapes::default();
    let outer = Bounds { min: corner, max: Point::new(corner.x + WIDTH, corner.y + HEIGHT) };
    push_box(&mut shapes.thick, &outer);
    for Field([x, y, width, height], name, entry, size) in fields {
        let low = Point::new(corner.x + x, corner.y + y);
        cell(&mut shapes, low, [width, height]);
        name_field(&mut shapes, low, height, name, fonts)?;
        let middle = low.y + (height - NAME_HEIGHT - 0.8) * 0.5;
        enter(&mut shapes, Point::new(low.x, middle), width, entry, size, fonts)?;
    }
    let low = Point::new(corner.x + 60.0, corner.y + 8.0);
    cell(&mut shapes, low, [75.0, 16.0]);
    name_field(&mut shapes, low, 16.0, "Title, supplementary title", fonts)?;
    let has_subtitle = !block.subtitle.trim().is_empty();
    let height = if has_subtitle { 9.2 } else { 6.7 };
    enter(&mut shapes, Point::new(low.x, low.y + height), 75.0, &block.title, 5.0, fonts)?;
    enter(&mut shapes, Point::new(low.x, low.y + 3.2), 75.0, &block.subtitle, 3.5, fonts)?;
    draw_projection(&mut shapes, Point::new(corner.x + 168.5, corner.y + 36.0), block.projection);
    Ok(shapes)
}

/// Draws the left and the lower side of a field; the other sides belong to its neighbours and to the whole.
fn cell(shapes: &mut Shapes, low: Point, [width, height]: [f64; 2]) {
    shapes.line(low, Point::new(low.x + width, low.y));
    shapes.line(low, Point::new(low.x, low.y + height));
}

fn name_field(
    shapes: &mut Shapes,
    low: Point,
    height: f64,
    name: &str,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    if name.is_empty() {
        return Ok(());
    }
    let label = Label::of_text(name, NAME_HEIGHT, fonts)?;
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

/// Draws the frame of a page, with the marks of its middles.
pub(crate) fn draw_frame(page: &Page) -> Shapes {
    let mut shapes = Shapes::default();
    let frame = page.frame();
    push_box(&mut shapes.thick, &frame);
    let (x, y) = (page.width * 0.5, page.height * 0.5);
    // From the edge to 5 mm inside of the frame, but for the lower one, where a title block may be.
    let marks = [
        [Point::new(0.0, y), Point::new(frame.min.x + 5.0, y)],
        [Point::new(page.width, y), Point::new(frame.max.x - 5.0, y)],
        [Point::new(x, 0.0), Point::new(x, frame.min.y)],
        [Point::new(x, page.height), Point::new(x, frame.max.y - 5.0)],
    ];
    for [from, to] in marks {
        push_line(&mut shapes.thick, from, to);
    }
    shapes
}
