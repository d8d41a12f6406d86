//! The page: files that `just page` built from `web/`, in the program.
//!
//! Names under `assets/` hold a digest of what is in the file, so a browser may keep those for good; for the others it asks
//! whether they have changed. Every file is compressed once, when a compressed one is first asked for.

use crate::api::{Said, refused};
use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// What was compressed.
static COMPRESSED: Mutex<Option<HashMap<String, Bytes>>> = Mutex::new(None);

/// A file of the page.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Page::get(path) else {
        let said = Said::new("there is nothing of this name");
        return refused(
            StatusCode::NOT_FOUND,
            said.with_help("the page is at /, what can be asked at /api/openapi.json"),
        );
    };
    let digest = file.metadata.sha256_hash();
    let digest = u128::from_be_bytes(std::array::from_fn(|at| digest[at]));
    let accepts = |name, what: &str| {
        headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).any(|value| value.contains(what))
    };
    let gzip = accepts(ACCEPT_ENCODING, "gzip");
    let tag = format!("\"{digest:032x}{}\"", if gzip { "-gzip" } else { "" });
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [(ETAG, tag.as_str()), (CACHE_CONTROL, keep), (VARY, "accept-encoding")];
    if accepts(IF_NONE_MATCH, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(CONTENT_TYPE, media_type(path))];
    if gzip {
        return (about, kind, [(CONTENT_ENCODING, "gzip")], compressed(path, &file.data)).into_response();
    }
    let data = match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    };
    (about, kind, data).into_response()
}

/// A file, compressed.
fn compressed(path: &str, data: &[u8]) -> Bytes {
    let mut kept = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    let small = kept.entry(path.to_owned()).or_insert_with(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let _ = encoder.write_all(data);
        encoder.finish().unwrap_or_default().into()
    });
    small.clone()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_has_no_engine() {
        let mut whole = 0;
        for path in Page::iter() {
            assert_ne!(media_type(&path), "application/octet-stream", "{path}");
            whole += compressed(&path, &Page::get(&path).unwrap().data).len();
        }
        assert!(Page::get("index.html").is_some() && whole < 100_000, "{whole} bytes compressed");
    }
}
