//! Views: sections, details, and the list of parts.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, describe};
use super::callouts::{counterbore, countersink, length_option};
use super::domain::Domain;
use super::function::Function;
use super::notes::{draw, point, table_place};
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{Point, positive};
use scenewright_scene::{
    DetailView, HatchArea, HatchGap, HatchPattern, HatchSource, NoteSource, PartColumn, SectionHole,
    SectionView, ViewPlace,
};

const NAME: Parameter = required("name", "string");

/// The distance of a section from what is cut, and of the lines of its hatch, in millimetres on paper.
const GAP: f64 = 30.0;
const HATCH_GAP: f64 = 2.5;

pub(crate) static SECTION_VIEW: Function = Function {
    name: "sectionView",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("of", "string | string[]"),
        required("line", "[PointRef, PointRef]"),
        required(
            "options",
            "{ thickness: number, letter?: string, looks?: 'left' | 'right', holes?: { of: string, depth?: number, \
             counterbore?: { diameter: number, depth: number }, countersink?: { diameter: number, angle?: number } }[], \
             gap?: number, at?: PointRef, angle?: number, pattern?: string, hatchGap?: number, mark?: boolean, color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws a section of flat parts along a cutting line: each place where the line crosses their material is as high as \
          thickness and hatched, and what is seen behind is drawn. Three entities come of it: name, the outlines with the \
          title A-A, or with the next letter that no view has, name_hatch, the hatch (a HATCH in DXF), and name_mark, the \
          cutting line with its arrows (mark: false without). holes say which circles have a depth, a counterbore or a countersink, from the face that is seen. The \
          view stands beyond the part, in the direction of the arrows, gap (30) mm on paper away, or with its middle at at. \
          All follow the shapes.",
    before: "drawRect('blank', 0, 0, 90, 40)\n\
             drawCircle('bore', -20, 0, 10); drawCircle('screw', 25, 0, 3.3)\n\
             booleanDifference('blank', ['bore', 'screw'], 'plate', { keep: false })",
    example: "sectionView('section_a', 'plate', [[-55, 0], [55, 0]], { thickness: 12, looks: 'right', holes: [{ of: 'screw', counterbore: { diameter: 11, depth: 6.5 } }] })",
    call: |call| {
        const KNOWN: &[&str] = &[
            "thickness",
            "letter",
            "looks",
            "holes",
            "gap",
            "at",
            "angle",
            "pattern",
            "hatchGap",
            "mark",
            "color",
        ];
        let name = call.name(0)?;
        let of = call.name_or_names(1)?;
        let value = call.arg(2);
        let ends = match call.list_of(&value)? {
            Some(ends) if ends.len() == 2 => ends,
            _ => {
                return Err(Failure::Type(format!(
                    "line must be an array of two points, got {}",
                    describe(&value)
                )));
            }
        };
        let line = [call.point_ref_of(&ends[0], "line[0]")?, call.point_ref_of(&ends[1], "line[1]")?];
        let options = call.options(3, KNOWN)?;
        let Some(thickness) = length_option(call, &options, "thickness")? else {
            return Err(Failure::Type("option thickness must be a number, got undefined".to_owned()));
        };
        let letter = call.string_option(&options, "letter")?;
        let letter = letter.unwrap_or_else(|| call.scene().next_view_letter('A', &name));
        let looks_left =
            call.choice_option(&options, "looks", &[("left", true), ("right", false)])?.unwrap_or(true);
        let angle = call.number_option(&options, "angle")?;
        let gap = length_option(call, &options, "gap")?;
        let place = match call.point_ref_option(&options, "at")? {
            Some(at) => ViewPlace::At(at, angle.unwrap_or(0.0)),
            None => ViewPlace::Projected(gap.unwrap_or(GAP)),
        };
        let holes = section_holes(call, &options)?;
        let pattern = call.string_option(&options, "pattern")?.unwrap_or_else(|| "ANSI31".to_owned());
        let hatch_gap = length_option(call, &options, "hatchGap")?.unwrap_or(HATCH_GAP);
        let has_mark = call.boolean_option(&options, "mark")?.unwrap_or(true);
        let view = SectionView { of, line, thickness, letter, looks_left, place, holes };
        let hatch = HatchSource {
            area: HatchArea::Section(Box::new(view.clone())),
            pattern: HatchPattern::named(&pattern)?,
            angle: 0.0,
            gap: HatchGap::Paper(hatch_gap),
            scale: 1.0,
            origin: Point::ORIGIN,
        };
        let before = call.scene().clone();
        let drawn = (|| {
            if has_mark {
                let note = NoteSource::SectionMark {
                    points: view.line.to_vec(),
                    text: view.letter.clone(),
                    looks_left: view.looks_left,
                };
                draw(call, &format!("{name}_mark"), &options, note)?;
            }
            draw(call, &name, &options, NoteSource::SectionView(Box::new(view.clone())))?;
            call.scene().draw_hatch(&format!("{name}_hatch"), hatch, None, &call.drawing.fonts)?;
            Ok(JsValue::from(true))
        })();
        if drawn.is_err() {
            *call.scene() = before;
        }
        drawn
    },
};

pub(crate) static DETAIL_VIEW: Function = Function {
    name: "detailView",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("center", "PointRef"),
        required("radius", "number"),
        optional("options", "{ scale?: number, letter?: string, at?: PointRef, color?: Color }"),
    ],
    returns: "true",
    doc: "Draws what is within radius of a point again, scale times (2) as large, in a circle with the title B (4:1), or with \
          the next letter that no view has, and a circle with the letter where it is. Lines and arcs stay what they are, with \
          their pens and dashes; fills and texts are left out. The view stands beside the drawing, or with its middle at at, \
          and follows the shapes. { of: name, at: [x, y] } is the place at which it shows that point of the drawing, and \
          sides are those of its circle.",
    before: "drawPolygon('shaft', [[0, 0], [40, 0], [40, 6], [38, 6], [38, 7], [0, 7]])",
    example: "detailView('detail_b', [39, 6], 4, { scale: 5, letter: 'B' })",
    call: |call| {
        let name = call.name(0)?;
        let center = point(call, 1, "center")?;
        let radius = positive("radius", call.number(2)?)?;
        let options = call.options(3, &["scale", "letter", "at", "color"])?;
        let factor = length_option(call, &options, "scale")?.unwrap_or(2.0);
        let letter = call.string_option(&options, "letter")?;
        let letter = letter.unwrap_or_else(|| call.scene().next_view_letter('B', &name));
        let at = call.point_ref_option(&options, "at")?;
        let view = DetailView { center, radius, factor, letter, at };
        draw(call, &name, &options, NoteSource::DetailView(Box::new(view)))
    },
};

