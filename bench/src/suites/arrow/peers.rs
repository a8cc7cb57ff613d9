//! [`Peers`]: the process of the engines.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::Done;

/// The process of the engines.
pub struct Peers {
    process: Child,
    answers: BufReader<ChildStdout>,
    versions: Value,
}

impl Peers {
    /// Starts the process.
    pub fn start(python: &Path) -> Result<Self, String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("external/arrow/peers.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", python.display()))?;
        let answers = process.stdout.take().ok_or("no output of Python")?;
        let mut peers = Self {
            process,
            answers: BufReader::new(answers),
            versions: Value::Null,
        };
        peers.versions = peers.answer()?;
        Ok(peers)
    }

    /// Returns the version of a library; of ours, for its other names, too.
    pub fn version(&self, subject: &str) -> String {
        let library = subject.split(' ').next().unwrap_or_default();
        match self.versions[library].as_str() {
            Some(version) => version.to_owned(),
            None => env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Gives a task, and waits for the answer.
    pub fn ask(&mut self, task: &Value) -> Result<Done, String> {
        let mut input = self.process.stdin.as_ref().ok_or("Python has no input")?;
        writeln!(input, "{task}").map_err(|error| error.to_string())?;
        let answer = self.answer()?;
        let rows = answer["rows"].as_u64().map(|rows| rows as usize);
        let sum = answer["sum"].as_str().and_then(|sum| sum.parse().ok());
        Ok(Done {
            time: Duration::from_nanos(answer["ns"].as_u64().unwrap_or_default()),
            rows: rows.zip(sum),
        })
    }

    fn answer(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        let read = self.answers.read_line(&mut line);
        match read.map_err(|error| error.to_string())? {
            0 => Err("the process of Python ended".to_owned()),
            _ => serde_json::from_str(&line).map_err(|_| format!("Python printed {line}")),
        }
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
