//! `polytile completions`: what a shell needs to complete commands and options.

use crate::failure::Failure;
use crate::output;
use clap::Command;
use clap_complete::Shell;

/// Print a script that completes commands and options in a shell
///
/// For bash: polytile completions bash > ~/.local/share/bash-completion/completions/polytile
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// The commands without the names that options had once, which go on working and need not be learned.
fn today(command: Command) -> Command {
    command.mut_args(|arg| arg.alias(None).short_alias(None)).mut_subcommands(today)
}

/// Prints the script for this command.
///
/// # Errors
/// When it cannot be written.
pub fn run(args: &Args, command: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut today(command), "polytile", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
