//! The rule that files of the C products stand on lower ones, without circles.

use super::{Rule, Tree, Violation};
use crate::spec::beside;

/// The folders, each with the beginnings of the paths that its files may include.
const FOLDERS: &[(&str, &[&str])] = &[
    ("bindings/c/shared/", &["bindings/c/shared/"]),
    (
        "bindings/c/frozen/src/",
        &["bindings/c/frozen/src/", "bindings/c/shared/"],
    ),
    (RUNTIME_FILES, &[RUNTIME_FILES]),
];

/// The root of the reader of frozen buffers, which includes the parts in their order.
const FROZEN: &str = "bindings/c/frozen/src/frozen.h";

/// The beginning of the path of each file of the runtime of FlatBuffers.
const RUNTIME_FILES: &str = "bindings/c/flatbuffers/varvel_flatbuffers";

/// The ends of the names of these files, the lowest first. The page of the runtime has the list.
const RUNTIME: &[&str] = &[
    "_shared.h",
    ".h",
    "_internal.h",
    "_flex.h",
    "_reader.h",
    "_letters.h",
    "_numbers.c",
    "_decimal.c",
    ".c",
    "_build.c",
    "_clone.c",
    "_key.c",
    "_sort.c",
    "_flex.c",
    "_print.c",
    "_lex.c",
    "_place.c",
    "_relaxed.c",
    "_scalar.c",
    "_flex_build.c",
    "_parse.c",
];

const C_FILES: Rule = Rule {
    name: "layers of C",
    why: "a file that needs one above it cannot be read, tested or used without that one, and a product that needs \
          another cannot be copied alone",
    remedy: "move what both need into a lower file, or change the order: that of the includes in frozen.h, or that \
             in xtask/src/tidy/c_files.rs and on the page of the runtime",
};

/// Checks includes, and in the runtime of FlatBuffers calls of functions that another file has.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (folder, allowed) in FOLDERS {
        for (file, text) in tree.texts().filter(|(file, _)| file.starts_with(folder)) {
            for (line, name) in includes(file, text) {
                if !allowed.iter().any(|allowed| name.starts_with(allowed)) {
                    let what = format!("{name} is no part of this product");
                    found.push(Violation::new(&C_FILES, file, line, what));
                }
            }
        }
    }
    if let Some(root) = tree.text(FROZEN) {
        let mut order: Vec<String> = includes(FROZEN, root).map(|(_, name)| name).collect();
        order.push(FROZEN.to_owned());
        check_order(tree, FOLDERS[1].0, &order, &mut found);
    }
    let order: Vec<String> = RUNTIME
        .iter()
        .map(|end| format!("{RUNTIME_FILES}{end}"))
        .collect();
    check_order(tree, RUNTIME_FILES, &order, &mut found);
    found
}

/// Checks that a file of `folder` is in the order, and needs only files before it.
fn check_order(tree: &Tree, folder: &str, order: &[String], found: &mut Vec<Violation>) {
    let place = |file: &str| order.iter().position(|one| one == file);
    let sources: Vec<(&str, &str)> = tree
        .texts()
        .filter(|(file, _)| file.starts_with(folder))
        .collect();
    let defined: Vec<(&str, &str)> = sources
        .iter()
        .filter(|(file, _)| file.ends_with(".c"))
        .flat_map(|(file, text)| {
            text.lines()
                .filter_map(|line| Some((definition(line)?, *file)))
        })
        .collect();
    for &(file, text) in &sources {
        let Some(own) = place(file) else {
            let what = "it has no place in the order of files";
            found.push(Violation::new(&C_FILES, file, 1, what));
            continue;
        };
        let is_above = |other: &str| place(other).is_some_and(|other| other > own);
        for (line, name) in includes(file, text).filter(|(_, name)| is_above(name)) {
            let what = format!("it includes {name}, which is above it");
            found.push(Violation::new(&C_FILES, file, line, what));
        }
        // Headers declare what files above them have.
        if file.ends_with(".h") {
            continue;
        }
        for (line, name) in calls(text) {
            let other = defined.iter().find(|(function, _)| *function == name);
            if let Some((_, other)) = other.filter(|(_, other)| is_above(other)) {
                let what = format!("it calls {name}() of {other}, which is above it");
                found.push(Violation::new(&C_FILES, file, line, what));
            }
        }
    }
}

