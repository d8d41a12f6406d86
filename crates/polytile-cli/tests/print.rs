//! Files that are printed and cut, whole and with what belongs in them.

use std::fs;
use std::path::Path;
use std::process::Command;

fn polytile(dir: &Path, arguments: &str) {
    let run = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .args(arguments.split(' '))
        .current_dir(dir)
        .output()
        .unwrap();
    assert!(
        run.status.success() && run.stdout.is_empty(),
        "{arguments}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
fn five_puzzles_and_their_answers() {
    let dir = tempfile::tempdir().unwrap();
    let puzzles = "pentominoes-6x10 soma hexiamonds-rhombus tetrahexes-4x7 pentominoes-8x8-holed";
    polytile(dir.path(), &format!("print {puzzles} --per-page 2 -o five.pdf"));
    let pdf = fs::read(dir.path().join("five.pdf")).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    assert!(pdf.starts_with(b"%PDF-") && text.trim_end().ends_with("%%EOF"));
    // Three pages of puzzles, and one of five answers.
    assert!(text.contains("/Count 4"));
    assert!(text.contains("/FontFile2") || text.contains("/FontFile3"));
}

/// The numbers of a path of straight lines, in pairs.
fn points(path: &str) -> Vec<[f64; 2]> {
    let numbers: Vec<f64> = path
        .split(['M', 'L', ' ', 'z'])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap())
        .collect();
    numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[test]
fn the_twelve_pentominoes_are_closed_paths_of_the_right_lengths() {
    let dir = tempfile::tempdir().unwrap();
    polytile(dir.path(), "print pentominoes-6x10 --cut cut.svg --cell 15");
    let svg = fs::read_to_string(dir.path().join("cut.svg")).unwrap();
    let (_, cut) = svg.split_once("<g id=\"cut\"").unwrap();
    let mut lengths: Vec<f64> = cut
        .split(" d=\"")
        .skip(1)
        .map(|rest| {
            let path = rest.split('"').next().unwrap();
            assert!(path.ends_with('z'), "{path}");
            let points = points(path);
            let next = points.iter().cycle().skip(1);
            points.iter().zip(next).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).sum()
        })
        .collect();
    lengths.sort_by(f64::total_cmp);
    // P5 has a perimeter of ten cells, the others of twelve.
    let expected: Vec<f64> = std::iter::once(150.0).chain([180.0; 11]).collect();
    assert!(
        lengths.len() == 12 && lengths.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6),
        "{lengths:?}"
    );
}
