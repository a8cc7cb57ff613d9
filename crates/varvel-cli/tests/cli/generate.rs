//! `varvel gen`.

use std::fs;

use crate::command::Folder;

const ORDER: &str =
    "include \"money.fbs\"; table Order { id: uint; price: Money; } root_type Order;\n";
const MONEY: &str = "struct Money { cents: long; }\n";
const RATE: &str = "table Rate { percent: double; } root_type Rate;\n";

#[test]
fn code_is_written_once_and_checked() {
    let folder = Folder::with(&[
        ("order.fbs", ORDER),
        ("money.fbs", MONEY),
        ("rate.fbs", RATE),
    ]);
    let arguments = ["gen", "rust", "order.fbs", "rate.fbs", "--out", "a/b"];
    let check: Vec<&str> = arguments.into_iter().chain(["--check"]).collect();

    let ran = folder.run(&check);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.err
            .starts_with("error: files that are not as generated: 2\n"),
        "{}",
        ran.err
    );
    assert!(!folder.at("a").exists());

    let ran = folder.run(&arguments);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "a/b/order.rs: written\na/b/rate.rs: written\n"),
        "{}",
        ran.err
    );
    let code = fs::read_to_string(folder.at("a/b/order.rs")).unwrap();
    assert!(
        code.contains("pub fn price(self) -> Option<Money<'a>>"),
        "{code}"
    );
    let ran = folder.run(&arguments);
    assert_eq!(ran.out, "a/b/order.rs: unchanged\na/b/rate.rs: unchanged\n");
    assert_eq!(folder.run(&check).code, 0);

    folder.write("a/b/order.rs", "// changed by hand\n");
    let ran = folder.run(&check);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            1,
            "a/b/order.rs: not as generated\na/b/rate.rs: unchanged\n"
        )
    );
}

#[test]
fn what_is_wrong_is_told_before_anything_is_written() {
    let folder = Folder::with(&[("good.fbs", MONEY), ("bad.fbs", "table T { a: in; }\n")]);
    let ran = folder.run(&["gen", "rust", "good.fbs", "bad.fbs", "--out", "out"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("bad.fbs:1:14"), "{}", ran.err);
    assert!(!folder.at("out").exists());

    for (arguments, code, message) in [
        (&["gen", "rust", "gone.fbs"][..], 3, "gone.fbs"),
        (
            &["gen", "rust", "good.fbs", "good.fbs"],
            2,
            "two schemas would be written to ./good.rs",
        ),
        (&["gen", "cobol", "good.fbs"], 2, "invalid value 'cobol'"),
        (&["gen", "rust"], 2, "<SCHEMA>"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, code, "{arguments:?} {}", ran.err);
        assert!(ran.err.contains(message), "{arguments:?} {}", ran.err);
    }
}

#[test]
fn a_schema_is_not_written_over() {
    let folder = Folder::with(&[("good.fbs", MONEY), ("money.rs", MONEY)]);
    for arguments in [
        &["gen", "rust", "money.rs"][..],
        &["gen", "rust", "good.fbs", "./money.rs", "--out", "../"],
    ] {
        let name = folder.at(".").canonicalize().unwrap();
        let name = name.file_name().unwrap().to_str().unwrap().to_owned();
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.replace("../", &format!("../{name}")))
            .collect();
        let ran = folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(
            ran.err
                .starts_with("error: the code would be written over the schema "),
            "{}",
            ran.err
        );
    }
    assert_eq!(fs::read_to_string(folder.at("money.rs")).unwrap(), MONEY);
}

