//! The sets of `spec/vectors` that are texts: documents, numbers, paths and errors.
//! `VARVEL_BLESS=1` writes what Rust finds beside each input; otherwise it is compared.
//!
//! Every language judges the same cases. `cargo xtask conformance` joins what they found.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use varvel::formats::{AnyFormat, ReadOptions};
use varvel::json;
use varvel::{Duplicates, Error, Frozen, Ref, Value, View};

/// The sets: files of `spec/vectors`.
const SETS: [&str; 5] = ["json", "json5", "numbers", "paths", "errors"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors")
}

/// The input of a case.
struct Case {
    name: String,
    format: AnyFormat,
    input: Vec<u8>,
    path: Option<String>,
    options: ReadOptions,
    /// Whether the document is a number, whose kind and bits are compared.
    is_number: bool,
    /// The members that say what is right, as JSON.
    right: String,
}

impl Case {
    fn of(case: &Ref<'_>) -> Self {
        let text = |key: &str| {
            case.get(key)
                .map(|member| member.as_str().unwrap().to_owned())
        };
        let name = text("name").unwrap();
        let word = text("format").unwrap();
        let input = match (text("text"), text("hex")) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(hex)) => bytes_of(&hex),
            _ => panic!("{name} has no input, or two"),
        };
        let right = ["kind", "bits", "written", "unwritable", "error"];
        let right = right.map(|key| {
            let member = case.get(key)?;
            Some(format!("\"{key}\":{}", json::to_string(&member).unwrap()))
        });
        Self {
            format: *AnyFormat::ALL
                .iter()
                .find(|format| format.word() == word)
                .unwrap(),
            input,
            path: text("path"),
            options: case.get("options").map(options_of).unwrap_or_default(),
            is_number: case.get("number").is_some(),
            right: right.into_iter().flatten().collect::<Vec<_>>().join(","),
            name,
        }
    }

    /// Returns the members that say what Rust finds.
    fn found(&self) -> String {
        let frozen = self
            .format
            .freeze(&self.input, Duplicates::Error, &self.options);
        match frozen {
            Ok(frozen) => match self.node(&frozen) {
                Ok(node) => self.described(node),
                Err(error) => format!(
                    "\"error\":{{\"number\":{},\"path\":{}}}",
                    error.kind().number(),
                    quoted(
                        &error
                            .path()
                            .map(|path| path.to_string())
                            .unwrap_or_default()
                    )
                ),
            },
            Err(error) => format!("\"error\":{}", place(&error)),
        }
    }

    fn node<'a>(&self, frozen: &'a Frozen) -> Result<View<'a>, Error> {
        match &self.path {
            Some(path) => frozen.view().path(path),
            None => Ok(frozen.view()),
        }
    }

    fn described(&self, node: View<'_>) -> String {
        let mut out = String::new();
        if self.is_number {
            let _ = write!(out, "\"kind\":{},", quoted(node.kind().name()));
            if node.kind() == varvel::Kind::Float {
                let bits = node.to::<f64>().unwrap().to_bits();
                let _ = write!(out, "\"bits\":\"{bits:016x}\",");
            }
        }
        // JSON has no infinities.
        match json::to_string(&node) {
            Ok(written) => out + "\"written\":" + &quoted(&written),
            Err(error) => format!("{out}\"unwritable\":{}", error.kind().number()),
        }
    }
}

/// Returns the options of reading that a case names.
fn options_of(names: Ref<'_>) -> ReadOptions {
    let mut options = ReadOptions::default();
    for name in names.items() {
        match name.as_str().unwrap() {
            // <spec:options> Made by `cargo xtask spec`.
            "exact_decimals" => options.exact_decimals = true,
            "yaml_1_1" => options.yaml.yaml_1_1 = true,
            "merge_keys" => options.yaml.merge_keys = true,
            "tolerant" => options.yaml.tolerant = true,
            // </spec:options>
            name => panic!("no option has the name {name}"),
        }
    }
    options
}

/// Returns number and place of an error in a document.
fn place(error: &Error) -> String {
    let mut out = format!("{{\"number\":{}", error.kind().number());
    if let Some(offset) = error.offset() {
        let _ = write!(out, ",\"offset\":{offset}");
    }
    if error.line() != 0 {
        let _ = write!(
            out,
            ",\"line\":{},\"column\":{}",
            error.line(),
            error.column()
        );
    }
    if let Some(path) = error.path() {
        let _ = write!(out, ",\"path\":{}", quoted(&path.to_string()));
    }
    out + "}"
}

fn quoted(text: &str) -> String {
    json::to_string(text).unwrap()
}

/// Returns JSON whose characters beyond ASCII are escapes, so that every one is seen.
fn in_ascii(json: &str) -> String {
    let mut out = String::new();
    let mut units = [0; 2];
    for character in json.chars() {
        if matches!(character, ' '..='~' | '\n') {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

#[test]
fn the_text_sets_are_what_rust_finds() {
    let mut failed = Vec::new();
    for set in SETS {
        let file = folder().join(format!("{set}.json"));
        let text = fs::read(&file).unwrap();
        let table: Value = json::from_slice(&text).unwrap();
        let mut lines = Vec::new();
        let mut report = varvel_conformance(set);
        for case in table.get("cases").unwrap().items() {
            let read = Case::of(&case);
            let found = read.found();
            let ok = found == read.right;
            report(&read.name, ok);
            if !ok {
                failed.push(format!("{set}: {}\n  {found}\n  {}", read.name, read.right));
            }
            let input = ["name", "format", "options", "number", "path", "text", "hex"];
            let input = input.into_iter().filter_map(|key| {
                let member = case.get(key)?;
                Some(format!("\"{key}\":{}", json::to_string(&member).unwrap()))
            });
            let input: Vec<String> = input.collect();
            lines.push(format!("    {{{},{found}}}", input.join(",")));
        }
        if std::env::var_os("VARVEL_BLESS").is_some() {
            let about = table.get("about").unwrap();
            let text = format!(
                "{{\n  \"version\": 1,\n  \"set\": \"{set}\",\n  \"about\": {},\n  \"cases\": [\n{}\n  ]\n}}\n",
                json::to_string(&about).unwrap(),
                lines.join(",\n")
            );
            fs::write(&file, in_ascii(&text)).unwrap();
            failed.clear();
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns a function that notes the result of a case where `VARVEL_CONFORMANCE` names a folder.
fn varvel_conformance(set: &str) -> impl FnMut(&str, bool) {
    let folder = std::env::var_os("VARVEL_CONFORMANCE").map(PathBuf::from);
    let file = folder.map(|folder| folder.join(format!("rust-{set}.jsonl")));
    let mut out = String::new();
    let set = set.to_owned();
    move |case, ok| {
        if let Some(file) = &file {
            let result = if ok { "right" } else { "wrong" };
            let case = quoted(case);
            let _ = writeln!(
                out,
                r#"{{"language":"rust","set":"{set}","case":{case},"result":"{result}"}}"#
            );
            fs::write(file, &out).unwrap();
        }
    }
}
