//! The list of the processes: a file with a line for each, as timely's programs have it.
//!
//! In: a text with `HOST:PORT` on each line; empty lines and those that begin with # are skipped. Out: the addresses in their order,
//! or the line that is wrong.

use std::net::ToSocketAddrs;
use thiserror::Error;

/// The addresses of the processes, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

/// What is wrong with a list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is not an address.
    #[error("line {line}: {text:?} is not HOST:PORT")]
    Address {
        /// From 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A name that nobody knows.
    #[error("line {line}: {text:?} is unknown: {why}")]
    Unknown {
        /// From 1.
        line: usize,
        /// What it says.
        text: String,
        /// What the system says.
        why: String,
    },
    /// An address is there twice.
    #[error("line {line}: {text:?} stands on line {first} already")]
    Twice {
        /// From 1.
        line: usize,
        /// What it says.
        text: String,
        /// Where it was before.
        first: usize,
    },
    /// There are none.
    #[error("it has no addresses")]
    Empty,
}

impl Hosts {
    /// Reads a list.
    ///
    /// ```
    /// use polytile_cluster::Hosts;
    /// let hosts = Hosts::parse("# two on this machine\nlocalhost:2101\nlocalhost:2102\n")?;
    /// assert_eq!(hosts.0, ["localhost:2101", "localhost:2102"]);
    /// assert!(Hosts::parse("localhost").is_err());
    /// # Ok::<(), polytile_cluster::HostsError>(())
    /// ```
    ///
    /// # Errors
    /// When a line is not an address, is there twice, or there is none.
    pub fn parse(text: &str) -> Result<Self, HostsError> {
        let mut hosts: Vec<(usize, String)> = Vec::new();
        for (line, text) in text.lines().enumerate().map(|(i, text)| (i + 1, text.trim())) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let owned = || text.to_owned();
            let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
            if port.and_then(|(_, port)| port.parse::<u16>().ok()).is_none_or(|port| port == 0) {
                return Err(HostsError::Address { line, text: owned() });
            }
            match text.to_socket_addrs().map(|mut found| found.next()) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let why = "it has no address".to_owned();
                    return Err(HostsError::Unknown { line, text: owned(), why });
                }
                Err(e) => return Err(HostsError::Unknown { line, text: owned(), why: e.to_string() }),
            }
            if let Some((first, _)) = hosts.iter().find(|(_, host)| host == text) {
                return Err(HostsError::Twice { line, text: owned(), first: *first });
            }
            hosts.push((line, owned()));
        }
        if hosts.is_empty() {
            return Err(HostsError::Empty);
        }
        Ok(Hosts(hosts.into_iter().map(|(_, host)| host).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_wrong_is_named() {
        let said = |text: &str| Hosts::parse(text).unwrap_err().to_string();
        assert_eq!(said("localhost:1\n\nhere\n"), "line 3: \"here\" is not HOST:PORT");
        assert_eq!(said("localhost:0"), "line 1: \"localhost:0\" is not HOST:PORT");
        assert_eq!(said(":70"), "line 1: \":70\" is not HOST:PORT");
        assert_eq!(said("localhost:70000"), "line 1: \"localhost:70000\" is not HOST:PORT");
        assert_eq!(said("# a\nlocalhost:1\nlocalhost:1"), "line 3: \"localhost:1\" stands on line 2 already");
        assert_eq!(said("# nobody\n"), "it has no addresses");
    }
}
