//! The scene for a page: its shapes, their places, and the calls that drew them. Unlike the scene's own JSON it cannot
//! be read back; matrices are those of the world, styles are the effective ones.
//!
//! ```text
//! {
//! "units":"mm",
//! "bounds":[min x, min y, max x, max y],      null where nothing is drawn
//! "page":[min x, min y, max x, max y],        null where the drawing has no page
//! "sheets":[{"name":"Sheet","box":[…],"scale":1,"notes":["page_frame"]},…],
//!                                            only where there are several, or one with a name of its own
//! "scale":1,                                 how much larger the drawing is than on paper
//! "parameters":[{"name":"width","value":80,…},…],
//! "layers":[{"name":"0","color":null,"linetype":"continuous","visible":true,"locked":false},…],
//! "styles":[{"fill":"#rrggbb","stroke":{"color":"#rrggbb","width":1,"dash":[…],"cap":"butt","join":"miter"}},…],
//! "files":["main",…],
//! "entities":[
//! {"name":…,"type":…,"in":0,"layer":0,"style":0,"matrix":[a,b,c,d,e,f],"geometry":{…},"bounds":[…],"at":[0,12,3]},
//! …                                           back to front, a group before what is in it
//! ]}
//! ```
//!
//! `in` is the position of the group among the entities, `layer` and `style` those among theirs; `at` is the file's
//! position with line and column. Absent values are left out: the group of an entity at the root, a matrix that changes
//! nothing, a place that is not known.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::declarations::ParameterDescription;
use super::frame::pens_at;
use scenewright_geometry::{Affine, Bounds, FillRule, Shape};
use scenewright_scene::{
    Color, GeometryDescription, Leaf, Linetype, Number, Pens, Scene, Stroke, Style, Subtree, TextSource,
    Visit,
};

/// Returns the scene for a page as JSON, hidden layers included.
pub fn to_view(scene: &Scene) -> Vec<u8> {
    let listed = Rows::of(scene);
    listed.to_json(&listed.rows)
}

/// A scene as the rows of its view. Nothing in it is text before it is written.
pub(super) struct Rows<'a> {
    pub scene: &'a Scene,
    /// See [`Scene::sheet_scale`].
    pub scale: f64,
    /// The layers and the styles as JSON, by their positions.
    pub layers: Vec<String>,
    pub styles: Vec<String>,
    pub files: Vec<Arc<str>>,
    /// Back to front, a group before what is in it.
    pub rows: Vec<Row<'a>>,
    pub bounds: Option<Bounds>,
}

/// An entity of a view. `None` is what its row leaves out.
#[derive(Clone, PartialEq)]
pub(super) struct Row<'a> {
    pub name: &'a str,
    pub kind: &'static str,
    /// The position of the group around it.
    pub parent: Option<usize>,
    pub layer: usize,
    pub style: Option<usize>,
    /// The transform of a shape to the world. A group has none: its shapes include it.
    pub world: Affine,
    pub shape: Option<&'a Shape>,
    pub text: Option<&'a str>,
    pub bounds: Option<Bounds>,
    /// The call that drew it: the position of the file, the line and the column.
    pub at: Option<(usize, u32, u32)>,
}

/// A row as it is written.
#[derive(Serialize)]
struct RowJson<'a> {
    name: &'a str,
    r#type: &'static str,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    layer: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<[Number; 6]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<GeometryDescription>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    even_odd: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[Number; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, u32, u32)>,
}

#[derive(Serialize)]
struct LayerRow {
    name: String,
    color: Option<String>,
    linetype: Linetype,
    /// The width of the pen in millimetres on paper; absent for the fine pen.
    #[serde(skip_serializing_if = "Option::is_none")]
    lineweight: Option<Number>,
    visible: bool,
    locked: bool,
}

#[derive(Serialize)]
struct StyleRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stroke: Option<StrokeRow>,
}

