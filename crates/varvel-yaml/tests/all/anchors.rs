//! Repeated collections are written as aliases, and read back as the same values.

use crate::model;

use std::collections::BTreeMap;

use model::{Event, Recorder, document, write_into};
use proptest::prelude::*;
use varvel_core::{Encode, Result, Sink};
use varvel_yaml::{ReadOptions, WriteOptions, drive, to_string_with};

/// A value that gives these events.
struct Document(Vec<Event>);

impl<C: ?Sized> Encode<C> for Document {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        write_into(&self.0, sink)
    }
}

fn shared(value: &impl Encode) -> String {
    to_string_with(value, &WriteOptions::default().with_anchors()).unwrap()
}

#[test]
fn the_first_gets_an_anchor() {
    let row = ["a", "b", "c"];
    let mut table = BTreeMap::from([("p", vec![row, row]), ("q", vec![row, ["a", "b", "d"]])]);
    table.insert("r", vec![row, row]);
    let text = "p: &a1\n  - &a2\n    - a\n    - b\n    - c\n  - *a2\nq:\n  - *a2\n  - - a\n    - b\n    - d\nr: *a1\n";
    assert_eq!(shared(&table), text);
    let again: BTreeMap<String, Vec<Vec<String>>> = varvel_yaml::from_str(text).unwrap();
    assert_eq!(again.len(), 3);
    assert_eq!(again["r"], again["p"]);
    // These are not worth an anchor, or are empty.
    assert_eq!(
        shared(&[["a", "b"], ["a", "b"]]),
        "- - a\n  - b\n- - a\n  - b\n"
    );
    assert_eq!(shared(&[[0_u8; 0], []]), "- []\n- []\n");
    // Members in another order, and values that only look alike, are not shared.
    assert!(!shared(&[["1", "2", "x"].as_slice(), &["2", "1", "x"]]).contains('&'));
    assert!(!shared(&((1, 2, 3), (1.0, 2.0, 3.0), ("1", "2", "3"))).contains('&'));
}

/// Aliases that would stand for more than a reader takes by default are written in full.
#[test]
fn what_is_written_can_be_read() {
    let large: Vec<String> = (0..200).map(|i| format!("item number {i}")).collect();
    let many = vec![large; 500];
    let text = shared(&many);
    assert!(text.contains("*a1"));
    assert!(text.len() > 100_000);
    let again: Vec<Vec<String>> = varvel_yaml::from_str(&text).unwrap();
    assert_eq!(again, many);
    // Each level is twice the level before.
    let mut nested = vec![Event::Str("x".into()); 4];
    for _ in 0..12 {
        let mut twice = vec![Event::BeginArray];
        twice.extend_from_slice(&nested);
        twice.push(Event::EndArray);
        nested = [twice.clone(), twice].concat();
    }
    nested.insert(0, Event::BeginArray);
    nested.push(Event::EndArray);
    let text = shared(&Document(nested.clone()));
    let mut read = Recorder::default();
    drive(text.as_bytes(), &ReadOptions::default(), &mut read).unwrap();
    assert_eq!(read.0, nested);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 512 }))]

    #[test]
    fn documents_with_repetitions_read_back(
        parts in prop::collection::vec(document(), 1..4),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        indent in 1_u8..9,
    ) {
        let mut events = vec![Event::BeginArray];
        for pick in picks {
            let part: &Vec<Event> = pick.get(&parts);
            events.extend_from_slice(part);
        }
        events.push(Event::EndArray);
        let options = WriteOptions::default().with_indent(indent).with_anchors();
        let text = to_string_with(&Document(events.clone()), &options)?;
        let mut read = Recorder::default();
        drive(text.as_bytes(), &ReadOptions::default(), &mut read)
            .map_err(|error| TestCaseError::fail(format!("{}\n{text}", error.report(text.as_bytes()))))?;
        prop_assert_eq!(&read.0, &events, "{}", text);
    }
}
