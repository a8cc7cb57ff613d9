//! The numbers and names of the library: kinds, formats, options and limits, from `kinds.toml`,
//! `formats.toml`, `options.toml` and `limits.toml` in `spec/tables`.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use serde::Deserialize;

use super::text::{camel, capitals, columns, comment, ends, javadoc, small};
use super::{Made, unique};

const C_OPTIONS: &str = "bindings/c/library/src/options.rs";
const C_FROZEN: &str = "bindings/c/frozen/src/value.h";
const CPP_FORMAT: &str = "bindings/cpp/include/varvel/format.hpp";
const CPP_KIND: &str = "bindings/cpp/include/varvel/kind.hpp";

/// The table of formats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formats {
    format: Vec<Format>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format {
    number: u32,
    name: String,
    cpp: Option<String>,
    rust: Option<String>,
    meaning: String,
}

/// The table of options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    flag: Vec<Flag>,
    duplicates: Vec<Policy>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flag {
    bit: u8,
    name: String,
    /// For a test of the command, which reads the table itself.
    #[serde(rename = "command")]
    _command: Option<String>,
    rust: Option<String>,
    go: Option<String>,
    java: Option<String>,
    dart: Option<String>,
    meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    number: u32,
    name: String,
    meaning: String,
}

/// The limits that hold where a program names none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    depth: u32,
    replay: u32,
}

