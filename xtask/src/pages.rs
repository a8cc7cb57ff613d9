//! Runs the command-line examples of README.md and of the pages in `docs/guide`, and compares their
//! output.
//!
//! In a block marked `console`, a line `$ varvel …` is a command and the lines below it, up to the
//! next `$` or the end of the block, are its output (both streams). `cargo run --profile quick --`
//! stands for `varvel` too. Other `cargo` lines are left out: they build the project itself. The
//! commands of a page run in order in a scratch folder that holds a copy of `samples/`.
//!
//! Rust blocks are documentation tests of the facade, which `tidy` checks.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// One command of the README and its expected output.
#[derive(Debug, PartialEq)]
struct Example {
    line: usize,
    command: String,
    output: String,
}

/// Runs the examples. An error shows the first one that differs. The program is that of the tests
/// of `varvel-cli`, which has all features. `packages` are the arguments that cargo got for these
/// tests, so that nothing is built twice.
pub fn check(packages: &[String]) -> Result<()> {
    Cmd::cargo("test --no-run --tests --all-features")
        .args(packages.to_vec())
        .run()?;
    let program = target_dir().join("debug/varvel");
    ensure!(program.is_file(), "{} is not there", program.display());
    let scratch = target_dir().join("pages");
    let mut count = 0;
    for page in pages()? {
        let text = std::fs::read_to_string(root().join(&page)).with_context(|| page.clone())?;
        copy_samples(&scratch)?;
        for example in examples(&text) {
            let printed = run(&example.command, &scratch)?;
            if printed.trim_end() != example.output.trim_end() {
                bail!(
                    "{page}:{}: `{}` printed\n{printed}\nbut the page says\n{}",
                    example.line,
                    example.command,
                    example.output
                );
            }
            count += 1;
        }
    }
    println!("{count} commands of the pages print what these say");
    Ok(())
}

/// Returns the pages, from the root of the checkout.
fn pages() -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(root().join("docs/guide")).context("there is no guide")? {
        let name = entry?.file_name();
        let name = name.to_str().context("a name in UTF-8")?;
        pages.extend(name.ends_with(".md").then(|| format!("docs/guide/{name}")));
    }
    pages.sort();
    pages.insert(0, "README.md".to_owned());
    Ok(pages)
}

fn examples(page: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut open = false;
    for (i, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
            open = false;
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            let command = command.replace("cargo run --profile quick --", "varvel");
            open = !command.starts_with("cargo ");
            if open {
                found.push(Example {
                    line: i + 1,
                    command,
                    output: String::new(),
                });
            }
        } else if let (true, Some(last)) = (open, found.last_mut()) {
            let _ = writeln!(last.output, "{line}");
        }
    }
    found
}

fn copy_samples(scratch: &Path) -> Result<()> {
    if scratch.exists() {
        std::fs::remove_dir_all(scratch)?;
    }
    let samples = scratch.join("samples");
    std::fs::create_dir_all(&samples)?;
    for entry in std::fs::read_dir(root().join("samples")).context("there is no samples folder")? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), samples.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Returns the output of `command` in a shell, both streams in order.
fn run(command: &str, scratch: &Path) -> Result<String> {
    println!("$ {command}");
    let binaries = target_dir().join("debug");
    let path = match std::env::var("PATH") {
        Ok(path) => format!("{}:{path}", binaries.display()),
        Err(_) => binaries.display().to_string(),
    };
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(scratch)
        .env("PATH", path)
        .output()
        .context("cannot start `sh`")?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_their_output_are_found() {
        let page = "# V\n```console\n$ cargo xtask test\n...\n$ cargo run --profile quick -- get a.json b\n1\n2\n```\n\
                      ```sh\n$ varvel x\n```\n```console\n$ varvel y\n```\n";
        let found = examples(page);
        let own = |line, command: &str, output: &str| Example {
            line,
            command: command.into(),
            output: output.into(),
        };
        assert_eq!(
            found,
            [
                own(5, "varvel get a.json b", "1\n2\n"),
                own(13, "varvel y", "")
            ]
        );
    }
}
