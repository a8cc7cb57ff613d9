//! A document as plain data: built from events, pulled from a source, given as events, and written
//! by independent code in any legal encoding.
#![allow(dead_code, reason = "each test uses its part")]

use proptest::prelude::*;
use varvel_core::{
    Bytes, Decode, Encode, Key, Kind, Number, Result, Sink, Source, Str, Tag, Timestamp,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Null,
    Bool(bool),
    Integer(i128),
    /// The bits of a float, so that NaN can be compared.
    F64(u64),
    F32(u32),
    String(String),
    Bytes(Vec<u8>),
    Time(i64, u32),
    Extension(i8, Vec<u8>),
    Array(Vec<Tree>),
    /// Keys of any kind.
    Map(Vec<(Tree, Tree)>),
}

impl<C: ?Sized> Encode<C> for Tree {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self {
            Tree::Null => sink.null(),
            Tree::Bool(value) => sink.bool(*value),
            Tree::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => sink.i64(value),
                (_, Ok(value)) => sink.u64(value),
                _ => sink.big_integer(&value.to_string()),
            },
            Tree::F64(bits) => sink.f64(f64::from_bits(*bits)),
            Tree::F32(bits) => sink.f32(f32::from_bits(*bits)),
            Tree::String(text) => sink.str(text.as_str().into()),
            Tree::Bytes(bytes) => sink.bytes(bytes.as_slice().into()),
            Tree::Time(seconds, nanos) => sink.timestamp(Timestamp::new(*seconds, *nanos).unwrap()),
            Tree::Extension(kind, bytes) => {
                sink.tag(Tag::Extension(*kind))?;
                sink.bytes(bytes.as_slice().into())
            }
            Tree::Array(items) => {
                sink.begin_array(Some(items.len()))?;
                for item in items {
                    Encode::<C>::encode(item, sink, context)?;
                }
                sink.end_array()
            }
            Tree::Map(members) => {
                // Without a hint, the writer takes its other way to begin a map.
                sink.begin_map(None)?;
                for (key, value) in members {
                    match key {
                        Tree::String(key) => sink.key(key.as_str().into())?,
                        key => {
                            sink.any_key()?;
                            Encode::<C>::encode(key, sink, context)?;
                        }
                    }
                    Encode::<C>::encode(value, sink, context)?;
                }
                sink.end_map()
            }
        }
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for Tree {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        const LIKELY: Key = Key::new("a");
        let kind = source.peek()?;
        assert_eq!(source.peek()?, kind);
        Ok(match kind {
            Kind::Null => {
                source.read_null()?;
                Tree::Null
            }
            Kind::Bool => Tree::Bool(source.read_bool()?),
            Kind::String => Tree::String(source.read_str()?.to_string()),
            Kind::Bytes => Tree::Bytes(source.read_bytes()?.to_vec()),
            Kind::Timestamp => {
                let time = source.read_timestamp()?;
                Tree::Time(time.seconds(), time.nanos())
            }
            Kind::Tagged => match source.read_tag()? {
                Tag::Extension(kind) => {
                    assert_eq!(source.peek()?, Kind::Bytes);
                    Tree::Extension(kind, source.read_bytes()?.to_vec())
                }
                other => panic!("{other:?}"),
            },
            Kind::Array => {
                let count = source.begin_array()?;
                let mut items = Vec::new();
                while source.next_item()? {
                    items.push(Decode::<C>::decode(source, context)?);
                }
                assert_eq!(count, Some(items.len()));
                Tree::Array(items)
            }
            Kind::Object | Kind::Map => {
                let count = source.begin_map()?;
                let mut members = Vec::new();
                loop {
                    // The keys are read in each of the three ways.
                    let key = if source.expect_key(&LIKELY)? {
                        Tree::String("a".into())
                    } else if members.len() % 2 == 0 && kind == Kind::Object {
                        let mark = source.mark();
                        match source.next_key() {
                            Ok(Some(key)) => Tree::String(key.to_string()),
                            Ok(None) => break,
                            Err(error) if error.expectation() == Some("a string as key") => {
                                source.rewind(mark).unwrap();
                                assert!(source.next_entry()?);
                                Decode::<C>::decode(source, context)?
                            }
                            Err(error) => return Err(error),
                        }
                    } else {
                        if !source.next_entry()? {
                            break;
                        }
                        Decode::<C>::decode(source, context)?
                    };
                    members.push((key, Decode::<C>::decode(source, context)?));
                }
                assert_eq!(count, Some(members.len()));
                Tree::Map(members)
            }
            Kind::Integer => match source.read_number()? {
                Number::I64(value) => Tree::Integer(value.into()),
                Number::U64(value) => Tree::Integer(value.into()),
                other => panic!("{other:?}"),
            },
            Kind::Float => {
                // The width of the float is not known here.
                let mark = source.mark();
                let short = source.read_f32().ok().map(f32::to_bits);
                source.rewind(mark).unwrap();
                let wide = source.read_f64()?;
                assert_eq!(short, narrow(wide));
                Tree::F64(wide.to_bits())
            }
            other => panic!("{other:?}"),
        })
    }
}

