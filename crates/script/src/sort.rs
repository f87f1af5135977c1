//! The methods `sort` and `toSorted` for every comparator. The engine passes a script's comparator to the sort of
//! Rust's standard library, which panics when it finds that the answers contradict each other, as those of the
//! common `sort(() => Math.random() - 0.5)` do. The merge sort here takes any answers and always ends.

use std::cmp::Ordering;
use std::mem::take;

use boa_engine::object::builtins::{JsArray, JsTypedArray};
use boa_engine::object::{IndexPropertyValues, JsObject};
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::polyfills::replace_method;

/// The longest list that `toSorted` may return.
const MAX_ELEMENTS: u64 = (1 << 32) - 1;

/// Replaces the methods of `Array.prototype` and of the typed arrays' common prototype.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let arrays = constructors.array().prototype();
    let typed_arrays = constructors.typed_array().prototype();
    replace_method(&arrays, "sort", 1, NativeFunction::from_fn_ptr(sort), context)?;
    replace_method(&arrays, "toSorted", 1, NativeFunction::from_fn_ptr(to_sorted), context)?;
    for name in ["sort", "toSorted"] {
        let original = typed_arrays.get(JsString::from(name), context)?;
        let Some(original) = original.as_object() else { continue };
        let typed = NativeFunction::from_copy_closure_with_captures(sort_typed, original);
        replace_method(&typed_arrays, name, 1, typed, context)?;
    }
    Ok(())
}

/// Implements `Array.prototype.sort(comparator)`.
fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    let items = match elements_in_row(&object, length) {
        Some(items) => items,
        None => {
            let mut items = Vec::new();
            for index in 0..length {
                if object.has_property(index, context)? {
                    items.push(object.get(index, context)?);
                }
            }
            items
        }
    };
    let items = merge_sort(items, &mut |a, b| compare(a, b, comparator.as_ref(), context))?;
    let count = items.len() as u64;
    for (index, item) in (0..).zip(items) {
        object.set::<u64, _>(index, item, true, context)?;
    }
    for index in count..length {
        if object.has_property(index, context)? {
            object.delete_property_or_throw(index, context)?;
        }
    }
    Ok(object.into())
}

/// Implements `Array.prototype.toSorted(comparator)`.
fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    if length > MAX_ELEMENTS {
        return Err(JsNativeError::range().with_message("the array is too long").into());
    }
    let items = match elements_in_row(&object, length) {
        Some(items) => items,
        None => (0..length).map(|index| object.get(index, context)).collect::<JsResult<_>>()?,
    };
    let items = merge_sort(items, &mut |a, b| compare(a, b, comparator.as_ref(), context))?;
    Ok(JsArray::from_iter(items, context).into())
}

/// Implements the method of typed arrays: without a comparator the engine's own, which sorts by value. With one,
/// the elements are sorted in a list of their own, and then written back into the array or its copy.
fn sort_typed(
    this: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let is_typed = this.as_object().is_some_and(|it| JsTypedArray::from_object(it).is_ok());
    if comparator.is_none() || !is_typed {
        return original.call(this, args, context);
    }
    let array = JsTypedArray::from_object(this.to_object(context)?)?;
    let length = array.length(context)? as u64;
    let object = JsObject::from(array);
    let mut items = Vec::new();
    for index in 0..length {
        items.push(object.get(index, context)?);
    }
    let items = merge_sort(items, &mut |a, b| compare(a, b, comparator.as_ref(), context))?;
    let name = original.get(js_string!("name"), context)?;
    let target = match name.as_string().is_some_and(|it| it == js_string!("toSorted")) {
        // Sorted by value it is a fresh array of the same type and length.
        true => original.call(this, &[], context)?.to_object(context)?,
        false => object,
    };
    for (index, item) in (0..).zip(items) {
        target.set::<u64, _>(index, item, false, context)?;
    }
    Ok(target.into())
}

/// Returns the elements of an array that the engine keeps in a row: plain values, all its own, which can be read without
/// asking for each as a property.
fn elements_in_row(object: &JsObject, length: u64) -> Option<Vec<JsValue>> {
    if !object.is_array() {
        return None;
    }
    let object = object.borrow();
    let items: Vec<JsValue> = match object.properties().index_property_values() {
        IndexPropertyValues::DenseI32(row) => row.map(|&it| JsValue::from(it)).collect(),
        IndexPropertyValues::DenseF64(row) => row.map(|&it| JsValue::from(it)).collect(),
        IndexPropertyValues::DenseElement(row) => row.cloned().collect(),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => return None,
    };
    (items.len() as u64 == length).then_some(items)
}

