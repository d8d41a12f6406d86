//! Puzzles of BurrTools: what is read asks what is written there, and nothing that is wrong with a file goes unnoticed or takes
//! more than it should.
//!
//! Files of others are not kept here: those that come with BurrTools (burr-tools/burr-tools, b72a71d, in `examples/`) give the
//! assemblies that they store, by `polytile solve FILE --count --up-to symmetries`.

use flate2::Compression;
use flate2::write::GzEncoder;
use polytile::board::Lattice;
use polytile::count::{Answer, CountOptions, count};
use polytile::format::shipped;
use polytile::format::xmpuzzle::{self, Store, unpacked};
use polytile::format::{Kind, puzzle};
use polytile::pieces::Copies;
use polytile::problem::{Problem, UpTo};
use polytile::run::Control;
use polytile::solve::{Options, Tilings};
use polytile::tiling::{Laid, Tiling};
use proptest::prelude::*;
use std::io::Write;

/// A file with these shapes, and one problem.
fn file(grid: u32, shapes: &[&str], problem: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/>\n<colors><color red=\"245\" green=\"19\" blue=\"64\"/>\
         </colors>\n<shapes>\n{}\n</shapes>\n<problems>\n{problem}\n</problems>\n<comment>A &lt;test&gt;</comment>\n</puzzle>\n",
        shapes.join("\n")
    )
}

fn voxel(sides: [usize; 3], content: &str) -> String {
    let [x, y, z] = sides;
    format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" type=\"0\">{content}</voxel>")
}

fn total(problem: &Problem, up_to: Option<UpTo>) -> String {
    let options = CountOptions { up_to, ..CountOptions::default() };
    let Answer::Total(total) = count(problem, &options, &Control::default()).unwrap().answer else {
        panic!("a total")
    };
    total.to_string()
}

#[test]
fn triangles_point_where_burrtools_has_them_point() {
    let lozenge = voxel([2, 1, 1], "##");
    let asked = "<problem><shapes><shape id=\"0\" min=\"0\" max=\"9\"/></shapes><result id=\"1\"/></problem>";
    // A hexagon of six triangles by three lozenges, in one layer, and in two: lozenges do not stand. Moved by one, the same six
    // triangles hang together otherwise.
    for (sides, content, expected) in
        [([4, 2, 1], "_###_###", "2"), ([4, 2, 2], "_###_###_###_###", "4"), ([3, 2, 1], "######", "0")]
    {
        let text = file(1, &[&lozenge, &voxel(sides, content)], asked);
        let puzzle = xmpuzzle::parse(&text, None).unwrap();
        assert_eq!(puzzle.problem.region.lattice(), Lattice::Prism);
        assert_eq!(total(&puzzle.problem, None), expected);
        assert_eq!(puzzle.description.as_deref(), Some("A <test>"));
    }
}

#[test]
fn numbers_of_pieces_and_of_holes_are_those_of_the_file() {
    let (domino, board) = (voxel([2, 1, 1], "##"), voxel([4, 1, 1], "++#+"));
    let asked = |attributes: &str, part: &str| {
        let problem = format!(
            "<problem{attributes}><shapes><shape id=\"0\" {part}/></shapes><result id=\"1\"/></problem>"
        );
        xmpuzzle::parse(&file(0, &[&domino, &board], &problem), None).unwrap().problem
    };
    assert_eq!(total(&asked("", "count=\"1\""), None), "2");
    assert_eq!(total(&asked("", "min=\"0\" max=\"2\""), None), "3");
    // Where no number is written there is one.
    assert_eq!(total(&asked("", ""), None), "2");
    let full = asked(" maxHoles=\"0\"", "min=\"0\" max=\"2\"");
    assert_eq!(full.pieces.hole().map(|hole| hole.copies), Some(Copies::exactly(0)));
    assert_eq!(total(&full, None), "1");
    // Colours that a piece has everywhere, and the result nowhere, are those it is drawn in.
    let coloured = file(
        0,
        &[&voxel([2, 1, 1], "#1#1"), &board],
        "<problem><shapes><shape id=\"0\"/></shapes><result id=\"1\"/></problem>",
    );
    assert_eq!(xmpuzzle::parse(&coloured, None).unwrap().problem.pieces[0].colour, Some([245, 19, 64]));
}

