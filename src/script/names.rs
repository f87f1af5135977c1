//! Names that the engine itself defines, and the search for a near one.

/// The globals of the engine, less what the sandbox takes away.
pub const ENGINE_GLOBALS: &[&str] = &[
    "globalThis",
    "Infinity",
    "NaN",
    "undefined",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "unescape",
    "eval",
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Float32Array",
    "Float64Array",
    "Function",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "Map",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "Atomics",
    "JSON",
    "Math",
    "Reflect",
    "console",
    "SceneError",
    "arguments",
];

pub fn is_engine_global(name: &str) -> bool {
    ENGINE_GLOBALS.contains(&name)
}

/// The candidate nearest to `wanted`, when it is near enough to be a slip: at most one edit in three characters.
pub fn near_name<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    // Of a name of one or two letters nearly everything would be near.
    let allowed = if length < 3 { 0 } else { (length / 3).min(3) };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == wanted || candidate.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = match candidate.eq_ignore_ascii_case(wanted) {
            true => 0,
            false => strsim::damerau_levenshtein(wanted, candidate),
        };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let names = ["drawCircle", "drawRect", "setFill"];
        let near = |wanted| near_name(wanted, names.into_iter());
        assert_eq!(near("drawCirle"), Some("drawCircle"));
        assert_eq!(near("drawcircle"), Some("drawCircle"));
        assert_eq!(near("setFil"), Some("setFill"));
        assert_eq!(near("banana"), None);
        assert_eq!(near("x"), None);
    }
}
