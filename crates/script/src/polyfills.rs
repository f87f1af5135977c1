//! Built-in functions of the engine that are replaced because they fail.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsArgs, JsResult, JsString, NativeFunction, js_string};

/// The least index: no array or text is longer, so a lower one is outside of everything.
const MIN_INDEX: f64 = -9_007_199_254_740_991.0;

/// Replaces `at` of texts and of arrays, which fails for the lowest of the engine's integers.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (strings, arrays) = (constructors.string().prototype(), constructors.array().prototype());
    for (prototype, at) in [(strings, at_of_string as At), (arrays, at_of_array)] {
        let original = prototype.get(js_string!("at"), context)?;
        let Some(original) = original.as_object() else { continue };
        let function = NativeFunction::from_copy_closure_with_captures(at, original);
        replace_method(&prototype, "at", 1, function, context)?;
    }
    Ok(())
}

type At = fn(&JsValue, &[JsValue], &JsObject, &mut Context) -> JsResult<JsValue>;

/// Implements `String.prototype.at(index)`.
fn at_of_string(
    this: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let index = args.get_or_undefined(0).to_number(context)?;
    original.call(&text.into(), &[at_least_lowest(index).into()], context)
}

/// Implements `Array.prototype.at(index)`. An argument that is not yet a number is left to the engine: it
/// asks for the length first.
fn at_of_array(
    this: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    match args.get_or_undefined(0).as_number() {
        Some(index) => original.call(this, &[at_least_lowest(index).into()], context),
        None => original.call(this, args, context),
    }
}

fn at_least_lowest(index: f64) -> f64 {
    if index < MIN_INDEX { MIN_INDEX } else { index }
}

/// Replaces a built-in method by one of our functions.
pub(super) fn replace_method(
    prototype: &JsObject,
    name: &'static str,
    length: usize,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let name = JsString::from(name);
    let function =
        FunctionObjectBuilder::new(context.realm(), function).name(name.clone()).length(length).build();
    let property =
        PropertyDescriptor::builder().value(function).writable(true).configurable(true).enumerable(false);
    prototype.define_property_or_throw(name, property, context)?;
    Ok(())
}
