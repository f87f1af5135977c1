//! Runs a script in QuickJS-ng several times, with host functions that take their arguments and keep them.
//!
//! Reads one job as JSON from standard input, and prints the times as JSON. Each run has a context of its own in one runtime, as the
//! runs beside it have.

use std::cell::RefCell;
use std::io::{Error, Read};
use std::rc::Rc;
use std::time::Instant;

use rquickjs::function::{Func, Rest};
use rquickjs::{CatchResultExt, Context, Ctx, Object, Result, Runtime, Value};

#[derive(serde::Deserialize)]
struct Job {
    source: String,
    /// The names of the host functions.
    functions: Vec<String>,
    /// How often the script must call them.
    calls: usize,
    rounds: usize,
}

/// The arguments of a host function, as a drawing would keep them.
#[expect(dead_code, reason = "it is kept, as a drawing keeps it, and never read")]
enum Kept {
    Number(f64),
    Text(String),
    Flag(bool),
    List(Vec<Kept>),
    Record(Vec<(String, Kept)>),
    Nothing,
}

fn main() -> std::result::Result<(), Error> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let job: Job = serde_json::from_str(&text)?;
    let runtime = Runtime::new().map_err(Error::other)?;
    let mut times = Vec::with_capacity(job.rounds);
    for _ in 0..job.rounds {
        let started_at = Instant::now();
        let calls = run(&runtime, &job).map_err(Error::other)?;
        times.push(started_at.elapsed().as_secs_f64() * 1000.0);
        if calls != job.calls {
            return Err(Error::other(format!("expected {} calls, got {calls}", job.calls)));
        }
    }
    println!("{}", serde_json::to_string(&times)?);
    Ok(())
}

/// One run in a new context. Returns the number of calls.
fn run(runtime: &Runtime, job: &Job) -> std::result::Result<usize, String> {
    let context = Context::full(runtime).map_err(|error| error.to_string())?;
    let calls: Rc<RefCell<Vec<Vec<Kept>>>> = Rc::default();
    context.with(|ctx| {
        define_host(&ctx, job, &calls).map_err(|error| error.to_string())?;
        let script = ctx.eval::<(), _>(job.source.as_str());
        script.catch(&ctx).map_err(|error| error.to_string())
    })?;
    Ok(calls.borrow().len())
}

fn define_host<'js>(ctx: &Ctx<'js>, job: &Job, calls: &Rc<RefCell<Vec<Vec<Kept>>>>) -> Result<()> {
    for name in &job.functions {
        let calls = Rc::clone(calls);
        let keep = move |arguments: Rest<Value<'js>>| -> Result<bool> {
            let kept = arguments.iter().map(kept).collect::<Result<_>>()?;
            calls.borrow_mut().push(kept);
            Ok(true)
        };
        ctx.globals().set(name.as_str(), Func::from(keep))?;
    }
    let console = Object::new(ctx.clone())?;
    console.set("log", Func::from(|_: Rest<Value<'js>>| ()))?;
    ctx.globals().set("console", console)
}

fn kept(value: &Value<'_>) -> Result<Kept> {
    if let Some(number) = value.as_number() {
        return Ok(Kept::Number(number));
    }
    if let Some(text) = value.as_string() {
        return Ok(Kept::Text(text.to_string()?));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Kept::Flag(flag));
    }
    if let Some(list) = value.as_array() {
        let items = list.iter::<Value>().map(|item| kept(&item?)).collect::<Result<_>>()?;
        return Ok(Kept::List(items));
    }
    let Some(object) = value.as_object() else { return Ok(Kept::Nothing) };
    let entries = object.props::<String, Value>();
    let entries = entries.map(|entry| {
        let (key, value) = entry?;
        Ok((key, kept(&value)?))
    });
    Ok(Kept::Record(entries.collect::<Result<_>>()?))
}
