//! The animation of a search, as a player shows it.

use polytile::board::Region;
use polytile::draw::{Animation, Scene};
use polytile::format::{pieces, tiling};
use polytile::pieces::Freedom;
use polytile::problem::Problem;
use polytile::tiling::Tiling;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// Every picture of a GIF, in colours, and for how many hundredths of a second it is shown.
fn played(file: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let width = decoder.width() as usize;
    let mut screen = vec![[0; 3]; width * decoder.height() as usize];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, pixel) in frame.buffer.chunks(4).enumerate() {
            let (row, col) = (i / frame.width as usize, i % frame.width as usize);
            if pixel[3] > 0 {
                let at = (row + frame.top as usize) * width + col + frame.left as usize;
                screen[at].copy_from_slice(&pixel[..3]);
            }
        }
        pictures.push((screen.clone(), frame.delay));
    }
    pictures
}

/// The picture of a tiling.
fn picture(problem: &Problem, tiling: &Tiling) -> Vec<[u8; 3]> {
    let scene = Scene::new(problem, tiling);
    let mut animation = Animation::new(Vec::new(), &scene).unwrap();
    animation.scene(&scene, Duration::from_secs(1)).unwrap();
    played(&animation.finish().unwrap()).remove(0).0
}

#[test]
fn the_last_frame_is_the_answer() {
    let dir = std::env::temp_dir().join(format!("polytile-animated-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let path = dir.join("search.gif");
    // Searches that show every node, and one that shows every so many-th.
    for ((rows, cols), list) in [
        ((4, 5), "0..1:pentominoes"),
        ((5, 5), "0..1:pentominoes"),
        ((6, 10), "1:pentominoes"),
        ((6, 6), "any:L4,any:O4"),
        ((1, 1), "monomino"),
    ] {
        let size = format!("{rows}x{cols}");
        let output = Command::new(env!("CARGO_BIN_EXE_polytile"))
            .args(["solve", "--board", &size, "--pieces", list, "--first", "--json", "--quiet", "--gif"])
            .arg(&path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{list} on {size}: {}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        let first = said.lines().next().unwrap_or_default();
        let region = Region::rectangle(rows, cols).unwrap();
        let problem = Problem::new(region, pieces::list(list, Freedom::Free).unwrap());
        let answer = tiling::parse(first, &problem).unwrap();
        let frames = played(&fs::read(&path).unwrap());
        let (last, before) = frames.split_last().unwrap();
        assert!(last.0 == picture(&problem, &answer), "{list} on {size}");
        assert_eq!(last.1, 300);
        assert!(!before.is_empty() && before.len() <= 401, "{}", before.len());
        // The answer is not shown before.
        assert!(before.iter().all(|(frame, time)| *frame != last.0 && *time < 300), "{list} on {size}");
    }
    fs::remove_dir_all(&dir).unwrap();
}
