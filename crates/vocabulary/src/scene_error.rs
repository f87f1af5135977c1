//! The class of the exceptions for what a scene refuses.

use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue, Script, Source, js_string};

/// The prototype of the class as it was made, whatever a script does to it later.
struct Prototype(Option<JsObject>);

/// Defines the class `SceneError` as a global, and keeps its prototype.
pub(crate) fn define_class(context: &mut Context) -> JsResult<()> {
    const SOURCE: &str = "Object.defineProperty(globalThis, 'SceneError', { writable: true, configurable: true, value: \
         class SceneError extends Error {} });\
         Object.defineProperty(SceneError.prototype, 'name', { writable: true, configurable: true, value: 'SceneError' })";
    Script::parse(Source::from_bytes(SOURCE), None, context)?.evaluate(context)?;
    let class = context.global_object().get(js_string!("SceneError"), context)?;
    let prototype = match class.as_object() {
        Some(class) => class.get(js_string!("prototype"), context)?.as_object(),
        None => None,
    };
    context.insert_data(Prototype(prototype));
    Ok(())
}

/// Makes an exception of the class `SceneError`.
pub(crate) fn scene_error(message: &str, context: &mut Context) -> JsError {
    let error = JsNativeError::error().with_message(message.to_owned()).into_opaque(context);
    error.set_prototype(context.get_data::<Prototype>().and_then(|it| it.0.clone()));
    JsError::from_opaque(JsValue::from(error))
}
