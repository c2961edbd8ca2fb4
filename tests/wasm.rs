//! The binding as the WebAssembly module exports it, in Node and in browsers.
#![cfg(target_family = "wasm")]

use agent_bubble::wasm::{parse_message, take_message, to_bubble};
use js_sys::{Array, JSON, JsString, Object, Reflect, TypeError};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const MESSAGES: &str = include_str!("vectors/messages.json");
const CODES: &str = include_str!("vectors/codes.json");
const ROLES: &str = include_str!("vectors/roles.json");
const SURROGATES: &str = include_str!("vectors/surrogates.json");

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

fn codes(message: &JsValue) -> JsValue {
    let codes = Array::new();
    for diagnostic in Array::from(&get(message, "diagnostics")) {
        let code = get(&diagnostic, "code");
        if !codes.includes(&code, 0) {
            codes.push(&code);
        }
    }
    codes.sort().into()
}

fn check_vectors(text: &str) {
    for vector in Array::from(&JSON::parse(text).unwrap()) {
        let name = json(&get(&vector, "name"));
        let [input, sender] = [get(&vector, "input"), get(&vector, "sender")];
        let message = parse_message(input.clone(), sender.clone()).unwrap();
        for key in ["kind", "complete"] {
            assert_eq!(
                json(&get(&message, key)),
                json(&get(&vector, key)),
                "{key} of {name}"
            );
        }
        assert_eq!(
            json(&codes(&message)),
            json(&get(&vector, "codes")),
            "codes of {name}"
        );
        let bubble = to_bubble(input, sender).unwrap();
        assert_eq!(json(&bubble), json(&get(&vector, "bubble")), "bubble of {name}");
        let fields = get(&vector, "fields");
        if fields.is_object() {
            for key in Object::keys(fields.unchecked_ref::<Object>()) {
                let [found, right] =
                    [&message, &fields].map(|object| json(&Reflect::get(object, &key).unwrap()));
                assert_eq!(found, right, "{} of {name}", json(&key));
            }
        }
    }
}

#[wasm_bindgen_test]
fn vectors_read_by_the_module_give_their_answers() {
    for vectors in [MESSAGES, CODES, ROLES] {
        check_vectors(vectors);
    }
}

#[wasm_bindgen_test]
fn lone_surrogates_stay_as_they_are() {
    check_vectors(SURROGATES);
    let text = JsString::from_char_code(&[0xD83D]);
    let message = parse_message(text.clone().into(), JsValue::NULL).unwrap();
    let content: JsString = get(&message, "content").unchecked_into();
    assert_eq!(
        (content.length(), content.char_code_at(0)),
        (1, f64::from(0xD83Du32))
    );
}

#[wasm_bindgen_test]
fn a_wrong_argument_is_a_type_error() {
    let none = JsValue::NULL;
    for text in [
        JsValue::from(5),
        JsValue::UNDEFINED,
        JsValue::NULL,
        Object::new().into(),
    ] {
        assert!(
            parse_message(text.clone(), none.clone())
                .unwrap_err()
                .is_instance_of::<TypeError>()
        );
        assert!(
            to_bubble(text, none.clone())
                .unwrap_err()
                .is_instance_of::<TypeError>()
        );
    }
    assert!(
        parse_message("".into(), 5.into())
            .unwrap_err()
            .is_instance_of::<TypeError>()
    );
}

#[wasm_bindgen_test]
fn absent_values_are_null_and_absent_keys_are_not_there() {
    let message = parse_message("你好".into(), JsValue::UNDEFINED).unwrap();
    assert_eq!(
        json(&message),
        r#"{"protocol":null,"kind":"plain","role":null,"claimedRole":null,"action":null,"id":null,"target":null,"content":"你好","complete":true,"diagnostics":[]}"#,
    );
}

#[wasm_bindgen_test]
fn taking_without_a_scan_is_an_error() {
    let error = take_message("".into(), JsValue::NULL).unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
}
