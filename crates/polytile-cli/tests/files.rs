//! Files that the command writes: none in the way of another, none partial, none written through a link to where it does not
//! belong.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// What the command does in `dir`: its exit status, and what it says on standard error.
fn polytile(dir: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    let run = command.current_dir(dir).args(arguments.split_whitespace()).output().unwrap();
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

/// A directory with a puzzle in each form, and links of both kinds to them.
fn directory() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("puzzle.toml"), "title = \"Two\"\npieces = \"dominoes\"\n[board]\nsize = \"2x2\"\n")
        .unwrap();
    fs::write(at("puzzle.dlx"), "A B\nA\nB\nA B\n").unwrap();
    fs::write(at("slide.toml"), "title = \"Slide\"\nstart = '''\nA.\n'''\ngoal = '''\n.A\n'''\n").unwrap();
    fs::write(at("weights"), "domino 1\n").unwrap();
    fs::write(at("rows"), "ab\nab\n").unwrap();
    fs::write(at("drawn"), "##\n##\n").unwrap();
    fs::create_dir(at("sub")).unwrap();
    symlink("puzzle.dlx", at("link")).unwrap();
    symlink("sub", at("way")).unwrap();
    fs::hard_link(at("puzzle.toml"), at("name")).unwrap();
    fs::hard_link(at("slide.toml"), at("slide-name")).unwrap();
    dir
}

/// The files of a directory with what they hold.
fn contents(dir: &Path) -> Vec<(String, Option<Vec<u8>>)> {
    let mut all: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.to_string_lossy().into_owned(), fs::read(path).ok()))
        .collect();
    all.sort();
    all
}

#[test]
fn diagrams_draw_the_tilings_they_are_asked_for() {
    let dir = directory();
    let drawn = |arguments: &str| {
        let before = contents(dir.path());
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(0), "{arguments}: {said}");
        let mut new = contents(dir.path());
        new.retain(|file| !before.contains(file));
        new.iter()
            .map(|(path, held)| {
                let name = Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
                // What is above the first tiling.
                (name, String::from_utf8_lossy(held.as_ref().unwrap()).contains(">1 of 2,"))
            })
            .collect::<Vec<_>>()
    };
    let one = |name: &str, said| vec![(name.to_owned(), said)];
    assert_eq!(
        drawn("zdd puzzle.toml --sample 2 --svg t.svg"),
        [one("t-1.svg", false), one("t-2.svg", false)].concat()
    );
    assert_eq!(drawn("zdd puzzle.toml --kth 1 --svg first.svg"), one("first.svg", true));
    assert_eq!(drawn("zdd puzzle.toml --svg nodes.svg"), one("nodes.svg", false));
    assert_eq!(drawn("zdd puzzle.toml --sample 1 --profile --svg profile.svg"), one("profile.svg", false));
}

