//! The demo page, as anyone could host it: the files of `www/` and the package.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use tiny_http::{Header, Request, Response, Server};

use crate::command::{copy, empty_folder, root, say, target};
use crate::{Outcome, build};

/// Where the page is served; any free port where this one is taken.
const PORT: u16 = 8173;

const MEDIA_TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("wasm", "application/wasm"),
];

/// What the package is made of, below the root.
const SOURCES: &[&str] = &[
    "src",
    "xtask/src",
    "xtask/Cargo.toml",
    "xtask/Cargo.lock",
    "Cargo.toml",
    "Cargo.lock",
    "pkg.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
];

pub fn run() -> Outcome {
    if is_built() {
        say("the package is up to date");
    } else {
        build::package()?;
    }
    let site = site(&root().join("pkg"))?;
    let server = listen()?;
    let address = server.server_addr();
    println!("\nThe demo page is at http://{address}/ (stop with Ctrl+C)");
    for request in server.incoming_requests() {
        // a browser that hung up is no fault of ours
        let _ = answer(&site, request);
    }
    Ok(())
}

/// Puts the page and the package from `package` together; the folder.
pub fn site(package: &Path) -> Outcome<PathBuf> {
    let site = target("site");
    for (from, to) in [
        (root().join("www"), site.clone()),
        (package.to_owned(), site.join("agent-bubble")),
    ] {
        empty_folder(&to)?;
        for file in files(&from)? {
            copy(&file, &to.join(file.file_name().unwrap_or_default()))?;
        }
    }
    Ok(site)
}

fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    Ok(files)
}

/// Whether the package is newer than all that it is made of.
fn is_built() -> bool {
    let built = modified(&root().join("pkg/package.json"));
    let newest = SOURCES
        .iter()
        .filter_map(|source| newest_below(&root().join(source)))
        .max();
    built.is_some() && built > newest
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

fn newest_below(path: &Path) -> Option<SystemTime> {
    if path.ends_with("node_modules") {
        return None;
    }
    match std::fs::read_dir(path) {
        Err(_) => modified(path),
        Ok(entries) => entries
            .filter_map(|entry| newest_below(&entry.ok()?.path()))
            .max(),
    }
}

fn listen() -> Outcome<Server> {
    let at = |port| Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    at(PORT)
        .or_else(|_| at(0))
        .map_err(|error| format!("cannot listen on 127.0.0.1: {error}"))
}

fn answer(site: &Path, request: Request) -> std::io::Result<()> {
    let found =
        find(site, request.url()).and_then(|path| Some((std::fs::read(&path).ok()?, media_type(&path)?)));
    match found {
        Some((body, media_type)) => request.respond(Response::from_data(body).with_header(media_type)),
        None => request.respond(Response::from_string("not found").with_status_code(404)),
    }
}

/// The file that a URL names; nothing outside the folder.
fn find(site: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| site.join(path))
}

fn media_type(path: &Path) -> Option<Header> {
    let ending = path.extension()?.to_str()?;
    let (_, media_type) = MEDIA_TYPES.iter().find(|(known, _)| *known == ending)?;
    Header::from_bytes("Content-Type", *media_type).ok()
}
