//! Members that come twice, are unknown, or come too often.

use varvel::{Decode, Encode};

use crate::derive::{fails, reads, same};

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "t")]
enum Inside {
    A { x: u8 },
    B(Inner),
    C,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Inner {
    y: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Around {
    id: u8,
    #[varvel(flatten)]
    inside: Inside,
}

#[test]
fn a_tag_comes_once() {
    for text in [
        r#"{"t":"A","t":"A","x":1}"#,
        r#"{"x":1,"t":"A","t":"B"}"#,
        r#"{"t":"B","y":1,"t":"B"}"#,
        r#"{"t":"C","t":"C"}"#,
        r#"{ "t" : "C", "z":0, "t":"C"}"#,
    ] {
        let error = fails::<Inside>(text);
        assert!(
            error.starts_with("duplicate key: expected each key once, found \"t\" again"),
            "{text}: {error}"
        );
        let around = text.replacen('{', r#"{"id":1,"#, 1);
        assert!(fails::<Around>(&around).starts_with("duplicate key"));
    }
    reads(r#"{"x":1,"t":"A"}"#, &Inside::A { x: 1 });
    reads(r#"{ "t" : "C" }"#, &Inside::C);
    assert_eq!(
        fails::<Vec<Inside>>(r#"[{"x":1}]"#),
        "missing member: expected a member `t`, at $[0] (byte 1)"
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "t", content = "c", deny_unknown)]
enum Beside {
    Nothing,
    One(u8),
    Maybe(Option<u8>),
    #[varvel(other)]
    Other,
}

#[test]
fn tag_and_content_come_once_and_alone() {
    for (text, name) in [
        (r#"{"t":"One","t":"One","c":1}"#, "t"),
        (r#"{"t":"One","c":1,"t":"One"}"#, "t"),
        (r#"{"c":1,"t":"One","t":"One"}"#, "t"),
        (r#"{"t":"One","c":1,"c":2}"#, "c"),
        (r#"{"c":1,"c":2,"t":"One"}"#, "c"),
        (r#"{"c":1,"t":"One","c":2}"#, "c"),
    ] {
        let error = fails::<Beside>(text);
        let expected = format!("duplicate key: expected each key once, found \"{name}\" again");
        assert!(error.starts_with(&expected), "{text}: {error}");
    }
    for text in [
        r#"{"x":0,"t":"One","c":1}"#,
        r#"{"t":"One","x":0,"c":1}"#,
        r#"{"t":"One","c":1,"x":0}"#,
        r#"{"t":"Nothing","x":0}"#,
    ] {
        let error = fails::<Beside>(text);
        assert!(error.starts_with("unknown member"), "{text}: {error}");
        assert!(error.contains("`t`, `c`"), "{text}: {error}");
    }
    // A variant without fields takes null; the content of an unknown variant is skipped.
    reads(r#"{"t":"Nothing","c":null}"#, &Beside::Nothing);
    assert!(fails::<Beside>(r#"{"t":"Nothing","c":[1]}"#).contains("found an array"));
    reads(r#"{"t":"New","c":[1]}"#, &Beside::Other);
    // An optional content may be missing.
    reads(r#"{"t":"Maybe"}"#, &Beside::Maybe(None));
    same(&Beside::Maybe(Some(1)), r#"{"t":"Maybe","c":1}"#);
    assert!(fails::<Beside>(r#"{"t":"One"}"#).contains("a member `c`"));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(deny_unknown)]
struct Outer {
    first: u8,
    #[varvel(flatten)]
    inner: Option<Inner>,
    #[varvel(flatten)]
    third: Third,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Third {
    third: u8,
}

#[test]
fn an_unknown_member_is_told_all_names() {
    assert_eq!(
        fails::<Outer>(r#"{"first":1,"thirt":2}"#),
        "unknown member: expected one of `first`, `y`, `third`, found \"thirt\", at $.thirt (byte 11); did you mean `third`?"
    );
}

macro_rules! many {
    ($($name:ident)*) => {
        #[derive(Debug, PartialEq, Encode, Decode)]
        #[varvel(untagged)]
        #[allow(non_snake_case, reason = "each variant has a field of its own name")]
        enum Many {
            $($name { text: String, $name: u8 },)*
        }
    };
}
many!(A B C D E F G H I J K L);

/// Each item is read twelve times, since the type asks for that; the number of items does not count
/// against the limit.
#[test]
fn many_variants_do_not_reach_the_limit_of_reading_again() {
    let one = r#"{"text":"0123456789012345678901234567890123456789","L":1}"#;
    let text = format!("[{}]", vec![one; 20_000].join(","));
    let many: Vec<Many> = varvel::json::from_slice(text.as_bytes()).unwrap();
    assert_eq!(many.len(), 20_000);
}

/// Paths in attributes are the user's, whatever names the derived code uses.
mod names_that_the_code_uses_itself {
    use super::*;

    fn start() -> u8 {
        1
    }
    fn source() -> u8 {
        2
    }
    fn f0(value: &u8) -> bool {
        *value == 1
    }
    fn sink(value: &u8) -> bool {
        *value == 2
    }

    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Locals {
        #[varvel(default = start, skip_if = f0)]
        a: u8,
        #[varvel(default = source, skip_if = sink)]
        context: u8,
    }

    #[derive(Debug, PartialEq, Encode, Decode)]
    enum Variants {
        Named {
            #[varvel(default = start, skip_if = f0)]
            source: u8,
        },
    }

    #[test]
    fn are_not_met() {
        same(&Locals { a: 1, context: 2 }, "{}");
        same(&Locals { a: 2, context: 1 }, r#"{"a":2,"context":1}"#);
        same(&Variants::Named { source: 1 }, r#"{"Named":{}}"#);
    }
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Blobs {
    #[varvel(bytes)]
    sure: Vec<u8>,
    #[varvel(bytes)]
    perhaps: Option<Vec<u8>>,
    #[varvel(bytes, none = "omit")]
    #[allow(clippy::struct_field_names, reason = "a name")]
    omitted: Option<Box<[u8]>>,
}

#[test]
fn bytes_that_may_be_missing() {
    let blobs = |perhaps, omitted| Blobs {
        sure: vec![1],
        perhaps,
        omitted,
    };
    same(&blobs(None, None), r#"{"sure":"AQ==","perhaps":null}"#);
    reads(r#"{"sure":"AQ=="}"#, &blobs(None, None));
    same(
        &blobs(Some(vec![2]), Some([3].into())),
        r#"{"sure":"AQ==","perhaps":"Ag==","omitted":"Aw=="}"#,
    );
    assert!(fails::<Blobs>("{}").contains("`sure`"));
}