#[test]
fn files_do_not_collide() {
    let dir = directory();
    let before = contents(dir.path());
    for arguments in [
        // Two answers into one file, whatever it is called.
        "solve puzzle.toml --svg x --png x",
        "solve puzzle.toml --svg x --png ./x",
        "solve puzzle.toml --svg sub/x --png way/x",
        "solve puzzle.toml --svg sub/../x --png x",
        "solve puzzle.toml --svg - --png -",
        "solve puzzle.toml --svg x --checkpoint x",
        "solve puzzle.toml --resume x --svg x",
        "inspect puzzle.toml --svg x --png x",
        "why puzzle.toml --svg x --png x",
        "pieces 3 --svg x --png x",
        "deficient 2x2 --remove 0,0 --svg x --png x",
        "golomb 2 --svg x --gif x",
        "classes puzzle.toml --csv x --dot ./x",
        "zdd puzzle.toml --save x --dot ./x",
        "sample puzzle.toml --number 2 --svg x --png x",
        "slide solve slide.toml --gif x --png x",
        "slide explore slide.toml --hardest x --graph x",
        "slide explore slide.toml --disk sub --graph way/lock",
        "slide explore slide.toml --disk sub --hardest sub/level-3.keys",
        "slide explore slide.toml --disk new --graph ./new/checkpoint",
        // What is read would be written over.
        "solve puzzle.toml --svg puzzle.toml",
        "solve puzzle.toml --svg name",
        "solve puzzle.dlx --checkpoint puzzle.dlx",
        "solve puzzle.dlx --checkpoint link",
        "solve link --resume puzzle.dlx",
        "solve --board rows --pieces dominoes --svg rows",
        "inspect puzzle.toml --png puzzle.toml",
        "why puzzle.toml --png puzzle.toml",
        "convert puzzle.dlx puzzle.dlx",
        "convert link ./puzzle.dlx",
        "convert --board rows --pieces dominoes rows --to dlx",
        "sample puzzle.toml --svg puzzle.toml",
        "classes puzzle.toml --of rows --graphml rows",
        "relate puzzle.toml rows 1 --gif rows",
        "zdd puzzle.toml --weights weights --lightest --save weights",
        "zdd puzzle.toml --rank rows --dot rows",
        "slide solve slide.toml --svg slide-name",
        "slide explore slide.toml --hardest slide-name",
    ] {
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(2), "{arguments}: {said}");
        assert!(
            said.contains(" would both write ") || said.contains(" would write over "),
            "{arguments}: {said}"
        );
    }
    assert_eq!(contents(dir.path()), before, "nothing was written");
    // The same options, each with files of its own.
    for arguments in [
        "golomb 2 --remove 0,0 --svg /dev/null --png /dev/null",
        "solve puzzle.toml --svg x1 --png x2",
        "solve puzzle.toml --svg sub/x3 --png way/x4",
        "solve puzzle.toml --ascii --svg - --png x5",
        "inspect puzzle.toml --svg x6 --png x7",
        "pieces 3 --svg x8 --png x9",
        "deficient 2x2 --remove 0,0 --svg y1 --png y2",
        "classes puzzle.toml --csv y3 --dot y4",
        "zdd puzzle.toml --save y5 --dot y6",
        "sample puzzle.toml --number 2 --svg y7 --png y8",
        "slide solve slide.toml --gif y9 --png z1",
        "slide explore slide.toml --disk sub --engine sorted --graph sub/level-1.toml",
        "slide explore slide.toml --disk sub --engine sorted --hardest sub/level-hard.toml",
        "solve --board drawn --pieces dominoes --svg z2",
        "convert puzzle.dlx z3 --to dlx",
        "convert --board drawn --pieces dominoes z4 --to dlx",
        "zdd puzzle.toml --weights weights --lightest --save z5",
        "solve puzzle.dlx --checkpoint c",
        "solve puzzle.dlx --resume c --checkpoint c",
        "slide explore slide.toml --disk . --engine sorted --hardest h",
    ] {
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(0), "{arguments}: {said}");
    }
}

/// Runs a line of the shell in `dir`, the command being `$0`.
fn shell(dir: &Path, script: &str) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    let run = shell.current_dir(dir).args(["-c", script, env!("CARGO_BIN_EXE_polytile")]).output().unwrap();
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

#[test]
fn what_is_on_standard_input_is_a_file_too() {
    let dir = directory();
    let before = contents(dir.path());
    for script in [
        "\"$0\" solve - --svg puzzle.toml < puzzle.toml",
        "\"$0\" solve - --svg name < puzzle.toml",
        "\"$0\" solve - --checkpoint puzzle.dlx < link",
        "\"$0\" inspect - --png puzzle.toml < puzzle.toml",
        "\"$0\" convert - puzzle.dlx < puzzle.dlx",
        "\"$0\" slide explore - --hardest slide.toml < slide.toml",
        "\"$0\" slide explore - --disk sub --hardest sub/lock < slide.toml",
    ] {
        let (status, said) = shell(dir.path(), script);
        assert_eq!(status, Some(2), "{script}: {said}");
        assert!(said.contains(" would "), "{script}: {said}");
    }
    assert_eq!(contents(dir.path()), before, "nothing was written");
    // Standard output is another matter, and so is a file that is itself called `-`.
    fs::write(dir.path().join("-"), "").unwrap();
    for script in [
        "\"$0\" solve - --svg - < puzzle.toml",
        "cat puzzle.toml | \"$0\" solve - --svg puzzle.svg",
        "\"$0\" solve - --svg puzzle.svg < puzzle.toml",
    ] {
        let (status, said) = shell(dir.path(), script);
        assert_eq!(status, Some(0), "{script}: {said}");
    }
}

