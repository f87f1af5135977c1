//! The scene as JSON, one entity per line, and back.
//!
//! ```text
//! {
//! "version":1,
//! "key":"…",                       what the file was made from; the caller's to define
//! "units":"mm",
//! "scale":50,                      only where a drawing scale was set
//! "page":{"size":"A3",…},          only where a page was set
//! "pages":[{"name":"Sheet","page":{…}},…],  in its place where there are several sheets, or one with a name of its own
//! "files":{"main":"<hash>",…},     main first, then by name
//! "fonts":{"name …":"<id>",…},     only where there are any besides the built-in one
//! "layers":[{"name":"0","color":null,"linetype":…,"lineweight":null,"visible":true,"locked":false},…],  by name
//! "parameters":[{"name":"width","value":80,"default":60,"min":10,…},…],  in the order of their declaration
//! "rules":[{"name":"gap","file":"main","line":3,"column":1},…],  only where there are any
//! "blocks":[{"name":…,"attributes":[…],"entities":[…]},…],     only where there are any, by name
//! "entities":[
//! {"name":…,"type":…,"parent":…,"children":[…],"layer":…,"geometry":…,"text":…,"transform":…,"style":…,"inherits":[…],"world_bounds":…},
//! …                                back to front, a group before what is in it
//! ]}
//! ```
//!
//! `text` is present for outlined text, `instance` for an instance of a block, and `annotation` for a
//! group that is a hatch, a dimension or the like. `style` is the effective style, and
//! `inherits` names the parts of it that are not the entity's own; `by_layer`, where there is any, those that the entity
//! leaves to its layer. Reading ignores `world_bounds`, which follow from the rest.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};

use super::declarations::{ParameterDescription, RuleDescription, declarations_of};
use super::json_layers::LayerDescription;
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::Bounds;
use scenewright_scene::{
    Annotation, Attribute, AttributeDefinition, Block, BlockRecord, Declarations, EntityRecord, FIRST_SHEET,
    GeometryDescription, Instance, InstanceRecord, LaidSheet, NamedPage, Number, OutlineItem, Own, OwnStyle,
    Page, PlacesRecord, Scene, SceneRecord, StyleDescription, TextDescription, TransformDescription, Units,
};

/// The version of the form of the file.
const VERSION: u32 = 1;

/// The entity limit of a scene by default; a file with more entities was made under a higher one.
const USUAL_ENTITY_LIMIT: usize = 200_000;

/// The parts of the file besides the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonHeader {
    /// The key of everything the scene was made from: the file is a cache, and this shows whether it is still
    /// valid.
    pub key: String,
    /// The hash of each source file by its name.
    pub files: BTreeMap<String, String>,
    /// The id of the font that answers each question for one; `None` where there is no such font.
    pub fonts: BTreeMap<String, Option<String>>,
}

/// Writes the scene as JSON; the same scene and header give the same bytes.
pub fn to_json(scene: &Scene, header: &JsonHeader) -> String {
    let items = scene.outline();
    let mut text = String::with_capacity(256 + items.len() * 320);
    text.push_str("{\n");
    push_field(&mut text, "version", &VERSION);
    push_field(&mut text, "key", &header.key);
    push_field(&mut text, "units", scene.units().as_str());
    if let Some(scale) = scene.drawing_scale() {
        push_field(&mut text, "scale", &Number(scale));
    }
    if scene.has_named_sheets() {
        push_field(&mut text, "pages", scene.sheets());
    } else if let Some(page) = scene.page() {
        push_field(&mut text, "page", page);
    }
    push_field(&mut text, "files", &Files(&header.files));
    if !header.fonts.is_empty() {
        push_field(&mut text, "fonts", &header.fonts);
    }
    let layers: Vec<LayerDescription> = scene.layers().iter().map(LayerDescription::of).collect();
    push_field(&mut text, "layers", &layers);
    let declarations = scene.declarations();
    push_field(&mut text, "parameters", &ParameterDescription::list(declarations));
    if !declarations.rules.is_empty() {
        push_field(&mut text, "rules", &RuleDescription::list(declarations));
    }
    if !declarations.sheets.is_empty() {
        push_field(&mut text, "sheets", &declarations.sheets);
    }
    let blocks: Vec<BlockOut<'_>> = scene.definitions().map(BlockOut::of).collect();
    if !blocks.is_empty() {
        push_field(&mut text, "blocks", &blocks);
    }
    text.push_str("\"entities\":[");
    for (index, item) in items.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        push_json(&mut text, &EntityOut::of(item));
    }
    text.push_str("\n]}\n");
    text
}