#[test]
fn one_file_goes_to_standard_output() {
    let folder = Folder::with(&[
        ("order.fbs", ORDER),
        ("money.fbs", MONEY),
        ("rate.fbs", RATE),
    ]);
    let ran = folder.run(&["gen", "rust", "order.fbs", "--out", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        folder.run(&["gen", "rust", "order.fbs", "--out", "x"]).code,
        0
    );
    assert_eq!(ran.out, folder.read("x/order.rs"));
    assert!(!folder.at("-").exists());
    for more in [&["rate.fbs"][..], &["--check"]] {
        let ran = folder.run(&[&["gen", "rust", "order.fbs", "--out", "-"], more].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    }
}

#[test]
fn what_several_schemas_include_stands_once() {
    let folder = Folder::with(&[("money.fbs", MONEY), ("order.fbs", ORDER)]);
    fs::create_dir(folder.at("b")).unwrap();
    folder.write(
        "b/bill.fbs",
        "include \"../money.fbs\"; table Order { total: Money; } root_type Order; file_identifier \"BILL\";",
    );
    let arguments = ["gen", "rust", "order.fbs", "b/bill.fbs", "--out", "x"];
    let ran = folder.run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut names: Vec<&str> = ran.out.lines().collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "x/bill.rs: written",
            "x/mod.rs: written",
            "x/money.rs: written",
            "x/order.rs: written",
        ]
    );
    for (file, has, lacks) in [
        ("x/money.rs", "pub struct Money<'a>", "Order"),
        ("x/order.rs", "super::money::Money<'a>", "pub struct Money"),
        ("x/bill.rs", "super::money::Money<'a>", "pub struct Money"),
        ("x/mod.rs", "pub mod money;", "pub struct"),
    ] {
        let code = folder.read(file);
        assert!(
            code.contains(has) && !code.contains(lacks),
            "{file}: {code}"
        );
    }
    assert!(
        folder
            .read("x/mod.rs")
            .contains(".identified([66u8, 73u8, 76u8, 76u8])")
    );
    let check: Vec<&str> = arguments.into_iter().chain(["--check"]).collect();
    assert_eq!(folder.run(&check).code, 0);
}

