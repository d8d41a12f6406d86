//! What can be asked over HTTP: jobs, their events, and numbers about all of them.
//!
//! In: requests that `guard` let through. Out: JSON, and server-sent events. A question is read here, so that what is wrong with
//! it is reported at once, with its place; everything else is the business of `jobs`.

use crate::feed::{Event, Feed};
use crate::jobs::{Jobs, Place, Refusal};
use crate::openapi::openapi;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use futures_util::{Stream, stream};
use polytile::ask::{Question, Unanswered};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The most bytes of a question: more than any puzzle that a person has drawn.
const LONGEST: usize = 1 << 20;

/// Letters of the name of a page or a view.
const NAME: usize = 64;

/// How long a question may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

static DESCRIBED: LazyLock<Bytes> = LazyLock::new(|| openapi().to_string().into());

/// What is wrong, and how to mend it.
#[derive(Debug, Serialize)]
pub struct Said {
    error: String,
    help: Option<String>,
}

impl Said {
    /// What is wrong.
    pub fn new(error: impl Into<String>) -> Self {
        Said { error: error.into(), help: None }
    }

    /// What is wrong, together with its mend.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Said { help: Some(help.into()), ..self }
    }
}

/// An answer that says what is wrong.
pub fn refused(status: StatusCode, said: Said) -> Response {
    (status, Json(said)).into_response()
}

/// The routes under `/api`.
pub fn routes(jobs: Jobs) -> Router {
    Router::new()
        .route("/api/jobs", post(ask))
        .route("/api/jobs/{id}", delete(cancel))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/metrics", get(metrics))
        .route("/api/openapi.json", get(described))
        .method_not_allowed_fallback(not_allowed)
        .with_state(jobs)
}

#[derive(Deserialize)]
struct From {
    page: Option<String>,
    view: Option<String>,
}

async fn not_allowed() -> Response {
    let said = Said::new("that cannot be done here");
    refused(StatusCode::METHOD_NOT_ALLOWED, said.with_help("/api/openapi.json says what can be"))
}

async fn ask(
    State(jobs): State<Jobs>,
    from: Result<Query<From>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let from = match from {
        Ok(Query(from)) => from,
        Err(wrong) => {
            let said = Said::new(wrong.body_text());
            return refused(
                StatusCode::BAD_REQUEST,
                said.with_help("write ?page=NAME&view=NAME, or nothing"),
            );
        }
    };
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("application/json") {
        let said = Said::new("a question is sent as JSON");
        let help = "add the header Content-Type: application/json";
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, said.with_help(help));
    }
    let place = match (from.page, from.view) {
        (Some(page), view) => Some(Place { page, view: view.unwrap_or_default() }),
        (None, None) => None,
        (None, Some(_)) => {
            let said = Said::new("a view is part of a page, and none is named");
            return refused(StatusCode::BAD_REQUEST, said.with_help("add ?page=..., or leave the view out"));
        }
    };
    if place.iter().any(|place| place.page.len() > NAME || place.view.len() > NAME) {
        let said = Said::new(format!("the name of a page or a view has at most {NAME} letters"));
        return refused(StatusCode::BAD_REQUEST, said);
    }
    let question = match arrived(body).await {
        Ok(text) => text.parse::<Question>(),
        Err(refusal) => return refusal,
    };
    let question = match question {
        Ok(question) => question,
        Err(wrong) => {
            let wrong = Unanswered::from(wrong);
            let help = wrong.help().map(str::to_owned);
            return refused(StatusCode::BAD_REQUEST, Said { error: wrong.to_string(), help });
        }
    };
    match jobs.ask(place, question) {
        Ok(job) => {
            let at = [(LOCATION, format!("/api/jobs/{job}"))];
            // Whoever asks for the events right away need not come back for them.
            let accepts = headers.get(ACCEPT).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
            if accepts.contains("text/event-stream") {
                (at, events(State(jobs), Ok(Path(job))).await).into_response()
            } else {
                (StatusCode::CREATED, at, Json(json!({ "job": job }))).into_response()
            }
        }
        Err(refusal) => {
            let said = match refusal {
                Refusal::Full => {
                    let said = Said::new(format!("{} questions wait already", jobs.limits().queue));
                    said.with_help(
                        "ask again in a moment; whoever runs the server can allow more with --queue",
                    )
                }
                Refusal::Closing => Said::new("the server ends"),
            };
            (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")], Json(said)).into_response()
        }
    }
}

/// The text of a question, once all of it is there.
async fn arrived(body: Body) -> Result<String, Response> {
    let too_long = || {
        let said = Said::new(format!("a question has at most {LONGEST} bytes"));
        refused(StatusCode::PAYLOAD_TOO_LARGE, said.with_help("use the command, polytile, which reads files"))
    };
    let Ok(read) = tokio::time::timeout(ARRIVAL, axum::body::to_bytes(body, LONGEST)).await else {
        return Err(refused(StatusCode::REQUEST_TIMEOUT, Said::new("the question takes too long to arrive")));
    };
    let bytes = read.map_err(|_| too_long())?;
    String::from_utf8(bytes.into())
        .map_err(|_| refused(StatusCode::BAD_REQUEST, Said::new("a question is text in UTF-8")))
}

async fn cancel(State(jobs): State<Jobs>, id: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(id)) = id else { return unknown() };
    // It is not running any more, if it ever did.
    jobs.cancel(&id);
    StatusCode::NO_CONTENT.into_response()
}

fn unknown() -> Response {
    let said = Said::new("there is no job of this name");
    let help = "it is known until its last event has been fetched, and for half a minute if nobody fetches";
    refused(StatusCode::NOT_FOUND, said.with_help(help))
}

async fn events(State(jobs): State<Jobs>, id: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(id)) = id else { return unknown() };
    let Some(feed) = jobs.feed(&id) else { return unknown() };
    if !feed.listen() {
        let said = Said::new("somebody listens to this job already");
        return refused(StatusCode::CONFLICT, said.with_help("ask again for a job of your own"));
    }
    let alive = KeepAlive::new().interval(Duration::from_secs(10));
    Sse::new(told(Listening { jobs, id, feed })).keep_alive(alive).into_response()
}

/// Somebody who listens to a job. A listener that leaves does not come back: then there is nobody to answer.
struct Listening {
    jobs: Jobs,
    id: String,
    feed: Arc<Feed>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.jobs.forget(&self.id);
    }
}

fn told(listening: Listening) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    stream::unfold(listening, |listening| async {
        let Event { name, data } = listening.feed.next().await?;
        Some((Ok(sse::Event::default().event(name).data(data)), listening))
    })
}

async fn metrics(State(jobs): State<Jobs>) -> Response {
    let limits = jobs.limits();
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": jobs.tally(),
        "limits": {
            "threads": limits.threads,
            "memory": limits.memory,
            "seconds": limits.time.map(|time| time.as_secs_f64()),
            "at_once": limits.at_once,
            "queue": limits.queue,
        },
        "memory": jobs.memory_taken(),
    }))
    .into_response()
}

async fn described() -> Response {
    ([(CONTENT_TYPE, "application/json")], DESCRIBED.clone()).into_response()
}
