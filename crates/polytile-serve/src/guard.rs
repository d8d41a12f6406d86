//! Who may ask: every request passes here before anything reads it.
//!
//! A server on this machine can be reached by every page that the browser has open, so three things are asked of a request. Its
//! Host must be an address, `localhost`, or a name that was allowed: a foreign name that was made to mean this machine (DNS
//! rebinding) is not one of these. If it says which page it comes from (Origin, Sec-Fetch-Site), that must be this server's own;
//! and as no answer has a header that shares it, no other page can read one. If there is a token, it must be sent along: in
//! Authorization, or in the cookie that the link with the token sets.

use crate::api::{Said, refused};
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderName, LOCATION, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// What the page may do: nothing that it does not need, and nothing that involves others.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The cookie that holds the token.
const KEEPS: &str = "polytile-token";

/// Who may ask.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// What a request must bring, if anything.
    pub token: Option<String>,
    /// Names under which this server is known.
    pub names: Vec<String>,
}

/// Lets a request through, or says why not; and closes what a browser might open.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(&request) {
        Some(objection) => objection,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Nothing is cached unless an answer says so.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

impl Guard {
    /// Why a request goes no further.
    fn objection(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        let Some(host) = text(headers, &HOST) else {
            return Some(refused(StatusCode::BAD_REQUEST, Said::new("the request has no Host")));
        };
        if !self.knows(host) {
            let said = Said::new(format!("this server is not known as '{host}'"));
            let help = "use the address that it printed; behind a name of its own, start it with --host NAME";
            return Some(refused(StatusCode::MISDIRECTED_REQUEST, said.with_help(help)));
        }
        let is_own =
            |origin: &str| origin.split_once("://").is_some_and(|(_, its)| its.eq_ignore_ascii_case(host));
        let from_elsewhere = text(headers, &ORIGIN).is_some_and(|origin| !is_own(origin));
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_visit = request.method() == Method::GET && !request.uri().path().starts_with("/api/");
        let across = site.is_some_and(|site| site != b"same-origin" && site != b"none") && !is_visit;
        if from_elsewhere || across {
            let said = Said::new("pages from elsewhere may not ask this server");
            return Some(refused(
                StatusCode::FORBIDDEN,
                said.with_help("open its own page, or ask from a program"),
            ));
        }
        self.locked(request)
    }

    /// Refuses a request that does not bring the token, where one is set; a link that brings it is given the cookie.
    fn locked(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let query = request.uri().query().unwrap_or_default();
        let linked = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        if request.method() == Method::GET && linked.is_some_and(|given| is_same(given, token)) {
            let cookie = format!("{KEEPS}={token}; Path=/; HttpOnly; SameSite=Lax");
            return Some((StatusCode::SEE_OTHER, [(LOCATION, "/"), (SET_COOKIE, &cookie)]).into_response());
        }
        let headers = request.headers();
        let bearer = text(headers, &AUTHORIZATION).and_then(|given| given.strip_prefix("Bearer "));
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let kept = cookies
            .flat_map(|cookies| cookies.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix(KEEPS)?.strip_prefix('='));
        if bearer.or(kept).is_some_and(|given| is_same(given, token)) {
            return None;
        }
        let said = Said::new("this server wants a token");
        let help = "open the link that ends in ?token=..., or send the header Authorization: Bearer ...";
        Some(refused(StatusCode::UNAUTHORIZED, said.with_help(help)))
    }

    /// Whether a Host is this server: an address cannot be made to mean another machine, a name can.
    fn knows(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        bare.unwrap_or(name).parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// A header in letters.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Whether it is the token; how long the comparison takes does not depend on where the two differ.
fn is_same(given: &str, token: &str) -> bool {
    let differ = given.bytes().zip(token.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    given.len() == token.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_or_not() {
        let guard = Guard { token: None, names: vec!["tiles.example".to_owned()] };
        for host in [
            "127.0.0.1:8080",
            "127.0.0.1",
            "[::1]:80",
            "[::1]",
            "localhost:1",
            "LOCALHOST",
            "tiles.example:443",
        ] {
            assert!(guard.knows(host), "{host}");
        }
        for host in
            ["evil.example:8080", "localhost.evil.example", "", ":80", "127.0.0.1.evil.example", "x:y"]
        {
            assert!(!guard.knows(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(is_same("abc", "abc"));
        assert!(
            !is_same("abd", "abc") && !is_same("ab", "abc") && !is_same("abcd", "abc") && !is_same("", "abc")
        );
    }
}
