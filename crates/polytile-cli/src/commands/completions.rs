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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// The long names of options that are shown, and those that are hidden.
    fn names(command: &Command, shown: &mut BTreeSet<String>, hidden: &mut BTreeSet<String>) {
        for arg in command.get_arguments() {
            shown.extend(arg.get_long().map(str::to_owned));
            hidden.extend(arg.get_all_aliases().into_iter().flatten().map(str::to_owned));
        }
        command.get_subcommands().for_each(|command| names(command, shown, hidden));
    }

    #[test]
    fn names_of_yesterday_are_not_completed() {
        let command = Cli::command();
        let (mut shown, mut hidden) = (BTreeSet::new(), BTreeSet::new());
        names(&command, &mut shown, &mut hidden);
        let yesterday: Vec<_> = hidden.difference(&shown).collect();
        assert!(!yesterday.is_empty());
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut today(command.clone()), "polytile", &mut script);
            let script = String::from_utf8(script).unwrap();
            let words: BTreeSet<&str> =
                script.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').collect();
            for name in &yesterday {
                let word = format!("--{name}");
                assert!(!words.contains(word.as_str()), "{shell}: {word}");
            }
            assert!(script.contains("up-to"), "{shell}");
        }
    }
}
