//! The command from end to end: what is typed, what is printed, and the exit status.
//!
//! After an intended change, `TRYCMD=overwrite cargo test -p polytile-cli` writes what is printed into the files; read
//! the difference before committing it.

#[test]
fn the_command_says_what_the_files_say() {
    trycmd::TestCases::new()
        // Help is wrapped at this width, and no colour is asked for, wherever the tests run.
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
