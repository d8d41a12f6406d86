//! A server of this machine's engines: the page, and questions in JSON over HTTP.
//!
//! In: an address to listen at, who may ask, and limits. Out: a [`Server`] that answers until it is told to end. `accept` has the
//! connections, `guard` says who may ask, `page` is what browsers show, `api` reads questions and tells events, `openapi`
//! describes them, `jobs` answers questions side by side, and `feed` is what is told of one. Connections are served on one
//! thread, which never waits for an engine; every job has a thread of its own.
//!
//! `polytile serve` is this server with arguments, and a program may have one too:
//!
//! ```
//! use polytile_serve::{Guard, Jobs, Limits, Server};
//! use std::sync::{Arc, atomic::AtomicBool};
//!
//! let limits = Limits { threads: 2, memory: 1 << 30, time: None, at_once: 2, queue: 8 };
//! // The library answers, and nobody measures how much memory the process takes.
//! let jobs = Jobs::new(limits, |room, question, control, listener| room.ask(question, control, listener), || None);
//! let server = Server::bind(([127, 0, 0, 1], 0).into(), Guard::default(), jobs)?;
//! println!("http://{}/", server.address()?);
//! // It is told to end at once here.
//! assert!(server.run(&Arc::new(AtomicBool::new(true)))?);
//! # Ok::<(), std::io::Error>(())
//! ```

mod accept;
mod api;
mod feed;
mod guard;
mod jobs;
mod openapi;
mod page;

pub use guard::Guard;
pub use jobs::{Answers, Jobs, Limits};

use axum::Router;
use axum::routing::get;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Between two looks whether the server should end.
const LOOK: Duration = Duration::from_millis(50);

/// Between two looks for jobs that nobody listens to.
const SWEEP: Duration = Duration::from_secs(5);

/// How long engines have to end.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// A server that is about to serve.
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    jobs: Jobs,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// When the system does not give it.
    pub fn bind(address: SocketAddr, guard: Guard, jobs: Jobs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, guard, jobs })
    }

    /// Where it listens: where any free port was asked for, which one it is.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`; then cancels what is being answered, and says whether all engines have ended in time.
    ///
    /// # Errors
    /// When the system does not provide what serving needs.
    pub fn run(self, stop: &Arc<AtomicBool>) -> io::Result<bool> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let Server { listener, guard, jobs } = self;
        let router = Router::new()
            .merge(api::routes(jobs.clone()))
            .fallback(get(page::file))
            .layer(axum::middleware::from_fn_with_state(Arc::new(guard), guard::guard));
        let (stop, ends) = (Arc::clone(stop), jobs.clone());
        let end = async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
            // Their last events are told before connections end.
            ends.close(Duration::ZERO);
        };
        runtime.block_on(async {
            let sweeps = jobs.clone();
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(SWEEP).await;
                    sweeps.forget_unheard();
                }
            });
            accept::serve(tokio::net::TcpListener::from_std(listener)?, router, end).await;
            io::Result::Ok(())
        })?;
        Ok(jobs.close(TIME_TO_END))
    }
}
