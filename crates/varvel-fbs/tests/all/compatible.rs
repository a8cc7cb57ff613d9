//! Tests of which changes to a schema break.

use varvel_fbs::{Compatibility, compatible, parse_text};

use crate::suite;

fn changes(old: &str, new: &str) -> Compatibility {
    let parse = |text| parse_text(text).unwrap_or_else(|problems| panic!("{problems}"));
    compatible(&parse(old), &parse(new))
}

/// Describes the changes from one body of a table to another.
fn table(old: &str, new: &str) -> String {
    let in_table =
        |body: &str| format!("table T {{ {body} }} enum E: byte {{ A, B }} root_type T;");
    changes(&in_table(old), &in_table(new)).to_string()
}

#[test]
fn the_evolution_of_the_suite_is_compatible() {
    let Some(root) = suite::root() else { return };
    let schema = |name: &str| suite::schema(&root, name);
    let old = schema("tests/evolution_test/evolution_v1.fbs");
    let new = schema("tests/evolution_test/evolution_v2.fbs");
    let forth = compatible(&old, &new);
    // The suite of `flatc` does not report this one.
    assert_eq!(forth.breaking().count(), 1, "{forth}");
    let mut lines: Vec<String> = forth.changes.iter().map(ToString::to_string).collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "Evolution.V2.Enum.Bishop: new",
            "Evolution.V2.Enum.Rook: new",
            "Evolution.V2.Root.a: deprecated",
            "Evolution.V2.Root.ff: it was called f",
            "Evolution.V2.Root.j: deprecated",
            "Evolution.V2.Root.k: new",
            "Evolution.V2.Root.l: new",
            "Evolution.V2.TableA.c: new",
            "Evolution.V2.TableC: new",
            "Evolution.V2.Union.TableC: new",
            "breaks: Evolution.V2.Root.i: int has become uint: what only one of them holds is misread",
        ]
    );
    assert_eq!(compatible(&new, &old).breaking().count(), 7);
    let old = schema("tests/64bit/evolution/v1.fbs");
    let new = schema("tests/64bit/evolution/v2.fbs");
    assert_eq!(
        compatible(&old, &new).to_string(),
        "v2.RootTable.big_vector: new\n"
    );
    let monster = schema("tests/monster_test.fbs");
    assert_eq!(compatible(&monster, &monster).changes, []);
}

#[test]
fn fields_stay_where_they_are() {
    assert_eq!(
        table("a: int; b: int;", "a: int; b: int; c: int;"),
        "T.c: new\n"
    );
    assert_eq!(
        table("a: int; b: string;", "b: string; a: int;"),
        "breaks: T.b: it was field 1, and is field 0\nbreaks: T.a: it was field 0, and is field 1\n"
    );
    assert_eq!(
        table("a: int; b: int;", "a: int;"),
        "breaks: T.b: it is gone, and the next new field would be taken for it; `deprecated` keeps its place\n"
    );
    assert_eq!(table("a: int;", "b: int;"), "T.b: it was called a\n");
    assert_eq!(
        table("a: int;", "a: long;"),
        "breaks: T.a: int has become long\n"
    );
    assert_eq!(
        table("a: [int];", "a: string;"),
        "breaks: T.a: [int] has become string\n"
    );
    for (old, new) in [
        ("int", "uint"),
        ("ubyte", "byte"),
        ("long", "ulong"),
        ("bool", "ubyte"),
        ("E", "ubyte"),
    ] {
        let changes = table(&format!("a: {old};"), &format!("a: {new};"));
        assert!(changes.starts_with("breaks: T.a: "), "{changes}");
        let changes = table(&format!("a: [{new}];"), &format!("a: [{old}];"));
        assert!(changes.starts_with("breaks: T.a: "), "{changes}");
    }
    assert_eq!(table("a: E;", "a: byte;"), "");
    assert_eq!(
        table("a: float;", "a: int;"),
        "breaks: T.a: float has become int\n"
    );
    assert_eq!(
        table("a: bool;", "a: ubyte;"),
        "breaks: T.a: bool has become ubyte: what only one of them holds is misread\n"
    );
    for (old, new, end) in [
        ("int", "uint", ": what only one of them holds is misread"),
        ("int", "long", ""),
    ] {
        let of = |integer| format!("enum E: {integer} {{ A }} table T {{ a: [E]; }}");
        let found = changes(&of(old), &of(new)).to_string();
        assert_eq!(
            found,
            format!("breaks: T.a: [E] of {old} has become [E] of {new}{end}\n")
        );
    }
}

