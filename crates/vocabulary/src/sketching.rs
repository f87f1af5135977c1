//! Sketches: points and curves with constraints, solved when they are drawn.

use std::cell::RefCell;
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write;
use std::rc::Rc;

use boa_engine::object::builtins::JsArray;
use boa_engine::object::{FunctionObjectBuilder, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::call::{Call, Checked, Failure, Options, describe};
use super::degrees::remark_on_degrees;
use super::domain::Domain;
use super::drawing::drawing;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use super::scene_error::scene_error;
use scenewright_error::{WarningCode, coded_warning};
use scenewright_geometry::{Bounds, Point, Shape, number_text};
use scenewright_scene::{
    DimensionOptions, DimensionSource, DimensionTarget, Direction, Place, PointRef, RoundMeasure, Row,
    SceneError, quoted,
};
use scenewright_sketch::{Constraint, CurveId, Free, Outcome, PointId, Sketch, Solution, SolvedCurve};

/// The most points and curves of a sketch, and the most constraints: solving takes time with the square of them.
const MAX_PARTS: usize = 2_000;
const MAX_CONSTRAINTS: usize = 2_000;

/// The most free parts, redundant constraints and conflicting ones that a message names, and the most further conflicting ones
/// that it lists by their lines alone: to correct a contradiction all of it is needed, and a message has few bytes.
const MAX_NAMED: usize = 8;
const MAX_LINES: usize = 30;

/// The most bytes for several sets of conflicting constraints: with the words around them less than the 600 of a message.
const MAX_SETS_LEN: usize = 480;

/// The length of a line, as a share of the sketch, below which it is a point: a thousand times the error of a distance of 0 in a
/// solution.
const NO_LENGTH: f64 = 1e-9;

pub(crate) static DRAW_SKETCH: Function = Function {
    name: "sketch",
    domain: Domain::Shapes,
    parameters: &[required("name", "string"), required("draw", "(s: Sketch) => void")],
    returns: "SketchResult",
    doc: "Draws points and curves with constraints, solved from the places where they are drawn. The function gets s with point, \
          line, circle, arc and ellipse, and coincident, horizontal, vertical, parallel, perpendicular, tangent, equal, symmetric, \
          midpoint, concentric, distance, horizontalDistance, verticalDistance, angle, radius, diameter, pointOnCurve and fixed. \
          The curves are a group `name` of `name_line1`, `name_arc1` and so on, or of names that the option name gives. Gives the \
          degrees of freedom that are left with the points that are free, and the redundant constraints; both are a warning too. \
          Constraints that contradict each other are an error that names the fewest that do, with their lines.",
    before: "",
    example: "const { degreesOfFreedom } = sketch('plate', (s) => {\n\
              \x20 const [a, b, c, d] = [s.point(0, 0), s.point(70, 5), s.point(80, 40), s.point(0, 50)]\n\
              \x20 const [base, right, top, left] = [s.line(a, b), s.line(b, c), s.line(c, d), s.line(d, a)]\n\
              \x20 s.fixed(a)\n\
              \x20 s.horizontal(base)\n\
              \x20 s.vertical(left)\n\
              \x20 s.parallel(base, top)\n\
              \x20 s.perpendicular(base, right)\n\
              \x20 s.distance(a, b, 80, { show: true })\n\
              \x20 s.distance(b, c, 45, { show: true })\n\
              })\n\
              console.log(degreesOfFreedom)",
    call: draw,
};

/// The declarations of what a sketch consists of.
pub(crate) const DECLARATIONS: &str = "\
/** A point of a sketch. After the sketch it has its solved place. */
interface SketchPoint { readonly kind: 'point', readonly x: number, readonly y: number }
/** A curve of a sketch, with its points. */
interface SketchLine { readonly kind: 'line', readonly start: SketchPoint, readonly end: SketchPoint }
interface SketchCircle { readonly kind: 'circle', readonly center: SketchPoint }
interface SketchArc { readonly kind: 'arc', readonly center: SketchPoint, readonly start: SketchPoint, readonly end: SketchPoint }
interface SketchEllipse { readonly kind: 'ellipse', readonly center: SketchPoint }
type SketchRound = SketchCircle | SketchArc
type SketchCurve = SketchLine | SketchRound | SketchEllipse
/** The name of the entity, after the sketch's name; construction: true for a curve that is not drawn. */
type SketchCurveOptions = { name?: string, construction?: boolean }
/** show: true draws the constraint as a dimension. */
type SketchDimensionOptions = { show?: boolean }
type SketchAt = SketchPoint | [number, number]

/** What the function of `sketch` draws with. Places are where the solver begins; a solution keeps the sides of the drawing. */
interface Sketch {
  /** A point where it is drawn. */
  point(x: number, y: number, options?: { name?: string }): SketchPoint
  /** A line between two points; [x, y] makes a point. */
  line(start: SketchAt, end: SketchAt, options?: SketchCurveOptions): SketchLine
  /** A circle about a point. */
  circle(center: SketchAt, radius: number, options?: SketchCurveOptions): SketchCircle
  /** An arc, counter-clockwise from start to end. */
  arc(center: SketchAt, start: SketchAt, end: SketchAt, options?: SketchCurveOptions): SketchArc
  /** An ellipse with its half axes, turned by the rotation in radians. */
  ellipse(center: SketchAt, rx: number, ry: number, rotation?: number, options?: SketchCurveOptions): SketchEllipse
  /** Two points are one, or a point is on a curve. */
  coincident(point: SketchPoint, other: SketchPoint | SketchCurve): void
  /** A line, or two points, are horizontal. */
  horizontal(line: SketchLine): void
  horizontal(point: SketchPoint, other: SketchPoint): void
  /** A line, or two points, are vertical. */
  vertical(line: SketchLine): void
  vertical(point: SketchPoint, other: SketchPoint): void
  /** Two lines have one direction. */
  parallel(line: SketchLine, other: SketchLine): void
  /** Two lines are at a right angle. */
  perpendicular(line: SketchLine, other: SketchLine): void
  /** A line touches a circle, an arc or an ellipse, or two circles or arcs touch, on the side where they are drawn. */
  tangent(curve: SketchCurve, other: SketchCurve): void
  /** Two lines have one length; two circles or arcs one radius; two ellipses the same half axes. */
  equal(curve: SketchCurve, other: SketchCurve): void
  /** Two points mirror each other at a line or at a point. */
  symmetric(point: SketchPoint, other: SketchPoint, about: SketchLine | SketchPoint): void
  /** A point is in the middle of a line. */
  midpoint(point: SketchPoint, line: SketchLine): void
  /** Two circles, arcs or ellipses have one centre. */
  concentric(curve: SketchCurve, other: SketchCurve): void
  /** Two points are at a distance, or a point is from a line; with a line alone, its length. */
  distance(point: SketchPoint, other: SketchPoint | SketchLine, distance: number, options?: SketchDimensionOptions): void
  distance(line: SketchLine, length: number, options?: SketchDimensionOptions): void
  /** Two points are at a distance along x, in the order in which they are drawn; a negative one is from right to left. */
  horizontalDistance(point: SketchPoint, other: SketchPoint, distance: number, options?: SketchDimensionOptions): void
  /** Two points are at a distance along y. */
  verticalDistance(point: SketchPoint, other: SketchPoint, distance: number, options?: SketchDimensionOptions): void
  /** The angle between two lines in radians: at the point that they share, or else between their directions. */
  angle(line: SketchLine, other: SketchLine, angle: number, options?: SketchDimensionOptions): void
  /** The radius of a circle or an arc, or both half axes of an ellipse. */
  radius(curve: SketchRound, radius: number, options?: SketchDimensionOptions): void
  radius(ellipse: SketchEllipse, rx: number, ry: number): void
  /** The diameter of a circle or an arc. */
  diameter(curve: SketchRound, diameter: number, options?: SketchDimensionOptions): void
  /** A point is on a curve; a line goes on beyond its ends, an arc around its circle. */
  pointOnCurve(point: SketchPoint, curve: SketchCurve): void
  /** A point stays where it is drawn, or is at x, y; a curve stays where it is drawn. */
  fixed(point: SketchPoint, x?: number, y?: number): void
  fixed(curve: SketchCurve): void
}

interface SketchResult {
  /** How many ways are left in which the sketch can still change. */
  degreesOfFreedom: number
  /** The points that can move, and the curves whose size can change, with the lines that draw them. */
  free: { name: string, x: boolean, y: boolean, size: boolean, file?: string, line?: number }[]
  /** The constraints that say nothing new. */
  redundant: { constraint: string, file?: string, line?: number }[]
}
";

/// The file and line of a call.
type Line = Option<(String, u32)>;

/// A part of the sketch that a script holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Point(PointId),
    Curve(CurveId),
}

