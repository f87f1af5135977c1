//! The functions that a scene script calls, in one table. Registration, `describe` and the TypeScript
//! declarations all come from it, so that none of them can say what another does not.

mod call;
mod declarations;
mod groups;
mod measures;
mod order;
mod queries;
mod regions;
mod scene;
mod shapes;
mod style;
mod transforms;

use std::fmt::Write;

use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};

pub use declarations::declarations;

use super::engine::host;
use call::{Call, Failure};

/// One function of the vocabulary.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub domain: Domain,
    pub parameters: &'static [Parameter],
    /// The TypeScript type of the result.
    pub returns: &'static str,
    /// Sentences; the first one alone must be enough for a list.
    pub doc: &'static str,
    /// Statements that set the scene for the example; empty where it needs none.
    pub before: &'static str,
    /// Shows the function at work: it changes the scene, or prints.
    pub example: &'static str,
    call: fn(&mut Call<'_>) -> Result<JsValue, Failure>,
}

/// A parameter with its TypeScript type.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub kind: &'static str,
    pub optional: bool,
}

const fn required(name: &'static str, kind: &'static str) -> Parameter {
    Parameter { name, kind, optional: false }
}

const fn optional(name: &'static str, kind: &'static str) -> Parameter {
    Parameter { name, kind, optional: true }
}

/// The chapters of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    Shapes,
    Transforms,
    Groups,
    Style,
    Order,
    Queries,
    Regions,
    Scene,
}

impl Domain {
    pub const ALL: [Domain; 8] = [
        Domain::Shapes,
        Domain::Transforms,
        Domain::Groups,
        Domain::Style,
        Domain::Order,
        Domain::Queries,
        Domain::Regions,
        Domain::Scene,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Domain::Shapes => "shapes",
            Domain::Transforms => "transforms",
            Domain::Groups => "groups",
            Domain::Style => "style",
            Domain::Order => "order",
            Domain::Queries => "queries",
            Domain::Regions => "regions",
            Domain::Scene => "scene",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Domain::Shapes => "draw things; drawing a name that exists replaces that entity",
            Domain::Transforms => "move, turn and size; they add up over calls",
            Domain::Groups => "groups, copies and removal",
            Domain::Style => "fill, stroke and layers",
            Domain::Order => "what lies in front of what",
            Domain::Queries => "questions to the scene",
            Domain::Regions => "areas: join, cut, grow and shrink closed shapes and groups of them",
            Domain::Scene => "settings of the whole scene",
        }
    }
}

/// The whole vocabulary, chapter by chapter.
pub static FUNCTIONS: &[&Function] = &[
    &shapes::DRAW_CIRCLE,
    &shapes::DRAW_RECT,
    &shapes::DRAW_LINE,
    &shapes::DRAW_POLYGON,
    &shapes::DRAW_ARC,
    &shapes::DRAW_ELLIPSE,
    &shapes::DRAW_BEZIER,
    &shapes::DRAW_TEXT,
    &shapes::GET_TEXT_METRICS,
    &transforms::TRANSLATE,
    &transforms::ROTATE,
    &transforms::SCALE,
    &transforms::SET_PIVOT,
    &groups::CREATE_GROUP,
    &groups::ADD_TO_GROUP,
    &groups::REMOVE_FROM_GROUP,
    &groups::UNGROUP,
    &groups::DELETE_ENTITY,
    &groups::DUPLICATE,
    &groups::MIRROR,
    &style::SET_FILL,
    &style::SET_STROKE,
    &style::SET_LAYER,
    &style::DEFINE_LAYER,
    &order::DRAW_ORDER,
    &order::GET_DRAW_ORDER,
    &queries::EXISTS,
    &queries::GET_ENTITY,
    &queries::GET_WORLD_BOUNDS,
    &queries::GET_WORLD_TRANSFORM,
    &queries::GET_WORLD_POINT,
    &queries::LIST_ENTITIES,
    &measures::GET_AREA,
    &measures::GET_LENGTH,
    &measures::CONTAINS,
    &measures::ENTITIES_AT,
    &measures::DISTANCE,
    &measures::INTERSECTIONS,
    &regions::BOOLEAN_UNION,
    &regions::BOOLEAN_DIFFERENCE,
    &regions::BOOLEAN_INTERSECT,
    &regions::BOOLEAN_XOR,
    &regions::OFFSET_POLYGON,
    &regions::CONVEX_HULL,
    &regions::DECOMPOSE,
    &scene::SET_UNITS,
    &scene::SET_TOLERANCE,
    &scene::FIT_TO_VIEWPORT,
];

pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name).copied()
}

/// Defines every function as a global of the context.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    for (row, &function) in (0..).zip(FUNCTIONS) {
        let native = NativeFunction::from_copy_closure(move |_, args, context| {
            host(context).note_call(row, context);
            call::run(function, args, context)
        });
        let required = function.parameters.iter().filter(|it| !it.optional).count();
        context.register_global_builtin_callable(js_string!(function.name), required, native)?;
    }
    Ok(())
}

impl Function {
    /// `drawCircle(name: string, x: number, y: number, radius: number): true`
    pub fn signature(&self) -> String {
        let mut out = format!("{}(", self.name);
        for (index, parameter) in self.parameters.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let mark = if parameter.optional { "?" } else { "" };
            let _ = write!(out, "{comma}{}{mark}: {}", parameter.name, parameter.kind);
        }
        let _ = write!(out, "): {}", self.returns);
        out
    }

    /// The example with what it needs, as a whole program.
    pub fn program(&self) -> String {
        if self.before.is_empty() {
            self.example.to_owned()
        } else {
            format!("{}\n{}", self.before, self.example)
        }
    }

    /// The function as `describe` shows it alone.
    pub fn page(&self) -> String {
        format!("{}\n\n{}\n\nExample:\n{}", self.signature(), self.doc, self.example)
    }
}

/// One chapter as `describe` shows it.
pub fn chapter(domain: Domain) -> String {
    let mut out = format!("# {}: {}\n", domain.as_str(), domain.title());
    for function in FUNCTIONS.iter().filter(|function| function.domain == domain) {
        let _ = write!(out, "\n{}\n  {}\n", function.signature(), first_sentence(function.doc));
    }
    out
}

/// The whole vocabulary as `describe` shows it without arguments: every name, what holds for all, how to go on.
pub fn overview() -> String {
    let mut out = String::from(
        "y points up; the origin is the centre; angles are radians, counter-clockwise. Lengths are in the scene's unit \
         (setUnits, default mm).\nColours: [r, g, b] or [r, g, b, a] in 0..1, or a CSS colour string. Names are unique. \
         A wrong argument or an unknown name throws.\n",
    );
    for domain in Domain::ALL {
        let names: Vec<&str> = FUNCTIONS.iter().filter(|it| it.domain == domain).map(|it| it.name).collect();
        let _ = write!(out, "\n{} ({}):\n  {}\n", domain.as_str(), domain.title(), names.join(", "));
    }
    out.push_str("\nBesides: console.log / info / warn / error, a seeded Math.random, and import of modules by name.\n");
    out.push_str(
        "Go on with describe {\"domain\": \"shapes\"}, {\"name\": \"drawCircle\"} or {\"file\": \"main\"}.\n",
    );
    out
}

fn first_sentence(doc: &str) -> &str {
    let end = doc.find(". ").map_or(doc.len(), |at| at + 1);
    &doc[..end]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_entry_is_complete_and_unique() {
        let mut names = HashSet::new();
        for function in FUNCTIONS {
            assert!(names.insert(function.name), "{} twice", function.name);
            assert!(function.doc.ends_with('.'), "{}: the doc is sentences", function.name);
            assert!(function.example.contains(function.name), "{}: the example shows it", function.name);
            let first_optional = function.parameters.iter().position(|it| it.optional);
            let last_required = function.parameters.iter().rposition(|it| !it.optional);
            assert!(first_optional.is_none() || last_required < first_optional, "{}", function.name);
        }
    }

    #[test]
    fn the_overview_names_every_function() {
        let text = overview();
        assert!(FUNCTIONS.iter().all(|function| text.contains(function.name)));
    }
}
