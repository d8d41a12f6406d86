//! Sliding-block puzzles: published numbers by every engine, limits, checkpoints, and moves that are refused. Random puzzles
//! are in `sliding_random`.

#[path = "oracle/graph.rs"]
mod oracle;

use polytile::format::shipped::Shipped;
use polytile::format::sliding;
use polytile::run::LevelsError;
use polytile::run::{Control, Stopped};
use polytile::sliding::explore::{components, diameter, graph, hardest, tidy};
use polytile::sliding::{Direction, ExploreEngine, ExploreOptions, Explored, Metric, Puzzle, explore};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn shipped(name: &str) -> Puzzle {
    sliding::parse(Shipped::find(name).unwrap().text).unwrap().puzzle
}

fn drawn(start: &str) -> Puzzle {
    sliding::parse(&format!("start = '''\n{start}'''")).unwrap().puzzle
}

fn by(puzzle: &Puzzle, metric: Metric, engine: ExploreEngine, control: &Control) -> Explored {
    let options = ExploreOptions { metric, engine: Some(engine), ..ExploreOptions::default() };
    explore(puzzle, &options, control).unwrap()
}

fn on_disk(
    puzzle: &Puzzle,
    metric: Metric,
    directory: &Path,
    resume: bool,
    control: &Control,
) -> Result<Explored, LevelsError> {
    let options = ExploreOptions { metric, engine: None, directory: Some(directory.to_owned()), resume };
    explore(puzzle, &options, control)
}

/// Asserts that all engines say the same, and returns it.
fn agreed(puzzle: &Puzzle, metric: Metric) -> Explored {
    let control = Control::default();
    let sorted = by(puzzle, metric, ExploreEngine::Sorted, &control);
    let ranked = by(puzzle, metric, ExploreEngine::Ranked, &control.clone().threads(2));
    let same = |other: Explored| {
        assert_eq!(Explored { engine: sorted.engine, plan: sorted.plan.clone(), ..other }, sorted);
    };
    same(ranked);
    same(by(puzzle, metric, ExploreEngine::Sorted, &control.threads(3)));
    sorted
}

#[test]
fn published_numbers_by_every_engine_in_every_metric() {
    // States, and by metric eccentricity or optimum.
    let known: [(&str, u64, [u64; 3], bool); 5] = [
        ("euler-766-small", 208, [26, 21, 18], false),
        ("klotski", 25_955, [116, 90, 81], true),
        ("dads-puzzle", 1398, [83, 62, 59], true),
        ("mas-puzzle", 110_804, [36, 26, 23], true),
        ("hughes", 1138, [31, 24, 21], true),
    ];
    for (name, states, figures, solved) in known {
        let puzzle = shipped(name);
        for (metric, figure) in Metric::ALL.into_iter().zip(figures) {
            let explored = agreed(&puzzle, metric);
            assert_eq!(explored.states, states, "{name} by {metric}");
            let found = if solved { explored.solved_in } else { Some(explored.eccentricity()) };
            assert_eq!(found, Some(figure), "{name} by {metric}");
            let directory = tempfile::tempdir().unwrap();
            let disk = on_disk(&puzzle, metric, directory.path(), false, &Control::default()).unwrap();
            assert_eq!(Explored { plan: explored.plan.clone(), ..disk }, explored);
        }
    }
}

#[test]
fn eight_tiles_and_rush_hour() {
    let tiles = agreed(&shipped("8-puzzle"), Metric::Step);
    assert_eq!((tiles.states, tiles.eccentricity(), tiles.legal), (181_440, 31, Some(362_880)));
    let rush = agreed(&shipped("rush-hour-60"), Metric::Slide);
    assert_eq!((rush.states, rush.solved_in), (2332, Some(60)));
    let loyd = shipped("loyd-14-15");
    // Too many states to look at, and too many placements to number.
    let full = Control::default().memory(1 << 20);
    let stopped = explore(&loyd, &ExploreOptions::default(), &full).unwrap_err();
    assert!(matches!(stopped, LevelsError::Stopped(Stopped::OutOfMemory { .. })), "{stopped}");
}

#[test]
fn project_euler_766() {
    let puzzle = shipped("euler-766");
    for (metric, eccentricity) in Metric::ALL.into_iter().zip([1368, 1080, 964]) {
        let explored = by(&puzzle, metric, ExploreEngine::Sorted, &Control::default());
        assert_eq!((explored.states, explored.eccentricity()), (2_613_742, eccentricity));
        assert_eq!(explored.legal, Some(30_122_288));
    }
}

