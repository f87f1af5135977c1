//! Geometry, transform and style as JSON spells them, for queries and for the file.

use serde::{Deserialize, Serialize, Serializer};

use super::store::Instance;
use crate::drafting::{
    Align, Attribute, Cap, Color, Join, Linear, SceneError, Stroke, Style, TextLine, TextSource, Transform,
    VerticalAlign,
};
use scenewright_geometry::{Bounds, Path, Point, Shape};

/// A number that is written as JavaScript would: whole numbers without a fraction, and never a negative zero.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 9e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

pub(super) type Pair = [Number; 2];

pub(super) fn pair(point: Point) -> Pair {
    [Number(point.x), Number(point.y)]
}

fn point(pair: Pair) -> Point {
    Point::new(pair[0].0, pair[1].0)
}

/// The numbers of a shape; which of them are present depends on the kind, which is written beside them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeometryDescription {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    center: Option<Pair>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radius: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height: Option<Number>,
    /// The half axes of an ellipse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radii: Option<Pair>,
    /// The angle by which an ellipse is turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_angle: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_angle: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Vec<Pair>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holes: Option<Vec<Vec<Pair>>>,
    /// SVG path data with absolute commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

impl GeometryDescription {
    /// Describes a shape, but for its kind.
    pub fn of(shape: &Shape) -> Self {
        let all = |points: &[Point]| points.iter().copied().map(pair).collect::<Vec<_>>();
        let empty = GeometryDescription::default();
        match shape {
            Shape::Circle { center, radius } => {
                GeometryDescription { center: Some(pair(*center)), radius: Some(Number(*radius)), ..empty }
            }
            Shape::Rect { center, width, height } => GeometryDescription {
                center: Some(pair(*center)),
                width: Some(Number(*width)),
                height: Some(Number(*height)),
                ..empty
            },
            Shape::Line { points } => GeometryDescription { points: Some(all(points)), ..empty },
            Shape::Polygon { points, holes } => GeometryDescription {
                points: Some(all(points)),
                holes: Some(holes.iter().map(|hole| all(hole)).collect()),
                ..empty
            },
            Shape::Arc { center, radius, start, end } => GeometryDescription {
                center: Some(pair(*center)),
                radius: Some(Number(*radius)),
                start_angle: Some(Number(*start)),
                end_angle: Some(Number(*end)),
                ..empty
            },
            Shape::Ellipse { center, radii, rotation } => GeometryDescription {
                center: Some(pair(*center)),
                radii: Some(radii.map(Number)),
                rotation: Some(Number(*rotation)),
                ..empty
            },
            Shape::Path(path) => GeometryDescription { data: Some(path.to_exact_data()), ..empty },
        }
    }

    /// Returns the shape of that kind. Every number passes the checks of drawing.
    pub fn to_shape(&self, kind: &str) -> Result<Shape, SceneError> {
        let missing = |field: &str| SceneError::scene(format!("geometry of a {kind} must have {field}"));
        let center = || self.center.map(point).ok_or_else(|| missing("center"));
        let number =
            |value: Option<Number>, field: &str| value.map(|number| number.0).ok_or_else(|| missing(field));
        let points = || {
            let points = self.points.as_ref().ok_or_else(|| missing("points"))?;
            Ok::<_, SceneError>(points.iter().copied().map(point).collect::<Vec<_>>())
        };
        let shape = match kind {
            "circle" => Shape::Circle { center: center()?, radius: number(self.radius, "radius")? },
            "rect" => Shape::Rect {
                center: center()?,
                width: number(self.width, "width")?,
                height: number(self.height, "height")?,
            },
            "line" => Shape::Line { points: points()? },
            "polygon" => Shape::Polygon {
                points: points()?,
                holes: self
                    .holes
                    .iter()
                    .flatten()
                    .map(|hole| hole.iter().copied().map(point).collect())
                    .collect(),
            },
            "arc" => Shape::Arc {
                center: center()?,
                radius: number(self.radius, "radius")?,
                start: number(self.start_angle, "start_angle")?,
                end: number(self.end_angle, "end_angle")?,
            },
            "ellipse" => Shape::Ellipse {
                center: center()?,
                radii: self.radii.ok_or_else(|| missing("radii"))?.map(|radius| radius.0),
                rotation: number(self.rotation, "rotation")?,
            },
            "path" => Shape::Path(Path::parse(self.data.as_deref().ok_or_else(|| missing("data"))?)?),
            _ => return Err(SceneError::scene(format!("there is no type of entity named {kind:?}"))),
        };
        Ok(shape.checked()?)
    }
}

/// A transform. With a shear, `matrix` has the rows of the linear part, and rotation and scale are only
/// approximations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransformDescription {
    translate: Pair,
    rotation: Number,
    scale: Pair,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    matrix: Option<[Pair; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pivot: Option<Pair>,
}

impl TransformDescription {
    /// Describes a transform without its pivot.
    pub fn of(transform: &Transform) -> Self {
        let translate = transform.translate.map(Number);
        match transform.linear {
            Linear::Parts { rotation, scale } => TransformDescription {
                translate,
                rotation: Number(rotation),
                scale: scale.map(Number),
                matrix: None,
                pivot: None,
            },
            Linear::Matrix([a, b, c, d]) => {
                let parts = transform.linear.matrix().decompose();
                let (rotation, scale) = parts.map_or((0.0, [1.0, 1.0]), |it| (it.rotation, it.scale));
                TransformDescription {
                    translate,
                    rotation: Number(rotation),
                    scale: scale.map(Number),
                    matrix: Some([[Number(a), Number(c)], [Number(b), Number(d)]]),
                    pivot: None,
                }
            }
        }
    }

