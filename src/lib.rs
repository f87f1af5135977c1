//! Node-API: strings of JSON in and out, promises, events, and a guard on every entry. The only crate that
//! names napi.

mod door;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod hypot;
mod project;
mod reply;
mod runner;
mod workspace;

use std::path::Path;

use napi_derive::napi;

use scenewright_error::{Kind, quote_name};

/// Returns the tool table of a profile as JSON.
#[napi(catch_unwind)]
pub fn tool_definitions(profile: String) -> napi::Result<String, String> {
    let definitions = match profile.as_str() {
        "scene" => scenewright_project::tool_definitions(),
        "files" => scenewright_workspace::tool_definitions(),
        other => {
            let message = format!("there is no profile \"{}\"; known are files and scene", quote_name(other));
            return Err(napi::Error::new(Kind::InvalidInput.as_str().to_owned(), message));
        }
    };
    Ok(definitions.to_string())
}

/// Returns a report on this machine, as JSON. Starts a runner to see if it works.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub fn doctor<'env>(
    env: &'env napi::Env,
    runner_path: String,
) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    let (reply, promise) = reply::Reply::<String>::new(env)?;
    reply.spawn(move || scenewright_project::doctor(Path::new(&runner_path)).to_string());
    Ok(promise)
}

/// Checks a DXF or SVG file for what a workshop would send back. The request and the answer are JSON.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub fn lint_file<'env>(
    env: &'env napi::Env,
    bytes: napi::bindgen_prelude::Buffer,
    request_json: String,
) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    let (reply, promise) = reply::Reply::<String>::new(env)?;
    let bytes = bytes.to_vec();
    reply.spawn(move || scenewright_project::lint_file(&bytes, &request_json).to_string());
    Ok(promise)
}

/// Writes the findings of a check as `text` or `sarif`.
#[napi(catch_unwind)]
pub fn format_findings(report_json: String, name: String, format: String) -> napi::Result<String, String> {
    scenewright_project::format_findings(&report_json, &name, &format)
        .map_err(|error| napi::Error::new(error.kind.as_str().to_owned(), error.message))
}

/// Panics in a sync export, for the test of the guard.
#[cfg(feature = "test-panics")]
#[napi(catch_unwind, skip_typescript)]
pub fn panic_for_test() {
    panic!("a panic that a test asked for");
}

/// Panics in an async task, for the test of the guard.
#[cfg(feature = "test-panics")]
#[napi(catch_unwind, skip_typescript)]
pub fn panic_for_test_async<'env>(env: &'env napi::Env) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    let (reply, promise) = reply::Reply::<String>::new(env)?;
    reply.spawn(|| panic!("a panic that a test asked for"));
    Ok(promise)
}

/// Panics in the runner, for the test of its guard. A function, as napi exports every method of a block.
#[cfg(feature = "test-panics")]
#[napi(catch_unwind, skip_typescript)]
pub fn panic_in_runner_for_test<'env>(
    env: &'env napi::Env,
    project: &project::NativeProject,
    call_id: u32,
) -> napi::Result<napi::bindgen_prelude::Object<'env>> {
    project.call_host(env, scenewright_project::HostCall::Panic, call_id)
}
