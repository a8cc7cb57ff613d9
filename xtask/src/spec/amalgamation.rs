//! Headers of one file, put together from small ones.
//!
//! A root names its parts by `#include "…"`, and a part those that it uses. Each is written once,
//! where it is first named, without such lines and without its guard. So the header has each part
//! after those that it uses. A part of `shared` keeps its guard, since two headers may hold it.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};

use super::Made;

/// The headers, each with its root.
const HEADERS: &[(&str, &str)] = &[
    (
        "bindings/c/varvel_frozen.h",
        "bindings/c/frozen/src/frozen.h",
    ),
    (
        "bindings/c/flatbuffers/varvel_flatbuffers_shared.h",
        "bindings/c/shared/all.h",
    ),
];

/// The first letters of the guards that are kept.
const KEPT: &str = "VARVEL_SHARED_";

/// The line that a section of a header begins with.
const RULE: &str = "/* ------------------------------------------------------------------------------------------------";

/// Makes the headers.
pub fn made(read: &dyn Fn(&str) -> Option<String>) -> Result<Vec<Made>> {
    HEADERS
        .iter()
        .map(|&(file, root)| Ok(Made::file(file, joined(read, root)?)))
        .collect()
}

/// Returns the text of the header of a root.
fn joined(read: &dyn Fn(&str) -> Option<String>, root: &str) -> Result<String> {
    let mut joining = Joining {
        read,
        open: Vec::new(),
        done: BTreeSet::new(),
        system: BTreeSet::new(),
        text: format!("/* Made by `cargo xtask spec` from {root}: change that, or its parts. */\n"),
    };
    joining.add(root)?;
    Ok(joining.text)
}

struct Joining<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
    /// The files around the current one, from the root on.
    open: Vec<String>,
    /// The files that are written.
    done: BTreeSet<String>,
    /// The headers of the standard library that the root includes.
    system: BTreeSet<String>,
    text: String,
}

impl Joining<'_> {
    /// Adds a file and all that it includes.
    fn add(&mut self, path: &str) -> Result<()> {
        if self.done.contains(path) {
            return Ok(());
        }
        let circle = self.open.iter().any(|open| open == path);
        ensure!(
            !circle,
            "a circle of includes: {} -> {path}",
            self.open.join(" -> ")
        );
        let text = (self.read)(path).with_context(|| format!("{path} is missing"))?;
        let is_root = self.open.is_empty();
        self.open.push(path.to_owned());
        let mut body = String::new();
        let lines: Vec<&str> = text.lines().collect();
        let guard = guard(&lines).with_context(|| format!("{path} has no guard"))?;
        let is_kept = is_root || lines[guard.0].contains(KEPT);
        for (at, &line) in lines.iter().enumerate() {
            let is_guard = at == guard.0 || at == guard.0 + 1 || at == guard.1;
            if let Some(header) = line.strip_prefix("#include <") {
                if is_root {
                    self.system.insert(header.to_owned());
                    add_line(&mut body, line);
                } else if !self.system.contains(header) {
                    bail!("{path} includes <{header}, which the root does not");
                }
            } else if let Some(name) = line.strip_prefix("#include \"") {
                let part = beside(path, name.trim_end_matches('"'));
                // A root has text before its parts; what a part includes comes before all of it.
                if is_root {
                    self.text += &std::mem::take(&mut body);
                }
                self.add(&part)?;
            } else if (is_kept || !is_guard) && !is_mark(line) {
                add_line(&mut body, line);
            }
        }
        if !is_root {
            body = as_section(body.trim());
        }
        self.text += &body;
        self.open.pop();
        self.done.insert(path.to_owned());
        Ok(())
    }
}

/// Returns whether a line is a mark for a program that reads the part.
fn is_mark(line: &str) -> bool {
    line.contains("spec:") || line.trim().starts_with("/* clang-format ")
}