/// Each of several pictures is looked at before the first is written.
#[test]
fn numbered_pictures_are_files_as_well() {
    let dir = directory();
    let at = |name: &str| dir.path().join(name);
    fs::copy(at("puzzle.toml"), at("t-2.toml")).unwrap();
    symlink("puzzle.toml", at("v-2.svg")).unwrap();
    symlink("nowhere", at("smp-2.svg")).unwrap();
    fs::create_dir(at("dd-1000.svg")).unwrap();
    fs::write(at("ours-2.svg"), "").unwrap();
    let before = contents(dir.path());
    for (arguments, why) in [
        ("sample t-2.toml --number 2 --svg t.toml", "would write over t-2.toml"),
        ("sample puzzle.toml --number 2 --svg v.svg", "would write over puzzle.toml"),
        ("sample slide.toml --number 2 --svg v.svg", "v-2.svg is a file with 2 names"),
        ("sample puzzle.toml --number 2 --svg smp.svg", "smp-2.svg is a link to nowhere"),
        ("sample puzzle.toml --number 1000 --svg dd.svg", "dd-1000.svg cannot be written: is a directory"),
        ("sample puzzle.toml --number 3 --svg -", "--svg needs a file for each of 3 pictures"),
    ] {
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(2), "{arguments}: {said}");
        assert!(said.contains(why), "{arguments}: {said}");
    }
    assert_eq!(contents(dir.path()), before, "nothing was written");
    for arguments in [
        // Files other than those that are written.
        "sample t-2.toml --number 1 --svg t.toml",
        "sample puzzle.toml --number 3 --svg dd.svg",
        "sample puzzle.toml --number 2 --svg puzzle.toml",
        "sample puzzle.toml --number 2 --svg ours.svg",
    ] {
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(0), "{arguments}: {said}");
    }
}

#[test]
fn endings_of_other_pictures_are_refused() {
    let dir = directory();
    let before = contents(dir.path());
    for (arguments, option, kind) in [
        ("solve puzzle.toml --svg out.png", "--svg", "PNG"),
        ("solve puzzle.toml --png x.SVG", "--png", "SVG"),
        ("solve puzzle.toml --gif x.png", "--gif", "PNG"),
        ("pieces 3 --png x.gif", "--png", "GIF"),
        ("golomb 2 --remove 0,0 --gif x.svg", "--gif", "SVG"),
        ("relate puzzle.toml 1 2 --gif x.svg", "--gif", "SVG"),
        ("slide solve slide.toml --gif x.svg", "--gif", "SVG"),
        ("solve puzzle.toml --checkpoint x.png", "--checkpoint", "PNG"),
        ("classes puzzle.toml --csv x.svg", "--csv", "SVG"),
        ("zdd puzzle.toml --dot x.svg", "--dot", "SVG"),
        ("solve puzzle.toml --svg x.pdf", "--svg", "PDF"),
        ("sample puzzle.toml --png x.jpg", "--png", "JPG"),
        ("solve puzzle.toml --gif x.WebP", "--gif", "WEBP"),
    ] {
        let (status, said) = polytile(dir.path(), arguments);
        assert_eq!(status, Some(2), "{arguments}: {said}");
        assert!(said.starts_with(&format!("error: {option} does not write {kind}, ")), "{arguments}: {said}");
    }
    assert_eq!(contents(dir.path()), before);
}

