//! The global `console`, which prints into the log of the run.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsResult, NativeFunction, js_string};

use super::host::host;
use super::progress::CONSOLE;
use super::show::show;
use scenewright_call::Level;

/// The methods of the console.
pub(crate) const METHODS: [&str; 5] = ["log", "info", "debug", "warn", "error"];

/// Defines the global `console`.
pub(crate) fn define(context: &mut Context) -> JsResult<()> {
    let mut object = ObjectInitializer::new(context);
    for name in METHODS {
        let level = match name {
            "info" => Level::Info,
            "warn" => Level::Warn,
            "error" => Level::Error,
            _ => Level::Log,
        };
        let function = NativeFunction::from_copy_closure(move |_, args, context| {
            let host = host(context);
            host.note_call(CONSOLE, context);
            // A script that prints in a loop would otherwise spend its time on text that is never shown.
            if host.log.borrow().is_full() {
                host.log.borrow_mut().drop_line();
                return Ok(JsValue::undefined());
            }
            let text = line(args, host.log.borrow().room(), context);
            host.print(level, &text);
            Ok(JsValue::undefined())
        });
        object.function(function, js_string!(name), 0);
    }
    let console = object.build();
    context.register_global_property(js_string!("console"), console, Attribute::all())
}

/// Formats the arguments of a call as one line: strings bare, everything else as its author would write it.
/// The line becomes little longer than `room`, whatever the arguments are.
fn line(args: &[JsValue], room: usize, context: &mut Context) -> String {
    let mut line = String::new();
    for (index, value) in args.iter().enumerate() {
        let left = room.saturating_sub(line.len());
        if left == 0 {
            break;
        }
        if index > 0 {
            line.push(' ');
        }
        match value.as_string() {
            Some(string) if string.len() <= left => line.push_str(&string.to_std_string_lossy()),
            // Only the part with room in the log is copied: a string may have half a gigabyte.
            Some(string) => {
                line.push_str(&string.get(0..left).map(|it| it.to_std_string_lossy()).unwrap_or_default());
            }
            None => line.push_str(&show(value, left, context).text),
        }
    }
    line
}
