//! `cargo xtask campaign`: the tests that take too long for CI, in parts that can be interrupted.
//!
//! A part counts its cases from 0. How far it came is in `target/campaign/PART.json`: the same
//! command goes on from there, unless the commit is another one. A part that ended or paused has
//! its line in `docs/reliability.md`.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};
use crate::{coverage, mutants};

/// The part to run, and for how long.
#[derive(clap::Args)]
pub struct Args {
    /// The part; all of them, one after the other, if not given.
    part: Option<String>,
    /// Pause after so many minutes a part; the same command goes on later.
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// End after so many cases, and do not keep the result: a trial.
    #[arg(long, value_name = "COUNT")]
    first: Option<u64>,
    /// Try one case alone, with what it says.
    #[arg(long, value_name = "NUMBER", requires = "part")]
    case: Option<u64>,
}

/// How the cases of a part are tried.
#[derive(Clone, Copy)]
enum By {
    /// By the program `campaign` of `fuzz/`.
    Program,
    /// By a test that compares Rust with another language: the arguments of `cargo test`.
    Test(&'static str),
    /// By a program in C++ that compares Rust with the headers of C++.
    Cpp,
    /// By `cargo xtask mutants`: a case is a share of the changes.
    Mutants,
    /// By `cargo xtask coverage`, which is one case.
    Coverage,
}

/// A part of the campaign.
struct Part {
    name: &'static str,
    by: By,
    /// The number of cases.
    cases: u64,
    /// A description of one case, for the table.
    what: &'static str,
}

const MILLION: u64 = 1_000_000;

/// Declares the parts: the name, how cases are tried, how many there are, and what one is.
macro_rules! parts {
    ($($name:literal, $by:expr, $cases:expr, $what:literal;)*) => {
        const PARTS: &[Part] = &[$(Part {
            name: $name,
            by: $by,
            cases: $cases,
            what: $what,
        }),*];
    };
}

parts! {
    "frozen", By::Program, 1000 * MILLION,
        "mutated frozen buffers and streams, validated; every method of every view of the valid ones";
    "forms", By::Program, 10 * MILLION,
        "frozen buffers in forms of other writers, precisely changed: a second reader gives the same verdict and values";
    "builder", By::Program, 10 * MILLION,
        "drawn calls of the builder of frozen documents: what is finished is valid";
    "splice", By::Program, 10 * MILLION,
        "drawn calls of splices of frozen documents: what is finished is valid";
    "segments", By::Program, 10 * MILLION,
        "drawn records, some of which fail, as segments: what is finished is valid";
    "streams", By::Program, 10 * MILLION,
        "drawn records, some of which fail, as streams: what is finished is valid";
    "frozen-c", By::Test("-p conformance --test all frozen_readers::the_reader_in_c"), 10 * MILLION,
        "mutated frozen buffers, half of them in forms of other writers, and streams: the reader in C, under sanitizers, and that in Rust agree";
    "frozen-go", By::Test("-p conformance --test all frozen_readers::the_reader_in_go"), 10 * MILLION,
        "mutated frozen buffers, half of them in forms of other writers, and streams: the reader in Go and that in Rust agree";
    "frozen-java", By::Test("-p conformance --test all frozen_readers::the_reader_in_java"), 10 * MILLION,
        "mutated frozen buffers, half of them in forms of other writers, and streams: the reader in Java and that in Rust agree, and on the place of each error";
    "frozen-dart", By::Test("-p conformance --test all frozen_readers::the_reader_in_dart"), 3 * MILLION,
        "mutated frozen buffers, half of them in forms of other writers, and streams: the reader in Dart and that in Rust agree, and on the place of each error";
    "writers-go", By::Test("-p conformance --test all frozen_readers::writers::go"), 3 * MILLION,
        "drawn and mutated JSON, and drawn documents: Go makes the canonical bytes of Rust, or has its error at its place; all readers take what it makes";
    "writers-java", By::Test("-p conformance --test all frozen_readers::writers::java"), 3 * MILLION,
        "drawn and mutated JSON, and drawn documents: Java makes the canonical bytes of Rust, or has its error at its place; all readers take what it makes";
    "writers-dart", By::Test("-p conformance --test all frozen_readers::writers::dart"), MILLION,
        "drawn and mutated JSON, and drawn documents: Dart makes the canonical bytes of Rust, or has its error at its place; all readers take what it makes";
    "flatbuffers-go", By::Test("-p varvel-codegen --test go go_says_what_rust_says"), 10 * MILLION,
        "mutated FlatBuffers of each schema of the suite: Go and Rust give one verdict and equal JSON";
    "flatbuffers-dart", By::Test("-p varvel-codegen --test dart dart_says_what_rust_says"), 3 * MILLION,
        "mutated FlatBuffers of each schema of the suite: Dart, with the numbers of the web, too, and Rust give one verdict and equal JSON";
    "flatbuffers-c", By::Test("-p varvel-codegen --test c c_says_what_rust_says"), 10 * MILLION,
        "mutated FlatBuffers of each schema of the suite: C, under sanitizers, and Rust give one verdict and equal JSON";
    "builders-capi", By::Test("-p varvel-capi --test random_builders"), 10 * MILLION,
        "drawn calls of all that builds documents in C (`vv_*`), of each kind: what is finished is read again";
    "errors-capi", By::Test("-p varvel-capi --test errors"), MILLION,
        "mutated documents of each format: errors of C (`vv_*`) have the number, offset, line, column and path of Rust";
    "errors-cpp", By::Cpp, MILLION,
        "mutated documents of each format, and documents that do not fit their type: errors of C++ structs and of documents in C++ have the number, offset, line, column and path of Rust";
    "builders-c", By::Test("-p varvel-codegen --test c builders"), 10 * MILLION,
        "drawn calls of all that builds FlatBuffers in C, under sanitizers: readers of C and Rust take what is finished";
    "builders-go", By::Test("-p varvel-codegen --test go builders"), 10 * MILLION,
        "drawn calls of all that builds FlatBuffers in Go, of each kind: readers of Go and Rust take what is finished";
    "builders-dart", By::Test("-p varvel-codegen --test dart builders"), 3 * MILLION,
        "drawn calls of all that builds FlatBuffers in Dart, with the numbers of the web, too: the reader of Rust takes what is finished";
    "flatbuffers", By::Program, 100 * MILLION,
        "mutated FlatBuffers, verified; the valid ones read, encoded, and read by the official crate";
    "f32", By::Program, 1 << 32,
        "each `f32`: printed, read back; one in 16 compared with the standard library";
    "f64", By::Program, 1000 * MILLION,
        "drawn `f64`: printed, read back; one in 16 compared with the standard library";
    "pairs", By::Program, 10 * MILLION,
        "drawn documents through all pairs of formats, straight and by a tree";
    "chains", By::Program, MILLION,
        "drawn doubles and texts through all chains of three formats: the same bits and text behind each";
    "json", By::Program, 10 * MILLION,
        "drawn and mutated JSON beside serde_json and simd-json";
    "msgpack", By::Program, 10 * MILLION,
        "drawn and mutated MessagePack beside rmpv";
    "cbor", By::Program, 10 * MILLION,
        "drawn and mutated CBOR beside ciborium";
    "yaml", By::Program, 10 * MILLION,
        "drawn and mutated YAML beside saphyr-parser";
    "flexbuffers", By::Program, 10 * MILLION,
        "drawn and mutated FlexBuffers: refused, or read and written as the same";
    "pull", By::Program, 10 * MILLION,
        "drawn and mutated JSON: pulling and driving agree";
    "kernels", By::Program, 10 * MILLION,
        "the kernels of each instruction set beside the portable ones";
    "coverage", By::Coverage, 1,
        "at least 95 % of the branches of readers, validators and verifiers are taken by tests";
    "mutants", By::Mutants, 4,
        "quarters of the changes to the frozen validator: at least 95 % are noticed by tests";
}

/// Runs parts.
pub fn run(args: &Args) -> Result<()> {
    let names = || PARTS.iter().map(|part| part.name).collect::<Vec<_>>();
    let chosen: Vec<&Part> = match &args.part {
        None => PARTS.iter().collect(),
        Some(name) => match PARTS.iter().find(|part| part.name == *name) {
            Some(part) => vec![part],
            None => bail!("no part `{name}`; there are: {}", names().join(", ")),
        },
    };
    if let (Some(number), [part]) = (args.case, &chosen[..]) {
        return part.attempt(number, 1).map(drop);
    }
    for part in chosen {
        match args.first {
            Some(count) => {
                let taken = part.attempt(0, count.min(part.cases))?;
                println!("{}: {taken} of the first {count} were accepted", part.name);
            }
            None => part.go_on(Duration::from_secs(60 * args.minutes))?,
        }
    }
    Ok(())
}

impl Part {
    /// Returns how many cases are tried at once, between two looks at the clock: some seconds of
    /// work, or some minutes.
    fn step(&self) -> u64 {
        match self.by {
            By::Program => self.cases / 100,
            By::Test(_) | By::Cpp => self.cases / 20,
            By::Mutants | By::Coverage => 1,
        }
    }