#[test]
fn what_is_read_of_older_buffers_stays() {
    let default = "breaks: T.a: the default is another, and is what older buffers do not hold\n";
    assert_eq!(table("a: int;", "a: int = 1;"), default);
    assert_eq!(table("a: int;", "a: int = null;"), default);
    assert_eq!(table("a: float = nan;", "a: float = nan;"), "");
    assert_eq!(
        table("a: string;", "a: string (required);"),
        "breaks: T.a: required now, and older buffers may not have it\n"
    );
    assert_eq!(
        table("a: string (required);", "a: string;"),
        "breaks: T.a: not required any more, and older code refuses buffers without it\n"
    );
    assert_eq!(
        table("a: string (required);", "a: string (required, deprecated);"),
        "T.a: deprecated\nbreaks: T.a: not required any more, and older code refuses buffers without it\n"
    );
    assert_eq!(table("", "a: string (required, deprecated);"), "T.a: new\n");
    assert_eq!(
        table("a: int = 1;", "a: string;"),
        "breaks: T.a: int has become string\n"
    );
    assert_eq!(
        table("", "a: string (required);"),
        "breaks: T.a: new and required, and older buffers do not have it\n"
    );
    assert_eq!(
        table("a: int (key); b: int;", "a: int; b: int (key);"),
        "breaks: T: the key is another, so vectors are sorted otherwise\n"
    );
}

#[test]
fn structs_enums_and_unions() {
    let old = "struct S { a: int; } enum E: byte { A, B } union U { T, x: string } table T { s: S; e: E; u: U; }";
    let new = "struct S { a: int; b: int; } enum E: byte { B, C = 5 } union U { T, x: T } table T { s: S; e: E; u: U; }";
    let mut lines: Vec<String> = changes(old, new)
        .breaking()
        .map(ToString::to_string)
        .collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "breaks: E.A: it is gone, and buffers may hold it",
            "breaks: E.B: 1 has become 0",
            "breaks: S.b: new, and structs stay as they are",
            "breaks: S: the struct had 4 bytes, aligned to 4, and has 8, aligned to 4",
            "breaks: U.x: it holds something else",
        ]
    );
}

#[test]
fn a_name_between_others_moves_those_behind_it() {
    let (old, new) = ("enum E: byte { A, B }", "enum E: byte { A, C, B }");
    let table = " table T { e: E; } root_type T;";
    assert_eq!(
        changes(&format!("{old}{table}"), &format!("{new}{table}")).to_string(),
        "breaks: E.C: its number was that of B\nbreaks: E.B: 1 has become 2\n"
    );
}

#[test]
fn buffers_services_and_names() {
    let old = "table A {} table B {} rpc_service S { a(A): B; b(A): B; } root_type A; file_identifier \"AAAA\";";
    let new = "table A { b: int (required2); } table C {} rpc_service S { a(A): C; } root_type A; file_identifier \"BBBB\";"
        .replace(" (required2)", "");
    assert_eq!(
        changes(old, &new).to_string(),
        "breaks: file_identifier: `AAAA` has become `BBBB`\nA.b: new\nbreaks: S.b: the call is gone\n"
    );
    assert_eq!(
        changes("table A {}", "struct A { a: int; }").to_string(),
        "breaks: A: a table has become a struct\n"
    );
    assert_eq!(
        changes("table A {}", "table B {}").to_string(),
        "A: it is gone; nothing that was compared needs it\nB: new\n"
    );
}

#[test]
fn tables_that_become_many_others_are_given_up() {
    // Two circles whose lengths have no common divisor: each table of one meets each table of the
    // other.
    let circle = |len: usize| -> String {
        let tables =
            (0..len).map(|n| format!("table T{len}_{n} {{ next: T{len}_{}; }}\n", (n + 1) % len));
        tables.collect::<String>() + &format!("root_type T{len}_0;")
    };
    let changes = changes(&circle(199), &circle(211));
    assert!(changes.to_string().contains("too many others"), "{changes}");
}
