//! Parts of a question, put together again, say what the whole says; missing, doubled and foreign ones are named.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("polytile-parts-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
        command.current_dir(&self.0).args(line.split_whitespace()).output().unwrap()
    }

    fn said(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Writes the parts of a question into files 1, 2 and so on.
    fn parts(&self, line: &str, option: &str, of: usize) {
        for part in 1..=of {
            let said = self.said(&format!("{line} {option} {part}/{of}"));
            fs::write(self.0.join(part.to_string()), said).unwrap();
        }
    }

    fn refused(&self, line: &str) -> String {
        let output = self.run(line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("help: "), "{said}");
        said
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn counts_are_put_together() {
    let folder = Folder::new("counts");
    for (question, engine) in [
        ("--board 9x12 --pieces trominoes", "merge"),
        ("--board 9x12 --pieces trominoes", "dense"),
        ("--board 8x8 --pieces dominoes", "merge"),
        ("--board 4x6 --pieces 0..2:I3,any:dominoes", "merge"),
    ] {
        let whole = folder.said(&format!("count {question}"));
        folder.parts(&format!("count {question} --engine {engine} --json"), "--part", 3);
        assert_eq!(folder.said("merge 2 3 1"), whole, "{question} by {engine}");
    }
    for (option, said) in [
        ("--engine zdd", "the engine zdd finds the number at once: each part would be the whole"),
        ("--engine kasteleyn", "the engine kasteleyn finds the number at once"),
        ("--up-to symmetries", "an average over the symmetries needs the whole numbers"),
        ("--modulo 7", "a part is counted modulo primes, by one engine, and not by piece"),
    ] {
        let refused =
            folder.refused(&format!("count --board 8x8 --pieces dominoes {option} --part 1/2 --json"));
        assert!(refused.contains(said), "{refused}");
    }
    // More primes than anybody can find would be needed: the first one tells.
    let strip = folder.run("count --board 2147483648x1 --pieces dominoes --memory 100MiB --part 1/2 --json");
    assert_eq!(strip.status.code(), Some(3), "{}", String::from_utf8_lossy(&strip.stderr));
}

#[test]
fn what_is_given_is_part_of_the_question() {
    let folder = Folder::new("given");
    for (question, option) in [
        ("solve pentominoes-3x20 --count --json", "--subtree"),
        ("count 3x20 --pieces trominoes --json", "--part"),
    ] {
        let given = if option == "--part" { "I3 at 0,0 0,1 0,2" } else { "X at 1,1 2,1" };
        for (file, extra) in [("1", Some(given)), ("2", None)] {
            let part = format!("{file}/2");
            let mut words: Vec<&str> = question.split(' ').chain([option, part.as_str()]).collect();
            words.extend(extra.iter().flat_map(|given| ["--given", given]));
            let output = Command::new(env!("CARGO_BIN_EXE_polytile")).args(words).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            fs::write(folder.0.join(file), output.stdout).unwrap();
        }
        let refused = folder.refused("merge 1 2");
        assert!(refused.contains("give the parts of one question"), "{refused}");
    }
}

#[test]
fn searches_are_put_together() {
    let folder = Folder::new("searches");
    let question = "solve pentominoes-3x20 --json";
    let whole = folder.said(question);
    folder.parts(question, "--subtree", 3);
    // As the whole search lists them, in its order.
    assert_eq!(folder.said("merge 3 1 2"), whole);
    let seeded = "solve pentominoes-6x10 --random --seed 3 --threads 2 --json";
    let whole = folder.said(seeded);
    folder.parts(seeded, "--subtree", 2);
    assert_eq!(folder.said("merge 1 2"), whole);
    let random = folder.refused("solve queens-8 --random --subtree 1/2 --json");
    assert!(random.contains("need the order in common") && random.contains("add --seed"), "{random}");
    // Another engine has another tree.
    let of_engine = |engine: &str, part: &str| {
        let said =
            folder.said(&format!("solve queens-8 --count --json --engine {engine} --subtree {part}/2"));
        fs::write(folder.0.join(part), said).unwrap();
    };
    of_engine("bitboard", "1");
    of_engine("sparse", "2");
    assert!(folder.refused("merge 1 2").contains("made by one release and one engine"));
    folder.parts("solve queens-8 --count --json", "--subtree", 2);
    assert_eq!(folder.said("merge 1 2"), "92\n");
    let json = folder.said("merge 1 2 --json");
    assert!(json.starts_with("{\"count\":92,\"parts\":2,\"question\":\""), "{json}");
}

#[test]
fn what_is_not_all_of_one_question_is_named() {
    let folder = Folder::new("refused");
    let question = "solve pentominoes-3x20 --count --json";
    folder.parts(question, "--subtree", 3);
    let missing = folder.refused("merge 2");
    assert!(missing.contains("parts 1/3, 3/3 are missing"), "{missing}");
    fs::copy(folder.0.join("2"), folder.0.join("again")).unwrap();
    let twice = folder.refused("merge 1 2 3 again");
    assert!(twice.contains("part 2/3 is there twice: in 2 and in again"), "{twice}");
    let other = folder.said("solve pentominoes-4x15 --count --json --subtree 3/3");
    fs::write(folder.0.join("3"), other).unwrap();
    let foreign = folder.refused("merge 1 2 3");
    assert!(
        foreign.contains("1 has part 1/3 of question ")
            && foreign.contains(", and 3 has part 3/3 of question "),
        "{foreign}"
    );
    let stopped = folder.said("solve pentominoes-3x20 --json --subtree 1/1 --limit 1");
    fs::write(folder.0.join("3"), stopped).unwrap();
    let partial = folder.refused("merge 3");
    assert!(partial.contains("3, line 2: this part is not complete"), "{partial}");
    fs::write(folder.0.join("3"), "{\"number\": 1}\n").unwrap();
    let cut = folder.refused("merge 3");
    assert!(cut.contains("the text ends without saying which part it is"), "{cut}");
    fs::write(folder.0.join("3"), "polytile\n").unwrap();
    assert!(folder.refused("merge 3").contains("3, line 1: this is not a JSON object"));
}
