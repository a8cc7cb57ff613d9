//! The binary interface of the C library, on which programs rely that were linked before. The
//! repository keeps it as a text.
//!
//! The names, prototypes and fields come from the header, the numbers from a C program that is made
//! of it, and the exported functions from the library.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::cmd::Cmd;
use crate::workspace::{root, target_dir};

/// The file of the kept text, from the root of the checkout.
const KEPT: &str = "bindings/c/library/abi.txt";

/// The header that the text is made of, from the root of the checkout.
const HEADER: &str = "bindings/c/library/include/varvel.h";

/// The first lines of the text.
const INTRODUCTION: &str = "\
# The binary interface of the C library, where pointers have 64 bits.
# `VARVEL_BLESS=1 cargo xtask test c` writes it anew. New lines may come at any time. A line that
# goes or changes breaks the programs that were linked before: it needs a new ABI number, which is
# in xtask/src/c/mod.rs and bindings/c/library/build.rs.
";

/// Compares the library that is installed below `prefix` with the kept text, or writes that anew if
/// `VARVEL_BLESS` is set.
pub fn check(prefix: &Path) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the exported functions are read on Linux only");
        return Ok(());
    }
    let header = fs::read_to_string(root().join(HEADER))?;
    let interface = Interface::of(&header)?;
    interface.is_exported_by(&prefix.join("lib/libvarvel.so"))?;
    if !cfg!(target_pointer_width = "64") {
        println!("skipped: the kept text is that of pointers of 64 bits");
        return Ok(());
    }
    let made = interface.dump()?;
    let kept = root().join(KEPT);
    if std::env::var_os("VARVEL_BLESS").is_some() {
        return fs::write(&kept, made).with_context(|| format!("cannot write {KEPT}"));
    }
    let kept = fs::read_to_string(&kept).with_context(|| format!("cannot read {KEPT}"))?;
    match difference(&kept, &made) {
        None => Ok(()),
        Some(difference) => bail!(
            "the interface is not that of {KEPT}:\n{difference}`VARVEL_BLESS=1 cargo xtask test c` writes it anew; a line that is gone needs a new ABI number"
        ),
    }
}

/// Returns the lines that only one of two texts has.
fn difference(kept: &str, made: &str) -> Option<String> {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) =
        (kept.lines().collect(), made.lines().collect());
    let mut lines = String::new();
    for line in kept.lines().filter(|line| !new.contains(line)) {
        let _ = writeln!(lines, "- {line}");
    }
    for line in made.lines().filter(|line| !old.contains(line)) {
        let _ = writeln!(lines, "+ {line}");
    }
    if lines.is_empty() && kept != made {
        lines.push_str("the same lines in another order\n");
    }
    (!lines.is_empty()).then_some(lines)
}

/// A structure or a union: its name, and its fields as they are declared.
#[derive(Debug, PartialEq)]
struct Layout {
    name: String,
    fields: Vec<String>,
}

/// The declarations of a header.
#[derive(Debug, Default, PartialEq)]
struct Interface {
    functions: Vec<String>,
    types: Vec<String>,
    layouts: Vec<Layout>,
    constants: Vec<String>,
    /// The macros that initialize structures of the caller.
    initializers: Vec<String>,
}

impl Interface {
    /// Reads a header that cbindgen made.
    fn of(header: &str) -> Result<Self> {
        let mut found = Self::default();
        let mut code = String::new();
        let text = without_comments(header).replace("\\\n", " ");
        for line in text.lines() {
            match line.trim_start().strip_prefix("#define ") {
                Some(definition) => found.define(definition),
                // Conditions, includes, and the braces of `extern "C"`.
                None if line.starts_with(['#', '}']) && !line.starts_with("} vv_") => {}
                None if line.starts_with("extern \"C\"") => {}
                None => {
                    code.push_str(line);
                    code.push('\n');
                }
            }
        }
        for statement in statements(&code) {
            found.declare(&statement)?;
        }
        let functions = &mut found.functions;
        functions.sort_unstable_by(|a, b| function_name(a).cmp(&function_name(b)));
        Ok(found)
    }

