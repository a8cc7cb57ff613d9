//! `jvm`: ScalaJack's record with codecs of the JVM, on the documents of the suite `scalajack`, and
//! large documents as types; the record in our binary formats; keys of a frozen object.
//!
//! `bindings/jvm/varvel-bench` is built by Maven. Each library runs in a process of its own, by
//! turns, and is measured by the processor's time of its thread. The same programs run under JMH
//! for those who want its figures: `java -jar bench.jar`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;

use super::external;
use super::lookup::Object;
use crate::corpus;
use crate::results::{OURS, Row};

/// The options of this suite.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    external: external::Options,
    /// Take less time and fewer libraries, for a look.
    #[arg(long)]
    quick: bool,
    /// The program that runs Java.
    #[arg(long, value_name = "FILE", default_value = "java")]
    java: PathBuf,
    /// Libraries, instead of all.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

const NEEDED: &str = "Maven and Java 17 are";

const LIBRARIES: &[&str] = &[OURS, "jsoniter-scala", "fory-json", "zio-json", "circe"];

const OPERATIONS: &[&str] = &["read", "read_string", "write", "write_string"];

/// The documents of jsonexamples that are types.
const TYPED: &[&str] = &["twitter", "citm_catalog", "canada"];

/// The codec of the record in each format.
const FORMATS: &[&str] = &[OURS, "varvel-msgpack", "varvel-cbor", "varvel-frozen"];

/// How one process measures: milliseconds to warm up, and of a window.
type Times = (u32, u32);

/// Builds, measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let built = external::built("jvm")?;
    let compact = corpus::records();
    let pretty = compact.iter().map(|text| corpus::indent(text));
    let pretty: Vec<Vec<u8>> = pretty.collect::<Result<_, _>>()?;
    let jar = jar()?;
    let bytes = compact.iter().map(Vec::len).sum::<usize>() as f64 / compact.len() as f64;
    let (rounds, times) = match options.quick {
        true => (3, (1000, 200)),
        false => (5, (1500, 300)),
    };
    let mut rows = Vec::new();
    // Writing makes the same text of both forms, so it is measured once.
    for (form, documents, operations) in [
        ("pretty", &pretty, OPERATIONS),
        ("compact", &compact, &OPERATIONS[..2]),
    ] {
        let file = built.join(form);
        let text = documents.join(&b"\0"[..]);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        for operation in operations {
            let case = match operation.starts_with("read") {
                true => format!("{operation}/{form}"),
                false => format!("{operation}/compact"),
            };
            let all = options.libraries(LIBRARIES);
            for (library, found) in libraries(options, &jar, &all, operation, &file, rounds, times)?
            {
                let subject = (library.as_str(), "jvm");
                rows.push(external::row("jvm", case.clone(), subject, &found, bytes));
            }
        }
    }
    for name in TYPED {
        let file = corpus::json_folder().join(format!("{name}.json"));
        let size = fs::metadata(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for operation in ["read", "write"] {
            let case = format!("{operation}/{name}");
            let all = options.libraries(&LIBRARIES[..2]);
            for (library, found) in libraries(options, &jar, &all, operation, &file, rounds, times)?
            {
                let subject = (library.as_str(), "jvm");
                rows.push(external::row(
                    "jvm",
                    case.clone(),
                    subject,
                    &found,
                    size.len() as f64,
                ));
            }
        }
    }
    let file = built.join("compact");
    for operation in ["read", "write"] {
        let case = format!("formats-{operation}/record");
        let all = options.libraries(FORMATS);
        for (library, found) in libraries(options, &jar, &all, operation, &file, rounds, times)? {
            rows.push(external::row(
                "jvm",
                case.clone(),
                (&library, "jvm"),
                &found,
                bytes,
            ));
        }
    }
    // fory-json reads the bytes of strings where Java opens them; without that it finds another
    // way.
    let all = options.libraries(&[OURS, "fory-json"]);
    for (library, found) in libraries(options, &jar, &all, "write_opened", &file, rounds, times)? {
        let case = "write_opened/compact".to_owned();
        rows.push(external::row("jvm", case, (&library, "jvm"), &found, bytes));
    }
    rows.extend(lookups(options, &jar, rounds, times)?);
    print_ratios(&rows);
    external::report(&rows, options.external.json.as_deref())
}

