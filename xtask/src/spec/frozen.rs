//! The constants of the frozen format, from `spec/tables/frozen.toml`.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use serde::Deserialize;

use super::text::{camel, capitals, comment, javadoc};
use super::{Made, unique};

/// The table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    version: u8,
    magic: String,
    header: Vec<Constant>,
    tag: Vec<Constant>,
    literal: Vec<Constant>,
    other: Vec<Constant>,
    element: Vec<Constant>,
    bound: Vec<Constant>,
    hash: Vec<Constant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Constant {
    value: Number,
    meaning: String,
    /// May have its type, after a colon.
    rust: Option<String>,
    c: Option<String>,
    cpp: Option<String>,
    go: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Small(u64),
    Text(String),
}

impl Frozen {
    /// Returns all constants, in the order of the table.
    fn groups(&self) -> [&[Constant]; 7] {
        [
            &self.header,
            &self.tag,
            &self.literal,
            &self.other,
            &self.element,
            &self.bound,
            &self.hash,
        ]
    }
}

impl Constant {
    /// Returns the value: in decimal digits, or in hexadecimal ones if it is large.
    fn value(&self) -> String {
        match &self.value {
            Number::Small(value) if *value < 0xC0 || value.is_power_of_two() => value.to_string(),
            Number::Small(value) => format!("{value:#X}").replace("0X", "0x"),
            Number::Text(text) => text.clone(),
        }
    }

    /// Returns the value with `_` between each four hexadecimal digits, as Rust has it.
    fn rust_value(&self) -> String {
        let value = self.value();
        let Some(digits) = value.strip_prefix("0x").filter(|digits| digits.len() > 4) else {
            return value;
        };
        let groups: Vec<&str> = (0..digits.len())
            .step_by(4)
            .map(|at| &digits[at..(at + 4).min(digits.len())])
            .collect();
        format!("0x{}", groups.join("_"))
    }
}

/// Makes all that comes of the table.
pub fn made(of: &Frozen) -> Result<Vec<Made>> {
    ensure!(of.magic.len() == 4, "the magic has four bytes");
    unique(
        "the name in C",
        of.element.iter().filter_map(|one| one.c.as_ref()),
    )?;
    let all = of.groups().into_iter().flatten();
    unique("the name in Go", all.filter_map(|one| one.go.as_ref()))?;
    const RUST: &str = "crates/varvel-frozen/src/layout/mod.rs";
    const C: &str = "bindings/c/frozen/src/layout.h";
    const CPP: &str = "bindings/cpp/include/varvel/detail/layout.hpp";
    const GO: &str = "bindings/go/frozen/format.go";
    Ok(vec![
        Made::region(RUST, "header", rust_header(of)),
        Made::region(RUST, "tags", rust(&of.tag, "    ", "u8")),
        Made::region(RUST, "literals", rust(&of.literal, "    ", "u64")),
        Made::region(RUST, "others", rust(&of.other, "    ", "u8")),
        Made::region(RUST, "elements", rust_variants(&of.element)),
        Made::region(RUST, "bounds", rust(&of.bound, "", "usize")),
        Made::region(
            "crates/varvel-frozen/src/key.rs",
            "hash",
            rust_hash(&of.hash),
        ),
        Made::region(
            C,
            "version",
            format!("#define VARVEL_FROZEN_VERSION {}\n", of.version),
        ),
        Made::region(C, "header", c_macros(&of.header)),
        Made::region(C, "tags", c_enumerators("VVF__", &of.tag)),
        Made::region(C, "literals", c_enumerators("VVF__", &of.literal)),
        Made::region(C, "others", c_enumerators("VVF__", &of.other)),
        Made::region(
            "bindings/c/frozen/src/value.h",
            "elements",
            c_enumerators("VVF_", &of.element).replace("/* ", "/** "),
        ),
        Made::region(C, "bounds", c_macros(&of.bound) + &c_macros(&of.hash)),
        Made::region(CPP, "tags", cpp_enumeration(&of.tag)),
        Made::region(CPP, "literals", cpp_enumeration(&of.literal)),
        Made::region(CPP, "others", cpp_enumeration(&of.other)),
        Made::region(CPP, "elements", cpp_enumeration(&of.element)),
        Made::region(CPP, "constants", cpp_constants(of)),
        Made::region(GO, "layout", go(of)),
        Made::region(
            "bindings/go/frozen/packed.go",
            "elements",
            go_elements(&of.element),
        ),
        Made::file(
            "bindings/jvm/varvel-java/src/main/java/dev/varvel/frozen/Layout.java",
            java(of),
        ),
        Made::file("bindings/dart/lib/src/frozen/layout.dart", dart(of)),
        Made::file(
            "bindings/dart/lib/src/frozen/element.dart",
            dart_elements(&of.element),
        ),
    ])
}

