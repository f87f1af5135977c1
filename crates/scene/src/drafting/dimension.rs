//! Dimensions of entities and between points.

use super::angle_dimension::{angle_between, draw_angle};
use super::annotation::Form;
use super::dimension_source::{
    DimensionOptions, DimensionSource, DimensionTarget, Direction, Measured, RoundMeasure, Row,
};
use super::dimension_style::{DimensionStyle, TextPlace};
use super::label::{Label, NumberText};
use super::linear_dimension::Distances;
use super::measure::{DimensionForm, DimensionLook, Measure};
use super::ordinate_dimension::draw_ordinates;
use super::parts::{Drawn, Part};
use super::point_ref::{PointRef, Round};
use super::round_dimension::draw_round;
use super::settle::Sheet;
use super::settle_error::gone;
use super::shapes::Shapes;
use super::source::Source;
use super::tolerance::{Tolerance, ToleranceText};
use super::vectors::{ahead, direction, dot, left_of, negative, sub, unit};
use crate::color::Color;
use crate::error::{SceneError, quoted};
use crate::store::Scene;
use crate::typeset::Fonts;
use scenewright_geometry::{Affine, Bounds, Point, finite};

/// The most points of one dimension.
const MAX_POINTS: usize = 1_000;

impl Scene {
    /// Draws a dimension as a group on top of everything. It measures the finished scene: when what it measures is
    /// changed later in the script, it follows.
    pub fn draw_dimension(
        &mut self,
        name: &str,
        dimension: DimensionSource,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        if let Some(offset) = dimension.options.offset {
            finite("option offset", offset)?;
        }
        if let DimensionTarget::Between { points, .. } | DimensionTarget::Ordinates { points, .. } =
            &dimension.target
            && points.len() > MAX_POINTS
        {
            return Err(SceneError::range(format!(
                "a dimension has at most {MAX_POINTS} points, got {}",
                points.len()
            )));
        }
        self.draw_annotation(name, Source::Dimension(Box::new(dimension)), color, fonts)
    }

    /// Returns the style of dimensions and notes.
    pub fn dimension_style(&self) -> &DimensionStyle {
        &self.dimension_style
    }

    /// Sets the style of all dimensions and notes of the scene.
    pub fn set_dimension_style(&mut self, style: DimensionStyle) -> Result<(), SceneError> {
        style.check()?;
        self.dimension_style = style.into();
        Ok(())
    }