    /// Adds the pivot, as files have it; `getEntity` gives it apart.
    pub fn with_pivot(self, pivot: Point) -> Self {
        TransformDescription { pivot: Some(pair(pivot)), ..self }
    }

    /// Returns the transform, unchecked; where there is no pivot, it is the origin.
    pub fn to_transform(&self) -> Transform {
        let linear = match self.matrix {
            Some([[a, c], [b, d]]) => Linear::Matrix([a.0, b.0, c.0, d.0]),
            None => Linear::Parts { rotation: self.rotation.0, scale: [self.scale[0].0, self.scale[1].0] },
        };
        Transform {
            translate: [self.translate[0].0, self.translate[1].0],
            linear,
            pivot: self.pivot.map_or(Point::ORIGIN, point),
        }
    }
}

/// The source of an outlined text; the font is absent where the built-in one was meant. The heights are of
/// the font that was used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextDescription {
    text: String,
    x: Number,
    y: Number,
    size: Number,
    align: Align,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    font: Option<String>,
    cap_height: Number,
    line_height: Number,
    #[serde(default, skip_serializing_if = "is_default")]
    valign: VerticalAlign,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    box_width: Option<Number>,
    #[serde(default, skip_serializing_if = "is_default")]
    markup: bool,
    /// The lines as they were set, where there are several or one is not plain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineDescription>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineDescription {
    text: String,
    x: Number,
    y: Number,
    width: Number,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TextDescription {
    /// Describes a source with all of its lines.
    pub fn of(source: &TextSource) -> Self {
        TextDescription {
            text: source.text.clone(),
            x: Number(source.x),
            y: Number(source.y),
            size: Number(source.size),
            align: source.align,
            font: source.font.clone(),
            cap_height: Number(source.cap_height),
            line_height: Number(source.line_height),
            valign: source.valign,
            box_width: source.box_width.map(Number),
            markup: source.has_markup,
            lines: source.lines.iter().map(LineDescription::of).collect(),
        }
    }

    /// Returns the source, unchecked.
    pub fn to_source(&self) -> TextSource {
        TextSource {
            text: self.text.clone(),
            x: self.x.0,
            y: self.y.0,
            size: self.size.0,
            align: self.align,
            font: self.font.clone(),
            cap_height: self.cap_height.0,
            line_height: self.line_height.0,
            valign: self.valign,
            box_width: self.box_width.map(|width| width.0),
            has_markup: self.markup,
            lines: self.lines.iter().map(LineDescription::to_line).collect(),
        }
    }
}

impl LineDescription {
    fn of(line: &TextLine) -> Self {
        LineDescription {
            text: line.text.clone(),
            x: Number(line.x),
            y: Number(line.y),
            width: Number(line.width),
        }
    }

    fn to_line(&self) -> TextLine {
        TextLine { text: self.text.clone(), x: self.x.0, y: self.y.0, width: self.width.0 }
    }
}

/// The block of an instance, and the values of its attributes by their tags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InstanceDescription {
    pub block: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
}

impl InstanceDescription {
    pub(crate) fn of(instance: &Instance) -> Self {
        InstanceDescription { block: instance.block.to_string(), attributes: instance.attributes.clone() }
    }
}

/// A style; colours are `[r, g, b, a]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleDescription {
    fill: Option<[Number; 4]>,
    stroke: Option<StrokeDescription>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrokeDescription {
    color: [Number; 4],
    width: Number,
    dash: Vec<Number>,
    cap: Cap,
    join: Join,
}

impl StyleDescription {
    /// Describes an effective style, without saying what is inherited.
    pub fn of(style: Style<'_>) -> Self {
        StyleDescription {
            fill: style.fill.map(|color| color.to_array().map(Number)),
            stroke: style.stroke.map(|stroke| StrokeDescription {
                color: stroke.color.to_array().map(Number),
                width: Number(stroke.width),
                dash: stroke.dash.iter().copied().map(Number).collect(),
                cap: stroke.cap,
                join: stroke.join,
            }),
        }
    }

    /// Returns the fill, unchecked; `None` for no fill.
    pub fn fill(&self) -> Option<Color> {
        self.fill.map(color)
    }

    /// Returns the stroke, unchecked; `None` for no stroke.
    pub fn stroke(&self) -> Option<Stroke> {
        self.stroke.as_ref().map(|stroke| Stroke {
            color: color(stroke.color),
            width: stroke.width.0,
            dash: stroke.dash.iter().map(|length| length.0).collect(),
            cap: stroke.cap,
            join: stroke.join,
        })
    }
}

fn color([r, g, b, a]: [Number; 4]) -> Color {
    Color { r: r.0, g: g.0, b: b.0, a: a.0 }
}

/// Bounds as `getEntity` gives them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct BoundsDescription {
    min_x: Number,
    min_y: Number,
    max_x: Number,
    max_y: Number,
}

impl BoundsDescription {
    pub(super) fn of(bounds: &Bounds) -> Self {
        BoundsDescription {
            min_x: Number(bounds.min.x),
            min_y: Number(bounds.min.y),
            max_x: Number(bounds.max.x),
            max_y: Number(bounds.max.y),
        }
    }
}
