import { Chat } from "./chat.js";
import { ConversationView } from "./conversation.js";
import { byId } from "./dom.js";
import { Reader } from "./reader.js";
import { STRINGS } from "./strings.js";
import { Writer } from "./writer.js";

let strings = navigator.language.toLowerCase().startsWith("zh") ? STRINGS.zh : STRINGS.en;
let parts = [];

function translatePage() {
  document.documentElement.lang = strings.lang;
  document.title = strings.pageTitle;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = strings[node.dataset.text];
  for (const node of document.querySelectorAll("[data-label]")) node.ariaLabel = strings[node.dataset.label];
  for (const node of document.querySelectorAll("[data-placeholder]")) {
    node.placeholder = strings[node.dataset.placeholder];
  }
  const button = byId("language");
  button.textContent = strings.otherLanguage;
  button.lang = strings.otherLang;
}

function toggleLanguage() {
  strings = strings === STRINGS.en ? STRINGS.zh : STRINGS.en;
  translatePage();
  for (const part of parts) part.translate(strings);
}

async function start() {
  translatePage();
  byId("language").addEventListener("click", toggleLanguage);
  try {
    const codec = await import("./agent-bubble/index.js");
    await codec.init();
    const reader = new Reader(codec, strings);
    parts = [reader, new Writer(codec, strings, reader), new Chat(codec, strings), new ConversationView(codec, strings)];
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    byId("failure").textContent = `${strings.failure} ${error.message}`;
    byId("failure").hidden = false;
    throw error;
  }
}

start();