#[derive(Serialize)]
struct StrokeRow {
    color: String,
    width: Number,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dash: Vec<Number>,
    cap: scenewright_scene::Cap,
    join: scenewright_scene::Join,
}

/// A sheet, with the notes that are on it alone.
#[derive(Serialize)]
struct SheetRow<'a> {
    name: &'a str,
    r#box: [Number; 4],
    scale: Number,
    notes: Vec<&'a str>,
}

fn sheet_rows(scene: &Scene, scale: f64) -> Vec<SheetRow<'_>> {
    let sheets = scene.sheets().iter().enumerate();
    let rows = sheets.map(|(index, sheet)| SheetRow {
        name: &sheet.name,
        r#box: corners(scene.sheet_bounds(&sheet.page)),
        scale: Number(scale),
        notes: scene.notes_on_sheet(index).collect(),
    });
    rows.collect()
}

/// What the rows of a scene refer to. With it, the rows that another scene changes are found without reading all of both.
///
/// Invariant: it is what [`Rows::of`] numbers, whether it was made by that or from the index of the scene before.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewIndex {
    pub(super) scale: f64,
    pub(super) layers: Vec<String>,
    pub(super) styles: Vec<String>,
    pub(super) files: Vec<Arc<str>>,
    pub(super) rows: Vec<IndexRow>,
}

/// The part of a row that depends on other rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IndexRow {
    pub style: Option<u32>,
    pub file: Option<u32>,
    /// Of a shape alone; those of groups follow.
    pub bounds: Option<Bounds>,
}

impl IndexRow {
    pub(super) fn of(row: &Row<'_>) -> IndexRow {
        // There are at most as many as entities, whose ids have 32 bits.
        let short = |number: usize| number as u32;
        IndexRow {
            style: row.style.map(short),
            file: row.at.map(|(file, ..)| short(file)),
            bounds: row.bounds.filter(|_| row.shape.is_some()),
        }
    }
}

/// Returns the scene for a page as [`to_view`] does, with its index.
pub fn to_view_with_index(scene: &Scene) -> (Vec<u8>, ViewIndex) {
    let listed = Rows::of(scene);
    (listed.to_json(&listed.rows), listed.index())
}

impl<'a> Rows<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        Rows::read(scene, |reader| scene.walk_all_back_to_front().for_each(|visit| reader.add(visit)))
    }

    /// Reads the rows of some top-level entities. Styles and files are numbered among these, and groups by their positions in the
    /// whole scene.
    pub(super) fn of_subtrees(scene: &'a Scene, subtrees: &[Subtree]) -> Self {
        Rows::read(scene, |reader| {
            for subtree in subtrees {
                let start = reader.found.rows.len();
                scene.walk_subtree(subtree).for_each(|visit| reader.add(visit));
                for row in &mut reader.found.rows[start..] {
                    row.parent = row.parent.map(|parent| parent - start + subtree.first);
                }
            }
        })
    }

    pub(super) fn index(&self) -> ViewIndex {
        ViewIndex {
            scale: self.scale,
            layers: self.layers.clone(),
            styles: self.styles.clone(),
            files: self.files.clone(),
            rows: self.rows.iter().map(IndexRow::of).collect(),
        }
    }

    fn read(scene: &'a Scene, read: impl FnOnce(&mut Reader<'a, '_>)) -> Self {
        let layer_rows = scene.layers().into_iter().map(|(name, layer)| LayerRow {
            name: name.to_string(),
            color: layer.color.map(css),
            linetype: layer.linetype,
            lineweight: layer.lineweight.map(Number),
            visible: layer.visible,
            locked: layer.locked,
        });
        let layer_rows: Vec<LayerRow> = layer_rows.collect();
        // One walk for all of its uses: without a scale of its own a drawing has the first at which it fits a sheet.
        let scale = scene.sheet_scale();
        let pens = pens_at(scene, scale);
        let mut reader = Reader {
            pens: &pens,
            layer_rows: &layer_rows,
            layers: HashMap::new(),
            styles: HashMap::new(),
            known_styles: HashMap::new(),
            around: Vec::new(),
            found: Rows {
                scene,
                scale,
                layers: layer_rows.iter().map(json).collect(),
                styles: Vec::new(),
                files: Vec::new(),
                rows: Vec::new(),
                bounds: None,
            },
        };
        read(&mut reader);
        reader.found
    }

    /// Writes the view with these of its rows.
    pub(super) fn to_json<'r>(&self, rows: impl IntoIterator<Item = &'r Row<'a>>) -> Vec<u8>
    where
        'a: 'r,
    {
        let rows = rows.into_iter();
        let mut text = String::with_capacity(1_024 + rows.size_hint().0 * ROW_BYTES);
        text.push_str("{\n");
        let mut field = |name: &str, value: &str| {
            text.push_str(&format!("\"{name}\":{value},\n"));
        };
        field("units", &json(self.scene.units().as_str()));
        field("bounds", &json(&self.bounds.map(corners)));
        field("page", &json(&self.scene.page_bounds().map(corners)));
        if self.scene.has_named_sheets() {
            field("sheets", &json(&sheet_rows(self.scene, self.scale)));
        }
        field("scale", &json(&Number(self.scale)));
        field("parameters", &json(&ParameterDescription::list(self.scene.declarations())));
        field("layers", &format!("[{}]", self.layers.join(",")));
        field("styles", &format!("[{}]", self.styles.join(",")));
        field("files", &json(&self.files));
        text.push_str("\"entities\":[");
        let mut text = text.into_bytes();
        for (index, row) in rows.enumerate() {
            text.extend_from_slice(if index == 0 { b"\n" } else { b",\n" });
            row.write(&mut text);
        }
        text.extend_from_slice(b"\n]}\n");
        text
    }
}