/// Returns the lines and paths of the files that one includes by `"…"`.
fn includes(file: &str, text: &str) -> impl Iterator<Item = (usize, String)> {
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let name = line.strip_prefix("#include \"")?.split('"').next()?;
        Some((number, beside(file, name)))
    })
}

/// Returns the function that a line begins to define for other files.
fn definition(line: &str) -> Option<&str> {
    let outside = line.starts_with(|first: char| first.is_ascii_alphabetic());
    if !outside || line.starts_with("static ") || line.ends_with(';') {
        return None;
    }
    calls(line).next().map(|(_, name)| name)
}

/// Returns the lines and names of the runtime's functions that a text calls or defines.
fn calls(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.lines().zip(1..).flat_map(move |(line, number)| {
        let comment = line.trim_start().starts_with("/*") || line.trim_start().starts_with('*');
        let code = if comment { "" } else { line };
        code.match_indices("vfb_").filter_map(move |(at, _)| {
            let rest = &code[at..];
            let end = rest.find(|c| !is_word(c))?;
            let whole = !code[..at].ends_with(is_word) && rest[end..].starts_with('(');
            whole.then_some((number, &rest[..end]))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn a_product_stands_on_shared_alone() {
        let shared = ("bindings/c/shared/a.h", "#include \"../frozen/src/b.h\"\n");
        let root = (FROZEN, "#include \"b.h\"\n");
        let b = (
            "bindings/c/frozen/src/b.h",
            "#include \"../../shared/a.h\"\n",
        );
        let other = (
            "bindings/c/flatbuffers/varvel_flatbuffers.c",
            "#include \"../shared/a.h\"\n",
        );
        assert_eq!(
            found(check, &[shared, root, b, other]),
            [
                "bindings/c/shared/a.h:1: bindings/c/frozen/src/b.h is no part of this product",
                "bindings/c/flatbuffers/varvel_flatbuffers.c:1: bindings/c/shared/a.h is no part of this product",
            ]
        );
    }

    #[test]
    fn a_part_includes_those_before_it() {
        let root = (FROZEN, "#include \"a.h\"\n#include \"b.h\"\n");
        let a = ("bindings/c/frozen/src/a.h", "#include \"b.h\"\n");
        let b = ("bindings/c/frozen/src/b.h", "#include \"a.h\"\n");
        let c = ("bindings/c/frozen/src/c.h", "int c;\n");
        assert_eq!(
            found(check, &[root, a, b, c]),
            [
                "bindings/c/frozen/src/a.h:1: it includes bindings/c/frozen/src/b.h, which is above it",
                "bindings/c/frozen/src/c.h:1: it has no place in the order of files",
            ]
        );
    }

    #[test]
    fn a_file_of_the_runtime_calls_those_before_it() {
        let lex = (
            "bindings/c/flatbuffers/varvel_flatbuffers_lex.c",
            "#include \"varvel_flatbuffers_reader.h\"\n/* vfb__parse() calls it. */\nbool vfb__lex(int a)\n{\n    \
             return vfb__parse(a) && my_vfb__parse(a);\n}\n",
        );
        let parse = (
            "bindings/c/flatbuffers/varvel_flatbuffers_parse.c",
            "bool vfb__parse(int a) { return vfb__lex(a); }\n",
        );
        assert_eq!(
            found(check, &[lex, parse]),
            [
                "bindings/c/flatbuffers/varvel_flatbuffers_lex.c:5: it calls vfb__parse() of \
                 bindings/c/flatbuffers/varvel_flatbuffers_parse.c, which is above it"
            ]
        );
    }
}
