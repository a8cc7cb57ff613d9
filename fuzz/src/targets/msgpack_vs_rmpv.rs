//! MessagePack: accepted or refused like `rmpv`, with equal values; written again, the same.
//! Pulling and driving agree; the end of a value is found without reading it.
//!
//! The two may differ in these cases:
//!
//! * A string that is not UTF-8: refused here, kept as bytes there.
//! * An extension of the type -1 that is no timestamp: refused here, an ordinary extension there.
//! * Deeper than the default limit: refused here.
//! * The byte 0xC1: refused here, a nil there.

use conformance::walk;
use rmpv::Value;
use varvel_core::Duplicates;
use varvel_core::{Bytes, Discard, ErrorKind, Limits, Result, Sink, Source, Str, Tag, Timestamp};
use varvel_frozen::{Builder, Frozen};
use varvel_msgpack::{ReadOptions, Reader, Values, drive, to_vec};

/// Builds the peer's tree from events.
#[derive(Default)]
struct Build {
    /// The open containers: whether each is a map, and its content so far.
    open: Vec<(bool, Vec<Value>)>,
    tag: Option<i8>,
    done: Option<Value>,
}

impl Build {
    fn add(&mut self, value: Value) -> Result {
        match self.open.last_mut() {
            Some((_, nodes)) => nodes.push(value),
            None => self.done = Some(value),
        }
        Ok(())
    }

    fn end(&mut self) -> Result {
        let (map, nodes) = self.open.pop().unwrap();
        self.add(match map {
            false => Value::Array(nodes),
            true => {
                let mut nodes = nodes.into_iter();
                let mut members = Vec::new();
                while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
                    members.push((key, value));
                }
                Value::Map(members)
            }
        })
    }
}

/// Returns a timestamp as the bytes of its longest form. The peer knows no timestamps, so its
/// extensions are converted into this form.
fn time(value: Timestamp) -> Value {
    let nanos = value.nanos().to_be_bytes();
    Value::Ext(-1, [&nanos[..], &value.seconds().to_be_bytes()].concat())
}

impl<'de> Sink<'de> for Build {
    fn null(&mut self) -> Result {
        self.add(Value::Nil)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.add(value.into())
    }
    fn i64(&mut self, value: i64) -> Result {
        self.add(value.into())
    }
    fn u64(&mut self, value: u64) -> Result {
        self.add(value.into())
    }
    fn f64(&mut self, value: f64) -> Result {
        self.add(value.into())
    }
    fn f32(&mut self, value: f32) -> Result {
        self.add(value.into())
    }
    fn big_integer(&mut self, _: &str) -> Result {
        unreachable!()
    }
    fn decimal(&mut self, _: &str) -> Result {
        unreachable!()
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.add((*value).into())
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        let bytes = value.to_vec();
        match self.tag.take() {
            Some(kind) => self.add(Value::Ext(kind, bytes)),
            None => self.add(Value::Binary(bytes)),
        }
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.add(time(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        match tag {
            Tag::Extension(kind) => self.tag = Some(kind),
            Tag::Number(_) | Tag::Simple(_) => unreachable!(),
        }
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push((false, Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.end()
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.push((true, Vec::new()));
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.str(key)
    }
    fn any_key(&mut self) -> Result {
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.end()
    }
}

/// Returns a value with timestamps in one form and NaN by its bits; `None` if our reader refuses
/// it.
fn same_form(value: Value) -> Option<Value> {
    Some(match value {
        Value::String(text) => Value::String(text.into_str()?.into()),
        Value::Ext(-1, bytes) => {
            let (seconds, nanos) = match *bytes.as_slice() {
                [a, b, c, d] => (u32::from_be_bytes([a, b, c, d]).into(), 0),
                [a, b, c, d, e, f, g, h] => {
                    let both = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
                    ((both % (1 << 34)) as i64, (both >> 34) as u32)
                }
                _ if bytes.len() == 12 => (
                    i64::from_be_bytes(bytes[4..].try_into().unwrap()),
                    u32::from_be_bytes(bytes[..4].try_into().unwrap()),
                ),
                _ => return None,
            };
            time(Timestamp::new(seconds, nanos)?)
        }
        Value::Array(items) => {
            Value::Array(items.into_iter().map(same_form).collect::<Option<_>>()?)
        }
        Value::Map(members) => Value::Map(
            members
                .into_iter()
                .map(|(key, value)| Some((same_form(key)?, same_form(value)?)))
                .collect::<Option<_>>()?,
        ),
        other => other,
    })
}

/// Returns the text of a value, with floats by their bits.
fn text(value: &Value) -> String {
    match value {
        Value::F32(float) => format!("{:x}f32", float.to_bits()),
        Value::F64(float) => format!("{:x}f64", float.to_bits()),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(","))
        }
        Value::Map(members) => {
            let member = |(key, value): &(Value, Value)| format!("{}:{}", text(key), text(value));
            format!(
                "{{{}}}",
                members.iter().map(member).collect::<Vec<_>>().join(",")
            )
        }
        other => format!("{other:?}"),
    }
}

fn freeze(input: &[u8]) -> Result<Frozen> {
    let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
    builder.start()?;
    drive(input, &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

/// Tries one input. Returns whether it was accepted.
pub fn run(input: &[u8]) -> bool {
    let options = ReadOptions::default();
    let mut build = Build::default();
    let ours = drive(input, &options, &mut build);
    let mut rest = input;
    let theirs = rmpv::decode::read_value_with_max_depth(&mut rest, 4096);
    let theirs = theirs.ok().filter(|_| rest.is_empty());
    match (&ours, theirs.clone().and_then(same_form)) {
        (Ok(()), Some(theirs)) => {
            assert_eq!(text(build.done.as_ref().unwrap()), text(&theirs));
        }
        (Ok(()), None) => panic!("refused there only"),
        (Err(error), Some(_)) => {
            let deep = error.kind() == ErrorKind::DepthLimit;
            let never = error.found().is_some_and(|found| found.contains("0xC1"));
            assert!(deep || never, "refused here only: {error}");
        }
        (Err(_), None) => {}
    }

    // Skipping and walking the heads alone find the same end.
    let mut reader = Reader::new(input, &options).unwrap();
    let skipped = reader.skip().and_then(|()| reader.finish());
    assert_eq!(skipped.is_ok(), ours.is_ok());
    if ours.is_ok() {
        assert_eq!(Values::new(input).next().unwrap().unwrap(), input);
    }
    Values::new(input).for_each(drop);
    let mut at = 0;
    while at < input.len()
        && varvel_msgpack::read::drive_next(input, &mut at, &options, &mut Discard).is_ok()
    {}

    // Through a frozen document and back.
    if let Ok(frozen) = freeze(input) {
        walk::every_member(frozen.view());
        let written = to_vec(&frozen).unwrap();
        assert!(written.len() <= input.len());
        let again = freeze(&written).unwrap();
        assert!(again == frozen);
        assert_eq!(to_vec(&again).unwrap(), written);
    }
    ours.is_ok()
}