    /// Adds a macro, if it stands for a number or a value.
    fn define(&mut self, definition: &str) {
        let Some((name, value)) = definition.split_once(' ') else {
            return;
        };
        let value = one_space(value);
        if name.contains('(') || value.is_empty() {
            // Macros with arguments become code of the programs that use them: nothing is linked.
        } else if value.starts_with('{') {
            self.initializers.push(format!("{name} {value}"));
        } else {
            self.constants.push(name.to_owned());
        }
    }

    /// Adds a declaration.
    fn declare(&mut self, statement: &str) -> Result<()> {
        let Some(definition) = statement.strip_prefix("typedef ") else {
            let function = statement.trim_start_matches("VV_API ");
            function_name(function).with_context(|| format!("no function: {statement}"))?;
            self.functions.push(function.to_owned());
            return Ok(());
        };
        match definition.split_once('{').zip(definition.rsplit_once('}')) {
            Some(((_, fields), (_, name))) => {
                let fields = fields.rsplit_once('}').map_or(fields, |(fields, _)| fields);
                self.layouts.push(Layout {
                    name: name.trim().to_owned(),
                    fields: statements(fields),
                });
            }
            None => self.types.push(definition.to_owned()),
        }
        Ok(())
    }

    /// Compares the functions with those that a library exports. A library with debug assertions
    /// has switches for tests besides.
    fn is_exported_by(&self, library: &Path) -> Result<()> {
        let symbols = Cmd::new("nm -D --defined-only")
            .arg(library.to_string_lossy())
            .read()
            .with_context(|| format!("nm cannot read {}", library.display()))?;
        let exported: BTreeSet<&str> = symbols
            .lines()
            .filter_map(|line| line.split(' ').nth(2))
            .filter(|name| !name.starts_with("vv_debug_"))
            .collect();
        let functions = self.functions.iter();
        let declared: BTreeSet<&str> = functions.filter_map(|one| function_name(one)).collect();
        let only = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| {
            a.difference(b).copied().collect::<Vec<_>>().join(", ")
        };
        if exported != declared {
            bail!(
                "the header and the library differ: only exported: [{}], only declared: [{}]",
                only(&exported, &declared),
                only(&declared, &exported)
            );
        }
        Ok(())
    }

    /// Returns the text.
    fn dump(&self) -> Result<String> {
        let mut text = INTRODUCTION.to_owned();
        for (title, lines) in [
            ("functions", &self.functions),
            ("types", &self.types),
            ("initializers", &self.initializers),
        ] {
            let _ = writeln!(text, "\n[{title}]");
            for line in lines {
                let _ = writeln!(text, "{line}");
            }
        }
        text.push_str(&self.numbers()?);
        Ok(text)
    }

    /// Returns sizes, offsets and constants, which a compiler knows.
    fn numbers(&self) -> Result<String> {
        let folder = target_dir().join("c-abi");
        fs::create_dir_all(&folder)?;
        let (source, program) = (folder.join("abi.c"), folder.join("abi"));
        fs::write(&source, self.program())?;
        Cmd::new("cc -std=c11 -Wall -Werror")
            .arg(format!(
                "-I{}",
                root().join("bindings/c/library/include").display()
            ))
            .arg(source.to_string_lossy())
            .arg("-o")
            .arg(program.to_string_lossy())
            .run()?;
        let printed = Cmd::new("").arg(program.to_string_lossy()).read();
        printed.context("the program that prints the sizes fails")
    }

