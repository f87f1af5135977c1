//! Notes: marks, leaders, symbols and tables.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::Point;
use scenewright_scene::{
    LEADER_OFFSET, Machining, NotePlace, NoteSource, PointRef, SurfaceDetails, TablePlace,
};

const NAME: Parameter = required("name", "string");
const TARGET: Parameter = required("target", "PointRef");
const X: Parameter = required("x", "number");
const Y: Parameter = required("y", "number");

/// The length by which centre lines go beyond what they mark, in millimetres on paper.
const BEYOND: f64 = 3.0;

pub(crate) static CENTER_MARK: Function = Function {
    name: "centerMark",
    domain: Domain::Drafting,
    parameters: &[NAME, required("of", "string"), optional("options", "{ extend?: number, color?: Color }")],
    returns: "true",
    doc: "Marks the centre of a circle or an arc with two crossed centre lines that go 3 mm on paper, or extend, beyond \
          it. It follows the circle.",
    before: "drawCircle('bore', 0, 0, 25)",
    example: "centerMark('bore_center', 'bore')",
    call: |call| {
        let (name, of) = (call.name(0)?, call.string(1)?);
        let options = call.options(2, &["extend", "color"])?;
        let beyond = call.number_option(&options, "extend")?.unwrap_or(BEYOND);
        draw(call, &name, &options, NoteSource::CenterMark { of, beyond })
    },
};

pub(crate) static CENTER_LINE: Function = Function {
    name: "centerLine",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("from", "PointRef"),
        required("to", "PointRef"),
        optional("options", "{ extend?: number, color?: Color }"),
    ],
    returns: "true",
    doc: "Draws a centre line of long and short dashes from one point to another, and 3 mm on paper, or extend, beyond \
          both. Points are as for dimension, and it follows their entities.",
    before: "drawRect('shaft', 0, 0, 90, 30)",
    example: "centerLine('axis', { of: 'shaft', at: 'left' }, { of: 'shaft', at: 'right' })",
    call: |call| {
        let name = call.name(0)?;
        let (from, to) = (point(call, 1, "from")?, point(call, 2, "to")?);
        let options = call.options(3, &["extend", "color"])?;
        let beyond = call.number_option(&options, "extend")?.unwrap_or(BEYOND);
        draw(call, &name, &options, NoteSource::CenterLine { from, to, beyond })
    },
};

pub(crate) static LEADER: Function = Function {
    name: "leader",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        TARGET,
        required("text", "string"),
        optional("options", "{ offset?: [number, number], to?: PointRef, color?: Color }"),
    ],
    returns: "true",
    doc: "Writes a text, of one or several lines, with an arrow to a target, which is a point as for dimension. The text \
          is at offset from it, in millimetres on paper, or at the point to, and finds a free place without either. DXF has \
          a LEADER.",
    before: "drawCircle('bore', 0, 0, 20)",
    example: "leader('note', { of: 'bore', at: 'topRight' }, 'deburr', { offset: [12, 8] })",
    call: |call| {
        let name = call.name(0)?;
        let target = point(call, 1, "target")?;
        let text = written(call, 2)?;
        let options = call.options(3, &["offset", "to", "color"])?;
        let to = place(call, &options)?;
        draw(call, &name, &options, NoteSource::Leader { target, text, to })
    },
};

pub(crate) static BALLOON: Function = Function {
    name: "balloon",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        TARGET,
        required("text", "string | number"),
        optional("options", "{ offset?: [number, number], to?: PointRef, color?: Color }"),
    ],
    returns: "true",
    doc: "Writes the number of a part in a circle with a line that ends in a dot at the target. The circle is at offset \
          from it, in millimetres on paper, or at the point to, and finds a free place without either. '#' is the number of \
          its block in a partsList.",
    before: "drawRect('part', 0, 0, 60, 40)",
    example: "balloon('position_1', 'part', 1, { offset: [40, 30] })",
    call: |call| {
        let name = call.name(0)?;
        let target = point(call, 1, "target")?;
        let text = written(call, 2)?;
        let options = call.options(3, &["offset", "to", "color"])?;
        let to = match place(call, &options)? {
            NotePlace::Free(_) => NotePlace::Free([15.0, 15.0]),
            place => place,
        };
        draw(call, &name, &options, NoteSource::Balloon { target, text, to })
    },
};