/// Returns a float of 64 bits as one of 32, if it is in range.
fn narrow(wide: f64) -> Option<u32> {
    let narrow = wide as f32;
    (narrow.is_finite() || !wide.is_finite()).then(|| narrow.to_bits())
}

/// Returns the tree with all floats in 64 bits, as pulling gives it.
pub fn widened(tree: Tree) -> Tree {
    match tree {
        Tree::F32(bits) => Tree::F64(f64::from(f32::from_bits(bits)).to_bits()),
        Tree::Array(items) => Tree::Array(items.into_iter().map(widened).collect()),
        Tree::Map(members) => Tree::Map(
            members
                .into_iter()
                .map(|(key, value)| (widened(key), widened(value)))
                .collect(),
        ),
        other => other,
    }
}

/// A sink that builds a [`Tree`].
#[derive(Default)]
pub struct Build {
    open: Vec<Tree>,
    keys: Vec<Option<Tree>>,
    tag: Option<i8>,
    pub done: Option<Tree>,
}

impl Build {
    fn add(&mut self, node: Tree) -> Result {
        match self.open.last_mut() {
            Some(Tree::Array(items)) => items.push(node),
            Some(Tree::Map(members)) => match self.keys.last_mut().unwrap() {
                key @ None => *key = Some(node),
                key => members.push((key.take().unwrap(), node)),
            },
            _ => self.done = Some(node),
        }
        Ok(())
    }
}