#[test]
fn links_and_modes_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    // A new file has the permissions that the user's mask leaves.
    let new = "umask 027; \"$0\" pieces 3 --svg new.svg";
    let mut shell = Command::new("sh");
    let run = shell.current_dir(dir.path()).args(["-c", new, env!("CARGO_BIN_EXE_polytile")]);
    assert!(run.status().unwrap().success());
    assert_eq!(mode("new.svg"), 0o640);
    // An existing file keeps the permissions that it has.
    fs::write(at("own.svg"), "old").unwrap();
    fs::set_permissions(at("own.svg"), PermissionsExt::from_mode(0o604)).unwrap();
    symlink("own.svg", at("link.svg")).unwrap();
    let (status, said) = polytile(dir.path(), "pieces 3 --svg link.svg");
    assert_eq!(status, Some(0), "{said}");
    assert_eq!((mode("own.svg"), fs::read_link(at("link.svg")).unwrap()), (0o604, "own.svg".into()));
    assert!(fs::read_to_string(at("own.svg")).unwrap().starts_with("<svg"));
    // What replacing would not write is refused.
    symlink("nowhere.svg", at("dangling.svg")).unwrap();
    fs::hard_link(at("own.svg"), at("second.svg")).unwrap();
    let before = contents(dir.path());
    for (name, why) in [
        ("dangling.svg", "is a link to nowhere.svg, which does not exist"),
        ("second.svg", "is a file with 2 names (hard links)"),
        ("link.svg", "is a file with 2 names (hard links)"),
        (".", "cannot be written: is a directory"),
        ("new/", "new/ cannot be written: is a directory"),
        ("new/.", "new/. cannot be written: is a directory"),
        ("own.svg/", "cannot be written: Not a directory"),
        ("no/such.svg", "cannot be written: No such file or directory"),
    ] {
        let (status, said) = polytile(dir.path(), &format!("pieces 3 --svg {name}"));
        assert_eq!(status, Some(2), "{name}: {said}");
        assert!(said.contains(why), "{name}: {said}");
    }
    // Of several pictures each is looked at.
    let (status, said) =
        polytile(dir.path(), "sample --board 2x2 --pieces dominoes --number 3 --svg dangling.svg");
    assert_eq!(status, Some(0), "dangling-1.svg and so on are files of their own: {said}");
    (1..=3).for_each(|k| fs::remove_file(at(&format!("dangling-{k}.svg"))).unwrap());
    assert_eq!(contents(dir.path()), before);
}

/// A name that could be guessed could be a link that somebody else has put there.
#[test]
fn temporary_names_differ() {
    let dir = tempfile::tempdir().unwrap();
    let mut seen = Vec::new();
    for _ in 0..3 {
        let mut child = large_picture(dir.path());
        seen.push(begun(dir.path(), &mut child));
        child.kill().unwrap();
        child.wait().unwrap();
        let name = seen.last().unwrap();
        // Killed outright, the command leaves this one file, and nothing else.
        assert!(!dir.path().join("board.png").exists());
        fs::remove_file(dir.path().join(name)).unwrap();
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// A command that is busy with a large file for a while.
fn large_picture(dir: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_polytile"))
        .current_dir(dir)
        .args(["golomb", "16", "--remove", "1,2", "--png", "board.png", "--scale", "4", "--force"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The name of the file that is being written in `dir`, as soon as something is in it.
fn begun(dir: &Path, child: &mut Child) -> String {
    loop {
        let ended = child.try_wait().unwrap();
        for entry in fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with(".polytile-") && entry.metadata().is_ok_and(|file| file.len() > 0) {
                return name;
            }
        }
        assert!(ended.is_none(), "it has ended, and nothing was written: {ended:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn signals_leave_no_half_file() {
    for signal in ["INT", "TERM", "HUP"] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = large_picture(dir.path());
        begun(dir.path(), &mut child);
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{signal}");
    }
}
