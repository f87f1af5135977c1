//! Ready checks of how a design can be made: distances between layers, closed outlines, widths, radii, symmetry, counts.

use boa_engine::JsValue;

use super::breach::{Line, Side};
use super::call::{Call, Checked, Failure, choice};
use super::check::{SEVERITY, declare, severity_option};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use super::ready_check::Check;
use scenewright_geometry::number_text;
use scenewright_lint::Profile;

pub(crate) static CLEARANCE: Function = Function {
    name: "check.clearance",
    domain: Domain::Rules,
    parameters: &[
        required("layerA", "string"),
        required("layerB", "string"),
        required("distance", "number"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the lines on one layer to a least distance from those on another, or on the same one, and says what \
          is too near, where and by how much. With severity 'warn' the change is made, with a warning.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)\n\
             setLayer('bore', 'drill')\n\
             drawLine('text', [-20, 0, 0, 0])\n\
             setLayer('text', 'engrave')",
    example: "check.clearance('drill', 'engrave', 5)",
    call: |call| {
        let (one, other) = (call.string(0)?, call.string(1)?);
        let distance = not_negative(call, 2, "distance")?;
        declare_with(call, 3, Check::Clearance { one, other, distance })
    },
};

pub(crate) static CLOSED: Function = Function {
    name: "check.closed",
    domain: Domain::Rules,
    parameters: &[required("names", "string | string[]"), optional("options", SEVERITY)],
    returns: "Rule",
    doc: "Holds outlines to be closed: single shapes, or lines and arcs whose ends meet. Says where an end is open.",
    before: "drawLine('left', [0, 0, 0, 40, 30, 40])\n\
             drawLine('right', [30, 40, 30, 0, 0, 0])",
    example: "check.closed(['left', 'right'])",
    call: |call| {
        let names = call.name_or_names(0)?;
        declare_with(call, 1, Check::Closed { names })
    },
};

pub(crate) static MIN_WIDTH: Function = Function {
    name: "check.minWidth",
    domain: Domain::Rules,
    parameters: &[
        required("names", "string | string[]"),
        required("width", "number"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the material of outlines, and that between them and the holes in them, to a least width, and says where it is \
          thinner. A hole that crosses the edge, or another hole, leaves none.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)",
    example: "check.minWidth(['plate', 'bore'], 3)",
    call: |call| {
        let names = call.name_or_names(0)?;
        let width = not_negative(call, 1, "width")?;
        declare_with(call, 2, Check::MinWidth { names, width })
    },
};

pub(crate) static MIN_RADIUS: Function = Function {
    name: "check.minRadius",
    domain: Domain::Rules,
    parameters: &[
        required("names", "string | string[]"),
        required("radius", "number"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the arcs of outlines, round holes, and the tightest bend of each ellipse and Bézier curve to a least radius, and \
          says which is smaller and where. A sharp inner corner has the radius 0; a sharp outer corner has none.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)",
    example: "check.minRadius(['plate', 'bore'], 1.6)",
    call: |call| {
        let names = call.name_or_names(0)?;
        let radius = not_negative(call, 1, "radius")?;
        declare_with(call, 2, Check::MinRadius { names, radius })
    },
};

pub(crate) static SYMMETRIC: Function = Function {
    name: "check.symmetric",
    domain: Domain::Rules,
    parameters: &[
        required("names", "string | string[]"),
        required("axis", "'x' | 'y'"),
        optional("options", "{ at?: number, severity?: 'error' | 'warn' }"),
    ],
    returns: "Rule",
    doc: "Holds the areas together to be their own mirror image: with 'x' left and right of a vertical axis, with 'y' above and \
          below a horizontal one. What lies within another one, such as a hole, is compared by itself. The axis is in the middle of \
          their bounds unless at says where. Says how much of the area has no counterpart.",
    before: "drawCircle('left', -30, 0, 5)\n\
             drawCircle('right', 30, 0, 5)",
    example: "check.symmetric(['left', 'right'], 'x')",
    call: |call| {
        let names = call.name_or_names(0)?;
        let word = call.string(1)?;
        let line = choice("axis", &word, &[("x", Line::X), ("y", Line::Y)])?;
        let options = call.options(2, &["at", "severity"])?;
        let at = call.number_option(&options, "at")?;
        let only_warns = severity_option(call, &options)?;
        declare(call, Check::Symmetric { names, line, at }, only_warns)
    },
};

pub(crate) static COUNT: Function = Function {
    name: "check.count",
    domain: Domain::Rules,
    parameters: &[
        required("pattern", "string"),
        required("bounds", "number | { min?: number, max?: number, severity?: 'error' | 'warn' }"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the number of entities whose names match a pattern with * and ? to a number, or between two bounds.",
    before: "for (let index = 0; index < 4; index += 1) drawCircle(`bore_${index}`, index * 20, 0, 3)",
    example: "check.count('bore_*', 4)",
    call: |call| {
        let pattern = call.string(0)?;
        let mut only_warns = false;
        let (min, max) = if call.arg(1).is_number() {
            let exact = call.number(1)?;
            (Some(exact), Some(exact))
        } else {
            let bounds = call.options(1, &["min", "max", "severity"])?;
            only_warns = severity_option(call, &bounds)?;
            (call.number_option(&bounds, "min")?, call.number_option(&bounds, "max")?)
        };
        if min.is_none() && max.is_none() {
            return Err(Failure::Type("bounds must be a number, or have min, max or both".to_owned()));
        }
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let (min, max) = (number_text(min), number_text(max));
            return Err(Failure::Range(format!("min must not be greater than max, got {min} and {max}")));
        }
        let options = call.options(2, &["severity"])?;
        let only_warns = severity_option(call, &options)? || only_warns;
        declare(call, Check::Count { pattern, min, max }, only_warns)
    },
};

pub(crate) static ALIGNED: Function = Function {
    name: "check.aligned",
    domain: Domain::Rules,
    parameters: &[
        required("names", "string[]"),
        required("side", "'left' | 'right' | 'top' | 'bottom' | 'x' | 'y'"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds a side of the bounds of entities to one line: 'left' and 'right' to one x, 'top' and 'bottom' to one y; with \
          'x' and 'y' their centres have one x or one y. Says what is off, and by how much.",
    before: "drawRect('one', 0, 0, 10, 10)\n\
             drawRect('other', 20, 5, 10, 20)",
    example: "check.aligned(['one', 'other'], 'bottom')",
    call: |call| {
        let names = call.names(0)?;
        let word = call.string(1)?;
        let side = choice(
            "side",
            &word,
            &[
                ("left", Side::Left),
                ("right", Side::Right),
                ("top", Side::Top),
                ("bottom", Side::Bottom),
                ("x", Side::CenterX),
                ("y", Side::CenterY),
            ],
        )?;
        declare_with(call, 2, Check::Aligned { names, side })
    },
};

pub(crate) static TOUCHES: Function = Function {
    name: "check.touches",
    domain: Domain::Rules,
    parameters: &[required("a", "string"), required("b", "string"), optional("options", SEVERITY)],
    returns: "Rule",
    doc: "Holds two entities to touch or overlap: no gap between them is wider than the tolerance of the scene. Says how far \
          they are apart.",
    before: "drawRect('one', 0, 0, 10, 10)\n\
             drawRect('other', 10, 0, 10, 10)",
    example: "check.touches('one', 'other')",
    call: |call| {
        let (a, b) = (call.name(0)?, call.name(1)?);
        declare_with(call, 2, Check::Touches { a, b })
    },
};

pub(crate) static LINT: Function = Function {
    name: "check.lint",
    domain: Domain::Rules,
    parameters: &[
        required("profile", "'laser' | 'cnc' | 'print' | 'drawing'"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the scene to the standard of a workshop: no error of the lint, with the limits of the profile. Says which rule is \
          broken, by what and where.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             setLayer('plate', 'cut')",
    example: "check.lint('laser')",
    call: |call| {
        let word = call.string(0)?;
        let profile = Profile::named(&word).map_err(|error| Failure::Range(error.message))?;
        declare_with(call, 1, Check::Lint { profile })
    },
};

fn declare_with(call: &mut Call<'_>, options: usize, check: Check) -> Checked<JsValue> {
    let options = call.options(options, &["severity"])?;
    let only_warns = severity_option(call, &options)?;
    declare(call, check, only_warns)
}

fn not_negative(call: &mut Call<'_>, index: usize, what: &str) -> Checked<f64> {
    let value = call.number(index)?;
    if value < 0.0 {
        return Err(Failure::Range(format!("{what} must be 0 or greater, got {}", number_text(value))));
    }
    Ok(value)
}