pub(crate) static SURFACE_FINISH: Function = Function {
    name: "surfaceFinish",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        TARGET,
        required("text", "string"),
        optional(
            "options",
            "{ machining?: 'any' | 'required' | 'prohibited', angle?: number, method?: string, second?: string, lay?: '=' | '⟂' \
             | 'X' | 'M' | 'C' | 'R' | 'P', allowance?: string | number, allAround?: boolean, leader?: boolean, offset?: \
             [number, number], to?: PointRef, color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws the symbol of surface texture (ISO 21920) with its tip at the target, and a text such as 'Ra 1.6'. \
          machining says if material must or must not be removed; angle turns the symbol, in radians. method, such as \
          'milled', stands above the bar, second beneath the first requirement, lay (the direction of the grooves) beside \
          the leg, allowance before the symbol; allAround has a circle at the corner. With leader, or offset or to as for \
          leader, the symbol stands on a leader to the target.",
    before: "drawRect('block', 0, 0, 70, 30)",
    example: "surfaceFinish('top_finish', { of: 'block', at: 'top' }, 'Ra 1.6', { machining: 'required', method: 'milled' })",
    call: |call| {
        const KNOWN: &[&str] = &[
            "machining",
            "angle",
            "method",
            "second",
            "lay",
            "allowance",
            "allAround",
            "leader",
            "offset",
            "to",
            "color",
        ];
        let name = call.name(0)?;
        let target = point(call, 1, "target")?;
        let text = written(call, 2)?;
        let options = call.options(3, KNOWN)?;
        let kinds = [
            ("any", Machining::Any),
            ("required", Machining::Required),
            ("prohibited", Machining::Prohibited),
        ];
        let machining = call.choice_option(&options, "machining", &kinds)?.unwrap_or_default();
        let angle = call.number_option(&options, "angle")?.unwrap_or(0.0);
        let lays = ["=", "⟂", "⊥", "X", "M", "C", "R", "P"].map(|it| (it, if it == "⊥" { "⟂" } else { it }));
        let allowance = match call.option(&options, "allowance")? {
            None => String::new(),
            Some(value) => call.text_of(&value, "option allowance")?,
        };
        let has_leader = call.boolean_option(&options, "leader")?.unwrap_or(false);
        let to = match place(call, &options)? {
            NotePlace::Free(usual) => has_leader.then_some(NotePlace::Free(usual)),
            place => Some(place),
        };
        let details = SurfaceDetails {
            method: call.string_option(&options, "method")?.unwrap_or_default(),
            second: call.string_option(&options, "second")?.unwrap_or_default(),
            lay: call.choice_option(&options, "lay", &lays)?.unwrap_or_default().to_owned(),
            allowance,
            is_all_around: call.boolean_option(&options, "allAround")?.unwrap_or(false),
            to,
        };
        let details = Box::new(details);
        draw(call, &name, &options, NoteSource::SurfaceFinish { target, text, machining, angle, details })
    },
};

pub(crate) static SECTION_MARK: Function = Function {
    name: "sectionMark",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("points", "PointRef[]"),
        required("text", "string"),
        optional("options", "{ looks?: 'left' | 'right', color?: Color }"),
    ],
    returns: "true",
    doc: "Marks where a thing is cut: a line through at least 2 points with thick ends and corners, arrows in the \
          direction of the view, and a letter at each. The view is to the left of the way along the points, or looks to \
          the right.",
    before: "drawRect('housing', 0, 0, 80, 50)",
    example: "sectionMark('section_a', [[0, 40], [0, -40]], 'A')",
    call: |call| {
        let name = call.name(0)?;
        let value = call.arg(1);
        let Some(elements) = call.list_of(&value)? else {
            return Err(Failure::Type(format!(
                "points must be an array of points, got {}",
                describe(&value)
            )));
        };
        if elements.len() < 2 {
            return Err(Failure::Range(format!(
                "points must hold at least 2 points, got {}",
                elements.len()
            )));
        }
        let mut points = Vec::with_capacity(elements.len());
        for (at, element) in elements.iter().enumerate() {
            points.push(call.point_ref_of(element, &format!("points[{at}]"))?);
        }
        let text = written(call, 2)?;
        let options = call.options(3, &["looks", "color"])?;
        let looks_left =
            call.choice_option(&options, "looks", &[("left", true), ("right", false)])?.unwrap_or(true);
        draw(call, &name, &options, NoteSource::SectionMark { points, text, looks_left })
    },
};

pub(crate) static NORTH_ARROW: Function = Function {
    name: "northArrow",
    domain: Domain::Drafting,
    parameters: &[NAME, X, Y, optional("options", "{ size?: number, angle?: number, color?: Color }")],
    returns: "true",
    doc: "Draws an arrow to the north with its middle at x, y. size is its height in millimetres on paper (20), angle that \
          of north from y, counter-clockwise in radians.",
    before: "",
    example: "northArrow('north', 0, 0, { angle: Math.PI / 12 })",
    call: |call| {
        let name = call.name(0)?;
        let at = PointRef::At(Point::new(call.number(1)?, call.number(2)?));
        let options = call.options(3, &["size", "angle", "color"])?;
        let size = call.number_option(&options, "size")?.unwrap_or(20.0);
        let angle = call.number_option(&options, "angle")?.unwrap_or(0.0);
        draw(call, &name, &options, NoteSource::NorthArrow { at, size, angle })
    },
};

pub(crate) static SCALE_BAR: Function = Function {
    name: "scaleBar",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        X,
        Y,
        optional("options", "{ division?: number, divisions?: number, color?: Color }"),
    ],
    returns: "true",
    doc: "Draws a bar that shows lengths of the scene, from x, y to the right: divisions (5) of the length division each, \
          in the scene's unit; the default is a round length that is at least 10 mm on paper.",
    before: "drawRect('plot', 0, 30, 90, 50)",
    example: "scaleBar('bar', -40, -10)",
    call: |call| {
        let name = call.name(0)?;
        let at = PointRef::At(Point::new(call.number(1)?, call.number(2)?));
        let options = call.options(3, &["division", "divisions", "color"])?;
        let division = call.number_option(&options, "division")?;
        let divisions = call.count_option(&options, "divisions")?.unwrap_or(5);
        draw(call, &name, &options, NoteSource::ScaleBar { at, division, divisions })
    },
};

