//! Bringing the processes together: each is connected to each, and all are of one version and one question.
//!
//! In: where the others are, or where the first one is. Out: a connection to every other process. A process listens for those with
//! larger numbers, calls those with smaller ones, and says in a line who it is, of what version, with what question, and where it
//! listens. Who is called waits until all with larger numbers have called, and then welcomes them, with a list of all addresses:
//! so of processes on one machine only the first one's address need be known. A line that does not begin like ours is nobody's
//! business, and is left unanswered. Every step has one and the same time limit.

use crate::error::{ClusterError, NOTHING};
use polytile::internals::fingerprint;
use polytile::run::Control;
use polytile::sliding::{ExploreOptions, Puzzle};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// What every line begins with.
const MARK: &str = "polytile cluster";

/// What is said must be understood: this rises when it would not be.
const PROTOCOL: u32 = 1;

/// The longest line, of a thousand processes.
const LONGEST: usize = 1 << 16;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// How long a stranger may take for its first line.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// Where the processes find each other.
#[derive(Debug)]
pub enum Place {
    /// At these addresses, in the order of the processes.
    Hosts(Vec<String>),
    /// The first process, which listens here for so many in all.
    First(TcpListener, usize),
    /// The first process listens at this address for so many in all.
    Joining(String, usize),
}

/// A meeting of processes.
#[derive(Debug)]
pub struct Meeting {
    /// Where.
    pub place: Place,
    /// Which process this is.
    pub process: usize,
    /// How long the others are waited for.
    pub patience: Duration,
}

/// Processes that have met: connections to all but this one, their addresses, and which one this is.
#[derive(Debug)]
pub struct Met {
    pub(crate) sockets: Vec<Option<TcpStream>>,
    pub(crate) addresses: Vec<String>,
    pub(crate) process: usize,
}

/// A process that says who it is.
struct Hello {
    version: String,
    question: String,
    processes: usize,
    process: usize,
    address: String,
}

impl Meeting {
    /// Waits until all processes that explore this puzzle by these options are there.
    ///
    /// # Errors
    /// When one does not come in time, is of another version or has another question, or the port is in use.
    pub fn meet(
        self,
        puzzle: &Puzzle,
        options: &ExploreOptions,
        control: &Control,
    ) -> Result<Met, ClusterError> {
        let kept = u64::from(options.directory.is_some()) | u64::from(options.resume) << 1;
        let question = fingerprint(puzzle, options.metric) ^ kept;
        let Meeting { place, process, patience } = self;
        let port = |address: &str, e: &io::Error| ClusterError::Port {
            process,
            address: address.to_owned(),
            message: e.to_string(),
        };
        let address = |listener: &TcpListener| {
            listener.local_addr().map(|at| at.to_string()).map_err(|e| port("127.0.0.1", &e))
        };
        let (listener, mut addresses, processes) = match place {
            Place::Hosts(hosts) => {
                let own = hosts[process].clone();
                let listener = TcpListener::bind(&own[..]).map_err(|e| port(&own, &e))?;
                let processes = hosts.len();
                (listener, hosts, processes)
            }
            Place::First(listener, processes) => {
                let own = address(&listener)?;
                (listener, vec![own], processes)
            }
            Place::Joining(first, processes) => {
                let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| port("127.0.0.1:0", &e))?;
                (listener, vec![first], processes)
            }
        };
        let own = match addresses.get(process) {
            Some(own) => own.clone(),
            None => address(&listener)?,
        };
        let caller =
            Caller { process, processes, question, own, patience, end: Instant::now() + patience, control };
        let mut sockets: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
        for to in 0..process {
            let at = addresses[to].clone();
            let (stream, told) = caller.call(to, &at)?;
            if told.len() == processes {
                addresses = told;
            }
            sockets[to] = Some(stream);
        }
        caller.receive(&listener, &mut sockets, &mut addresses)?;
        for (to, stream) in sockets.iter().enumerate().filter_map(|(to, stream)| Some((to, stream.as_ref()?)))
        {
            let ready = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(None));
            ready.map_err(|e| network(to, &e))?;
        }
        Ok(Met { sockets, addresses, process })
    }
}

fn network(process: usize, error: &io::Error) -> ClusterError {
    ClusterError::Network { process, message: error.to_string() }
}

/// A process that looks for the others.
struct Caller<'a> {
    process: usize,
    processes: usize,
    question: u64,
    own: String,
    patience: Duration,
    end: Instant,
    control: &'a Control,
}