#[test]
fn options_of_the_code_are_taken_or_refused() {
    let folder = Folder::with(&[
        ("order.fbs", ORDER),
        ("money.fbs", MONEY),
        ("rate.fbs", RATE),
    ]);
    let ran = folder.run(&["gen", "rust", "order.fbs", "--prefix", "My", "--out", "-"]);
    assert!(ran.out.contains("pub struct MyMoney<'a>"), "{}", ran.err);
    for (options, message) in [
        (&["--prefix", "1a"][..], "no digit at the beginning"),
        (&["--package", "a"], "--package means nothing for rust"),
        (&["--runtime"], "--runtime means nothing for rust"),
        (&["--runtime-path", "a"], "--runtime-path means nothing"),
        (&["--no-json"], "--no-json means nothing for rust"),
        (&["--one", "a", "--each"], "cannot be used with"),
        (&["--out", "-", "-M", "a.d"], "there are none on standard"),
    ] {
        let ran = folder.run(&[&["gen", "rust", "order.fbs"], options].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{options:?}");
        assert!(ran.err.contains(message), "{options:?} {}", ran.err);
    }
    let ran = folder.run(&["gen", "--help"]);
    assert!(ran.out.contains("rust:"), "{}", ran.out);
    assert!(ran.out.contains("--no-json"), "{}", ran.out);
    for (options, has_json) in [(&[][..], true), (&["--no-json"], false)] {
        let ran = folder.run(&[&["gen", "go", "rate.fbs", "--out", "-"], options].concat());
        for word in ["fbjson", "AppendJSON", "UnmarshalJSON"] {
            assert_eq!(ran.out.contains(word), has_json, "{options:?} {word}");
        }
        assert!(
            ran.out.contains("func ReadRate("),
            "{options:?} {}",
            ran.err
        );
    }
}

#[test]
fn options_that_no_code_could_have_are_refused() {
    let folder = Folder::with(&[("rate.fbs", RATE)]);
    for (language, option, values) in [
        (
            "go",
            "--package",
            &["func", "1x", "a b", "_", "", "a-b", "a/b"][..],
        ),
        ("go", "--runtime-path", &["a b", "", "/a", "a\"b", "a\nb"]),
        ("c", "--runtime-path", &["a\"b.h", "", "a\nb.h"]),
        ("c", "--prefix", &["1a", "a-b", "a b"]),
        ("rust", "--prefix", &["1a", "a-b", "a b"]),
    ] {
        for value in values {
            let ran = folder.run(&["gen", language, "rate.fbs", "--out", "out", option, value]);
            assert_eq!(
                (ran.code, ran.out.as_str()),
                (2, ""),
                "{language} {option} {value:?}"
            );
            assert!(
                ran.err.starts_with("error: "),
                "{language} {option} {value:?} {}",
                ran.err
            );
            assert!(!folder.at("out").exists(), "{language} {option} {value:?}");
        }
    }
    let ran = folder.run(&["gen", "go", "rate.fbs", "--package", "func"]);
    assert_eq!(
        ran.err,
        "error: `func` cannot be the name of a package, which is letters and digits that are no \
         word of Go, with a letter at the beginning\n"
    );
    for package in ["main", "a1", "größe", "_a"] {
        let ran = folder.run(&["gen", "go", "rate.fbs", "-o", "-", "--package", package]);
        assert!(
            ran.out.contains(&format!("\npackage {package}\n")),
            "{package} {}",
            ran.err
        );
    }
}

#[test]
fn several_schemas_are_one_package_of_go() {
    let schemas = [
        (
            "order.fbs",
            "table Order { id: uint; } root_type Order; file_identifier \"ORDR\";\n",
        ),
        ("rate.fbs", RATE),
    ];
    let folder = Folder::with(&schemas);
    let go =
        |more: &[&str]| folder.run(&[&["gen", "go", "--package", "p", "-o", "p"], more].concat());
    let ran = go(&["order.fbs", "rate.fbs"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            0,
            "p/schema_fbs.go: written\np/order_fbs.go: written\np/rate_fbs.go: written\n"
        ),
        "{}",
        ran.err
    );
    let all: String = ["schema_fbs.go", "order_fbs.go", "rate_fbs.go"]
        .map(|name| fs::read_to_string(folder.at("p").join(name)).unwrap())
        .concat();
    assert_eq!(all.matches("\nvar Schema = ").count(), 1, "{all}");
    assert!(
        all.contains("\nfunc ReadOrder(") && all.contains("\nfunc ReadRate("),
        "{all}"
    );
    assert_eq!(go(&["order.fbs", "rate.fbs", "--check"]).code, 0);

    // Another run into the folder would declare the schema again.
    for arguments in [
        &["rate.fbs"][..],
        &["rate.fbs", "--check"],
        &["rate.fbs", "--one", "both"],
    ] {
        let ran = go(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(
            ran.err
                .starts_with("error: p/schema_fbs.go declares `Schema` already")
                && ran.err.contains("`--one NAME`"),
            "{}",
            ran.err
        );
    }
    assert_eq!(
        go(&["rate.fbs", "--prefix", "Other", "--one", "other"]).code,
        0
    );
}

#[test]
fn the_code_is_in_as_many_files_as_asked_for() {
    let folder = Folder::with(&[
        ("order.fbs", ORDER),
        ("money.fbs", MONEY),
        ("rate.fbs", RATE),
    ]);
    let arguments = ["gen", "rust", "order.fbs", "rate.fbs", "--one", "all"];
    let ran = folder.run(&arguments);
    assert_eq!(ran.out, "./all.rs: written\n", "{}", ran.err);
    assert!(folder.read("all.rs").contains("pub mod money {"));
    let ran = folder.run(&["gen", "rust", "order.fbs", "--each", "--out", "x"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut names: Vec<&str> = ran.out.lines().collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "x/mod.rs: written",
            "x/money.rs: written",
            "x/order.rs: written"
        ]
    );
}

#[test]
fn make_knows_what_the_code_depends_on() {
    let folder = Folder::with(&[("order.fbs", ORDER), ("money.fbs", MONEY)]);
    let ran = folder.run(&["gen", "rust", "order.fbs", "--out", "x y", "-M", "order.d"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        folder.read("order.d"),
        "x\\ y/order.rs: \\\n  money.fbs \\\n  order.fbs\n\nmoney.fbs:\n\norder.fbs:\n"
    );
}
