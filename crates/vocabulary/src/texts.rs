//! The options of texts.

use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure, Options, describe};
use scenewright_geometry::number_text;
use scenewright_scene::{Align, TextBox, TextOptions, VerticalAlign};

const KNOWN: &[&str] =
    &["font", "fontPath", "align", "color", "valign", "angle", "capHeight", "box", "lineSpacing", "markup"];

/// Words of other programs, each with the option that says it here.
const FOREIGN: [(&str, &str); 18] = [
    ("rotation", "angle"),
    ("rotate", "angle"),
    ("halign", "align"),
    ("textAlign", "align"),
    ("anchor", "align"),
    ("textAnchor", "align"),
    ("verticalAlign", "valign"),
    ("baseline", "valign"),
    ("width", "box"),
    ("maxWidth", "box"),
    ("wrap", "box"),
    ("lineHeight", "lineSpacing"),
    ("leading", "lineSpacing"),
    ("fontFamily", "font"),
    ("fontSize", "size, the argument before the options, or capHeight"),
    ("height", "capHeight"),
    ("fill", "color"),
    ("colour", "color"),
];

const ALIGNS: [(&str, Align); 3] =
    [("left", Align::Left), ("center", Align::Center), ("right", Align::Right)];

const VALIGNS: [(&str, VerticalAlign); 4] = [
    ("baseline", VerticalAlign::Baseline),
    ("top", VerticalAlign::Top),
    ("middle", VerticalAlign::Middle),
    ("bottom", VerticalAlign::Bottom),
];

pub(crate) fn draw_text(call: &mut Call<'_>) -> Checked<JsValue> {
    let name = call.name(0)?;
    let text = call.string(1)?;
    let (x, y, size) = (call.number(2)?, call.number(3)?, call.number(4)?);
    refuse_foreign(call)?;
    let given = call.options(5, KNOWN)?;
    let mut options = TextOptions {
        font: call.string_option(&given, "font")?,
        font_path: call.string_option(&given, "fontPath")?,
        align: call.choice_option(&given, "align", &ALIGNS)?.unwrap_or_default(),
        valign: call.choice_option(&given, "valign", &VALIGNS)?,
        color: None,
        angle: call.number_option(&given, "angle")?.unwrap_or(0.0),
        cap_height: cap_height(call, &given, size)?,
        text_box: text_box(call, &given)?,
        line_spacing: call.number_option(&given, "lineSpacing")?,
        markup: call.boolean_option(&given, "markup")?.unwrap_or(false),
    };
    if let Some(value) = call.option(&given, "color")? {
        options.color = Some(call.color_of(&value, "option color")?);
    }
    check(&options)?;
    let drawn = call.scene().draw_text(&name, &text, x, y, size, &options, &call.drawing.fonts)?;
    for warning in drawn.warnings {
        call.drawing.warn(format!("drawText(\"{name}\"): {warning}"));
    }
    Ok(JsValue::from(drawn.drawn))
}

/// Answers a word of another program with the one to use here.
fn refuse_foreign(call: &mut Call<'_>) -> Checked<()> {
    let value = call.arg(5);
    let Some(object) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
        return Ok(());
    };
    for key in object.own_property_keys(call.context)? {
        let key = key.to_string();
        if let Some((foreign, own)) = FOREIGN.iter().find(|(foreign, _)| *foreign == key) {
            return Err(Failure::Type(format!("there is no option {foreign}; use {own}")));
        }
    }
    Ok(())
}

/// Reads the height of capitals: a number, or `true` for the size.
fn cap_height(call: &mut Call<'_>, given: &Options, size: f64) -> Checked<Option<f64>> {
    let Some(value) = call.option(given, "capHeight")? else { return Ok(None) };
    match value.as_boolean() {
        Some(is_size) => Ok(is_size.then_some(size)),
        None if value.is_number() => call.number_option(given, "capHeight"),
        None => Err(Failure::Type(format!(
            "option capHeight must be a height, or true where size is the height of capitals, got {}",
            describe(&value)
        ))),
    }
}

/// Reads a box: its width, `[width, height]`, or `{ width, height }`.
fn text_box(call: &mut Call<'_>, given: &Options) -> Checked<Option<TextBox>> {
    let Some(value) = call.option(given, "box")? else { return Ok(None) };
    let wrong = |value: &JsValue| {
        Failure::Type(format!(
            "option box must be a width, [width, height] or {{ width, height }}, got {}",
            describe(value)
        ))
    };
    if let Some(width) = value.as_number() {
        return Ok(Some(TextBox { width, height: None }));
    }
    let Some(object) = value.as_object().filter(|it| !it.is_callable()) else { return Err(wrong(&value)) };
    if object.is_array() {
        let sides = call.numbers_option(given, "box")?.unwrap_or_default();
        return match sides[..] {
            [width] => Ok(Some(TextBox { width, height: None })),
            [width, height] => Ok(Some(TextBox { width, height: Some(height) })),
            _ => Err(Failure::Type(format!(
                "option box must be a width, [width, height] or {{ width, height }}, got an array of {}",
                sides.len()
            ))),
        };
    }
    let mut side = |name: &str| -> Checked<Option<f64>> {
        let value = object.get(js_string!(name), call.context)?;
        match value.as_number() {
            _ if value.is_undefined() => Ok(None),
            Some(length) => Ok(Some(length)),
            None => Err(Failure::Type(format!(
                "the {name} of option box must be a number, got {}",
                describe(&value)
            ))),
        }
    };
    let width = side("width")?.ok_or_else(|| wrong(&value))?;
    Ok(Some(TextBox { width, height: side("height")? }))
}

/// Checks the lengths here, where they have the names of options.
fn check(options: &TextOptions) -> Checked<()> {
    let room = options.text_box;
    let lengths = [
        ("option capHeight", options.cap_height),
        ("option lineSpacing", options.line_spacing),
        ("the width of option box", room.map(|it| it.width)),
        ("the height of option box", room.and_then(|it| it.height)),
    ];
    for (name, length) in lengths {
        if let Some(length) = length.filter(|it| !it.is_finite() || *it <= 0.0) {
            return Err(Failure::Range(format!(
                "{name} must be greater than 0, got {}",
                number_text(length)
            )));
        }
    }
    Ok(())
}