#[test]
fn what_is_written_asks_the_same() {
    for shipped in shipped::ALL.iter().filter(|shipped| shipped.kind == Kind::Puzzle) {
        let puzzle = puzzle::parse(shipped.text).unwrap();
        let small = puzzle.problem.region.len() <= 32 && puzzle.problem.region.lattice() != Lattice::Hex;
        let Ok(written) = xmpuzzle::write(&puzzle) else { continue };
        let again = xmpuzzle::parse(&written.text, None).unwrap();
        assert_eq!((&again.title, again.problem.region.len()), (&puzzle.title, puzzle.problem.region.len()));
        assert!(again.warnings.is_empty());
        // Written once more it is the same.
        assert_eq!(xmpuzzle::write(&again).unwrap().text.lines().count(), written.text.lines().count());
        if small {
            assert_eq!(total(&again.problem, None), total(&puzzle.problem, None), "{}", shipped.name);
        }
    }
    let soma = shipped::Shipped::find("soma").unwrap();
    let soma =
        xmpuzzle::parse(&xmpuzzle::write(&puzzle::parse(soma.text).unwrap()).unwrap().text, None).unwrap();
    assert_eq!(total(&soma.problem, Some(UpTo::Symmetries)), "240");
    assert_eq!(total(&soma.problem, Some(UpTo::Rotations)), "480");
}