    /// Tries cases, and returns how many inputs were accepted.
    fn attempt(&self, first: u64, count: u64) -> Result<u64> {
        match self.by {
            By::Program => {
                let mut taken = None;
                Cmd::cargo("run --quiet --profile campaign --manifest-path fuzz/Cargo.toml")
                    .args(["--bin", "campaign", "--", self.name])
                    .args([first.to_string(), count.to_string()])
                    .run_reading(|line| match line.strip_prefix("taken ") {
                        Some(number) => taken = number.parse().ok(),
                        None => println!("{line}"),
                    })?;
                taken.context("the program did not say how many inputs were accepted")
            }
            By::Test(test) => {
                Cmd::cargo(&format!("test --quiet {test}"))
                    .env("VARVEL_FIRST_MUTANT", first.to_string())
                    .env("VARVEL_MUTANTS", count.to_string())
                    .run()?;
                Ok(count)
            }
            By::Cpp => compare_cpp(first, count).map(|()| count),
            By::Mutants => {
                for number in first..first + count {
                    mutants::run(Some(&format!("{number}/{}", self.cases)))?;
                }
                Ok(count)
            }
            By::Coverage => coverage::run().map(|()| count),
        }
    }

    /// Goes on where the part paused, for some time.
    fn go_on(&self, time: Duration) -> Result<()> {
        let begun = Instant::now();
        let mut state = State::load(self.name)?;
        while state.next < self.cases {
            if begun.elapsed() > time {
                let (next, all) = (state.next, self.cases);
                println!("{}: paused at {next} of {all} cases", self.name);
                return self.report(&state);
            }
            let step = Instant::now();
            let count = self.step().min(self.cases - state.next);
            state.taken += self.attempt(state.next, count)?;
            state.next += count;
            state.seconds += step.elapsed().as_secs_f64();
            state.keep(self.name)?;
        }
        println!("{}: all {} cases passed", self.name, self.cases);
        self.report(&state)
    }

