//! The elements of arrays that scripts pass, read where the engine keeps them.

use boa_engine::object::{IndexPropertyValues, JsObject};
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsResult, JsString, JsValue};

/// Reads an element. One that lies in a row with its neighbours is a plain value of the array's own, and is taken without
/// asking for it as a property; reading any other may run code of the script.
pub(crate) fn element(array: &JsObject, at: u64, context: &mut Context) -> JsResult<JsValue> {
    let found = usize::try_from(at).ok().and_then(|at| {
        let array = array.borrow();
        match array.properties().index_property_values() {
            IndexPropertyValues::DenseI32(row) => row.as_slice().get(at).map(|&it| JsValue::from(it)),
            IndexPropertyValues::DenseF64(row) => row.as_slice().get(at).map(|&it| JsValue::from(it)),
            IndexPropertyValues::DenseElement(row) => row.as_slice().get(at).cloned(),
            IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => None,
        }
    });
    match found {
        Some(value) => Ok(value),
        None => array.get(at, context),
    }
}

/// Returns a script's text; `None` where it holds half of a surrogate pair, which no text of a scene may.
pub(crate) fn text_of(text: &JsString) -> Option<String> {
    match text.as_str().variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => String::from_utf8(bytes.to_vec()).ok(),
        JsStrVariant::Latin1(_) | JsStrVariant::Utf16(_) => text.to_std_string().ok(),
    }
}

/// Returns the beginning of a text that is too long to be repeated.
pub(crate) fn cut(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