    /// Returns a C program that prints sizes, offsets and constants.
    fn program(&self) -> String {
        let mut lines = String::from(
            "#include <stdio.h>\n#include <varvel.h>\nint main(void) {\nputs(\"\\n[structures: size and alignment; offset and size of each field]\");\n",
        );
        for Layout { name, fields } in &self.layouts {
            let _ = writeln!(
                lines,
                "printf(\"{name} %zu %zu\\n\", sizeof({name}), _Alignof({name}));"
            );
            for field in fields {
                let member = field_name(field);
                let _ = writeln!(
                    lines,
                    "printf(\"{name}: %zu %zu {field}\\n\", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));"
                );
            }
        }
        lines.push_str("puts(\"\\n[constants]\");\n");
        for name in &self.constants {
            let _ = writeln!(
                lines,
                "printf(\"{name} %llu\\n\", (unsigned long long)({name}));"
            );
        }
        lines + "return 0;\n}\n"
    }
}

/// Returns the name of a function that a prototype declares.
fn function_name(prototype: &str) -> Option<&str> {
    let (before, _) = prototype.split_once('(')?;
    let name = before.rsplit([' ', '*']).next()?;
    name.starts_with("vv_").then_some(name)
}

/// Returns the name of a field. It stands behind the type; in a pointer to a function, behind `(*`.
fn field_name(field: &str) -> &str {
    let declarator = match field.split_once("(*") {
        Some((_, name)) => name.split(')').next(),
        None => field.rsplit([' ', '*']).next(),
    };
    declarator
        .unwrap_or(field)
        .split('[')
        .next()
        .unwrap_or(field)
}

/// Splits code at the semicolons outside of braces.
fn statements(code: &str) -> Vec<String> {
    let mut depth = 0;
    let pieces = code.split(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        letter == ';' && depth == 0
    });
    let lines = pieces.map(one_space);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Joins words by one space each.
fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Drops the comments of C.
fn without_comments(mut code: &str) -> String {
    let mut out = String::new();
    while let Some((before, comment)) = code.split_once("/*") {
        out.push_str(before);
        code = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    out + code
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
/* An introduction; with a semicolon. */
#ifndef SMALL_H
#define SMALL_H
#include <stdint.h>
#define VV_LIT(literal) (literal), \\
  (sizeof(literal) - 1)
#define VV_START { sizeof(vv_pair), 0 }
#define VV_PRETTY (1 << 8)
typedef struct vv_hidden vv_hidden;
/* A pair. */
typedef struct {
  /* The first; an integer. */
  uint32_t first;
  bool (*second)(void *context, const vv_hidden *of);
  uint64_t rest[4];
} vv_pair;
typedef void (*vv_free_fn)(void *context);
#ifdef __cplusplus
extern \"C\" {
#endif
VV_API
const char *vv_name(vv_pair of,
                    size_t len);
VV_API void vv_free(vv_hidden *hidden);
#ifdef __cplusplus
}  // extern \"C\"
#endif
#endif
";

    #[test]
    fn a_header_is_read_by_its_declarations() {
        let found = Interface::of(SMALL).unwrap();
        let text = |lines: &[&str]| {
            lines
                .iter()
                .map(|&line| line.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found,
            Interface {
                functions: text(&[
                    "void vv_free(vv_hidden *hidden)",
                    "const char *vv_name(vv_pair of, size_t len)",
                ]),
                types: text(&[
                    "struct vv_hidden vv_hidden",
                    "void (*vv_free_fn)(void *context)"
                ]),
                layouts: vec![Layout {
                    name: "vv_pair".to_owned(),
                    fields: text(&[
                        "uint32_t first",
                        "bool (*second)(void *context, const vv_hidden *of)",
                        "uint64_t rest[4]",
                    ]),
                }],
                constants: text(&["VV_PRETTY"]),
                initializers: text(&["VV_START { sizeof(vv_pair), 0 }"]),
            }
        );
        let names: Vec<&str> = found.layouts[0]
            .fields
            .iter()
            .map(|one| field_name(one))
            .collect();
        assert_eq!(names, ["first", "second", "rest"]);
    }

    #[test]
    fn what_changed_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n").unwrap(), "- b\n+ c\n");
        assert!(difference("a\nb\n", "b\na\n").is_some());
    }
}