/// Reads the output of `to_json`. The text may be anything: one that is not a scene is an error of kind
/// `invalid_input`.
pub fn from_json(text: &str) -> Result<(Scene, JsonHeader)> {
    let file: FileIn = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
    if file.version != VERSION {
        return Err(refused(&format!("its version is {}, and only {VERSION} is known", file.version)));
    }
    let units = Units::parse(&file.units)
        .ok_or_else(|| refused(&format!("there is no unit named {:?}", file.units)))?;
    let records = records_of(&file.entities).map_err(|reason| refused(&reason))?;
    let mut blocks = BTreeMap::new();
    for block in &file.blocks {
        let entities = records_of(&block.entities)
            .map_err(|reason| refused(&format!("block {:?}: {reason}", block.name)))?;
        let record = BlockRecord { attributes: block.attributes.clone(), entities };
        if blocks.insert(block.name.as_str().into(), record).is_some() {
            return Err(refused(&format!("there are two blocks named {:?}", block.name)));
        }
    }
    let entity_limit = records.len().max(USUAL_ENTITY_LIMIT) as u64;
    let mut layers = BTreeMap::new();
    for layer in &file.layers {
        if layers.insert(layer.name.as_str().into(), layer.to_layer()).is_some() {
            return Err(refused(&format!("there are two layers named {:?}", layer.name)));
        }
    }
    let drawing_scale = file.scale.map(|scale| scale.0);
    let places = PlacesRecord::default();
    let declarations = declarations_of(&file.parameters, file.rules, file.sheets);
    let pages = match file.page {
        Some(_) if !file.pages.is_empty() => return Err(refused("it has both page and pages")),
        Some(page) => vec![NamedPage { name: FIRST_SHEET.into(), page }],
        None => file.pages,
    };
    let record = SceneRecord {
        units,
        drawing_scale,
        pages,
        entity_limit,
        layers,
        blocks,
        entities: records,
        places,
        declarations,
    };
    let scene = Scene::from_record(record).map_err(|error| refused(&error.message))?;
    Ok((scene, JsonHeader { key: file.key, files: file.files, fonts: file.fonts }))
}

/// Reads the header of the output of `to_json` alone, which takes no time however large the scene is. `None` where the text has another
/// form, as one that was made elsewhere may.
pub fn header_from_json(text: &str) -> Option<JsonHeader> {
    #[derive(Deserialize)]
    struct HeaderIn {
        version: u32,
        key: String,
        files: BTreeMap<String, String>,
        #[serde(default)]
        fonts: BTreeMap<String, Option<String>>,
    }
    // Each field is a line, and the layers come after the header.
    let (fields, _) = text.split_once("\n\"layers\":")?;
    let header = format!("{}}}", fields.trim_end_matches(','));
    let header: HeaderIn = serde_json::from_str(&header).ok()?;
    let HeaderIn { version, key, files, fonts } = header;
    (version == VERSION).then_some(JsonHeader { key, files, fonts })
}

/// Returns the records of entities in a list, in which each comes after its group.
fn records_of(entities: &[EntityIn]) -> Result<Vec<EntityRecord>, String> {
    let mut positions: HashMap<&str, u32> = HashMap::with_capacity(entities.len());
    let mut records = Vec::with_capacity(entities.len());
    // The children that each group turns out to have, to be compared with those that it lists.
    let mut children: Vec<Vec<&str>> = vec![Vec::new(); entities.len()];
    for (position, entity) in entities.iter().enumerate() {
        let refused = |reason: &str| format!("entity {:?}: {reason}", entity.name);
        let parent = match &entity.parent {
            None => None,
            Some(name) => {
                let parent = *positions
                    .get(name.as_str())
                    .ok_or_else(|| refused("its group does not come before it"))?;
                children[parent as usize].push(&entity.name);
                Some(parent)
            }
        };
        records.push(entity.to_record(parent).map_err(|reason| refused(&reason))?);
        positions.insert(&entity.name, position as u32);
    }
    for (entity, found) in entities.iter().zip(&children) {
        if entity.children != *found {
            return Err(format!("the children of {:?} are not those that name it", entity.name));
        }
    }
    Ok(records)
}

