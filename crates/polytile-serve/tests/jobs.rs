//! The server with engines that do as they are told, which real ones cannot be made to do.

mod client;

use client::Client;
use polytile::ask::{Answer, Asked, Listener, Question, Room, Unanswered, nobody};
use polytile::run::{Control, Progress};
use polytile_serve::{Guard, Jobs, Limits, Server};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const PUZZLES: &str = r#"{"question": "puzzles"}"#;
const PIECES: &str = r#"{"question": "pieces", "what": "5"}"#;
const GOLOMB: &str = r#"{"question": "golomb", "n": 2, "cell": [0, 0]}"#;

/// Panics over puzzles, works on pieces until it is stopped, and answers everything else.
fn obedient(
    _: &mut Room,
    question: &Question,
    control: &Control,
    _: &mut Listener<'_>,
) -> Result<Answer, Unanswered> {
    match &question.asked {
        Asked::Puzzles(_) => panic!("a slip"),
        Asked::Pieces(_) => loop {
            control.check(Progress::Preparation { steps: 1 })?;
            std::thread::sleep(Duration::from_millis(1));
        },
        _ => question.ask(control, &mut nobody),
    }
}

/// Runs `live` against a server with this many places.
fn served(at_once: usize, queue: usize, live: impl FnOnce(Client)) {
    let limits = Limits { threads: 2, memory: 1 << 30, time: None, at_once, queue };
    let jobs = Jobs::new(limits, obedient, || None);
    let server = Server::bind(([127, 0, 0, 1], 0).into(), Guard::default(), jobs).unwrap();
    let (client, stop) = (Client(server.address().unwrap()), Arc::new(AtomicBool::new(false)));
    std::thread::scope(|scope| {
        let serving = scope.spawn(|| server.run(&stop).unwrap());
        // However it ends, the server ends too.
        let ends = Ends(&stop);
        live(client);
        drop(ends);
        assert!(serving.join().unwrap());
    });
}

struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn last(client: Client, job: &str) -> (String, Value) {
    client.told(job).pop().unwrap()
}

#[test]
fn a_panic_ends_its_job_alone() {
    served(2, 2, |client| {
        let goes_on = client.ask("", PIECES);
        let (name, said) = last(client, &client.ask("", PUZZLES));
        assert_eq!((name.as_str(), &said["why"]), ("error", &json!("panicked")));
        assert_eq!(said["error"], "the engine broke down: a slip");
        assert_eq!(last(client, &client.ask("", GOLOMB)).0, "answer");
        let jobs = client.until(|jobs| jobs["answered"] == 1);
        assert_eq!((&jobs["panicked"], &jobs["running"]), (&json!(1), &json!(1)));
        client.request("DELETE", &format!("/api/jobs/{goes_on}"), &[], "");
        assert_eq!(last(client, &goes_on).1["why"], "cancelled");
    });
}

#[test]
fn a_view_has_one_job() {
    served(4, 4, |client| {
        let first = client.ask("?page=a&view=x", PIECES);
        let beside = client.ask("?page=a&view=y", PIECES);
        let elsewhere = client.ask("?page=b&view=x", PIECES);
        client.until(|jobs| jobs["running"] == 3);
        let second = client.ask("?page=a&view=x", GOLOMB);
        assert_eq!(last(client, &first).1["why"], "superseded");
        assert_eq!(last(client, &second).0, "answer");
        let jobs = client.until(|jobs| jobs["answered"] == 1);
        assert_eq!((&jobs["superseded"], &jobs["running"]), (&json!(1), &json!(2)));
        for job in [beside, elsewhere] {
            client.request("DELETE", &format!("/api/jobs/{job}"), &[], "");
        }
        client.until(|jobs| jobs["running"] == 0 && jobs["cancelled"] == 2);
    });
}

#[test]
fn a_full_queue_takes_no_more_but_in_the_place_of_its_own() {
    served(1, 2, |client| {
        let running = client.ask("?page=a", PIECES);
        client.until(|jobs| jobs["running"] == 1);
        let waiting = client.ask("?page=b", GOLOMB);
        let other = client.ask("", GOLOMB);
        let refused = client.post("?page=c", GOLOMB);
        assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
        assert_eq!(refused.json()["error"], "2 questions wait already");
        let newer = client.ask("?page=b", GOLOMB);
        assert_eq!(last(client, &waiting).1["why"], "superseded");
        let jobs = client.until(|jobs| jobs["queued"] == 2);
        assert_eq!((&jobs["running"], &jobs["turned_away"]), (&json!(1), &json!(1)));
        // So does a question that supersedes a running job.
        let successor = client.ask("?page=a", GOLOMB);
        assert_eq!(last(client, &running).1["why"], "superseded");
        for job in [&other, &newer, &successor] {
            assert_eq!(last(client, job).0, "answer");
        }
    });
}

#[test]
fn one_listens_and_who_leaves_cancels() {
    served(2, 2, |client| {
        let job = client.ask("", PIECES);
        let listening = client.listen(&job);
        assert_eq!(client.get(&format!("/api/jobs/{job}/events")).status, 409);
        drop(listening);
        client.until(|jobs| jobs["running"] == 0 && jobs["cancelled"] == 1);
        assert_eq!(client.get(&format!("/api/jobs/{job}/events")).status, 404);
        let job = client.ask("", GOLOMB);
        assert_eq!(last(client, &job).0, "answer");
        assert_eq!(client.get(&format!("/api/jobs/{job}/events")).status, 404);
    });
}

#[test]
fn answers_that_nobody_comes_for_are_forgotten() {
    served(1, 1, |client| {
        let jobs: Vec<String> = (1..=4)
            .map(|nth| {
                let job = client.ask("", GOLOMB);
                client.until(|jobs| jobs["answered"] == nth);
                job
            })
            .collect();
        let known = jobs.iter().map(|job| client.get(&format!("/api/jobs/{job}/events")).status);
        assert_eq!(known.collect::<Vec<_>>(), [404, 404, 200, 200]);
    });
}

#[test]
fn what_is_wrong_with_a_request_is_said_in_json() {
    served(1, 1, |client| {
        for (method, path, status) in [
            ("POST", "/api/jobs?page=a&page=b", 400),
            ("GET", "/api/jobs/%ff/events", 404),
            ("DELETE", "/api/jobs/%ff", 404),
            ("PUT", "/api/jobs", 405),
        ] {
            let wrong = client.request(method, path, &[("content-type", "application/json")], GOLOMB);
            assert_eq!(wrong.status, status, "{method} {path}");
            assert!(wrong.json()["error"].is_string() && wrong.json()["help"].is_string(), "{method} {path}");
        }
    });
}
