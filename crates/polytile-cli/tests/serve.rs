//! `polytile serve` as programs and browsers meet it: the command itself, real connections, real questions.
#![cfg(all(unix, feature = "serve"))]

#[path = "../../polytile-serve/tests/client/mod.rs"]
mod client;

use client::Client;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A server, which ends with this.
struct Served {
    child: Child,
    client: Client,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(options: &[&str]) -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .arg("serve")
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut printed).unwrap();
    let address = printed.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{printed:?}")).parse().unwrap();
    Served { child, client: Client(address) }
}

/// A question that no machine answers.
const ENDLESS: &str = r#"{"question": "solutions", "board": "20x30", "pieces": "1:pentominoes,hexominoes", "engine": "sparse"}"#;

fn last(client: Client, question: &str) -> (String, Value) {
    client.told(&client.ask("", question)).pop().unwrap()
}

#[test]
fn questions_of_several_kinds() {
    let served = serve(&["--memory", "2GiB"]);
    let client = served.client;
    for (question, key, expected) in [
        (
            r#"{"question": "count", "board": "12x12", "pieces": "trominoes"}"#,
            "count",
            json!("17735061025562799941630"),
        ),
        (r#"{"question": "unique", "puzzle": "sudoku"}"#, "unique", json!(true)),
        (r#"{"question": "solutions", "puzzle": "pentominoes-6x10"}"#, "count", json!(9356)),
        (r#"{"question": "classes", "board": "4x4", "pieces": "dominoes"}"#, "tilings", json!(9)),
        (r#"{"question": "slide_solve", "puzzle": "AAB\n..C\n\n.AA\n...\n"}"#, "length", json!(3)),
    ] {
        let (name, said) = last(client, question);
        assert_eq!((name.as_str(), &said["answer"][key]), ("answer", &expected), "{question}: {said}");
        assert!(said["text"].is_string());
    }
    // What was found comes before the answer, in order.
    let told = client.told(&client.ask("", r#"{"question": "list", "board": "4x4", "pieces": "dominoes"}"#));
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, [vec!["partial"; 36], vec!["answer"]].concat());
    let numbers: Vec<&Value> = told[..36].iter().map(|(_, said)| &said["part"]["number"]).collect();
    assert_eq!(json!(numbers), json!((1..=36).collect::<Vec<_>>()));
    // What is kept for a page.
    for of in ["1", "2"] {
        let question =
            format!(r#"{{"question": "classes", "board": "4x4", "pieces": "dominoes", "of": "{of}"}}"#);
        let told = client.told(&client.ask("?page=a&view=b", &question));
        assert_eq!(told[0].1["answer"]["tiling"].to_string(), of, "{told:?}");
    }
    // Its events at once.
    let kinds = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
    let told = client.request("POST", "/api/jobs", &kinds, r#"{"question": "unique", "puzzle": "sudoku"}"#);
    assert!(told.status == 200 && told.text().starts_with("event: answer\ndata: {"), "{}", told.text());
    assert!(told.header("location").starts_with("/api/jobs/"));
    let jobs = client.until(|jobs| jobs["running"] == 0);
    assert_eq!((&jobs["answered"], &jobs["refused"]), (&json!(9), &json!(0)));
}

#[test]
fn questions_that_mean_nothing() {
    let served = serve(&[]);
    let client = served.client;
    for (question, error, help) in [
        (r#"{"question": "cuont"}"#, "there is no question 'cuont'", "did you mean 'count'?"),
        (r#"{"question": "count", "bord": "3x3"}"#, "unknown field `bord`", ""),
        (r#"{"question": "#, "the text ends before its JSON does", "write an object"),
        ("", "", "write an object"),
        ("[]", "", "write an object"),
    ] {
        let response = client.post("", question);
        let said = response.json();
        assert_eq!(response.status, 400, "{question}");
        assert!(said["error"].as_str().unwrap().contains(error), "{question}: {said}");
        assert!(said["help"].as_str().unwrap_or_default().contains(help), "{question}: {said}");
    }
    // What is wrong with its words is found out by its job.
    let (name, said) = last(client, r#"{"question": "count", "board": "9x12", "pieces": "tromines"}"#);
    assert_eq!((name.as_str(), &said["help"]), ("error", &json!("did you mean 'trominoes'?")));
    assert_eq!(said["why"], "refused");
    // A name is that of a shipped puzzle, never of a file.
    for question in [
        r#"{"question": "show", "puzzle": "/etc/passwd"}"#,
        r#"{"question": "show", "puzzle": "../../Cargo.toml"}"#,
        r#"{"question": "show", "board": "/etc/passwd", "pieces": "dominoes"}"#,
        r#"{"question": "puzzles", "name": "../../Cargo.toml"}"#,
        r#"{"question": "check", "board": "4x4", "pieces": "dominoes", "tiling": "/etc/passwd"}"#,
    ] {
        let (name, said) = last(client, question);
        assert!(name == "error" && !said.to_string().contains("root:"), "{question}: {said}");
    }
    let long = format!(r#"{{"question": "show", "puzzle": "{}"}}"#, "x".repeat(2 << 20));
    assert_eq!(client.post("", &long).status, 413);
    assert_eq!(client.request("POST", "/api/jobs", &[], r#"{"question": "puzzles"}"#).status, 415);
    assert_eq!(client.post("?view=x", r#"{"question": "puzzles"}"#).status, 400);
    assert_eq!(client.post(&format!("?page={}", "x".repeat(65)), r#"{"question": "puzzles"}"#).status, 400);
    assert_eq!(client.get("/api/jobs/none/events").status, 404);
    assert_eq!(client.get("/api/jobs").status, 405);
    assert_eq!(client.get("/../Cargo.toml").status, 404);
}

#[test]
fn limits_are_kept() {
    let large = r#"{"question": "count", "board": "40x40", "pieces": "tetrominoes"}"#;
    for (limit, said) in [(["--time-limit", "100ms"], "time limit"), (["--memory", "8MiB"], "memory budget")]
    {
        let served = serve(&limit);
        let (_, refused) = last(served.client, large);
        assert!(refused["error"].as_str().unwrap().contains(said), "{refused}");
    }
}

#[test]
fn what_is_cancelled_ends() {
    let served = serve(&[]);
    let client = served.client;
    let job = client.ask("?page=a&view=b", ENDLESS);
    client.until(|jobs| jobs["running"] == 1);
    let mut events = client.listen(&job);
    assert_eq!(events.next().unwrap().0, "progress");
    assert_eq!(client.request("DELETE", &format!("/api/jobs/{job}"), &[], "").status, 204);
    let (name, said) = events.find(|(name, _)| name != "progress").unwrap();
    assert_eq!((name.as_str(), &said["why"]), ("error", &json!("cancelled")));
    client.until(|jobs| jobs["running"] == 0 && jobs["cancelled"] == 1);
}

#[test]
fn only_its_own_page_may_ask() {
    let served = serve(&["--host", "tiles.example"]);
    let (client, own) = (served.client, served.client.0.to_string());
    let status = |method: &str, path: &str, headers: &[(&str, &str)]| {
        let headers = [&[("Content-Type", "application/json")], headers].concat();
        let response = client.request(method, path, &headers, r#"{"question": "puzzles"}"#);
        assert_eq!(response.header("access-control-allow-origin"), "");
        response.status
    };
    let origin = format!("http://{own}");
    let port = client.0.port();
    assert_eq!(status("POST", "/api/jobs", &[("Origin", &origin), ("Sec-Fetch-Site", "same-origin")]), 201);
    assert_eq!(
        status("POST", "/api/jobs", &[("Host", "tiles.example"), ("Origin", "https://tiles.example")]),
        201
    );
    assert_eq!(status("GET", "/api/metrics", &[("Host", &format!("localhost:{port}"))]), 200);
    for host in [format!("evil.example:{port}"), "localhost.evil.example".to_owned()] {
        assert_eq!(status("GET", "/", &[("Host", &host)]), 421);
        assert_eq!(
            status("POST", "/api/jobs", &[("Host", &host), ("Origin", &format!("http://{host}"))]),
            421
        );
    }
    for origin in ["http://evil.example", "null", &format!("http://localhost:{port}"), "http://127.0.0.1:1"] {
        assert_eq!(status("POST", "/api/jobs", &[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(status("GET", "/api/metrics", &[("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(status("GET", "/api/metrics", &[("Sec-Fetch-Site", "same-site")]), 403);
    // A link from elsewhere leads to the page.
    assert_eq!(status("GET", "/", &[("Sec-Fetch-Site", "cross-site")]), 200);
    assert_eq!(status("OPTIONS", "/api/jobs", &[("Origin", "http://evil.example")]), 403);
}

#[test]
fn a_token_is_wanted_beyond_this_machine() {
    for (options, said) in [
        (&["--bind", "0.0.0.0"][..], "everybody who can reach this machine"),
        (&["--token", "short"], "16 or more letters"),
        (&["--token", "0123456789abcdef;x"], "16 or more letters"),
    ] {
        let refused =
            Command::new(env!("CARGO_BIN_EXE_polytile")).arg("serve").args(options).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(said), "{options:?}: {refused:?}");
    }
    let token = "0123456789abcdef";
    let served = serve(&["--bind", "0.0.0.0", "--token", token]);
    let client = Client(([127, 0, 0, 1], served.client.0.port()).into());
    for path in ["/", "/api/metrics", "/?token=0123456789abcdeg"] {
        assert_eq!(client.get(path).status, 401, "{path}");
    }
    let linked = client.get(&format!("/?token={token}"));
    assert_eq!((linked.status, linked.header("location")), (303, "/"));
    let cookie = linked.header("set-cookie").split(';').next().unwrap();
    assert!(linked.header("set-cookie").contains("HttpOnly; SameSite=Lax"));
    assert_eq!(client.request("GET", "/", &[("Cookie", &format!("a=b; {cookie}"))], "").status, 200);
    assert_eq!(client.request("GET", "/", &[("Cookie", "polytile-token=0123456789abcdeF")], "").status, 401);
    let bearer = format!("Bearer {token}");
    assert_eq!(client.request("GET", "/api/metrics", &[("Authorization", &bearer)], "").status, 200);
}

#[test]
fn the_page_and_what_describes_the_rest() {
    let served = serve(&[]);
    let client = served.client;
    let index = client.get("/");
    assert_eq!((index.status, index.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(index.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(index.header("cache-control"), "no-cache");
    assert_eq!(client.request("GET", "/", &[("If-None-Match", index.header("etag"))], "").status, 304);
    let text = index.text();
    let script = text.split('"').find(|part| part.starts_with("./assets/index-")).unwrap();
    let plain = client.get(&script[1..]);
    let small = client.request("GET", &script[1..], &[("Accept-Encoding", "gzip, br")], "");
    assert!(plain.header("cache-control").contains("immutable") && plain.header("vary") == "accept-encoding");
    assert!(small.header("content-encoding") == "gzip" && small.body.len() < plain.body.len() / 2);
    assert_ne!(small.header("etag"), plain.header("etag"));
    let described = client.get("/api/openapi.json").json();
    assert_eq!(described["openapi"], "3.1.0");
    assert!(described["components"]["schemas"]["count.question"]["properties"]["board"].is_object());
    assert_eq!(client.get("/api/metrics").json()["limits"]["queue"], 64);
}

#[test]
fn it_ends_when_it_is_told() {
    for signal in ["-TERM", "-INT"] {
        let mut served = serve(&[]);
        let client = served.client;
        let events = client.listen(&client.ask("", ENDLESS));
        client.until(|jobs| jobs["running"] == 1);
        let pid = served.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let (_, said) = events.last().unwrap();
        assert_eq!(said["why"], "closing");
        assert!(served.child.wait().unwrap().success());
        let mut said = String::new();
        served.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "Ctrl-C ends it\n");
    }
}