#[test]
fn published_optima_of_shipped_puzzles() {
    let known = [
        ("huarong-first-come", 32),
        ("huarong-smooth-sailing", 39),
        ("huarong-enemy-songs", 56),
        ("huarong-in-command", 70),
        ("huarong-peach-garden", 70),
        ("huarong-three-roads", 72),
        ("huarong-not-a-drop", 79),
        ("huarong-ridge-on-ridge", 98),
        ("huarong-within-reach", 98),
        ("huarong-fledgling", 103),
        ("huarong-lines-of-defence", 120),
        ("huarong-winding-road", 138),
        ("moving-day", 17),
        ("motor-cars", 17),
    ];
    for (name, moves) in known {
        let explored = by(&shipped(name), Metric::Move, ExploreEngine::Sorted, &Control::default());
        assert_eq!(explored.solved_in, Some(moves), "{name}");
    }
    let never = agreed(&shipped("huarong-no-way-out"), Metric::Move);
    assert_eq!((never.states, never.solved_in), (7462, None));
}

#[test]
fn what_only_the_whole_graph_knows() {
    let puzzle = shipped("klotski");
    let control = Control::default();
    let all = components(&puzzle, &control).unwrap();
    assert_eq!((all.legal, all.count(), all.start), (65_880, 898, 25_955));
    assert_eq!(all.sizes.iter().map(|(size, count)| size * count).sum::<u64>(), 65_880);
    let found = diameter(&puzzle, Metric::Step, &control).unwrap();
    assert_eq!(found.lower, found.upper);
    // With too little memory for the graph there are bounds, which hold.
    let bounds = diameter(&puzzle, Metric::Step, &control.clone().memory(1 << 20)).unwrap();
    assert!(bounds.lower <= found.lower && found.upper <= bounds.upper && bounds.sweeps == 2, "{bounds:?}");
    let worst = hardest(&puzzle, Metric::Move, &control).unwrap().unwrap();
    let from_there = puzzle.starting_at(&worst.position).unwrap();
    let there = by(&from_there, Metric::Move, ExploreEngine::Sorted, &control);
    assert_eq!(there.solved_in, Some(worst.distance));
    // Nothing is farther: distances from all goals at once, by the graph.
    let graph = graph(&puzzle, Metric::Move, &control).unwrap();
    assert_eq!(graph.positions.len(), 25_955);
    let goals: Vec<u32> = (0..25_955).filter(|&i| puzzle.is_solved(&graph.positions[i as usize])).collect();
    assert_eq!(goals.len() as u64, worst.goals);
    let distances = oracle::distances(&graph.neighbours, &goals);
    let farthest = distances.iter().max().copied().unwrap();
    assert_eq!(u64::from(farthest), worst.distance);
    assert_eq!(distances.iter().filter(|&&d| d == farthest).count() as u64, worst.states);
}

#[test]
fn answers_that_are_no_errors() {
    let full = agreed(&drawn("AB\nAC\n"), Metric::Move);
    assert_eq!((full.states, full.eccentricity(), full.edges, full.one_neighbour), (1, 0, 0, 0));
    let text = "start = '''\nAB.\n'''\ngoal = '''\nAB.\n'''";
    let solved = agreed(&sliding::parse(text).unwrap().puzzle, Metric::Step);
    assert_eq!((solved.states, solved.solved_in), (3, Some(0)));
    // In one row pieces cannot pass each other: A and B are different, as the goal names both.
    let text = "start = '''\nAB.\n'''\ngoal = '''\n.BA\n'''";
    assert!(sliding::parse(text).is_ok_and(|read| agreed(&read.puzzle, Metric::Move).solved_in.is_none()));
}

#[test]
fn wide_boards_and_wide_keys() {
    // The same room with two pieces in it, at the end of ever larger boards, which begin with a cell that nothing reaches, since
    // bits begin with the first cell.
    for (rows, cols) in [(3, 3), (7, 8), (9, 9), (20, 20)] {
        let mut lines = vec!["#".repeat(cols); rows];
        for (line, text) in lines[rows - 3..].iter_mut().zip(["AB.", "A..", "..."]) {
            *line = "#".repeat(cols - 3) + text;
        }
        let mut text = lines.join("\n") + "\n";
        let legal = if rows == 3 { 6 * 7 } else { 6 * 8 };
        if rows > 3 {
            text.replace_range(..1, ".");
        }
        let explored = agreed(&drawn(&text), Metric::Step);
        assert_eq!((explored.states, explored.legal), (42, Some(legal)), "{rows}x{cols}");
    }
    // Many empty cells make long keys.
    let text =
        "A.........\n..........\n..........\n..........\n..........\n..........\n..........\n.........B\n";
    let explored = by(&drawn(text), Metric::Slide, ExploreEngine::Sorted, &Control::default());
    assert_eq!(explored.states, 80 * 79 / 2);
    let vast = ".".repeat(600) + "A\n";
    let error = explore(&drawn(&vast), &ExploreOptions::default(), &Control::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a board of this puzzle needs 601 bits and a state 601, and the widest have 512"
    );
}