fn rust_header(of: &Frozen) -> String {
    format!(
        "/// The first bytes of every frozen buffer.
pub const MAGIC: [u8; 4] = *b{:?};
/// The version that this crate writes and reads, of buffers and of streams.
pub const VERSION: u8 = {};

{}",
        of.magic,
        of.version,
        rust(&of.header, "", "usize")
    )
}

/// Returns public constants.
fn rust(group: &[Constant], indent: &str, usual: &str) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.rust {
            let (name, ty) = name.split_once(": ").unwrap_or((name, usual));
            out += &comment(&format!("{indent}///"), &one.meaning, 100);
            let value = one.rust_value();
            let _ = writeln!(out, "{indent}pub const {name}: {ty} = {value};");
        }
    }
    out
}

fn rust_variants(group: &[Constant]) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.rust {
            out += &comment("    ///", &one.meaning, 100);
            let _ = writeln!(out, "    {name} = {},", one.value());
        }
    }
    out
}

fn rust_hash(group: &[Constant]) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.rust {
            let _ = writeln!(out, "const {name}: u64 = {};", one.rust_value());
        }
    }
    out
}

fn c_macros(group: &[Constant]) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.c {
            let value = match &one.value {
                Number::Small(_) => format!("{}u", one.value()),
                Number::Text(text) => format!("UINT64_C({text})"),
            };
            out += &c_comment("", &one.meaning);
            let _ = writeln!(out, "#define VVF__{name} {value}");
        }
    }
    out
}

/// Returns a comment of one or more lines.
fn c_comment(indent: &str, text: &str) -> String {
    let line = format!("{indent}/* {text} */\n");
    if line.chars().count() <= 101 {
        return line;
    }
    format!(
        "{indent}/*\n{}{indent} */\n",
        comment(&format!("{indent} *"), text, 100)
    )
}

fn c_enumerators(prefix: &str, group: &[Constant]) -> String {
    let named: Vec<(&Constant, &String)> = group
        .iter()
        .filter_map(|one| Some((one, one.c.as_ref()?)))
        .collect();
    let mut out = String::new();
    for (one, name) in &named {
        out += &c_comment("    ", &one.meaning);
        let _ = writeln!(out, "    {prefix}{name} = {},", one.value());
    }
    out
}

fn cpp_enumeration(group: &[Constant]) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.cpp {
            out += &comment("  //", &one.meaning, 100);
            let _ = writeln!(out, "  {name} = {},", one.value());
        }
    }
    out
}

fn cpp_constants(of: &Frozen) -> String {
    let mut out = String::new();
    for one in of.header.iter().chain(&of.bound).chain(&of.hash) {
        if let Some(name) = &one.cpp {
            let (ty, value) = match &one.value {
                Number::Small(_) => ("std::size_t", one.value()),
                Number::Text(text) => ("std::uint64_t", format!("{text}u")),
            };
            out += &comment("//", &one.meaning, 100);
            let _ = writeln!(out, "constexpr {ty} {name} = {value};");
        }
    }
    out
}

