//! A command that can be run and shown. A failure prints a line that can be pasted into a shell at
//! the root of the checkout.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

use crate::checkout::root;

/// A program, its arguments and additions to its environment. It runs at the root of the checkout.
#[derive(Clone)]
pub struct Cmd {
    env: Vec<(String, String)>,
    words: Vec<String>,
}

impl Cmd {
    /// Splits `line` at spaces; use [`Cmd::arg`] for arguments that may hold a space.
    pub fn new(line: &str) -> Self {
        Self {
            env: Vec::new(),
            words: line.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Returns `cargo` of the toolchain that runs this program.
    pub fn cargo(arguments: &str) -> Self {
        Self::new("cargo").args(arguments.split_whitespace())
    }

    /// Returns `cargo` of another toolchain, which must be installed.
    pub fn cargo_of(toolchain: &str, arguments: &str) -> Self {
        Self::new("rustup run")
            .arg(toolchain)
            .arg("cargo")
            .args(arguments.split_whitespace())
    }

    /// Adds one argument unchanged.
    pub fn arg(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// Adds arguments unchanged.
    pub fn args<S: Into<String>>(mut self, words: impl IntoIterator<Item = S>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// Sets a variable of the command's environment.
    pub fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.env.push((name.to_owned(), value.into()));
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(root());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs with the terminal's streams. An error names the command to repeat.
    pub fn run(&self) -> Result<()> {
        println!("$ {self}");
        let status = self
            .command()
            .status()
            .with_context(|| self.not_started())?;
        if !status.success() {
            bail!("{status}\n  to repeat: {self}");
        }
        Ok(())
    }

    /// Runs like [`Cmd::run`], but passes each line of standard output to `see` and does not show
    /// it.
    pub fn run_reading(&self, mut see: impl FnMut(&str)) -> Result<()> {
        println!("$ {self}");
        let mut child = self
            .command()
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| self.not_started())?;
        let output = child
            .stdout
            .take()
            .context("standard output was not captured")?;
        let mut reader = BufReader::new(output);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            see(String::from_utf8_lossy(&line).trim_end());
            line.clear();
        }
        let status = child.wait()?;
        if !status.success() {
            bail!("{status}\n  to repeat: {self}");
        }
        Ok(())
    }

    /// Runs silently. Returns standard output as text, or `None` if the command is missing or
    /// fails.
    pub fn read(&self) -> Option<String> {
        let output = self.command().stderr(Stdio::null()).output().ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn not_started(&self) -> String {
        format!("cannot start `{}`", self.words[0])
    }
}

impl fmt::Display for Cmd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        for (i, word) in self.words.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{}", quoted(word))?;
        }
        Ok(())
    }
}

/// Runs single-core work, two items at a time. After an error, the other running item ends, and no
/// further one begins; then the error is returned.
pub fn two_at_a_time<T: Send>(all: Vec<T>, one: impl Fn(T) -> Result<()> + Sync) -> Result<()> {
    let left = Mutex::new(all.into_iter());
    let next = || left.lock().expect("no panic under the lock").next();
    let work = || {
        while let Some(item) = next() {
            if let Err(error) = one(item) {
                while next().is_some() {}
                return Err(error);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let this = work();
        this.and(other.join().expect("a thread that does not panic"))
    })
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_so_that_it_can_be_pasted() {
        let cmd = Cmd::cargo("test --workspace")
            .arg("it's")
            .env("RUSTFLAGS", "-C target-cpu=native");
        assert_eq!(
            cmd.to_string(),
            r"RUSTFLAGS='-C target-cpu=native' cargo test --workspace 'it'\''s'"
        );
    }

    #[test]
    fn a_failing_command_names_itself() {
        let error = Cmd::new("false").run().unwrap_err();
        assert!(error.to_string().ends_with("to repeat: false"), "{error}");
    }

    #[test]
    fn of_two_at_a_time_each_is_run_and_an_error_is_given() {
        let commands = |words: [&str; 5]| words.map(Cmd::new).to_vec();
        let right = commands(["true"; 5]);
        assert!(two_at_a_time(right, |cmd| cmd.run()).is_ok());
        let wrong = commands(["true", "true", "true", "true", "false"]);
        let error = two_at_a_time(wrong, |cmd| cmd.run()).unwrap_err();
        assert!(error.to_string().ends_with("to repeat: false"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Cmd::new("no-such-program-here").run().unwrap_err();
        assert!(
            error.to_string().contains("no-such-program-here"),
            "{error}"
        );
    }
}
