//! `polytile completions`: what a shell needs to complete commands and options.

use crate::failure::Failure;
use crate::output;
use clap_complete::Shell;

/// Print a script that completes commands and options in a shell
///
/// For bash: polytile completions bash > ~/.local/share/bash-completion/completions/polytile
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script for this command.
///
/// # Errors
/// When it cannot be written.
pub fn run(args: &Args, mut command: clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "polytile", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
