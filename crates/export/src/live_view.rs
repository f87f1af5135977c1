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

use serde::Serialize;

use super::declarations::ParameterDescription;
use scenewright_geometry::{Affine, Bounds, FillRule};
use scenewright_scene::{
    Color, GeometryDescription, Leaf, Linetype, Number, Scene, Stroke, Style, TextSource, Visit,
};

/// Returns the scene for a page, hidden layers included.
pub fn to_view(scene: &Scene) -> String {
    let mut writer = Writer::new(scene);
    for visit in scene.walk_all_back_to_front() {
        match visit {
            Visit::GroupStart { name, layer, style, text, .. } => {
                writer.start_group(name, layer, style, text);
            }
            Visit::Leaf(leaf) => writer.add_leaf(&leaf),
            Visit::GroupEnd { .. } => writer.end_group(),
        }
    }
    writer.finish()
}

struct Writer<'a> {
    scene: &'a Scene,
    layers: HashMap<&'a str, usize>,
    layer_rows: Vec<LayerRow>,
    styles: HashMap<String, usize>,
    style_rows: Vec<String>,
    files: HashMap<String, usize>,
    file_rows: Vec<String>,
    entities: Vec<EntityRow>,
    /// The groups around, by their places among the entities.
    around: Vec<usize>,
    bounds: Option<Bounds>,
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

fn sheet_rows(scene: &Scene) -> Vec<SheetRow<'_>> {
    let sheets = scene.sheets().iter().enumerate();
    let rows = sheets.map(|(index, sheet)| SheetRow {
        name: &sheet.name,
        r#box: corners(scene.sheet_bounds(&sheet.page)),
        scale: Number(scene.sheet_scale()),
        notes: scene.notes_on_sheet(index).collect(),
    });
    rows.collect()
}

#[derive(Serialize)]
struct EntityRow {
    name: String,
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
    text: Option<String>,
    #[serde(skip)]
    extent: Option<Bounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[Number; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, u32, u32)>,
}

impl<'a> Writer<'a> {
    fn new(scene: &'a Scene) -> Self {
        let layer_rows = scene.layers().into_iter().map(|(name, layer)| LayerRow {
            name: name.to_string(),
            color: layer.color.map(css),
            linetype: layer.linetype,
            lineweight: layer.lineweight.map(Number),
            visible: layer.visible,
            locked: layer.locked,
        });
        Writer {
            scene,
            layer_rows: layer_rows.collect(),
            layers: HashMap::new(),
            styles: HashMap::new(),
            style_rows: Vec::new(),
            files: HashMap::new(),
            file_rows: Vec::new(),
            entities: Vec::with_capacity(scene.entity_count()),
            around: Vec::new(),
            bounds: None,
        }
    }

    fn start_group(&mut self, name: &str, layer: &'a str, style: Style<'_>, text: Option<&TextSource>) {
        let kind = if text.is_some() { "text" } else { "group" };
        let mut row = self.row(name, kind, layer);
        row.text = text.map(|it| it.text.clone());
        // The parts of a group have styles of their own; a text is shown as one.
        row.style = text.map(|_| self.style(style));
        self.around.push(self.entities.len());
        self.entities.push(row);
    }

    fn add_leaf(&mut self, leaf: &Leaf<'a>) {
        let kind = if leaf.text.is_some() { "text" } else { leaf.shape.kind() };
        let mut row = self.row(leaf.name, kind, leaf.layer);
        row.style = Some(self.style(leaf.style));
        row.matrix = matrix(&leaf.world);
        row.geometry = Some(GeometryDescription::of(leaf.shape));
        row.even_odd = leaf.shape.fill_rule() == FillRule::EvenOdd;
        row.text = leaf.text.map(|it| it.text.clone());
        let bounds = leaf.shape.bounds(&leaf.world);
        if bounds.is_finite() {
            row.extent = Some(bounds);
            self.widen(bounds);
        }
        self.entities.push(row);
    }

    /// Widens the innermost group; those around it follow when it ends.
    fn widen(&mut self, bounds: Bounds) {
        let extent = match self.around.last() {
            Some(group) => &mut self.entities[*group].extent,
            None => &mut self.bounds,
        };
        *extent = Some(extent.map_or(bounds, |own| own.union(bounds)));
    }

    fn end_group(&mut self) {
        let group = self.around.pop();
        if let Some(bounds) = group.and_then(|group| self.entities[group].extent) {
            self.widen(bounds);
        }
    }

    fn row(&mut self, name: &str, kind: &'static str, layer: &'a str) -> EntityRow {
        let place = self.scene.source_place(name).map(|place| {
            let files = self.files.len();
            let file = *self.files.entry(place.file.to_string()).or_insert(files);
            if file == files {
                self.file_rows.push(place.file.to_string());
            }
            (file, place.line, place.column)
        });
        let rows = &self.layer_rows;
        let found = || rows.iter().position(|row| row.name == layer).unwrap_or_default();
        EntityRow {
            name: name.to_owned(),
            r#type: kind,
            parent: self.around.last().copied(),
            layer: *self.layers.entry(layer).or_insert_with(found),
            style: None,
            matrix: None,
            geometry: None,
            even_odd: false,
            text: None,
            extent: None,
            bounds: None,
            at: place,
        }
    }

    fn style(&mut self, style: Style<'_>) -> usize {
        let row = StyleRow {
            fill: style.fill.map(css),
            stroke: style.stroke.filter(|stroke| stroke.width > 0.0).map(stroke_row),
        };
        let text = json(&row);
        let next = self.style_rows.len();
        let number = *self.styles.entry(text.clone()).or_insert(next);
        if number == next {
            self.style_rows.push(text);
        }
        number
    }

    fn finish(mut self) -> String {
        for row in &mut self.entities {
            row.bounds = row.extent.map(corners);
        }
        let mut text = String::with_capacity(1_024 + self.entities.len() * 160);
        text.push_str("{\n");
        let mut field = |name: &str, value: &str| {
            text.push_str(&format!("\"{name}\":{value},\n"));
        };
        field("units", &json(self.scene.units().as_str()));
        field("bounds", &json(&self.bounds.map(corners)));
        field("page", &json(&self.scene.page_bounds().map(corners)));
        if self.scene.has_named_sheets() {
            field("sheets", &json(&sheet_rows(self.scene)));
        }
        field("scale", &json(&Number(self.scene.sheet_scale())));
        field("parameters", &json(&ParameterDescription::list(self.scene.declarations())));
        field("layers", &json(&self.layer_rows));
        field("styles", &format!("[{}]", self.style_rows.join(",")));
        field("files", &json(&self.file_rows));
        text.push_str("\"entities\":[");
        for (index, row) in self.entities.iter().enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.push_str(&json(row));
        }
        text.push_str("\n]}\n");
        text
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
        serde_json::from_str(&to_view(scene)).unwrap()
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
