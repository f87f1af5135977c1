//! The drawing of a dimension, given what it measures.

use crate::drafting::angle_dimension::{angle_between, angle_places, draw_angle, sides_of};
use crate::drafting::annotation::Form;
use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::{DimensionOptions, Measured, RoundMeasure};
use crate::drafting::dimension_style::{DimensionStyle, TextPlace};
use crate::drafting::drawn::Drawn;
use crate::drafting::error::SceneError;
use crate::drafting::label::{Label, NumberText};
use crate::drafting::linear_dimension::Distances;
use crate::drafting::measure::{DimensionForm, DimensionLook, Measure};
use crate::drafting::occupancy::{Chosen, Cost, Footprint, Occupancy, Role, cheapest};
use crate::drafting::ordinate_dimension::draw_ordinates;
use crate::drafting::page::LARGEST_SHEET;
use crate::drafting::parts::Part;
use crate::drafting::point_ref::Round;
use crate::drafting::round_dimension::{RoundPlace, draw_round, round_places};
use crate::drafting::shapes::Shapes;
use crate::drafting::sheet::Sheet;
use crate::drafting::tolerance::{Tolerance, ToleranceText};
use crate::drafting::typeset::Fonts;
use crate::drafting::units::Units;
use crate::drafting::vectors::{ahead, dot, left_of, negative, sub};
use scenewright_geometry::{Affine, Point};

/// The most rows in which ordinates are tried.
const MAX_ROWS: usize = 5;

/// The distance, in millimetres on paper, within which an outline begins at a point or goes on after another.
const TOUCHING: f64 = 0.3;

/// Draws a dimension of a subject in the world, which is larger than the drawing by a factor. `through` is a point of the world that
/// the dimension line goes through.
pub(crate) fn draw_dimension(
    (measured, magnified): (&Measured, f64),
    through: Option<Point>,
    options: &DimensionOptions,
    style: &DimensionStyle,
    units: Units,
    sheet: &Sheet<'_>,
) -> Result<Drawn, SceneError> {
    if !measured.is_finite() {
        return Err(SceneError::range("what it measures leaves the range of numbers"));
    }
    let shrink = 1.0 / sheet.millimeter;
    let paper = Affine::scale(shrink, shrink);
    let labels = Labels { style, options, units, fonts: sheet.fonts, occupancy: sheet.occupancy };
    let through = through.map(|point| paper * point);
    let original = match magnified {
        1.0 => measured.clone(),
        factor => measured.transformed(&Affine::scale(1.0 / factor, 1.0 / factor)),
    };
    let (values, chosen) = labels.draw(&original, &measured.transformed(&paper), through)?;
    let grow = Affine::scale(sheet.millimeter, sheet.millimeter);
    let mut parts: Vec<Part> = Vec::new();
    let mut footprint = Footprint::default();
    for own in footprints_of(&chosen.drawn) {
        footprint.marks.extend_from_slice(&own.marks);
        footprint.texts.extend_from_slice(&own.texts);
        footprint.views.extend_from_slice(&own.views);
    }
    let mut measures = Vec::with_capacity(chosen.drawn.len());
    for ((shapes, measure), value) in chosen.drawn.into_iter().zip(values) {
        let own = shapes.into_parts();
        let count = own.len() as u32;
        measures.push(Measure { value, parts: count, ..measure.transformed(&grow) });
        parts.extend(own);
    }
    let mut look = look(style, sheet.millimeter);
    // By this factor, readers of DXF find the same number in a detail.
    look.factor /= magnified;
    let form = DimensionForm { measures, look };
    Ok(Drawn { form: Form::Dimension(form), parts, footprint, cost: chosen.cost })
}

/// Returns the lines and texts of each distance of a dimension.
fn footprints_of(drawn: &DrawnMeasures) -> Vec<&Footprint> {
    drawn.iter().map(|(shapes, _)| shapes.footprint()).collect()
}