    pub(super) fn lay_out_dimension(
        &self,
        dimension: &DimensionSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Drawn, SceneError> {
        let style = &*self.dimension_style;
        let measured = self.measured(&dimension.target, &world)?;
        if !measured.is_finite() {
            return Err(SceneError::range("what it measures leaves the range of numbers"));
        }
        let shrink = 1.0 / sheet.millimeter;
        let paper = Affine::scale(shrink, shrink);
        let options = &dimension.options;
        let through = match &options.through {
            Some(point) => Some(paper * self.resolve(point, &world)?),
            None => None,
        };
        let labels = Labels { style, options, scene: self, fonts: sheet.fonts };
        let (values, drawn) = labels.draw(&measured, &measured.transformed(&paper), through)?;
        let grow = Affine::scale(sheet.millimeter, sheet.millimeter);
        let mut parts: Vec<Part> = Vec::new();
        let mut measures = Vec::with_capacity(drawn.len());
        for ((shapes, measure), value) in drawn.into_iter().zip(values) {
            let own = shapes.into_parts();
            let count = own.len() as u32;
            measures.push(Measure { value, parts: count, ..measure.transformed(&grow) });
            parts.extend(own);
        }
        let form = DimensionForm { measures, look: look(style, sheet.millimeter) };
        Ok(Drawn { form: Form::Dimension(form), parts })
    }

    /// Returns the subject of a dimension in the world.
    pub(super) fn measured(&self, target: &DimensionTarget, world: &Affine) -> Result<Measured, SceneError> {
        let resolve = |point: &PointRef| self.resolve(point, world);
        match target {
            DimensionTarget::Fixed(measured) => Ok(measured.transformed(world)),
            DimensionTarget::Between { points, direction, row } => {
                let points = points.iter().map(resolve).collect::<Result<Vec<Point>, SceneError>>()?;
                distances(points, *direction, *row)
            }
            DimensionTarget::Extent { name, direction } => self.extent(name, *direction),
            DimensionTarget::Edge { name, index, direction } => {
                let edge = self.edge_of(name, *index)?;
                let mut measured = distances(edge.to_vec(), *direction, Row::Chain)?;
                if let (Measured::Distances { outward, along, .. }, Some(bounds)) =
                    (&mut measured, self.world_bounds(name))
                {
                    let middle = Point::new((edge[0].x + edge[1].x) * 0.5, (edge[0].y + edge[1].y) * 0.5);
                    let away = sub(middle, bounds.center());
                    let normal = left_of(*along);
                    let share = dot(away, normal);
                    let reach = bounds.width().max(bounds.height());
                    *outward = (share.abs() > reach * 1e-9)
                        .then(|| if share > 0.0 { normal } else { negative(normal) });
                }
                Ok(measured)
            }
            DimensionTarget::Round { name, index, measure } => {
                let round = self.round_of(name, *index)?;
                Ok(Measured::Round { round, measure: *measure })
            }
            DimensionTarget::Angle { vertex, from, to } => {
                Ok(Measured::Angle { vertex: resolve(vertex)?, from: resolve(from)?, to: resolve(to)? })
            }
            DimensionTarget::Turn { name } => {
                let round = self.round_of(name, None)?;
                let on = |angle: f64| ahead(round.center, direction(angle), round.radius);
                Ok(Measured::Angle {
                    vertex: round.center,
                    from: on(round.start),
                    to: on(round.start + round.sweep),
                })
            }
            DimensionTarget::Lines { one, other } => self.between_lines(one, other),
            DimensionTarget::Ordinates { origin, points, along_x } => Ok(Measured::Ordinates {
                origin: resolve(origin)?,
                points: points.iter().map(resolve).collect::<Result<_, SceneError>>()?,
                along_x: *along_x,
            }),
        }
    }

    /// Returns the distance between the furthest points of an entity along a direction.
    fn extent(&self, name: &str, direction: Direction) -> Result<Measured, SceneError> {
        let id = self.find(name).ok_or_else(|| gone(self.unknown(name)))?;
        let bounds = self.world_bounds(name).ok_or_else(|| {
            SceneError::scene(format!("the group {} is empty, so there is nothing to measure", quoted(name)))
        })?;
        let along = match direction {
            Direction::Angle(angle) => super::vectors::direction(angle),
            _ if bounds.width() >= bounds.height() => Point::new(1.0, 0.0),
            _ => Point::new(0.0, 1.0),
        };
        // In coordinates along the direction, the box is exact.
        let turned = Affine { a: along.x, b: -along.y, c: along.y, d: along.x, e: 0.0, f: 0.0 };
        let places: Vec<_> = self.shapes_of(id).map(|(shape, world)| (shape, turned * world)).collect();
        let all = places.iter().map(|(shape, place)| shape.bounds(place)).reduce(Bounds::union);
        let Some(all) = all else { return Err(SceneError::scene("there is nothing to measure")) };
        let size = all.width().max(all.height());
        let mut ends = [Vec::new(), Vec::new()];
        for (shape, place) in &places {
            let own = shape.bounds(place);
            let is_end = [own.min.x <= all.min.x + size * 1e-9, own.max.x >= all.max.x - size * 1e-9];
            if is_end.contains(&true) {
                for chain in shape.flattened(place, (size * 1e-3).max(f64::MIN_POSITIVE))? {
                    ends[0].extend(chain.points.iter().filter(|_| is_end[0]));
                    ends[1].extend(chain.points.iter().filter(|_| is_end[1]));
                }
            }
        }
        // The distance is that of the exact box; where it is measured on the outline is known to a share of its size.
        let exact = |points: &[Point], x: f64| {
            Point::new(x, height_at(points, x, size * 1e-9).unwrap_or(all.center().y))
        };
        let points = [exact(&ends[0], all.min.x), exact(&ends[1], all.max.x)];
        let back = |point: Point| {
            Point::new(along.x * point.x - along.y * point.y, along.y * point.x + along.x * point.y)
        };
        let corners = [all.min, all.max, Point::new(all.min.x, all.max.y), Point::new(all.max.x, all.min.y)];
        Ok(Measured::Distances {
            points: points.map(back).to_vec(),
            along,
            row: Row::Chain,
            is_aligned: false,
            clear: corners.map(back).to_vec(),
            outward: None,
        })
    }

    /// Returns the smaller angle between two lines, at the point where they meet when they are long enough.
    fn between_lines(&self, one: &str, other: &str) -> Result<Measured, SceneError> {
        let (first, second) = (self.edge_of(one, None)?, self.edge_of(other, None)?);
        let (u, v) = (sub(first[1], first[0]), sub(second[1], second[0]));
        let cross = u.x * v.y - u.y * v.x;
        if cross.abs() <= 1e-12 * u.x.hypot(u.y) * v.x.hypot(v.y) {
            return Err(SceneError::scene(format!(
                "{} and {} are parallel, so there is no angle between them",
                quoted(one),
                quoted(other)
            )));
        }
        let way = sub(second[0], first[0]);
        let vertex = ahead(first[0], u, (way.x * v.y - way.y * v.x) / cross);
        // Each side leads to the end of its line that is further away.
        let far = |ends: [Point; 2]| {
            if vertex.distance_to(ends[0]) > vertex.distance_to(ends[1]) { ends[0] } else { ends[1] }
        };
        let (from, to) = (far(first), far(second));
        let is_turned = angle_between(vertex, from, to)? > std::f64::consts::PI;
        let (from, to) = if is_turned { (to, from) } else { (from, to) };
        Ok(Measured::Angle { vertex, from, to })
    }
}

/// Returns the least height of the points that are nearest to a place along the direction.
fn height_at(points: &[Point], x: f64, near: f64) -> Option<f64> {
    let nearest = points.iter().map(|point| (point.x - x).abs()).reduce(f64::min)?;
    let there = points.iter().filter(|point| (point.x - x).abs() <= nearest + near);
    there.map(|point| point.y).reduce(f64::min)
}

fn distances(points: Vec<Point>, direction: Direction, row: Row) -> Result<Measured, SceneError> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Err(SceneError::range("a dimension needs at least two points"));
    };
    if points.len() < 2 {
        return Err(SceneError::range("a dimension needs at least two points"));
    }
    let bounds = Bounds::of_points(points.iter().copied());
    let (width, height) = bounds.map_or((0.0, 0.0), |bounds| (bounds.width(), bounds.height()));
    let along = match direction {
        Direction::Angle(angle) => super::vectors::direction(angle),
        Direction::Axis if width >= height => Point::new(1.0, 0.0),
        Direction::Axis => Point::new(0.0, 1.0),
        Direction::Aligned => unit(sub(*last, *first))
            .ok_or_else(|| SceneError::range("the points coincide, so there is no distance"))?,
    };
    let is_aligned = direction == Direction::Aligned;
    Ok(Measured::Distances { along, row, is_aligned, clear: Vec::new(), outward: None, points })
}

