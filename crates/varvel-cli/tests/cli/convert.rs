//! `varvel convert`: formats, files, and the files that are left when it fails.

use std::fs;

use crate::command::{Folder, Ran, bad, good};

const ORDERS: &str = include_str!("../../../../samples/orders.json");

fn wrote(line: &str) -> Ran {
    Ran {
        code: 0,
        out: String::new(),
        err: format!("{line}\n"),
    }
}

#[test]
fn json_goes_into_a_frozen_file_and_back() {
    let folder = Folder::with(&[("orders.json", ORDERS)]);
    assert_eq!(
        folder.run(&["convert", "orders.json", "orders.varvel"]),
        wrote("orders.json (json) -> orders.varvel (frozen)")
    );
    assert!(
        fs::read(folder.at("orders.varvel"))
            .unwrap()
            .starts_with(b"VRVL")
    );
    let through = folder.run(&["convert", "orders.varvel"]);
    let direct = folder.run(&["convert", "orders.json"]);
    assert_eq!(through.code, 0);
    assert_eq!(through, direct);
    assert!(
        direct
            .out
            .contains(r#""ledger":340282366920938463463374607431768211456"#)
    );
    let again = folder.run(&["convert", "orders.json", "--duplicates", "last"]);
    assert_eq!(again, direct);
}

#[test]
fn a_frozen_file_is_known_by_its_first_bytes() {
    let folder = Folder::with(&[("a.json", "[1, 2]")]);
    folder.run(&["convert", "a.json", "--to", "frozen", "data.bin"]);
    assert_eq!(folder.run(&["convert", "data.bin"]), good("[1,2]\n"));
    fs::rename(folder.at("data.bin"), folder.at("named.json")).unwrap();
    assert_eq!(folder.run(&["convert", "named.json"]), good("[1,2]\n"));
    assert_eq!(
        folder.run(&["convert", "named.json", "--from", "json"]),
        bad(
            1,
            "error: invalid syntax: expected a value, found `VRVL`\n\
            --> named.json:1:1\n\
             hint: this looks like a frozen buffer: `--from frozen` reads it\n"
        )
    );
}

#[test]
fn frozen_bytes_stay_as_they_are() {
    let folder = Folder::with(&[("a.json", ORDERS)]);
    folder.run(&["convert", "a.json", "a.varvel"]);
    folder.run(&["convert", "a.varvel", "b.varvel"]);
    assert_eq!(
        fs::read(folder.at("a.varvel")).unwrap(),
        fs::read(folder.at("b.varvel")).unwrap()
    );
}

#[test]
fn what_json_cannot_hold_is_named_with_its_path() {
    use varvel::{Builder, Bytes, Sink as _};
    let folder = Folder::with(&[("old.json", "old")]);
    let frozen = |value: fn(&mut Builder) -> varvel::Result| {
        let mut builder = Builder::new();
        builder.start()?;
        builder.begin_map(None)?;
        builder.key("a".into())?;
        builder.begin_array(None)?;
        builder.null()?;
        value(&mut builder)?;
        builder.end_array()?;
        builder.end_map()?;
        builder.finish()
    };
    let fails = |frozen: varvel::Result<varvel::Frozen>, text: &str| {
        folder.write("a.varvel", frozen.unwrap().as_bytes());
        let ran = folder.run(&["convert", "a.varvel", "old.json"]);
        assert_eq!(ran, bad(1, text));
        assert_eq!(folder.read("old.json"), "old");
    };
    fails(
        frozen(|builder| builder.f64(f64::NAN)),
        "error: value cannot be represented: expected a finite number, found NaN\n\
         --> a.varvel\n \
         = at $.a[1]\n\
         hint: `--as-text` writes it as text\n",
    );
    fails(
        frozen(|builder| builder.bytes(Bytes::Input(b"x"))),
        "error: value cannot be represented: expected a kind of value that JSON has, found bytes\n\
         --> a.varvel\n \
         = at $.a[1]\n\
         hint: `--as-text` writes it as text\n",
    );
}

#[test]
fn layout_is_compact_unless_asked() {
    let folder = Folder::with(&[("a.json", " { \"a\" : [ 1 , {} ] } ")]);
    assert_eq!(folder.run(&["convert", "a.json"]), good("{\"a\":[1,{}]}\n"));
    assert_eq!(
        folder.run(&["convert", "a.json", "--compact"]),
        good("{\"a\":[1,{}]}\n")
    );
    assert_eq!(
        folder.run(&["convert", "a.json", "--pretty"]),
        good("{\n  \"a\": [\n    1,\n    {}\n  ]\n}\n")
    );
}

#[test]
fn duplicate_keys_follow_the_policy() {
    let folder = Folder::with(&[("a.json", "{\n  \"k\": 1,\n  \"b\": 0,\n  \"k\": 2\n}")]);
    let refused = "error: duplicate key: expected each key once, found \"k\" again\n \
                   --> a.json:4:3\n  \
                   |\n\
                   4 |   \"k\": 2\n  \
                   |   ^ at $.k\n\
                   hint: `--duplicates first` or `--duplicates last` keeps one of them\n";
    for to in ["json", "frozen"] {
        assert_eq!(
            folder.run(&["convert", "a.json", "--to", to]),
            bad(1, refused)
        );
    }
    let with = |policy| folder.run(&["convert", "a.json", "--duplicates", policy]);
    assert_eq!(with("first"), good("{\"k\":1,\"b\":0}\n"));
    assert_eq!(with("last"), good("{\"b\":0,\"k\":2}\n"));
}

#[test]
fn depth_has_a_limit_that_can_be_raised() {
    let deep = "[".repeat(129) + &"]".repeat(129);
    let folder = Folder::with(&[("a.json", &deep)]);
    for to in ["json", "frozen"] {
        let ran = folder.run(&["convert", "a.json", "--to", to]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.starts_with(
            "error: nested too deeply: expected at most 128 containers inside each other\n \
             --> a.json:1:129\n"
        ));
        assert!(
            ran.err
                .ends_with("hint: `--max-depth N` allows more, if you trust the document\n")
        );
    }
    let ran = folder.run(&["convert", "a.json", "--max-depth", "129"]);
    assert_eq!(ran, good(&format!("{deep}\n")));
}

#[test]
fn the_output_may_be_the_input() {
    let folder = Folder::with(&[("a.json", "[ 1 ]")]);
    assert_eq!(
        folder.run(&["convert", "a.json", "a.json"]),
        wrote("a.json (json) -> a.json (json)")
    );
    assert_eq!(folder.read("a.json"), "[1]\n");
    assert_eq!(folder.names(), ["a.json"]);
}

#[test]
fn a_failure_leaves_the_old_output_and_nothing_else() {
    let folder = Folder::with(&[("bad.json", "[1,"), ("old.json", "old")]);
    assert_eq!(
        folder.run(&["convert", "bad.json", "old.json"]),
        bad(
            1,
            "error: unexpected end of input: expected a value\n \
             --> bad.json:1:4\n  \
             |\n\
             1 | [1,\n  \
             |    ^ at $[1]\n"
        )
    );
    assert_eq!(folder.run(&["convert", "none.json", "old.json"]).code, 3);
    assert_eq!(folder.read("old.json"), "old");
    assert_eq!(folder.names(), ["bad.json", "old.json"]);
}

#[test]
fn an_output_that_cannot_be_is_one_clear_line() {
    let folder = Folder::with(&[("a.json", "1")]);
    fs::create_dir(folder.at("folder")).unwrap();
    let fails = |output: &str, why: &str| {
        assert_eq!(
            folder.run(&["convert", "a.json", output, "--to", "json"]),
            bad(3, &format!("error: cannot write {output}: {why}\n"))
        );
    };
    fails("nowhere/b.json", "there is no folder nowhere");
    if cfg!(unix) {
        fails("a.json/b.json", "not a directory");
    }
    assert_eq!(folder.names(), ["a.json", "folder"]);
}

#[test]
fn an_input_that_cannot_be_read_is_one_clear_line() {
    let folder = Folder::new();
    fs::create_dir(folder.at("folder")).unwrap();
    folder.write("empty.json", "");
    let fails = |input: &str, code, line: &str| {
        assert_eq!(
            folder.run(&["convert", input, "out.json"]),
            bad(code, &format!("error: {line}\n"))
        );
    };
    if cfg!(unix) {
        fails(
            "none.json",
            3,
            "cannot read none.json: no such file or directory",
        );
    }
    fails("folder", 3, "cannot read folder: it is a directory");
    fails("empty.json", 1, "empty.json is empty");
    assert_eq!(folder.names(), ["empty.json", "folder"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;
    use crate::command::is_superuser;

    fn set_mode(folder: &Folder, name: &str, mode: u32) {
        fs::set_permissions(folder.at(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn mode(folder: &Folder, name: &str) -> u32 {
        fs::metadata(folder.at(name)).unwrap().mode() & 0o777
    }

    #[test]
    fn permissions_are_kept_and_new_files_are_like_any_other() {
        let folder = Folder::with(&[("a.json", "1"), ("old.json", "0"), ("usual", "")]);
        set_mode(&folder, "old.json", 0o640);
        folder.run(&["convert", "a.json", "old.json"]);
        assert_eq!(
            (folder.read("old.json").as_str(), mode(&folder, "old.json")),
            ("1\n", 0o640)
        );
        folder.run(&["convert", "a.json", "new.json"]);
        assert_eq!(mode(&folder, "new.json"), mode(&folder, "usual"));
    }

    #[test]
    fn a_symbolic_link_stays_and_its_file_is_replaced() {
        let folder = Folder::with(&[("a.json", "1"), ("file.json", "0")]);
        symlink("file.json", folder.at("link.json")).unwrap();
        symlink("later.json", folder.at("dangling.json")).unwrap();
        for link in ["link.json", "dangling.json"] {
            assert_eq!(folder.run(&["convert", "a.json", link]).code, 0);
            assert!(fs::symlink_metadata(folder.at(link)).unwrap().is_symlink());
        }
        assert_eq!(folder.read("file.json"), "1\n");
        assert_eq!(folder.read("later.json"), "1\n");
    }

    #[test]
    fn links_in_a_ring_are_one_clear_line() {
        let folder = Folder::with(&[("a.json", "1")]);
        symlink("y.json", folder.at("x.json")).unwrap();
        symlink("x.json", folder.at("y.json")).unwrap();
        let ran = folder.run(&["convert", "a.json", "x.json"]);
        assert_eq!(ran.code, 3);
        assert!(
            ran.err
                .starts_with("error: cannot write x.json: too many levels of symbolic links")
        );
        assert_eq!(ran.err.lines().count(), 1);
    }

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let folder = Folder::with(&[("a.json", "1")]);
        let ran = folder.run(&["convert", "a.json", "/dev/null", "--to", "json"]);
        assert_eq!(ran.code, 0);
        assert!(
            fs::metadata("/dev/null")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        if cfg!(target_os = "linux") {
            let ran = folder.run(&["convert", "a.json", "/dev/full", "--to", "json"]);
            assert_eq!(
                ran,
                bad(
                    3,
                    "error: cannot write /dev/full: no space left on device\n"
                )
            );
        }
    }

    #[test]
    fn no_permission_is_one_clear_line() {
        if is_superuser() {
            return; // permissions do not stop this user
        }
        let folder = Folder::with(&[("a.json", "1"), ("locked.json", "0")]);
        set_mode(&folder, "locked.json", 0o444);
        fs::create_dir(folder.at("shut")).unwrap();
        set_mode(&folder, "shut", 0o555);
        let fails = |output: &str, why: &str| {
            let line = format!("error: cannot write {output}: {why}\n");
            assert_eq!(folder.run(&["convert", "a.json", output]), bad(3, &line));
        };
        fails("locked.json", "permission denied");
        fails("shut/new.json", "no permission to make files in shut");
        assert_eq!(folder.read("locked.json"), "0");
        set_mode(&folder, "locked.json", 0o000);
        let line = "error: cannot read locked.json: permission denied\n";
        assert_eq!(folder.run(&["convert", "locked.json"]), bad(3, line));
        set_mode(&folder, "shut", 0o755); // so that the folder can be removed
    }
}