/// About the length of a row with a circle.
const ROW_BYTES: usize = 160;

impl Row<'_> {
    fn write(&self, text: &mut Vec<u8>) {
        let row = RowJson {
            name: self.name,
            r#type: self.kind,
            parent: self.parent,
            layer: self.layer,
            style: self.style,
            matrix: matrix(&self.world),
            geometry: self.shape.map(GeometryDescription::of),
            even_odd: self.shape.is_some_and(|shape| shape.fill_rule() == FillRule::EvenOdd),
            text: self.text,
            bounds: self.bounds.map(corners),
            at: self.at,
        };
        // Bytes take any text, and nothing in a row has keys that are not strings.
        drop(serde_json::to_writer(text, &row));
    }
}

/// Reads the rows of a scene, and numbers layers, styles and files as they come.
struct Reader<'a, 'l> {
    /// The pens of layers, as in all files for paper.
    pens: &'l Pens,
    layer_rows: &'l [LayerRow],
    layers: HashMap<&'a str, usize>,
    /// The positions of styles by their JSON, and by what they are made of: most entities share a few pens.
    styles: HashMap<String, usize>,
    known_styles: HashMap<(Option<[u64; 4]>, Option<*const Stroke>), usize>,
    /// The groups around, by their positions among the rows.
    around: Vec<usize>,
    found: Rows<'a>,
}