/// Builds the programs, and returns the file that holds them.
fn jar() -> Result<PathBuf, String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/jvm");
    let mut build = Command::new("mvn");
    build
        .args([
            "-q",
            "-B",
            "-ntp",
            "-Pbench",
            "-DskipTests",
            "package",
            "-f",
        ])
        .arg(sources.join("pom.xml"));
    external::run(&mut build, NEEDED)?;
    Ok(sources.join("varvel-bench/target/bench.jar"))
}

impl Options {
    /// Returns the libraries that are measured of some.
    fn libraries(&self, all: &[&str]) -> Vec<String> {
        let few = if self.quick { 4 } else { all.len() };
        let named = |name: &&str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let all = all.iter().take(few).copied().filter(named);
        all.map(str::to_owned).collect()
    }
}

/// Measures one operation by each library in turn, and returns the times of each.
fn libraries(
    options: &Options,
    jar: &Path,
    libraries: &[String],
    operation: &str,
    file: &Path,
    rounds: usize,
    times: Times,
) -> Result<Vec<(String, Vec<f64>)>, String> {
    let mut found: Vec<(String, Vec<f64>)> = libraries
        .iter()
        .map(|name| (name.clone(), Vec::new()))
        .collect();
    for _ in 0..rounds {
        for (library, found) in &mut found {
            found.push(time(options, jar, library, operation, file, times)?);
        }
    }
    Ok(found)
}

/// Measures look-ups of 64 keys in a frozen document, in Java and in Rust by turns.
fn lookups(options: &Options, jar: &Path, rounds: usize, times: Times) -> Result<Vec<Row>, String> {
    let object = Object::read()?;
    let time_in_rust = Duration::from_millis(u64::from(times.1));
    let (mut java, mut rust) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        java.push(time(options, jar, OURS, "lookup", &Object::file(), times)?);
        rust.push(object.measure(time_in_rust));
    }
    let case = || "lookup/64".to_owned();
    let version = env!("CARGO_PKG_VERSION");
    Ok(vec![
        external::row("jvm", case(), (OURS, version), &java, 0.0),
        external::row("jvm", case(), ("varvel Rust", version), &rust, 0.0),
    ])
}

/// Returns the nanoseconds of one operation, the median of one process.
fn time(
    options: &Options,
    jar: &Path,
    library: &str,
    operation: &str,
    file: &Path,
    (warm, window): Times,
) -> Result<f64, String> {
    let (operation, opened) = match operation.strip_suffix("_opened") {
        Some(operation) => (
            operation,
            Some("--add-opens=java.base/java.lang=ALL-UNNAMED"),
        ),
        None => (operation, None),
    };
    let output = Command::new(&options.java)
        .args(opened)
        .args(["-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-cp"])
        .arg(jar)
        .args(["varvel.bench.Cpu", library, operation])
        .arg(file)
        .args([warm.to_string(), window.to_string()])
        .output()
        .map_err(|error| format!("java: {error}; {NEEDED} needed"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let median = text
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok());
    median.ok_or_else(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        format!("{library} {operation}: {error}")
    })
}

/// Prints how many times as long the others take.
fn print_ratios(rows: &[Row]) {
    for row in rows {
        let of_case = rows.iter().filter(|other| other.case == row.case);
        let ours = of_case.clone().find(|other| other.subject == OURS);
        if let Some(ours) = ours
            && ours.subject != row.subject
        {
            let ratio = row.ns_per_op / ours.ns_per_op;
            println!("{:<28}{:<16}{ratio:>12.2} x", row.case, row.subject);
        }
    }
}
