//! The tool table: the definitions for clients, and the functions that answer. One entry per tool; the MCP
//! server, the library and the argument check all read this.

use serde_json::{Map, Value, json};

use super::arguments::Arguments;

pub use super::argument::{
    Argument, ArgumentKind, MAX_ENTRIES, MAX_MESSAGE, MAX_NAME, MAX_PATH, MAX_PATTERN, Variants, may, needs,
};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// A tool by its wire name. `H` is the function of a door that answers it.
#[derive(Debug)]
pub struct Tool<H: 'static> {
    /// The name by which clients call it.
    pub name: &'static str,
    /// The name for people, such as `Read code`.
    pub title: &'static str,
    /// The description for a model.
    pub description: &'static str,
    /// The arguments, in the order in which models see them.
    pub arguments: &'static [Argument],
    /// The JSON schema of the data in an answer that succeeds, as text. Tests hold every answer to it, and the types of
    /// the library are generated from it; clients do not see it.
    pub output: &'static str,
    /// The effect, from which the hints for clients follow: whether the tool only reads or may destroy.
    pub effect: Effect,
    /// The thread that answers.
    pub lane: Lane,
    /// The function that answers.
    pub handler: H,
}

/// The effect that a call can have on the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Reads,
    /// Adds or replaces, but never removes anything that cannot be made again.
    Writes,
    /// Changes what is there; a change may be undone from the history.
    Changes,
}

/// The thread, or threads, of a project that answer a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The thread of changes, which are made one after the other in the order in which they came.
    Changes,
    /// The threads of questions about the scene of the last commit, which are answered side by side, also while a change runs.
    Questions,
    /// The thread of reads and searches, which are answered at once, from the files as they are on disk.
    Texts,
}

use ArgumentKind::{
    Choice, Flag, FlagOrNames, FlagOrNumber, NamesOrBox, Number, Objects, Points, Short, SizeOrOff, Text,
    Texts, Values, Variants as OneOf, Whole,
};

/// Finds a tool by its name; the refusal of any other name suggests a near one.
pub fn find<H>(tools: &'static [Tool<H>], name: &str) -> Result<&'static Tool<H>> {
    tools.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let near = near_name(name, tools.iter().map(|tool| tool.name));
        let help = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        Error::new(Kind::InvalidInput, format!("There is no tool {}.{help}", quote_name(name)))
    })
}

/// Returns the definitions of tools as MCP clients see them.
pub fn definitions<H>(tools: &[Tool<H>]) -> Value {
    tools.iter().map(Tool::definition).collect()
}

impl<H> Tool<H> {
    /// Parses and checks the arguments of a call.
    pub fn parse(&self, args_json: &str) -> Result<Arguments> {
        Arguments::parse(self.name, self.arguments, args_json)
    }

    /// Returns true if a call changes anything.
    pub fn changes(&self) -> bool {
        self.effect != Effect::Reads
    }

    fn definition(&self) -> Value {
        let mut annotations = json!({ "readOnlyHint": self.effect == Effect::Reads, "openWorldHint": false });
        // For a tool that only reads, these two have no meaning; a tool without a hint is not idempotent.
        if self.effect != Effect::Reads {
            annotations["destructiveHint"] = (self.effect == Effect::Changes).into();
        }
        if self.effect == Effect::Writes {
            annotations["idempotentHint"] = true.into();
        }
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": schema(self.arguments),
            "annotations": annotations,
        })
    }
}

fn schema(arguments: &[Argument]) -> Value {
    object_schema(arguments, |argument| {
        let mut property = plain_schema(argument.kind);
        if !argument.description.is_empty() {
            property["description"] = argument.description.into();
        }
        property
    })
}

fn object_schema(arguments: &[Argument], property: impl Fn(&Argument) -> Value) -> Value {
    let properties: Map<String, Value> =
        arguments.iter().map(|argument| (argument.name.to_owned(), property(argument))).collect();
    let required: Vec<&str> = arguments.iter().filter(|it| it.required).map(|it| it.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema["additionalProperties"] = false.into();
    schema
}

/// The longest choice whose words are in the list of tools.
const MAX_TOLD_WORDS: usize = 10;

fn plain_schema(kind: ArgumentKind) -> Value {
    match kind {
        // Lengths are enforced and not listed: no model comes near them, and the list is to stay short.
        Text | Short(_) => json!({ "type": "string" }),
        Flag => json!({ "type": "boolean" }),
        Number => json!({ "type": "number" }),
        Whole(..) => json!({ "type": "integer" }),
        // The refusal names this many words.
        Choice(words) if words.len() > MAX_TOLD_WORDS => json!({ "type": "string" }),
        Choice(words) => json!({ "type": "string", "enum": words }),
        // The arguments of an entry are described where a tool takes them for a single call.
        Objects(arguments, _) => {
            let entry = object_schema(arguments, |argument| plain_schema(argument.kind));
            json!({ "type": "array", "minItems": 1, "items": entry })
        }
        Texts(_) => json!({ "type": "array", "items": { "type": "string" } }),
        Points(least, most) => {
            let point = json!({ "type": "array", "items": { "type": "number" } });
            json!({ "type": "array", "minItems": least, "maxItems": most, "items": point })
        }
        // One type, as the strict schemas of some models want it: anything else may be written as a text, such as
        // `[0, 0, 10, 5]` or `true`.
        NamesOrBox | FlagOrNames | FlagOrNumber | SizeOrOff(..) | Values => json!({ "type": "string" }),
        OneOf(variants) => json!({ "type": "array", "minItems": 1, "items": variants_schema(variants) }),
    }
}

/// Returns the schema of all types in one object, which models fill in more surely than a choice of objects. The
/// arguments of each type are described in words; the check of the arguments enforces them.
fn variants_schema(variants: &Variants) -> Value {
    let mut properties = Map::new();
    for argument in variants.arguments.iter().copied().flatten() {
        properties.entry(argument.name).or_insert_with(|| plain_schema(argument.kind));
    }
    let is_in_all = |name: &&str| {
        let needed = |it: &Argument| it.required && it.name == *name;
        variants.arguments.iter().all(|arguments| arguments.iter().any(needed))
    };
    let first = variants.arguments.first().copied().unwrap_or_default();
    let required: Vec<&str> = first.iter().map(|it| it.name).filter(is_in_all).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
