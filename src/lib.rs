//! Node-API: strings of JSON in and out, promises, events, and a guard on every entry. The only room that names
//! napi.

mod door;
mod project;
mod reply;
mod workspace;

use std::path::Path;

use napi_derive::napi;

use scenewright_project as session;

/// The tool table of a profile as JSON.
#[napi(catch_unwind)]
pub fn tool_definitions(profile: String) -> napi::Result<String, String> {
    let definitions = session::tool_definitions(&profile);
    definitions
        .map(|it| it.to_string())
        .map_err(|error| napi::Error::new(error.kind.as_str().to_owned(), error.message))
}

/// What this machine offers, as JSON. Starts a runner to see whether it works.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub fn doctor<'env>(
    env: &'env napi::Env,
    runner_path: String,
) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    let (reply, promise) = reply::Reply::<String>::new(env)?;
    reply.spawn(move || session::doctor(Path::new(&runner_path)).to_string());
    Ok(promise)
}

/// Panics in a sync export, for the test of the guard.
#[napi(catch_unwind)]
pub fn panic_for_test() {
    panic!("a panic that a test asked for");
}

/// Panics in an async task, for the test of the guard.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub fn panic_for_test_async<'env>(env: &'env napi::Env) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    let (reply, promise) = reply::Reply::<String>::new(env)?;
    reply.spawn(|| panic!("a panic that a test asked for"));
    Ok(promise)
}