pub(crate) static PARTS_LIST: Function = Function {
    name: "partsList",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        optional(
            "options",
            "{ columns?: [string, string][], blocks?: string[], at?: PointRef | 'topLeft' | 'topRight' | 'bottomLeft' | \
             'bottomRight', color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws a table of the blocks of the finished drawing: a row for each block that has instances, with its number. \
          columns are pairs of a head and the contents beneath: 'item', 'block', 'count', or the tag of an attribute, whose \
          values are listed; the default is [['Pos.', 'item'], ['Part', 'block'], ['Qty', 'count']]. A block has the number \
          that a balloon writes at one of its instances, or else the next one; a balloon with the text '#' writes it. at is \
          as for table.",
    before: "drawCircle('head', 0, 0, 4); defineBlock('screw M6', 'head')\n\
             insert('screw M6', 's1', -20, 0); insert('screw M6', 's2', 20, 0)\n\
             balloon('b1', 's1', '#')",
    example: "partsList('parts', { at: [30, 30] })",
    call: |call| {
        let name = call.name(0)?;
        let options = call.options(1, &["columns", "blocks", "at", "color"])?;
        let columns = columns(call, &options)?;
        let blocks = call.names_option(&options, "blocks")?;
        let at = table_place(call, &options)?;
        draw(call, &name, &options, NoteSource::PartsList { columns, blocks, at })
    },
};

fn section_holes(call: &mut Call<'_>, options: &Options) -> Checked<Vec<SectionHole>> {
    const KNOWN: &[&str] = &["of", "depth", "counterbore", "countersink"];
    let Some(value) = call.option(options, "holes")? else { return Ok(Vec::new()) };
    let Some(elements) = call.list_of(&value)? else {
        return Err(Failure::Type(format!("option holes must be an array, got {}", describe(&value))));
    };
    let mut holes = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let wrong = || {
            Failure::Type(format!(
                "option holes[{at}] must be {{ of: name, ... }}, got {}",
                describe(element)
            ))
        };
        let hole = call.object_of(element, KNOWN)?.ok_or_else(wrong)?;
        holes.push(SectionHole {
            of: call.subject_option(&hole, "of")?.ok_or_else(wrong)?,
            depth: length_option(call, &hole, "depth")?,
            counterbore: counterbore(call, &hole)?,
            countersink: countersink(call, &hole)?,
        });
    }
    Ok(holes)
}

fn columns(call: &mut Call<'_>, options: &Options) -> Checked<Vec<(String, PartColumn)>> {
    let column = |key: String| match key.as_str() {
        "item" => PartColumn::Item,
        "block" => PartColumn::Name,
        "count" => PartColumn::Count,
        _ => PartColumn::Attribute(key),
    };
    let Some(value) = call.option(options, "columns")? else {
        let usual = [("Pos.", "item"), ("Part", "block"), ("Qty", "count")];
        return Ok(usual.map(|(head, key)| (head.to_owned(), column(key.to_owned()))).to_vec());
    };
    let wrong = |value: &JsValue| {
        Failure::Type(format!(
            "option columns must be an array of pairs [head, 'item' | 'block' | 'count' | tag], got {}",
            describe(value)
        ))
    };
    let Some(elements) = call.list_of(&value)?.filter(|elements| !elements.is_empty()) else {
        return Err(wrong(&value));
    };
    let mut columns = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let pair = call.list_of(element)?.ok_or_else(|| wrong(element))?;
        let [head, key] = &pair[..] else { return Err(wrong(element)) };
        let what = format!("option columns[{at}]");
        columns.push((call.text_of(head, &what)?, column(call.text_of(key, &what)?)));
    }
    Ok(columns)
}
