//! A document as plain data: built from events, pulled from a source, given as events, and written
//! by independent code in any well-formed encoding.
#![allow(dead_code, reason = "each test uses its part")]

use std::collections::HashMap;
use std::sync::OnceLock;

use proptest::prelude::*;
use varvel_core::{
    Bytes, Decode, Encode, Key, Kind, Number, Result, Sink, Source, Str, Tag, Timestamp,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Null,
    Bool(bool),
    Integer(i128),
    /// The text, and the exponent and the integer that it is written with.
    Decimal(String, i64, i128),
    /// The 64 bits of a float, so that NaN can be compared. Narrower floats are widened with all
    /// their bits.
    Float(u64),
    String(String),
    Bytes(Vec<u8>),
    Time(i64, u32),
    Tagged(u64, Box<Tree>),
    Simple(u8),
    Array(Vec<Tree>),
    /// Keys of any kind.
    Map(Vec<(Tree, Tree)>),
}

impl Tree {
    pub fn float(value: f64) -> Self {
        Self::Float(value.to_bits())
    }

    pub fn text(text: &str) -> Self {
        Self::String(text.into())
    }

    /// Makes an integer times ten to the power of an exponent, with its text.
    pub fn decimal(exponent: i64, mantissa: i128) -> Self {
        let sign = if mantissa < 0 { "-" } else { "" };
        let digits = mantissa.unsigned_abs().to_string();
        let point = digits.len() as i64 + exponent;
        let text = match exponent {
            0.. => format!("{digits}e{exponent}"),
            _ if point > 0 => {
                let (whole, fraction) = digits.split_at(point as usize);
                format!("{whole}.{fraction}")
            }
            _ if point >= -6 => format!("0.{}{digits}", "0".repeat(-point as usize)),
            _ => format!("{digits}e{exponent}"),
        };
        Self::Decimal(format!("{sign}{text}"), exponent, mantissa)
    }
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
            Tree::Decimal(text, ..) => sink.decimal(text),
            Tree::Float(bits) => match narrow(*bits) {
                Some(single) if single % 2 == 0 => sink.f32(f32::from_bits(single)),
                _ => sink.f64(f64::from_bits(*bits)),
            },
            Tree::String(text) => sink.str(text.as_str().into()),
            Tree::Bytes(bytes) => sink.bytes(bytes.as_slice().into()),
            Tree::Time(seconds, nanos) => sink.timestamp(Timestamp::new(*seconds, *nanos).unwrap()),
            Tree::Tagged(number, node) => {
                sink.tag(Tag::Number(*number))?;
                Encode::<C>::encode(&**node, sink, context)
            }
            Tree::Simple(number) => {
                sink.tag(Tag::Simple(*number))?;
                sink.null()
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
                Tag::Number(number) => {
                    Tree::Tagged(number, Box::new(Decode::<C>::decode(source, context)?))
                }
                Tag::Simple(number) => {
                    assert!(source.peek()? == Kind::Null && source.at_null()?);
                    source.read_null()?;
                    Tree::Simple(number)
                }
                other => panic!("{other:?}"),
            },
            Kind::Array => {
                let count = source.begin_array()?;
                let mut items = Vec::new();
                while source.next_item()? {
                    items.push(Decode::<C>::decode(source, context)?);
                }
                assert!(count.is_none_or(|count| count == items.len()));
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
                assert!(count.is_none_or(|count| count == members.len()));
                Tree::Map(members)
            }
            Kind::Integer | Kind::Decimal => match source.read_number()? {
                Number::I64(value) => Tree::Integer(value.into()),
                Number::U64(value) => {
                    assert!(value > i64::MAX as u64);
                    Tree::Integer(value.into())
                }
                Number::Big(digits) => big(digits),
                Number::Decimal(text) => decimal(text),
                other => panic!("{other:?}"),
            },
            Kind::Float => {
                // The width of the float is not known here.
                let mark = source.mark();
                let short = source.read_f32().ok().map(|value| value.to_bits());
                source.rewind(mark).unwrap();
                let wide = source.read_f64()?;
                if !wide.is_nan() {
                    let narrow = wide as f32;
                    let fits = narrow.is_finite() || !wide.is_finite();
                    assert_eq!(short, fits.then(|| narrow.to_bits()));
                }
                Tree::Float(wide.to_bits())
            }
            other => panic!("{other:?}"),
        })
    }
}

/// Returns an integer beyond 64 bits. An integer beyond 128 bits keeps its text.
fn big(digits: &str) -> Tree {
    match digits.parse::<i128>() {
        Ok(value) => {
            assert!(i64::try_from(value).is_err() && u64::try_from(value).is_err());
            Tree::Integer(value)
        }
        Err(_) => Tree::String(format!("the integer {digits}")),
    }
}