    /// Puts the line of a part that ended or paused into the table.
    fn report(&self, state: &State) -> Result<()> {
        let path = root().join("docs/reliability.md");
        let text = fs::read_to_string(&path)?;
        let name = format!("| `{}` |", self.name);
        let line = self.line(state);
        let mut lines: Vec<&str> = text.lines().collect();
        let old = lines.iter().position(|line| line.starts_with(&name));
        match old {
            Some(at) => lines[at] = &line,
            None => {
                let last = lines.iter().rposition(|line| line.starts_with('|'));
                let at = last.context("docs/reliability.md has no table")?;
                lines.insert(at + 1, &line);
            }
        }
        fs::write(&path, lines.join("\n") + "\n")?;
        Ok(())
    }

    fn line(&self, state: &State) -> String {
        let share = match self.by {
            By::Program => format!("{:.0} %", 100.0 * state.taken as f64 / state.next as f64),
            _ => String::new(),
        };
        let cases = match state.next < self.cases {
            true => format!("{} of {}", grouped(state.next), grouped(self.cases)),
            false => grouped(self.cases),
        };
        format!(
            "| `{}` | {} | {} | {share} | {:.0} | {} | {} |",
            self.name,
            self.what,
            cases,
            state.seconds,
            &state.commit[..state.commit.len().min(12)],
            machine(),
        )
    }
}

/// Compares cases with C++, by the headers and the C library of this checkout.
fn compare_cpp(first: u64, count: u64) -> Result<()> {
    let out = target_dir().join("campaign/cpp");
    fs::create_dir_all(&out)?;
    let (prefix, out) = (out.join("prefix"), out.display().to_string());
    let prefix = prefix.display().to_string();
    Cmd::cargo("xtask c --profile dev --prefix")
        .arg(&prefix)
        .run()?;
    Cmd::new("sh bindings/cpp/tests/check.sh")
        .args([&prefix, &out, "drawn"])
        .args([first.to_string(), count.to_string()])
        .args(["g++", "-std=c++17", "-O1"])
        .run()
}

/// How far a part came.
struct State {
    commit: String,
    /// The first case that was not tried.
    next: u64,
    taken: u64,
    seconds: f64,
}

impl State {
    fn path(name: &str) -> PathBuf {
        target_dir().join(format!("campaign/{name}.json"))
    }

