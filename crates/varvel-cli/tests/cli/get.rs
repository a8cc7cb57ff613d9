//! `varvel get`: paths, the output, and how far a path led.

use crate::command::{Folder, bad, good};

const ORDERS: &str = include_str!("../../../../samples/orders.json");

fn orders() -> Folder {
    let folder = Folder::with(&[("o.json", ORDERS)]);
    assert_eq!(folder.run(&["convert", "o.json", "o.varvel"]).code, 0);
    folder
}

#[test]
fn a_node_is_found_by_all_forms_of_path_in_both_formats() {
    let folder = orders();
    for file in ["o.json", "o.varvel"] {
        for path in [
            "orders[1].customer.name",
            "$.orders[1].customer.name",
            "$[\"orders\"][1]['customer'].name",
            "/orders/1/customer/name",
        ] {
            assert_eq!(folder.run(&["get", file, path]), good("\"山田 花子\"\n"));
        }
        let get = |path: &str| folder.run(&["get", file, path]);
        assert_eq!(get("orders[0].id"), good("9007199254740993\n"));
        assert_eq!(get("opening[6]"), good("[]\n"));
        assert_eq!(get("opening[3][1]"), good("20\n"));
        assert_eq!(get("stock.CH-0417.shelf"), good("\"A3\"\n"));
        assert_eq!(get("$").out, folder.run(&["convert", file]).out);
    }
}

#[test]
fn a_string_can_be_had_raw() {
    let folder = orders();
    let title = "orders[2].items[0].title";
    assert_eq!(
        folder.run(&["get", "o.json", title]),
        good("\"Bergkäse\\tcut to order\"\n")
    );
    assert_eq!(
        folder.run(&["get", "o.json", title, "--raw"]),
        good("Bergkäse\tcut to order\n")
    );
    assert_eq!(
        folder.run(&["get", "o.json", "balance", "--raw"]),
        good("-1203.5\n")
    );
    assert_eq!(
        folder.run(&["get", "o.json", "stock.CH-0032", "--pretty"]),
        good("{\n  \"shelf\": \"A1\",\n  \"count\": 0,\n  \"reorder\": true\n}\n")
    );
}

#[test]
fn a_path_that_leads_nowhere_says_how_far_it_got() {
    let folder = orders();
    let get = |path: &str, what: &str| {
        let ran = folder.run(&["get", "o.varvel", path]);
        assert_eq!(ran, bad(1, &format!("error: o.varvel: {what}\n")));
    };
    get(
        "orders[0].custmer.name",
        "$.orders[0] has no member \"custmer\"\nhint: did you mean \"customer\"?",
    );
    get(
        "/stock/CH-042/count",
        "$.stock has no member \"CH-042\"\nhint: did you mean \"CH-0417\" or \"CH-0032\" or \"CH-1120\"?",
    );
    get(
        "orders[0].customer.zzz",
        "$.orders[0].customer has no member \"zzz\"\nhint: it has \"name\", \"email\", \"phone\"",
    );
    get(
        "zzz",
        "$ has no member \"zzz\"\nhint: it has \"shop\", \"exported\", \"currency\", \"cursor\", \"ledger\", \
         \"orders\", \"stock\", \"temperatures_c\", and 4 more",
    );
    get(
        "empty.x",
        "$.empty has no member \"x\"\nhint: it is an empty object",
    );
    get(
        "orders[3]",
        "$.orders has no item 3\nhint: its items are [0] to [2]",
    );
    get(
        "/orders/3",
        "$.orders has no item 3\nhint: its items are [0] to [2]",
    );
    get(
        "opening[6][0]",
        "$.opening[6] has no item 0\nhint: it is an empty array",
    );
    get(
        "orders.0",
        "$.orders is an array, and has no member \"0\"\nhint: items of an array are written [0], [1], ...",
    );
    get(
        "shop.name",
        "$.shop is a string, and has no member \"name\"",
    );
    get("shop[0]", "$.shop is a string, and has no item 0");
    get(
        "orders[0].customer[0]",
        "$.orders[0].customer is an object, and has no item 0\nhint: it has \"name\", \"email\", \"phone\"",
    );
}

