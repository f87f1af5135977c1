//! Names that the engine itself defines.

/// The globals of the engine, except those that the sandbox removes.
#[rustfmt::skip]
pub(crate) const ENGINE_GLOBALS: &[&str] = &[
    "globalThis", "Infinity", "NaN", "undefined", "isFinite", "isNaN", "parseFloat", "parseInt",
    "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape", "eval",
    "AggregateError", "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean",
    "DataView", "Date", "Error", "EvalError", "FinalizationRegistry", "Float32Array", "Float64Array",
    "Function", "Int16Array", "Int32Array", "Int8Array", "Iterator", "Map", "Number", "Object",
    "Promise", "Proxy", "RangeError", "ReferenceError", "RegExp", "Set", "SharedArrayBuffer", "String",
    "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array",
    "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "Atomics", "JSON", "Math", "Reflect",
    "console", "SceneError", "arguments",
];

/// The members of Math.
pub(crate) const MATH: &[&str] = &[
    "E", "LN10", "LN2", "LOG10E", "LOG2E", "PI", "SQRT1_2", "SQRT2", "abs", "acos", "acosh", "asin", "asinh",
    "atan", "atan2", "atanh", "cbrt", "ceil", "clz32", "cos", "cosh", "exp", "expm1", "floor", "fround",
    "hypot", "imul", "log", "log10", "log1p", "log2", "max", "min", "pow", "random", "round", "sign", "sin",
    "sinh", "sqrt", "tan", "tanh", "trunc",
];

/// The methods that scripts call on arrays, texts, numbers, maps, sets and promises.
#[rustfmt::skip]
pub(crate) const METHODS: &[&str] = &[
    "add", "all", "at", "bind", "call", "apply", "catch", "charAt", "charCodeAt", "clear",
    "codePointAt", "concat", "copyWithin", "delete", "endsWith", "entries", "every", "fill", "filter",
    "finally", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "forEach", "from",
    "fromEntries", "get", "getOwnPropertyNames", "has", "hasOwnProperty", "includes", "indexOf",
    "isArray", "isFinite", "isInteger", "isNaN", "join", "keys", "lastIndexOf", "localeCompare", "map",
    "match", "matchAll", "next", "normalize", "of", "padEnd", "padStart", "parse", "pop", "push",
    "reduce", "reduceRight", "reject", "repeat", "replace", "replaceAll", "resolve", "reverse",
    "search", "set", "shift", "slice", "some", "sort", "splice", "split", "startsWith", "stringify",
    "substring", "then", "toExponential", "toFixed", "toLowerCase", "toPrecision", "toReversed",
    "toSorted", "toSpliced", "toString", "toUpperCase", "trim", "trimEnd", "trimStart", "unshift",
    "valueOf", "values", "with", "log", "info", "warn", "error", "debug", "assign", "freeze", "create",
    "defineProperty",
];

pub(crate) fn is_engine_global(name: &str) -> bool {
    ENGINE_GLOBALS.contains(&name)
}

/// Returns the alternative to importing from outside of the project.
pub(crate) fn outside_hint(specifier: &str) -> Option<&'static str> {
    const OF_NODE: &[&str] = &[
        "assert",
        "buffer",
        "child_process",
        "crypto",
        "events",
        "fs",
        "fs/promises",
        "http",
        "https",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "stream",
        "timers",
        "url",
        "util",
        "vm",
        "worker_threads",
    ];
    let ending = specifier.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("dxf") => {
            return Some("Files of assets/ are no modules: importDxf('part', 'part.dxf') draws one.");
        }
        Some("svg") => {
            return Some("Files of assets/ are no modules: importSvg('logo', 'logo.svg') draws one.");
        }
        Some("csv" | "json" | "txt" | "tsv" | "xyz") => {
            return Some("Files of assets/ are no modules: readAsset('points.csv') reads one.");
        }
        _ => {}
    }
    if specifier.starts_with("node:") || OF_NODE.contains(&specifier) {
        return Some(
            "Scripts do not run in Node: there are no files, processes and networks. Only modules of the project can be \
             imported, by their name.",
        );
    }
    if specifier.contains("://") || specifier.starts_with("data:") || specifier.starts_with("npm:") {
        return Some("There is no network. Only modules of the project can be imported, by their name.");
    }
    if specifier.starts_with(['.', '/']) {
        return Some("There are no paths. Only modules of the project can be imported, by their name.");
    }
    None
}

/// Returns the alternative to a library that draws elsewhere.
pub(crate) fn library_hint(specifier: &str) -> Option<&'static str> {
    const LIBRARIES: &[&str] = &[
        "paper",
        "makerjs",
        "maker.js",
        "p5",
        "svg.js",
        "snapsvg",
        "d3",
        "two.js",
        "fabric",
        "konva",
        "three",
        "jscad",
        "replicad",
        "opencascade.js",
        "react",
        "canvas",
        "dxf-writer",
        "dxf",
        "matter-js",
        "mathjs",
    ];
    let package = specifier.split('/').next().unwrap_or(specifier);
    (specifier.starts_with('@') || LIBRARIES.contains(&package)).then_some(
        "There are no packages. Functions that draw need no import, such as drawCircle, drawRect, drawLine, \
         booleanUnion, booleanDifference, translate and rotate: describe lists them.",
    )
}

/// Returns the alternative to a name that other hosts of JavaScript define.
pub(crate) fn host_hint(name: &str) -> Option<&'static str> {
    Some(match name {
        "require" | "module" | "exports" => "Write import { name } from \"module\", and export to export.",
        "setTimeout" | "setInterval" | "setImmediate" | "requestAnimationFrame" | "queueMicrotask" => {
            "There are no timers: a run draws one scene and ends. Call the function directly."
        }
        "process" | "Buffer" | "__dirname" | "__filename" | "Deno" | "Bun" => {
            "Scripts do not run in Node: there are no files, processes and networks."
        }
        "fetch" | "XMLHttpRequest" | "WebSocket" => {
            "There is no network. Keep data in a module of the project."
        }
        "window" | "document" | "navigator" | "alert" | "localStorage" | "self" | "global" | "canvas"
        | "ctx" => {
            "There is no browser. Draw with drawCircle(name, x, y, radius), drawRect, drawLine, drawBezier and so on, print with \
             console.log, reach globals by globalThis."
        }
        "performance" => "There is no clock in a script.",
        "structuredClone" => "Copy plain data with JSON.parse(JSON.stringify(value)).",
        "Intl" => {
            "Format numbers with value.toFixed(digits), or with value.toLocaleString(), which groups digits as in 1,234.5."
        }
        "TextEncoder" | "TextDecoder" | "URL" | "URLSearchParams" | "btoa" | "atob" | "crypto" | "Blob"
        | "Worker" | "WebAssembly" | "AbortController" | "EventTarget" | "MessageChannel" => {
            "Scripts have what the language itself defines: neither a browser nor Node surrounds them."
        }
        _ => return None,
    })
}