impl<'a> Reader<'a, '_> {
    fn add(&mut self, visit: Visit<'a>) {
        match visit {
            Visit::GroupStart { name, layer, style, text, .. } => self.start_group(name, layer, style, text),
            Visit::Leaf(leaf) => self.add_leaf(&leaf),
            Visit::GroupEnd { .. } => self.end_group(),
        }
    }

    fn start_group(&mut self, name: &'a str, layer: &'a str, style: Style<'a>, text: Option<&'a TextSource>) {
        let kind = if text.is_some() { "text" } else { "group" };
        let mut row = self.row(name, kind, layer);
        row.text = text.map(|it| it.text.as_str());
        // The parts of a group have styles of their own; a text is shown as one.
        row.style = text.map(|_| self.style(layer, style));
        self.around.push(self.found.rows.len());
        self.found.rows.push(row);
    }

    fn add_leaf(&mut self, leaf: &Leaf<'a>) {
        let kind = if leaf.text.is_some() { "text" } else { leaf.shape.kind() };
        let mut row = self.row(leaf.name, kind, leaf.layer);
        row.style = Some(self.style(leaf.layer, leaf.style));
        row.world = leaf.world;
        row.shape = Some(leaf.shape);
        row.text = leaf.text.map(|it| it.text.as_str());
        let bounds = leaf.shape.bounds(&leaf.world);
        if bounds.is_finite() {
            row.bounds = Some(bounds);
            self.widen(bounds);
        }
        self.found.rows.push(row);
    }

    /// Widens the innermost group; those around it follow when it ends.
    fn widen(&mut self, bounds: Bounds) {
        let extent = match self.around.last() {
            Some(group) => &mut self.found.rows[*group].bounds,
            None => &mut self.found.bounds,
        };
        *extent = Some(extent.map_or(bounds, |own| own.union(bounds)));
    }

    fn end_group(&mut self) {
        let group = self.around.pop();
        if let Some(bounds) = group.and_then(|group| self.found.rows[group].bounds) {
            self.widen(bounds);
        }
    }

    fn row(&mut self, name: &'a str, kind: &'static str, layer: &'a str) -> Row<'a> {
        let at = self
            .found
            .scene
            .source_place(name)
            .map(|place| (self.file(place.file), place.line, place.column));
        let rows = self.layer_rows;
        let found = || rows.iter().position(|row| row.name == layer).unwrap_or_default();
        let layer = *self.layers.entry(layer).or_insert_with(found);
        Row {
            name,
            kind,
            parent: self.around.last().copied(),
            layer,
            style: None,
            world: Affine::IDENTITY,
            shape: None,
            text: None,
            bounds: None,
            at,
        }
    }

    /// Returns the position of a file; a scene is drawn by few.
    fn file(&mut self, file: Arc<str>) -> usize {
        let files = &mut self.found.files;
        files.iter().position(|known| *known == file).unwrap_or_else(|| {
            files.push(file);
            files.len() - 1
        })
    }

    fn style(&mut self, layer: &str, style: Style<'a>) -> usize {
        let stroke = self.pens.stroke(layer, &style);
        let bits = |Color { r, g, b, a }: Color| [r, g, b, a].map(f64::to_bits);
        // A pen stays where it is while the scene and the pens of its layers are borrowed.
        let key = (style.fill.map(bits), stroke.map(std::ptr::from_ref));
        if let Some(number) = self.known_styles.get(&key) {
            return *number;
        }
        let row = StyleRow {
            fill: style.fill.map(css),
            stroke: stroke.filter(|stroke| stroke.width > 0.0).map(stroke_row),
        };
        let text = json(&row);
        let next = self.found.styles.len();
        let number = *self.styles.entry(text.clone()).or_insert(next);
        if number == next {
            self.found.styles.push(text);
        }
        self.known_styles.insert(key, number);
        number
    }
}

fn stroke_row(stroke: &Stroke) -> StrokeRow {
    StrokeRow {
        color: css(stroke.color),
        width: Number(stroke.width),
        dash: stroke.dash.iter().copied().map(Number).collect(),
        cap: stroke.cap,
        join: stroke.join,
    }
}

fn matrix(world: &Affine) -> Option<[Number; 6]> {
    let Affine { a, b, c, d, e, f } = *world;
    (*world != Affine::IDENTITY).then(|| [a, b, c, d, e, f].map(Number))
}

