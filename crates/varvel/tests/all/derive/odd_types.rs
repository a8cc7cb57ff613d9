//! Unusual types that have to compile.

use varvel::{Decode, Encode, json};

/// A type may call itself `Self`, in fields, in lengths of arrays and in bounds.
#[derive(Encode, Decode, Debug, PartialEq)]
struct Node<'a, T, const N: usize>
where
    Self: Sized,
{
    name: &'a str,
    items: [T; N],
    next: Option<Box<Self>>,
    kids: Vec<Node<'a, T, N>>,
    pair: [u8; Two::COUNT],
}
struct Two;
impl Two {
    const COUNT: usize = 2;
}

#[derive(Encode, Decode, Debug, PartialEq)]
struct Counted {
    items: [u8; Self::COUNT],
}
impl Counted {
    const COUNT: usize = 3;
}

#[derive(Encode, Decode, Debug, PartialEq)]
enum Tree {
    Leaf(u8),
    Both(Box<Self>, Box<Self>),
    Many { kids: Vec<Self> },
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[varvel(untagged)]
enum Any {
    Number(i64),
    List(Vec<Self>),
    Inner { inner: Box<Self> },
}

fn round<'a, T: Encode + Decode<'a>>(text: &'a str) {
    let value: T = json::from_str(text).unwrap();
    assert_eq!(json::to_string(&value).unwrap(), text);
}

#[test]
fn a_type_may_call_itself_self() {
    round::<Node<'_, u8, 1>>(
        r#"{"name":"a","items":[1],"next":{"name":"b","items":[2],"next":null,"kids":[],"pair":[3,4]},"kids":[],"pair":[1,2]}"#,
    );
    round::<Counted>(r#"{"items":[1,2,3]}"#);
    round::<Tree>(r#"{"Many":{"kids":[{"Leaf":1},{"Both":[{"Leaf":2},{"Leaf":3}]}]}}"#);
    round::<Any>(r#"{"inner":[1,[2,{"inner":3}]]}"#);
}

/// An enum without variants has no values; reading one is an error.
#[derive(Encode, Decode, Debug, PartialEq)]
#[varvel(tag = "t")]
enum Never {}

#[test]
fn an_enum_without_variants_and_a_tag() {
    round::<Option<Never>>("null");
    assert!(json::from_str::<Never>(r#"{"t":"A"}"#).is_err());
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[varvel(integer)]
#[repr(u64)]
enum Large {
    One = 1,
    Most = i64::MAX as u64,
}

#[test]
fn integers_up_to_the_largest() {
    round::<Vec<Large>>("[1,9223372036854775807]");
}

macro_rules! wide_enum {
    ($($variant:ident)*) => {
        /// A wide enum that contains itself: reading one variant takes no room for the others.
        #[derive(Encode, Decode, Debug)]
        #[varvel(tag = "t")]
        enum Wide {
            $($variant { text: Option<String>, more: Vec<Wide>, next: Option<Box<Wide>>, map: Option<[u64; 8]> },)*
        }
    };
}
wide_enum!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z);

#[test]
fn a_wide_enum_as_deep_as_documents_go() {
    let read = || {
        let text = r#"{"t":"M","more":[],"next":"#.repeat(127) + "null" + &"}".repeat(127);
        json::from_str::<Wide>(&text).map(drop)
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(read).unwrap().join().unwrap().unwrap();
}

/// A type that contains only itself: it can be described, but its only value in a document is null.
#[derive(varvel::Schema)]
#[allow(dead_code, reason = "only described")]
struct Chain(Option<Box<Chain>>);

#[derive(varvel::Schema)]
#[varvel(untagged)]
#[allow(dead_code, reason = "only described")]
enum Knot {
    Again(Box<Knot>),
    Twice(Option<Box<Knot>>),
}

#[test]
fn a_type_that_is_only_itself_is_checked_to_an_end() {
    for schema in [
        varvel::schema::Schema::of::<Chain>(),
        varvel::schema::Schema::of::<Knot>(),
    ] {
        assert!(!schema.to_string().is_empty());
        let document = varvel::schema::Recording::of(&1).unwrap();
        assert_eq!(schema.check(&mut document.source(), 10).len(), 1);
    }
    let null = varvel::schema::Recording::of(&()).unwrap();
    let schema = varvel::schema::Schema::of::<Chain>();
    assert!(schema.check(&mut null.source(), 10).is_empty());
}