#[test]
fn little_memory_makes_runs_and_changes_nothing() {
    let puzzle = shipped("8-puzzle");
    let whole = by(&puzzle, Metric::Move, ExploreEngine::Sorted, &Control::default());
    let tight =
        by(&puzzle, Metric::Move, ExploreEngine::Sorted, &Control::default().memory(1 << 21).threads(2));
    assert_eq!(Explored { plan: whole.plan.clone(), ..tight }, whole);
    let directory = tempfile::tempdir().unwrap();
    let control = Control::default().memory(1 << 20);
    let disk = on_disk(&puzzle, Metric::Move, directory.path(), false, &control).unwrap();
    assert_eq!(Explored { plan: whole.plan.clone(), ..disk }, whole);
    tidy(directory.path()).unwrap();
    assert!(std::fs::read_dir(directory.path()).unwrap().next().is_none());
    let error =
        explore(&puzzle, &ExploreOptions::default(), &Control::default().memory(1 << 16)).unwrap_err();
    assert!(matches!(error, LevelsError::Stopped(Stopped::OutOfMemory { .. })), "{error}");
}

/// A control that stops after `looks` looks at it.
fn stopping_after(looks: usize) -> Control {
    let stop = Arc::new(AtomicBool::new(false));
    let (left, flag) = (std::sync::Mutex::new(looks), Arc::clone(&stop));
    Control::default().stopped_by(stop).on_progress(move |_| {
        let mut left = left.lock().unwrap();
        *left = left.saturating_sub(1);
        flag.store(*left == 0, Ordering::Relaxed);
    })
}

#[test]
fn every_level_is_a_checkpoint() {
    let puzzle = shipped("euler-766-small");
    let whole = by(&puzzle, Metric::Step, ExploreEngine::Sorted, &Control::default());
    let directory = tempfile::tempdir().unwrap();
    // Stopped at every level in turn, and resumed from there.
    let mut runs = 0;
    loop {
        // The first looks are those of the plan, one for each symbol, and those at what is read back and
        // retraced.
        let control = stopping_after(20);
        match on_disk(&puzzle, Metric::Step, directory.path(), runs > 0, &control) {
            Ok(explored) => {
                assert_eq!(Explored { plan: whole.plan.clone(), ..explored }, whole);
                break;
            }
            Err(LevelsError::Stopped(Stopped::Interrupted(_))) => {}
            Err(other) => panic!("{other}"),
        }
        // What a process that dies leaves behind: partial files, and levels and runs that are not needed.
        for (name, mark) in [
            ("level-99.0.part", "level"),
            ("run-1.3.part", "run"),
            ("checkpoint.0.part", "checkpoint"),
            ("run-0.keys", "run"),
            ("level-77.keys", "level"),
        ] {
            std::fs::write(directory.path().join(name), format!("polytile {mark} half of it")).unwrap();
        }
        runs += 1;
        assert!(runs < 200, "it never ends");
    }
    assert!(runs > 5, "{runs}");
    // Until the answer is safe, it can be had again.
    let again = on_disk(&puzzle, Metric::Step, directory.path(), true, &Control::default()).unwrap();
    assert_eq!(again.levels, whole.levels);
    tidy(directory.path()).unwrap();
    assert!(std::fs::read_dir(directory.path()).unwrap().next().is_none(), "all is tidied up");
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let puzzle = shipped("euler-766-small");
    let directory = tempfile::tempdir().unwrap();
    let resume = |control: &Control| on_disk(&puzzle, Metric::Step, directory.path(), true, control);
    let missing = resume(&Control::default()).unwrap_err();
    assert!(matches!(missing, LevelsError::NoCheckpoint { .. }), "{missing}");
    let begun = on_disk(&puzzle, Metric::Step, directory.path(), false, &stopping_after(20)).unwrap_err();
    assert!(matches!(begun, LevelsError::Stopped(Stopped::Interrupted(_))), "{begun}");
    let again = on_disk(&puzzle, Metric::Step, directory.path(), false, &Control::default()).unwrap_err();
    assert!(matches!(again, LevelsError::InUse { .. }), "{again}");
    let other = on_disk(&puzzle, Metric::Move, directory.path(), true, &Control::default()).unwrap_err();
    assert!(matches!(other, LevelsError::Foreign { .. }), "{other}");
    let other =
        on_disk(&shipped("klotski"), Metric::Step, directory.path(), true, &Control::default()).unwrap_err();
    assert!(matches!(other, LevelsError::Foreign { .. }), "{other}");
    let files: Vec<PathBuf> =
        std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 3, "a checkpoint and two levels");
    for path in &files {
        let whole = std::fs::read(path).unwrap();
        let refused = |what: &[u8]| {
            std::fs::write(path, what).unwrap();
            let error = resume(&Control::default()).unwrap_err();
            matches!(
                error,
                LevelsError::Damaged { .. }
                    | LevelsError::Foreign { .. }
                    | LevelsError::Wrong { .. }
                    | LevelsError::NotOurs { .. }
            )
        };
        for cut in (0..whole.len()).step_by(7) {
            assert!(refused(&whole[..cut]), "{} cut at {cut}", path.display());
        }
        for at in (0..whole.len()).step_by(3) {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            assert!(refused(&changed), "{} changed at {at}", path.display());
        }
        std::fs::write(path, &whole).unwrap();
    }
    // A level is gone; somebody else is at work.
    let level = files.iter().find(|path| path.extension().is_some()).unwrap();
    let aside = directory.path().join("aside");
    std::fs::rename(level, &aside).unwrap();
    let error = resume(&Control::default()).unwrap_err();
    assert_eq!(error, LevelsError::Damaged { path: level.clone() });
    std::fs::rename(&aside, level).unwrap();
    let lock = directory.path().join("lock");
    let held = std::fs::File::create(&lock).unwrap();
    held.lock().unwrap();
    let error = resume(&Control::default()).unwrap_err();
    assert_eq!(error, LevelsError::Busy { path: directory.path().to_owned() });
    // A lock that nobody holds any more keeps nobody out.
    drop(held);
    assert!(lock.exists());
    let whole = by(&puzzle, Metric::Step, ExploreEngine::Sorted, &Control::default());
    assert_eq!(resume(&Control::default()).unwrap().levels, whole.levels);
    // A file where the directory should be.
    let file = directory.path().with_extension("file");
    std::fs::write(&file, "").unwrap();
    let error = on_disk(&puzzle, Metric::Step, &file, false, &Control::default()).unwrap_err();
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(error, LevelsError::Unusable { .. }), "{error}");
}

