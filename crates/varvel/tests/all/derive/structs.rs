//! Structs, and the attributes of their fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use varvel::{Decode, Encode};

use crate::derive::{fails, reads, same};

#[derive(Debug, Default, PartialEq, Encode, Decode)]
struct User {
    id: u64,
    name: String,
    email: Option<String>,
    friends: Vec<User>,
}

#[test]
fn named_fields() {
    let ada = User {
        id: 1,
        name: "Ada".into(),
        email: None,
        friends: vec![],
    };
    let user = User {
        id: 2,
        name: "Kurt".into(),
        email: Some("k@x".into()),
        friends: vec![ada],
    };
    same(
        &user,
        r#"{"id":2,"name":"Kurt","email":"k@x","friends":[{"id":1,"name":"Ada","email":null,"friends":[]}]}"#,
    );
    // Members may come in any order, with unknown ones between, and optional ones may be missing.
    let text = r#"{ "friends": [], "x": {"id": [1]}, "name": "N", "id": 7 }"#;
    reads(
        text,
        &User {
            id: 7,
            name: "N".into(),
            ..User::default()
        },
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Unit;
#[derive(Debug, PartialEq, Encode, Decode)]
struct Meters(f64);
#[derive(Debug, PartialEq, Encode, Decode)]
struct Point(i32, i32, #[varvel(skip)] u8);
#[derive(Debug, PartialEq, Encode, Decode)]
struct Empty {}
#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(transparent)]
struct Wrapped {
    inner: Vec<Meters>,
    #[varvel(skip)]
    cache: Option<String>,
}

#[test]
fn other_structs() {
    same(&Unit, "null");
    same(&Meters(1.5), "1.5");
    same(&Point(1, -2, 0), "[1,-2]");
    same(&Empty {}, "{}");
    same(
        &Wrapped {
            inner: vec![Meters(0.5)],
            cache: None,
        },
        "[0.5]",
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Borrowed<'a> {
    text: &'a str,
    maybe: Cow<'a, str>,
}

#[test]
fn borrowed_fields() {
    let text = String::from(r#"{"text":"plain","maybe":"a\nb"}"#);
    let value: Borrowed<'_> = varvel::json::from_slice(text.as_bytes()).unwrap();
    assert_eq!(
        value,
        Borrowed {
            text: "plain",
            maybe: "a\nb".into()
        }
    );
    assert_eq!(value.text.as_ptr(), text[9..].as_ptr());
    assert_eq!(varvel::json::to_string(&value).unwrap(), text);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Page<T, const N: usize> {
    items: Vec<T>,
    next: Option<Box<Page<T, N>>>,
    weights: [f64; N],
}

#[test]
fn generics_and_recursion() {
    let last = Page {
        items: vec![3_u8],
        next: None,
        weights: [0.5, 2.0],
    };
    let page = Page {
        items: vec![1, 2],
        next: Some(Box::new(last)),
        weights: [1.0, 0.0],
    };
    same(
        &page,
        r#"{"items":[1,2],"next":{"items":[3],"next":null,"weights":[0.5,2.0]},"weights":[1.0,0.0]}"#,
    );
}

fn seven() -> u8 {
    7
}
fn is_zero(number: &u8) -> bool {
    *number == 0
}

mod doubled {
    use varvel::{Result, Sink, Source};
    pub fn encode<'a, S: Sink<'a>, C: ?Sized>(value: &'a u8, sink: &mut S, _: &C) -> Result {
        sink.i64(i64::from(*value) * 2)
    }
    pub fn decode<'de, R: Source<'de>, C: ?Sized>(source: &mut R, _: &C) -> Result<u8> {
        Ok(source.read_i64()? as u8 / 2)
    }
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(rename_all = "camelCase")]
struct Attributes {
    #[varvel(alias = "old_name", alias = "older")]
    new_name: u8,
    #[varvel(rename = "type")]
    kind: u8,
    #[varvel(default)]
    by_trait: u8,
    #[varvel(default = seven)]
    by_function: u8,
    #[varvel(skip_if = is_zero, default)]
    often_zero: u8,
    #[varvel(skip)]
    not_there: u8,
    #[varvel(with = doubled)]
    twice: u8,
    #[varvel(required)]
    must_be: Option<u8>,
    #[varvel(none = "omit")]
    may_be: Option<u8>,
    r#async: bool,
}

#[test]
fn attributes_of_fields() {
    let value = Attributes {
        new_name: 1,
        kind: 2,
        by_trait: 3,
        by_function: 4,
        often_zero: 0,
        not_there: 0,
        twice: 6,
        must_be: None,
        may_be: None,
        r#async: true,
    };
    same(
        &value,
        r#"{"newName":1,"type":2,"byTrait":3,"byFunction":4,"twice":12,"mustBe":null,"async":true}"#,
    );
    let value = Attributes {
        by_trait: 0,
        by_function: 7,
        often_zero: 9,
        may_be: Some(1),
        must_be: Some(0),
        ..value
    };
    reads(
        r#"{"async":true,"mayBe":1,"twice":12,"oftenZero":9,"mustBe":0,"type":2,"older":1}"#,
        &value,
    );
    let missing = fails::<Attributes>(r#"{"async":true,"twice":12,"type":2,"old_name":1}"#);
    assert!(
        missing.starts_with("missing member: expected a member `mustBe`"),
        "{missing}"
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(default, none = "omit", deny_unknown)]
struct Settings {
    width: u32,
    #[varvel(none = "null")]
    name: Option<String>,
    title: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 80,
            name: Some("main".into()),
            title: None,
        }
    }
}

#[test]
fn defaults_of_a_type() {
    reads("{}", &Settings::default());
    reads(
        r#"{"name": null}"#,
        &Settings {
            name: None,
            ..Settings::default()
        },
    );
    same(
        &Settings {
            width: 1,
            name: None,
            title: None,
        },
        r#"{"width":1,"name":null}"#,
    );
    assert_eq!(
        fails::<Settings>(r#"{"widht": 1}"#),
        "unknown member: expected one of `width`, `name`, `title`, found \"widht\", \
         at $.widht (byte 1); did you mean `width`?",
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Base {
    id: u32,
    tag: Option<String>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Flat {
    first: bool,
    #[varvel(flatten)]
    base: Base,
    last: bool,
    #[varvel(flatten)]
    others: BTreeMap<String, u8>,
}

#[test]
fn flattened_members() {
    let value = Flat {
        first: true,
        base: Base {
            id: 3,
            tag: Some("x".into()),
        },
        last: false,
        others: BTreeMap::from([("a".into(), 1), ("b".into(), 2)]),
    };
    same(
        &value,
        r#"{"first":true,"id":3,"tag":"x","last":false,"a":1,"b":2}"#,
    );
    reads(
        r#"{"b":2,"id":3,"last":false,"a":1,"tag":"x","first":true}"#,
        &value,
    );
}

#[test]
fn reading_into_a_value_that_is_there() {
    let mut user = User {
        name: String::with_capacity(100),
        email: Some(String::with_capacity(50)),
        friends: vec![User::default(), User::default()],
        ..User::default()
    };
    let place = user.name.as_ptr();
    let text = br#"{"id":1,"name":"Ada","friends":[{"id":2,"name":"K","friends":[]}]}"#;
    varvel::json::read_into(text, &mut user).unwrap();
    assert_eq!(user, varvel::json::from_slice(text).unwrap());
    assert_eq!(user.name.as_ptr(), place);
    assert!(user.friends.capacity() >= 2);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Blob {
    #[varvel(bytes)]
    data: Vec<u8>,
    #[varvel(flatten)]
    rest: std::collections::HashMap<String, u8>,
}

#[test]
fn bytes_and_the_rest() {
    let blob = Blob {
        data: vec![0, 255],
        rest: [("x".to_owned(), 1)].into(),
    };
    same(&blob, r#"{"data":"AP8=","x":1}"#);
    let packed = varvel::msgpack::to_vec(&blob).unwrap();
    assert_eq!(packed[6..10], [0xC4, 2, 0, 255]);
}

#[test]
fn a_struct_says_about_how_long_it_is() {
    let user = User {
        id: 4_000_000,
        name: "Ada".repeat(100),
        friends: vec![User::default(), User::default()],
        ..User::default()
    };
    let len = varvel::json::to_vec(&user).unwrap().len();
    let size = Encode::<()>::size_hint(&user);
    assert!((len..len + len / 4).contains(&size), "{size} of {len}");
    // A field that is written in another way, or that has names of its own, counts nothing.
    let blob = Blob {
        data: vec![0; 100],
        rest: [("x".repeat(100), 1)].into(),
    };
    assert!(Encode::<()>::size_hint(&blob) < 20);
}

/// YAML reads these structs, too.
#[cfg(feature = "yaml")]
#[test]
fn from_yaml() {
    let text = b"id: 1\nname: Ada\nfriends:\n- id: 2\n  name: Kurt\n  friends: []\n";
    let user: User = varvel::yaml::from_slice(text).unwrap();
    assert_eq!(user.friends[0].name, "Kurt");
    let again: User = varvel::yaml::from_slice(&varvel::yaml::to_vec(&user).unwrap()).unwrap();
    assert_eq!(user, again);
}
