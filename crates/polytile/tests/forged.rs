//! Checkpoints and levels with right checksums and wrong contents: each is an error, none a panic or a wrong answer.

mod mutants;

use mutants::{body, fnv, fnv_on, mended, mutants};
use polytile::board::Region;
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::format::condition::condition;
use polytile::format::shipped::Shipped;
use polytile::format::sliding;
use polytile::internals::{Cursor, Left, left, look_at_checkpoint, look_at_level, remaining};
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, UpTo};
use polytile::run::{Control, LevelsError, Refused, Unable};
use polytile::sliding::{ExploreOptions, Metric, Puzzle, explore};
use polytile::solve::{Engine, Options, Question, Remaining, Reply, Search};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What is said of a checkpoint whose checksum is right.
const WRONG: &str = "this checkpoint is wrong: ";

fn dominoes() -> (Problem, Arc<Encoded>) {
    let problem = Problem::new(Region::rectangle(4, 5).unwrap(), PieceSet::all(2, Freedom::Free));
    let encoded = Encoded::new(&problem, &Control::default()).unwrap();
    (problem, Arc::new(encoded))
}

/// Items that are covered several times: nodes with children that choose nothing.
fn several() -> ExactCover {
    let mut cover = ExactCover::default();
    let items: Vec<u32> = (0..4_u32)
        .map(|i| cover.add_item(format!("i{i}"), Multiplicity::Primary { lo: i % 2, hi: 2 }).unwrap())
        .collect();
    for i in 0..4 {
        cover.add_option(&[Entry::plain(items[i])]).unwrap();
        cover.add_option(&[Entry::plain(items[i]), Entry::plain(items[(i + 1) % 4])]).unwrap();
    }
    cover
}

/// What is left when `had` solutions have been handed out and two more wait.
fn left_after(search: &Search, had: u64) -> Remaining {
    let rest = |wanted: u64| {
        let mut taken = 0;
        let report = search.list(search.beginning(), None, &Control::default(), &mut |_| {
            taken += 1;
            if taken > wanted { Reply::Refused } else { Reply::More }
        });
        left(&report.unwrap().remaining.unwrap()).to_vec()
    };
    let (mut parts, later) = (rest(had), rest(had + 1));
    parts.truncate(1);
    parts.extend(later);
    assert!(matches!(&parts[..], [Left::Found(_), Left::Found(_), Left::Part(_), ..]), "{parts:?}");
    remaining(parts, had)
}

/// The solutions that are still to come, and how many there are in all.
fn outcome(search: &Search, from: Remaining) -> (Vec<Vec<u32>>, u64) {
    let mut solutions = Vec::new();
    let more = &mut |solution: &[u32]| {
        solutions.push(solution.to_vec());
        Reply::More
    };
    let found = search.list(from, None, &Control::default(), more).unwrap().found;
    (solutions, found)
}

/// The first solutions, which have been handed out.
fn handed_out(search: &Search, had: u64) -> Vec<Vec<u32>> {
    let mut solutions = outcome(search, search.beginning()).0;
    solutions.truncate(had as usize);
    solutions
}