#[test]
fn moves_are_refused_with_reasons() {
    let puzzle = shipped("rush-hour-60");
    let start = puzzle.start();
    let called = |name| puzzle.piece_called(name).unwrap();
    let refused = |name, path: &[Direction]| {
        let step = polytile::sliding::Move { piece: called(name), path: path.to_vec() };
        puzzle.apply(&start, &step).unwrap_err().to_string()
    };
    assert_eq!(refused('A', &[Direction::Up]), "piece 'A' cannot move up: it moves along its axis only");
    assert_eq!(refused('A', &[Direction::Right]), "piece 'A' cannot move right: 'L' is in the way");
    assert_eq!(refused('I', &[Direction::Up]), "piece 'I' cannot move up: there is a wall");
    assert_eq!(refused('I', &[]), "piece 'I' is not moved at all");
    let there = polytile::sliding::Move { piece: called('B'), path: vec![Direction::Left] };
    assert!(puzzle.apply(&start, &there).is_err());
    assert!(puzzle.replay(&start, &[]).is_ok_and(|positions| positions == [start.clone()]));
}

#[test]
fn goals_that_cannot_be_meant_are_refused_by_the_library_too() {
    use polytile::board::{Cell, Region};
    use polytile::sliding::{Axis, Goal, Piece};
    let at = Cell::new;
    let refused = |places: &[(usize, Cell)]| {
        let board = Region::rectangle(2, 3).unwrap();
        let mut along = Piece::new('A', [at(0, 0), at(0, 1)]);
        along.axis = Axis::Horizontal;
        let pieces = vec![along, Piece::new('B', [at(1, 0), at(1, 1)])];
        let good = Goal { places: vec![(1, at(1, 1))] };
        Puzzle::new(board, pieces, vec![good, Goal { places: places.to_vec() }]).unwrap_err().to_string()
    };
    assert_eq!(refused(&[]), "goal 2 names no piece");
    assert_eq!(refused(&[(2, at(0, 0))]), "goal 2 names piece number 2, and there are only 2");
    assert_eq!(
        refused(&[(1, at(0, 2))]),
        "goal 2 puts piece 'B' where it covers a wall or lies outside the board"
    );
    assert_eq!(
        refused(&[(0, at(0, 0)), (1, at(0, 1))]),
        "goal 2 cannot be: 'A' and 'B' are in each other's way"
    );
    assert_eq!(
        refused(&[(1, at(0, 0)), (1, at(1, 0))]),
        "goal 2 cannot be: 'B' and 'B' are in each other's way"
    );
    assert_eq!(refused(&[(0, at(1, 0))]), "goal 2 puts piece 'A' beside the line along which it moves");
}
