//! The tool table: what a client is told, and which function answers. One entry a tool; the MCP server, the
//! library and the argument check all read this.

mod files;
mod scene;

use serde_json::{Map, Value, json};

pub use files::TOOLS as FILE_TOOLS;
pub use scene::{CHANGE_TYPE, TOOLS as SCENE_TOOLS, change_arguments};

/// A tool by its wire name.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub arguments: &'static [Argument],
    pub effect: Effect,
    pub lane: Lane,
}

/// What a call can do to the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Reads,
    /// Adds or replaces, but never takes anything away that cannot be made again.
    Writes,
    Changes,
}

/// Which of a project's threads answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// In order with the changes, so that the answer is about the scene they leave.
    Changes,
    /// At once: about texts as they are on disk.
    Texts,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: &'static str,
    pub kind: ArgumentKind,
    pub required: bool,
    pub description: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// The contents of a file or a part of them: as long as a file may be.
    Text,
    /// A name, a pattern or a few words: at most so many bytes.
    Short(usize),
    Flag,
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// Any finite number.
    Number,
    Choice(&'static [&'static str]),
    /// A list of at least one object with these arguments, and how such an object is shown in a sentence.
    Objects(&'static [Argument], &'static str),
    /// A list of texts, each of at most so many bytes.
    Texts(usize),
    /// A list of points, between so many and so many.
    Points(usize, usize),
    /// A name, or a box: least and greatest x and y.
    NameOrBox,
    /// A list of changes of the types of [`CHANGE_TYPE`].
    Changes,
}

use ArgumentKind::{Changes, Choice, Flag, NameOrBox, Number, Objects, Points, Short, Text, Texts, Whole};

/// The most bytes of a path, of a pattern, of an id or a name, and of a message.
pub const MAX_PATH: usize = 4_096;
pub const MAX_PATTERN: usize = 64 << 10;
pub const MAX_NAME: usize = 200;
pub const MAX_MESSAGE: usize = 64 << 10;
/// The most entries of a list.
pub const MAX_ENTRIES: usize = 10_000;

pub(super) const fn needs(name: &'static str, kind: ArgumentKind, description: &'static str) -> Argument {
    Argument { name, kind, required: true, description }
}

pub(super) const fn may(name: &'static str, kind: ArgumentKind, description: &'static str) -> Argument {
    Argument { name, kind, required: false, description }
}

pub fn find(name: &str) -> Option<&'static Tool> {
    SCENE_TOOLS.iter().find(|tool| tool.name == name)
}

/// The definitions of a profile's tools as MCP clients see them.
pub fn definitions(tools: &[Tool]) -> Value {
    tools.iter().map(Tool::definition).collect()
}

impl Tool {
    fn definition(&self) -> Value {
        let mut annotations = json!({ "readOnlyHint": self.effect == Effect::Reads, "openWorldHint": false });
        // Of a tool that only reads, these two say nothing.
        if self.effect != Effect::Reads {
            annotations["destructiveHint"] = (self.effect == Effect::Changes).into();
            annotations["idempotentHint"] = (self.effect != Effect::Changes).into();
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
        property["description"] = argument.description.into();
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

fn plain_schema(kind: ArgumentKind) -> Value {
    match kind {
        // Lengths are enforced and not told: no model comes near them, and the list is to stay short.
        Text | Short(_) => json!({ "type": "string" }),
        Flag => json!({ "type": "boolean" }),
        Number => json!({ "type": "number" }),
        Whole(least, i64::MAX) => json!({ "type": "integer", "minimum": least }),
        Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Choice(words) => json!({ "type": "string", "enum": words }),
        // What the arguments of an entry mean is said where a tool takes them for one.
        Objects(arguments, _) => {
            let entry = object_schema(arguments, |argument| plain_schema(argument.kind));
            json!({ "type": "array", "minItems": 1, "items": entry })
        }
        Texts(_) => json!({ "type": "array", "items": { "type": "string" } }),
        Points(least, most) => {
            let point = json!({ "type": "array", "items": { "type": "number" } });
            json!({ "type": "array", "minItems": least, "maxItems": most, "items": point })
        }
        NameOrBox => json!({ "type": ["string", "array"], "items": { "type": "number" } }),
        Changes => json!({ "type": "array", "minItems": 1, "items": change_schema() }),
    }
}

/// The arguments of all types of change in one object, which models fill in more surely than a choice of objects. What
/// each type takes is in words; the check of the arguments holds to it.
fn change_schema() -> Value {
    let mut properties = Map::new();
    for argument in ["edit", "write", "rename"].into_iter().filter_map(change_arguments).flatten() {
        properties.entry(argument.name).or_insert_with(|| plain_schema(argument.kind));
    }
    json!({ "type": "object", "properties": properties, "required": ["file"], "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_short_enough_for_a_context_window() {
        for (tools, most) in [(SCENE_TOOLS, 12_000), (FILE_TOOLS, 10_000)] {
            let text = definitions(tools).to_string();
            assert!(text.len() < most, "{} bytes", text.len());
        }
    }

    #[test]
    fn the_edit_tool_says_what_it_must() {
        let edit = find("edit").unwrap();
        assert!(edit.description.contains("파일 부분 수정 → 자동 실행. ⚠️ read로 먼저 확인 필수."));
    }

    #[test]
    fn the_chapters_of_describe_are_those_of_the_vocabulary() {
        let domain = find("describe").unwrap().arguments.iter().find(|it| it.name == "domain").unwrap();
        let chapters = scenewright_script::vocabulary::Domain::ALL.map(|it| it.as_str());
        assert_eq!(domain.kind, Choice(Box::leak(Box::new(chapters))));
    }
}