/// The table of kinds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    kind: Vec<Kind>,
    frozen: Vec<FrozenKind>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    library: u32,
    name: String,
    cpp: Option<String>,
    phrase: String,
    meaning: String,
    frozen: FrozenName,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrozenName {
    number: u32,
    c: String,
    go: String,
    meaning: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrozenKind {
    number: u32,
    c: String,
    go: String,
    phrase: String,
    meaning: String,
}

/// Makes all that comes of the table of formats.
pub fn formats(of: &Formats) -> Result<Vec<Made>> {
    unique("the number", of.format.iter().map(|one| one.number))?;
    let mut constants = String::new();
    let mut rows = String::new();
    let mut cpp = Vec::new();
    for Format {
        number,
        name,
        cpp: own,
        rust,
        meaning,
    } in &of.format
    {
        let capitals = capitals(name);
        constants += &comment("///", meaning, 100);
        let _ = writeln!(constants, "pub const VV_{capitals}: vv_format = {number};");
        if let Some(rust) = rust {
            let _ = writeln!(rows, "    (VV_{capitals}, AnyFormat::{rust}),");
        }
        let cpp_name = own.clone().unwrap_or_else(|| small(name));
        cpp.push(comment("  ///", meaning, 100) + &format!("  {cpp_name} = VV_{capitals}"));
    }
    Ok(vec![
        Made::region(C_OPTIONS, "formats", constants),
        Made::region(C_OPTIONS, "rows", rows),
        Made::region(CPP_FORMAT, "formats", cpp.join(",\n") + "\n"),
    ])
}

/// Makes all that comes of the table of options.
pub fn options(of: &Options) -> Result<Vec<Made>> {
    unique("the bit", of.flag.iter().map(|flag| flag.bit))?;
    let mut constants = String::new();
    let mut cpp = String::new();
    let mut known = Vec::new();
    for Flag {
        bit, name, meaning, ..
    } in &of.flag
    {
        let capitals = name.to_ascii_uppercase();
        let value = match bit {
            0 => "1".to_owned(),
            bit => format!("1 << {bit}"),
        };
        constants += &comment("///", meaning, 100);
        let _ = writeln!(constants, "pub const VV_{capitals}: u32 = {value};");
        known.push(format!("VV_{capitals}"));
        cpp += &comment("  ///", meaning, 100);
        let head = format!("  constexpr options {name}(bool on = true) const noexcept {{");
        let body = format!("return flag(VV_{capitals}, on);");
        let _ = match head.len() + body.len() + 3 <= 100 {
            true => writeln!(cpp, "{head} {body} }}"),
            false => writeln!(cpp, "{head}\n    {body}\n  }}"),
        };
    }
    let _ = writeln!(
        constants,
        "\n/// All flags that have a meaning.\nconst KNOWN: u32 = {};",
        known.join("\n    | ")
    );
    let mut policies = String::new();
    let mut cpp_policies = Vec::new();
    for Policy {
        number,
        name,
        meaning,
    } in &of.duplicates
    {
        let constant = format!("VV_DUPLICATES_{}", name.to_ascii_uppercase());
        policies += &comment("///", meaning, 100);
        let _ = writeln!(policies, "pub const {constant}: u32 = {number};");
        cpp_policies.push(comment("  ///", meaning, 100) + &format!("  {name} = {constant}"));
    }
    let mut made = options_of_vectors(&of.flag);
    made.extend([
        Made::region(C_OPTIONS, "duplicates", policies),
        Made::region(C_OPTIONS, "flags", constants),
        Made::region(CPP_FORMAT, "duplicates", cpp_policies.join(",\n") + "\n"),
        Made::region(CPP_FORMAT, "flags", cpp),
    ]);
    Ok(made)
}

/// Makes the rows by which the programs that judge the vectors find an option by its name.
fn options_of_vectors(flags: &[Flag]) -> Vec<Made> {
    let [mut rust, mut c, mut cpp, mut go, mut java, mut dart] = [const { String::new() }; 6];
    for flag in flags {
        let (name, Some(field)) = (&flag.name, &flag.rust) else {
            continue;
        };
        let capitals = name.to_ascii_uppercase();
        let _ = writeln!(rust, "            {name:?} => options.{field} = true,");
        let _ = writeln!(c, "      {{{name:?}, VV_{capitals}}},");
        let _ = writeln!(cpp, "  if (name == {name:?}) return options.{name}();");
        if let Some(field) = &flag.go {
            let _ = writeln!(go, "\tcase {name:?}:\n\t\toptions.{field} = true");
        }
        if let Some(method) = &flag.java {
            let set = format!("options = options.{method}(true);");
            let _ = writeln!(java, "        case {name:?} -> {set}");
        }
        if let Some(named) = &flag.dart {
            let _ = writeln!(dart, "      '{name}' => options.copyWith({named}: true),");
        }
    }
    vec![
        Made::region("conformance/tests/all/spec_vectors.rs", "options", rust),
        Made::region("bindings/c/library/tests/vectors.c", "options", c),
        Made::region("bindings/cpp/tests/spec_vectors.cpp", "options", cpp),
        Made::region("bindings/go/frozen/text_vectors_test.go", "options", go),
        Made::region(
            "bindings/jvm/varvel-java/src/test/java/dev/varvel/json/TextVectorsTest.java",
            "options",
            java,
        ),
        Made::region("bindings/dart/test/text_vectors_test.dart", "options", dart),
    ]
}

/// Makes all that comes of the limits.
pub fn limits(of: &Limits) -> Vec<Made> {
    let Limits { depth, replay } = of;
    let c = format!("    limits.depth = {depth};\n");
    vec![
        Made::region(
            "crates/varvel-core/src/limits.rs",
            "limits",
            format!("        depth: {depth},\n        replay: {replay},\n"),
        ),
        Made::region("bindings/c/frozen/src/status.h", "limits", c.clone()),
        Made::region(
            "bindings/c/flatbuffers/varvel_flatbuffers.h",
            "limits",
            format!("{c}    limits.replay = {replay};\n"),
        ),
        Made::region(
            "bindings/go/frozen/document.go",
            "limits",
            format!(
                "\n// DefaultDepth is how many containers may be inside each other if\n// [Options.MaxDepth] is zero.\nconst DefaultDepth = {depth}\n\n"
            ),
        ),
        Made::region(
            "bindings/jvm/varvel-java/src/main/java/dev/varvel/Limits.java",
            "limits",
            format!(
                "  private static final int DEPTH = {depth};\n  private static final int REPLAY = {replay};\n\n"
            ),
        ),
        Made::region(
            "bindings/dart/lib/src/base/limits.dart",
            "limits",
            format!(
                "  static const int _depth = {depth};\n  static const int _replay = {replay};\n"
            ),
        ),
        Made::region(
            "bindings/go/flatbuffers/packing.go",
            "limits",
            format!(
                "\n// The defaults of [Limits.Depth] and of [Limits.Replay].\nconst (\n{})\n\n",
                columns(&[
                    ("\tdefaultDepth".to_owned(), format!("= {depth}")),
                    ("\tdefaultReplay".to_owned(), format!("= {replay}")),
                ])
            ),
        ),
    ]
}

/// Makes all that comes of the table of kinds.
pub fn kinds(of: &Kinds) -> Result<Vec<Made>> {
    let frozen = frozen_kinds(of)?;
    let (mut rust, mut phrases, mut c, mut cpp) =
        (String::new(), String::new(), String::new(), Vec::new());
    for (kind, number) in of.kind.iter().zip(1..) {
        let Kind {
            library,
            name,
            cpp: own,
            phrase,
            meaning,
            ..
        } = kind;
        ensure!(
            *library == number,
            "the kind {name} has not the next number"
        );
        let capitals = capitals(name);
        rust += &comment("    ///", meaning, 100);
        let _ = writeln!(rust, "    {name},");
        let _ = writeln!(phrases, "            Self::{name} => {phrase:?},");
        c += &comment("///", meaning, 100);
        let _ = writeln!(c, "pub const VV_{capitals}: vv_kind = {library};");
        let cpp_name = own.clone().unwrap_or_else(|| small(name));
        cpp.push(comment("  ///", meaning, 100) + &format!("  {cpp_name} = VV_{capitals}"));
    }
    let mut c_frozen = String::new();
    let mut c_words = String::new();
    let mut go = "\n".to_owned();
    let mut go_words = String::new();
    for kind in &frozen {
        let FrozenKind {
            number,
            c,
            go: name,
            phrase,
            meaning,
        } = kind;
        let _ = writeln!(c_frozen, "    /** {meaning} */\n    VVF_{c} = {number},");
        let word = phrase.trim_start_matches("an ").trim_start_matches("a ");
        let _ = writeln!(c_words, "        {word:?},");
        go += &comment("\t//", &format!("{name}: {}", lower(meaning)), 80);
        let _ = writeln!(go, "\t{name} Kind = {}", number + 1);
        let _ = writeln!(go_words, "\t{phrase:?},");
    }
    let last = &frozen[frozen.len() - 1].go;
    let _ = write!(go, "\n\tkindCount = int({last}) + 1\n\n");
    Ok(vec![
        Made::region("crates/varvel-core/src/node.rs", "kinds", rust),
        Made::region("crates/varvel-core/src/node.rs", "phrases", phrases),
        Made::region("bindings/c/library/src/node.rs", "kinds", c),
        Made::region(CPP_KIND, "kinds", cpp.join(",\n") + "\n"),
        Made::region(C_FROZEN, "kinds", c_frozen),
        Made::region(C_FROZEN, "words", c_words),
        Made::region("bindings/go/frozen/kind.go", "kinds", go),
        Made::region("bindings/go/frozen/kind.go", "phrases", go_words),
        Made::file(
            "bindings/jvm/varvel-java/src/main/java/dev/varvel/Kind.java",
            java_kinds(&frozen),
        ),
        Made::file("bindings/dart/lib/src/base/kind.dart", dart_kinds(&frozen)),
    ])
}

fn dart_kinds(all: &[FrozenKind]) -> String {
    let mut constants = String::new();
    for (kind, end) in all.iter().zip(ends(all.len())) {
        constants += &comment("  ///", &kind.meaning, 80);
        // The names of Go are words of the language, or of types.
        let name = match &*kind.go {
            "Null" => "nullValue".to_owned(),
            "Bool" => "boolean".to_owned(),
            "Int" => "integer".to_owned(),
            "BigInt" => "bigInteger".to_owned(),
            name => camel(name),
        };
        let _ = writeln!(constants, "  {name}('{}'){end}\n", kind.phrase);
    }
    format!(
        "// Made by `cargo xtask spec` from spec/tables/kinds.toml.

/// The kind of a value.
enum Kind {{
  /// Nothing: a look-up found no value.
  missing('nothing'),

{constants}  const Kind(this.phrase);

  /// The kind as messages name it, with its article.
  final String phrase;
}}
"
    )
}

fn java_kinds(all: &[FrozenKind]) -> String {
    let mut constants = String::new();
    for (kind, end) in all.iter().zip(ends(all.len())) {
        constants += &javadoc("  ", &kind.meaning);
        let name = capitals(&kind.go);
        let _ = writeln!(constants, "  {name}({:?}){end}", kind.phrase);
    }
    format!(
        "// Made by `cargo xtask spec` from spec/tables/kinds.toml.
package dev.varvel;

/** The kind of a value. */
public enum Kind {{
{constants}
  private final String phrase;

  Kind(String phrase) {{
    this.phrase = phrase;
  }}

  /** Returns the kind as messages name it, with its article. */
  public String phrase() {{
    return phrase;
  }}
}}
"
    )
}

/// Returns the kinds of frozen nodes, by their numbers.
fn frozen_kinds(of: &Kinds) -> Result<Vec<FrozenKind>> {
    let shared = of.kind.iter().map(|kind| FrozenKind {
        number: kind.frozen.number,
        c: kind.frozen.c.clone(),
        go: kind.frozen.go.clone(),
        phrase: kind.phrase.clone(),
        meaning: kind
            .frozen
            .meaning
            .clone()
            .unwrap_or_else(|| kind.meaning.clone()),
    });
    let mut all: Vec<FrozenKind> = shared.chain(of.frozen.iter().cloned()).collect();
    all.sort_by_key(|kind| kind.number);
    for (kind, number) in all.iter().zip(0..) {
        ensure!(
            kind.number == number,
            "no kind of frozen nodes has the number {number}"
        );
    }
    Ok(all)
}

/// Returns a sentence with a small letter at its beginning, unless that is an abbreviation.
fn lower(sentence: &str) -> String {
    if sentence.chars().nth(1).is_some_and(char::is_uppercase) {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_reads_each_flag() {
        let root = crate::workspace::root();
        let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
        let table: Options = super::super::table(&read, "options").unwrap();
        let source = read(C_OPTIONS).unwrap();
        let (_, after) = source.split_once("</spec:flags>").unwrap();
        for flag in &table.flag {
            let constant = format!("VV_{}", flag.name.to_ascii_uppercase());
            let used = after.match_indices(&constant).count();
            assert_ne!(used, 0, "{constant} has no use in {C_OPTIONS}");
        }
    }
}
