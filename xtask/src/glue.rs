//! What is changed in wasm-bindgen's JavaScript, and why. Each change expects
//! to find its place exactly once: an upgrade that moves it fails the build.

use crate::Outcome;

struct Change {
    why: &'static str,
    from: &'static str,
    to: &'static str,
}

const CHANGES: &[Change] = &[
    Change {
        why: "a new instance must replace one that trapped",
        from: "function initSync(module) {\n    if (wasm !== undefined) return wasm;\n",
        to: "function initSync(module) {\n",
    },
    Change {
        why: "a module compiled by the host can be of another realm, where `instanceof` is false",
        from: "    if (!(module instanceof WebAssembly.Module)) {\n        module = new WebAssembly.Module(module);\n    }\n    const instance",
        to: "    const instance",
    },
    Change {
        why: "some hosts have no TextDecoder, and nothing may run at import",
        from: "let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });\ncachedTextDecoder.decode();\n",
        to: "let cachedTextDecoder;\nfunction newTextDecoder() {\n    \
             if (typeof TextDecoder === 'function') return new TextDecoder('utf-8', { ignoreBOM: true });\n    \
             const escapeByte = (byte) => '%' + (byte + 256).toString(16).slice(1);\n    \
             return { decode: (bytes) => decodeURIComponent(Array.from(bytes, escapeByte).join('')) };\n}\n",
    },
    Change {
        why: "the decoder is made on first use",
        from: "    return cachedTextDecoder.decode(bytes);\n",
        to: "    cachedTextDecoder ??= newTextDecoder();\n    return cachedTextDecoder.decode(bytes);\n",
    },
    Change {
        why: "a decoder is made in one place",
        from: "        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });\n        cachedTextDecoder.decode();\n",
        to: "        cachedTextDecoder = newTextDecoder();\n",
    },
];

/// What must not be left, since bundlers act on it or hosts lack it.
const FORBIDDEN: &[&str] = &[
    "import.meta",
    "new URL",
    "new TextEncoder",
    "FinalizationRegistry",
];

/// wasm-bindgen's output as the package ships it.
pub fn rewrite(glue: &str) -> Outcome<String> {
    let mut glue = glue.to_owned();
    for Change { why, from, to } in CHANGES {
        let places = glue.matches(from).count();
        if places != 1 {
            return Err(format!(
                "wasm-bindgen's output has changed: expected one place to change because {why}, found {places}"
            ));
        }
        glue = glue.replacen(from, to, 1);
    }
    match FORBIDDEN.iter().find(|word| glue.contains(**word)) {
        None => Ok(glue),
        Some(word) => Err(format!(
            "wasm-bindgen's output holds `{word}`, which breaks in some hosts"
        )),
    }
}
