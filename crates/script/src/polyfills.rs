//! Built-in functions of the engine that are replaced: because they fail, or because scripts expect more of them.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsArgs, JsResult, JsString, NativeFunction, js_str, js_string};

use super::host::stack_getter;

/// The least index: no array or text is longer, so a lower one is outside of everything.
const MIN_INDEX: f64 = -9_007_199_254_740_991.0;

/// Replaces `at` of texts and of arrays, which fails for the lowest of the engine's integers, and the getter of `stack`.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (strings, arrays) = (constructors.string().prototype(), constructors.array().prototype());
    for (prototype, at) in [(strings, at_of_string as At), (arrays, at_of_array)] {
        let original = prototype.get(js_string!("at"), context)?;
        let Some(original) = original.as_object() else { continue };
        let function = NativeFunction::from_copy_closure_with_captures(at, original);
        replace_method(&prototype, "at", 1, function, context)?;
    }
    title_stacks(context)
}

/// Lets the stack of an error begin with its name and message, as in the engines that scripts are written for. In the engine
/// it has the calls alone, so that a script which prints the stack would not show what went wrong.
fn title_stacks(context: &mut Context) -> JsResult<()> {
    let errors = context.intrinsics().constructors().error().prototype();
    let calls = stack_getter(context);
    let title = errors.get(js_string!("toString"), context)?.as_object();
    let (Some(calls), Some(title)) = (calls, title) else { return Ok(()) };
    let function = NativeFunction::from_copy_closure_with_captures(titled_stack, (calls, title));
    let getter = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("get stack")).build();
    errors.define_property_or_throw(
        js_string!("stack"),
        PropertyDescriptor::builder().get(getter),
        context,
    )?;
    Ok(())
}

/// Implements the getter of `Error.prototype.stack`.
fn titled_stack(
    this: &JsValue,
    args: &[JsValue],
    (calls, title): &(JsObject, JsObject),
    context: &mut Context,
) -> JsResult<JsValue> {
    let calls = calls.call(this, args, context)?;
    let Some(calls) = calls.as_string() else { return Ok(calls) };
    let title = title.call(this, &[], context)?.to_string(context)?;
    let end = calls.len() - usize::from(calls.ends_with(js_str!("\n")));
    Ok(js_string!(&title, js_str!("\n"), &calls.get_expect(0..end)).into())
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
