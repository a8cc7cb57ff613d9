//! Numbers with exponents that come as text, and empty scalars with tags.

use varvel_core::recording::{Event, Recording};
use varvel_core::{Encode, Format as _, Result, Sink};
use varvel_yaml::{ReadOptions, Yaml, drive, to_string};

/// A number of a text, with all its digits.
struct Decimal(&'static str);

impl<C: ?Sized> Encode<C> for Decimal {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.decimal(self.0)
    }
}

#[test]
fn readers_of_yaml_1_1_take_decimals_for_floats() {
    for (text, written) in [
        ("1e-06", "1.0e-06"),
        ("1.5e3", "1.5e+3"),
        ("1E5", "1.0E+5"),
        ("-2.50E-7", "-2.50E-7"),
        ("-0", "-0.0"),
        ("1e400", "1.0e+400"),
        ("12.50", "12.50"),
        ("0.1e+1", "0.1e+1"),
    ] {
        assert_eq!(to_string(&Decimal(text)).unwrap(), format!("{written}\n"));
        let (lists, list) = ([[Decimal(text)]], format!("- - {written}\n"));
        assert_eq!(to_string(&lists).unwrap(), list);
        // The digits and the value are the same for readers of YAML 1.2.
        let [again, before] = [&to_string(&Decimal(text)).unwrap(), text].map(events);
        match (&again[..], &before[..]) {
            ([Event::Decimal(again)], [Event::Decimal(before)]) => {
                let digits = |text: &str| text.replace(".0", "").replace('+', "");
                assert_eq!(digits(again), digits(before));
            }
            (again, before) => assert_eq!(again, before),
        }
    }
}

#[test]
fn an_empty_scalar_with_a_tag_of_its_own_is_text() {
    let text = |text: &str| vec![Event::Str(text.to_owned())];
    for document in ["!x", "!", "!x ''", "!<tag:example.org,2026:x>", "!!str"] {
        assert_eq!(events(document), text(""), "{document}");
    }
    assert_eq!(events("!x a"), text("a"));
    for document in ["", "!!null", "&a"] {
        assert_eq!(events(document), [Event::Null], "{document}");
    }
    let members = events("a: !x\nb: &b !x\nc: *b\nd:\n- !x\n- ! \n-\n");
    let empty = members.iter().filter(|event| **event == text("")[0]);
    assert_eq!(empty.count(), 5);
    assert_eq!(
        members
            .iter()
            .filter(|event| **event == Event::Null)
            .count(),
        1
    );
}

/// Returns the events of a document whose decimals keep their digits.
fn events(document: &str) -> Vec<Event> {
    let mut recording = Recording::new(Yaml::PROFILE);
    let options = ReadOptions::default().with_exact_decimals();
    drive(document.as_bytes(), &options, &mut recording).unwrap();
    recording.events().to_vec()
}
