//! The kinds of errors, from `spec/tables/errors.toml`.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::text::{camel, capitals, columns, comment, ends, javadoc, small};
use super::{Made, unique};

/// The table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errors {
    kind: Vec<Kind>,
    call: Vec<Call>,
    flatbuffers_c: Vec<Status>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    number: u16,
    name: String,
    phrase: String,
    meaning: String,
    class: Class,
    frozen_c: Option<FrozenC>,
    frozen_go: Option<FrozenGo>,
    flatbuffers_go: Option<FlatbuffersGo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Class {
    Io,
    Syntax,
    Data,
    Eof,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrozenC {
    name: String,
    meaning: String,
    phrase: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrozenGo {
    name: String,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatbuffersGo {
    name: Option<String>,
    is: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    number: u32,
    name: String,
    meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Status {
    name: String,
    kind: String,
    meaning: String,
    text: Option<String>,
}

/// Makes all that comes of the table.
pub fn made(of: &Errors) -> Result<Vec<Made>> {
    for (kind, number) in of.kind.iter().zip(1..) {
        ensure!(
            kind.number == number,
            "the kinds of errors have the numbers from 1 on, and {} has {}",
            kind.name,
            kind.number
        );
    }
    let calls = of.call.iter().map(|call| &call.name);
    unique(
        "the kind",
        of.kind.iter().map(|kind| &kind.name).chain(calls),
    )?;
    unique("the phrase", of.kind.iter().map(|kind| &kind.phrase))?;
    unique("the status", of.flatbuffers_c.iter().map(|one| &one.name))?;
    Ok(vec![
        Made::file("crates/varvel-core/src/error/kinds.rs", rust(of)),
        Made::file("bindings/c/library/src/codes.rs", c_library(of)),
        Made::region("bindings/cpp/include/varvel/error.hpp", "errors", cpp(of)),
        Made::region(
            "bindings/go/internal/codes/codes.go",
            "phrases",
            go_phrases(of),
        ),
        Made::region("bindings/go/frozen/errors.go", "errors", go_frozen(of)),
        Made::region(
            "bindings/go/flatbuffers/errors.go",
            "errors",
            go_flatbuffers(of),
        ),
        Made::region("bindings/c/frozen/src/status.h", "errors", c_frozen(of)),
        Made::region(
            "bindings/c/frozen/src/status.h",
            "phrases",
            c_frozen_phrases(of),
        ),
        Made::region(
            "bindings/c/flatbuffers/varvel_flatbuffers.h",
            "statuses",
            c_flatbuffers(of),
        ),
        Made::region(
            "bindings/c/flatbuffers/varvel_flatbuffers.c",
            "texts",
            c_flatbuffers_texts(of),
        ),
        Made::region(
            "bindings/c/flatbuffers/varvel_flatbuffers.c",
            "numbers",
            c_flatbuffers_numbers(of)?,
        ),
        Made::file(
            "bindings/jvm/varvel-java/src/main/java/dev/varvel/ErrorKind.java",
            java(of),
        ),
        Made::file("bindings/dart/lib/src/base/error_kind.dart", dart(of)),
        Made::region("docs/guide/errors.md", "errors", page(of)),
    ])
}

fn rust(of: &Errors) -> String {
    let mut variants = String::new();
    let mut phrases = String::new();
    let mut all = String::new();
    for kind in &of.kind {
        let name = &kind.name;
        variants += &comment("    ///", &kind.meaning, 100);
        let _ = writeln!(variants, "    {name} = {},", kind.number);
        let _ = writeln!(phrases, "            Self::{name} => {:?},", kind.phrase);
        let _ = writeln!(all, "        Self::{name},");
    }
    let count = of.kind.len();
    let mut classes = String::new();
    for class in [Class::Io, Class::Syntax, Class::Data, Class::Eof] {
        let members = of.kind.iter().filter(|kind| kind.class == class);
        let members: Vec<String> = members.map(|kind| format!("Self::{}", kind.name)).collect();
        let joined = members.join("\n            | ");
        let _ = writeln!(classes, "            {joined} => Category::{class:?},");
    }
    format!(
        "//! The kinds of errors. Made by `cargo xtask spec` from `spec/tables/errors.toml`.

use super::class::Category;

/// The kind of an error. The numbers are stable: they never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
#[non_exhaustive]
pub enum ErrorKind {{
{variants}}}

impl ErrorKind {{
    /// All kinds. The index of each is its number minus one.
    pub(super) const ALL: [Self; {count}] = [
{all}    ];

    /// Returns the stable number.
    pub const fn number(self) -> u16 {{
        self as u16
    }}

    /// Returns one phrase for the kind.
    pub const fn phrase(self) -> &'static str {{
        match self {{
{phrases}        }}
    }}

    /// Returns the class: see [`Error::classify`](super::Error::classify).
    pub(super) const fn category(self) -> Category {{
        match self {{
{classes}        }}
    }}
}}
"
    )
}

fn c_library(of: &Errors) -> String {
    let kinds = of.kind.iter();
    let kinds = kinds.map(|kind| (u32::from(kind.number), &kind.name, &kind.meaning));
    let calls = of
        .call
        .iter()
        .map(|call| (call.number, &call.name, &call.meaning));
    let mut constants = String::new();
    let mut names = String::new();
    for (number, name, meaning) in kinds.chain(calls) {
        let capitals = capitals(name);
        constants += &comment("///", meaning, 100);
        let _ = writeln!(constants, "pub const VV_E_{capitals}: vv_code = {number};");
        let _ = writeln!(names, "    (VV_E_{capitals}, c{name:?}),");
    }
    format!(
        "//! The numbers of errors. Made by `cargo xtask spec` from `spec/tables/errors.toml`.

use core::ffi::CStr;

/// The number of an error, or VV_OK. Numbers never change their meaning; new ones are added.
pub type vv_code = u32;

/// Success.
pub const VV_OK: vv_code = 0;
{constants}
/// Names of all numbers, as vv_code_name() gives them.
pub const NAMES: &[(vv_code, &CStr)] = &[
    (VV_OK, c\"Ok\"),
{names}];
"
    )
}

fn cpp(of: &Errors) -> String {
    let names = of.kind.iter().map(|kind| &kind.name);
    let names = names.chain(of.call.iter().map(|call| &call.name));
    let rows: Vec<String> = names
        .map(|name| format!("  {} = VV_E_{}", small(name), capitals(name)))
        .collect();
    rows.join(",\n") + "\n"
}

fn go_phrases(of: &Errors) -> String {
    let rows: Vec<(String, String)> = of
        .kind
        .iter()
        .map(|kind| (format!("\t{}:", kind.number), format!("{:?},", kind.phrase)))
        .collect();
    columns(&rows)
}

fn go_frozen(of: &Errors) -> String {
    let mut out = "\n".to_owned();
    for kind in &of.kind {
        if let Some(FrozenGo { name, says }) = &kind.frozen_go {
            out += &comment("\t//", &format!("Err{name} says that {says}"), 80);
            let _ = writeln!(out, "\tErr{name} Code = {}", kind.number);
        }
    }
    out + "\n"
}

fn go_flatbuffers(of: &Errors) -> String {
    let mut out = "\n".to_owned();
    for kind in &of.kind {
        if let Some(FlatbuffersGo { name, is }) = &kind.flatbuffers_go {
            let name = name.as_ref().unwrap_or(&kind.name);
            out += &comment("\t//", &format!("{name} is {is}"), 82);
            let _ = writeln!(out, "\t{name} ErrorKind = {}", kind.number);
        }
    }
    out + "\n"
}

fn java(of: &Errors) -> String {
    let mut constants = String::new();
    for (kind, end) in of.kind.iter().zip(ends(of.kind.len())) {
        constants += &javadoc("  ", &kind.meaning);
        let name = capitals(&kind.name);
        let _ = writeln!(
            constants,
            "  {name}({}, {:?}){end}",
            kind.number, kind.phrase
        );
    }
    format!(
        "// Made by `cargo xtask spec` from spec/tables/errors.toml.
package dev.varvel;

/** The kind of an error. The numbers never change their meaning; new kinds may come. */
public enum ErrorKind {{
{constants}
  private final int number;
  private final String phrase;

  ErrorKind(int number, String phrase) {{
    this.number = number;
    this.phrase = phrase;
  }}

  /** Returns the number that the kind has in every language. */
  public int number() {{
    return number;
  }}

  /** Returns the first words of every message of the kind. */
  public String phrase() {{
    return phrase;
  }}
}}
"
    )
}

fn dart(of: &Errors) -> String {
    let mut constants = String::new();
    for (kind, end) in of.kind.iter().zip(ends(of.kind.len())) {
        constants += &comment("  ///", &kind.meaning, 80);
        let (name, number) = (camel(&kind.name), kind.number);
        let _ = writeln!(constants, "  {name}({number}, '{}'){end}\n", kind.phrase);
    }
    format!(
        "// Made by `cargo xtask spec` from spec/tables/errors.toml.

/// The kind of an error.
///
/// The numbers never change their meaning; new kinds may come.
enum ErrorKind {{
{constants}  const ErrorKind(this.number, this.phrase);

  /// The number that the kind has in every language.
  final int number;

  /// The first words of every message of the kind.
  final String phrase;
}}
"
    )
}

fn c_frozen(of: &Errors) -> String {
    let rows: Vec<(String, String)> = of
        .kind
        .iter()
        .filter_map(|kind| Some((kind, kind.frozen_c.as_ref()?)))
        .map(|(kind, own)| {
            let first = format!("    VVF_ERROR_{} = {},", own.name, kind.number);
            (first, format!("/**< {} */", own.meaning))
        })
        .collect();
    columns(&rows)
}

fn c_frozen_phrases(of: &Errors) -> String {
    let mut out = String::new();
    for kind in &of.kind {
        if let Some(own) = &kind.frozen_c {
            let phrase = own.phrase.as_ref().unwrap_or(&kind.phrase);
            let _ = writeln!(out, "    case VVF_ERROR_{}: return {phrase:?};", own.name);
        }
    }
    out
}

fn c_flatbuffers(of: &Errors) -> String {
    let last = of.flatbuffers_c.len() - 1;
    let rows: Vec<(String, String)> = of
        .flatbuffers_c
        .iter()
        .enumerate()
        .map(|(at, status)| {
            let comma = if at == last { "" } else { "," };
            let first = format!("    VFB_ERROR_{}{comma}", status.name);
            (first, format!("/**< {} */", status.meaning))
        })
        .collect();
    columns(&rows)
}

fn c_flatbuffers_texts(of: &Errors) -> String {
    let mut out = String::new();
    for status in &of.flatbuffers_c {
        let text = status.text.as_ref().unwrap_or(&status.meaning);
        let _ = writeln!(out, "    case VFB_ERROR_{}: return {text:?};", status.name);
    }
    out
}

fn c_flatbuffers_numbers(of: &Errors) -> Result<String> {
    let mut out = String::new();
    for status in &of.flatbuffers_c {
        let kind = of.kind.iter().find(|kind| kind.name == status.kind);
        let kind = kind.with_context(|| {
            format!(
                "the status {} has the kind {:?}, which is none",
                status.name, status.kind
            )
        })?;
        let _ = writeln!(
            out,
            "    case VFB_ERROR_{}: return {};",
            status.name, kind.number
        );
    }
    Ok(out)
}

fn page(of: &Errors) -> String {
    let mut out = "\n| number | kind | phrase | when |\n|--:|---|---|---|\n".to_owned();
    for Kind {
        number,
        name,
        phrase,
        meaning,
        ..
    } in &of.kind
    {
        let _ = writeln!(out, "| {number} | `{name}` | {phrase} | {meaning} |");
    }
    out + "\n"
}