    /// Reads the file. A part begins anew if there is none, or if it is of another commit.
    fn load(name: &str) -> Result<Self> {
        let commit = Cmd::new("git rev-parse HEAD").read();
        let commit = commit.context("git does not say which commit this is")?;
        let commit = commit.trim().to_owned();
        let text = fs::read_to_string(Self::path(name)).unwrap_or_default();
        let kept: Value = serde_json::from_str(&text).unwrap_or_default();
        let number = |key: &str| kept[key].as_u64().unwrap_or(0);
        Ok(match kept["commit"] == json!(commit) {
            true => Self {
                commit,
                next: number("next"),
                taken: number("taken"),
                seconds: kept["seconds"].as_f64().unwrap_or(0.0),
            },
            false => Self {
                commit,
                next: 0,
                taken: 0,
                seconds: 0.0,
            },
        })
    }

    fn keep(&self, name: &str) -> Result<()> {
        let path = Self::path(name);
        let kept = json!({
            "commit": self.commit,
            "next": self.next,
            "taken": self.taken,
            "seconds": self.seconds,
        });
        fs::create_dir_all(target_dir().join("campaign"))?;
        // An interrupted write leaves the old file.
        let new = path.with_extension("new");
        fs::write(&new, kept.to_string())?;
        Ok(fs::rename(&new, &path)?)
    }
}

/// Returns the processor's name and the number of its cores.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let names = text.lines().filter(|line| line.starts_with("model name"));
    let name = names.filter_map(|line| line.split(": ").nth(1)).next();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", name.unwrap_or("unknown"))
}

/// Returns a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(4_294_967_296), "4,294,967,296");
    }

    #[test]
    fn the_program_has_the_parts_that_are_its_own() {
        let program = fs::read_to_string(root().join("fuzz/src/campaign/parts.rs")).unwrap();
        for part in PARTS {
            let listed = program.contains(&format!("    {:?} => ", part.name));
            assert_eq!(listed, matches!(part.by, By::Program), "{}", part.name);
        }
    }

    #[test]
    fn each_part_has_a_name_of_its_own_and_a_line() {
        let state = State {
            commit: "0123456789abcdef".to_owned(),
            next: 1,
            taken: 0,
            seconds: 1.6,
        };
        for (at, part) in PARTS.iter().enumerate() {
            assert!(PARTS[..at].iter().all(|other| other.name != part.name));
            assert!((1..=part.cases).contains(&part.step()));
            assert_eq!(part.line(&state).matches('|').count(), 8, "{}", part.name);
        }
    }
}
