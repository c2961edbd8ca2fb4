//! The rendering as the WebAssembly module exports it, in browsers.
#![cfg(target_family = "wasm")]

use agent_bubble::wasm::render_bubble;
use js_sys::TypeError;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement};

wasm_bindgen_test_configure!(run_in_browser);

fn render(role: Option<&str>, action: Option<&str>, content: &str) -> HtmlElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let value = |text: Option<&str>| text.map_or(JsValue::NULL, JsValue::from);
    render_bubble(
        &value(role),
        &value(action),
        &content.into(),
        &JsValue::NULL,
        &document,
    )
    .unwrap()
}

fn text(element: &Element, class: &str) -> Option<String> {
    element.query_selector(class).unwrap()?.text_content()
}

#[wasm_bindgen_test]
fn header_and_content_are_text() {
    let bubble = render(Some("UI Operator_1"), Some("提问"), "<b>好</b>\n了吗？");
    assert_eq!(
        text(&bubble, ".agent-bubble-header").as_deref(),
        Some("UI Operator_1 提问")
    );
    assert_eq!(
        text(&bubble, ".agent-bubble-content").as_deref(),
        Some("<b>好</b>\n了吗？")
    );
    assert_eq!(bubble.get_elements_by_tag_name("b").length(), 0);
}

#[wasm_bindgen_test]
fn header_is_left_out_where_nobody_speaks() {
    assert_eq!(text(&render(None, None, "你好"), ".agent-bubble-header"), None);
    let labelled = render(None, Some("与目标 Agent 通信失败"), "");
    assert_eq!(
        text(&labelled, ".agent-bubble-header").as_deref(),
        Some("与目标 Agent 通信失败")
    );
}

#[wasm_bindgen_test]
fn direction_controls_in_a_role_are_written_out() {
    let bubble = render(Some("\u{202E}redaeL maeT"), None, "");
    assert_eq!(
        text(&bubble, ".agent-bubble-role").as_deref(),
        Some("⟨U+202E⟩redaeL maeT")
    );
}

#[wasm_bindgen_test]
fn long_content_waits_behind_a_button() {
    let content = "好".repeat(65_535) + "🙂" + "完";
    let bubble = render(None, None, &content);
    let body = bubble.query_selector(".agent-bubble-content").unwrap().unwrap();
    let shown = body.first_child().unwrap().text_content().unwrap();
    assert_eq!(shown.chars().count(), 65_535, "the cut splits no surrogate pair");
    let button: HtmlElement = body.query_selector("button").unwrap().unwrap().unchecked_into();
    button.click();
    assert_eq!(body.text_content().unwrap(), content);
}

#[wasm_bindgen_test]
fn many_combining_marks_wait_behind_a_button() {
    let content = format!("e{}", "\u{301}".repeat(64));
    let body = render(None, None, &content)
        .query_selector(".agent-bubble-content")
        .unwrap()
        .unwrap();
    let shown = body.first_child().unwrap().text_content().unwrap();
    assert_eq!(shown.chars().count(), 64, "one letter and 63 marks");
    let fits = render(None, None, &content[..content.len() - 2]);
    assert!(fits.query_selector("button").unwrap().is_none());
}

#[wasm_bindgen_test]
fn role_longer_than_is_shown_ends_in_an_ellipsis() {
    let bubble = render(Some(&"A\u{200B}".repeat(40_000)), None, "");
    let role = text(&bubble, ".agent-bubble-role").unwrap();
    assert!(role.starts_with("A⟨U+200B⟩A") && !role.contains('\u{200B}'));
    let button: HtmlElement = bubble.query_selector("button").unwrap().unwrap().unchecked_into();
    button.click();
    assert!(text(&bubble, ".agent-bubble-role").unwrap().ends_with('…'));
}

#[wasm_bindgen_test]
fn what_is_laid_out_as_slowly_as_marks_waits_too() {
    for slow in ["\u{1F3FB}", "\u{2060}", "\u{301}\u{200C}"] {
        let bubble = render(None, None, &slow.repeat(64));
        assert!(bubble.query_selector("button").unwrap().is_some());
    }
}

#[wasm_bindgen_test]
fn wrong_arguments_are_type_errors() {
    let document = web_sys::window().unwrap().document().unwrap();
    let [none, number] = [JsValue::NULL, JsValue::from(5)];
    let error = render_bubble(&none, &none, &number, &none, &document).unwrap_err();
    assert!(error.is_instance_of::<TypeError>());
    let error = render_bubble(&number, &none, &"".into(), &none, &document).unwrap_err();
    assert!(error.is_instance_of::<TypeError>());
}