/// Reads the parameters alone of the output of `to_json`. The entities, which may be megabytes, are not looked at.
pub fn parameters_of(text: &str) -> Result<Declarations> {
    // Each field is a line, and no other has this name at its beginning.
    let (_, rest) = text.split_once("\n\"parameters\":").ok_or_else(|| refused("it has no parameters"))?;
    let line = rest.lines().next().unwrap_or_default();
    let parameters: Vec<ParameterDescription> =
        serde_json::from_str(line.trim_end_matches(',')).map_err(|error| refused(&error.to_string()))?;
    Ok(declarations_of(&parameters, Vec::new(), Vec::new()))
}

#[derive(Serialize)]
struct EntityOut<'a> {
    name: &'a str,
    r#type: &'static str,
    parent: Option<&'a str>,
    children: &'a [&'a str],
    layer: &'a str,
    geometry: Option<GeometryDescription>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextDescription>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<InstanceOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<&'a Annotation>,
    transform: TransformDescription,
    style: StyleDescription,
    inherits: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_layer: Vec<&'static str>,
    world_bounds: Option<BoundsOut>,
}

#[derive(Serialize)]
struct InstanceOut {
    block: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<Attribute>,
    /// The attributes that are seen, as texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<serde_json::Value>,
}

impl InstanceOut {
    fn of(instance: &Instance) -> Self {
        InstanceOut {
            block: instance.block().to_owned(),
            attributes: instance.attributes().to_vec(),
            texts: instance.texts().map(entity_values).unwrap_or_default(),
        }
    }
}

#[derive(Serialize)]
struct BlockOut<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "<[AttributeDefinition]>::is_empty")]
    attributes: &'a [AttributeDefinition],
    entities: Vec<serde_json::Value>,
}

impl<'a> BlockOut<'a> {
    fn of((name, block): (&'a str, &'a Block)) -> Self {
        BlockOut { name, attributes: block.attributes(), entities: entity_values(block.contents()) }
    }
}

fn entity_values(scene: &Scene) -> Vec<serde_json::Value> {
    scene.outline().iter().filter_map(|item| serde_json::to_value(EntityOut::of(item)).ok()).collect()
}

#[derive(Serialize)]
struct BoundsOut {
    min: [Number; 2],
    max: [Number; 2],
}

