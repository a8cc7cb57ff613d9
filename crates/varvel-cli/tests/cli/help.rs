//! Help texts, and errors for wrong command lines.

use crate::command::{Folder, bad};

#[test]
fn no_arguments_show_the_help_with_the_exit_codes() {
    let ran = Folder::new().run(&[]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.out, "");
    for part in [
        "Usage: varvel [OPTIONS] <COMMAND>",
        "  convert ",
        "  get ",
        "  validate ",
        "  0  success",
        "  1  a document is not valid",
        "  2  the command line is wrong",
        "  3  input or output failed",
    ] {
        assert!(ran.err.contains(part), "{part} is not in\n{}", ran.err);
    }
}

#[test]
fn each_subcommand_has_help_with_the_exit_codes() {
    for name in ["convert", "get", "validate"] {
        let ran = Folder::new().run(&[name, "--help"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("--duplicates <error|first|last>"));
        assert!(ran.out.contains("Exit codes:"));
    }
}

/// Returns the long options under a heading of the help of a subcommand.
fn listed(subcommand: &str, heading: &str) -> Vec<String> {
    let help = Folder::new().run(&[subcommand, "--help"]).out;
    let (_, below) = help.split_once(&format!("\n{heading}:\n")).unwrap();
    let under = below
        .lines()
        .take_while(|line| !line.ends_with(':') || line.starts_with(' '));
    let option = |line: &str| {
        let (flags, name) = line.trim_start().split_once("--")?;
        let is_option = flags.is_empty() || flags.starts_with('-') && flags.ends_with(", ");
        is_option.then(|| name.split([' ', '=']).next().unwrap().to_owned())
    };
    under.filter_map(option).collect()
}

#[test]
fn edits_list_only_the_options_that_they_take() {
    let of_files = ["from", "max-depth", "tolerant", "max-expansion"];
    for subcommand in ["set", "rm"] {
        assert_eq!(listed(subcommand, "Reading"), of_files, "{subcommand}");
    }
    assert_eq!(
        listed("fmt", "Reading"),
        [&of_files[..], &["duplicates", "merge-keys"]].concat()
    );
    assert_eq!(
        listed("rm", "Options"),
        ["through-aliases", "dry-run", "quiet", "color", "help"]
    );
    for subcommand in ["set", "rm", "fmt"] {
        let help = Folder::new().run(&[subcommand, "--help"]).out;
        let formats = help
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("- "));
        let formats: Vec<&str> = formats
            .filter_map(|line| Some(line.split_once(':')?.0))
            .collect();
        assert_eq!(formats, ["json", "json5", "yaml"], "{subcommand}");
        for option in [
            "--yaml=1.1",
            "--merge-keys",
            "--exact-decimals",
            "--recover",
            "--schema=a.fbs",
        ] {
            if (subcommand, option) == ("fmt", "--merge-keys") {
                continue;
            }
            let ran = Folder::new().run(&[subcommand, option]);
            assert_eq!(ran.code, 2);
            assert!(
                ran.err.starts_with("error: unexpected argument '--"),
                "{}",
                ran.err
            );
        }
    }
}

#[test]
fn general_options_stand_apart_from_those_of_flatbuffers() {
    for subcommand in [
        "convert", "get", "inspect", "validate", "head", "count", "schema",
    ] {
        assert!(
            listed(subcommand, "Options").contains(&"quiet".to_owned()),
            "{subcommand}"
        );
        let flatbuffers = [
            "schema",
            "root",
            "include",
            "defaults",
            "skip-unknown",
            "size-prefixed",
            "any-identifier",
        ];
        assert_eq!(
            listed(subcommand, "FlatBuffers"),
            flatbuffers,
            "{subcommand}"
        );
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = format!("varvel {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Folder::new().run(&["--version"]).out, version);
}

#[test]
fn a_wrong_command_line_exits_with_2() {
    let folder = Folder::with(&[("a.json", "1")]);
    for arguments in [
        &["frobnicate"][..],
        &["convert"],
        &["convert", "a.json", "a.json", "b.ndjson", "--append"],
        &["splits", "a.json", "--size", "0"],
        &["convert", "a.json", "--to", "toml"],
        &["convert", "a.json", "--pretty", "--compact"],
        &["convert", "a.json", "--max-depth", "many"],
        &["convert", "a.json", "--duplicates", "both"],
        &["get", "a.json"],
        &["validate"],
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
    assert_eq!(folder.names(), ["a.json"]);
}

#[test]
fn a_name_that_tells_no_format_asks_for_one() {
    let folder = Folder::with(&[("a.json", "1")]);
    assert_eq!(
        folder.run(&["convert", "a.json", "a.bin"]),
        bad(
            2,
            "error: the name of a.bin does not tell which format to write\n\
             hint: say `--to json` or another, or name the file *.json, *.msgpack or *.varvel\n"
        )
    );
    assert_eq!(
        folder.run(&["convert", "a.json", "a.varvel", "--pretty"]),
        bad(
            2,
            "error: --pretty and --compact are for JSON, and this writes a frozen buffer\n"
        )
    );
    assert_eq!(folder.names(), ["a.json"]);
}

#[test]
fn the_command_has_each_option_that_the_table_names_for_it() {
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../spec/tables/options.toml"
    );
    let table = std::fs::read_to_string(table).unwrap();
    let help = Folder::new().run(&["convert", "--help"]).out;
    let flags: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("command = \"")?.strip_suffix('"'))
        .collect();
    assert!(flags.len() > 5, "{table}");
    for flag in flags {
        assert!(help.contains(flag), "{flag} is not in the help");
    }
}