/// The facts about a point or a curve besides its geometry.
#[derive(Clone, Debug)]
struct Label {
    name: String,
    line: Line,
    is_drawn: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Line { start: PointId, end: PointId },
    Round,
    Ellipse,
}

/// A constraint as it was given.
#[derive(Clone, Debug)]
struct Given {
    words: String,
    line: Line,
    constraint: Constraint,
    is_shown: bool,
}

/// A sketch while its function draws it.
#[derive(Debug, Default)]
struct SketchInProgress {
    name: String,
    sketch: Sketch,
    points: Vec<Label>,
    curves: Vec<(Label, Kind)>,
    given: Vec<Given>,
    /// The objects that stand for the parts in the script.
    handles: Vec<(JsObject, Part)>,
}

/// The sketch of a run whose function is at work.
#[derive(Clone, Default)]
struct CurrentSketch(Rc<RefCell<Option<SketchInProgress>>>);

/// Returns the place of the sketch that is drawn now.
fn current(context: &mut Context) -> Rc<RefCell<Option<SketchInProgress>>> {
    if let Some(CurrentSketch(current)) = context.get_data::<CurrentSketch>() {
        return Rc::clone(current);
    }
    let current = CurrentSketch::default();
    context.insert_data(current.clone());
    current.0
}

/// A function of the object that a sketch is drawn with.
struct Method {
    name: &'static str,
    parameters: &'static [Parameter],
    call: fn(&mut Call<'_>, &mut SketchInProgress) -> Checked<JsValue>,
}

const CURVE_OPTIONS: &[&str] = &["name", "construction"];
const SHOW_OPTIONS: &[&str] = &["show"];

const POINT: Parameter = required("point", "SketchPoint");
const OTHER: Parameter = required("other", "SketchPoint");
const LINE: Parameter = required("line", "SketchLine");
const CURVE: Parameter = required("curve", "SketchCurve");
const OTHER_CURVE: Parameter = required("other", "SketchCurve");
const OPTIONS: Parameter = optional("options", "object");

static METHODS: &[Method] = &[
    Method {
        name: "point",
        parameters: &[required("x", "number"), required("y", "number"), OPTIONS],
        call: |call, drawn| {
            let (x, y) = (call.number(0)?, call.number(1)?);
            let options = call.options(2, &["name"])?;
            let name = call.string_option(&options, "name")?;
            let (_, handle) = drawn.add_point(call, x, y, name)?;
            Ok(handle.into())
        },
    },
    Method {
        name: "line",
        parameters: &[required("start", "SketchAt"), required("end", "SketchAt"), OPTIONS],
        call: |call, drawn| {
            let (start, end) = (drawn.point_at(call, 0)?, drawn.point_at(call, 1)?);
            if start == end {
                return Err(Failure::Range("start and end must be two points, got the same one".to_owned()));
            }
            let curve = drawn.sketch.line(start, end);
            let ends = [("start", start), ("end", end)];
            drawn.add_curve(call, 2, ("line", curve, Kind::Line { start, end }), &ends)
        },
    },
    Method {
        name: "circle",
        parameters: &[required("center", "SketchAt"), required("radius", "number"), OPTIONS],
        call: |call, drawn| {
            let radius = positive(call, 1)?;
            let center = drawn.point_at(call, 0)?;
            let curve = drawn.sketch.circle(center, radius);
            drawn.add_curve(call, 2, ("circle", curve, Kind::Round), &[("center", center)])
        },
    },
    Method {
        name: "arc",
        parameters: &[
            required("center", "SketchAt"),
            required("start", "SketchAt"),
            required("end", "SketchAt"),
            OPTIONS,
        ],
        call: |call, drawn| {
            let center = drawn.point_at(call, 0)?;
            let (start, end) = (drawn.point_at(call, 1)?, drawn.point_at(call, 2)?);
            if start == end || start == center || end == center {
                let words = "center, start and end must be three points, got the same one twice";
                return Err(Failure::Range(words.to_owned()));
            }
            let curve = drawn.sketch.arc(center, start, end);
            let points = [("center", center), ("start", start), ("end", end)];
            drawn.add_curve(call, 3, ("arc", curve, Kind::Round), &points)
        },
    },
    Method {
        name: "ellipse",
        parameters: &[
            required("center", "SketchAt"),
            required("rx", "number"),
            required("ry", "number"),
            optional("rotation", "number"),
            OPTIONS,
        ],
        call: |call, drawn| {
            let radii = [positive(call, 1)?, positive(call, 2)?];
            let rotation = if call.is_absent(3) { 0.0 } else { call.number(3)? };
            let center = drawn.point_at(call, 0)?;
            let curve = drawn.sketch.ellipse(center, radii, rotation);
            drawn.add_curve(call, 4, ("ellipse", curve, Kind::Ellipse), &[("center", center)])
        },
    },
    Method {
        name: "coincident",
        parameters: &[POINT, required("other", "SketchPoint | SketchCurve")],
        call: |call, drawn| {
            let point = drawn.point(call, 0)?;
            let constraint = match drawn.part(call, 1, "a point or a curve")? {
                Part::Point(other) => Constraint::Coincident(point, other),
                Part::Curve(curve) => Constraint::PointOnCurve(point, curve),
            };
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "horizontal",
        parameters: &[required("line", "SketchLine | SketchPoint"), optional("other", "SketchPoint")],
        call: |call, drawn| {
            let constraint = match drawn.part(call, 0, "a line, or two points")? {
                Part::Curve(line) => Constraint::Horizontal(line),
                Part::Point(point) => Constraint::HorizontalPoints(point, drawn.point(call, 1)?),
            };
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "vertical",
        parameters: &[required("line", "SketchLine | SketchPoint"), optional("other", "SketchPoint")],
        call: |call, drawn| {
            let constraint = match drawn.part(call, 0, "a line, or two points")? {
                Part::Curve(line) => Constraint::Vertical(line),
                Part::Point(point) => Constraint::VerticalPoints(point, drawn.point(call, 1)?),
            };
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "parallel",
        parameters: &[LINE, OTHER_CURVE],
        call: |call, drawn| drawn.two_curves(call, Constraint::Parallel),
    },
    Method {
        name: "perpendicular",
        parameters: &[LINE, OTHER_CURVE],
        call: |call, drawn| drawn.two_curves(call, Constraint::Perpendicular),
    },
    Method {
        name: "tangent",
        parameters: &[CURVE, OTHER_CURVE],
        call: |call, drawn| drawn.two_curves(call, Constraint::Tangent),
    },
    Method {
        name: "equal",
        parameters: &[CURVE, OTHER_CURVE],
        call: |call, drawn| drawn.two_curves(call, Constraint::Equal),
    },
    Method {
        name: "symmetric",
        parameters: &[POINT, OTHER, required("about", "SketchLine | SketchPoint")],
        call: |call, drawn| {
            let (point, other) = (drawn.point(call, 0)?, drawn.point(call, 1)?);
            let constraint = match drawn.part(call, 2, "a line or a point")? {
                Part::Curve(line) => Constraint::Symmetric(point, other, line),
                Part::Point(about) => Constraint::SymmetricAbout(point, other, about),
            };
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "midpoint",
        parameters: &[POINT, LINE],
        call: |call, drawn| {
            let constraint = Constraint::Midpoint(drawn.point(call, 0)?, drawn.curve(call, 1)?);
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "concentric",
        parameters: &[CURVE, OTHER_CURVE],
        call: |call, drawn| drawn.two_curves(call, Constraint::Concentric),
    },
    Method {
        name: "distance",
        parameters: &[
            required("point", "SketchPoint | SketchLine"),
            required("other", "SketchPoint | SketchLine | number"),
            optional("distance", "number"),
            OPTIONS,
        ],
        call: |call, drawn| match drawn.part(call, 0, "a point or a line")? {
            Part::Curve(line) => {
                let length = call.number(1)?;
                drawn.constrain(call, Constraint::Length(line, length), &number_text(length), Some(2))
            }
            Part::Point(point) => {
                let value = call.number(2)?;
                let constraint = match drawn.part(call, 1, "a point or a line")? {
                    Part::Point(other) => Constraint::Distance(point, other, value),
                    Part::Curve(line) => Constraint::DistanceToLine(point, line, value),
                };
                drawn.constrain(call, constraint, &number_text(value), Some(3))
            }
        },
    },
    Method {
        name: "horizontalDistance",
        parameters: &[POINT, OTHER, required("distance", "number"), OPTIONS],
        call: |call, drawn| drawn.axis_distance(call, Constraint::HorizontalDistance),
    },
    Method {
        name: "verticalDistance",
        parameters: &[POINT, OTHER, required("distance", "number"), OPTIONS],
        call: |call, drawn| drawn.axis_distance(call, Constraint::VerticalDistance),
    },
    Method {
        name: "angle",
        parameters: &[LINE, required("other", "SketchLine"), required("angle", "number"), OPTIONS],
        call: |call, drawn| {
            let (line, other, value) = (drawn.curve(call, 0)?, drawn.curve(call, 1)?, call.number(2)?);
            if let Some(remark) = remark_on_degrees(&format!("the angle of {}", quoted(&drawn.name)), value) {
                call.drawing.warn(format!("sketch: {remark}"));
            }
            drawn.constrain(call, Constraint::Angle(line, other, value), &number_text(value), Some(3))
        },
    },
    Method {
        name: "radius",
        parameters: &[CURVE, required("radius", "number"), optional("ry", "number"), OPTIONS],
        call: |call, drawn| {
            let (curve, value) = (drawn.curve(call, 0)?, call.number(1)?);
            if drawn.curves[curve.0].1 == Kind::Ellipse {
                let radii = [value, call.number(2)?];
                let words = format!("{} {}", number_text(radii[0]), number_text(radii[1]));
                return drawn.constrain(call, Constraint::Radii(curve, radii), &words, None);
            }
            drawn.constrain(call, Constraint::Radius(curve, value), &number_text(value), Some(2))
        },
    },
    Method {
        name: "diameter",
        parameters: &[CURVE, required("diameter", "number"), OPTIONS],
        call: |call, drawn| {
            let (curve, value) = (drawn.curve(call, 0)?, call.number(1)?);
            drawn.constrain(call, Constraint::Diameter(curve, value), &number_text(value), Some(2))
        },
    },
    Method {
        name: "pointOnCurve",
        parameters: &[POINT, CURVE],
        call: |call, drawn| {
            let constraint = Constraint::PointOnCurve(drawn.point(call, 0)?, drawn.curve(call, 1)?);
            drawn.constrain(call, constraint, "", None)
        },
    },
    Method {
        name: "fixed",
        parameters: &[
            required("point", "SketchPoint | SketchCurve"),
            optional("x", "number"),
            optional("y", "number"),
        ],
        call: |call, drawn| {
            let constraint = match drawn.part(call, 0, "a point or a curve")? {
                Part::Curve(_) if !call.is_absent(1) => {
                    let words = "fixed takes x and y with a point, such as the center of a circle: fixed(c.center, 3, 4)";
                    return Err(Failure::Type(words.to_owned()));
                }
                Part::Curve(curve) => Constraint::FixedCurve(curve),
                Part::Point(point) if call.is_absent(1) => Constraint::Fixed(point),
                Part::Point(point) => Constraint::FixedAt(point, [call.number(1)?, call.number(2)?]),
            };
            drawn.constrain(call, constraint, "", None)
        },
    },
];

/// Words of other programs for constraints.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("length", "distance"),
    ("lengthOf", "distance"),
    ("onCurve", "pointOnCurve"),
    ("pointOn", "pointOnCurve"),
    ("on", "pointOnCurve"),
    ("fix", "fixed"),
    ("anchor", "fixed"),
    ("lock", "fixed"),
    ("equalLength", "equal"),
    ("equalRadius", "equal"),
    ("symmetry", "symmetric"),
    ("mirror", "symmetric"),
    ("distanceX", "horizontalDistance"),
    ("distanceY", "verticalDistance"),
    ("hDistance", "horizontalDistance"),
    ("vDistance", "verticalDistance"),
];

fn draw(call: &mut Call<'_>) -> Checked<JsValue> {
    let name = call.name(0)?;
    let function = call.arg(1);
    let Some(function) = function.as_object().filter(|it| it.is_callable()) else {
        return Err(call.wrong(1, "a function, such as (s) => { s.point(0, 0) }"));
    };
    let current = current(call.context);
    let begun = SketchInProgress { name: name.clone(), ..SketchInProgress::default() };
    if current.borrow().is_some() {
        return Err(Failure::Scene(SceneError::scene("a sketch cannot be drawn within another")));
    }
    *current.borrow_mut() = Some(begun);
    let builder = builder(call.context);
    let drawn =
        builder.and_then(|builder| function.call(&JsValue::undefined(), &[builder.into()], call.context));
    let sketch = current.borrow_mut().take();
    let answer = drawn?;
    if answer.as_object().is_some_and(|it| boa_engine::object::builtins::JsPromise::from_object(it).is_ok()) {
        let words = "draw must not be async: what it draws after an await would be missing";
        return Err(Failure::Type(words.to_owned()));
    }
    let Some(sketch) = sketch else {
        return Err(Failure::Scene(SceneError::scene("the sketch was ended by a call within a call")));
    };
    sketch.finish(call)
}

/// Makes the object that a sketch is drawn with.
fn builder(context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_object_proto(context.intrinsics());
    for (index, method) in METHODS.iter().enumerate() {
        let native = NativeFunction::from_copy_closure(move |_, args, context| run(index, args, context));
        let callable = FunctionObjectBuilder::new(context.realm(), native)
            .name(js_string!(method.name))
            .length(method.parameters.iter().filter(|it| !it.optional).count())
            .build();
        object.set(JsString::from(method.name), callable, true, context)?;
    }
    for (at, (word, _)) in OTHER_WORDS.iter().enumerate() {
        let native = NativeFunction::from_copy_closure(move |_, _, _| {
            let (word, right) = OTHER_WORDS[at];
            let message = format!("sketch: s.{word} is not a function. Did you mean s.{right}?");
            Err(JsNativeError::typ().with_message(message).into())
        });
        let callable = FunctionObjectBuilder::new(context.realm(), native).name(js_string!(*word)).build();
        object.set(JsString::from(*word), callable, true, context)?;
    }
    Ok(object)
}

fn run(index: usize, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let method = &METHODS[index];
    let current = current(context);
    let taken = current.borrow_mut().take();
    let Some(mut sketch) = taken else {
        let message = format!("sketch: s.{} is called outside of the function of its sketch", method.name);
        return Err(scene_error(&message, context));
    };
    let result = if args.len() > method.parameters.len() {
        let (most, came) = (method.parameters.len(), args.len());
        Err(Failure::Type(format!("takes at most {most} arguments, got {came}")))
    } else {
        let drawing = drawing(context);
        (method.call)(&mut Call::new(method.parameters, args, drawing, context), &mut sketch)
    };
    *current.borrow_mut() = Some(sketch);
    let named = |message: &str| format!("sketch: s.{}: {message}", method.name);
    result.map_err(|failure| match failure {
        Failure::Thrown(error) => error,
        Failure::Type(message) => JsNativeError::typ().with_message(named(&message)).into(),
        Failure::Range(message) => JsNativeError::range().with_message(named(&message)).into(),
        Failure::Scene(error) => scene_error(&named(&error.message), context),
    })
}

fn positive(call: &mut Call<'_>, index: usize) -> Checked<f64> {
    let value = call.number(index)?;
    if value > 0.0 {
        return Ok(value);
    }
    Err(Failure::Range(format!(
        "{} must be greater than 0, got {}",
        call.parameter(index),
        number_text(value)
    )))
}

impl SketchInProgress {
    fn line_of(call: &Call<'_>) -> Line {
        call.drawing.call_place(call.context).map(|(file, line, _)| (file, line))
    }

    fn require_room(&self) -> Checked<()> {
        if self.points.len() + self.curves.len() < MAX_PARTS {
            return Ok(());
        }
        Err(Failure::Range(format!("a sketch has at most {MAX_PARTS} points and curves")))
    }

    fn add_point(
        &mut self,
        call: &mut Call<'_>,
        x: f64,
        y: f64,
        name: Option<String>,
    ) -> Checked<(PointId, JsObject)> {
        self.require_room()?;
        let point = self.sketch.point(x, y);
        let name = name.unwrap_or_else(|| format!("point{}", self.points.len() + 1));
        self.points.push(Label { name, line: Self::line_of(call), is_drawn: false });
        let object = ObjectInitializer::new(call.context)
            .property(js_string!("kind"), js_string!("point"), Attribute::ENUMERABLE)
            .property(js_string!("x"), x, Attribute::ENUMERABLE | Attribute::CONFIGURABLE)
            .property(js_string!("y"), y, Attribute::ENUMERABLE | Attribute::CONFIGURABLE)
            .build();
        self.handles.push((object.clone(), Part::Point(point)));
        Ok((point, object))
    }

    /// Names and draws a curve that was added, and returns the object that stands for it.
    fn add_curve(
        &mut self,
        call: &mut Call<'_>,
        options: usize,
        (word, curve, kind): (&'static str, CurveId, Kind),
        points: &[(&'static str, PointId)],
    ) -> Checked<JsValue> {
        self.require_room()?;
        let options = call.options(options, CURVE_OPTIONS)?;
        let name = call.string_option(&options, "name")?;
        let is_drawn = !call.boolean_option(&options, "construction")?.unwrap_or(false);
        let number = self.curves.iter().filter(|(label, _)| label.name.starts_with(word)).count() + 1;
        let name = name.unwrap_or_else(|| format!("{word}{number}"));
        if self.curves.iter().any(|(label, _)| label.name == name) {
            return Err(Failure::Range(format!("there is a curve {} in the sketch already", quoted(&name))));
        }
        self.curves.push((Label { name, line: Self::line_of(call), is_drawn }, kind));
        let handles: Vec<(&str, JsObject)> = points
            .iter()
            .filter_map(|(key, point)| {
                let found = self.handles.iter().find(|(_, part)| *part == Part::Point(*point));
                found.map(|(object, _)| (*key, object.clone()))
            })
            .collect();
        let mut object = ObjectInitializer::new(call.context);
        object.property(js_string!("kind"), js_string!(word), Attribute::ENUMERABLE);
        for (key, handle) in handles {
            object.property(JsString::from(key), handle, Attribute::ENUMERABLE);
        }
        let object = object.build();
        self.handles.push((object.clone(), Part::Curve(curve)));
        Ok(object.into())
    }

    fn part_of(&self, value: &JsValue) -> Option<Part> {
        let object = value.as_object()?;
        self.handles.iter().find(|(own, _)| JsObject::equals(own, &object)).map(|(_, part)| *part)
    }

    fn part(&self, call: &Call<'_>, index: usize, expected: &str) -> Checked<Part> {
        let value = call.arg(index);
        self.part_of(&value).ok_or_else(|| {
            let is_handle = value.is_object() && !value.is_callable();
            let of_another = if is_handle { " that is not of this sketch" } else { "" };
            let (name, came) = (call.parameter(index), describe(&value));
            Failure::Type(format!("{name} must be {expected} of this sketch, got {came}{of_another}"))
        })
    }

    fn point(&self, call: &Call<'_>, index: usize) -> Checked<PointId> {
        match self.part(call, index, "a point")? {
            Part::Point(point) => Ok(point),
            Part::Curve(_) => Err(Failure::Type(format!(
                "{} must be a point of this sketch, got a curve",
                call.parameter(index)
            ))),
        }
    }

    /// Reads a point, or makes one of [x, y].
    fn point_at(&mut self, call: &mut Call<'_>, index: usize) -> Checked<PointId> {
        let value = call.arg(index);
        let what = call.parameter(index);
        if call.array(&value)?.is_some() {
            let at = call.point_of(&value, what)?;
            return Ok(self.add_point(call, at.x, at.y, None)?.0);
        }
        self.point(call, index)
    }

    fn curve(&self, call: &Call<'_>, index: usize) -> Checked<CurveId> {
        match self.part(call, index, "a curve")? {
            Part::Curve(curve) => Ok(curve),
            Part::Point(_) => Err(Failure::Type(format!(
                "{} must be a curve of this sketch, got a point",
                call.parameter(index)
            ))),
        }
    }

    fn two_curves(
        &mut self,
        call: &mut Call<'_>,
        make: fn(CurveId, CurveId) -> Constraint,
    ) -> Checked<JsValue> {
        let constraint = make(self.curve(call, 0)?, self.curve(call, 1)?);
        self.constrain(call, constraint, "", None)
    }

    fn axis_distance(
        &mut self,
        call: &mut Call<'_>,
        make: fn(PointId, PointId, f64) -> Constraint,
    ) -> Checked<JsValue> {
        let value = call.number(2)?;
        let constraint = make(self.point(call, 0)?, self.point(call, 1)?, value);
        self.constrain(call, constraint, &number_text(value), Some(3))
    }

    /// Adds a constraint; `options` is the place of the options where it can be shown.
    fn constrain(
        &mut self,
        call: &mut Call<'_>,
        constraint: Constraint,
        value: &str,
        options: Option<usize>,
    ) -> Checked<JsValue> {
        if self.given.len() >= MAX_CONSTRAINTS {
            return Err(Failure::Range(format!("a sketch has at most {MAX_CONSTRAINTS} constraints")));
        }
        let mut is_shown = false;
        if let Some(at) = options {
            let options: Options = call.options(at, SHOW_OPTIONS)?;
            is_shown = call.boolean_option(&options, "show")?.unwrap_or(false);
        }
        self.sketch.constrain(constraint).map_err(|error| Failure::Range(error.0))?;
        let words = self.describe_constraint(constraint, value);
        self.given.push(Given { words, line: Self::line_of(call), constraint, is_shown });
        Ok(JsValue::undefined())
    }

    /// Returns a constraint in words: its name, what it is on, its value.
    fn describe_constraint(&self, constraint: Constraint, value: &str) -> String {
        let point = |point: PointId| self.points[point.0].name.clone();
        let curve = |curve: CurveId| self.curves[curve.0].0.name.clone();
        let (name, parts) = match constraint {
            Constraint::Coincident(a, b) => ("coincident", vec![point(a), point(b)]),
            Constraint::PointOnCurve(a, b) => ("pointOnCurve", vec![point(a), curve(b)]),
            Constraint::Horizontal(a) => ("horizontal", vec![curve(a)]),
            Constraint::Vertical(a) => ("vertical", vec![curve(a)]),
            Constraint::HorizontalPoints(a, b) => ("horizontal", vec![point(a), point(b)]),
            Constraint::VerticalPoints(a, b) => ("vertical", vec![point(a), point(b)]),
            Constraint::Parallel(a, b) => ("parallel", vec![curve(a), curve(b)]),
            Constraint::Perpendicular(a, b) => ("perpendicular", vec![curve(a), curve(b)]),
            Constraint::Tangent(a, b) => ("tangent", vec![curve(a), curve(b)]),
            Constraint::Equal(a, b) => ("equal", vec![curve(a), curve(b)]),
            Constraint::Symmetric(a, b, c) => ("symmetric", vec![point(a), point(b), curve(c)]),
            Constraint::SymmetricAbout(a, b, c) => ("symmetric", vec![point(a), point(b), point(c)]),
            Constraint::Midpoint(a, b) => ("midpoint", vec![point(a), curve(b)]),
            Constraint::Concentric(a, b) => ("concentric", vec![curve(a), curve(b)]),
            Constraint::Distance(a, b, _) => ("distance", vec![point(a), point(b)]),
            Constraint::DistanceToLine(a, b, _) => ("distance", vec![point(a), curve(b)]),
            Constraint::Length(a, _) => ("distance", vec![curve(a)]),
            Constraint::HorizontalDistance(a, b, _) => ("horizontalDistance", vec![point(a), point(b)]),
            Constraint::VerticalDistance(a, b, _) => ("verticalDistance", vec![point(a), point(b)]),
            Constraint::Angle(a, b, _) => ("angle", vec![curve(a), curve(b)]),
            Constraint::Radius(a, _) | Constraint::Radii(a, _) => ("radius", vec![curve(a)]),
            Constraint::Diameter(a, _) => ("diameter", vec![curve(a)]),
            Constraint::Fixed(a) | Constraint::FixedAt(a, _) => ("fixed", vec![point(a)]),
            Constraint::FixedCurve(a) => ("fixed", vec![curve(a)]),
        };
        let value = if value.is_empty() { String::new() } else { format!(" {value}") };
        format!("{name} {}{value}", parts.join(" "))
    }

    /// Solves the sketch, draws its curves, and returns what is known of it.
    fn finish(self, call: &mut Call<'_>) -> Checked<JsValue> {
        let solution = match self.sketch.solve() {
            Outcome::Solved(solution) => solution,
            Outcome::Conflict(sets) => return Err(Failure::Scene(SceneError::scene(self.blame(&sets)))),
        };
        self.require_lengths(&solution)?;
        self.draw(call, &solution)?;
        self.show(call, &solution)?;
        self.warn(call, &solution);
        for (object, part) in &self.handles {
            let Part::Point(point) = part else { continue };
            let [x, y] = solution.points[point.0];
            for (key, value) in [("x", x), ("y", y)] {
                let place = boa_engine::property::PropertyDescriptor::builder()
                    .value(value)
                    .writable(false)
                    .enumerable(true)
                    .configurable(true);
                object.define_property_or_throw(JsString::from(key), place, call.context)?;
            }
        }
        self.answer(call, &solution)
    }

    /// Refuses lines whose ends are in one place. They keep any direction, so that constraints on them contradict nothing.
    fn require_lengths(&self, solution: &Solution) -> Checked<()> {
        let places = solution.points.iter().map(|[x, y]| Point::new(*x, *y));
        let size = Bounds::of_points(places).map_or(0.0, |bounds| bounds.width().max(bounds.height()));
        let is_point = |curve: &SolvedCurve| match *curve {
            SolvedCurve::Line { from, to } => {
                Point::new(from[0], from[1]).distance_to(Point::new(to[0], to[1])) <= NO_LENGTH * size
            }
            _ => false,
        };
        let mut curves = solution.curves.iter().zip(&self.curves);
        let Some((_, (label, _))) = curves.find(|(curve, _)| is_point(curve)) else { return Ok(()) };
        Err(Failure::Scene(SceneError::scene(format!(
            "{} of {} has no length: its constraints put both ends in one place",
            with_line(&label.name, &label.line),
            quoted(&self.name)
        ))))
    }

    /// Returns the words for constraints that contradict each other.
    fn blame(&self, sets: &[Vec<usize>]) -> String {
        let name = quoted(&self.name);
        match sets {
            [only] if only.len() == 1 => {
                format!("a constraint of {name} cannot be kept: {}", self.describe_set(only, 1))
            }
            [only] => format!(
                "{} constraints of {name} contradict each other: {}; without any one of them the others can be kept",
                only.len(),
                self.describe_set(only, MAX_NAMED)
            ),
            _ => {
                let all = |named: [usize; 2]| -> Vec<String> {
                    let each = sets.iter().enumerate();
                    each.map(|(at, set)| self.describe_set(set, named[usize::from(at > 0)])).collect()
                };
                let length = |all: &[String]| all.iter().map(|set| set.len() + "; and ".len()).sum::<usize>();
                // A set without its end misleads more than one whose constraints are lines alone.
                let mut shown = all([MAX_NAMED, MAX_NAMED]);
                for named in [[MAX_NAMED, 0], [0, 0]] {
                    if length(&shown) > MAX_SETS_LEN {
                        shown = all(named);
                    }
                }
                while shown.len() > 1 && length(&shown) > MAX_SETS_LEN {
                    shown.pop();
                }
                let further = match sets.len() - shown.len() {
                    0 => String::new(),
                    1 => "; and 1 more set".to_owned(),
                    more => format!("; and {more} more sets"),
                };
                let count = sets.len();
                format!(
                    "{count} sets of constraints of {name} contradict each other: {}{further}",
                    shown.join("; and ")
                )
            }
        }
    }

    /// Returns a set of constraints: the first ones in words, the others by their lines.
    fn describe_set(&self, numbers: &[usize], named: usize) -> String {
        let (first, others) = numbers.split_at(named.min(numbers.len()));
        let mut shown: Vec<String> = first
            .iter()
            .map(|number| with_line(&self.given[*number].words, &self.given[*number].line))
            .collect();
        if !others.is_empty() {
            let line = |number: &usize| {
                self.given[*number].line.as_ref().map(|(file, line)| format!("{file}:{line}"))
            };
            let mut lines: Vec<String> = others.iter().take(MAX_LINES).filter_map(line).collect();
            lines.dedup();
            let lines = if lines.is_empty() { String::new() } else { format!(" ({})", lines.join(", ")) };
            shown.push(match first.is_empty() {
                true => format!("{} constraints{lines}", others.len()),
                false => format!("and {} more{lines}", others.len()),
            });
        }
        shown.join(", ")
    }

    fn entity(&self, curve: CurveId) -> Option<String> {
        let (label, _) = &self.curves[curve.0];
        label.is_drawn.then(|| format!("{}_{}", self.name, label.name))
    }

    fn draw(&self, call: &mut Call<'_>, solution: &Solution) -> Checked<()> {
        let mut parts = Vec::new();
        for (index, curve) in solution.curves.iter().enumerate() {
            let Some(name) = self.entity(CurveId(index)) else { continue };
            let shape = match *curve {
                SolvedCurve::Line { from, to } => {
                    Shape::line(vec![Point::new(from[0], from[1]), Point::new(to[0], to[1])])
                }
                SolvedCurve::Circle { center: [x, y], radius } => Shape::circle(x, y, radius),
                SolvedCurve::Arc { center: [x, y], radius, start, end } => {
                    Shape::arc(x, y, radius, start, end)
                }
                SolvedCurve::Ellipse { center: [x, y], radii: [rx, ry], rotation } => {
                    Shape::ellipse(x, y, rx, ry, rotation)
                }
            };
            let shape = shape.map_err(|error| {
                let error = SceneError::from(error);
                Failure::Scene(SceneError {
                    message: format!("{}: {}", quoted(&name), error.message),
                    ..error
                })
            })?;
            parts.push((name, shape));
        }
        Ok(call.scene().draw_group(&self.name, parts)?)
    }

    /// Draws the constraints that are shown as dimensions.
    fn show(&self, call: &mut Call<'_>, solution: &Solution) -> Checked<()> {
        let shown = self.given.iter().filter(|given| given.is_shown);
        for (given, number) in shown.zip(1..) {
            let between = |points: [PointId; 2], direction: Direction| DimensionTarget::Between {
                points: points.map(|point| self.point_ref(solution, point)).to_vec(),
                direction,
                row: Row::Chain,
            };
            let round = |curve: CurveId, measure: RoundMeasure| {
                let name = self.entity(curve)?;
                Some(DimensionTarget::Round { name, index: None, measure })
            };
            let target = match given.constraint {
                Constraint::Distance(a, b, _) => Some(between([a, b], Direction::Aligned)),
                Constraint::HorizontalDistance(a, b, _) => Some(between([a, b], Direction::Angle(0.0))),
                Constraint::VerticalDistance(a, b, _) => Some(between([a, b], Direction::Angle(FRAC_PI_2))),
                Constraint::Length(line, _) => match self.curves[line.0].1 {
                    Kind::Line { start, end } => Some(between([start, end], Direction::Aligned)),
                    Kind::Round | Kind::Ellipse => None,
                },
                Constraint::DistanceToLine(point, line, _) => self.distance_to_line(solution, point, line),
                Constraint::Radius(curve, _) => round(curve, RoundMeasure::Radius),
                Constraint::Diameter(curve, _) => round(curve, RoundMeasure::Diameter),
                Constraint::Angle(one, other, _) => match (self.entity(one), self.entity(other)) {
                    (Some(one), Some(other)) => Some(DimensionTarget::Lines { one, other }),
                    _ => None,
                },
                _ => None,
            };
            let Some(target) = target else { continue };
            let source = DimensionSource { target, options: DimensionOptions::default() };
            let name = format!("{}_dimension{number}", self.name);
            call.scene().draw_dimension(&name, source, None, &call.drawing.fonts)?;
        }
        Ok(())
    }

    /// Returns a point of a dimension: the end of a drawn line, which it then follows, or else its place.
    fn point_ref(&self, solution: &Solution, point: PointId) -> PointRef {
        for (index, (_, kind)) in self.curves.iter().enumerate() {
            let Kind::Line { start, end } = *kind else { continue };
            let place = match point {
                _ if start == point => Place::Start,
                _ if end == point => Place::End,
                _ => continue,
            };
            if let Some(name) = self.entity(CurveId(index)) {
                return PointRef::Of { name, place };
            }
        }
        PointRef::At(Point::from(solution.points[point.0]))
    }

    /// Returns the dimension between a point and the foot of its distance from a line.
    fn distance_to_line(
        &self,
        solution: &Solution,
        point: PointId,
        line: CurveId,
    ) -> Option<DimensionTarget> {
        let SolvedCurve::Line { from, to } = solution.curves[line.0] else { return None };
        let [x, y] = solution.points[point.0];
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
        let foot = Point::new(from[0] + along * dx, from[1] + along * dy);
        let points = vec![self.point_ref(solution, point), PointRef::At(foot)];
        Some(DimensionTarget::Between { points, direction: Direction::Aligned, row: Row::Chain })
    }

    /// Warns of degrees of freedom that are left, and of redundant constraints.
    fn warn(&self, call: &Call<'_>, solution: &Solution) {
        let name = quoted(&self.name);
        if solution.freedom > 0 {
            let mut words = String::new();
            for (at, free) in solution.free.iter().take(MAX_NAMED).enumerate() {
                let separator = if at == 0 { "" } else { ", " };
                let (label, ways) = match free {
                    Free::Point { point, x, y } => {
                        let ways = match (x, y) {
                            (true, false) => " along x",
                            (false, true) => " along y",
                            _ => "",
                        };
                        (&self.points[point.0], ways)
                    }
                    Free::Size(curve) => (&self.curves[curve.0].0, " in size"),
                };
                let _ = write!(words, "{separator}{}{ways}", with_line(&label.name, &label.line));
            }
            if solution.free.len() > MAX_NAMED {
                let _ = write!(words, " and {} more", solution.free.len() - MAX_NAMED);
            }
            let degrees = if solution.freedom == 1 { "degree" } else { "degrees" };
            let message = format!(
                "The sketch {name} has {} {degrees} of freedom left: {words} can move",
                solution.freedom
            );
            call.drawing.warn(coded_warning(WarningCode::Sketch, &message));
        }
        if !solution.redundant.is_empty() {
            let shown = solution.redundant.iter().take(MAX_NAMED);
            let mut list: Vec<String> = shown
                .map(|number| with_line(&self.given[*number].words, &self.given[*number].line))
                .collect();
            if solution.redundant.len() > MAX_NAMED {
                list.push(format!("and {} more", solution.redundant.len() - MAX_NAMED));
            }
            let message = format!("Constraints of the sketch {name} say nothing new: {}", list.join(", "));
            call.drawing.warn(coded_warning(WarningCode::Sketch, &message));
        }
    }

    fn answer(&self, call: &mut Call<'_>, solution: &Solution) -> Checked<JsValue> {
        let context = &mut *call.context;
        let with_place = |object: &mut ObjectInitializer<'_>, line: &Line| {
            if let Some((file, line)) = line {
                object.property(js_string!("file"), JsString::from(file.as_str()), Attribute::all());
                object.property(js_string!("line"), *line, Attribute::all());
            }
        };
        let mut free = Vec::new();
        for part in &solution.free {
            let (label, x, y, size) = match part {
                Free::Point { point, x, y } => (&self.points[point.0], *x, *y, false),
                Free::Size(curve) => (&self.curves[curve.0].0, false, false, true),
            };
            let mut object = ObjectInitializer::new(context);
            object.property(js_string!("name"), JsString::from(label.name.as_str()), Attribute::all());
            for (key, value) in [("x", x), ("y", y), ("size", size)] {
                object.property(JsString::from(key), value, Attribute::all());
            }
            with_place(&mut object, &label.line);
            free.push(JsValue::from(object.build()));
        }
        let mut redundant = Vec::new();
        for number in &solution.redundant {
            let given = &self.given[*number];
            let mut object = ObjectInitializer::new(context);
            object.property(js_string!("constraint"), JsString::from(given.words.as_str()), Attribute::all());
            with_place(&mut object, &given.line);
            redundant.push(JsValue::from(object.build()));
        }
        let free = JsArray::from_iter(free, context);
        let redundant = JsArray::from_iter(redundant, context);
        let freedom = u32::try_from(solution.freedom).unwrap_or(u32::MAX);
        let mut object = ObjectInitializer::new(context);
        object.property(js_string!("degreesOfFreedom"), freedom, Attribute::all());
        object.property(js_string!("free"), free, Attribute::all());
        object.property(js_string!("redundant"), redundant, Attribute::all());
        Ok(object.build().into())
    }
}

/// Returns words with the place in the script.
fn with_line(words: &str, line: &Line) -> String {
    match line {
        Some((file, line)) => format!("{words} ({file}:{line})"),
        None => words.to_owned(),
    }
}