impl<'a> EntityOut<'a> {
    fn of(item: &'a OutlineItem<'a>) -> Self {
        let (mut inherits, mut by_layer) = (Vec::new(), Vec::new());
        match item.own_style.fill {
            Own::Inherited => inherits.push("fill"),
            Own::ByLayer => by_layer.push("fill"),
            Own::Absent | Own::Value(_) => {}
        }
        match item.own_style.stroke {
            Own::Inherited => inherits.push("stroke"),
            Own::ByLayer => by_layer.push("stroke"),
            Own::Absent | Own::Value(_) => {}
        }
        EntityOut {
            name: item.name,
            r#type: item.kind,
            parent: item.parent,
            children: &item.children,
            layer: item.layer,
            geometry: item.shape.map(GeometryDescription::of),
            text: item.text.map(TextDescription::of),
            instance: item.instance.map(InstanceOut::of),
            annotation: item.annotation,
            transform: TransformDescription::of(item.transform).with_pivot(item.transform.pivot),
            style: StyleDescription::of(item.style),
            inherits,
            by_layer,
            world_bounds: item.world_bounds.filter(Bounds::is_finite).map(|bounds| BoundsOut {
                min: [Number(bounds.min.x), Number(bounds.min.y)],
                max: [Number(bounds.max.x), Number(bounds.max.y)],
            }),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileIn {
    version: u32,
    key: String,
    units: String,
    #[serde(default)]
    scale: Option<Number>,
    #[serde(default)]
    page: Option<Arc<Page>>,
    #[serde(default)]
    pages: Vec<NamedPage>,
    files: BTreeMap<String, String>,
    #[serde(default)]
    fonts: BTreeMap<String, Option<String>>,
    layers: Vec<LayerDescription>,
    parameters: Vec<ParameterDescription>,
    #[serde(default)]
    rules: Vec<RuleDescription>,
    #[serde(default)]
    sheets: Vec<LaidSheet>,
    #[serde(default)]
    blocks: Vec<BlockIn>,
    entities: Vec<EntityIn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockIn {
    name: String,
    #[serde(default)]
    attributes: Vec<AttributeDefinition>,
    entities: Vec<EntityIn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InstanceIn {
    block: String,
    #[serde(default)]
    attributes: Vec<Attribute>,
    #[serde(default)]
    texts: Vec<EntityIn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntityIn {
    name: String,
    r#type: String,
    parent: Option<String>,
    children: Vec<String>,
    layer: String,
    geometry: Option<GeometryDescription>,
    text: Option<TextDescription>,
    instance: Option<InstanceIn>,
    #[serde(default)]
    annotation: Option<Arc<Annotation>>,
    transform: TransformDescription,
    style: StyleDescription,
    inherits: Vec<String>,
    #[serde(default)]
    by_layer: Vec<String>,
    #[expect(dead_code, reason = "the bounds follow from the geometry, but must still be JSON")]
    world_bounds: IgnoredAny,
}

impl EntityIn {
    fn to_record(&self, parent: Option<u32>) -> Result<EntityRecord, String> {
        let shape = match (&self.geometry, self.r#type.as_str()) {
            (None, "group" | "instance") => None,
            (Some(_), "group" | "instance") => {
                return Err(format!("a {} has no geometry", self.r#type));
            }
            (None, _) => return Err("it has no geometry".to_owned()),
            (Some(geometry), kind) => Some(geometry.to_shape(kind).map_err(|error| error.message)?.into()),
        };
        let parts = self.inherits.iter().chain(&self.by_layer);
        if let Some(part) = parts.into_iter().find(|part| !matches!(part.as_str(), "fill" | "stroke")) {
            return Err(format!("there is no style named {part:?} to inherit"));
        }
        let source = |part: &str| Source {
            is_inherited: self.inherits.iter().any(|it| it == part),
            is_by_layer: self.by_layer.iter().any(|it| it == part),
        };
        Ok(EntityRecord {
            name: self.name.as_str().into(),
            parent,
            shape,
            transform: self.transform.to_transform(),
            style: OwnStyle {
                fill: source("fill").own(self.style.fill()),
                stroke: source("stroke").own(self.style.stroke()),
            },
            layer: self.layer.as_str().into(),
            text: self.text.as_ref().map(|text| text.to_source().into()),
            instance: self.instance_record()?,
            annotation: self.annotation.clone(),
        })
    }
}

impl EntityIn {
    fn instance_record(&self) -> Result<Option<InstanceRecord>, String> {
        match (&self.instance, self.r#type == "instance") {
            (None, false) => Ok(None),
            (Some(_), false) => Err("only an instance is one of a block".to_owned()),
            (None, true) => Err("it has no block".to_owned()),
            (Some(instance), true) => Ok(Some(InstanceRecord {
                block: instance.block.as_str().into(),
                attributes: instance.attributes.clone(),
                texts: records_of(&instance.texts)?,
            })),
        }
    }
}

/// The place that a part of a style comes from, as the file says.
struct Source {
    is_inherited: bool,
    is_by_layer: bool,
}

impl Source {
    fn own<T>(&self, value: Option<T>) -> Own<T> {
        match value {
            _ if self.is_inherited => Own::Inherited,
            _ if self.is_by_layer => Own::ByLayer,
            Some(value) => Own::Value(value),
            None => Own::Absent,
        }
    }
}

/// The source files, with the main file before the modules.
struct Files<'a>(&'a BTreeMap<String, String>);

impl Serialize for Files<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let main = self.0.iter().filter(|(name, _)| *name == "main");
        serializer.collect_map(main.chain(self.0.iter().filter(|(name, _)| *name != "main")))
    }
}

fn push_field(text: &mut String, name: &str, value: &(impl Serialize + ?Sized)) {
    push_json(text, name);
    text.push(':');
    push_json(text, value);
    text.push_str(",\n");
}

/// Appends a value as JSON. Nothing that is written here has keys that are not strings, the one
/// thing JSON cannot express.
fn push_json(text: &mut String, value: &(impl Serialize + ?Sized)) {
    text.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()));
}

fn refused(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("The text is not a scene: {reason}"))
}