/// Adds a line, but no second empty one.
fn add_line(to: &mut String, line: &str) {
    if !line.is_empty() || !(to.is_empty() || to.ends_with("\n\n")) {
        *to += line;
        *to += "\n";
    }
}

/// Returns a part with a rule above it, and an empty line on both sides.
fn as_section(text: &str) -> String {
    match text.strip_prefix("/*\n") {
        Some(rest) => format!("{RULE}\n{rest}\n\n"),
        None => format!("{text}\n\n"),
    }
}

/// Returns the lines at which a guard begins and ends.
fn guard(lines: &[&str]) -> Option<(usize, usize)> {
    let first = lines.iter().position(|line| line.starts_with('#'))?;
    let name = lines[first].strip_prefix("#ifndef ")?;
    let defined = lines.get(first + 1)?.strip_prefix("#define ")?;
    let last = lines.iter().rposition(|line| line.starts_with("#endif"))?;
    (name == defined && last > first + 1).then_some((first, last))
}

/// Returns the path of a file that another one names.
pub fn beside(path: &str, name: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for step in name.split('/') {
        match step {
            ".." => drop(folders.pop()),
            step => folders.push(step),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the header of `c/frozen/root.h`, or the error.
    fn header(files: &[(&str, &str)]) -> String {
        let read = |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        let header = joined(&read, "c/frozen/root.h");
        header.unwrap_or_else(|error| format!("{error:#}"))
    }

    const ROOT: &str = "/* r */\n#ifndef R\n#define R\n\n#include <s.h>\n\n#include \"b.h\"\n#include \"a.h\"\n\n#endif\n";
    const A: &str = "/*\n * A.\n */\n#ifndef A\n#define A\n\n#include <s.h>\n\nint a;\n/* <spec:x> */\nint x;\n/* </spec:x> */\n\n#endif\n";

    #[test]
    fn parts_come_once_and_after_what_they_use() {
        let b = "/*\n * B.\n */\n#ifndef B\n#define B\n\n#include \"a.h\"\n#include \"../shared/s.h\"\n\nint b;\n\n#endif\n";
        let s = "/* s */\n#ifndef VARVEL_SHARED_S\n#define VARVEL_SHARED_S\nint s;\n#endif\n";
        let made = header(&[
            ("c/frozen/root.h", ROOT),
            ("c/frozen/a.h", A),
            ("c/frozen/b.h", b),
            ("c/shared/s.h", s),
        ]);
        let expected = format!(
            "/* Made by `cargo xtask spec` from c/frozen/root.h: change that, or its parts. */\n\
             /* r */\n#ifndef R\n#define R\n\n#include <s.h>\n\n\
             {RULE}\n * A.\n */\n\nint a;\nint x;\n\n\
             /* s */\n#ifndef VARVEL_SHARED_S\n#define VARVEL_SHARED_S\nint s;\n#endif\n\n\
             {RULE}\n * B.\n */\n\nint b;\n\n\
             #endif\n"
        );
        assert_eq!(made, expected);
    }

    #[test]
    fn circles_and_missing_files_are_refused() {
        let b = "/* B */\n#ifndef B\n#define B\n#include \"b.h\"\n#endif\n";
        let files = [
            ("c/frozen/root.h", ROOT),
            ("c/frozen/a.h", A),
            ("c/frozen/b.h", b),
        ];
        assert!(
            header(&files).starts_with("a circle of includes: c/frozen/root.h -> c/frozen/b.h")
        );
        assert_eq!(header(&files[..2]), "c/frozen/b.h is missing");
        let b = ("c/frozen/b.h", "int b;\n");
        assert_eq!(
            header(&[files[0], files[1], b]),
            "c/frozen/b.h has no guard"
        );
        let b = (
            "c/frozen/b.h",
            "#ifndef B\n#define B\n#include <t.h>\n#endif\n",
        );
        assert_eq!(
            header(&[files[0], files[1], b]),
            "c/frozen/b.h includes <t.h>, which the root does not"
        );
    }
}