pub(crate) static TABLE: Function = Function {
    name: "table",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("rows", "(string | number)[][]"),
        optional(
            "options",
            "{ at?: PointRef | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', header?: boolean, widths?: number[], \
             color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws a table of rows of texts. The first row is the head unless header is false. at is its upper left \
          corner in the scene, or a corner of the frame of the page that was set last; the default is the lower right corner, above the title \
          block, or without a page [0, 0]. Tables in one corner stand on each other. Columns are as wide as their texts, or as widths says, in millimetres on \
          paper.",
    before: "",
    example: "table('parts', [['No.', 'Part', 'Count'], [1, 'Plate', 1], [2, 'Screw M6', 4]])",
    call: |call| {
        let name = call.name(0)?;
        let rows = rows(call)?;
        let options = call.options(2, &["at", "header", "widths", "color"])?;
        let at = table_place(call, &options)?;
        let has_header = call.boolean_option(&options, "header")?.unwrap_or(true);
        let widths = call.numbers_option(&options, "widths")?.unwrap_or_default();
        draw(call, &name, &options, NoteSource::Table { rows, at, has_header, widths })
    },
};

pub(crate) fn draw(call: &mut Call<'_>, name: &str, options: &Options, note: NoteSource) -> Checked<JsValue> {
    let color = match call.option(options, "color")? {
        None => None,
        Some(value) => Some(call.color_of(&value, "option color")?),
    };
    call.scene().draw_note(name, note, color, &call.drawing.fonts)?;
    Ok(JsValue::from(true))
}

/// Reads the place of a table: a corner of the page's frame, or its upper left corner.
pub(crate) fn table_place(call: &mut Call<'_>, options: &Options) -> Checked<TablePlace> {
    const CORNERS: &[(&str, TablePlace)] = &[
        ("topLeft", TablePlace::Corner { above: true, right: false }),
        ("topRight", TablePlace::Corner { above: true, right: true }),
        ("bottomLeft", TablePlace::Corner { above: false, right: false }),
        ("bottomRight", TablePlace::Corner { above: false, right: true }),
    ];
    let Some(value) = call.option(options, "at")? else {
        return Ok(match call.scene().page() {
            Some(_) => TablePlace::Corner { above: false, right: true },
            None => TablePlace::NextPage,
        });
    };
    let corner = value
        .as_string()
        .map(|it| it.to_std_string_lossy())
        .and_then(|word| CORNERS.iter().find(|(corner, _)| *corner == word).map(|(_, place)| place.clone()));
    match corner {
        Some(place) => Ok(place),
        None => Ok(TablePlace::At(call.point_ref_of(&value, "option at")?)),
    }
}

pub(crate) fn point(call: &mut Call<'_>, index: usize, what: &str) -> Checked<PointRef> {
    let value = call.arg(index);
    call.point_ref_of(&value, what)
}

/// Reads a text that is not blank.
pub(crate) fn written(call: &mut Call<'_>, index: usize) -> Checked<String> {
    let value = call.arg(index);
    let text = call.text_of(&value, "text")?;
    if text.trim().is_empty() {
        return Err(Failure::Range("text must not be blank".to_owned()));
    }
    Ok(text)
}

pub(crate) fn place(call: &mut Call<'_>, options: &Options) -> Checked<NotePlace> {
    let to = call.point_ref_option(options, "to")?;
    let offset = match call.option(options, "offset")? {
        None => None,
        Some(value) => Some(call.pair_of(&value, "option offset")?),
    };
    match (to, offset) {
        (Some(_), Some(_)) => Err(Failure::Type(
            "options to and offset both say where the text is; give one of them".to_owned(),
        )),
        (Some(point), None) => Ok(NotePlace::At(point)),
        (None, Some(offset)) => Ok(NotePlace::Offset(offset)),
        (None, None) => Ok(NotePlace::Free(LEADER_OFFSET)),
    }
}

fn rows(call: &mut Call<'_>) -> Checked<Vec<Vec<String>>> {
    let value = call.arg(1);
    let Some(elements) = call.list_of(&value)? else {
        return Err(Failure::Type(format!("rows must be an array of rows, got {}", describe(&value))));
    };
    let mut rows = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let Some(cells) = call.list_of(element)? else {
            return Err(Failure::Type(format!(
                "rows[{at}] must be an array of texts, got {}",
                describe(element)
            )));
        };
        let mut row = Vec::with_capacity(cells.len());
        for (column, cell) in cells.iter().enumerate() {
            let is_empty = cell.is_null_or_undefined();
            row.push(if is_empty {
                String::new()
            } else {
                call.text_of(cell, &format!("rows[{at}][{column}]"))?
            });
        }
        rows.push(row);
    }
    Ok(rows)
}