fn comparator(args: &[JsValue]) -> JsResult<Option<JsObject>> {
    match args.first() {
        None => Ok(None),
        Some(value) if value.is_undefined() => Ok(None),
        Some(value) => match value.as_object().filter(JsObject::is_callable) {
            Some(function) => Ok(Some(function)),
            None => {
                let message = "the comparator of a sort must be a function or undefined";
                Err(JsNativeError::typ().with_message(message).into())
            }
        },
    }
}

/// Compares two elements: `undefined` last, then by the comparator, else by their texts.
fn compare(
    a: &JsValue,
    b: &JsValue,
    comparator: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Ordering> {
    match (a.is_undefined(), b.is_undefined()) {
        (true, true) => return Ok(Ordering::Equal),
        (true, false) => return Ok(Ordering::Greater),
        (false, true) => return Ok(Ordering::Less),
        (false, false) => {}
    }
    let Some(comparator) = comparator else {
        return Ok(a.to_string(context)?.cmp(&b.to_string(context)?));
    };
    let answer = comparator.call(&JsValue::undefined(), &[a.clone(), b.clone()], context)?;
    let answer = answer.to_number(context)?;
    Ok(answer.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
}

/// Sorts stably by merging runs that are in order already. The compared elements depend on the answers, but not their
/// number: at most n + n · log n comparisons, whatever the answers are.
fn merge_sort<T: Default>(
    mut items: Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> JsResult<Ordering>,
) -> JsResult<Vec<T>> {
    let mut ends = order_runs(&mut items, compare)?;
    while ends.len() > 1 {
        let mut merged = Vec::with_capacity(items.len());
        let mut start = 0;
        for pair in ends.chunks(2) {
            let (middle, end) = (pair[0], pair[pair.len() - 1]);
            let (left, right) = items[start..end].split_at_mut(middle - start);
            merge(left, right, &mut merged, compare)?;
            start = end;
        }
        items = merged;
        let last = ends.len() - 1;
        ends = (0..=last).filter(|it| it % 2 == 1 || *it == last).map(|it| ends[it]).collect();
    }
    Ok(items)
}

/// Returns the ends of the runs of elements in ascending order. Those in descending order, without equal ones, are turned.
fn order_runs<T>(
    items: &mut [T],
    compare: &mut impl FnMut(&T, &T) -> JsResult<Ordering>,
) -> JsResult<Vec<usize>> {
    let mut ends = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let mut end = start + 1;
        if end < items.len() {
            let is_descending = compare(&items[start], &items[end])? == Ordering::Greater;
            end += 1;
            while end < items.len()
                && (compare(&items[end - 1], &items[end])? == Ordering::Greater) == is_descending
            {
                end += 1;
            }
            if is_descending {
                items[start..end].reverse();
            }
        }
        ends.push(end);
        start = end;
    }
    Ok(ends)
}

/// Moves the elements of two runs into one.
fn merge<'a, T: Default>(
    mut left: &'a mut [T],
    mut right: &'a mut [T],
    into: &mut Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> JsResult<Ordering>,
) -> JsResult<()> {
    while let ([first, ..], [second, ..]) = (&mut *left, &mut *right) {
        let side = match compare(first, second)? {
            Ordering::Greater => &mut right,
            _ => &mut left,
        };
        let (next, rest) = take(side).split_first_mut().expect("neither run is empty");
        into.push(take(next));
        *side = rest;
    }
    into.extend(left.iter_mut().chain(right).map(take));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_sort_is_stable_and_correct_for_every_length() {
        for length in 0..70_u32 {
            let items: Vec<(u32, u32)> = (0..length).map(|n| (n * 7919 % 11, n)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|it| it.0);
            let sorted = merge_sort(items, &mut |a, b| Ok(a.0.cmp(&b.0))).unwrap();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn merge_sort_keeps_elements_with_contradicting_comparator() {
        let mut answers = [Ordering::Less, Ordering::Greater, Ordering::Equal].into_iter().cycle();
        let sorted = merge_sort((0..100).collect(), &mut |_, _| Ok(answers.next().unwrap()));
        let mut sorted = sorted.unwrap();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn merge_sort_ends_on_exception() {
        let error = || JsNativeError::typ().with_message("no").into();
        assert!(merge_sort(vec![1, 2], &mut |_, _| Err(error())).is_err());
    }
}
