//! Connections: a limited number at once, and none for longer than there is somebody at its other end.
//!
//! A request has some seconds to arrive, and what is sent has to be received within a while, so a client that stalls is dropped.
//! When the server ends, requests that are being answered get a moment to finish.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// Connections at once; others wait to be accepted. A browser has six.
const CONNECTIONS: usize = 512;

/// How long the head of a request may take to arrive, and how long an idle connection is kept.
const ARRIVAL: Duration = Duration::from_secs(30);

/// How long something may take to be sent.
const DEPARTURE: Duration = Duration::from_secs(30);

/// How long connections have to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until `end`.
pub async fn serve(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    tokio::pin!(end);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut end => break,
        };
        let Ok((stream, _)) = accepted else {
            // The system has no room for another connection, or its other end has gone.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // A small answer is not held back; if the system refuses that, it comes a little later.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(DEPARTURE));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(ARRIVAL)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // Whoever is at the other end knows that the connection has gone.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
}
