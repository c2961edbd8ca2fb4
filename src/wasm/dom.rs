//! A bubble as elements: text nodes only, styles through CSSOM (spec, section 6).
//! The only user of web-sys.

use std::borrow::Cow;

use js_sys::{JsString, RegExp};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlElement, Node, Text};

use super::string::from_units;
use super::{expect_string, method, optional_string};
use crate::unicode;
use crate::wire::{MAX_MARKS, MAX_SHOWN_UTF16};

/// As many combining marks in a row, or what browsers lay out as slowly: format
/// characters and skin tones.
const MARKS: &str = r"[\p{M}\p{Cf}\p{Emoji_Modifier}]{64}";

type Styles = &'static [(&'static str, &'static str)];

const BUBBLE: Styles = &[("contain", "content"), ("overflow-wrap", "anywhere")];

/// In a box of its own a direction control cannot move what stands beside it.
/// The column lets the box be narrower than its unbroken line, which `pre` would
/// make the least width of whatever holds the bubble.
const ROLE: Styles = &[
    ("display", "inline-grid"),
    ("grid-template-columns", "minmax(0, max-content)"),
    ("max-width", "100%"),
    ("overflow", "auto"),
    ("vertical-align", "bottom"),
    ("white-space", "pre"),
];

const ACTION: Styles = &[
    ("display", "inline-block"),
    ("max-width", "100%"),
    ("vertical-align", "bottom"),
];

const CONTENT: Styles = &[("white-space", "pre-wrap")];

#[wasm_bindgen]
extern "C" {
    /// The document, for strings that must not be decoded.
    #[wasm_bindgen(extends = Document)]
    type TextFactory;

    #[wasm_bindgen(method, js_name = createTextNode)]
    fn create_text(this: &TextFactory, data: &JsString) -> Text;

    /// An element, for the same.
    #[wasm_bindgen(extends = Element)]
    type Attributes;

    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_string(this: &Attributes, name: &str, value: &JsString);

    #[wasm_bindgen(method, js_name = getAttribute)]
    fn get_string(this: &Attributes, name: &str) -> Option<JsString>;
}

/// A bubble as an element of `document`.
///
/// # Errors
///
/// A `TypeError` if `content` is not a string, or `role`, `action` or `kind`
/// neither that nor absent; what the document throws.
#[wasm_bindgen(js_name = renderBubble)]
pub fn render_bubble(
    role: &JsValue,
    action: &JsValue,
    content: &JsValue,
    kind: &JsValue,
    document: &Document,
) -> Result<HtmlElement, JsValue> {
    let page = Page {
        document,
        texts: document.unchecked_ref(),
    };
    let bubble = page.element("div", "agent-bubble", BUBBLE)?;
    if let Some(kind) = optional_string(kind, "kind")? {
        bubble.unchecked_ref::<Attributes>().set_string("data-kind", kind);
    }
    let role = optional_string(role, "role")?;
    let action = optional_string(action, "action")?;
    if role.is_some() || action.is_some() {
        append(&bubble, page.header(role, action)?)?;
    }
    let content = expect_string(content, "content")?;
    append(
        &bubble,
        page.text_box("div", "agent-bubble-content", CONTENT, content)?,
    )?;
    Ok(bubble)
}

/// Puts the rest of a text, of which `shown` stands in `holder`, behind a button.
///
/// # Errors
///
/// What the document throws.
#[wasm_bindgen(js_name = renderMore)]
pub fn render_more(
    holder: &HtmlElement,
    shown: &Text,
    rest: &JsString,
    document: &Document,
) -> Result<(), JsValue> {
    let page = Page {
        document,
        texts: document.unchecked_ref(),
    };
    append(holder, page.more(holder, shown, rest)?)
}

fn append(parent: &Node, child: impl AsRef<Node>) -> Result<(), JsValue> {
    parent.append_child(child.as_ref()).map(drop)
}

struct Page<'a> {
    document: &'a Document,
    texts: &'a TextFactory,
}

