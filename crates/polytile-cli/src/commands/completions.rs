//! `polytile completions`: what a shell needs to complete commands and options.

use crate::args::Cli;
use crate::failure::Failure;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that completes commands and options in a shell
///
/// For bash: polytile completions bash > ~/.local/share/bash-completion/completions/polytile
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// When it cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "polytile", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
