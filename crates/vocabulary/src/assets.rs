//! Drawings and tables of other programs, read from the assets of the project.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};
use serde_json::json;

use super::call::{Call, Checked, Failure, Options, choice, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use super::regions::joined_json;
use scenewright_error::{Error, quote, show_name};
use scenewright_media::import::{Drawing, DxfSelection, DxfSpace, Placed, SvgSelection, dxf, svg, table};
use scenewright_scene::SceneError;

const IMPORTED: &str = "{ names: string[], layers: string[], scale: number, skipped: { [kind: string]: number }, joined?: \
                        ReturnType<typeof join>, welded?: { name: string, parts: string[] }[] }";

pub(crate) static IMPORT_DXF: Function = Function {
    name: "importDxf",
    domain: Domain::Assets,
    parameters: &[
        required("name", "string"),
        required("file", "string"),
        optional(
            "options",
            "{ layers?: string[], scale?: number, space?: 'model' | 'paper' | 'all', join?: number, weld?: number }",
        ),
    ],
    returns: IMPORTED,
    doc: "Draws a DXF file of the folder assets/ as a group, with its parts named name_0, name_1 and so on: lines, arcs, \
          polylines with bulges, splines, ellipses, hatches, texts, dimensions, points, multilines, helices, blocks, and the \
          pictures that objects of other programs bring with them, each on its layer. Rays and construction lines end just \
          outside of the rest. Lengths are converted from the file's unit to the scene's, or multiplied by scale. With \
          layers, only what is on these; with space, what is drawn on sheets of paper, or all, instead of the model. Gives \
          the names, and in skipped how often each kind was left out, and why: every entity is in one of the two. With join, \
          a tolerance, loose lines become paths as by the function join, whose report is given as well. With weld, a tolerance, closed shapes that \
          lie side by side on one layer with slits no wider than that become one, which is cut once; a shape \
          inside of another, such as a hole, stays. The text of a DXF may be given in place of a file.",
    before: "const text = ['0', 'SECTION', '2', 'ENTITIES', '0', 'CIRCLE', '8', 'holes', '10', '0', '20', '0', '40', '30', '0',\n\
             \x20 'LWPOLYLINE', '70', '1', '10', '-60', '20', '-40', '10', '60', '20', '-40', '42', '1', '10', '60', '20', '40',\n\
             \x20 '10', '-60', '20', '40', '0', 'ENDSEC', '0', 'EOF'].join('\\n')",
    example: "const { names } = importDxf('part', text) // or 'part.dxf' in assets/\n\
              setFill(names[1], 'lightsteelblue')",
    call: |call| {
        let name = call.name(0)?;
        let written = call.string(1)?;
        const SPACES: &[(&str, DxfSpace)] =
            &[("model", DxfSpace::Model), ("paper", DxfSpace::Paper), ("all", DxfSpace::All)];
        let options = call.options(2, &["layers", "scale", "space", "join", "weld"])?;
        let space = call.choice_option(&options, "space", SPACES)?.unwrap_or_default();
        let layers = match call.option(&options, "layers")? {
            None => None,
            Some(value) => Some(texts(call, &value, "option layers")?),
        };
        let scale = scale(call.number_option(&options, "scale")?)?;
        let (bytes, file) = contents(call, &written, |text| text.contains('\n'))?;
        let drawing =
            dxf::read(&bytes, &DxfSelection { layers: layers.as_deref(), space, ..DxfSelection::default() })
                .map_err(|error| in_file(error, &file))?;
        let repairs = Repairs::of(call, &options)?;
        place(call, &name, &drawing, scale, &file, repairs)
    },
};

pub(crate) static IMPORT_SVG: Function = Function {
    name: "importSvg",
    domain: Domain::Assets,
    parameters: &[
        required("name", "string"),
        required("file", "string"),
        optional(
            "options",
            "{ scale?: number, unpainted?: boolean, paints?: 'plain' | 'areas', join?: number, weld?: number }",
        ),
    ],
    returns: IMPORTED,
    doc: "Draws an SVG file of the folder assets/ as a group, with parts named after their ids, or name_0, name_1 and so on: \
          shapes as what they are, with paints, layers, transforms, clips, markers, symbols, texts and drawings in images. y \
          points up in the scene, and the file's origin is the scene's. Lengths are converted to the scene's unit, or \
          multiplied by scale. With unpainted, shapes without paint are drawn as thin lines, as some programs for cutters \
          mean them. Gradients and patterns are their first colour; with paints: 'areas', gradients are drawn in steps of one \
          colour, patterns by their tiles, and lines that were stretched as the areas that they cover. Gives the names, and in \
          skipped how often each kind was left out, and why: every shape is in one of the \
          two. With join and weld, loose lines become paths and slits are closed as for importDxf. The text of an SVG may be given in place of a file.",
    before: "",
    example: "importSvg('logo', `<svg viewBox=\"0 0 60 40\" width=\"60mm\">\n\
              \x20 <rect id=\"card\" width=\"60\" height=\"40\" rx=\"6\" fill=\"navy\"/>\n\
              \x20 <circle id=\"sun\" cx=\"20\" cy=\"20\" r=\"12\" fill=\"gold\"/>\n\
              </svg>`) // or 'logo.svg' in assets/\n\
              translate('logo_sun', 20, 0)",
    call: |call| {
        let name = call.name(0)?;
        let written = call.string(1)?;
        let options = call.options(2, &["scale", "unpainted", "paints", "join", "weld"])?;
        let unpainted = call.boolean_option(&options, "unpainted")?.unwrap_or(false);
        let scale = scale(call.number_option(&options, "scale")?)?;
        let (bytes, file) = contents(call, &written, |text| text.trim_start().starts_with('<'))?;
        let paints = [("plain", false), ("areas", true)];
        let has_painted_areas = call.choice_option(&options, "paints", &paints)?.unwrap_or(false);
        let selection = SvgSelection { unpainted, has_painted_areas, ..SvgSelection::default() };
        let read = table::text(&bytes).and_then(|text| svg::read(&text, selection));
        let drawing = read.map_err(|error| in_file(error, &file))?;
        let repairs = Repairs::of(call, &options)?;
        place(call, &name, &drawing, scale, &file, repairs)
    },
};

pub(crate) static READ_ASSET: Function = Function {
    name: "readAsset",
    domain: Domain::Assets,
    parameters: &[
        required("file", "string"),
        optional("options", "{ as?: 'text' | 'rows' | 'numbers' | 'json', separator?: string }"),
    ],
    returns: "any",
    doc: "Gives the text of a file of the folder assets/. As 'rows' it is a table: an array of cells for every line, which a \
          comma, semicolon, tab or bar separates; as 'numbers' the rows whose cells are all numbers, as such, with a point or a \
          comma before the decimals, and a warning about others but a head; as 'json' the value.",
    before: "",
    example: "for (const [x, y] of readAsset('points.csv', { as: 'numbers' })) drawCircle(`hole_${x}_${y}`, x, y, 4)",
    call: |call| {
        let written = call.string(0)?;
        let options = call.options(1, &["as", "separator"])?;
        let form = match call.string_option(&options, "as")? {
            None => Form::Text,
            Some(word) => choice("option as", &word, &FORMS)?,
        };
        let separator = match call.string_option(&options, "separator")? {
            None => None,
            Some(text) => Some(separator(&text)?),
        };
        if separator.is_some() && !matches!(form, Form::Rows | Form::Numbers) {
            return Err(Failure::Type(
                "option separator is for the tables that as 'rows' and 'numbers' give".to_owned(),
            ));
        }
        let (bytes, file) = contents(call, &written, |_| false)?;
        let text = table::text(&bytes).map_err(|error| in_file(error, &file))?;
        match form {
            Form::Text => Ok(js_string!(text.as_str()).into()),
            Form::Json => {
                let value: serde_json::Value = serde_json::from_str(&text)
                    .map_err(|error| refused(format!("{file}: it is not JSON: {error}")))?;
                Ok(JsValue::from_json(&value, call.context)?)
            }
            Form::Rows | Form::Numbers => {
                let rows = table::rows(&text, separator).map_err(|error| in_file(error, &file))?;
                if form == Form::Numbers {
                    return Ok(numbers_value(call, &rows, &file));
                }
                let rows: Vec<JsValue> = rows
                    .iter()
                    .map(|row| {
                        let cells = row.iter().map(|cell| js_string!(cell.as_str()).into());
                        JsArray::from_iter(cells, call.context).into()
                    })
                    .collect();
                Ok(JsArray::from_iter(rows, call.context).into())
            }
        }
    },
};

/// The form in which a script gets a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Rows,
    Numbers,
    Json,
}