impl<'de> Sink<'de> for Build {
    fn null(&mut self) -> Result {
        self.add(Tree::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.add(Tree::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.add(Tree::Integer(value.into()))
    }
    fn u64(&mut self, value: u64) -> Result {
        assert!(value > i64::MAX as u64);
        self.add(Tree::Integer(value.into()))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.add(Tree::F64(value.to_bits()))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.add(Tree::F32(value.to_bits()))
    }
    fn big_integer(&mut self, _: &str) -> Result {
        unreachable!()
    }
    fn decimal(&mut self, _: &str) -> Result {
        unreachable!()
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        assert!(value.borrowed().is_some());
        self.add(Tree::String(value.to_string()))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        let bytes = value.borrowed().unwrap().to_vec();
        match self.tag.take() {
            Some(kind) => self.add(Tree::Extension(kind, bytes)),
            None => self.add(Tree::Bytes(bytes)),
        }
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.add(Tree::Time(value.seconds(), value.nanos()))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        match tag {
            Tag::Extension(kind) => self.tag = Some(kind),
            Tag::Number(_) | Tag::Simple(_) => unreachable!(),
        }
        Ok(())
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        assert!(len.is_some());
        self.open.push(Tree::Array(Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        let node = self.open.pop().unwrap();
        self.add(node)
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        assert!(len.is_some());
        self.open.push(Tree::Map(Vec::new()));
        self.keys.push(None);
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.add(Tree::String(key.to_string()))
    }
    fn any_key(&mut self) -> Result {
        assert_eq!(self.keys.last(), Some(&None));
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        assert_eq!(self.keys.pop(), Some(None));
        let node = self.open.pop().unwrap();
        self.add(node)
    }
}

/// Writes a tree in encodings that `choice` chooses; 0 is the shortest. It is written by hand from
/// the specification.
pub fn encoded(tree: &Tree, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
    /// Writes a head with a length. `fix` is the first byte that holds the length, with the largest
    /// length; the first bytes of lengths in 1, 2 and 4 bytes follow.
    fn head(
        len: usize,
        fix: Option<(u8, usize)>,
        wide: [Option<u8>; 3],
        choice: &mut dyn FnMut() -> usize,
        out: &mut Vec<u8>,
    ) {
        let mut forms: Vec<Vec<u8>> = Vec::new();
        if let Some((first, most)) = fix
            && len <= most
        {
            forms.push(vec![first | len as u8]);
        }
        for (width, first) in [1, 2, 4].into_iter().zip(wide) {
            if let Some(first) = first
                && (len as u64) < 1 << (8 * width)
            {
                let bytes = (len as u32).to_be_bytes();
                forms.push([&[first], &bytes[4 - width..]].concat());
            }
        }
        out.extend(&forms[choice() % forms.len()]);
    }
    match tree {
        Tree::Null => out.push(0xC0),
        Tree::Bool(value) => out.push(0xC2 + u8::from(*value)),
        Tree::Integer(value) => {
            let mut forms: Vec<Vec<u8>> = Vec::new();
            if (-32..128).contains(value) {
                forms.push(vec![*value as u8]);
            }
            for (power, width) in [1, 2, 4, 8].into_iter().enumerate() {
                let bytes = value.to_be_bytes();
                let bits = 8 * width as u32;
                if (0..1 << bits).contains(value) {
                    forms.push([&[0xCC + power as u8], &bytes[16 - width..]].concat());
                }
                if (-(1 << (bits - 1))..1 << (bits - 1)).contains(value) {
                    forms.push([&[0xD0 + power as u8], &bytes[16 - width..]].concat());
                }
            }
            out.extend(&forms[choice() % forms.len()]);
        }
        Tree::F64(bits) => out.extend([&[0xCB][..], &bits.to_be_bytes()].concat()),
        Tree::F32(bits) => out.extend([&[0xCA][..], &bits.to_be_bytes()].concat()),
        Tree::String(text) => {
            let wide = [Some(0xD9), Some(0xDA), Some(0xDB)];
            head(text.len(), Some((0xA0, 31)), wide, choice, out);
            out.extend(text.as_bytes());
        }
        Tree::Bytes(bytes) => {
            let wide = [Some(0xC4), Some(0xC5), Some(0xC6)];
            head(bytes.len(), None, wide, choice, out);
            out.extend(bytes);
        }
        Tree::Time(seconds, nanos) => {
            let mut forms: Vec<Vec<u8>> = Vec::new();
            let long = [&nanos.to_be_bytes()[..], &seconds.to_be_bytes()].concat();
            if *nanos == 0 && (0..1 << 32).contains(seconds) {
                forms.push((*seconds as u32).to_be_bytes().to_vec());
            }
            if (0..1 << 34).contains(seconds) {
                let both = u64::from(*nanos) << 34 | *seconds as u64;
                forms.push(both.to_be_bytes().to_vec());
            }
            forms.push(long);
            let bytes = forms[choice() % forms.len()].clone();
            encoded(&Tree::Extension(-1, bytes), choice, out);
        }
        Tree::Extension(kind, bytes) => {
            let fix = [(1, 0xD4), (2, 0xD5), (4, 0xD6), (8, 0xD7), (16, 0xD8)]
                .into_iter()
                .find(|(len, _)| *len == bytes.len());
            match fix {
                Some((_, first)) if choice().is_multiple_of(2) => out.push(first),
                _ => {
                    let wide = [Some(0xC7), Some(0xC8), Some(0xC9)];
                    head(bytes.len(), None, wide, choice, out);
                }
            }
            out.push(*kind as u8);
            out.extend(bytes);
        }
        Tree::Array(items) => {
            let wide = [None, Some(0xDC), Some(0xDD)];
            head(items.len(), Some((0x90, 15)), wide, choice, out);
            items.iter().for_each(|item| encoded(item, choice, out));
        }
        Tree::Map(members) => {
            let wide = [None, Some(0xDE), Some(0xDF)];
            head(members.len(), Some((0x80, 15)), wide, choice, out);
            for (key, value) in members {
                encoded(key, choice, out);
                encoded(value, choice, out);
            }
        }
    }
}

/// Returns a tree in its shortest encoding.
pub fn shortest(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::new();
    encoded(tree, &mut || 0, &mut out);
    out
}

/// Lengths around those at which the form changes.
fn length(most: usize) -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..20_usize, 1 => 29..34_usize, 1 => 254..258_usize]
        .prop_map(move |len| len.min(most))
}

pub fn leaves() -> impl Strategy<Value = Tree> {
    let integer = prop_oneof![
        any::<i8>().prop_map(i128::from),
        any::<i16>().prop_map(i128::from),
        any::<i32>().prop_map(i128::from),
        any::<i64>().prop_map(i128::from),
        any::<u64>().prop_map(i128::from),
    ];
    let bytes = || length(300).prop_flat_map(|len| prop::collection::vec(any::<u8>(), len));
    let text = length(300).prop_flat_map(|len| prop::collection::vec(any::<char>(), len));
    let time = prop_oneof![any::<i64>(), 0..1_i64 << 35];
    prop_oneof![
        1 => Just(Tree::Null),
        1 => any::<bool>().prop_map(Tree::Bool),
        4 => integer.prop_map(Tree::Integer),
        2 => any::<u64>().prop_map(Tree::F64),
        1 => any::<f32>().prop_map(|v| Tree::F32(v.to_bits())),
        3 => text.prop_map(|chars| Tree::String(chars.into_iter().collect())),
        1 => bytes().prop_map(Tree::Bytes),
        1 => (time, prop_oneof![Just(0), 0..1_000_000_000_u32])
            .prop_map(|(seconds, nanos)| Tree::Time(seconds, nanos)),
        // -1 is the type of timestamps.
        1 => (any::<i8>(), bytes()).prop_map(|(kind, bytes)| {
            Tree::Extension(if kind == -1 { -2 } else { kind }, bytes)
        }),
    ]
}

/// Documents of all kinds. The keys of each map differ.
pub fn trees() -> impl Strategy<Value = Tree> {
    leaves().prop_recursive(5, 80, 20, |node| {
        let numbers = prop_oneof![
            prop::collection::vec((-300..300_i128).prop_map(Tree::Integer), 0..80),
            prop::collection::vec(
                (0..9_u64).prop_map(|v| Tree::F64((v as f64).to_bits())),
                0..80
            ),
        ];
        let key = prop_oneof![
            4 => "[a-c]{1}".prop_map(Tree::String),
            2 => ".{0,34}".prop_map(Tree::String),
            1 => node.clone(),
        ];
        prop_oneof![
            2 => numbers.prop_map(Tree::Array),
            3 => prop::collection::vec(node.clone(), 0..20).prop_map(Tree::Array),
            4 => prop::collection::vec((key, node), 0..20).prop_map(|mut members| {
                // Keys are compared as nodes of the model: NaN is one value, whatever its bits.
                let mut seen: Vec<String> = Vec::new();
                members.retain(|(key, _)| {
                    let name = format!("{:?}", plain(key));
                    let new = !seen.contains(&name);
                    seen.push(name);
                    new
                });
                Tree::Map(members)
            }),
        ]
    })
}

/// Returns the tree as the model compares it: floats of one width, one NaN, maps in one order.
pub fn plain(tree: &Tree) -> Tree {
    match widened(tree.clone()) {
        Tree::F64(bits) if f64::from_bits(bits).is_nan() => Tree::F64(f64::NAN.to_bits()),
        Tree::Array(items) => Tree::Array(items.iter().map(plain).collect()),
        Tree::Map(members) => {
            let mut members: Vec<(Tree, Tree)> = members
                .iter()
                .map(|(key, value)| (plain(key), plain(value)))
                .collect();
            members.sort_by_key(|member| format!("{member:?}"));
            Tree::Map(members)
        }
        other => other,
    }
}
