//! `polytile --cite`: how to cite this program, as a sentence and for BibTeX.
//!
//! `CITATION.cff` says the same for those who have the repository; a test holds the two together.

use crate::failure::Failure;
use crate::output;

const AUTHOR: &str = "The polytile contributors";
const TITLE: &str = "polytile: exact answers about tilings and sliding puzzles";
const YEAR: &str = "2026";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const URL: &str = env!("CARGO_PKG_REPOSITORY");

/// Prints the citation.
///
/// # Errors
/// When it cannot be written.
pub fn run() -> Result<(), Failure> {
    output::tell(&citation())
}

fn citation() -> String {
    format!(
        "{AUTHOR} ({YEAR}).\n{TITLE}.\nVersion {VERSION}. {URL}\n\n\
         @software{{polytile,\n  author  = {{{{{AUTHOR}}}}},\n  title   = {{{TITLE}}},\n  year    = {{{YEAR}}},\n  \
         version = {{{VERSION}}},\n  url     = {{{URL}}}\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_citation_is_that_of_the_repository() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
        let cff = read("CITATION.cff");
        for line in [
            format!("title: \"{TITLE}\""),
            format!("  - name: \"{AUTHOR}\""),
            format!("version: {VERSION}"),
            format!("repository-code: \"{URL}\""),
        ] {
            assert!(cff.lines().any(|found| found == line), "CITATION.cff has no line {line}");
        }
        assert!(read("LICENSE-MIT").contains(&format!("Copyright (c) {YEAR} {AUTHOR}")));
    }
}
