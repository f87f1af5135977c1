//! `console`: what a script prints, within its limits. Past them the output is cut and the run goes on.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsResult, NativeFunction, js_string};
use serde::{Deserialize, Serialize};

use super::engine::host;
use super::limits::Limits;
use super::progress::CONSOLE;
use super::show::show;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Log,
    Info,
    Warn,
    Error,
}

/// One call of a console function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    pub level: Level,
    pub text: String,
}

/// The lines of one run.
#[derive(Debug)]
pub struct Console {
    lines: Vec<LogLine>,
    bytes: usize,
    most_bytes: usize,
    most_lines: usize,
    dropped: u64,
}

impl Console {
    pub fn new(limits: &Limits) -> Self {
        Console {
            lines: Vec::new(),
            bytes: 0,
            most_bytes: limits.output_bytes,
            most_lines: limits.output_lines,
            dropped: 0,
        }
    }

    /// Whether a further line would be dropped anyway, so that it need not be formatted.
    fn is_full(&self) -> bool {
        self.lines.len() >= self.most_lines || self.bytes >= self.most_bytes
    }

    /// The bytes that are left, and one more so that a cut shows.
    fn room(&self) -> usize {
        self.most_bytes.saturating_sub(self.bytes) + 1
    }

    fn push(&mut self, level: Level, text: &str) {
        if self.is_full() {
            self.dropped += 1;
            return;
        }
        let mut end = text.len().min(self.most_bytes - self.bytes);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.bytes += end + 1;
        let mut text = text[..end].to_owned() + if end < text.len() { "… (cut)" } else { "" };
        text.shrink_to_fit();
        self.lines.push(LogLine { level, text });
    }

    /// The lines, with a note at the end when some were left out.
    pub fn finish(mut self) -> Vec<LogLine> {
        if self.dropped > 0 {
            let text = format!(
                "… {} more line{} not shown: console output is limited to {} and {} lines",
                self.dropped,
                if self.dropped == 1 { "" } else { "s" },
                super::limits::bytes(self.most_bytes),
                self.most_lines
            );
            self.lines.push(LogLine { level: Level::Warn, text });
        }
        self.lines
    }
}

/// Defines the global `console` with `log`, `info`, `debug`, `warn` and `error`.
pub fn define(context: &mut Context) -> JsResult<()> {
    let mut object = ObjectInitializer::new(context);
    for (name, level) in [
        ("log", Level::Log),
        ("info", Level::Info),
        ("debug", Level::Log),
        ("warn", Level::Warn),
        ("error", Level::Error),
    ] {
        let function = NativeFunction::from_copy_closure(move |_, args, context| {
            let host = host(context);
            host.note_call(CONSOLE, context);
            if host.console.borrow().is_full() {
                host.console.borrow_mut().dropped += 1;
                return Ok(JsValue::undefined());
            }
            let text = line(args, host.console.borrow().room(), context);
            host.console.borrow_mut().push(level, &text);
            Ok(JsValue::undefined())
        });
        object.function(function, js_string!(name), 0);
    }
    let console = object.build();
    context.register_global_property(js_string!("console"), console, Attribute::all())
}

/// The arguments of a call as one line: strings bare, everything else as its author would write it. It becomes
/// little longer than `room`, whatever the arguments are.
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
            Some(string) => {
                line.push_str(&string.get(0..left).map(|it| it.to_std_string_lossy()).unwrap_or_default())
            }
            None => line.push_str(&show(value, left, context).text),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn console(bytes: usize, lines: usize) -> Console {
        Console::new(&Limits { output_bytes: bytes, output_lines: lines, ..Limits::default() })
    }

    #[test]
    fn lines_past_the_limit_are_counted_not_kept() {
        let mut it = console(1000, 2);
        for n in 0..5 {
            it.push(Level::Log, &n.to_string());
        }
        let lines = it.finish();
        assert_eq!(lines.len(), 3);
        assert!(lines[2].text.starts_with("… 3 more lines not shown"), "{}", lines[2].text);
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        let mut it = console(5, 10);
        it.push(Level::Log, "ab😀cd");
        assert_eq!(it.finish()[0].text, "ab… (cut)");
    }
}
