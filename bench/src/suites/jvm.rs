//! `jvm`: ScalaJack's record with codecs of the JVM, under JMH (`bench/jvm`, built by Maven). On the documents of the
//! suite `scalajack`, and its rows go beside those; a JVM is another process, so these are not interleaved with ours.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde::Deserialize;

use crate::corpus;
use crate::machine::Machine;
use crate::results::{self, Row};

/// What the suite understands.
#[derive(Args)]
pub struct Options {
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One result of JMH, as it writes it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    /// The class and the method.
    benchmark: String,
    params: Params,
    primary_metric: Metric,
}

#[derive(Deserialize)]
struct Params {
    library: String,
    documents: PathBuf,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metric {
    /// Nanoseconds an operation, each iteration.
    raw_data: Vec<Vec<f64>>,
}

/// Builds, measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm");
    let built = env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("jvm");
    fs::create_dir_all(&built).map_err(|error| error.to_string())?;
    let compact = corpus::records();
    let pretty = compact.iter().map(|text| corpus::indent(text));
    let pretty: Vec<Vec<u8>> = pretty.collect::<Result<_, _>>()?;
    let mut files = Vec::new();
    for (name, documents) in [("pretty", &pretty), ("compact", &compact)] {
        let file = built.join(name);
        let text = documents.join(&b"\0"[..]);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        files.push(file.to_string_lossy().into_owned());
    }
    let pom = project.join("pom.xml");
    command(
        Command::new("mvn")
            .args(["-q", "-B", "-f"])
            .arg(pom)
            .arg(format!("-Dbuilt={}", built.display()))
            .arg("package"),
    )?;
    let report = built.join("jmh.json");
    command(
        Command::new("java")
            .arg("-jar")
            .arg(built.join("bench.jar"))
            .args(["-rf", "json", "-rff"])
            .arg(&report)
            .args(["-p", &format!("documents={}", files.join(","))]),
    )?;
    let text = fs::read(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    let found: Vec<Measured> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let bytes = compact.iter().map(Vec::len).sum::<usize>() as f64 / compact.len() as f64;
    let rows: Vec<Row> = found.iter().map(|result| row(result, bytes)).collect();
    for row in &rows {
        println!(
            "{:<16}{:<16}{:>10}",
            row.case,
            row.subject,
            results::nanoseconds(row.ns_per_op)
        );
    }
    match &options.json {
        Some(file) => results::write(file, &rows, &Machine::this()),
        None => Ok(()),
    }
}

fn command(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}")),
        Err(error) => Err(format!("{program}: {error}; Maven and Java 17 are needed")),
    }
}

/// The median of the iterations, and the median of what they are away from it.
fn row(result: &Measured, bytes: f64) -> Row {
    let times: Vec<f64> = result.primary_metric.raw_data.concat();
    let median = median(times.clone());
    let away = times.iter().map(|time| (time - median).abs()).collect();
    let (_, method) = result.benchmark.rsplit_once('.').unwrap_or_default();
    let form = result.params.documents.file_name().unwrap_or_default();
    Row {
        suite: "scalajack".to_owned(),
        case: format!("{method}/{}", form.to_string_lossy()),
        subject: result.params.library.clone(),
        version: "jvm".to_owned(),
        ns_per_op: median,
        mad_ns: self::median(away),
        bytes_per_op: bytes,
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