fn look(style: &DimensionStyle, millimeter: f64) -> DimensionLook {
    DimensionLook {
        text_height: style.text_height * millimeter,
        arrow: style.arrow,
        arrow_size: style.arrow_size * millimeter,
        extension_gap: style.extension_gap * millimeter,
        extension_beyond: style.extension_beyond * millimeter,
        text_gap: style.text_gap * millimeter,
        is_text_above: style.text_place == TextPlace::Above,
        is_text_horizontal: style.is_horizontal,
        decimals: style.decimals as u32,
        trailing_zeros: style.trailing_zeros,
        decimal_mark: style.decimal_mark,
        factor: style.factor,
    }
}

/// The labels of a dimension, and its drawing.
struct Labels<'a> {
    style: &'a DimensionStyle,
    options: &'a DimensionOptions,
    scene: &'a Scene,
    fonts: &'a Fonts,
}

type DrawnMeasures = (Vec<f64>, Vec<(Shapes, Measure)>);

impl Labels<'_> {
    /// Draws what was measured in the world, given the same on paper; returns the values as well.
    fn draw(
        &self,
        world: &Measured,
        paper: &Measured,
        through: Option<Point>,
    ) -> Result<DrawnMeasures, SceneError> {
        let (style, options) = (self.style, self.options);
        match (world, paper) {
            (
                Measured::Distances { points, along, row, is_aligned, .. },
                Measured::Distances { points: on_paper, clear, outward, .. },
            ) => {
                let distances = |points: &[Point]| Distances {
                    points: points.to_vec(),
                    along: *along,
                    row: *row,
                    is_aligned: *is_aligned,
                    clear,
                    outward: *outward,
                    side: options.side,
                    through,
                    offset: options.offset,
                    style,
                };
                let pairs = distances(points).pairs()?;
                let lengths: Vec<f64> = pairs
                    .iter()
                    .map(
                        |[from, to]| {
                            if *is_aligned { from.distance_to(*to) } else { dot(sub(*to, *from), *along) }
                        },
                    )
                    .collect();
                let labels =
                    lengths.iter().map(|length| self.length("", *length)).collect::<Result<Vec<_>, _>>()?;
                let drawn = distances(on_paper);
                let drawn = drawn.draw(&drawn.pairs()?, labels)?;
                Ok((lengths.into_iter().map(|length| length * style.factor).collect(), drawn))
            }
            (Measured::Round { round, measure }, Measured::Round { round: on_paper, .. }) => {
                let (value, label) = self.round(round, *measure)?;
                let drawn = draw_round(on_paper, *measure, options, through, style, &label);
                Ok((vec![value * style.factor], vec![drawn]))
            }
            (Measured::Angle { vertex, from, to }, Measured::Angle { vertex: v, from: f, to: t }) => {
                let angle = angle_between(*vertex, *from, *to)?;
                let label = self.angle(angle)?;
                let drawn = draw_angle([*v, *f, *t], angle, options, through, style, &label);
                Ok((vec![angle], vec![drawn]))
            }
            (
                Measured::Ordinates { origin, points, along_x },
                Measured::Ordinates { origin: o, points: p, .. },
            ) => {
                let value = |point: &Point| if *along_x { point.x - origin.x } else { point.y - origin.y };
                let values: Vec<f64> = points.iter().map(value).collect();
                let labels =
                    values.iter().map(|value| self.length("", *value)).collect::<Result<Vec<_>, _>>()?;
                let drawn = draw_ordinates(*o, p, *along_x, options, style, &labels)?;
                Ok((values.into_iter().map(|value| value * style.factor).collect(), drawn))
            }
            _ => Ok((Vec::new(), Vec::new())),
        }
    }

    fn round(&self, round: &Round, measure: RoundMeasure) -> Result<(f64, Label), SceneError> {
        match measure {
            RoundMeasure::Radius => Ok((round.radius, self.length("R", round.radius)?)),
            RoundMeasure::Diameter => Ok((round.radius * 2.0, self.length("Ø", round.radius * 2.0)?)),
            RoundMeasure::ArcLength => {
                let length = round.radius * round.sweep;
                let tolerance = self.tolerance(length)?;
                let number = NumberText {
                    symbol: "",
                    number: self.style.number(length * self.style.factor, self.decimals()),
                    has_arc: true,
                    is_plain: false,
                };
                Ok((length, Label::new(&number, &tolerance, self.options, self.style, self.fonts)?))
            }
        }
    }

    fn length(&self, symbol: &str, length: f64) -> Result<Label, SceneError> {
        let tolerance = self.tolerance(length)?;
        let number = NumberText {
            symbol,
            number: self.style.number(length * self.style.factor, self.decimals()).replace('-', "−"),
            has_arc: false,
            // Ordinates below zero are written without their sign by some programs.
            is_plain: self.options.decimals.is_none_or(|decimals| decimals == self.style.decimals)
                && length >= 0.0,
        };
        Label::new(&number, &tolerance, self.options, self.style, self.fonts)
    }

    fn angle(&self, angle: f64) -> Result<Label, SceneError> {
        let decimals = self.options.decimals.unwrap_or(1.min(self.style.decimals));
        let tolerance = match &self.options.tolerance {
            None => ToleranceText::default(),
            Some(Tolerance::Symmetric(deviation)) => {
                ToleranceText { after: format!("±{}°", self.style.number(*deviation, 4)), stacked: None }
            }
            Some(tolerance @ Tolerance::Limits(_)) => {
                let text = tolerance.texts(0.0, self.style)?;
                ToleranceText { stacked: text.stacked.map(|it| it.map(|text| format!("{text}°"))), ..text }
            }
            Some(Tolerance::Class { .. } | Tolerance::Fit(_)) => {
                return Err(SceneError::range(
                    "option tolerance of an angle must be in degrees, like '±0.5'",
                ));
            }
        };
        let number = NumberText {
            symbol: "",
            number: format!("{}°", self.style.number(angle.to_degrees(), decimals)),
            has_arc: false,
            is_plain: self.options.decimals.is_none(),
        };
        Label::new(&number, &tolerance, self.options, self.style, self.fonts)
    }

    fn decimals(&self) -> usize {
        self.options.decimals.unwrap_or(self.style.decimals)
    }

    fn tolerance(&self, length: f64) -> Result<ToleranceText, SceneError> {
        match &self.options.tolerance {
            None => Ok(ToleranceText::default()),
            Some(tolerance) => {
                tolerance.texts(length.abs() * self.scene.units().in_millimeters(), self.style)
            }
        }
    }
}