/// Returns a decimal from its text.
fn decimal(text: &str) -> Tree {
    assert!(varvel_core::number::is_number(text.as_bytes()) && text.contains(['.', 'e']));
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent.parse::<i64>().unwrap() - fraction.len() as i64;
    match format!("{whole}{fraction}").parse() {
        Ok(mantissa) => Tree::Decimal(text.into(), exponent, mantissa),
        Err(_) => Tree::String(format!("the decimal {text}")),
    }
}

/// Returns the tree with one NaN, as pulling gives it.
pub fn one_nan(tree: Tree) -> Tree {
    match tree {
        Tree::Float(bits) if f64::from_bits(bits).is_nan() => Tree::float(f64::NAN),
        Tree::Tagged(number, node) => Tree::Tagged(number, Box::new(one_nan(*node))),
        Tree::Array(items) => Tree::Array(items.into_iter().map(one_nan).collect()),
        Tree::Map(members) => Tree::Map(
            members
                .into_iter()
                .map(|(key, value)| (one_nan(key), one_nan(value)))
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
    /// The tags that came last, and how many containers were open.
    tags: Vec<(usize, Tag)>,
    pub done: Option<Tree>,
}

impl Build {
    fn add(&mut self, mut node: Tree) -> Result {
        while let Some(&(depth, tag)) = self.tags.last()
            && depth == self.open.len()
        {
            self.tags.pop();
            node = match (tag, node) {
                (Tag::Number(number), node) => Tree::Tagged(number, Box::new(node)),
                (Tag::Simple(number), Tree::Null) => Tree::Simple(number),
                other => panic!("{other:?}"),
            };
        }
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
        self.add(Tree::Float(value.to_bits()))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.add(Tree::Float(widened(value.to_bits())))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.add(big(digits))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.add(decimal(text))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.add(Tree::String(value.to_string()))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.add(Tree::Bytes(value.to_vec()))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.add(Tree::Time(value.seconds(), value.nanos()))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.tags.push((self.open.len(), tag));
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push(Tree::Array(Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        let node = self.open.pop().unwrap();
        self.add(node)
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
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

/// Returns a float of 32 bits in 64, with all its bits.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    match value.is_nan() {
        true => {
            u64::from(bits >> 31) << 63 | 0x7FF0_0000_0000_0000 | u64::from(bits & 0x7F_FFFF) << 29
        }
        false => f64::from(value).to_bits(),
    }
}

/// Returns a float of 64 bits in 32, if they hold all its bits.
fn narrow(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    let single = match value.is_nan() {
        true => (bits >> 63 << 31) as u32 | 0x7F80_0000 | (bits >> 29) as u32 & 0x7F_FFFF,
        false => (value as f32).to_bits(),
    };
    (widened(single) == bits).then_some(single)
}

/// Returns the float of 16 bits that equals a float of 64 bits. It is looked up among all floats of
/// 16 bits, which are decoded as in RFC 8949, appendix D.
fn half(bits: u64) -> Option<u16> {
    static HALVES: OnceLock<HashMap<u64, u16>> = OnceLock::new();
    let all = HALVES.get_or_init(|| {
        let float = |half: u16| {
            let (exponent, fraction) = (i32::from(half >> 10 & 31), f64::from(half & 0x3FF));
            let magnitude = match exponent {
                0 => fraction * 2_f64.powi(-24),
                31 if fraction == 0.0 => f64::INFINITY,
                31 => {
                    return u64::from(half >> 15) << 63
                        | 0x7FF0_0000_0000_0000
                        | u64::from(half & 0x3FF) << 42;
                }
                _ => (fraction + 1024.0) * 2_f64.powi(exponent - 25),
            };
            let value = if half >> 15 == 1 {
                -magnitude
            } else {
                magnitude
            };
            value.to_bits()
        };
        (0..=u16::MAX).map(|half| (float(half), half)).collect()
    });
    all.get(&bits).copied()
}

/// Writes a tree in encodings that `choice` chooses; 0 is the preferred one. It is written by hand
/// from the RFC.
pub fn encoded(tree: &Tree, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
    fn one_of(forms: &[Vec<u8>], choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        out.extend(&forms[choice() % forms.len()]);
    }
    fn head(major: u8, argument: u64, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        let mut forms: Vec<Vec<u8>> = Vec::new();
        if argument < 24 {
            forms.push(vec![major << 5 | argument as u8]);
        }
        for power in 0..4 {
            let width = 1 << power;
            let bytes = argument.to_be_bytes();
            if bytes[..8 - width].iter().all(|&byte| byte == 0) {
                forms.push([&[major << 5 | (24 + power)], &bytes[8 - width..]].concat());
            }
        }
        one_of(&forms, choice, out);
    }
    /// Writes a string in one piece, or in chunks.
    fn string(major: u8, pieces: &[&[u8]], choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        if choice() % 4 == 3 {
            out.push(major << 5 | 31);
            for piece in pieces {
                head(major, piece.len() as u64, choice, out);
                out.extend(*piece);
            }
            out.push(0xFF);
        } else {
            let all = pieces.concat();
            head(major, all.len() as u64, choice, out);
            out.extend(all);
        }
    }
    /// Writes a byte string of definite length behind a tag, with leading zeros.
    fn big(negative: bool, argument: u128, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        head(6, 2 + u64::from(negative), choice, out);
        let bytes = argument.to_be_bytes();
        let zeros = argument.leading_zeros() as usize / 8;
        let bytes = &bytes[zeros - choice() % (zeros + 1)..];
        head(2, bytes.len() as u64, choice, out);
        out.extend(bytes);
    }
    fn integer(value: i128, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        let negative = value < 0;
        let argument = if negative { !value } else { value } as u128;
        match u64::try_from(argument) {
            Ok(argument) if choice() % 4 != 3 => head(u8::from(negative), argument, choice, out),
            _ => big(negative, argument, choice, out),
        }
    }
    fn plain(negative: bool, argument: u64, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        head(u8::from(negative), argument, choice, out);
    }
    fn small(value: i64, choice: &mut dyn FnMut() -> usize, out: &mut Vec<u8>) {
        let argument = if value < 0 { !value } else { value };
        plain(value < 0, argument as u64, choice, out);
    }
    match tree {
        Tree::Null => out.push(0xF6),
        Tree::Bool(value) => out.push(0xF4 + u8::from(*value)),
        Tree::Integer(value) => integer(*value, choice, out),
        Tree::Decimal(_, exponent, mantissa) => {
            head(6, 4, choice, out);
            head(4, 2, choice, out);
            small(*exponent, choice, out);
            integer(*mantissa, choice, out);
        }
        Tree::Float(bits) => {
            let mut forms: Vec<Vec<u8>> = Vec::new();
            if let Some(half) = half(*bits) {
                forms.push([&[0xF9][..], &half.to_be_bytes()].concat());
            }
            if let Some(single) = narrow(*bits) {
                forms.push([&[0xFA][..], &single.to_be_bytes()].concat());
            }
            forms.push([&[0xFB][..], &bits.to_be_bytes()].concat());
            one_of(&forms, choice, out);
        }
        Tree::String(text) => {
            let middle = text.char_indices().nth(2).map_or(0, |(at, _)| at);
            let (a, b) = text.as_bytes().split_at(middle);
            string(3, &[a, b, &[]], choice, out);
        }
        Tree::Bytes(bytes) => {
            let (a, b) = bytes.split_at(bytes.len() / 3);
            string(2, &[a, &[], b], choice, out);
        }
        Tree::Time(seconds, nanos) => {
            let second = choice();
            if *nanos == 0 && second != 1 {
                head(6, 1, choice, out);
                small(*seconds, choice, out);
                return;
            }
            head(6, 1001, choice, out);
            head(5, 2, choice, out);
            for part in [second % 2, 1 - second % 2] {
                match part {
                    0 => {
                        head(0, 1, choice, out);
                        small(*seconds, choice, out);
                    }
                    _ => {
                        head(1, 8, choice, out);
                        head(0, (*nanos).into(), choice, out);
                    }
                }
            }
        }
        Tree::Tagged(number, node) => {
            head(6, *number, choice, out);
            encoded(node, choice, out);
        }
        Tree::Simple(number) => match number {
            0..24 => out.push(0xE0 | number),
            _ => out.extend([0xF8, *number]),
        },
        Tree::Array(items) => {
            let open = choice() % 4 == 3;
            match open {
                true => out.push(0x9F),
                false => head(4, items.len() as u64, choice, out),
            }
            items.iter().for_each(|item| encoded(item, choice, out));
            out.extend(open.then_some(0xFF));
        }
        Tree::Map(members) => {
            let open = choice() % 4 == 3;
            match open {
                true => out.push(0xBF),
                false => head(5, members.len() as u64, choice, out),
            }
            for (key, value) in members {
                encoded(key, choice, out);
                encoded(value, choice, out);
            }
            out.extend(open.then_some(0xFF));
        }
    }
}

/// Returns a tree in its preferred encoding.
pub fn shortest(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::new();
    encoded(tree, &mut || 0, &mut out);
    out
}

/// Lengths around those at which the form changes.
fn length(most: usize) -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..20_usize, 1 => 22..26_usize, 1 => 254..258_usize]
        .prop_map(move |len| len.min(most))
}

pub fn leaves() -> impl Strategy<Value = Tree> {
    let integer = || {
        prop_oneof![
            any::<i8>().prop_map(i128::from),
            any::<i16>().prop_map(i128::from),
            any::<i32>().prop_map(i128::from),
            any::<i64>().prop_map(i128::from),
            any::<u64>().prop_map(i128::from),
            any::<u64>().prop_map(|value| !i128::from(value)),
            any::<i128>(),
        ]
    };
    let bytes = || length(300).prop_flat_map(|len| prop::collection::vec(any::<u8>(), len));
    let text = length(300).prop_flat_map(|len| prop::collection::vec(any::<char>(), len));
    let time = prop_oneof![any::<i64>(), 0..1_i64 << 35];
    let float = prop_oneof![
        any::<u64>(),
        any::<f32>().prop_map(|value| f64::from(value).to_bits()),
        any::<u32>().prop_map(widened),
        (0..2_000_i32).prop_map(|value| f64::from(value).to_bits()),
        (any::<u16>(), -20..5_i32)
            .prop_map(|(value, power)| { (f64::from(value) * 2_f64.powi(power)).to_bits() }),
    ];
    let exponent = prop_oneof![4 => -40..40_i64, 1 => -9999..=9999_i64];
    prop_oneof![
        1 => Just(Tree::Null),
        1 => any::<bool>().prop_map(Tree::Bool),
        4 => integer().prop_map(Tree::Integer),
        1 => (exponent, integer()).prop_map(|(exponent, mantissa)| Tree::decimal(exponent, mantissa)),
        3 => float.prop_map(Tree::Float),
        3 => text.prop_map(|chars| Tree::String(chars.into_iter().collect())),
        1 => bytes().prop_map(Tree::Bytes),
        1 => (time, prop_oneof![Just(0), 0..1_000_000_000_u32])
            .prop_map(|(seconds, nanos)| Tree::Time(seconds, nanos)),
        1 => prop_oneof![0..20_u8, Just(23), 32..=255_u8].prop_map(Tree::Simple),
        // These tags could be read as another value.
        1 => prop_oneof![
            Just(Tree::Tagged(0, Box::new(Tree::text("no date")))),
            Just(Tree::Tagged(1, Box::new(Tree::float(1e300)))),
            Just(Tree::Tagged(2, Box::new(Tree::Bytes(vec![1; 129])))),
            Just(Tree::Tagged(3, Box::new(Tree::text("")))),
            Just(Tree::Tagged(4, Box::new(Tree::Array(vec![Tree::Integer(1)])))),
            Just(Tree::Tagged(4, Box::new(Tree::Array(vec![
                Tree::Integer(10_000),
                Tree::Integer(1),
            ])))),
            Just(Tree::Tagged(1001, Box::new(Tree::Map(vec![
                (Tree::Integer(1), Tree::Integer(1)),
                (Tree::Integer(-9), Tree::Integer(1_000_000_000)),
            ])))),
        ],
    ]
}

/// Documents of all kinds. The keys of each map differ.
pub fn trees() -> impl Strategy<Value = Tree> {
    leaves().prop_recursive(5, 80, 20, |node| {
        let numbers = prop_oneof![
            prop::collection::vec((-300..300_i128).prop_map(Tree::Integer), 0..80),
            prop::collection::vec((0..9_u64).prop_map(|v| Tree::float(v as f64)), 0..80),
            prop::collection::vec((0..9_u64).prop_map(|v| Tree::float(v as f64 / 10.0)), 0..80),
        ];
        let key = prop_oneof![
            4 => "[a-c]{1}".prop_map(Tree::String),
            2 => ".{0,34}".prop_map(Tree::String),
            1 => node.clone(),
        ];
        let number = prop_oneof![
            5..40_u64,
            1002..70_000_u64,
            any::<u64>().prop_map(|n| n | 1 << 32)
        ];
        prop_oneof![
            2 => numbers.prop_map(Tree::Array),
            3 => prop::collection::vec(node.clone(), 0..20).prop_map(Tree::Array),
            // One tag belongs to the format itself.
            2 => (number, node.clone()).prop_map(|(number, node)| {
                Tree::Tagged(if number == 55_799 { 5 } else { number }, Box::new(node))
            }),
            4 => prop::collection::vec((key, node), 0..30).prop_map(|mut members| {
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

/// Returns the tree as the model compares it: one NaN, maps in one order.
pub fn plain(tree: &Tree) -> Tree {
    match one_nan(tree.clone()) {
        Tree::Tagged(number, node) => Tree::Tagged(number, Box::new(plain(&node))),
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
