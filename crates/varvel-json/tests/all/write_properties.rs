//! Any stream of events, written compact or pretty, reads back to the same events.

use proptest::prelude::*;
use varvel_core::{Bytes, Result, Sink, Str, Tag, Timestamp};
use varvel_json::{ReadOptions, WriteOptions, Writer, drive};

#[derive(Clone, Debug, PartialEq)]
enum Event {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    /// The bits of a float, so that all floats can be compared.
    F64(u64),
    Big(String),
    Str(String),
    BeginArray,
    EndArray,
    BeginMap,
    Key(String),
    EndMap,
}

/// Documents as events.
fn document() -> impl Strategy<Value = Vec<Event>> {
    let big = "-?[1-9][0-9]{20,60}".prop_map(Event::Big);
    let scalar = prop_oneof![
        Just(Event::Null),
        any::<bool>().prop_map(Event::Bool),
        any::<i64>().prop_map(Event::I64),
        (-1000_i64..1000).prop_map(Event::I64),
        (1 + i64::MAX as u64..).prop_map(Event::U64),
        float().prop_map(|v| Event::F64(v.to_bits())),
        big,
        text().prop_map(Event::Str),
    ];
    let leaf = scalar.prop_map(|event| vec![event]);
    leaf.prop_recursive(8, 200, 12, |node| {
        let array = prop::collection::vec(node.clone(), 0..12)
            .prop_map(|items| wrap(Event::BeginArray, items, Event::EndArray));
        let member = (text(), node).prop_map(|(key, value)| {
            let mut events = vec![Event::Key(key)];
            events.extend(value);
            events
        });
        let map = prop::collection::vec(member, 0..12)
            .prop_map(|members| wrap(Event::BeginMap, members, Event::EndMap));
        prop_oneof![array, map]
    })
}

fn wrap(begin: Event, inner: Vec<Vec<Event>>, end: Event) -> Vec<Event> {
    let mut events = vec![begin];
    events.extend(inner.into_iter().flatten());
    events.push(end);
    events
}

fn float() -> impl Strategy<Value = f64> {
    use prop::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    prop_oneof![
        POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO,
        (-1000_i32..1000).prop_map(f64::from),
        (-100_000_i32..100_000).prop_map(|v| f64::from(v) / 1000.0),
    ]
}

/// Texts with many characters that need an escape, short and long.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_]{0,12}",
        ".{0,80}",
        "[\u{0}-\u{7F}]{0,150}",
        "[a\"\\\\\n\u{1}é€🦀]{0,200}",
    ]
}

fn write(events: &[Event], options: WriteOptions) -> Result<Vec<u8>> {
    let mut writer = Writer::new(options);
    for event in events {
        match event {
            Event::Null => writer.null(),
            Event::Bool(value) => writer.bool(*value),
            Event::I64(value) => writer.i64(*value),
            Event::U64(value) => writer.u64(*value),
            Event::F64(bits) => writer.f64(f64::from_bits(*bits)),
            Event::Big(digits) => writer.big_integer(digits),
            Event::Str(text) => writer.str(text.as_str().into()),
            Event::BeginArray => writer.begin_array(None),
            Event::EndArray => writer.end_array(),
            Event::BeginMap => writer.begin_map(None),
            Event::Key(key) => writer.key(key.as_str().into()),
            Event::EndMap => writer.end_map(),
        }?;
    }
    writer.finish()
}

#[derive(Default)]
struct Recorder(Vec<Event>);

impl Recorder {
    fn push(&mut self, event: Event) -> Result {
        self.0.push(event);
        Ok(())
    }
}

impl<'de> Sink<'de> for Recorder {
    fn null(&mut self) -> Result {
        self.push(Event::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.push(Event::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.push(Event::I64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.push(Event::U64(value))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.push(Event::F64(value.to_bits()))
    }
    fn f32(&mut self, _: f32) -> Result {
        unreachable!("JSON has one kind of float")
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.push(Event::Big(digits.to_owned()))
    }
    fn decimal(&mut self, _: &str) -> Result {
        unreachable!("decimals are not asked for")
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.push(Event::Str(value.to_string()))
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        unreachable!("JSON has no bytes")
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        unreachable!("JSON has no timestamps")
    }
    fn tag(&mut self, _: Tag) -> Result {
        unreachable!("JSON has no tags")
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.push(Event::BeginArray)
    }
    fn end_array(&mut self) -> Result {
        self.push(Event::EndArray)
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.push(Event::BeginMap)
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.push(Event::Key(key.to_string()))
    }
    fn any_key(&mut self) -> Result {
        unreachable!("keys of JSON are strings")
    }
    fn end_map(&mut self) -> Result {
        self.push(Event::EndMap)
    }
}

proptest! {
    #[test]
    fn written_documents_read_back(events in document(), indent in prop::option::of(0_u8..9)) {
        let mut options = WriteOptions::compact();
        options.indent = indent;
        let json = write(&events, options)?;
        let mut read = Recorder::default();
        drive(&json, &ReadOptions::default(), &mut read)
            .map_err(|error| TestCaseError::fail(error.report(&json).to_string()))?;
        prop_assert_eq!(&read.0, &events);
        // Driven directly from the reader, whose texts may be read past their ends, the bytes are
        // the same.
        let mut writer = Writer::new(options);
        drive(&json, &ReadOptions::default(), &mut writer)?;
        prop_assert_eq!(writer.finish()?, json.clone());
        // Another library reads the text, too.
        prop_assert!(serde_json::from_slice::<serde_json::Value>(&json).is_ok());
    }

    #[test]
    fn narrow_floats_read_back_as_such(bits in any::<u32>()) {
        // The exponent of infinities and NaN loses a bit.
        let value = f32::from_bits(bits);
        let value = if value.is_finite() { value } else { f32::from_bits(bits ^ 1 << 23) };
        let mut writer = Writer::new(WriteOptions::compact());
        writer.f32(value)?;
        let json = String::from_utf8(writer.finish()?).expect("UTF-8");
        prop_assert_eq!(json.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()));
    }

    #[test]
    fn no_order_of_events_panics(calls in prop::collection::vec(0_u8..16, 0..40), indent in prop::option::of(0_u8..3)) {
        let mut options = WriteOptions::compact();
        options.indent = indent;
        let mut writer = Writer::new(options);
        let mut failed = false;
        for call in calls {
            let result = match call {
                0 => writer.null(),
                1 => writer.bool(true),
                2 => writer.i64(-7),
                3 => writer.f64(0.5),
                4 => writer.f64s(&[1.0, 2.0]),
                5 => writer.i64s(&[1, 2]),
                6 => writer.str("x".into()),
                7 => writer.any_key(),
                8 | 9 => writer.begin_array(None),
                10 => writer.end_array(),
                11 => writer.begin_map(None),
                12 => writer.key("k".into()),
                13 => writer.i64_array(&[]),
                14 => writer.f64_array(&[1.0, 2.0, 3.0]),
                _ => writer.end_map(),
            };
            prop_assert!(!failed || result.is_err(), "an event was taken after an error");
            failed |= result.is_err();
        }
        // Everything that `finish` returns is JSON.
        if let Ok(json) = writer.finish() {
            prop_assert!(!failed);
            prop_assert!(serde_json::from_slice::<serde_json::Value>(&json).is_ok());
        }
    }
}
