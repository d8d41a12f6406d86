//! A plain HTTP client: each request has a connection of its own, and its answer ends with the connection.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An answer.
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// An event, or nothing after the last one.
pub struct Events(BufReader<TcpStream>);

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(said) = line.strip_prefix("event: ") {
                said.trim_end().clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }
}

/// Whom to ask.
#[derive(Clone, Copy)]
pub struct Client(pub SocketAddr);

impl Client {
    /// Sends a request as HTTP 1.0, so that the answer is neither cut in pieces nor followed by another.
    pub fn send(
        self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.0).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let own = self.0.to_string();
        let host = (!headers.iter().any(|(name, _)| *name == "Host")).then_some(("Host", own.as_str()));
        let mut lines = vec![format!("{method} {path} HTTP/1.0"), format!("Content-Length: {}", body.len())];
        lines.extend(host.iter().chain(headers).map(|(name, value)| format!("{name}: {value}")));
        let head = lines.join("\r\n");
        // A server that refuses need not read all of it.
        let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
        BufReader::new(stream)
    }

    pub fn request(self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut stream = self.send(method, path, headers, body);
        let (status, headers) = head(&mut stream);
        let mut body = Vec::new();
        stream.read_to_end(&mut body).unwrap();
        Response { status, headers, body }
    }

    pub fn get(self, path: &str) -> Response {
        self.request("GET", path, &[], "")
    }

    /// Posts a question, from `?page=...&view=...` perhaps.
    pub fn post(self, from: &str, question: &str) -> Response {
        self.request("POST", &format!("/api/jobs{from}"), &[("Content-Type", "application/json")], question)
    }

    /// The name of the job of a question that is taken.
    pub fn ask(self, from: &str, question: &str) -> String {
        let response = self.post(from, question);
        assert_eq!(response.status, 201, "{question}: {}", response.text());
        response.json()["job"].as_str().unwrap().to_owned()
    }

    pub fn listen(self, job: &str) -> Events {
        let mut stream = self.send("GET", &format!("/api/jobs/{job}/events"), &[], "");
        assert_eq!(head(&mut stream).0, 200);
        Events(stream)
    }

    /// All events but those about progress; the last is the answer, or says why there is none.
    pub fn told(self, job: &str) -> Vec<(String, Value)> {
        self.listen(job).filter(|(name, _)| name != "progress").collect()
    }

    /// The tally of the server, once it satisfies `holds`.
    pub fn until(self, holds: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let jobs = self.get("/api/metrics").json()["jobs"].take();
            if holds(&jobs) {
                return jobs;
            }
            assert!(begun.elapsed() < PATIENCE, "{jobs}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn head(stream: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut lines = stream.lines().map(Result::unwrap);
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.take_while(|line| !line.is_empty()).map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_lowercase(), value.to_owned())
    });
    (status, headers.collect())
}
