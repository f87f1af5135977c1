//! The texts of stacks that scripts read, with the places of the author.

use std::collections::HashMap;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::host::{host, stack_getter};
use super::source::Place;
use super::wrapping::Shift;

type Files = HashMap<String, Shift>;

/// Makes `stack` of errors show the author's places also in scripts that run as a block.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let getter = NativeFunction::from_fn_ptr(|this, _, context| {
        let Some(original) = stack_getter(context) else { return Ok(JsValue::undefined()) };
        let stack = original.call(this, &[], context)?;
        let Some(text) = stack.as_string() else { return Ok(stack) };
        let corrected = correct(&text.to_std_string_lossy(), &host(context).wrapped());
        Ok(JsString::from(corrected).into())
    });
    let getter = FunctionObjectBuilder::new(context.realm(), getter).name(js_string!("get stack")).build();
    let prototype = context.intrinsics().constructors().error().prototype();
    let getter = PropertyDescriptor::builder().get(JsValue::from(getter));
    prototype.define_property_or_throw(js_string!("stack"), getter, context)?;
    Ok(())
}

fn correct(stack: &str, files: &Files) -> String {
    stack.split_inclusive('\n').map(|line| correct_line(line, files)).collect()
}

/// Returns the line of a call with the author's place.
fn correct_line(line: &str, files: &Files) -> String {
    let corrected = || {
        let end = line.rfind(')')?;
        let (before, column) = line[..end].rsplit_once(':')?;
        let (before, row) = before.rsplit_once(':')?;
        let (_, file) = before.rsplit_once(" (")?;
        let place = Place { line: row.parse().ok()?, column: column.parse().ok()? };
        let place = files.get(file)?.place(place);
        Some(format!("{before}:{}:{}{}", place.line, place.column, &line[end..]))
    };
    corrected().unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::global_uses::GlobalUses;
    use crate::wrapping::wrap;

    #[test]
    fn stack_shows_places_of_author() {
        let globals = GlobalUses { variables: ["a".to_owned()].into(), ..GlobalUses::default() };
        let files = Files::from([("main".to_owned(), wrap("f()", &globals).1)]);
        let stack = "    at f (main:1:9)\n    at map (native)\n    at (x (lib:1:9)\n    at <main> (main:2:3)\n    \
                     at g (main:?:?)\n";
        let expected = stack.replace("main:1:9", "main:1:2");
        assert_eq!(correct(stack, &files), expected);
    }
}