fn corners(bounds: Bounds) -> [Number; 4] {
    [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(Number)
}

/// Returns a colour as CSS writes it.
fn css(color: Color) -> String {
    let [r, g, b, a] = [color.r, color.g, color.b, color.a].map(|part| (part * 255.0).round() as u8);
    if a == 255 { format!("#{r:02x}{g:02x}{b:02x}") } else { format!("#{r:02x}{g:02x}{b:02x}{a:02x}") }
}

/// Returns a value as JSON. Nothing that is written here has keys that are not strings, the one thing that JSON cannot
/// express.
fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_geometry::Shape;
    use scenewright_scene::{Contents, LayerChange, PlaceInFile};
    use serde_json::{Value, json};

    fn view(scene: &Scene) -> Value {
        serde_json::from_slice(&to_view(scene)).unwrap()
    }

    #[test]
    fn view_has_styles_once_groups_as_positions_and_places() {
        let mut scene = Scene::new();
        scene.note_source_places(vec!["lib".into(), "main".into()]);
        scene.set_source_place(Some(PlaceInFile { file: 1, line: 3, column: 5 }));
        let circle = |x: f64| Shape::Circle { center: [x, 0.0].into(), radius: 1.0 };
        scene.draw("a", circle(0.0)).unwrap();
        scene.draw("b</script>", circle(4.0)).unwrap();
        scene.set_source_place(None);
        scene.create_group("g", &["a".to_owned(), "b</script>".to_owned()]).unwrap();
        scene.set_fill("a", Some(Color { r: 1.0, g: 0.5, b: 0.0, a: 0.5 })).unwrap();
        let shown = view(&scene);
        assert_eq!(shown["bounds"], json!([-1, -1, 5, 1]));
        assert_eq!(shown["files"], json!(["main"]));
        let entities = shown["entities"].as_array().unwrap();
        assert_eq!(entities[0]["name"], "g");
        assert_eq!(entities[0].get("at"), None);
        assert_eq!(entities[0]["bounds"], json!([-1, -1, 5, 1]));
        assert_eq!((&entities[1]["in"], &entities[1]["at"]), (&json!(0), &json!([0, 3, 5])));
        assert_eq!(entities[2]["name"], "b</script>");
        assert_eq!(shown["styles"][0]["fill"], "#ff800080");
        assert_ne!(entities[1]["style"], entities[2]["style"]);
        assert_eq!(entities[1].get("matrix"), None);
    }

    #[test]
    fn pens_of_layers_are_those_of_files_for_paper() {
        let mut scene = Scene::new();
        let dashed = LayerChange {
            linetype: Some(Linetype::Dashed),
            lineweight: Some(0.5).into(),
            ..LayerChange::default()
        };
        scene.define_layer("cut", &dashed).unwrap();
        scene.draw("a", Shape::Circle { center: [0.0, 0.0].into(), radius: 900.0 }).unwrap();
        scene.set_layer("a", "cut", Contents::Included).unwrap();
        let scale = scene.sheet_scale();
        let millimeter = scene.paper_millimeter(scale);
        assert!(scale > 2.0, "no scale was set, and the drawing is larger than a sheet");
        let stroke = &view(&scene)["styles"][0]["stroke"];
        assert_eq!(stroke["width"].as_f64(), Some(0.5 * millimeter));
        let svg = crate::svg::to_svg(&scene);
        let dash = stroke["dash"].as_array().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(svg.contains(&format!("stroke-dasharray=\"{}", dash.join(" "))), "{svg} {dash:?}");
    }

    #[test]
    fn view_has_hidden_entities_and_empty_scene_has_no_bounds() {
        let mut scene = Scene::new();
        assert_eq!(view(&scene)["bounds"], Value::Null);
        scene.draw("a", Shape::Circle { center: [0.0, 0.0].into(), radius: 1.0 }).unwrap();
        scene.define_layer("walls", &LayerChange { visible: Some(false), ..LayerChange::default() }).unwrap();
        scene.set_layer("a", "walls", Contents::Included).unwrap();
        let shown = view(&scene);
        let layer = shown["entities"][0]["layer"].as_u64().unwrap() as usize;
        assert_eq!(shown["layers"][layer]["visible"], false);
        assert_eq!(shown["layers"][layer]["name"], "walls");
    }
}
