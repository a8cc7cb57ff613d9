//! `jvm`: ScalaJack's record with codecs of the JVM, on the documents of the suite `scalajack`.
//!
//! `bindings/jvm/varvel-bench` is built by Maven. Each library runs in a process of its own, by
//! turns, and is measured by the processor's time of its thread. The same programs run under JMH
//! for those who want its figures: `java -jar bench.jar`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use super::external;
use crate::corpus;
use crate::results::Row;

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

const LIBRARIES: &[&str] = &["varvel", "jsoniter-scala", "fory-json", "zio-json", "circe"];

const OPERATIONS: &[&str] = &["read", "read_string", "write", "write_string"];

/// Builds, measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let built = external::built("jvm")?;
    let compact = corpus::records();
    let pretty = compact.iter().map(|text| corpus::indent(text));
    let pretty: Vec<Vec<u8>> = pretty.collect::<Result<_, _>>()?;
    let mut files = Vec::new();
    for (name, documents) in [("pretty", &pretty), ("compact", &compact)] {
        let file = built.join(name);
        let text = documents.join(&b"\0"[..]);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        files.push(file);
    }
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
    let jar = sources.join("varvel-bench/target/bench.jar");
    let bytes = compact.iter().map(Vec::len).sum::<usize>() as f64 / compact.len() as f64;

    let libraries: Vec<&str> = match (options.only.is_empty(), options.quick) {
        (false, _) => options.only.iter().map(String::as_str).collect(),
        (true, true) => LIBRARIES[..3].to_vec(),
        (true, false) => LIBRARIES.to_vec(),
    };
    let (rounds, warm, window) = if options.quick {
        (3, 1000, 200)
    } else {
        (7, 2000, 400)
    };
    let mut rows = Vec::new();
    for (number, file) in files.iter().enumerate() {
        // What is written does not depend on the white space that was read.
        let operations = if number == 0 {
            OPERATIONS
        } else {
            &OPERATIONS[..2]
        };
        for operation in operations {
            let mut times = vec![Vec::new(); libraries.len()];
            for _ in 0..rounds {
                for (library, times) in libraries.iter().zip(&mut times) {
                    times.push(time(
                        options,
                        &jar,
                        library,
                        operation,
                        file,
                        (warm, window),
                    )?);
                }
            }
            let form = file.file_name().unwrap_or_default().to_string_lossy();
            for (library, times) in libraries.iter().zip(&times) {
                let case = match operation.starts_with("read") {
                    true => format!("{operation}/{form}"),
                    false => (*operation).to_owned(),
                };
                rows.push(external::row(
                    "scalajack",
                    case,
                    (library, "jvm"),
                    times,
                    bytes,
                ));
            }
        }
    }
    print_ratios(&rows);
    external::report(&rows, options.external.json.as_deref())
}

/// Returns the nanoseconds of one operation, the median of one process.
fn time(
    options: &Options,
    jar: &Path,
    library: &str,
    operation: &str,
    file: &Path,
    (warm, window): (u32, u32),
) -> Result<f64, String> {
    let output = Command::new(&options.java)
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
        let ours = of_case.clone().find(|other| other.subject == "varvel");
        if let Some(ours) = ours
            && ours.subject != row.subject
        {
            let ratio = row.ns_per_op / ours.ns_per_op;
            println!("{:<28}{:<16}{ratio:>12.2} x", row.case, row.subject);
        }
    }
}
