//! Calling and being called: how two processes come to be connected, and how each knows who the other is.
//!
//! In: who this process is, what it is about, and where it calls or listens. Out: a [`Link`] to each of those with smaller numbers, which
//! it calls, or with larger ones, which it waits for and then welcomes, with a list of all addresses. A line that does not begin like
//! ours is nobody's business, and is left unanswered.
//!
//! Two processes have two connections. Nothing is ever said on the *quiet* one, so the systems at its ends ask each other now and then
//! whether they are there (TCP's keep-alive), which they do not as long as anything sent waits to be received. The system of a
//! process that is stopped answers for it, a machine without power does not: so these are told apart.

use crate::error::{ClusterError, NOTHING};
use polytile::run::Control;
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// What every line begins with.
const MARK: &str = "polytile cluster";

/// What is said must be understood: this rises when it would not be.
const PROTOCOL: u32 = 3;

/// The longest line, of a thousand processes.
const LONGEST: usize = 1 << 16;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// What the line on a quiet connection has in place of an address.
const QUIET: &str = "-";

/// How often a machine is asked whether it is there before it is given up.
const ASKED: u32 = 4;

/// How long a stranger may take for its first line.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// The connections to another process.
#[derive(Debug)]
pub(crate) struct Link {
    /// What is said goes here.
    pub talk: TcpStream,
    /// Nothing does here.
    pub quiet: TcpStream,
}

impl Link {
    /// Makes the connections ready for what comes after the meeting.
    ///
    /// # Errors
    /// As the system says.
    pub fn ready(&self, patience: Duration) -> io::Result<()> {
        self.talk.set_nodelay(true)?;
        self.talk.set_read_timeout(None)?;
        self.quiet.set_nonblocking(true)?;
        // A third of the time passes before it is asked, and the rest while it is. Systems count in seconds, up to some hours.
        let whole = |time: Duration| time.clamp(Duration::from_secs(1), Duration::from_secs(1 << 14));
        let (idle, interval) = (whole(patience / 3), whole(patience * 2 / 3 / ASKED));
        let keep = TcpKeepalive::new().with_time(idle).with_interval(interval).with_retries(ASKED);
        SockRef::from(&self.quiet).set_tcp_keepalive(&keep)
    }
}

/// A process that says who it is.
struct Hello {
    version: String,
    question: String,
    processes: usize,
    process: usize,
    address: String,
}

pub(crate) fn network(process: usize, error: &io::Error) -> ClusterError {
    ClusterError::Network { process, message: error.to_string() }
}

/// A process that looks for the others.
pub(crate) struct Caller<'a> {
    pub process: usize,
    pub processes: usize,
    /// What all must have in common.
    pub question: u64,
    /// Where it is.
    pub own: String,
    pub patience: Duration,
    pub end: Instant,
    pub control: &'a Control,
}