fn go(of: &Frozen) -> String {
    let mut out = format!(
        "
// Version is the one version of documents and streams that this package reads.
const Version = {}

const magic = {:?}
",
        of.version, of.magic
    );
    for (title, group) in [
        ("The header of a document.", &of.header),
        ("The tags of slots: their low four bits.", &of.tag),
        ("The payloads of literals.", &of.literal),
        ("The byte that a node of tagOther begins with.", &of.other),
        (
            "The bytes that packed nodes and containers begin with, and limits.",
            &of.bound,
        ),
        ("The numbers of the hash of keys.", &of.hash),
    ] {
        let _ = write!(out, "\n// {title}\nconst (\n{})\n", go_constants(group, ""));
    }
    out + "\n"
}

fn go_constants(group: &[Constant], ty: &str) -> String {
    let mut out = String::new();
    for one in group {
        if let Some(name) = &one.go {
            out += &comment("\t//", &one.meaning, 80);
            let _ = writeln!(out, "\t{name}{ty} = {}", one.value());
        }
    }
    out
}

fn go_elements(group: &[Constant]) -> String {
    format!("\n{}\n", go_constants(group, " Element"))
}

/// Returns the constants of Java, with the names of Go in capitals.
fn java(of: &Frozen) -> String {
    let mut out = format!(
        "// Made by `cargo xtask spec` from spec/tables/frozen.toml.
package dev.varvel.frozen;

/** The constants of the frozen format. */
final class Layout {{
  /** The one version of documents and streams that there is. */
  static final int VERSION = {};

  /** The first four bytes of every document. */
  static final String MAGIC = {:?};
",
        of.version, of.magic
    );
    for group in of.groups() {
        for one in group {
            if let Some(name) = &one.go {
                let (ty, end) = match &one.value {
                    Number::Small(value) if i32::try_from(*value).is_ok() => ("int", ""),
                    _ => ("long", "L"),
                };
                let _ = write!(
                    out,
                    "\n{}  static final {ty} {} = {}{end};\n",
                    javadoc("  ", &one.meaning),
                    capitals(name),
                    one.value()
                );
            }
        }
    }
    out + "\n  private Layout() {}\n}\n"
}

/// Returns the constants of Dart, with the names of Go. Numbers of 64 bits are two of 32, since
/// programs on the web have no other whole numbers of that size.
fn dart(of: &Frozen) -> String {
    let mut out = format!(
        "// Made by `cargo xtask spec` from spec/tables/frozen.toml.

/// The one version of documents and streams that there is.
const int version = {};

/// The first four bytes of every document.
const String magic = '{}';
",
        of.version, of.magic
    );
    for one in of.groups().into_iter().flatten() {
        let Some(name) = &one.go else {
            continue;
        };
        let about = comment("///", &one.meaning, 80);
        let _ = match &one.value {
            Number::Small(_) => write!(
                out,
                "\n{about}const int {} = {};\n",
                camel(name),
                one.value()
            ),
            Number::Text(text) => {
                let (high, low) = text.trim_start_matches("0x").split_at(8);
                write!(
                    out,
                    "\n{about}const int {name}High = 0x{high};\nconst int {name}Low = 0x{low};\n"
                )
            }
        };
    }
    out
}

fn dart_elements(group: &[Constant]) -> String {
    let constants: Vec<String> = group
        .iter()
        .filter_map(|one| {
            let name = camel(one.go.as_ref()?.trim_start_matches("Element"));
            Some(format!("{}  {name},\n", comment("  ///", &one.meaning, 80)))
        })
        .collect();
    let constants = constants.join("\n");
    format!(
        "// Made by `cargo xtask spec` from spec/tables/frozen.toml.

/// The type of the numbers of a packed array.
///
/// The index of each is the number that the format gives it.
enum Element {{
{constants}}}
"
    )
}