/// Asserts that nothing in a checkpoint of `search` can be changed without being noticed.
fn every_mutant_is_refused(search: &Search, kept: &Remaining) -> usize {
    let control = Control::default();
    let waiting = matches!(left(kept).first(), Some(Left::Found(_)));
    let undrawn = if waiting { handed_out(search, kept.found) } else { Vec::new() };
    let real = search.checkpoint(kept, &undrawn);
    let saved = search.resume(real.as_bytes(), &control).unwrap();
    assert_eq!((&saved.remaining, &saved.undrawn), (kept, &undrawn));
    assert_eq!(search.checkpoint(kept, &undrawn), mended("solve", real.lines().nth(1).unwrap()));
    let forged = mutants(&body(&real));
    for (name, forged) in &forged {
        match search.resume(mended("solve", &forged.to_string()).as_bytes(), &control) {
            Err(Refused::Checkpoint(Unable { message, .. }))
                if message.starts_with(WRONG) || message == "this is a checkpoint of another search" => {}
            // The same remainder written in another way: with nodes at the end of the path of which nothing is left.
            Ok(same) => {
                // Or with fewer that wait to be drawn, which nobody can notice.
                let places = same.undrawn.iter().map(|chosen| undrawn.iter().position(|one| one == chosen));
                let places: Option<Vec<usize>> = places.collect();
                assert!(places.is_some_and(|places| places.is_sorted_by(|a, b| a < b)), "{name}");
                assert_eq!(outcome(search, same.remaining), outcome(search, kept.clone()), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    forged.len()
}

#[test]
fn nothing_in_a_list_of_what_is_left_can_be_changed() {
    let (problem, encoded) = dominoes();
    let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
    let control = Control::default();
    let lies = condition("domino on 0,0 0,1", &problem).unwrap();
    let mut tried = 0;
    for engine in [Engine::Bitboard, Engine::Sparse] {
        let plain = Options { engine: Some(engine), ..Options::default() };
        let asked = [
            plain.clone(),
            Options { share: Some((2, 40)), ..plain.clone() },
            Options { conditions: vec![lies.clone()], ..plain.clone() },
            Options { up_to: Some(UpTo::Symmetries), seed: Some(1), ..plain.clone() },
        ];
        for options in asked {
            let search = Search::new(&question, &options, &control).unwrap();
            tried += every_mutant_is_refused(&search, &left_after(&search, 1));
            tried += every_mutant_is_refused(&search, &search.beginning());
        }
        // Parts that were cut off one another, while solutions are only counted.
        let options = Options { counting: true, share: Some((1, 3)), ..plain };
        let search = Search::new(&question, &options, &control).unwrap();
        let all = search.beginning();
        let last = &left(&all)[left(&all).len() - 4..];
        tried += every_mutant_is_refused(&search, &remaining(last.to_vec(), 9));
    }
    let cover = several();
    let search = Search::new(&Question::covers(cover.clone()), &Options::default(), &control).unwrap();
    tried += every_mutant_is_refused(&search, &left_after(&search, 3));
    assert!(tried > 1000, "{tried}");
}

/// Forgeries in which even the numbers are right, because the library itself computed them.
#[test]
fn what_cannot_be_left_is_refused_whatever_else_is_right() {
    let (problem, encoded) = dominoes();
    let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
    let control = Control::default();
    for engine in [Engine::Bitboard, Engine::Sparse] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let search = Search::new(&question, &options, &control).unwrap();
        let real = left_after(&search, 3);
        let distinct = Options { up_to: Some(UpTo::Symmetries), ..options.clone() };
        let distinct = Search::new(&question, &distinct, &control).unwrap();
        let counting = Options { counting: true, ..options.clone() };
        let counting = Search::new(&question, &counting, &control).unwrap();
        let of = |k| {
            Search::new(&question, &Options { share: Some((k, 2)), ..options.clone() }, &control).unwrap()
        };
        let (first, second) = (of(1), of(2));
        let [Left::Found(one), Left::Found(two), Left::Part(part)] = left(&real) else { panic!("{real:?}") };
        let found = |options: &[u32]| Left::Found(options.to_vec());
        let ranges = |ranges: &[(u32, u32)]| Left::Part(Cursor(ranges.to_vec()));
        let mut deeper = part.0.clone();
        deeper.push((0, 1));
        let mut cut = part.0.clone();
        let last = cut.len() - 1;
        cut[last].1 = cut[last].0;
        let reversed: Vec<u32> = one.iter().rev().copied().collect();
        // In their own searches these are possible; in no search are all of them.
        let lists: Vec<(&Search, &str, u64, Vec<Left>)> = vec![
            (&search, "a solution twice", 3, vec![found(one), found(one), found(two)]),
            (&search, "solutions in the wrong order", 3, vec![found(two), found(one)]),
            (&search, "a part and what is behind it", 3, vec![left(&real)[2].clone(), found(two)]),
            (&search, "a part twice", 3, vec![left(&real)[2].clone(), left(&real)[2].clone()]),
            (&search, "the whole tree behind a part", 3, vec![left(&real)[2].clone(), ranges(&[])]),
            (&search, "a part of the whole tree", 3, vec![ranges(&[]), left(&real)[2].clone()]),
            (&search, "the whole tree and solutions", 3, vec![ranges(&[])]),
            (&search, "a solution in the whole tree", 0, vec![found(one), ranges(&[])]),
            (&search, "a solution cut short", 3, vec![found(&one[..3])]),
            (&search, "no solution at all", 3, vec![found(&[])]),
            (&search, "a solution in another order", 3, vec![found(&reversed)]),
            (&search, "options that do not exist", 3, vec![found(&[u32::MAX; 10])]),
            (&search, "one option over and over", 3, vec![found(&[one[0]; 10])]),
            (&search, "children that do not exist", 3, vec![ranges(&[(0, 1000)])]),
            (&search, "a range upside down", 3, vec![ranges(&[(2, 1)])]),
            (&search, "a path that does not exist", 3, vec![ranges(&[(1000, 1000), (0, 1)])]),
            (&search, "a path through no child", 3, vec![ranges(&[(0, 1), (0, 1)])]),
            (&search, "a path that goes on", 3, vec![Left::Part(Cursor(deeper.repeat(3)))]),
            (&search, "a path that never ends", 3, vec![ranges(&vec![(1, 1); 5000])]),
            (&search, "more solutions than there can be", u64::MAX, left(&real).to_vec()),
            (&search, "more than sums can hold", (1 << 62) - 1, left(&real).to_vec()),
            (&counting, "a solution that waits to be counted", 3, vec![found(one)]),
            (&first, "the other share", 3, left(&second.beginning()).to_vec()),
            (&second, "the other share", 3, left(&first.beginning()).to_vec()),
            (&first, "both shares", 3, vec![ranges(&[])]),
            (&distinct, "a solution that does not stand for its class", 3, stand_in(&search, &distinct)),
        ];
        for (search, name, found, parts) in lists {
            // A sum that cannot be is written down as it is.
            let text = search.checkpoint(&remaining(parts, found.min(u64::MAX - 9)), &[]);
            let refused = search.resume(text.as_bytes(), &control);
            assert!(
                matches!(&refused, Err(Refused::Checkpoint(why)) if why.message.starts_with(WRONG)),
                "{engine}, {name}: {refused:?}"
            );
        }
        // Not even without a text: nothing panics over what somebody made up.
        for part in [found(&[u32::MAX]), ranges(&vec![(1, 1); 5000]), ranges(&[(2, 1)])] {
            let from = remaining(vec![part], 0);
            assert!(search.list(from.clone(), None, &control, &mut |_| Reply::More).is_err());
            assert!(search.count(from, None, &control).is_err());
        }
        let from = remaining(left(&search.beginning()).to_vec(), u64::MAX);
        assert!(search.count(from, None, &control).is_err());
        // What is left out of the middle of a part is not left out by a walk.
        if last > 0 && part.0[..last].iter().any(|(from, to)| from < to) && cut != part.0 {
            let text = search.checkpoint(&remaining(vec![Left::Part(Cursor(cut))], 3), &[]);
            assert!(search.resume(text.as_bytes(), &control).is_err());
        }
    }
}

#[test]
fn what_waits_to_be_drawn_was_handed_out_before() {
    let (problem, encoded) = dominoes();
    let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
    let control = Control::default();
    for engine in [Engine::Bitboard, Engine::Sparse] {
        let plain = Options { engine: Some(engine), ..Options::default() };
        let search = |options: Options| Search::new(&question, &options, &control).unwrap();
        let all = search(plain.clone());
        let second = search(Options { share: Some((2, 2)), ..plain.clone() });
        let distinct = search(Options { up_to: Some(UpTo::Symmetries), ..plain.clone() });
        let lies = condition("not domino on 0,0 0,1", &problem).unwrap();
        let held = search(Options { conditions: vec![lies], ..plain.clone() });
        let counting = search(Options { counting: true, ..plain });
        let every = handed_out(&all, 95);
        let not_of = |search: &Search| {
            let own = handed_out(search, 95);
            assert!(!own.is_empty() && own.len() < every.len());
            vec![every.iter().find(|solution| !own.contains(solution)).unwrap().clone()]
        };
        let mut turned = every[1].clone();
        turned.reverse();
        let lists = [
            (&all, "one three times", vec![every[0].clone(); 3]),
            (&all, "in the wrong order", vec![every[1].clone(), every[0].clone()]),
            (&all, "still to come", vec![every[3].clone()]),
            (&all, "part of one", vec![every[0][1..].to_vec()]),
            (&all, "in another order", vec![turned]),
            (&all, "no options", vec![vec![]]),
            (&all, "options that do not exist", vec![vec![u32::MAX; 10]]),
            (&second, "of the other share", not_of(&second)),
            (&distinct, "another one stands for it", not_of(&distinct)),
            (&held, "not as asked", not_of(&held)),
            (&counting, "only counted", vec![every[0].clone()]),
        ];
        for (search, name, undrawn) in lists {
            // All that is left waits, or nothing is left.
            let waits = search.fingerprint == all.fingerprint;
            let from = if waits { left_after(&all, 3) } else { remaining(Vec::new(), 3) };
            let text = search.checkpoint(&from, &undrawn);
            let refused = search.resume(text.as_bytes(), &control);
            assert!(
                matches!(&refused, Err(Refused::Checkpoint(why)) if why.message.starts_with(WRONG)),
                "{engine}, {name}: {refused:?}"
            );
        }
        for search in [&all, &second, &distinct, &held] {
            let undrawn = handed_out(search, 4);
            let finished = remaining(Vec::new(), 4);
            let text = search.checkpoint(&finished, &undrawn);
            let saved = search.resume(text.as_bytes(), &control).unwrap();
            assert_eq!((saved.remaining, saved.undrawn), (finished, undrawn));
        }
    }
}

/// A solution of `search` in the tree of `distinct` that another one of its class stands for.
fn stand_in(search: &Search, distinct: &Search) -> Vec<Left> {
    let control = Control::default();
    let mut all = Vec::new();
    let more = &mut |solution: &[u32]| {
        all.push(solution.to_vec());
        Reply::More
    };
    search.list(search.beginning(), None, &control, more).unwrap();
    let mut standing = Vec::new();
    let more = &mut |solution: &[u32]| {
        standing.push(solution.to_vec());
        Reply::More
    };
    distinct.list(distinct.beginning(), None, &control, more).unwrap();
    assert!(standing.len() < all.len());
    vec![Left::Found(all.into_iter().find(|solution| !standing.contains(solution)).unwrap())]
}

#[test]
fn another_search_is_named() {
    let (problem, encoded) = dominoes();
    let control = Control::default();
    let of = |share| {
        let options = Options { share, ..Options::default() };
        Search::new(&Question::tilings(problem.clone(), Arc::clone(&encoded)), &options, &control).unwrap()
    };
    let text = of(Some((1, 2))).checkpoint(&of(Some((1, 2))).beginning(), &[]);
    let refused = of(None).resume(text.as_bytes(), &control).unwrap_err();
    assert_eq!(refused.to_string(), "this is a checkpoint of another search");
    let old = b"polytile checkpoint 1 solve 0123456789abcdef\n{}\n";
    let refused = of(None).resume(old, &control).unwrap_err();
    assert_eq!(refused.to_string(), "this is a checkpoint of version 1, and this release reads version 2");
}

/// A run that is stopped again and again: what is left is always accepted.
#[test]
fn what_is_really_left_is_believed() {
    let (problem, encoded) = dominoes();
    for engine in [Engine::Bitboard, Engine::Sparse] {
        for (distinct, share) in [(false, None), (true, None), (false, Some((1, 1)))] {
            let options = Options {
                engine: Some(engine),
                up_to: distinct.then_some(UpTo::Symmetries),
                share,
                ..Options::default()
            };
            let control = Control::default().threads(3);
            let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
            let search = Search::new(&question, &options, &control).unwrap();
            let (_, expected) = outcome(&search, search.beginning());
            assert_eq!(expected == 95, !distinct);
            let (mut from, mut found) = (search.beginning(), 0);
            loop {
                let mut taken = 0;
                let report = search.list(from, None, &control, &mut |_| {
                    taken += 1;
                    if taken > 2 { Reply::Refused } else { Reply::More }
                });
                let report = report.unwrap();
                found = report.found.max(found);
                let Some(remaining) = report.remaining else { break };
                let text = search.checkpoint(&remaining, &[]);
                from = search.resume(text.as_bytes(), &control).unwrap().remaining;
                assert_eq!(from, remaining);
            }
            assert_eq!(found, expected, "{engine} {distinct} {share:?}");
            let counting = Options { counting: true, ..options };
            let search = Search::new(&question, &counting, &control).unwrap();
            let mut from = search.beginning();
            let counted = loop {
                let report = search.count(from, Some(Instant::now()), &control).unwrap();
                let Some(remaining) = report.remaining else { break report.found };
                let text = search.checkpoint(&remaining, &[]);
                from = search.resume(text.as_bytes(), &control).unwrap().remaining;
            };
            assert_eq!(counted, expected, "{engine} {distinct} {share:?}");
        }
    }
}

/// An exploration that was stopped: its files taken apart, to be put together again in other ways.
#[derive(Clone)]
struct Saved {
    puzzle: &'static str,
    directory: PathBuf,
    what: String,
    levels: Vec<u64>,
    tally: Value,
    before: Vec<u64>,
    level: Vec<u64>,
}

fn puzzle() -> Puzzle {
    shipped("euler-766-small")
}

fn shipped(name: &str) -> Puzzle {
    sliding::parse(Shipped::find(name).unwrap().text).unwrap().puzzle
}

fn resume(directory: &Path) -> Result<u64, LevelsError> {
    resume_of("euler-766-small", directory)
}

fn resume_of(name: &str, directory: &Path) -> Result<u64, LevelsError> {
    let directory = Some(directory.to_owned());
    let options = ExploreOptions { metric: Metric::Step, engine: None, directory, resume: true };
    explore(&shipped(name), &options, &Control::default()).map(|explored| explored.states)
}

/// Keys of a level's file, by the description of the format.
fn keys(bytes: &[u8]) -> Vec<u64> {
    let start = bytes.iter().position(|&b| b == b'\n').unwrap() + 1;
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let first = u64::from_le_bytes(bytes[start + 12..start + 20].try_into().unwrap());
    let content = &bytes[start + 28..start + 28 + number(start + 8) as usize];
    let mut keys = vec![first];
    let (mut gap, mut shift) = (0, 0);
    for &byte in content {
        gap |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            keys.push(keys[keys.len() - 1].wrapping_add(gap));
            (gap, shift) = (0, 0);
        }
    }
    assert_eq!(keys.len(), number(start + 4) as usize);
    keys
}

/// A block with all checksums right.
fn block(count: u32, first: u64, last: u64, content: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let header = |sum: u32| {
        let mut header = sum.to_le_bytes().to_vec();
        header.extend(count.to_le_bytes());
        header.extend((content.len() as u32).to_le_bytes());
        header.extend(first.to_le_bytes());
        header.extend(last.to_le_bytes());
        header
    };
    let sum = crc32fast::hash(&[&header(0)[..], content].concat());
    (header(sum), content.to_vec())
}

fn gaps(keys: &[u64]) -> Vec<u8> {
    let mut content = Vec::new();
    for pair in keys.windows(2) {
        let mut gap = pair[1].wrapping_sub(pair[0]);
        while gap >= 128 {
            content.push(gap as u8 | 128);
            gap >>= 7;
        }
        content.push(gap as u8);
    }
    content
}

fn plain(keys: &[u64]) -> Vec<(Vec<u8>, Vec<u8>)> {
    vec![block(keys.len() as u32, keys[0], keys[keys.len() - 1], &gaps(keys))]
}

/// The digest of a file, and the file up to its seal.
fn file(title: &str, states: u64, blocks: &[(Vec<u8>, Vec<u8>)]) -> (u64, Vec<u8>) {
    let mut digested = title.as_bytes().to_vec();
    let mut bytes = digested.clone();
    for (header, content) in blocks {
        digested.extend(header);
        bytes.extend(header);
        bytes.extend(content);
    }
    bytes.extend(states.to_le_bytes());
    bytes.extend(fnv(&digested).to_le_bytes());
    (fnv(&digested), bytes)
}

impl Saved {
    fn new(directory: &Path) -> Self {
        Saved::of("euler-766-small", 12, directory)
    }

    /// What an exploration leaves that is stopped after so many levels.
    fn of(puzzle: &'static str, found: u64, directory: &Path) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let control = Control::default().stopped_by(stop).on_progress(move |progress| {
            if let polytile::run::Progress::States { levels, .. } = progress {
                flag.store(levels >= found, Ordering::Relaxed);
            }
        });
        let options = ExploreOptions {
            metric: Metric::Step,
            engine: None,
            directory: Some(directory.to_owned()),
            resume: false,
        };
        explore(&shipped(puzzle), &options, &control).unwrap_err();
        let body = body(&fs::read_to_string(directory.join("checkpoint")).unwrap());
        let levels: Vec<u64> =
            body["levels"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let last = levels.len() - 1;
        let read = |number: usize| keys(&fs::read(directory.join(format!("level-{number}.keys"))).unwrap());
        let saved = Saved {
            puzzle,
            directory: directory.to_owned(),
            what: body["what"].as_str().unwrap().to_owned(),
            tally: body["tally"].clone(),
            before: read(last - 1),
            level: read(last),
            levels,
        };
        assert_eq!(last as u64, found - 1);
        assert_eq!(
            (saved.before.len() as u64, saved.level.len() as u64),
            (saved.levels[last - 1], saved.levels[last])
        );
        saved
    }

    fn title(&self, number: usize) -> String {
        format!("polytile level 1 {} {number}\n", self.what)
    }

    /// Writes the directory with everything mended: checksums, digests and seal.
    fn write(&self, before: &[(Vec<u8>, Vec<u8>)], level: &[(Vec<u8>, Vec<u8>)]) {
        self.write_as(self.levels.len() - 1, before, level);
    }

    /// Writes the directory with everything mended and the last level numbered `titled`.
    fn write_as(&self, titled: usize, before: &[(Vec<u8>, Vec<u8>)], level: &[(Vec<u8>, Vec<u8>)]) {
        let count = |blocks: &[(Vec<u8>, Vec<u8>)]| {
            let counts =
                blocks.iter().map(|(header, _)| u32::from_le_bytes(header[4..8].try_into().unwrap()));
            counts.map(u64::from).sum::<u64>()
        };
        let last = self.levels.len() - 1;
        let (before_digest, mut before) = file(&self.title(last - 1), count(before), before);
        // Sealed by a checkpoint that no longer exists.
        let before_digest = fnv_on(before_digest, &[0; 8]);
        before.extend([0; 8]);
        let (digest, mut level) = file(&self.title(titled), count(level), level);
        let Value::Object(tally) = &self.tally else { panic!("{}", self.tally) };
        let body = format!(
            r#"{{"what":"{}","levels":{},"tally":{{"degrees":{},"one_neighbour":{},"solved_in":{},"goals":{}}},"digests":[{before_digest},{digest}]}}"#,
            self.what,
            json!(self.levels),
            tally["degrees"],
            tally["one_neighbour"],
            tally["solved_in"],
            tally["goals"],
        );
        level.extend(fnv(body.as_bytes()).to_le_bytes());
        fs::write(self.directory.join(format!("level-{}.keys", last - 1)), before).unwrap();
        fs::write(self.directory.join(format!("level-{last}.keys")), level).unwrap();
        fs::write(self.directory.join("checkpoint"), mended("slide", &body)).unwrap();
    }
}

impl Saved {
    /// The outcome with other keys in the last two levels, and the numbers of states that go with them.
    fn with(&self, before: &[u64], level: &[u64]) -> Result<u64, LevelsError> {
        let mut saved = self.clone();
        let last = saved.levels.len() - 1;
        (saved.levels[last - 1], saved.levels[last]) = (before.len() as u64, level.len() as u64);
        saved.write(&plain(before), &plain(level));
        resume_of(self.puzzle, &self.directory)
    }
}

/// The keys without the one at `place`.
fn without(keys: &[u64], place: usize) -> Vec<u64> {
    let mut keys = keys.to_vec();
    keys.remove(place);
    keys
}

/// The keys and another one.
fn and(keys: &[u64], more: u64) -> Vec<u64> {
    let mut keys = [keys, &[more]].concat();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whatever is changed in the levels, with all numbers mended, is noticed, and nothing runs for ever.
#[test]
fn levels_are_next_to_each_other() {
    let directory = tempfile::tempdir().unwrap();
    let saved = Saved::of("8-puzzle", 14, directory.path());
    let Saved { before, level, .. } = &saved;
    // The same position with two tiles exchanged is legal, and cannot be reached.
    let twin = |key: u64| {
        let place = |symbol: u64| (0..9).find(|i| key >> (4 * i) & 15 == symbol).unwrap();
        key ^ (3 << (4 * place(1))) ^ (3 << (4 * place(2)))
    };
    for place in [0, 1, level.len() / 3, level.len() / 2, level.len() - 1] {
        let fewer = without(level, place);
        let other = twin(level[place]);
        let forged = [
            ("a state removed", saved.with(before, &fewer)),
            ("one removed before", saved.with(&without(before, place % before.len()), level)),
            ("a state replaced", saved.with(before, &and(&fewer, other))),
            ("a state added", saved.with(before, &and(level, other))),
            ("one added before", saved.with(&and(before, other), level)),
            (
                "one added in each",
                saved.with(&and(before, twin(before[place % before.len()])), &and(level, other)),
            ),
        ];
        for (name, refused) in forged {
            assert!(is_refused(&refused), "{name}, {place}: {refused:?}");
        }
    }
    // What was counted in the last level but one is counted again.
    for (name, value) in
        [("degrees", json!(before.len())), ("solved_in", json!(12)), ("solved_in", json!(null))]
    {
        let mut saved = saved.clone();
        saved.tally[name] = value;
        let refused = saved.with(before, level);
        assert!(is_refused(&refused), "{name}: {refused:?}");
    }
    // Room made in the numbers for what is missing: then it is found again where it cannot be, or there are too many states.
    let mut roomy = saved.clone();
    roomy.levels[11] += 4;
    for place in [0, level.len() / 2, level.len() - 1] {
        let refused = roomy.with(before, &without(level, place));
        assert!(is_refused(&refused), "{place}: {refused:?}");
        let (other, next) = (twin(before[place % before.len()]), twin(level[place]));
        let refused = roomy.with(&and(before, other), &and(level, next));
        assert!(is_refused(&refused), "{place}: {refused:?}");
    }
    assert_eq!(saved.with(before, level), Ok(181_440));
}

fn is_refused(result: &Result<u64, LevelsError>) -> bool {
    matches!(
        result,
        Err(LevelsError::Wrong { .. } | LevelsError::Damaged { .. } | LevelsError::Foreign { .. })
    )
}

#[test]
fn nothing_in_a_checkpoint_of_levels_can_be_changed() {
    let directory = tempfile::tempdir().unwrap();
    Saved::new(directory.path());
    let path = directory.path().join("checkpoint");
    let real = fs::read_to_string(&path).unwrap();
    let forged = mutants(&body(&real));
    assert!(forged.len() > 200, "{}", forged.len());
    for (name, forged) in &forged {
        fs::write(&path, mended("slide", &forged.to_string())).unwrap();
        // The same written in another way: what is missing is nothing.
        if forged["tally"].is_object() && forged["tally"].get("solved_in").is_none() {
            continue;
        }
        let resumed = resume(directory.path());
        assert!(is_refused(&resumed), "{name}: {resumed:?}");
        // By itself, anything but a panic will do.
        let _ = look_at_checkpoint(&puzzle(), Metric::Step, mended("slide", &forged.to_string()).as_bytes());
    }
    fs::write(&path, &real).unwrap();
    assert_eq!(look_at_checkpoint(&puzzle(), Metric::Step, real.as_bytes()).unwrap().len(), 12);
    assert_eq!(resume(directory.path()), Ok(208));
}

#[test]
fn levels_that_cannot_be_are_refused_whatever_else_is_right() {
    let directory = tempfile::tempdir().unwrap();
    let saved = Saved::new(directory.path());
    let (before, level) = (plain(&saved.before), plain(&saved.level));
    // Taken apart and put together as it was, it is believed.
    saved.write(&before, &level);
    let bytes = |number: usize| fs::read(directory.path().join(format!("level-{number}.keys"))).unwrap();
    let look = |number: u64, bytes: &[u8]| {
        look_at_level(&puzzle(), Metric::Step, number, bytes, &Control::default())
    };
    assert_eq!(look(11, &bytes(11)), Ok(saved.levels[11]));
    assert!(look(10, &bytes(11)).is_err());
    let mut tried = 0;
    let mut refused =
        |name: &str, saved: &Saved, before: &[(Vec<u8>, Vec<u8>)], level: &[(Vec<u8>, Vec<u8>)]| {
            saved.write(before, level);
            let resumed = resume(directory.path());
            assert!(is_refused(&resumed), "{name}: {resumed:?}");
            tried += 1;
        };
    // Keys that are not states: one bit is one symbol too many and one too few.
    for bit in 0..64 {
        for (i, list) in [&saved.before, &saved.level].into_iter().enumerate() {
            let mut keys = list.clone();
            let place = bit % keys.len();
            keys[place] ^= 1 << bit;
            keys.sort_unstable();
            let forged = plain(&keys);
            if i == 0 {
                refused(&format!("bit {bit} of {place}"), &saved, &forged, &level);
            } else {
                refused(&format!("bit {bit} of {place}"), &saved, &before, &forged);
            }
        }
    }
    // Symbols exchanged: pieces that overlap or leave the board, or another state that is not in order.
    let with = |change: &dyn Fn(&mut Vec<u64>)| {
        let mut keys = saved.level.clone();
        change(&mut keys);
        keys
    };
    let last = saved.level.len() - 1;
    let start = keys_of_level_0();
    let lists = [
        ("reversed", with(&|keys| keys.reverse())),
        ("two exchanged", with(&|keys| keys.swap(0, last))),
        ("a key twice", with(&|keys| keys[1] = keys[0])),
        ("all zero", with(&|keys| keys.fill(0))),
        ("all ones", with(&|keys| keys[last] = u64::MAX)),
        (
            "a state of the level before",
            with(&|keys| {
                keys[0] = saved.before[0];
                keys.sort_unstable();
            }),
        ),
        (
            "the start",
            with(&|keys| {
                keys[0] = start;
                keys.sort_unstable();
            }),
        ),
        ("the level before", saved.before.clone()),
    ];
    for (name, keys) in &lists {
        let mut saved = saved.clone();
        saved.levels[11] = keys.len() as u64;
        refused(name, &saved, &before, &plain(keys));
    }
    refused(
        "the start in the level before",
        &saved,
        &plain(&{
            let mut keys = saved.before.clone();
            keys[0] = start;
            keys.sort_unstable();
            keys
        }),
        &level,
    );
    // One key more or fewer than the checkpoint says.
    refused("a key missing", &saved, &before, &plain(&saved.level[1..]));
    refused("a key missing before", &saved, &plain(&saved.before[1..]), &level);
    // Blocks that are not written as blocks are.
    let (n, first, end) = (saved.level.len() as u32, saved.level[0], saved.level[last]);
    let content = gaps(&saved.level);
    let mut longer = content.clone();
    let tail = longer.len() - 1;
    longer[tail] |= 128;
    longer.push(0);
    let blocks = vec![
        ("no key", vec![block(0, first, end, &[])]),
        ("no blocks", vec![]),
        ("more keys than it has", vec![block(n + 1, first, end, &content)]),
        ("more keys than can be", vec![block(u32::MAX, first, end, &content)]),
        ("fewer keys than it has", vec![block(n - 1, first, end, &content)]),
        ("another last key", vec![block(n, first, end + 1, &content)]),
        ("another first key", vec![block(n, first - 1, end, &content)]),
        ("a gap written in two ways", vec![block(n, first, end, &longer)]),
        ("a gap of nothing", vec![block(n, first, end, &vec![0; n as usize - 1])]),
        ("a gap without an end", vec![block(n, first, end, &[255; 400])]),
        ("more than a block", vec![block(5000, first, end, &vec![1; 4999])]),
        ("bytes behind", vec![block(n, first, end, &[&content[..], &[1]].concat())]),
        ("a block twice", vec![level[0].clone(), level[0].clone()]),
        (
            "blocks in the wrong order",
            vec![plain(&saved.level[4..]).remove(0), plain(&saved.level[..4]).remove(0)],
        ),
        ("blocks that overlap", vec![plain(&saved.level[..4]).remove(0), plain(&saved.level[3..]).remove(0)]),
    ];
    for (name, blocks) in &blocks {
        refused(name, &saved, &before, blocks);
        let mut agreed = saved.clone();
        let count = blocks.iter().map(|(header, _)| u64::from(header[4]) | u64::from(header[5]) << 8);
        agreed.levels[11] = count.sum();
        refused(name, &agreed, &before, blocks);
    }
    // Numbers of states and of what was counted that cannot be.
    for level in 0..12 {
        for states in [0, 1 << 40, 1 << 62, u64::MAX] {
            let mut saved = saved.clone();
            saved.levels[level] = states;
            refused("levels", &saved, &before, &plain(&saved.level));
        }
    }
    let legal = puzzle_legal();
    let mut more = saved.clone();
    more.levels[9] = legal;
    refused("more states than placements", &more, &before, &level);
    let numbers = [
        ("degrees", vec![json!(0), json!(1), json!(u64::MAX), json!(1_u64 << 63), json!(1_u64 << 40)]),
        ("one_neighbour", vec![json!(u64::MAX), json!(1000)]),
        ("solved_in", vec![json!(0), json!(3), json!(11), json!(u64::MAX)]),
        ("goals", vec![json!([1]), json!([1, 2, 3])]),
    ];
    for (name, values) in numbers {
        for value in values {
            let mut saved = saved.clone();
            saved.tally[name] = value;
            refused(name, &saved, &before, &level);
        }
    }
    assert!(tried > 200, "{tried}");
    // Under the name of another level, or the two exchanged.
    saved.write_as(10, &before, &level);
    assert!(is_refused(&resume(directory.path())));
    let (ten, eleven) = (bytes(10), bytes(11));
    fs::write(directory.path().join("level-10.keys"), &eleven).unwrap();
    fs::write(directory.path().join("level-11.keys"), &ten).unwrap();
    assert!(is_refused(&resume(directory.path())));
    // And as it was.
    saved.write(&before, &level);
    assert_eq!(resume(directory.path()), Ok(208));
}

fn keys_of_level_0() -> u64 {
    let directory = tempfile::tempdir().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let control = Control::default().stopped_by(stop).on_progress(move |progress| {
        flag.store(matches!(progress, polytile::run::Progress::States { .. }), Ordering::Relaxed);
    });
    let path = Some(directory.path().to_owned());
    let options = ExploreOptions { metric: Metric::Step, engine: None, directory: path, resume: false };
    explore(&puzzle(), &options, &control).unwrap_err();
    keys(&fs::read(directory.path().join("level-0.keys")).unwrap())[0]
}

fn puzzle_legal() -> u64 {
    let explored = explore(&puzzle(), &ExploreOptions::default(), &Control::default()).unwrap();
    explored.legal.unwrap() as u64
}