#[test]
fn what_burrtools_has_no_word_for_is_named() {
    let refused = |text: &str| {
        let error = xmpuzzle::write(&puzzle::parse(&format!("title = 'x'\n{text}")).unwrap()).unwrap_err();
        format!("{error} ({})", error.help.clone().unwrap_or_default())
    };
    let piece = |more: &str| {
        format!(
            "[board]\nsize = '2x2x2'\n[[pieces]]\nname = 'screw'\ncells = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]]\n{more}"
        )
    };
    insta::assert_snapshot!([
        refused("pieces = 'dihexes'\n[board]\nsize = 'hexagon:2'"),
        refused("pieces = 'dominoes'\n[board]\nsize = 'torus:2x2'"),
        refused("pieces = 'dominoes'\n[board]\nsize = '2x2'\n[rules]\ntatami = true"),
        refused("pieces = 'dominoes'\n[board]\nart = '''\n#++\n'''\nholes = 1"),
        refused(&piece("flips = true")),
        refused(&piece("turns = false")),
    ].join("\n"), @r##"
    BurrTools has no grid of hexagons (convert it to toml, dlx or json)
    BurrTools has no boards that wrap (convert it to toml, dlx or json)
    BurrTools does not know the rules of this puzzle (leave them out, or convert it to toml)
    BurrTools knows how many cells may stay empty, but not how many must (write holes = "0..5", or convert it to toml)
    BurrTools turns every piece in space and reflects none, and screw may not be laid so (write flips = false)
    BurrTools turns every piece in space and reflects none, and screw may not be laid so (write flips = false)
    "##);
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let domino = voxel([2, 1, 1], "##");
    let good = "<problem><shapes><shape id=\"0\"/></shapes><result id=\"0\"/></problem>";
    let told = |text: &str, number: Option<u32>| {
        let error = xmpuzzle::parse(text, number).unwrap_err();
        let place = error.span.clone().map_or("-".to_owned(), |span| {
            format!("{}: {}", text[..span.start].lines().count(), &text[span])
        });
        format!("{error} ({}) at {}", error.help.clone().unwrap_or_default(), place.replace('\n', " "))
    };
    let with = |shape: String, problem: &str| told(&file(0, &[&domino, &shape], problem), None);
    let of = |grid| told(&file(grid, &[&domino], good), None);
    let piece = "<problem><shapes><shape id=\"1\"/></shapes><result id=\"0\"/></problem>";
    let result = "<problem><shapes><shape id=\"0\"/></shapes><result id=\"1\"/></problem>";
    let two =
        file(0, &[&domino], &format!("{good}{}", good.replace("<problem>", "<problem name=\"a &amp; b\">")));
    let cut = file(0, &[&domino], good);
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<puzzle version=\"2\">&b;</puzzle>";
    insta::assert_snapshot!([
        told("", None),
        told("<a>", None),
        told("<puzzle version=\"3\"/>", None),
        told("<puzzle version=\"2\"/>", None),
        told(&cut[..cut.len() - 30], None),
        told(&cut[..200], None),
        told(&cut.replace("</shapes>", "</shape>"), None),
        told(bomb, None),
        told(&cut.replace("A &lt;", "A &b;"), None),
        of(2), of(3), of(7),
        told(&two, None),
        told(&two, Some(3)),
        told(&two, Some(0)),
        with(voxel([2, 2, 1], "####"), "<problem><shapes/><result id=\"1\"/></problem>"),
        with(voxel([2, 2, 1], "####"), "<problem><shapes><shape id=\"0\"/></shapes></problem>"),
        with(voxel([2, 2, 1], "####"), "<problem><shapes><shape id=\"2\"/></shapes><result id=\"1\"/></problem>"),
        with(voxel([2, 2, 1], "####"), "<problem><shapes><shape id=\"0\" min=\"3\" max=\"2\"/></shapes><result id=\"1\"/></problem>"),
        with(voxel([2, 2, 1], "####"), "<problem><shapes><shape id=\"0\" count=\"-1\"/></shapes><result id=\"1\"/></problem>"),
        with(voxel([2, 2, 1], "#__#"), piece),
        with(voxel([2, 2, 1], "#+##"), piece),
        with(voxel([2, 2, 1], "____"), piece),
        with(voxel([2, 2, 1], "#1#2##"), piece),
        with(voxel([2, 2, 1], "____"), result),
        with(voxel([2, 2, 1], "###"), result),
        with(voxel([2, 2, 1], "#####"), result),
        with(voxel([2, 2, 1], "##x#"), result),
        with(voxel([2, 2, 1], "#64###"), result),
        with(voxel([2, 2, 1], "##1##"), result),
        with(voxel([1 << 20, 1 << 20, 1 << 20], "#"), result),
        with("<voxel x=\"2\" type=\"0\">##</voxel>".to_owned(), result),
    ].join("\n"), @r##"
    the file has no element in it (give the whole file, as BurrTools has written it) at 0: 
    the file is about <a>, and one of BurrTools about <puzzle> (give a file that BurrTools has written) at 0: <a>
    the file has version 3, and versions 1 and 2 are read (save it again with BurrTools) at 0: <puzzle version="3"/>
    the file has shapes, but no problem (make a problem of them in BurrTools) at -
    the file is no XML that can be read: ill-formed document: entity or character reference not closed: `;` not found before end of input (give the whole file, as BurrTools has written it) at 11: 
    the file is no XML that can be read: syntax error: tag not closed: `>` not found before end of input (give the whole file, as BurrTools has written it) at 8: 
    the file is no XML that can be read: ill-formed document: expected `</shapes>`, but `</shape>` was found (give the whole file, as BurrTools has written it) at 6: 
    the file defines a document type, which no file of BurrTools does (leave <!DOCTYPE ...> out) at 1: <!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
    the file uses an entity that XML does not have by itself (write the character itself) at 11: &b;
    the grid of the file is one of spheres, packed close (grids of cubes (type 0) and of triangular prisms (type 1) are read) at 2: <gridType type="2"/>
    the grid of the file is one of cubes cut into 24 tetrahedra (grids of cubes (type 0) and of triangular prisms (type 1) are read) at 2: <gridType type="3"/>
    the grid of the file is one of an unknown kind, number 7 (grids of cubes (type 0) and of triangular prisms (type 1) are read) at 2: <gridType type="7"/>
    the file has 2 problems (choose one, as in --problem 1: there are 1, 2 (a & b)) at -
    there is no problem 3: the file has 2 problems (problems count from 1: there are 1, 2 (a & b)) at -
    there is no problem 0: the file has 2 problems (problems count from 1: there are 1, 2 (a & b)) at -
    the problem has no pieces (add pieces to it in BurrTools) at 9: <problem>
    the problem does not say which shape is to be formed (choose a result in BurrTools) at 9: <problem>
    there is no shape 2: the file has 2 shapes (shapes count from 0) at 10: <shape id="2"/>
    copies 3..2 are impossible: the first number is the larger; write 2..3 (min is at most max) at 10: <shape id="0" min="3" max="2"/>
    '-1' of <shape> is not a whole number from 0 (write count="1") at 10: <shape id="0" count="-1"/>
    shape S2 falls into parts (a piece is made of voxels that hang together by their sides) at 6: <voxel x="2" y="2" z="1" type="0">
    shape S2 is a piece, and has voxels that may stay empty (write # for the voxels of a piece) at 7: +
    shape S2 is a piece without a voxel (a piece is made of voxels that hang together by their sides) at 6: <voxel x="2" y="2" z="1" type="0">
    shape S2 has voxels of several colours, which say how it may lie (give every voxel of a piece one colour, and those of the result none; colours that restrict are not read) at 7: #
    shape S2 is to be formed, and has no voxel (choose another result) at 6: <voxel x="2" y="2" z="1" type="0">
    shape S2 has 3 voxels, and 2x2x1 are more (write one character for each voxel) at 6: <voxel x="2" y="2" z="1" type="0">
    shape S2 has more voxels than 2x2x1 (write one character for each voxel) at 7: #
    'x' stands for no voxel (write # for a voxel, + for one that may stay empty, _ for none) at 7: x
    shape S2 has a colour beyond 63 (colours go from 1 to 63) at 7: 4
    shape S2 is to be formed, and has colours that say which pieces may lie where (give every voxel of a piece one colour, and those of the result none; colours that restrict are not read) at 7: #
    a shape of 1048576x1048576x1048576 voxels is too large (shapes have up to 2^24 voxels) at 6: <voxel x="1048576" y="1048576" z="1048576" type="0">
    a shape does not say how long its side y is (write x="2" y="2" z="1") at 6: <voxel x="2" type="0">
    "##);
}

#[test]
fn what_is_passed_over_is_named() {
    let shape = "<voxel x=\"2\" y=\"1\" z=\"1\" hx=\"1\" weight=\"2\" name=\"bar\" type=\"0\">##</voxel>";
    let problem = "<problem name=\"p\" state=\"2\" assemblies=\"1\"><shapes><shape id=\"0\" group=\"1\"/></shapes><result id=\"0\"/>\
        <solutions><solution><assembly>0 0 0 0</assembly></solution></solutions></problem>";
    let puzzle = xmpuzzle::parse(&file(0, &[shape], problem), None).unwrap();
    let warnings: Vec<&str> = puzzle.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(
        warnings,
        [
            "what is about taking the puzzle apart is passed over: groups of pieces, hotspots, weights",
            "1 solution stored in the file is passed over"
        ]
    );
    assert_eq!((puzzle.title.as_str(), puzzle.problem.pieces[0].name.as_str()), ("p", "bar"));
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

#[test]
fn hostile_files_end_soon() {
    let text = file(
        0,
        &[&voxel([2, 1, 1], "##")],
        "<problem><shapes><shape id=\"0\"/></shapes><result id=\"0\"/></problem>",
    );
    let whole = packed(text.as_bytes());
    assert_eq!(unpacked(whole.clone()).unwrap().unwrap(), text);
    for end in 2..whole.len() {
        assert!(unpacked(whole[..end].to_vec()).is_err(), "{end}");
    }
    // A thousand times as long, and no more than the limit is kept of it.
    let bomb = packed(&vec![b' '; xmpuzzle::MAX_BYTES + 1]);
    assert!(bomb.len() < 1 << 20);
    assert_eq!(unpacked(bomb).unwrap_err().to_string(), "the file unpacks to more than 64 MiB");
    // As deep as one likes, and an element with as many attributes.
    let deep = format!("<puzzle version=\"2\">{}", "<a>".repeat(1 << 20));
    assert_eq!(xmpuzzle::parse(&deep, None).unwrap_err().to_string(), "the file ends within <a>");
    let many = (0..1 << 19).map(|i| format!(" a{i}=\"\"")).collect::<Vec<_>>().concat();
    let many = format!("<puzzle{many} version=\"2\"><gridType type=\"0\"{many}/></puzzle>");
    assert_eq!(xmpuzzle::parse(&many, None).unwrap_err().to_string(), "the file has shapes, but no problem");
}

proptest! {
    #[test]
    fn damaged_files_are_errors_with_a_place_or_puzzles(at in any::<prop::sample::Index>(), with in "[<>/\"=#+_0-9a-z& ]{0,3}", less in 0_usize..20) {
        let board = voxel([2, 2, 2], "####+#+#");
        let problem = "<problem name=\"n\" maxHoles=\"1\"><shapes><shape id=\"0\" min=\"1\" max=\"4\"/></shapes><result id=\"1\"/></problem>";
        let mut text = file(0, &[&voxel([2, 1, 1], "##"), &board], problem);
        let from = at.index(text.len());
        text.replace_range(from..(from + less).min(text.len()), &with);
        match xmpuzzle::parse(&text, None) {
            Ok(puzzle) => {
                if let Ok(written) = xmpuzzle::write(&puzzle) {
                    let again = xmpuzzle::parse(&written.text, None).unwrap();
                    prop_assert_eq!(again.problem.region.len(), puzzle.problem.region.len());
                }
                // Solutions can go into whatever is read, and it can be read again.
                let stored = Store::of(&text, None).unwrap().text(&["0 0 0 0".to_owned()], true);
                let again = xmpuzzle::parse(&stored, None).unwrap();
                prop_assert_eq!(again.problem.region.len(), puzzle.problem.region.len());
                prop_assert_eq!(again.warnings.len(), puzzle.warnings.len() + 1);
            }
            Err(error) => prop_assert!(error.span.is_none_or(|span| text.get(span).is_some())),
        }
    }
}

#[test]
fn nothing_of_a_file_is_lost_in_silence() {
    let bar = voxel([2, 1, 1], "##");
    let cube = voxel([2, 2, 2], "########");
    let asked =
        "<problem name=\"é\"><shapes><shape id=\"0\" count=\"4\"/></shapes><result id=\"1\"/></problem>";
    let text = file(0, &[&bar, &cube], asked);
    // A byte order mark is no part of the text, whose places are told with it.
    let marked = format!("\u{feff}{text}");
    let puzzle = xmpuzzle::parse(&marked, None).unwrap();
    assert_eq!((puzzle.title.as_str(), total(&puzzle.problem, None).as_str()), ("é", "9"));
    let wrong = marked.replace("########", "#######?");
    let error = xmpuzzle::parse(&wrong, None).unwrap_err();
    assert_eq!(&wrong[error.span.clone().unwrap()], "?", "{error}");
    // So it is for who writes solutions into it, and a file that is too long to be read is that for them too.
    assert_eq!(Store::of(&wrong, None).unwrap_err(), error);
    assert!(Store::of(&marked, None).is_ok());
    let long = text.clone() + &" ".repeat(xmpuzzle::MAX_BYTES);
    assert_eq!(Store::of(&long, None).unwrap_err(), xmpuzzle::parse(&long, None).unwrap_err());
    for (from, to, said) in [
        (
            "<gridType type=\"0\"/>",
            "<gridType type=\"0\"/><gridType type=\"1\"/>",
            "<gridType> is there twice",
        ),
        ("<result id=\"1\"/>", "<result id=\"1\"/><result id=\"0\"/>", "<result> is there twice"),
        ("red=\"245\"", "red=\"300\"", "red=\"300\" is no part of a colour"),
        ("</puzzle>", "</puzzle> more", "something follows the puzzle in the file"),
    ] {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text);
        assert_eq!(xmpuzzle::parse(&wrong, None).unwrap_err().to_string(), said);
    }
    // As many parts of one shape as one likes have names, and all together so many voxels.
    let many = "<shape id=\"0\"/>".repeat(100_000);
    let text = file(0, &[&bar, &cube], &asked.replace("<shape id=\"0\" count=\"4\"/>", &many));
    let puzzle = xmpuzzle::parse(&text, None).unwrap();
    assert_eq!(puzzle.problem.pieces.iter().last().unwrap().name, "S1#100000");
    let long = voxel([20, 1, 1], &"#".repeat(20));
    let error = xmpuzzle::parse(&text.replace(&bar, &long), None).unwrap_err().to_string();
    assert_eq!(error, "with shape S1 the pieces have more voxels than are read");
}

#[test]
fn what_is_too_large_or_has_two_hands_is_not_written() {
    let read = |text: &str| puzzle::parse(text).unwrap();
    let large = read("title = 'x'\npieces = '1..3:domino'\n[board]\nsize = '5000x5000'");
    let error = xmpuzzle::write(&large).unwrap_err().to_string();
    assert_eq!(error, "a shape of 5000x5000x1 voxels is too large for BurrTools");
    let screws =
        read("title = 'x'\n[board]\nsize = '2x2x2'\n[[pieces]]\nname = 'screw'\nflips = true\ncopies = 2");
    let error = polytile::format::puzzlecad::write(&screws).unwrap_err().to_string();
    assert_eq!(error, "screw may be laid as what it is not when it is turned");
}

/// Where a voxel of a shape with this hotspot lies, as BurrTools' source has it: it is turned as a point of space about the corner
/// of the grid, and moved with the hotspot.
fn laid(grid: u32, voxel: [i64; 3], hotspot: [i64; 3], [x, y, z, turn]: [i64; 4]) -> [i64; 3] {
    let at = |voxel: [i64; 3]| if grid == 0 { cube_turned(turn, voxel) } else { prism_turned(turn, voxel) };
    let (voxel, hotspot) = (at(voxel), at(hotspot));
    std::array::from_fn(|i| [x, y, z][i] + voxel[i] - hotspot[i])
}

/// Which axis the first, the second and the third coordinate of an image is, with its sign, for each of the 24 numbers.
const CUBE: [&str; 24] = [
    "+x+y+z", "+x-z+y", "+x-y-z", "+x+z-y", "-z+y+x", "-y-z+x", "+z-y+x", "+y+z+x", "-x+y-z", "-x-z-y",
    "-x-y+z", "-x+z+y", "+z+y-x", "+y-z-x", "-z-y-x", "-y+z-x", "-y+x+z", "+z+x+y", "+y+x-z", "-z+x-y",
    "+y-x+z", "-z-x+y", "-y-x-z", "+z-x-y",
];

fn cube_turned(turn: i64, [x, y, z]: [i64; 3]) -> [i64; 3] {
    let word = CUBE[turn as usize].as_bytes();
    std::array::from_fn(|i| {
        let along = match word[2 * i + 1] {
            b'x' => x,
            b'y' => y,
            _ => z,
        };
        if word[2 * i] == b'-' { -along } else { along }
    })
}

fn prism_turned(turn: i64, [x, y, z]: [i64; 3]) -> [i64; 3] {
    let high = 0.75_f64.sqrt();
    let up = (x + y).rem_euclid(2) == 0;
    let centre = [(x + 1) as f64 / 2.0, high * (y as f64 + if up { 1.0 } else { 2.0 } / 3.0)];
    let ([east, north], z) = if turn < 6 { (centre, z) } else { ([-centre[0], centre[1]], -z) };
    let (sin, cos) = ((turn % 6) as f64 * std::f64::consts::FRAC_PI_3).sin_cos();
    let [east, north] = [cos * east - sin * north, sin * east + cos * north];
    [(2.0 * east - 1.0).round() as i64, (north / high).floor() as i64, z]
}

/// The voxels of a shape, with how they are written, and its hotspot.
type Shape = (Vec<([i64; 3], char)>, [i64; 3]);

/// The solutions of problem `number` of a file, from 0, with what covers each voxel; all of them cover the result.
fn solved(text: &str, number: usize) -> Vec<Vec<([i64; 3], usize)>> {
    let between = |text: &'_ str, from: &str, to: &str| -> Vec<String> {
        text.split(from).skip(1).map(|rest| rest.split(to).next().unwrap().to_owned()).collect()
    };
    let value = |tag: &str, name: &str| {
        let values = between(tag, &format!(" {name}=\""), "\"");
        values.first().map(|value| value.parse::<i64>().unwrap())
    };
    let grid = u32::from(text.contains("gridType type=\"1\""));
    let shapes: Vec<Shape> = between(text, "<voxel", "</voxel>")
        .iter()
        .map(|tag| {
            let (head, content) = tag.split_once('>').unwrap();
            let side = |name| value(head, name).unwrap();
            let places = content.chars().enumerate().map(|(i, c)| {
                let i = i as i64;
                ([i % side("x"), i / side("x") % side("y"), i / side("x") / side("y")], c)
            });
            let hot = |name| value(head, name).unwrap_or(0);
            (places.filter(|(_, c)| *c != '_').collect(), [hot("hx"), hot("hy"), hot("hz")])
        })
        .collect();
    let problem = &between(text, "<problem ", "</problem>")[number];
    let slots: Vec<usize> = between(problem, "<shape ", "/>")
        .iter()
        .flat_map(|tag| {
            let tag = format!(" {tag}");
            let copies = value(&tag, "count").or(value(&tag, "max")).unwrap();
            vec![value(&tag, "id").unwrap() as usize; copies as usize]
        })
        .collect();
    let result = &between(problem, "<result", "/>")[0];
    let (result, _) = &shapes[value(result, "id").unwrap() as usize];
    let assembly = |stored: &String| {
        let mut words = stored.split(' ');
        let mut covered = Vec::new();
        for (slot, &shape) in slots.iter().enumerate() {
            let Some(first) = words.next().unwrap().parse::<i64>().ok() else { continue };
            let mut next = || words.next().unwrap().parse::<i64>().unwrap();
            let placed = [first, next(), next(), next()];
            let (voxels, hotspot) = &shapes[shape];
            covered.extend(voxels.iter().map(|&(voxel, _)| (laid(grid, voxel, *hotspot, placed), slot)));
        }
        assert_eq!(words.next(), None);
        covered.sort_unstable();
        // Each voxel of the result once, unless it may stay empty, and no other.
        for pair in covered.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "{stored}");
        }
        let is_covered = |at: [i64; 3]| covered.iter().any(|&(voxel, _)| voxel == at);
        assert!(result.iter().all(|&(at, c)| c == '+' || is_covered(at)), "{stored}");
        assert!(covered.iter().all(|&(voxel, _)| result.iter().any(|&(at, _)| at == voxel)), "{stored}");
        covered
    };
    between(problem, "<assembly>", "</assembly>").iter().map(assembly).collect()
}

/// The first solutions of a puzzle, in its file.
fn stored(store: &Store, problem: &Problem, most: usize) -> String {
    let tilings: Vec<Tiling> = Tilings::new(problem, &Options::default(), &Control::default())
        .unwrap()
        .take(most)
        .map(Result::unwrap)
        .collect();
    let assemblies: Vec<String> =
        tilings.iter().map(|tiling| store.assembly(tiling, problem).unwrap()).collect();
    store.text(&assemblies, true)
}

#[test]
fn solutions_lie_where_burrtools_puts_them() {
    for name in [
        "soma",
        "bedlam",
        "hexiamonds-rhombus",
        "pentominoes-6x10",
        "solid-pentominoes-2x5x6",
        "conway-5x5x5",
    ] {
        let puzzle = puzzle::parse(shipped::Shipped::find(name).unwrap().text).unwrap();
        let (store, _) = Store::new(&puzzle).unwrap();
        let text = stored(&store, &puzzle.problem, 40);
        let found = solved(&text, 0);
        assert!(
            !found.is_empty() && text.contains(&format!("state=\"2\" assemblies=\"{}\"", found.len())),
            "{name}"
        );
        assert!(
            found.iter().enumerate().all(|(i, one)| found[..i].iter().all(|other| other != one)),
            "{name}"
        );
        // Read and solved once more, they are stored in the same way.
        let again = xmpuzzle::parse(&text, None).unwrap();
        let written = stored(&Store::of(&text, None).unwrap(), &again.problem, 40);
        assert_eq!(solved(&written, 0).len(), found.len());
    }
}

#[test]
fn solutions_take_the_place_of_those_that_are_there() {
    // Prisms in a hexagon whose first rhombus begins left of the box; hotspots; a piece of which none is used, one that no solution
    // needs, and another problem.
    let shapes = [
        "<voxel x=\"4\" y=\"2\" z=\"1\" hx=\"2\" hy=\"1\" weight=\"2\" name=\"bar\" type=\"0\">_###____</voxel>".to_owned(),
        voxel([2, 1, 2], "####"),
        voxel([7, 3, 3], &"_###_#_______".repeat(9)[..63]),
        voxel([5, 3, 2], "______###__###______###__###__"),
    ];
    let problem = |name: &str, more: &str| {
        format!(
            "<problem name='{name}' state=\"2\" assemblies=\"7\" solutions=\"7\" time=\"9\" maxHoles=\"3\"><shapes><shape id=\"0\" min=\"0\" max=\"5\"/>\
             <shape id=\"2\" count=\"0\"/><shape id=\"1\" min=\"0\" max=\"3\"/></shapes><result id=\"3\"/><bitmap/>{more}</problem>"
        )
    };
    let old = "\n<solutions><solution><assembly>x</assembly><separation/></solution></solutions>\n<assembler version=\"1\">7</assembler>\n";
    let text = file(
        1,
        &shapes.each_ref().map(String::as_str),
        &(problem("a \"b\" &amp; c", old) + &problem("other", old)),
    );
    let puzzle = xmpuzzle::parse(&text, Some(1)).unwrap();
    let written = stored(&Store::of(&text, Some(1)).unwrap(), &puzzle.problem, 100);
    let found = solved(&written, 0);
    assert_eq!(found.len().to_string(), total(&puzzle.problem, None));
    assert!(found.len() > 2);
    // All else is as it was.
    let start = |text: &str| text[..text.find("<problem ").unwrap()].to_owned();
    let end = |text: &str| text[text.find("<problem name='other'").unwrap()..].to_owned();
    assert_eq!((start(&written), end(&written)), (start(&text), end(&text)));
    let tag = "<problem name=\"a &quot;b&quot; &amp; c\" maxHoles=\"3\" state=\"2\"";
    assert!(written.contains(tag) && written.matches("<assembler").count() == 1);
    assert!(xmpuzzle::parse(&written, Some(1)).is_ok());
    // A tiling of another puzzle is none.
    let store = Store::of(&text, Some(2)).unwrap();
    for laid in [vec![Laid { piece: 0, cells: vec![] }], vec![Laid { piece: 9, cells: vec![] }]] {
        assert!(store.assembly(&Tiling::new(laid), &puzzle.problem).is_err());
    }
    assert!(store.text(&[], false).contains("state=\"3\" assemblies=\"0\""));
}