impl Caller<'_> {
    fn no_answer(&self, process: usize, address: &str) -> ClusterError {
        let seconds = self.patience.as_secs();
        ClusterError::NoAnswer { process, address: address.to_owned(), seconds }
    }

    fn hello(&self) -> String {
        let Caller { process, processes, question, own, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("{MARK} {version}/{PROTOCOL} {question:016x} {processes} {process} {own}\n")
    }

    /// Calls process `to`, and waits for its welcome: the addresses of all, if it knows them.
    fn call(&self, to: usize, at: &str) -> Result<(TcpStream, Vec<String>), ClusterError> {
        let mut stream = loop {
            self.control.check(NOTHING)?;
            let rest = self.end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(self.no_answer(to, at));
            }
            let mut found = at.to_socket_addrs().map_err(|e| network(to, &e))?;
            let one = |address: SocketAddr| {
                TcpStream::connect_timeout(&address, rest.min(Duration::from_secs(1))).ok()
            };
            match found.find_map(one) {
                // A system may connect a port that nobody listens at to itself.
                Some(stream) if stream.local_addr().ok() != stream.peer_addr().ok() => break stream,
                _ => std::thread::sleep(PAUSE),
            }
        };
        stream.write_all(self.hello().as_bytes()).map_err(|e| network(to, &e))?;
        let line = self.line(&mut stream, self.end).map_err(|e| match e {
            Unheard::Stopped(error) => error,
            Unheard::Late => self.no_answer(to, at),
            Unheard::Gone(message) => ClusterError::Network { process: to, message },
        })?;
        let told = line.strip_prefix(MARK).unwrap_or_default().trim();
        if let Some(addresses) = told.strip_prefix("welcome") {
            return Ok((stream, addresses.split_whitespace().map(str::to_owned).collect()));
        }
        let address = at.to_owned();
        let message = told.strip_prefix("refused ").unwrap_or("what listens there is not polytile");
        Err(ClusterError::Refused { process: to, address, message: message.to_owned() })
    }

    /// Waits until all processes with larger numbers have called, and welcomes them.
    fn receive(
        &self,
        listener: &TcpListener,
        sockets: &mut [Option<TcpStream>],
        addresses: &mut Vec<String>,
    ) -> Result<(), ClusterError> {
        let known = addresses.len() == self.processes;
        addresses.resize(self.processes, String::new());
        let missing = |sockets: &[Option<TcpStream>]| {
            (self.process + 1..self.processes).find(|&process| sockets[process].is_none())
        };
        listener.set_nonblocking(true).map_err(|e| network(self.process, &e))?;
        while let Some(absent) = missing(sockets) {
            self.control.check(NOTHING)?;
            if Instant::now() >= self.end {
                let error = self.no_answer(absent, &addresses[absent]);
                self.refuse(sockets, &error.to_string());
                return Err(error);
            }
            let mut stream = match listener.accept() {
                Ok((stream, _)) => stream,
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    std::thread::sleep(PAUSE);
                    continue;
                }
                // Somebody who has hung up again.
                Err(_) => continue,
            };
            if stream.set_nonblocking(false).is_err() {
                continue;
            }
            let end = self.end.min(Instant::now() + FIRST_LINE);
            let hello = match self.line(&mut stream, end) {
                Ok(line) => line,
                Err(Unheard::Stopped(error)) => return Err(error),
                Err(Unheard::Late | Unheard::Gone(_)) => continue,
            };
            let Some(hello) = Hello::read(&hello) else { continue };
            if let Some(message) = self.differs(&hello, sockets) {
                let process = hello.process;
                // Whether it hears it is its own affair.
                let _ = stream.write_all(format!("{MARK} refused {message}\n").as_bytes());
                let error = ClusterError::Unlike { process, message };
                self.refuse(sockets, &error.to_string());
                return Err(error);
            }
            if !known {
                addresses[hello.process] = hello.address;
            }
            sockets[hello.process] = Some(stream);
        }
        let welcome = format!("{MARK} welcome {}\n", addresses.join(" "));
        for (process, stream) in sockets.iter_mut().enumerate().skip(self.process + 1) {
            if let Some(stream) = stream {
                stream.write_all(welcome.as_bytes()).map_err(|e| network(process, &e))?;
            }
        }
        Ok(())
    }

    /// Tells those who wait to be welcomed that nothing will come of it.
    fn refuse(&self, sockets: &mut [Option<TcpStream>], why: &str) {
        for stream in sockets[self.process + 1..].iter_mut().flatten() {
            let _ = stream.write_all(format!("{MARK} refused {why}\n").as_bytes());
        }
    }

    /// Why a process does not belong here.
    fn differs(&self, hello: &Hello, sockets: &[Option<TcpStream>]) -> Option<String> {
        let version = format!("{}/{PROTOCOL}", env!("CARGO_PKG_VERSION"));
        let Hello { process, processes, .. } = *hello;
        if hello.version != version {
            return Some(format!(
                "it is of version {}, and process {} of {version}",
                hello.version, self.process
            ));
        }
        if processes != self.processes {
            let own = self.processes;
            return Some(format!("it knows of {processes} processes, and process {} of {own}", self.process));
        }
        if hello.question != format!("{:016x}", self.question) {
            return Some("it has another puzzle, another metric, or --disk or --resume differ".to_owned());
        }
        if process <= self.process || process >= processes || sockets[process].is_some() {
            return Some(format!("there is a process {process} already"));
        }
        None
    }

    /// A line that is said before `end`.
    fn line(&self, stream: &mut TcpStream, end: Instant) -> Result<String, Unheard> {
        let gone = |e: &io::Error| Unheard::Gone(e.to_string());
        stream.set_read_timeout(Some(PAUSE)).map_err(|e| gone(&e))?;
        let (mut line, mut byte) = (Vec::new(), [0]);
        loop {
            match stream.read(&mut byte) {
                Ok(0) => return Err(Unheard::Gone("it hung up".to_owned())),
                Ok(_) if byte[0] == b'\n' => return Ok(String::from_utf8_lossy(&line).into_owned()),
                Ok(_) if line.len() < LONGEST => line.push(byte[0]),
                Ok(_) => return Err(Unheard::Gone("it talks too much".to_owned())),
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    self.control.check(NOTHING).map_err(|e| Unheard::Stopped(e.into()))?;
                    if Instant::now() >= end {
                        return Err(Unheard::Late);
                    }
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(gone(&e)),
            }
        }
    }
}

/// Why no line was heard.
enum Unheard {
    Stopped(ClusterError),
    Late,
    Gone(String),
}

impl Hello {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix(MARK)?.split_whitespace().collect();
        let &[version, question, processes, process, address] = words.as_slice() else { return None };
        let owned = str::to_owned;
        let (processes, process) = (processes.parse().ok()?, process.parse().ok()?);
        let (version, question, address) = (owned(version), owned(question), owned(address));
        Some(Hello { version, question, processes, process, address })
    }
}
