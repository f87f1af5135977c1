//! The vocabulary as globals of an engine's context.

use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::call::{Call, Failure};
use super::declaration_book::book;
use super::domain::Domain;
use super::drawing::{Drawing, drawing, provide};
use super::function::Function;
use super::scene_error::{define_class, scene_error};
use super::table::FUNCTIONS;
use scenewright_error::{Error, Kind};
use scenewright_scene::ErrorClass;

/// Defines every function, and the class of their errors, as globals of a context, and gives it the drawing that they
/// work on.
pub fn define(drawing: &Rc<Drawing>, context: &mut Context) -> JsResult<()> {
    provide(drawing, context);
    define_class(context)?;
    let mut spaces: Vec<(&str, JsObject)> = Vec::new();
    for (row, &function) in (0..).zip(FUNCTIONS) {
        let native = NativeFunction::from_copy_closure(move |_, args, context| {
            let drawing = self::drawing(context);
            drawing.note_call(row, context);
            if !matches!(function.domain, Domain::Queries | Domain::Rules) {
                book(context).before_change(&drawing);
            }
            run(function, args, drawing, context)
        });
        let required = function.parameters.iter().filter(|it| !it.optional).count();
        let Some((space, name)) = function.name.split_once('.') else {
            context.register_global_builtin_callable(js_string!(function.name), required, native)?;
            continue;
        };
        let object = match spaces.iter().find(|(known, _)| *known == space) {
            Some((_, object)) => object.clone(),
            None => {
                let object = JsObject::with_object_proto(context.intrinsics());
                spaces.push((space, object.clone()));
                object
            }
        };
        let callable = FunctionObjectBuilder::new(context.realm(), native)
            .name(js_string!(name))
            .length(required)
            .constructor(false)
            .build();
        object.define_property_or_throw(js_string!(name), hidden(callable.into()), context)?;
    }
    for (space, object) in spaces {
        define_misnomers(space, &object, context)?;
        let global = context.global_object();
        global.define_property_or_throw(js_string!(space), hidden(object.into()), context)?;
    }
    Ok(())
}

/// Words of other programs for the functions of a space, each with the function that it stands for here. The engine
/// says only "not a callable function" of a property that is missing, and a script that catches the error sees no more.
const OTHER_WORDS: &[(&str, &str, &[&str])] = &[
    ("check", "minDistance", &["distance", "minDist", "minimumDistance", "gap", "spacing"]),
    ("check", "noOverlap", &["overlap", "overlaps", "noOverlaps", "collision", "noCollision", "intersects"]),
    ("check", "inside", &["contains", "within", "isInside"]),
    ("check", "area", &["minArea", "maxArea"]),
    ("check", "closed", &["isClosed", "close"]),
    ("check", "minWidth", &["minThickness", "thickness", "minWall", "wall", "width"]),
    ("check", "minRadius", &["radius", "cornerRadius"]),
    ("check", "symmetric", &["symmetry", "mirrored", "isSymmetric"]),
    ("check", "aligned", &["align", "alignment"]),
    ("check", "touches", &["touch", "touching", "contact"]),
];

/// Defines words of other programs as functions that name the right one.
fn define_misnomers(space: &str, object: &JsObject, context: &mut Context) -> JsResult<()> {
    for (_, right, words) in OTHER_WORDS.iter().filter(|(own, ..)| *own == space) {
        for word in *words {
            let name = format!("{space}.{word}");
            if FUNCTIONS.iter().any(|function| function.name == name) {
                continue;
            }
            let (word, right): (&'static str, &'static str) = (word, right);
            let native = NativeFunction::from_copy_closure(move |_, _, _| {
                let space = OTHER_WORDS.iter().find(|(_, own, _)| *own == right).map_or("", |(own, ..)| own);
                let message = format!("{space}.{word} is not a function. Did you mean {space}.{right}?");
                Err(JsNativeError::typ().with_message(message).into())
            });
            let callable = FunctionObjectBuilder::new(context.realm(), native).name(js_string!(word)).build();
            object.define_property_or_throw(js_string!(word), hidden(callable.into()), context)?;
        }
    }
    Ok(())
}

/// Returns a property like the ones of the engine's own objects: not listed, and a script may replace it.
fn hidden(value: JsValue) -> PropertyDescriptor {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true).build()
}

/// Runs a function of the vocabulary and turns its failure into an exception that names it.
fn run(
    function: &'static Function,
    args: &[JsValue],
    drawing: Rc<Drawing>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let args = without_index_and_array(function, args, context);
    let most = function.parameters.len();
    let result = if args.len() > most {
        Err(Failure::Type(too_many(function, args)))
    } else {
        (function.call)(&mut Call::new(function.parameters, args, drawing, context))
    };
    let failure = match result {
        Ok(value) => return Ok(value),
        Err(failure) => failure,
    };
    let named = |message: &str| format!("{}: {message}", function.name);
    Err(match failure {
        Failure::Thrown(error) => error,
        Failure::Type(message) => JsNativeError::typ().with_message(named(&message)).into(),
        Failure::Range(message) => JsNativeError::range().with_message(named(&message)).into(),
        Failure::Scene(error) => match error.class {
            ErrorClass::Type => JsNativeError::typ().with_message(named(&error.message)).into(),
            ErrorClass::Range => JsNativeError::range().with_message(named(&error.message)).into(),
            ErrorClass::Scene => scene_error(&named(&error.message), context),
            ErrorClass::Entities => {
                let message = named(&error.message);
                self::drawing(context).latch(Error::new(Kind::Entities, message.as_str()));
                JsNativeError::range().with_message(message).into()
            }
        },
    })
}

/// Reports too many arguments, and where one list was spread over several, how it is written.
fn too_many(function: &Function, args: &[JsValue]) -> String {
    let (most, came) = (function.parameters.len(), args.len());
    let spread = function.parameters.iter().zip(args).find_map(|(parameter, value)| {
        let list = match parameter.kind {
            "Points" => "[x1, y1, x2, y2, ...]",
            "Color | null" => "[r, g, b]",
            _ => return None,
        };
        value.is_number().then(|| format!("; {} is one argument: {list}", parameter.name))
    });
    let plural = if most == 1 { "" } else { "s" };
    format!("takes at most {most} argument{plural}, got {came}{}", spread.unwrap_or_default())
}

/// Returns the arguments that are meant for the function: one that is passed to an array's `forEach` or `map` also
/// gets an index and the array.
fn without_index_and_array<'a>(
    function: &Function,
    args: &'a [JsValue],
    context: &mut Context,
) -> &'a [JsValue] {
    let [element, index, array] = args else { return args };
    let required = function.parameters.iter().filter(|it| !it.optional).count();
    let (Some(index), Some(array), true) = (index.as_number(), array.as_object(), required <= 1) else {
        return args;
    };
    let is_element = array.is_array()
        && array.get(index as u32, context).is_ok_and(|found| JsValue::strict_equals(&found, element));
    if is_element { &args[..1] } else { args }
}
