//! Inputs that once failed, each with the right result: `cases/*/cases.json` beside the external
//! suites, and `cases/*/shell.sh` for those that need a redirection.
//!
//! A case that is listed in [`KNOWN`] fails for the reason in the list. Once it passes, this test
//! fails until the case is taken out of the list.

use std::fs;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use varvel::{Value, json};

use crate::command::{Folder, Ran};

/// The cases that fail, with reasons.
const KNOWN: &[(&str, &str)] = &[];

#[test]
fn what_went_wrong_is_right() {
    let Some(root) = root() else {
        // This goes straight to standard output, since the output of `println!` in a passing test
        // is not shown.
        writeln!(
            stdout(),
            "skipped: no cases beside VARVEL_SUITES or ../shared/suites"
        )
        .unwrap();
        return;
    };
    let mut wrong = String::new();
    let mut names = Vec::new();
    for set in sets(&root) {
        for (name, what) in shell(&set) {
            if !KNOWN.iter().any(|(known, _)| *known == name) {
                wrong += &format!("\n{name}: {what}");
            }
            names.push(name);
        }
        let cases = read(&set.join("cases.json"));
        for case in cases.items() {
            let name = case.field("name").unwrap().str().unwrap().to_owned();
            let known = KNOWN.iter().find(|(known, _)| *known == name);
            match (run(&set, case), known) {
                (Err(what), None) => wrong += &format!("\n{name}: {what}"),
                (Ok(()), Some(_)) => wrong += &format!("\n{name}: passes, so take it out of KNOWN"),
                _ => {}
            }
            names.push(name);
        }
    }
    for (known, _) in KNOWN {
        if !names.iter().any(|name| name == known) {
            wrong += &format!("\n{known}: listed in KNOWN, and no case with this name failed");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns the folder `cases`, which is beside the external suites.
fn root() -> Option<PathBuf> {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites"),
        PathBuf::from,
    );
    let root = suites.parent()?.join("cases");
    root.is_dir().then_some(root)
}

/// Returns the folders with cases in them, sorted.
fn sets(root: &Path) -> Vec<PathBuf> {
    let mut sets: Vec<_> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("cases.json").exists())
        .collect();
    sets.sort();
    sets
}

fn read(path: &Path) -> Value {
    json::from_slice(&fs::read(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs the script of a folder, if it has one. Returns the names of the cases that failed, each
/// with what was wrong: the script prints `fails: NAME: WHAT` for each of them.
fn shell(set: &Path) -> Vec<(String, String)> {
    let script = set.join("shell.sh");
    if !script.exists() {
        return Vec::new();
    }
    let run = Command::new("bash")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_varvel"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let failed: Vec<_> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("fails: "))
        .map(|line| line.split_once(": ").unwrap_or((line, "")))
        .map(|(name, what)| (name.to_owned(), what.to_owned()))
        .collect();
    assert_eq!(run.status.success(), failed.is_empty(), "{run:?}");
    failed
}

/// Runs the steps of a case in a folder that has its files and nothing else.
fn run(set: &Path, case: varvel::Ref<'_>) -> Result<(), String> {
    let folder = Folder::new();
    for name in texts(case, "files") {
        fs::copy(set.join(name), folder.at(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    for step in case.field("steps").unwrap().items() {
        let arguments = texts(step, "args");
        let input = step.get("stdin").and_then(|text| text.as_str());
        let ran = folder.run_with(&arguments, input.unwrap_or_default().as_bytes());
        judge(step, &ran, &folder).map_err(|what| {
            format!(
                "{}: {what}\n  exit {}\n  out: {:?}\n  err: {:?}",
                arguments.join(" "),
                ran.code,
                ran.out,
                ran.err
            )
        })?;
    }
    Ok(())
}

/// Returns the strings of a list, or none if it is missing.
fn texts<'a>(of: varvel::Ref<'a>, key: &str) -> Vec<&'a str> {
    let list = of.get(key);
    list.into_iter()
        .flat_map(|list| list.items())
        .map(|item| item.str().unwrap())
        .collect()
}

/// Returns an error with the first difference between a step and its case.
fn judge(step: varvel::Ref<'_>, ran: &Ran, folder: &Folder) -> Result<(), String> {
    if let Some(exit) = step.get("exit").map(|exit| exit.i64().unwrap())
        && i64::from(ran.code) != exit
    {
        return Err(format!("exit code {exit} is right"));
    }
    if let Some(out) = step.get("stdout").map(|out| out.str().unwrap())
        && ran.out.trim_end() != out.trim_end()
    {
        return Err(format!("{out:?} on standard output is right"));
    }
    if let Some(right) = step.get("json") {
        let out: Value = json::from_str(&ran.out).map_err(|error| error.to_string())?;
        if out.as_ref() != right {
            return Err(format!("{right} on standard output is right"));
        }
    }
    has("standard error", &ran.err, step, "stderr")?;
    if let Some(name) = step.get("file").map(|name| name.str().unwrap()) {
        let bytes = fs::read(folder.at(name)).map_err(|error| format!("{name}: {error}"))?;
        has(name, &String::from_utf8_lossy(&bytes), step, "file")?;
    }
    Ok(())
}

/// Checks which texts `text` must have and must not have.
fn has(name: &str, text: &str, step: varvel::Ref<'_>, key: &str) -> Result<(), String> {
    for part in texts(step, &format!("{key}_has")) {
        if !text.contains(part) {
            return Err(format!("{name} lacks {part:?}: {text:?}"));
        }
    }
    for part in texts(step, &format!("{key}_lacks")) {
        if text.contains(part) {
            return Err(format!("{name} has {part:?}: {text:?}"));
        }
    }
    Ok(())
}