impl Page<'_> {
    fn element(&self, tag: &str, class: &str, styles: Styles) -> Result<HtmlElement, JsValue> {
        let element: HtmlElement = self.document.create_element(tag)?.unchecked_into();
        element.set_attribute("class", class)?;
        let style = element.style();
        for (property, value) in styles {
            style.set_property(property, value)?;
        }
        Ok(element)
    }

    fn header(&self, role: Option<&JsString>, action: Option<&JsString>) -> Result<HtmlElement, JsValue> {
        let header = self.element("div", "agent-bubble-header", &[])?;
        if let Some(role) = role {
            let role = to_visible(role);
            append(&header, self.text_box("span", "agent-bubble-role", ROLE, &role)?)?;
        }
        if role.is_some() && action.is_some() {
            append(&header, self.texts.create_text(&JsString::from(" ")))?;
        }
        if let Some(action) = action {
            append(
                &header,
                self.text_box("span", "agent-bubble-action", ACTION, action)?,
            )?;
        }
        Ok(header)
    }

    /// An element that holds a text, the end of a long one behind a button.
    fn text_box(
        &self,
        tag: &str,
        class: &str,
        styles: Styles,
        text: &JsString,
    ) -> Result<HtmlElement, JsValue> {
        let element = self.element(tag, class, styles)?;
        let end = shown_at_first(text);
        let shown = self.texts.create_text(&text.slice(0, end));
        append(&element, &shown)?;
        if end < text.length() {
            let rest = text.slice(end, text.length());
            append(&element, self.more(&element, &shown, &rest)?)?;
        }
        Ok(element)
    }

    /// The button that appends the rest, hands its focus to its holder and goes.
    /// Its listeners are methods of the nodes, bound to them: they need this
    /// module no more.
    fn more(&self, holder: &HtmlElement, shown: &Text, rest: &JsString) -> Result<HtmlElement, JsValue> {
        let button = self.element("button", "agent-bubble-more", &[])?;
        button.set_attribute("type", "button")?;
        let label = JsString::from(self.more_label());
        append(&button, self.texts.create_text(&label))?;
        let append = method(shown, "appendData")?.bind1(shown, rest);
        let focus = method(holder, "focus")?.bind0(holder);
        let remove = method(&button, "remove")?.bind0(&button);
        holder.set_attribute("tabindex", "-1")?;
        for listener in [
            append.unchecked_ref(),
            focus.unchecked_ref(),
            remove.unchecked_ref(),
        ] {
            button.add_event_listener_with_callback("click", listener)?;
        }
        Ok(button)
    }

    fn more_label(&self) -> &'static str {
        let root = self.document.document_element();
        let language = root.and_then(|root| root.unchecked_into::<Attributes>().get_string("lang"));
        match language.is_some_and(|language| language.starts_with("zh", 0)) {
            true => "显示更多",
            false => "Show more",
        }
    }
}

/// Where the part of a text ends that is shown at first, in UTF-16 code units:
/// browsers lay out many combining marks on one character very slowly.
#[wasm_bindgen(js_name = shownAtFirst)]
pub fn shown_at_first(content: &JsString) -> u32 {
    let head = content.slice(0, MAX_SHOWN_UTF16);
    let run = head.search(&RegExp::new(MARKS, "u"));
    if run >= 0 {
        return (1..MAX_MARKS).fold(run as u32, |at, _| at + 1 + u32::from(is_pair(content, at)));
    }
    let end = head.length();
    let splits_pair = end < content.length() && is_pair(content, end - 1);
    end - u32::from(splits_pair)
}

/// Whether the two units from `at` on are a surrogate pair.
fn is_pair(text: &JsString, at: u32) -> bool {
    let is = |at, range: core::ops::Range<u32>| range.contains(&(text.char_code_at(at) as u32));
    is(at, 0xD800..0xDC00) && is(at + 1, 0xDC00..0xE000)
}

/// A role in which characters that cannot be seen are written out, but for those
/// that are allowed there. One that is longer than is shown of any text ends
/// there: it is no name.
fn to_visible(role: &JsString) -> JsString {
    if role.length() > MAX_SHOWN_UTF16 {
        return to_visible(&role.slice(0, MAX_SHOWN_UTF16)).concat(&"…".into());
    }
    let units: Vec<u16> = role.iter().collect();
    match unicode::to_visible(&units) {
        Cow::Borrowed(_) => role.clone(),
        Cow::Owned(visible) => from_units(&visible),
    }
}