const FORMS: [(&str, Form); 4] =
    [("text", Form::Text), ("rows", Form::Rows), ("numbers", Form::Numbers), ("json", Form::Json)];

/// Returns the bytes of a file, with the name for messages; or the bytes of a text that is no name of a file.
fn contents(call: &Call<'_>, written: &str, is_text: fn(&str) -> bool) -> Checked<(Vec<u8>, String)> {
    if is_text(written) {
        return Ok((written.as_bytes().to_vec(), "the text".to_owned()));
    }
    let host = &call.drawing;
    let file = host.assets.file(written, host.fonts.source().as_ref());
    let file = file.map_err(|error| refused(with_hint(error)))?;
    Ok((file.bytes.to_vec(), file.path))
}

/// The repairs of an imported drawing: the tolerances of joining its lines, and of closing its slits.
struct Repairs {
    join: Option<f64>,
    weld: Option<f64>,
}

impl Repairs {
    fn of(call: &mut Call<'_>, options: &Options) -> Checked<Repairs> {
        Ok(Repairs { join: call.number_option(options, "join")?, weld: call.number_option(options, "weld")? })
    }
}

fn place(
    call: &mut Call<'_>,
    name: &str,
    drawing: &Drawing,
    scale: Option<f64>,
    file: &str,
    Repairs { join, weld }: Repairs,
) -> Checked<JsValue> {
    let placed = drawing.draw(&mut call.scene(), name, scale, &call.drawing.fonts)?;
    let Placed { mut names, layers, scale, skipped, warnings } = placed;
    let mut joined = None;
    if let Some(tolerance) = join {
        let mut scene = call.scene();
        // An outline without ends needs no joining.
        if scene.has_loose_lines(name)? {
            joined = Some(scene.join(&[name.to_owned()], &format!("{name}_joined"), tolerance, false)?);
            names = scene.children_of(name)?;
        }
    } else {
        let tolerance = call.scene().tolerance();
        let closable = call.scene().closable_lines(name, tolerance)?;
        if let Some((lines, outlines)) = closable {
            let outlines = if outlines == 1 {
                "a closed outline".to_owned()
            } else {
                format!("{outlines} closed outlines")
            };
            call.drawing.warn(format!(
                "{file}: {lines} loose lines meet end to end and would be {outlines}, with an area: import with {{ join: {tolerance} }}"
            ));
        }
    }
    let mut welded = Vec::new();
    if let Some(tolerance) = weld {
        let mut scene = call.scene();
        welded = scene.weld_neighbours(name, tolerance)?;
        if !welded.is_empty() {
            names = scene.children_of(name)?;
        }
    }
    for warning in warnings {
        call.drawing.warn(format!("{file}: {warning}"));
    }
    let mut result = json!({ "names": names, "layers": layers, "scale": scale, "skipped": skipped });
    if join.is_some() {
        result["joined"] = joined_json(&joined.unwrap_or_default());
    }
    if weld.is_some() {
        let parts = welded.iter().map(|(name, parts)| json!({ "name": name, "parts": parts }));
        result["welded"] = parts.collect();
    }
    Ok(JsValue::from_json(&result, call.context)?)
}

