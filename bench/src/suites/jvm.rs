//! `jvm`: ScalaJack's record with codecs of the JVM, under JMH (`bench/external/jvm`, built by
//! Maven), on the documents of the suite `scalajack`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use super::external::{self, Options};
use crate::corpus;
use crate::results::Row;

/// One result in the form of JMH.
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
    /// The nanoseconds of an operation, for each iteration.
    raw_data: Vec<Vec<f64>>,
}

const NEEDED: &str = "Maven and Java 17 are";

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
        files.push(file.to_string_lossy().into_owned());
    }
    let mut build = Command::new("mvn");
    build
        .args(["-q", "-B", "-f"])
        .arg(external::sources("jvm").join("pom.xml"))
        .arg(format!("-Dbuilt={}", built.display()))
        .arg("package");
    external::run(&mut build, NEEDED)?;
    let report = built.join("jmh.json");
    let mut measure = Command::new("java");
    measure
        .arg("-jar")
        .arg(built.join("bench.jar"))
        .args(["-rf", "json", "-rff"])
        .arg(&report)
        .args(["-p", &format!("documents={}", files.join(","))]);
    external::run(&mut measure, NEEDED)?;
    let text = fs::read(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    let found: Vec<Measured> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let bytes = compact.iter().map(Vec::len).sum::<usize>() as f64 / compact.len() as f64;
    let rows: Vec<Row> = found.iter().map(|result| row(result, bytes)).collect();
    external::report(&rows, options.json.as_deref())
}

fn row(result: &Measured, bytes: f64) -> Row {
    let times: Vec<f64> = result.primary_metric.raw_data.concat();
    let (_, method) = result.benchmark.rsplit_once('.').unwrap_or_default();
    let form = result.params.documents.file_name().unwrap_or_default();
    let case = format!("{method}/{}", form.to_string_lossy());
    let subject = (result.params.library.as_str(), "jvm");
    external::row("scalajack", case, subject, &times, bytes)
}