impl Caller<'_> {
    fn no_answer(&self, process: usize, address: &str) -> ClusterError {
        let seconds = self.patience.as_secs();
        ClusterError::NoAnswer { process, address: address.to_owned(), seconds }
    }

    /// The first line of a connection.
    fn hello(&self, own: &str) -> String {
        let Caller { process, processes, question, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("{MARK} {version}/{PROTOCOL} {question:016x} {processes} {process} {own}\n")
    }

    /// A connection to process `to`, which is told who this is, if it takes it within this time.
    fn reach(
        &self,
        to: usize,
        at: &str,
        own: &str,
        time: Duration,
    ) -> Result<Option<TcpStream>, ClusterError> {
        let mut found = at.to_socket_addrs().map_err(|e| network(to, &e))?;
        let found = found.find_map(|address: SocketAddr| TcpStream::connect_timeout(&address, time).ok());
        // A system may connect a port that nobody listens at to itself.
        let Some(mut stream) = found.filter(|stream| stream.local_addr().ok() != stream.peer_addr().ok())
        else {
            return Ok(None);
        };
        let told = stream.write_all(self.hello(own).as_bytes());
        Ok(told.is_ok().then_some(stream))
    }

    /// Calls process `to`, and waits for its welcome: the addresses of all, if it knows them.
    ///
    /// # Errors
    /// When it does not answer, or refuses.
    pub fn call(&self, to: usize, at: &str) -> Result<(Link, Vec<String>), ClusterError> {
        let rest = || Some(self.end.saturating_duration_since(Instant::now())).filter(|rest| !rest.is_zero());
        let late = || self.no_answer(to, at);
        let mut talk = loop {
            self.control.check(NOTHING)?;
            let time = rest().ok_or_else(late)?.min(Duration::from_secs(1));
            match self.reach(to, at, &self.own, time)? {
                Some(stream) => break stream,
                None => std::thread::sleep(PAUSE),
            }
        };
        // If it does not take this one, it has ended, and said on the other why.
        let quiet = self.reach(to, at, QUIET, rest().ok_or_else(late)?.min(FIRST_LINE))?;
        let line = self.line(&mut talk, self.end).map_err(|e| match e {
            Unheard::Stopped(error) => error,
            Unheard::Late => late(),
            Unheard::Gone(message) => ClusterError::Network { process: to, message },
        })?;
        let told = line.strip_prefix(MARK).unwrap_or_default().trim();
        if let (Some(addresses), Some(quiet)) = (told.strip_prefix("welcome"), quiet) {
            let addresses = addresses.split_whitespace().map(str::to_owned).collect();
            return Ok((Link { talk, quiet }, addresses));
        }
        let address = at.to_owned();
        let message = told.strip_prefix("refused ").unwrap_or("what listens there is not polytile");
        Err(ClusterError::Refused { process: to, address, message: message.to_owned() })
    }

    /// Waits until all processes with larger numbers have called, and welcomes them.
    ///
    /// # Errors
    /// When one does not come, or does not belong here.
    pub fn receive(
        &self,
        listener: &TcpListener,
        addresses: &mut Vec<String>,
    ) -> Result<Vec<Link>, ClusterError> {
        let known = addresses.len() == self.processes;
        addresses.resize(self.processes, String::new());
        let mut callers = Callers::new(self.process + 1, self.processes);
        let mut strangers = Strangers::default();
        listener.set_nonblocking(true).map_err(|e| network(self.process, &e))?;
        while let Some(absent) = callers.absent() {
            self.control.check(NOTHING)?;
            if Instant::now() >= self.end {
                let error = self.no_answer(absent, &addresses[absent]);
                callers.refuse(&error.to_string());
                return Err(error);
            }
            strangers.admit(listener);
            let Some((mut stream, line)) = strangers.heard() else {
                std::thread::sleep(PAUSE);
                continue;
            };
            let Some(hello) = Hello::read(&line) else { continue };
            if let Some(message) = self.differs(&hello, &callers) {
                let process = hello.process;
                // Whether it hears it is its own affair.
                let _ = stream.write_all(format!("{MARK} refused {message}\n").as_bytes());
                let error = ClusterError::Unlike { process, message };
                callers.refuse(&error.to_string());
                return Err(error);
            }
            if !known && !hello.is_quiet() {
                addresses[hello.process].clone_from(&hello.address);
            }
            *callers.place(&hello) = Some(stream);
        }
        let mut links = callers.links();
        let welcome = format!("{MARK} welcome {}\n", addresses.join(" "));
        for (process, link) in (self.process + 1..).zip(&mut links) {
            link.talk.write_all(welcome.as_bytes()).map_err(|e| network(process, &e))?;
        }
        Ok(links)
    }

    /// Why a process does not belong here.
    fn differs(&self, hello: &Hello, callers: &Callers) -> Option<String> {
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
        if process >= processes {
            return Some(format!("there are {processes} processes, numbered from 0"));
        }
        if process <= self.process || callers.has(hello) {
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

/// Those who have connected and not said their first line yet. They are heard side by side: whoever says nothing keeps nobody waiting.
#[derive(Default)]
struct Strangers(Vec<Stranger>);

struct Stranger {
    stream: TcpStream,
    line: Vec<u8>,
    end: Instant,
}

impl Strangers {
    /// As many as there is room for.
    const MOST: usize = 256;

    /// Lets in those who wait at the door, as far as there is room.
    fn admit(&mut self, listener: &TcpListener) {
        while self.0.len() < Self::MOST {
            match listener.accept() {
                Ok((stream, _)) if stream.set_nonblocking(true).is_ok() => {
                    self.0.push(Stranger { stream, line: Vec::new(), end: Instant::now() + FIRST_LINE });
                }
                // Somebody who has hung up again.
                Ok(_) => {}
                Err(e) if matches!(e.kind(), ErrorKind::ConnectionAborted | ErrorKind::Interrupted) => {}
                // There is nobody; or the system has no room for one now.
                Err(_) => return,
            }
        }
    }

    /// One that has said a line, and the line. Those who hang up, talk too much or say nothing for too long are gone after this; and
    /// if nobody has said one and there is no room left, who has been silent for longest.
    fn heard(&mut self) -> Option<(TcpStream, String)> {
        let mut i = 0;
        while let Some(stranger) = self.0.get_mut(i) {
            let mut byte = [0];
            match stranger.stream.read(&mut byte) {
                Ok(1) if byte[0] == b'\n' => {
                    let Stranger { stream, line, .. } = self.0.remove(i);
                    if stream.set_nonblocking(false).is_ok() {
                        return Some((stream, String::from_utf8_lossy(&line).into_owned()));
                    }
                }
                Ok(1) if stranger.line.len() < LONGEST => stranger.line.push(byte[0]),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock && Instant::now() < stranger.end => i += 1,
                _ => drop(self.0.remove(i)),
            }
        }
        if self.0.len() == Self::MOST {
            self.0.remove(0);
        }
        None
    }
}

/// Those who have called, each on two connections.
struct Callers {
    /// The first process that may call.
    first: usize,
    talk: Vec<Option<TcpStream>>,
    quiet: Vec<Option<TcpStream>>,
}

impl Callers {
    fn new(first: usize, processes: usize) -> Self {
        let none = || (first..processes).map(|_| None).collect();
        Callers { first, talk: none(), quiet: none() }
    }

    /// A process that has not called yet.
    fn absent(&self) -> Option<usize> {
        let is_missing = |(talk, quiet): (&Option<_>, &Option<_>)| talk.is_none() || quiet.is_none();
        self.talk.iter().zip(&self.quiet).position(is_missing).map(|i| self.first + i)
    }

    /// Where the connection of who says hello belongs; its process may call.
    fn place(&mut self, hello: &Hello) -> &mut Option<TcpStream> {
        let all = if hello.is_quiet() { &mut self.quiet } else { &mut self.talk };
        &mut all[hello.process - self.first]
    }

    /// Whether there is such a connection already.
    fn has(&self, hello: &Hello) -> bool {
        let all = if hello.is_quiet() { &self.quiet } else { &self.talk };
        all[hello.process - self.first].is_some()
    }

    /// Tells those who wait to be welcomed that nothing will come of it.
    fn refuse(&mut self, why: &str) {
        for stream in self.talk.iter_mut().flatten() {
            let _ = stream.write_all(format!("{MARK} refused {why}\n").as_bytes());
        }
    }

    /// All connections.
    fn links(self) -> Vec<Link> {
        let pairs = self.talk.into_iter().flatten().zip(self.quiet.into_iter().flatten());
        pairs.map(|(talk, quiet)| Link { talk, quiet }).collect()
    }
}

/// Why no line was heard.
enum Unheard {
    Stopped(ClusterError),
    Late,
    Gone(String),
}

impl Hello {
    /// Whether the connection is the one on which nothing is said.
    fn is_quiet(&self) -> bool {
        self.address == QUIET
    }

    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix(MARK)?.split_whitespace().collect();
        // These are the first words in every version.
        let &[version, question, processes, process, address, ..] = words.as_slice() else { return None };
        let owned = str::to_owned;
        let (processes, process) = (processes.parse().ok()?, process.parse().ok()?);
        let (version, question, address) = (owned(version), owned(question), owned(address));
        Some(Hello { version, question, processes, process, address })
    }
}
