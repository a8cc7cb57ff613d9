//! Types of every form that serde has, through every format of the table.

use std::net::{IpAddr, Ipv6Addr};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use varvel::serde::Serde;

use crate::formats::{through, typed};

#[path = "../../../../varvel-serde/tests/all/types/mod.rs"]
pub mod types;

use types::*;

fn all<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
    through(&Serde(value));
}

#[test]
fn every_form_of_type_in_one() {
    let sample = include_str!("../../../../varvel-serde/tests/all/types/sample.json");
    all::<All>(serde_json::from_str(sample).unwrap());
}

#[test]
fn scalars_and_what_is_around_them() {
    all(());
    all((true, 'ß', -7_i8, u64::MAX, 1.5_f32, -0.0_f64));
    all((String::from("a"), Some(1), None::<u8>, vec![Some(0.5)]));
    all(serde_bytes::ByteBuf::from(vec![0, 7, 255]));
    all(Ok::<u8, String>(1));
}

#[test]
fn enums_by_every_way_to_say_which() {
    let named = || Named2 {
        text: "t".into(),
        big: u64::MAX,
    };
    all(vec![
        External::Unit,
        External::Newtype(-1),
        External::Tuple(true, "a".into()),
        External::Struct { x: 0.5, y: None },
        External::Nested(Box::new(External::Unit)),
    ]);
    all(vec![
        Internal::Empty,
        Internal::Point { x: -1, y: 1 },
        Internal::Wrapped(named()),
    ]);
    all(vec![
        Adjacent::A,
        Adjacent::B(vec![1, -2]),
        Adjacent::C { d: Some(true) },
    ]);
    all(vec![
        Untagged::Flag(true),
        Untagged::Number(-1),
        Untagged::Large(u64::MAX),
        Untagged::Float(0.5),
        Untagged::Text("a".into()),
        Untagged::List(vec![Untagged::Number(1)]),
    ]);
    all(Flat {
        id: 1,
        inner: named(),
        rest: [("more".to_owned(), Untagged::Number(1))].into(),
    });
}

/// The format decides whether a type writes itself in words, so it is converted into no format by
/// way of another.
#[test]
fn what_is_words_for_people_and_bytes_for_machines() {
    typed(&Serde(IpAddr::from([127, 0, 0, 1])));
    typed(&Serde(vec![IpAddr::from(Ipv6Addr::LOCALHOST)]));
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Host {
        name: String,
        at: std::net::SocketAddr,
    }
    typed(&Serde(Host {
        name: "h".into(),
        at: "10.0.0.1:80".parse().unwrap(),
    }));
}

#[test]
fn integers_beyond_64_bits() {
    all(vec![i128::MIN, i128::MAX, 1 << 64, -1, 0]);
    all(u128::MAX);
}

#[test]
fn keys_of_every_kind() {
    all(Keys {
        numbers: [(-1, "a".into())].into(),
        wide: [(u64::MAX, true)].into(),
        flags: [(false, 0), (true, 1)].into(),
        chars: [('ß', 1)].into(),
        colours: [(Colour::Red, 1), (Colour::Green, 2)].into(),
        texts: [("a".to_owned(), 1)].into(),
    });
}