/// Returns the rows of a table that consist of numbers. The others are left out with a warning, except for a first row, which may
/// name the columns.
fn numbers_value(call: &mut Call<'_>, rows: &[Vec<String>], file: &str) -> JsValue {
    let read = table::numbers(rows);
    let begin = usize::from(read.len() > 1);
    let lost: Vec<usize> = (begin..read.len()).filter(|row| read[*row].is_none()).collect();
    if let Some(&first) = lost.first() {
        let row = show_name(&rows[first].join(" | ")).into_owned();
        call.drawing.warn(format!(
            "{file}: {} of {} rows are left out, since they have cells that are no numbers, as row {} has: {}",
            lost.len(),
            read.len(),
            first + 1,
            quote(&row)
        ));
    }
    let values: Vec<JsValue> = read
        .into_iter()
        .flatten()
        .map(|row| JsArray::from_iter(row.into_iter().map(JsValue::from), call.context).into())
        .collect();
    JsArray::from_iter(values, call.context).into()
}

fn texts(call: &mut Call<'_>, value: &JsValue, what: &str) -> Checked<Vec<String>> {
    let Some((array, length)) = call.array(value)? else {
        return Err(Failure::Type(format!("{what} must be an array of names, got {}", describe(value))));
    };
    let mut found = Vec::new();
    for at in 0..length {
        let element = super::elements::element(&array, at, call.context)?;
        match element.as_string() {
            Some(text) => found.push(text.to_std_string_lossy()),
            None => {
                return Err(Failure::Type(format!(
                    "{what}[{at}] must be a string, got {}",
                    describe(&element)
                )));
            }
        }
    }
    Ok(found)
}

fn scale(given: Option<f64>) -> Checked<Option<f64>> {
    match given {
        Some(scale) if scale <= 0.0 => {
            Err(Failure::Range(format!("option scale must be greater than 0, got {scale}")))
        }
        given => Ok(given),
    }
}

fn separator(text: &str) -> Checked<char> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter != '"' && letter != '\n' && letter != '\r' => Ok(letter),
        _ => Err(Failure::Range(format!(
            "option separator must be one character, and no quote or line end, got \"{}\"",
            super::elements::cut(text)
        ))),
    }
}

fn in_file(error: Error, file: &str) -> Failure {
    refused(format!("{file}: {}", with_hint(error)))
}

fn with_hint(error: Error) -> String {
    match error.hint {
        Some(hint) => format!("{}. {hint}", error.message.trim_end_matches('.')),
        None => error.message,
    }
}

fn refused(message: String) -> Failure {
    Failure::Scene(SceneError::scene(message))
}
