//! Bringing the processes together: each is connected to each, and all are of one version and one question.
//!
//! In: where the others are, or where the first one is. Out: connections to every other process. A process listens for those with
//! larger numbers, calls those with smaller ones, and says in a line who it is, of what version, with what question, and where it
//! listens (`call`). Who is called waits until all with larger numbers have called, and then welcomes them with a list of all
//! addresses: so of processes on one machine only the first one's address need be known. Every step has one and the same time limit.

use crate::call::{Caller, Link, network};
use crate::children::Children;
use crate::error::ClusterError;
use polytile::internals::fingerprint;
use polytile::run::Control;
use polytile::sliding::{ExploreOptions, Puzzle};
use std::io;
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

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

/// The longest that anybody waits, a year: clocks have an end.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// A meeting of processes.
#[derive(Debug)]
pub struct Meeting {
    /// Where.
    pub place: Place,
    /// Which process this is.
    pub process: usize,
    /// How long the others are waited for, and later on a machine that does not answer.
    pub patience: Duration,
    /// The others, where this process has started them.
    pub children: Option<Children>,
}

/// Processes that have met: connections to all but this one, their addresses, and which one this is.
#[derive(Debug)]
pub struct Met {
    pub(crate) links: Vec<Option<Link>>,
    pub(crate) addresses: Vec<String>,
    pub(crate) process: usize,
    pub(crate) children: Option<Children>,
}

impl Meeting {
    /// The meeting of as many processes on this machine, of which this one is the first, and starts the others: each by what `command`
    /// makes of its number and of the address where this one listens, and with what it reads from standard input.
    ///
    /// # Errors
    /// When this machine cannot be listened at, or a process not be started.
    pub fn here(
        processes: usize,
        patience: Duration,
        command: impl Fn(usize, &str) -> (Command, Option<String>),
    ) -> Result<Self, ClusterError> {
        let at = "127.0.0.1:0";
        let unheard =
            |e: io::Error| ClusterError::Port { process: 0, address: at.to_owned(), message: e.to_string() };
        let listener = TcpListener::bind(at).map_err(unheard)?;
        let first = listener.local_addr().map_err(unheard)?.to_string();
        let children = Children::start((1..processes).map(|process| command(process, &first)))?;
        Ok(Meeting {
            place: Place::First(listener, processes),
            process: 0,
            patience,
            children: Some(children),
        })
    }

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
        let Meeting { place, process, patience, children } = self;
        let patience = patience.min(LONGEST);
        let kept = u64::from(options.directory.is_some()) | u64::from(options.resume) << 1;
        let question = fingerprint(puzzle, options.metric) ^ kept;
        let linked = |control: &Control| linked(place, process, question, patience, control);
        let (links, addresses) = match &children {
            Some(children) => children.watched(control, linked)?,
            None => linked(control)?,
        };
        Ok(Met { links, addresses, process, children })
    }
}

/// Connections to all other processes, none to this one, and the addresses of all.
fn linked(
    place: Place,
    process: usize,
    question: u64,
    patience: Duration,
    control: &Control,
) -> Result<(Vec<Option<Link>>, Vec<String>), ClusterError> {
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
    let mut links: Vec<Option<Link>> = (0..process).map(|_| None).collect();
    for (to, link) in links.iter_mut().enumerate() {
        let at = addresses[to].clone();
        let (called, told) = caller.call(to, &at)?;
        if told.len() == processes {
            addresses = told;
        }
        *link = Some(called);
    }
    links.push(None);
    links.extend(caller.receive(&listener, &mut addresses)?.into_iter().map(Some));
    for (to, link) in links.iter().enumerate().filter_map(|(to, link)| Some((to, link.as_ref()?))) {
        link.ready(patience).map_err(|e| network(to, &e))?;
    }
    Ok((links, addresses))
}