#[test]
fn a_text_that_is_no_path_says_where() {
    let folder = orders();
    let hinted = |path: &str, expected: &str, hint: &str| {
        let line = format!("error: `{path}` is no path: expected {expected}\nhint: {hint}\n");
        assert_eq!(folder.run(&["get", "o.json", path]), bad(2, &line));
    };
    let get = |path: &str, expected: &str| {
        let hint = "for example `users[3].name`, `$[\"a key\"]` or `/users/3/name`";
        hinted(path, expected, hint);
    };
    get("a..b", "a key after `.` at character 2");
    get(
        "größe[x]",
        "a number from 0 up, or a key in quotes, between `[` and `]` at character 6",
    );
    get("a[1", "`]` at character 2");
    hinted(
        "$a",
        "`.` or `[` after `$` at character 2",
        "a key that begins with `$` is written `.$key`",
    );
    hinted(
        "$.abc…xyz",
        "a whole path at character 6",
        "`…` stands for what was left out of a long path; in a key itself it is written \\u2026, \
         in double quotes",
    );
    get("/a/~2", "`~0` (for `~`) or `~1` (for `/`) at character 4");
}

#[test]
fn a_path_from_an_error_is_a_path() {
    let text = r#"{"a \"b\"\n\u202e\u0041": [1, "e\u0301"]}"#;
    let folder = Folder::with(&[("good.json", text), ("bad.json", &text.replace("]", " 2]"))]);
    let ran = folder.run(&["validate", "bad.json"]);
    let path = ran.err.lines().find_map(|line| line.split_once("^ at "));
    let (_, path) = path.expect("a path");
    assert_eq!(path, r#"$["a \"b\"\n\u202eA"][1]"#);
    assert_eq!(
        folder.run(&["get", "good.json", path]),
        good("\"e\u{301}\"\n")
    );
}

#[test]
fn a_node_of_a_frozen_document_is_read_without_the_rest() {
    let folder = orders();
    let mut bytes = std::fs::read(folder.at("o.varvel")).unwrap();
    let wrong = bytes
        .windows(10)
        .position(|text| text == b"Appenzelle")
        .unwrap();
    // No text is UTF-8 with this byte.
    bytes[wrong] = 0xFF;
    std::fs::write(folder.at("bad.varvel"), bytes).unwrap();
    let get = |path: &str| folder.run(&["get", "bad.varvel", path]);
    assert_eq!(get("orders[1].customer.name"), good("\"山田 花子\"\n"));
    assert_eq!(get("opening[3][1]"), good("20\n"));
    // The node itself is checked, and so is a document that is read whole.
    for path in ["orders[0].items[1].title", "orders[0]", "$"] {
        let ran = get(path);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        // The place is that in the file.
        let place = format!("--> bad.varvel, byte {wrong}\n");
        assert!(ran.err.contains(&place), "{}", ran.err);
    }
    assert_eq!(folder.run(&["validate", "bad.varvel"]).code, 1);
}

#[test]
fn the_first_items_of_a_frozen_array_are_those_of_the_text() {
    let rows: Vec<String> = (0..3000)
        .map(|i| format!("{{\"id\":{i},\"of\":[\"x\"]}}"))
        .collect();
    let text = format!("[null,{}]", rows.join(","));
    let folder = Folder::with(&[("rows.json", &text)]);
    assert_eq!(folder.run(&["convert", "rows.json", "rows.varvel"]).code, 0);
    for count in ["0", "1", "2", "700", "9999"] {
        let head = |file| folder.run(&["head", "-n", count, file]);
        assert_eq!(head("rows.varvel"), head("rows.json"));
    }
    let end = "[3000].id";
    assert_eq!(folder.run(&["get", "rows.varvel", end]), good("2999\n"));
    let absent = folder.run(&["get", "rows.varvel", "[3001].id"]);
    assert!(
        absent.err.contains("its items are [0] to [3000]"),
        "{}",
        absent.err
    );
}
