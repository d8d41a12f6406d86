//! Several processes explore a puzzle together, are killed, stopped and refused, and say what one alone would say.

#![cfg(all(unix, feature = "cluster"))]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("polytile-cluster-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A list of processes, on ports that nobody uses now.
    fn hosts(&self, processes: usize) -> PathBuf {
        let listeners: Vec<TcpListener> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let lines = listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap()));
        let path = self.0.join("hosts");
        fs::write(&path, lines.collect::<String>()).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All files in a folder and in those that are in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What is left in a folder when all has been tidied up. A file that was empty when its owner was killed is nobody's, and stays, and
/// so does the folder it is in.
fn left(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|file| file.metadata().unwrap().len() > 0).collect()
}

const PUZZLE: &str = "euler-766";

fn explore(puzzle: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.args(["slide", "explore", puzzle, "--histogram", "--quiet", "--threads", "1"]).args(more);
    command
}

fn spawned(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn process(puzzle: &str, hosts: &Path, process: usize, more: &[&str]) -> Child {
    let number = process.to_string();
    let command = &mut explore(puzzle, &["--hosts", hosts.to_str().unwrap(), "--process", &number]);
    spawned(command.args(more))
}

fn answer(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Status and message of something that was refused or ended.
fn refused(output: &Output) -> (Option<i32>, String) {
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn processes_say_together_what_one_says() {
    let alone = answer(&explore(PUZZLE, &[]).output().unwrap());
    let folder = Folder::new("together");
    let disk = folder.0.join("levels");
    for processes in ["2", "3"] {
        assert_eq!(answer(&explore(PUZZLE, &["--processes", processes]).output().unwrap()), alone);
    }
    // Levels so wide that they take many parcels: eleven tiles of four kinds.
    let kinds = ["abc", "def", "ghi", "jk"];
    let kinds = kinds.map(|letters| format!("[[pieces]]\nletters = \"{letters}\"\nkind = \"{letters}\"\n"));
    let wide = format!("start = '''\nabcd\nefgh\nijk.\n'''\n{}", kinds.concat());
    let file = folder.0.join("wide.toml");
    fs::write(&file, wide).unwrap();
    let file = file.to_str().unwrap();
    let said = answer(&explore(file, &[]).output().unwrap());
    assert!(said.contains("states 1108800\n"), "{said}");
    assert_eq!(answer(&explore(file, &["--processes", "2"]).output().unwrap()), said);
    let kept = ["--processes", "2", "--metric", "slide", "--disk", disk.to_str().unwrap()];
    let alone = answer(&explore("klotski", &["--metric", "slide"]).output().unwrap());
    assert_eq!(answer(&explore("klotski", &kept).output().unwrap()), alone);
    assert!(fs::read_dir(&disk).unwrap().next().is_none(), "all is tidied up");
    // A puzzle from standard input is there once.
    let text = "start = '''\nAAb.\nAcd.\nefgh\n'''\n";
    let mut child = explore("-", &["--processes", "2"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(answer(&child.wait_with_output().unwrap()).contains("states 208\n"));
}

/// Killed again and again, and resumed by other numbers of processes.
#[test]
fn killed_processes_go_on() {
    let alone = answer(&explore(PUZZLE, &[]).output().unwrap());
    let folder = Folder::new("killed");
    let disk = folder.0.join("levels");
    // Levels of another puzzle, whose checkpoint may be anywhere.
    let others = disk.join("worker-1-of-7");
    fs::create_dir_all(&others).unwrap();
    let others = others.join("level-3.keys");
    fs::write(&others, "polytile level 1 0123456789abcdef-64-worker-1-of-7 3\n").unwrap();
    let mut kills = 0;
    let mut number = 0x9e37_79b9_u64;
    loop {
        number = number.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        let processes = [2, 3, 3, 1, 2][kills % 5];
        let hosts = folder.hosts(processes);
        let mut more = vec!["--disk", disk.to_str().unwrap()];
        if disk.join("checkpoint").exists() {
            more.push("--resume");
        }
        let mut children: Vec<Child> =
            (0..processes).map(|number| process(PUZZLE, &hosts, number, &more)).collect();
        if kills < 10 {
            std::thread::sleep(Duration::from_millis(150 + (number >> 33) % 200));
            // SIGKILL: nothing can be tidied up.
            let victim = (number >> 40) as usize % processes;
            children[victim].kill().unwrap();
            let dead = children.remove(victim).wait_with_output().unwrap();
            kills += 1;
            let outputs: Vec<Output> =
                children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
            if dead.status.code().is_none() {
                let ended = outputs.iter().any(|output| output.status.success());
                for output in outputs.iter().filter(|output| !output.status.success()) {
                    let (status, said) = refused(output);
                    assert_eq!(status, Some(1), "{said}");
                    let named = said.contains(&format!("process {victim} (127.0.0.1:"))
                        && said.contains(" was lost while level ");
                    assert!(named || said.contains("the connection to process"), "{said}");
                }
                // It was killed when all had come to their end: the first has said the answer, or had begun to.
                if ended && victim == 0 {
                    assert!(alone.starts_with(&*String::from_utf8_lossy(&dead.stdout)));
                } else if ended {
                    assert_eq!(answer(&outputs[0]), alone);
                }
                if ended {
                    // What it did not tidy up nobody else may.
                    for worker in 0..processes {
                        let _ = fs::remove_dir_all(disk.join(format!("worker-{worker}-of-{processes}")));
                    }
                }
            }
            continue;
        }
        let outputs: Vec<Output> =
            children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        assert_eq!(answer(&outputs[0]), alone);
        assert!(outputs[1..].iter().all(|output| answer(output).is_empty()), "one shows the answer");
        break;
    }
    assert_eq!(left(&disk), [others], "all else is tidied up");
}

#[test]
fn a_process_that_stops_for_a_while_goes_on() {
    let alone = answer(&explore(PUZZLE, &[]).output().unwrap());
    let folder = Folder::new("stopped");
    let hosts = folder.hosts(2);
    let children = [0, 1].map(|number| process(PUZZLE, &hosts, number, &[]));
    std::thread::sleep(Duration::from_millis(300));
    signal(&children[1], "-STOP");
    std::thread::sleep(Duration::from_millis(700));
    signal(&children[1], "-CONT");
    let outputs = children.map(|child| child.wait_with_output().unwrap());
    assert_eq!(answer(&outputs[0]), alone);
    assert!(answer(&outputs[1]).is_empty());
}

/// Two machines, as the system sees them: namespaces with an address each, joined by a cable.
struct Machines([String; 2]);

impl Machines {
    /// Nothing where the system does not let us have them.
    fn new() -> Option<Self> {
        let name = |end: &str| format!("polytile{}{end}", std::process::id());
        let machines = Machines([name("a"), name("b")]);
        let cables = ["a", "b"].map(|end| format!("pt{}{end}", std::process::id()));
        let [a, b] = &machines.0;
        let made = ip(&["netns", "add", a])
            && ip(&["netns", "add", b])
            && ip(&[
                "link", "add", &cables[0], "netns", a, "type", "veth", "peer", "name", &cables[1], "netns", b,
            ]);
        let joined = (1..).zip(machines.0.iter().zip(&cables)).all(|(end, (machine, cable))| {
            let address = format!("10.99.0.{end}/24");
            ip(&["-n", machine, "address", "add", &address, "dev", cable])
                && ip(&["-n", machine, "link", "set", cable, "up"])
        });
        (made && joined).then_some(machines)
    }

    /// A command that runs on one of them.
    fn on(&self, machine: usize, command: &Command) -> Command {
        let mut there = Command::new("ip");
        there.args(["netns", "exec", &self.0[machine]]).arg(command.get_program()).args(command.get_args());
        there
    }

    /// Pulls the cable out.
    fn part(&self) {
        assert!(ip(&["-n", &self.0[1], "link", "set", &format!("pt{}b", std::process::id()), "down"]));
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for machine in &self.0 {
            ip(&["netns", "delete", machine]);
        }
    }
}

fn ip(arguments: &[&str]) -> bool {
    let status = Command::new("ip").args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A process that is stopped is waited for, for its system answers; a machine that is gone is not.
#[test]
fn a_machine_that_vanishes_is_named() {
    let Some(machines) = Machines::new() else {
        let _ = writeln!(std::io::stderr(), "SKIPPED a machine that vanishes: namespaces of networks");
        return;
    };
    let folder = Folder::new("vanished");
    let (hosts, disk) = (folder.0.join("hosts"), folder.0.join("levels"));
    fs::write(&hosts, "10.99.0.1:2101\n10.99.0.2:2101\n").unwrap();
    let started = |number: usize| {
        let (hosts, disk, number_) = (hosts.to_str().unwrap(), disk.to_str().unwrap(), number.to_string());
        let more = ["--hosts", hosts, "--process", &number_, "--disk", disk, "--wait", "2s"];
        spawned(&mut machines.on(number, &explore(PUZZLE, &more)))
    };
    let (mut first, mut second) = (started(0), started(1));
    // That a level is safe both know once another one is.
    let levels = || fs::read_to_string(disk.join("checkpoint")).unwrap_or_default();
    while !levels().contains("\"levels\":[1,") {
        assert!(first.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&second, "-STOP");
    // Far longer than a machine is waited for that does not answer.
    std::thread::sleep(Duration::from_secs(8));
    assert!(first.try_wait().unwrap().is_none(), "a process that is stopped is waited for");
    machines.part();
    let (status, said) = refused(&first.wait_with_output().unwrap());
    second.kill().unwrap();
    second.wait().unwrap();
    assert_eq!(status, Some(1), "{said}");
    let lost = "process 1 (10.99.0.2:2101) was lost while level ";
    assert!(said.contains(lost) && said.contains(": its machine does not answer any more; level"), "{said}");
    assert!(said.contains("--resume"), "{said}");
    let more = ["--disk", disk.to_str().unwrap(), "--resume", "--processes", "3"];
    let alone = answer(&explore(PUZZLE, &[]).output().unwrap());
    assert_eq!(answer(&explore(PUZZLE, &more).output().unwrap()), alone);
}

#[test]
fn a_disk_that_is_full_ends_all_and_the_last_level_stays() {
    let folder = Folder::new("full");
    let (hosts, disk) = (folder.hosts(2), folder.0.join("levels"));
    let more = ["--disk", disk.to_str().unwrap()];
    let first = process("8-puzzle", &hosts, 0, &more);
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" slide explore 8-puzzle --process 1 --hosts \"$1\" --disk \"$2\"";
    let mut second = Command::new("sh");
    second.args(["-c", script, env!("CARGO_BIN_EXE_polytile")]).arg(&hosts).arg(&disk);
    let second = spawned(&mut second).wait_with_output().unwrap();
    let (status, said) = refused(&second);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains(".keys cannot be written: "), "{said}");
    assert!(said.contains("; levels 0 to ") && said.contains("--resume"), "{said}");
    let (status, said) = refused(&first.wait_with_output().unwrap());
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("process 1 (127.0.0.1:") && said.contains(" cannot be written: "), "{said}");
    let resumed = explore("8-puzzle", &["--processes", "3", "--resume"]).args(more).output().unwrap();
    assert!(answer(&resumed).contains("states 181440\neccentricity 31\nedges 241920\n"));
}

/// Nothing goes before the answer is safe: the first process cannot say it, and all can be resumed.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_hears_is_found_again() {
    let folder = Folder::new("unheard");
    let (hosts, disk) = (folder.hosts(2), folder.0.join("levels"));
    let more = ["--disk", disk.to_str().unwrap()];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut first = explore("klotski", &["--hosts", hosts.to_str().unwrap(), "--process", "0"]);
    let first = first.args(more).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let second = process("klotski", &hosts, 1, &more).wait_with_output().unwrap();
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(1));
    assert_eq!(refused(&second).0, Some(1));
    let resumed = explore("klotski", &["--processes", "3", "--resume"]).args(more).output().unwrap();
    assert!(answer(&resumed).contains("states 25955\n"));
}

/// Starts processes, and kills all as soon as there is a checkpoint in the directory of the first, at whatever level they are then.
fn begun(hosts: &Path, directories: &[&Path]) {
    let checkpoint = directories[0].join("checkpoint");
    // Should they come to their end before that is seen, once more.
    while !checkpoint.exists() {
        let started = directories.iter().enumerate();
        let mut children: Vec<Child> = started
            .map(|(number, directory)| {
                process(PUZZLE, hosts, number, &["--disk", directory.to_str().unwrap()])
            })
            .collect();
        while !checkpoint.exists() && children[0].try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        // Some levels further on.
        std::thread::sleep(Duration::from_millis(60));
        for child in &mut children {
            child.kill().unwrap();
        }
        for child in children {
            child.wait_with_output().unwrap();
        }
    }
}

/// Two runs of one puzzle, and one of another, have folders in one directory, and none takes what belongs to another.
#[test]
fn runs_that_share_a_directory_leave_each_other_alone() {
    let folder = Folder::new("shared");
    let (hosts, three) = (folder.hosts(2), folder.0.join("three"));
    let [a, b] = ["a", "b"].map(|name| folder.0.join(name));
    begun(&hosts, &[&a, &b]);
    let lines = fs::read_to_string(&hosts).unwrap();
    fs::rename(folder.hosts(3), &three).unwrap();
    fs::write(&hosts, lines).unwrap();
    begun(&three, &[&b, &b, &b]);
    // With as many processes as it had, and then with two, for which the folder is taken.
    let resumed = |processes: &str| {
        let more = ["--disk", b.to_str().unwrap(), "--resume", "--processes", processes];
        explore(PUZZLE, &more).output().unwrap()
    };
    let (status, said) = refused(&resumed("2"));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("worker-1-of-2 holds levels of another run, or of another process"), "{said}");
    assert!(
        said.contains("help: give each process the directory that it had; or resume that other run "),
        "{said}"
    );
    let alone = answer(&explore(PUZZLE, &[]).output().unwrap());
    assert_eq!(answer(&resumed("3")), alone);
    // A part of a level that somebody was killed over.
    let title = fs::read(level_of(&b.join("worker-1-of-2"))).unwrap();
    let title = &title[..=title.iter().position(|&byte| byte == b'\n').unwrap()];
    fs::write(b.join("worker-1-of-2").join("level-7.77.part"), title).unwrap();
    // And the run that has its checkpoint elsewhere goes on, with other processes too, all of which see all folders.
    fs::rename(b.join("worker-1-of-2"), a.join("worker-1-of-2")).unwrap();
    let more = ["--disk", a.to_str().unwrap(), "--resume", "--processes", "3"];
    assert_eq!(answer(&explore(PUZZLE, &more).output().unwrap()), alone);
    assert_eq!([left(&a), left(&b)], [const { Vec::<PathBuf>::new() }; 2]);
}

/// A level in a folder, where there may be parts of levels too.
fn level_of(folder: &Path) -> PathBuf {
    let is_level = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("level-") && path.extension() == Some("keys".as_ref())
    };
    files(folder).into_iter().find(is_level).unwrap()
}

/// A connection to a process that has been started.
fn connected(address: &str) -> TcpStream {
    loop {
        match TcpStream::connect(address) {
            Ok(stream) => return stream,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

#[test]
fn processes_that_do_not_belong_together_are_refused() {
    let folder = Folder::new("unlike");
    let hosts = folder.hosts(2);
    let address = fs::read_to_string(&hosts).unwrap().lines().nth(1).unwrap().to_owned();
    // One that does not come.
    let (status, said) = refused(&process(PUZZLE, &hosts, 0, &["--wait", "1s"]).wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains(&format!("process 1 ({address}) did not answer within 1 s")), "{said}");
    assert!(said.contains("help: "), "{said}");
    // Strangers who say nothing keep nobody waiting.
    let first = process("klotski", &hosts, 0, &["--wait", "10s"]);
    let own = fs::read_to_string(&hosts).unwrap().lines().next().unwrap().to_owned();
    let silent: Vec<TcpStream> = (0..40).map(|_| connected(&own)).collect();
    let second = process("klotski", &hosts, 1, &["--wait", "10s"]);
    assert!(answer(&first.wait_with_output().unwrap()).contains("states 25955\n"));
    answer(&second.wait_with_output().unwrap());
    drop(silent);
    // Another question.
    let children = [
        process(PUZZLE, &hosts, 0, &["--wait", "10s"]),
        process(PUZZLE, &hosts, 1, &["--metric", "move", "--wait", "10s"]),
    ];
    for output in children.map(|child| child.wait_with_output().unwrap()) {
        let (status, said) = refused(&output);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("another puzzle, another metric, or --disk or --resume differ"), "{said}");
        assert!(said.contains("help: start the same release"), "{said}");
    }
    // A number that nobody has: what a process says of itself, but for that.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let three = folder.0.join("three");
    let lines = format!("{}\n127.0.0.1:1\n{own}\n", listener.local_addr().unwrap());
    fs::write(&three, lines).unwrap();
    let mut caller = process(PUZZLE, &three, 2, &["--wait", "10s"]);
    let mut line = String::new();
    BufReader::new(listener.accept().unwrap().0).read_line(&mut line).unwrap();
    caller.kill().unwrap();
    caller.wait().unwrap();
    let line = line.replacen(" 3 2 ", " 2 2 ", 1);
    let first = process(PUZZLE, &hosts, 0, &["--wait", "10s"]);
    connected(&own).write_all(line.as_bytes()).unwrap();
    let (status, said) = refused(&first.wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("does not belong here: there are 2 processes, numbered from 0"), "{said}");
    // Another release; and before that a stranger.
    let first = process(PUZZLE, &hosts, 0, &["--wait", "10s"]);
    let say = |line: &str| {
        let mut stream = connected(&own);
        stream.write_all(line.as_bytes()).unwrap();
        let mut heard = String::new();
        // A stranger is left without an answer.
        let _ = stream.read_to_string(&mut heard);
        heard
    };
    assert_eq!(say("GET / HTTP/1.1\r\n\r\n"), "");
    let heard = say("polytile cluster 0.0.0/1 0123456789abcdef 2 1 127.0.0.1:1 and more\n");
    assert!(heard.starts_with("polytile cluster refused it is of version 0.0.0/1, and process 0 of "));
    let (status, said) = refused(&first.wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("process 1 does not belong here: it is of version 0.0.0/1, and"), "{said}");
    // A port in use.
    let _taken = TcpListener::bind(&address).unwrap();
    let (status, said) = refused(&process(PUZZLE, &hosts, 1, &[]).wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains(&format!("process 1 cannot listen at {address}: ")), "{said}");
}

#[test]
fn a_directory_of_somebody_else_is_refused() {
    let folder = Folder::new("else");
    let (hosts, disk) = (folder.hosts(2), folder.0.join("levels"));
    let kept = ["--disk", disk.to_str().unwrap()];
    let resumed = ["--disk", disk.to_str().unwrap(), "--resume", "--processes", "2"];
    begun(&hosts, &[&disk, &disk]);
    let said = |puzzle: &str, more: &[&str]| {
        let (status, said) = refused(&explore(puzzle, more).output().unwrap());
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("help: "), "{said}");
        said
    };
    let other = said("klotski", &resumed);
    assert!(
        other.contains("checkpoint: this is a checkpoint of another puzzle, metric or engine"),
        "{other}"
    );
    let alone = said(PUZZLE, &["--disk", kept[1], "--resume"]);
    assert!(alone.contains("checkpoint of `polytile slide-processes`"), "{alone}");
    let begun = said(PUZZLE, &["--disk", kept[1], "--processes", "2"]);
    assert!(begun.contains("holds the checkpoint of an earlier run"), "{begun}");
    // Its levels are not lost to a run whose checkpoint is elsewhere.
    let elsewhere = folder.0.join("elsewhere");
    let first = process("klotski", &hosts, 0, &["--disk", elsewhere.to_str().unwrap()]);
    let (status, orphaned) = refused(&process("klotski", &hosts, 1, &kept).wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{orphaned}");
    assert!(
        orphaned.contains("worker-1-of-2 holds levels of another run, or of another process\n  help: "),
        "{orphaned}"
    );
    let (status, said_first) = refused(&first.wait_with_output().unwrap());
    assert_eq!(status, Some(2), "{said_first}");
    assert!(
        said_first.contains("worker-1-of-2 holds levels of another run, or of another process"),
        "{said_first}"
    );
    let folders = ["worker-0-of-2", "worker-1-of-2"].map(|name| disk.join(name));
    fs::rename(&folders[0], disk.join("aside")).unwrap();
    let gone = said(PUZZLE, &["--disk", kept[1], "--resume", "--processes", "3"]);
    assert!(gone.contains("all must see the folders of all"), "{gone}");
    fs::rename(&folders[1], &folders[0]).unwrap();
    fs::rename(disk.join("aside"), &folders[1]).unwrap();
    let swapped = said(PUZZLE, &resumed);
    assert!(
        swapped.contains("worker-0-of-2 holds levels of another run, or of another process")
            || swapped.contains("worker-1-of-2 holds"),
        "{swapped}"
    );
}
