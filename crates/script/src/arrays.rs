//! The method `push` of arrays, which scripts call by the hundred thousand. The engine's sets an element and the length by the
//! way that is open to every object; here an array without peculiarities gets them at once.

use boa_engine::object::{IndexPropertyValues, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};

use super::polyfills::replace_method;

/// The engine's own method, for everything else.
struct EnginePush(JsObject);

/// Replaces the method of `Array.prototype`.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let arrays = context.intrinsics().constructors().array().prototype();
    let original = arrays.get(js_string!("push"), context)?;
    let Some(original) = original.as_object() else { return Ok(()) };
    context.insert_data(EnginePush(original));
    replace_method(&arrays, "push", 1, NativeFunction::from_fn_ptr(push), context)
}

/// Implements `Array.prototype.push(...items)`.
fn push(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(array) = this.as_object()
        && array.is_array()
        && array.is_extensible(context)?
        && has_plain_prototypes(&array, context)
        && let Some(length) = plain_length(&array, args.len())
    {
        let mut end = length;
        for item in args {
            array.insert_property(end, data(item.clone(), true));
            end += 1;
        }
        array.insert_property(js_string!("length"), data(JsValue::from(end), false));
        return Ok(JsValue::from(end));
    }
    let original = context.get_data::<EnginePush>().map(|it| it.0.clone());
    match original {
        Some(original) => original.call(this, args, context),
        None => Ok(JsValue::undefined()),
    }
}

/// Returns true if nothing that the array inherits from has elements, which could be read-only or have setters.
fn has_plain_prototypes(array: &JsObject, context: &Context) -> bool {
    let constructors = context.intrinsics().constructors();
    let (arrays, objects) = (constructors.array().prototype(), constructors.object().prototype());
    let is =
        |found: Option<JsObject>, wanted: &JsObject| found.is_some_and(|it| JsObject::equals(&it, wanted));
    is(array.prototype(), &arrays)
        && is(arrays.prototype(), &objects)
        && [arrays, objects].iter().all(|prototype| row_length(prototype) == Some(0))
}

/// Returns the length of an array whose elements lie in a row up to its end, and which may grow by so many.
fn plain_length(array: &JsObject, more: usize) -> Option<u32> {
    let length = array.borrow().properties().get(&js_string!("length").into())?;
    let count = length.value()?.as_i32().filter(|_| length.writable() == Some(true))?;
    let is_short = i32::try_from(more).ok().and_then(|more| count.checked_add(more)).is_some();
    let count = u32::try_from(count).ok().filter(|_| is_short)?;
    (row_length(array) == Some(count as usize)).then_some(count)
}

/// Returns the number of elements that lie in a row; `None` where they do not.
fn row_length(object: &JsObject) -> Option<usize> {
    match object.borrow().properties().index_property_values() {
        IndexPropertyValues::DenseI32(row) => Some(row.len()),
        IndexPropertyValues::DenseF64(row) => Some(row.len()),
        IndexPropertyValues::DenseElement(row) => Some(row.len()),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => None,
    }
}

/// Returns an element, or the length, as arrays have them.
fn data(value: JsValue, is_element: bool) -> PropertyDescriptor {
    PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(is_element)
        .configurable(is_element)
        .build()
}
