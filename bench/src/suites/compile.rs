//! `compile`: the cost of a derive at build time. The same hundred structs with our derives and
//! with serde's, read from JSON and written to it: seconds to check and to build the crate alone
//! after a change, lines of LLVM IR before any optimisation, bytes of the program. Builds of both
//! take turns.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use clap::Args;

use super::external;
use crate::results::{OURS, Row};
use crate::subjects;

/// The suite, and the family of the times.
pub const SUITE: &str = "compile";
/// The family of the counts.
pub const COUNTED: &str = "compiled";

/// The number of structs in the crate.
const STRUCTS: usize = 100;

/// The options of the suite.
#[derive(Args)]
pub struct Options {
    /// One build of each kind instead of five.
    #[arg(long)]
    quick: bool,
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One of two equal crates.
struct Subject {
    name: &'static str,
    dependencies: String,
    /// The attributes before each struct.
    derives: &'static str,
    /// The attribute for a member that may be missing.
    default: &'static str,
    /// The line that reads the bytes `text`, and the one that writes `root`.
    main: &'static str,
}

fn subjects(workspace: &Path) -> [Subject; 2] {
    let facade = workspace.join("crates/varvel");
    [
        Subject {
            name: OURS,
            dependencies: format!(
                "varvel = {{ path = {:?}, features = [\"derive\"] }}\n",
                facade.display().to_string()
            ),
            derives: "#[derive(varvel::Encode, varvel::Decode)]",
            default: "#[varvel(default)]",
            main: "    let root: Root = varvel::json::from_slice(&text).unwrap();\n    \
                   println!(\"{}\", varvel::json::to_vec(&root).unwrap().len());\n",
        },
        Subject {
            name: "serde_json",
            dependencies:
                "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n".into(),
            derives: "#[derive(serde::Serialize, serde::Deserialize)]",
            default: "#[serde(default)]",
            main: "    let root: Root = serde_json::from_slice(&text).unwrap();\n    \
                   println!(\"{}\", serde_json::to_vec(&root).unwrap().len());\n",
        },
    ]
}

/// Returns a program of structs that hold each other: ten members each, of the kinds that documents
/// have.
fn program(subject: &Subject) -> String {
    let Subject {
        derives, default, ..
    } = subject;
    // Fields are only read and written as a whole: the compiler would warn about each.
    let mut text = String::from("//! Made by the suite `compile`.\n#![allow(dead_code)]\n\n");
    for n in 0..STRUCTS {
        // Chains end after ten structs: serde's traits do not compile for structs nested much
        // deeper.
        let inner = match n % 10 {
            0 => String::new(),
            _ => format!(
                "    inner_{n}: Vec<S{}>,\n    other_{n}: Option<Box<S{}>>,\n",
                n - 1,
                n / 2
            ),
        };
        // The keys differ, as those of a program do.
        writeln!(
            text,
            "{derives}\nstruct S{n} {{\n    id_{n}: u64,\n    name_{n}: String,\n    score_{n}: f64,\n    \
             {default}\n    tags_{n}: Vec<String>,\n    on_{n}: bool,\n    note_{n}: Option<String>,\n    \
             at_{n}: (i32, i32),\n    kind_{n}: Kind{},\n{inner}}}\n",
            n % 10
        )
        .expect("a string");
    }
    for n in 0..10 {
        writeln!(
            text,
            "{derives}\nenum Kind{n} {{\n    Plain,\n    Sized(u32),\n    Named {{ name: String }},\n}}\n"
        )
        .expect("a string");
    }
    let main = subject.main;
    let tops = (9..STRUCTS)
        .step_by(10)
        .map(|n| format!("    all_{n}: Vec<S{n}>,\n"));
    writeln!(
        text,
        "{derives}\nstruct Root {{\n{}}}\n\nfn main() {{\n    \
         let text = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();\n{main}}}",
        tops.collect::<String>()
    )
    .expect("a string");
    text
}

/// The builds that are timed: the words behind `cargo`.
const TIMED: &[(&str, &[&str])] = &[
    ("check", &["check"]),
    ("build", &["build"]),
    ("build --release", &["build", "--release"]),
];

/// Makes the crates, measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = bench.parent().ok_or("the benchmark has no workspace")?;
    let made = external::built("compile-bench")?;
    let subjects = subjects(workspace);
    let crates = subjects
        .iter()
        .map(|subject| make(&made.join(subject.name), subject, workspace))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for (name, words) in TIMED {
        let mut times = [Vec::new(), Vec::new()];
        // The first round builds the dependencies.
        for round in 0..=if options.quick { 1 } else { 5 } {
            for (folder, times) in crates.iter().zip(&mut times) {
                let seconds = touched(folder, words)?;
                if round > 0 {
                    times.push(seconds * 1e9);
                }
            }
        }
        for (subject, times) in subjects.iter().zip(times) {
            rows.push(row(subject, format!("{SUITE}/{name}"), &times, 0.0));
        }
    }
    for (subject, folder) in subjects.iter().zip(&crates) {
        for (name, count) in [
            ("LLVM lines", llvm_lines(folder)?),
            ("program", program_size(folder)?),
        ] {
            rows.push(row(
                subject,
                format!("{COUNTED}/{name}"),
                &[0.0],
                count as f64,
            ));
        }
    }
    external::report(&rows, options.json.as_deref())
}

fn row(subject: &Subject, case: String, times: &[f64], count: f64) -> Row {
    let version = subjects::version(subject.name);
    external::row(SUITE, case, (subject.name, &version), times, count)
}

fn make(folder: &Path, subject: &Subject, workspace: &Path) -> Result<PathBuf, String> {
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
    };
    fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"hundred\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n[workspace]\n",
            subject.dependencies
        ),
    )?;
    // All other versions are those of the workspace.
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))
        .map_err(|error| error.to_string())?;
    write("src/main.rs", &program(subject))?;
    Ok(folder.to_owned())
}

/// Returns the seconds of a command of cargo after a change of the crate alone.
fn touched(folder: &Path, words: &[&str]) -> Result<f64, String> {
    let file = folder.join("src/main.rs");
    let text = fs::read(&file).map_err(|error| error.to_string())?;
    fs::write(&file, text).map_err(|error| error.to_string())?;
    let start = Instant::now();
    cargo(folder, words)?;
    Ok(start.elapsed().as_secs_f64())
}

fn cargo(folder: &Path, words: &[&str]) -> Result<(), String> {
    let output = Command::new("cargo")
        .args(words)
        .current_dir(folder)
        // The build is like a user's: in a folder of its own, without data from earlier builds.
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Returns the lines of LLVM IR that the compiler emits in a debug build, as `cargo llvm-lines`
/// counts them.
fn llvm_lines(folder: &Path) -> Result<usize, String> {
    let words = [
        "rustc",
        "--",
        "--emit=llvm-ir",
        "-Ccodegen-units=1",
        "-Cno-prepopulate-passes",
    ];
    touched(folder, &words)?;
    let deps = folder.join("target/debug/deps");
    let mut lines = 0;
    for entry in fs::read_dir(&deps).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|end| end == "ll") {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            lines += text.lines().filter(|line| line.starts_with("  ")).count();
        }
    }
    Ok(lines)
}

/// Returns the bytes of the optimised program without debug information.
fn program_size(folder: &Path) -> Result<usize, String> {
    touched(folder, &["rustc", "--release", "--", "-Cstrip=symbols"])?;
    let program = folder.join("target/release/hundred");
    let metadata = fs::metadata(program).map_err(|error| error.to_string())?;
    Ok(metadata.len() as usize)
}
