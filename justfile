# List the recipes.
default:
    @just --list

# Everything a change must pass.
ci:
    .ci/run

# All tests.
test:
    cargo test --workspace

# Timings of the engines; `just bench merge` runs some of them.
bench filter="":
    cargo bench -p polytile -- {{filter}}

# Licences, advisories and duplicates of the dependencies (needs cargo-deny).
deny:
    cargo deny check

# Changes the checkers in every small way, and sees whether their tests notice (needs cargo-mutants, which builds the library
# anew for each change).
mutants *args:
    cargo mutants --package polytile --in-place {{args}}

# Fuzz every reader, or the targets named (needs cargo-fuzz); see fuzz/README.md.
fuzz *targets:
    fuzz/run {{targets}}
