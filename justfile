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

# Whether every subcommand keeps to its limits of time and memory; on a busy machine `just limits --factor 4`.
limits *args:
    cargo build --release
    python3 crates/polytile/benches/limits.py target/release/polytile {{args}}

# The guide as a book, into target/guide (needs mdbook); `just guide --open` shows it.
guide *args:
    mdbook build docs {{args}}

# Licences, advisories and duplicates of the dependencies (needs cargo-deny).
deny:
    cargo deny check

# Writes the public face of the library down (needs cargo-public-api).
public-api:
    .ci/public-api > target/public-api.txt
    cp target/public-api.txt docs/public-api.txt

# Changes the checkers in every small way, and sees whether their tests notice (needs cargo-mutants, which builds the library
# anew for each change).
mutants *args:
    cargo mutants --package polytile --in-place {{args}}

# Fuzz every reader, or the targets named (needs cargo-fuzz); see fuzz/README.md.
fuzz *targets:
    fuzz/run {{targets}}

# Installs what the page is built and tested with: npm's packages, and chromium on Debian (needs node and npm).
page-setup:
    web/setup

# Builds the page with its engines into web/dist, a folder for any web host.
site:
    web/site

# Builds the page that `polytile serve` sends, into crates/polytile-serve/page.
page:
    web/page

# What people do with the page, in a real browser (after page-setup, page and site).
page-test:
    PAGE=1 cargo test --workspace --test page

# The engines as WebAssembly: the same answers in node as natively (needs node, and the target wasm32-unknown-unknown).
wasm:
    crates/polytile-wasm/check

# Python: the wheel in a fresh environment with its tests, notebooks and type checks (needs Python 3.11, and PyPI).
python:
    crates/polytile-py/check
