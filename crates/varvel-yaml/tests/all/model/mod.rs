//! Documents as events that can be generated, recorded and compared.
#![allow(dead_code, reason = "each test takes what it needs")]

use proptest::prelude::*;
use varvel_core::{Bytes, Result, Sink, Str, Tag, Timestamp};
use varvel_yaml::{WriteOptions, Writer};

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    /// The bits of a float, so that all floats can be compared. NaN has one form.
    F64(u64),
    Big(String),
    /// A float as its text.
    Decimal(String),
    Str(String),
    Bytes(Vec<u8>),
    Timestamp(Timestamp),
    BeginArray,
    EndArray,
    BeginMap,
    Key(String),
    AnyKey,
    EndMap,
}

/// Documents as events.
pub fn document() -> impl Strategy<Value = Vec<Event>> {
    let leaf =
        prop_oneof![3 => scalar(), 2 => text().prop_map(Event::Str)].prop_map(|event| vec![event]);
    leaf.prop_recursive(8, 200, 12, |node| {
        let array = prop::collection::vec(node.clone(), 0..12)
            .prop_map(|items| wrap(Event::BeginArray, items, Event::EndArray));
        let key = prop_oneof![
            8 => text().prop_map(|text| vec![Event::Key(text)]),
            1 => scalar().prop_map(|scalar| vec![Event::AnyKey, scalar]),
            1 => container(node.clone()).prop_map(|node| wrap(Event::AnyKey, vec![node], Event::Null))
                .prop_map(|mut key| { key.pop(); key }),
        ];
        let member = (key, node).prop_map(|(mut key, value)| {
            key.extend(value);
            key
        });
        let map = prop::collection::vec(member, 0..12)
            .prop_map(|members| wrap(Event::BeginMap, members, Event::EndMap));
        prop_oneof![array, map]
    })
}

fn container(node: BoxedStrategy<Vec<Event>>) -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(node, 0..3)
        .prop_map(|items| wrap(Event::BeginArray, items, Event::EndArray))
}

/// Scalars other than strings.
fn scalar() -> impl Strategy<Value = Event> {
    prop_oneof![
        Just(Event::Null),
        any::<bool>().prop_map(Event::Bool),
        any::<i64>().prop_map(Event::I64),
        (-1000_i64..1000).prop_map(Event::I64),
        (1 + i64::MAX as u64..).prop_map(Event::U64),
        float().prop_map(|v| Event::F64(v.to_bits())),
        "-?[1-9][0-9]{20,60}".prop_map(Event::Big),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Event::Bytes),
        (-62_167_219_200_i64..253_402_300_800, 0_u32..1_000_000_000)
            .prop_map(|(seconds, nanos)| Event::Timestamp(Timestamp::new(seconds, nanos).unwrap())),
    ]
}

fn wrap(begin: Event, inner: Vec<Vec<Event>>, end: Event) -> Vec<Event> {
    let mut events = vec![begin];
    events.extend(inner.into_iter().flatten());
    events.push(end);
    events
}

fn float() -> impl Strategy<Value = f64> {
    use prop::num::f64::{INFINITE, NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    prop_oneof![
        POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO | INFINITE,
        Just(f64::NAN),
        (-1000_i32..1000).prop_map(f64::from),
        (-100_000_i32..100_000).prop_map(|v| f64::from(v) / 1000.0),
    ]
}

/// Texts with many special characters, short and long.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_]{0,12}",
        ".{0,80}",
        "[\u{0}-\u{7F}]{0,150}",
        "[-a?:#,\\[\\]{}&*!|>'\"%@` \n]{0,12}",
        "[ab \n]{0,60}",
        "([a-z]{1,9} ){0,30}",
        "[a\"\\\\\n\r\u{1}\u{85}\u{A0}\u{2028}\u{FEFF}é€🦀]{0,200}",
        "[-+0-9.:_xoe]{0,8}",
        "(null|true|no|~|---|[.]{3}|[.]inf|<<|=)[ :a]?",
    ]
}

pub fn write(events: &[Event], options: WriteOptions) -> Result<Vec<u8>> {
    let mut writer = Writer::new(options);
    write_into(events, &mut writer)?;
    writer.finish()
}

/// Gives events to a sink.
pub fn write_into<'a>(events: &'a [Event], writer: &mut impl Sink<'a>) -> Result {
    for event in events {
        match event {
            Event::Null => writer.null(),
            Event::Bool(value) => writer.bool(*value),
            Event::I64(value) => writer.i64(*value),
            Event::U64(value) => writer.u64(*value),
            Event::F64(bits) => writer.f64(f64::from_bits(*bits)),
            Event::Big(digits) => writer.big_integer(digits),
            Event::Decimal(text) => writer.decimal(text),
            Event::Str(text) => writer.str(text.as_str().into()),
            Event::Bytes(bytes) => writer.bytes(bytes.as_slice().into()),
            Event::Timestamp(timestamp) => writer.timestamp(*timestamp),
            Event::BeginArray => writer.begin_array(None),
            Event::EndArray => writer.end_array(),
            Event::BeginMap => writer.begin_map(None),
            Event::Key(key) => writer.key(key.as_str().into()),
            Event::AnyKey => writer.any_key(),
            Event::EndMap => writer.end_map(),
        }?;
    }
    Ok(())
}

#[derive(Default)]
pub struct Recorder(pub Vec<Event>);

impl Recorder {
    pub fn push(&mut self, event: Event) -> Result {
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
        unreachable!("YAML has one kind of float")
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.push(Event::Big(digits.to_owned()))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.push(Event::Decimal(text.to_owned()))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.push(Event::Str(value.to_string()))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.push(Event::Bytes(value.to_vec()))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.push(Event::Timestamp(value))
    }
    fn tag(&mut self, _: Tag) -> Result {
        unreachable!("YAML's tags are not numbers")
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
        self.push(Event::AnyKey)
    }
    fn end_map(&mut self) -> Result {
        self.push(Event::EndMap)
    }
}
