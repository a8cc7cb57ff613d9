//! `include/varvel.h` is what cbindgen makes of the sources.
//!
//! `VARVEL_BLESS=1 cargo test -p varvel-capi --test header` writes it anew, as does
//! `cargo xtask c --header`.

use std::fmt::Write as _;
use std::path::Path;

/// The modules in the order of the header.
const MODULES: &[&str] = &[
    "codes",
    "failure",
    "error",
    "options",
    "buffer",
    "document",
    "freezer",
    "node",
    "key",
    "place",
    "tag",
    "scalar",
    "numbers",
    "iterate",
    "any",
    "value",
    "edit",
    "reader",
    "writer",
    "sink",
    "refuse",
    "records",
    "flatbuffers",
];

const INTRODUCTION: &str = "\
/*
 * varvel.h: documents of many formats, frozen buffers, edits and records.
 *
 * This file is generated. Its manual is bindings/c/README.md; each function is described beside it.
 *
 * These rules hold for all functions:
 *
 *   Strings come in as a pointer and a length in bytes, of UTF-8. VV_LIT(\"text\") stands for both.
 *   They go out as a vv_str, which the library lends and which does not end with a NUL.
 *   A pointer may be NULL where its length is zero.
 *
 *   Ownership. A pointer that a function stores in `*out` belongs to the caller, who frees it by
 *   the vv_..._free() of its type. A part of a value is lent, and so is all else.
 *
 *   Errors. See vv_code and vv_error below. A function writes through its pointers on success only,
 *   unless it says otherwise. A NULL where something must be, and a number that stands for nothing,
 *   end in VV_E_INVALID_ARGUMENT. No function throws, or leaves by longjmp().
 *
 *   Memory. Where the system refuses it, these end in VV_E_OUT_OF_MEMORY: a document that is read,
 *   frozen or written, at once or event by event; a text that is edited; records that come one by
 *   one; a value that is made of anything; and the error of any of them. Other requests abort the
 *   process if they are refused: those for a change of a value, for schemas, for marks of a reader,
 *   for the place that vv_refuse() and vv_error_locate() look for, for a path of more than 16 KiB
 *   in the error of a format other than JSON, and for threads that convert records. A value counts
 *   its users, and Rust cannot be refused that memory: the library asks for it, gives it back and
 *   takes it at once. The process aborts if it is gone by then.
 *
 *   Threads. Any function may be called by any thread. One handle may be used by several threads
 *   at once only through functions that take it as const, and through its nodes.
 *
 *   Undefined, as always in C: a pointer that leads nowhere, a length that is too large, a handle
 *   that was freed, a node of a document that was freed or changed.
 */
";

const MACROS: &str = "\
/* Before each function; a build that needs an attribute there defines it. */
#ifndef VV_API
#define VV_API
#endif

/* A literal as the two arguments pointer and length: vv_get(node, VV_LIT(\"name\")). */
#define VV_LIT(literal) (literal), (sizeof(literal) - 1)

/* The offset of an error that has none. */
#define VV_NO_OFFSET SIZE_MAX

/* The answer of a callback that could not read. */
#define VV_READ_FAILED SIZE_MAX

/* How structures of the caller begin. */
#define VV_OPTIONS { sizeof(vv_options), 0, 0, 0, 0, 0, 0 }
#define VV_RECORDS_OPTIONS { sizeof(vv_records_options), NULL, 0, 0, 0, NULL, NULL, NULL }
#define VV_SINK { sizeof(vv_sink), NULL, NULL, NULL, NULL, NULL, NULL }
#define VV_REFUSAL { sizeof(vv_refusal), 0, 0, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, NULL, 0 }
#define VV_BUFFER { NULL, 0, 0 }

/* Loops over the items of an array, or the values of an object: `value` is a vv_node. */
#define VV_EACH(value, container) \\
  for (vv_iter value##_iter = vv_iterate(container); vv_next(&value##_iter, &(value));)

/* Loops over the members of an object: `key` is a vv_str, `value` a vv_node. */
#define VV_EACH_MEMBER(key, value, container) \\
  for (vv_iter value##_iter = vv_iterate(container); \\
       vv_next_member(&value##_iter, &(key), &(value));)
";

fn source(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{module}.rs"));
    std::fs::read_to_string(&path).unwrap()
}

/// The documentation that a module opens with, as a comment of C.
fn banner(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let mut lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let title = lines.next().unwrap_or_default();
    let mut banner = format!("/*\n * ==== {title} ====\n");
    // An example has fences in the sources, and is indented in the header.
    let mut margin = "";
    for line in lines {
        match line {
            "```c" => margin = "    ",
            "```" => margin = "",
            _ => {
                let _ = writeln!(banner, "{}", format!(" * {margin}{line}").trim_end());
            }
        }
    }
    banner + " */\n\n"
}

/// The first function that a module exports.
fn first_function(source: &str) -> Option<&str> {
    let at = source.find("extern \"C\" fn vv_")?;
    let name = &source[at + "extern \"C\" fn ".len()..];
    name.split(['(', '<']).next()
}

/// Writes the comments that cbindgen makes as people do: a short one on one line, a long one with
/// a star before each line.
fn comments_of_c(made: &str) -> String {
    let mut out = String::new();
    let mut lines = made.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "/*" || out.is_empty() {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let margin = &line[..line.len() - 2];
        let of_comment = lines.by_ref().take_while(|line| line.trim() != "*/");
        let texts: Vec<&str> = of_comment
            .map(|line| line.strip_prefix(margin).unwrap_or(line))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        match texts[..] {
            [text] if !text.starts_with('*') => {
                let _ = writeln!(out, "{margin}/* {text} */");
            }
            _ => {
                let _ = writeln!(out, "{margin}/*");
                for text in texts {
                    let text = text.strip_prefix("* ").unwrap_or(text);
                    let text = text.strip_prefix('*').unwrap_or(text);
                    let _ = writeln!(out, "{}", format!("{margin} * {text}").trim_end());
                }
                let _ = writeln!(out, "{margin} */");
            }
        }
    }
    out
}

fn header() -> String {
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        include_guard: Some("VARVEL_H".into()),
        header: Some(INTRODUCTION.into()),
        no_includes: true,
        sys_includes: vec!["stdbool.h".into(), "stddef.h".into(), "stdint.h".into()],
        after_includes: Some(format!("\n{MACROS}")),
        usize_is_size_t: true,
        documentation_style: cbindgen::DocumentationStyle::C,
        style: cbindgen::Style::Type,
        line_length: 100,
        tab_width: 2,
        ..cbindgen::Config::default()
    };
    config.function.prefix = Some("VV_API".into());
    config.export.include = vec!["vv_options".into()];
    let mut builder = cbindgen::Builder::new().with_config(config);
    for module in MODULES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{module}.rs"));
        builder = builder.with_src(path);
    }
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    let mut made = String::from_utf8(made).unwrap();
    made = comments_of_c(&made);
    for module in MODULES {
        let source = source(module);
        let Some(name) = first_function(&source) else {
            continue;
        };
        let call = made.find(&format!("{name}(")).expect(name);
        // The comment of a declaration begins with the last `/*` before it.
        let comment = made[..call].rfind("/*").expect(name);
        made.insert_str(comment, &banner(&source));
    }
    made
}

#[test]
fn the_header_is_that_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/varvel.h");
    let made = header();
    if std::env::var_os("VARVEL_BLESS").is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "include/varvel.h is not what the sources say: `cargo xtask c --header` writes it anew"
    );
}
