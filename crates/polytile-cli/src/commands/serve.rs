//! `polytile serve`: the page, in a browser, with the engines of this machine. The server is a crate of its own, `polytile-serve`.

use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::run::{budget, gauge};
use crate::say::say_line;
use crate::values::{duration, memory, threads, word};
use polytile_serve::{Guard, Jobs, Limits, Server};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A shorter token could be guessed.
const SHORTEST: usize = 16;

/// What is said after the options.
const MORE: &str = "\
Examples:
  polytile serve --open
  polytile serve --port 8080 --threads 4 --time-limit 1m

It prints an address of this machine, and serves the page there until Ctrl-C. Programs can ask too: POST a question to \
/api/jobs, and its events are at /api/jobs/ID/events; /api/openapi.json describes all of it. No question reads or writes a file.

What is said is not encrypted: beyond this machine, put a server with a certificate before it, and name it with --host.
";

/// Show the page, and answer its questions
#[derive(Debug, clap::Args)]
#[command(after_long_help = MORE)]
pub struct Args {
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Address to listen at; beyond this machine only with --token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port to listen at [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// A secret, of 16 letters, digits, - or _ at least, without which nobody is answered: open the page with ?token=SECRET once,
    /// or send the header `Authorization: Bearer SECRET`
    #[arg(long, value_name = "SECRET", env = "POLYTILE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A name that the server is known by, besides addresses and localhost (may be repeated)
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Threads of all engines, shared out among the questions that are being answered [default: all there are]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    threads: Option<usize>,
    /// Questions that are answered at once, each with an equal share of the memory [default: twice the threads, at least 4]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    jobs: Option<usize>,
    /// Questions that wait, at most; others are turned away
    #[arg(long, value_name = "N", value_parser = word, default_value_t = 64, help_heading = "Running")]
    queue: u64,
    /// Memory for all questions together, as in 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = "Running")]
    memory: Option<u64>,
    /// Stop each answer after this time, as in 30s, 5m or 2h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Running")]
    time_limit: Option<Duration>,
}

/// Serves.
///
/// # Errors
/// When it cannot.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.check()?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::stops(&stop).map_err(|error| Failure::other(error.to_string()))?;
    let jobs = Jobs::new(
        args.limits(),
        |room, question, control, listener| room.ask(question, control, listener),
        gauge(),
    );
    let guard = Guard { token: args.token.clone(), names: args.host.clone() };
    let wanted = SocketAddr::new(args.bind, args.port);
    let server = Server::bind(wanted, guard, jobs).map_err(|error| {
        Failure::other(format!("{wanted} cannot be listened at: {error}"))
            .advising("leave --port out: then any port is taken that is free")
    })?;
    let address = server.address().map_err(|error| Failure::other(error.to_string()))?;
    output::print(&format!("http://{address}/\n"))?;
    if args.token.is_some() {
        say_line("open it with ?token=SECRET once; Ctrl-C ends it");
    } else {
        say_line("Ctrl-C ends it");
    }
    if args.open {
        let token = args.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        let local = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
        let page = format!("http://{}/{token}", SocketAddr::new(local, address.port()));
        if let Err(error) = open::that_detached(page) {
            say_line(&format!("no browser could be opened: {error}; open the address in one"));
        }
    }
    let ended =
        server.run(&stop).map_err(|error| Failure::other(format!("nothing can be served: {error}")))?;
    if !ended {
        say_line("an engine has not stopped in time; it is left behind");
    }
    Ok(())
}

impl Args {
    /// Whether the options mean something together.
    fn check(&self) -> Result<(), Failure> {
        if let Some(token) = &self.token {
            let plain = token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
            if token.len() < SHORTEST || !plain {
                return Err(Failure::usage(
                    format!("the token is not {SHORTEST} or more letters, digits, - or _"),
                    "take one that nobody guesses, such as what `openssl rand -hex 16` prints",
                ));
            }
        } else if !self.bind.is_loopback() {
            return Err(Failure::usage(
                format!("at {} everybody who can reach this machine could have it work for them", self.bind),
                "add --token SECRET, without which nobody is answered, or leave --bind out: then only this machine can ask",
            ));
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        let all = || std::thread::available_parallelism().map_or(1, Into::into);
        let threads = self.threads.unwrap_or_else(all);
        Limits {
            threads,
            memory: budget(self.memory),
            time: self.time_limit,
            at_once: self.jobs.unwrap_or_else(|| threads.saturating_mul(2).max(4)),
            queue: usize::try_from(self.queue).unwrap_or(usize::MAX),
        }
    }
}