/// Returns the label of a diameter with its tolerance, as a dimension has it.
pub(crate) fn diameter_label(
    diameter: f64,
    options: &DimensionOptions,
    style: &DimensionStyle,
    units: Units,
    fonts: &Fonts,
) -> Result<Label, SceneError> {
    Labels { style, options, units, fonts, occupancy: None }.length("Ø", diameter)
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
        leading_zeros: style.leading_zeros,
        decimal_mark: style.decimal_mark,
        factor: style.factor,
        format: style.format,
    }
}

/// The labels of a dimension, and its drawing.
struct Labels<'a> {
    style: &'a DimensionStyle,
    options: &'a DimensionOptions,
    units: Units,
    fonts: &'a Fonts,
    /// The contents of the sheet so far; without them, everything stands at its usual place.
    occupancy: Option<&'a Occupancy>,
}

type DrawnMeasures = Vec<(Shapes, Measure)>;

impl Labels<'_> {
    /// Draws measures of the world, given the same on paper; also returns the values.
    fn draw(
        &self,
        world: &Measured,
        paper: &Measured,
        through: Option<Point>,
    ) -> Result<(Vec<f64>, Chosen<DrawnMeasures>), SceneError> {
        let (style, options) = (self.style, self.options);
        match (world, paper) {
            (
                Measured::Distances { points, along, row, is_aligned, .. },
                Measured::Distances { points: on_paper, others, clear, outward, .. },
            ) => {
                let outlines = self.outlines_from(on_paper.iter().chain(others), *along);
                let distances = |points: &[Point]| Distances {
                    points: points.to_vec(),
                    along: *along,
                    row: *row,
                    is_aligned: *is_aligned,
                    others,
                    clear,
                    outlines: &outlines,
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
                let (pairs, places) = (drawn.pairs()?, drawn.places(&labels, self.occupancy)?);
                let chosen =
                    self.choose(places, |place, detail| Ok(drawn.draw(&pairs, &labels, place, detail)))?;
                Ok((lengths.into_iter().map(|length| length * style.factor).collect(), chosen))
            }
            (Measured::Round { round, measure }, Measured::Round { round: on_paper, .. }) => {
                let (value, label) = self.round(round, *measure)?;
                let places = round_places(on_paper, *measure, options, through, style, self.occupancy);
                let draw = |place: &RoundPlace, detail| {
                    Ok(vec![draw_round(on_paper, *measure, options, style, &label, (place, detail))])
                };
                Ok((vec![value * style.factor], self.choose(places, draw)?))
            }
            (Measured::Angle { vertex, from, to }, Measured::Angle { vertex: v, from: f, to: t }) => {
                let angle = angle_between(*vertex, *from, *to)?;
                let label = self.angle(angle)?;
                let points = [*v, *f, *t];
                let places = angle_places(points, options, through, style, self.occupancy.is_some());
                let sides = sides_of(points, &places, style, self.occupancy);
                let draw = |radius: &f64, detail| {
                    Ok(vec![draw_angle(points, &sides, angle, *radius, style, &label, detail)])
                };
                Ok((vec![angle], self.choose(places, draw)?))
            }
            (
                Measured::Ordinates { origin, points, along_x },
                Measured::Ordinates { origin: o, points: p, .. },
            ) => {
                let value = |point: &Point| if *along_x { point.x - origin.x } else { point.y - origin.y };
                let values: Vec<f64> = points.iter().map(value).collect();
                let labels =
                    values.iter().map(|value| self.length("", *value)).collect::<Result<Vec<_>, _>>()?;
                let rows = if self.occupancy.is_some() && options.offset.is_none() { MAX_ROWS } else { 1 };
                let places = (0..rows).map(|row| (row as f64, style.step * row as f64)).collect();
                let draw = |further: &f64, detail| {
                    draw_ordinates(*o, p, *along_x, options, style, &labels, (*further, detail))
                };
                let chosen = self.choose(places, draw)?;
                Ok((values.into_iter().map(|value| value * style.factor).collect(), chosen))
            }
            _ => Ok((Vec::new(), Chosen { drawn: Vec::new(), cost: Cost::default() })),
        }
    }

    /// Returns how far outlines lead from points of a distance, to the left of its direction and to the right of it.
    fn outlines_from<'p>(&self, points: impl Iterator<Item = &'p Point>, along: Point) -> Vec<[f64; 2]> {
        let Some(occupancy) = self.occupancy else { return Vec::new() };
        let left = left_of(along);
        let length = |point: Point, way: Point| {
            let far = ahead(point, way, LARGEST_SHEET);
            let spans = occupancy.lines_along(point, far, TOUCHING, &[Role::Outline]);
            spans.first().filter(|[start, _]| *start <= TOUCHING).map_or(0.0, |[_, end]| *end)
        };
        points.map(|point| [length(*point, left), length(*point, negative(left))]).collect()
    }

    /// Draws a dimension at the cheapest of the places.
    fn choose<P>(
        &self,
        places: Vec<(f64, P)>,
        draw: impl FnMut(&P, Detail) -> Result<DrawnMeasures, SceneError>,
    ) -> Result<Chosen<DrawnMeasures>, SceneError> {
        let chosen = cheapest(self.occupancy, places, Detail::Footprint, draw, footprints_of)?;
        chosen.ok_or_else(|| SceneError::range("there is no place for it"))
    }

    fn round(&self, round: &Round, measure: RoundMeasure) -> Result<(f64, Label), SceneError> {
        match measure {
            RoundMeasure::Radius => Ok((round.radius, self.length("R", round.radius)?)),
            RoundMeasure::Diameter => Ok((round.radius * 2.0, self.length("Ø", round.radius * 2.0)?)),
            RoundMeasure::ArcLength => {
                let length = round.radius * round.sweep;
                let tolerance = self.tolerance(length)?;
                let number =
                    NumberText { symbol: "", number: self.number(length), has_arc: true, is_plain: false };
                Ok((length, Label::new(&number, &tolerance, self.options, self.style, self.fonts)?))
            }
        }
    }

    fn length(&self, symbol: &str, length: f64) -> Result<Label, SceneError> {
        let tolerance = self.tolerance(length)?;
        let number = NumberText {
            symbol,
            number: self.number(length),
            has_arc: false,
            // Ordinates below zero are written without their sign by some programs.
            is_plain: self.options.decimals.is_none_or(|decimals| decimals == self.style.decimals)
                && length >= 0.0,
        };
        Label::new(&number, &tolerance, self.options, self.style, self.fonts)
    }

    /// Formats a length of the scene. Decimals that are asked for take the place of fractions.
    fn number(&self, length: f64) -> String {
        let written = length * self.style.factor;
        let number = match self.options.decimals {
            Some(decimals) => self.style.decimal_length(written, decimals),
            None => self.style.length(written, self.style.decimals),
        };
        match number.strip_prefix('-') {
            Some(number) => format!("−{number}"),
            None => number,
        }
    }

    fn angle(&self, angle: f64) -> Result<Label, SceneError> {
        let decimals = self.options.decimals.unwrap_or(1.min(self.style.decimals));
        let tolerance = match &self.options.tolerance {
            None => ToleranceText::default(),
            Some(Tolerance::Symmetric(deviation)) => {
                ToleranceText { after: format!("±{}°", self.style.number(*deviation, 4)), stacked: None }
            }
            Some(tolerance @ Tolerance::Limits(_)) => {
                let text = tolerance.texts(0.0, 1.0, self.style)?;
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

    fn tolerance(&self, length: f64) -> Result<ToleranceText, SceneError> {
        match &self.options.tolerance {
            None => Ok(ToleranceText::default()),
            Some(tolerance) => {
                let unit = self.units.in_millimeters();
                tolerance.texts(length.abs() * unit, unit / self.style.factor, self.style)
            }
        }
    }
}
