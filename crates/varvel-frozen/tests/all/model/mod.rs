//! The node model as a plain tree, with which views are compared: the simplest form of a document.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod by_hand;
#[cfg(not(miri))]
pub mod random;

use varvel_core::path::{KeyText, Step};
use varvel_core::string::{Bytes, Str};
use varvel_core::{Kind, Number, Result, Sink, Tag, Timestamp};
use varvel_frozen::{Builder, Freeze, Frozen, View};

/// A node.
#[derive(Clone, Debug)]
pub enum Tree {
    Null,
    Bool(bool),
    I64(i64),
    /// An integer above `i64::MAX`.
    U64(u64),
    F64(f64),
    F32(f32),
    Big(String),
    Decimal(String),
    Str(String),
    Bytes(Vec<u8>),
    Time(Timestamp),
    Tagged(Tag, Box<Tree>),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
    Map(Vec<(Tree, Tree)>),
}

pub use Tree::*;

pub fn text(text: &str) -> Tree {
    Str(text.into())
}

pub fn object<const N: usize>(members: [(&str, Tree); N]) -> Tree {
    Object(members.map(|(key, value)| (key.into(), value)).into())
}

impl Tree {
    /// Gives the events of this tree.
    pub fn drive<'de>(&'de self, sink: &mut impl Sink<'de>) -> Result {
        match self {
            Null => sink.null(),
            Bool(v) => sink.bool(*v),
            I64(v) => sink.i64(*v),
            U64(v) => sink.u64(*v),
            F64(v) => sink.f64(*v),
            F32(v) => sink.f32(*v),
            Big(v) => sink.big_integer(v),
            Decimal(v) => sink.decimal(v),
            Str(v) => sink.str(v.as_str().into()),
            Bytes(v) => sink.bytes(Bytes::Input(v)),
            Time(v) => sink.timestamp(*v),
            Tagged(tag, inner) => {
                sink.tag(*tag)?;
                inner.drive(sink)
            }
            Array(items) => {
                sink.begin_array(None)?;
                items.iter().try_for_each(|item| item.drive(sink))?;
                sink.end_array()
            }
            Object(members) => {
                sink.begin_map(None)?;
                for (key, value) in members {
                    sink.key(key.as_str().into())?;
                    value.drive(sink)?;
                }
                sink.end_map()
            }
            Map(members) => {
                sink.begin_map(None)?;
                for (key, value) in members {
                    match key {
                        Str(key) => sink.key(key.as_str().into())?,
                        key => {
                            sink.any_key()?;
                            key.drive(sink)?;
                        }
                    }
                    value.drive(sink)?;
                }
                sink.end_map()
            }
        }
    }

    pub fn freeze(&self) -> Result<Frozen> {
        self.freeze_with(&mut Builder::new())
    }

    pub fn freeze_with(&self, builder: &mut Builder) -> Result<Frozen> {
        builder.start()?;
        self.drive(builder)?;
        builder.finish()
    }

    /// Freezes the tree with a checksum.
    pub fn summed(&self) -> Vec<u8> {
        let frozen = self.freeze().unwrap();
        let summed = Freeze::new().with_checksum().freeze_view(frozen.view());
        summed.unwrap().into_bytes()
    }

    pub fn kind(&self) -> Kind {
        match self {
            Null => Kind::Null,
            Bool(_) => Kind::Bool,
            I64(_) | U64(_) | Big(_) => Kind::Integer,
            F64(_) | F32(_) => Kind::Float,
            Decimal(_) => Kind::Decimal,
            Str(_) => Kind::String,
            Bytes(_) => Kind::Bytes,
            Time(_) => Kind::Timestamp,
            Tagged(..) => Kind::Tagged,
            Array(_) => Kind::Array,
            Object(_) => Kind::Object,
            Map(_) => Kind::Map,
        }
    }

    /// Equality by the node model.
    pub fn same(&self, other: &Self) -> bool {
        let bits = |v: f64| if v.is_nan() { f64::NAN } else { v }.to_bits();
        match (self, other) {
            (Null, Null) => true,
            (Bool(a), Bool(b)) => a == b,
            (I64(a), I64(b)) => a == b,
            (U64(a), U64(b)) => a == b,
            (Big(a), Big(b)) | (Decimal(a), Decimal(b)) | (Str(a), Str(b)) => a == b,
            (Bytes(a), Bytes(b)) => a == b,
            (Time(a), Time(b)) => a == b,
            (Tagged(s, a), Tagged(t, b)) => s == t && a.same(b),
            (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Object(a), Object(b)) => {
                let member = |key: &String| b.iter().find(|(other, _)| other == key);
                a.len() == b.len()
                    && a.iter()
                        .all(|(key, value)| member(key).is_some_and(|(_, other)| value.same(other)))
            }
            (Map(a), Map(b)) => {
                let member = |key: &Tree| b.iter().find(|(other, _)| other.same(key));
                a.len() == b.len()
                    && a.iter()
                        .all(|(key, value)| member(key).is_some_and(|(_, other)| value.same(other)))
            }
            _ => match (self.float(), other.float()) {
                (Some(a), Some(b)) => bits(a) == bits(b),
                _ => false,
            },
        }
    }

    fn float(&self) -> Option<f64> {
        match self {
            F64(v) => Some(*v),
            F32(v) => Some(f64::from(*v)),
            _ => None,
        }
    }

    /// Returns this tree with the members of objects and maps in reverse.
    pub fn reversed(&self) -> Self {
        match self {
            Tagged(tag, inner) => Tagged(*tag, Box::new(inner.reversed())),
            Array(items) => Array(items.iter().map(Self::reversed).collect()),
            Object(members) => Object(
                (members.iter().rev())
                    .map(|(key, value)| (key.clone(), value.reversed()))
                    .collect(),
            ),
            Map(members) => Map((members.iter().rev())
                .map(|(key, value)| (key.reversed(), value.reversed()))
                .collect()),
            scalar => scalar.clone(),
        }
    }

    /// Returns this tree with each node replaced by the result of `change`, its children first.
    pub fn map(&self, change: &mut impl FnMut(Self) -> Self) -> Self {
        let mapped = match self {
            Tagged(tag, inner) => Tagged(*tag, Box::new(inner.map(change))),
            Array(items) => Array(items.iter().map(|item| item.map(change)).collect()),
            Object(members) => Object(
                (members.iter())
                    .map(|(key, value)| (key.clone(), value.map(change)))
                    .collect(),
            ),
            Map(members) => Map((members.iter())
                .map(|(key, value)| (key.clone(), value.map(change)))
                .collect()),
            scalar => scalar.clone(),
        };
        change(mapped)
    }

    /// Asserts that `view` is this tree, through every accessor; `path` leads to the view.
    pub fn check(&self, view: View<'_>, path: &mut Vec<Step>) {
        assert_eq!(view.kind(), self.kind());
        assert_eq!(view.is_null(), matches!(self, Null));
        assert_eq!(view.is_array(), matches!(self, Array(_)));
        assert_eq!(view.is_object(), matches!(self, Object(_)));
        self.check_scalars(view, path);
        self.check_items(view, path);
        self.check_members(view, path);
        match (self, view.tag()) {
            (Tagged(tag, inner), Some((found, view))) => {
                assert_eq!(*tag, found);
                inner.check(view, path);
            }
            (_, found) => assert!(found.is_none()),
        }
    }

    fn check_scalars(&self, view: View<'_>, path: &[Step]) {
        let expect = |is: bool, result: Result<()>| match result {
            Ok(()) => assert!(is),
            Err(error) => {
                assert!(!is);
                assert_eq!(error.steps(), Some(path), "{error}");
            }
        };
        let bool = if let Bool(v) = self { Some(*v) } else { None };
        assert_eq!(view.as_bool(), bool);
        expect(bool.is_some(), view.bool().map(|_| ()));
        let number = match self {
            I64(v) => Some(Number::I64(*v)),
            U64(v) => Some(Number::U64(*v)),
            Big(v) => Some(Number::Big(v)),
            Decimal(v) => Some(Number::Decimal(v)),
            _ => self.float().map(Number::F64),
        };
        let bits = |number: Option<Number<'_>>| match number {
            Some(Number::F64(v)) => Err(v.to_bits()),
            other => Ok(format!("{other:?}")),
        };
        assert_eq!(bits(view.as_number()), bits(number));
        assert_eq!(view.as_i64(), number.and_then(|n| n.as_i64()));
        assert_eq!(view.as_u64(), number.and_then(|n| n.as_u64()));
        let float = number.and_then(|n| n.as_f64());
        assert_eq!(view.as_f64().map(f64::to_bits), float.map(f64::to_bits));
        expect(view.as_i64().is_some(), view.i64().map(|_| ()));
        expect(view.as_u64().is_some(), view.u64().map(|_| ()));
        expect(view.as_f64().is_some(), view.f64().map(|_| ()));
        assert_eq!(view.i64_or(-3), view.as_i64().unwrap_or(-3));
        let kept = if let Big(v) | Decimal(v) = self {
            Some(v.as_str())
        } else {
            None
        };
        assert_eq!(view.as_number_text(), kept);
        let str = if let Str(v) = self {
            Some(v.as_str())
        } else {
            None
        };
        assert_eq!(view.as_str(), str);
        expect(str.is_some(), view.str().map(|_| ()));
        let bytes = if let Bytes(v) = self {
            Some(&v[..])
        } else {
            None
        };
        assert_eq!(view.as_bytes(), bytes);
        expect(bytes.is_some(), view.bytes().map(|_| ()));
        let time = if let Time(v) = self { Some(*v) } else { None };
        assert_eq!(view.as_timestamp(), time);
        expect(time.is_some(), view.timestamp().map(|_| ()));
    }

    fn check_items(&self, view: View<'_>, path: &mut Vec<Step>) {
        let Array(items) = self else {
            assert_eq!(view.items().len(), 0);
            assert!(view.at(0).is_none() && view.item(0).is_err());
            return;
        };
        assert_eq!((view.len(), view.items().len()), (items.len(), items.len()));
        assert!(view.at(items.len()).is_none());
        let error = view.item(items.len()).unwrap_err();
        assert_eq!(error.steps(), Some(&path[..]));
        for (i, (item, found)) in items.iter().zip(view.items()).enumerate() {
            path.push(Step::Index(i));
            item.check(found, path);
            assert!(view.at(i) == Some(found));
            path.pop();
        }
        for (item, found) in items.iter().rev().zip(view.items().rev()) {
            assert_eq!(item.kind(), found.kind());
        }
        if let Some(slice) = view.as_f64_slice() {
            let float = |item: &Tree| item.float().map(f64::to_bits);
            assert!(
                slice
                    .iter()
                    .map(|v| Some(v.to_bits()))
                    .eq(items.iter().map(float))
            );
        }
        let slices = [
            view.as_i64_slice().map(|s| s.to_vec()),
            view.as_i32_slice()
                .map(|s| s.iter().map(|&v| v.into()).collect()),
            view.as_u32_slice()
                .map(|s| s.iter().map(|&v| v.into()).collect()),
            view.as_i16_slice()
                .map(|s| s.iter().map(|&v| v.into()).collect()),
            view.as_i8_slice()
                .map(|s| s.iter().map(|&v| v.into()).collect()),
        ];
        for slice in slices.into_iter().flatten() {
            assert!(items.iter().zip(slice).all(|(item, v)| item.same(&I64(v))));
        }
    }

    fn check_members(&self, view: View<'_>, path: &[Step]) {
        let members: Vec<(Tree, &Tree)> = match self {
            Object(members) => members.iter().map(|(k, v)| (text(k), v)).collect(),
            Map(members) => members.iter().map(|(k, v)| (k.clone(), v)).collect(),
            _ => {
                assert_eq!((view.pairs().len(), view.entries().len()), (0, 0));
                assert!(view.get("").is_none() && view.field("").is_err());
                return;
            }
        };
        assert_eq!(
            (view.len(), view.is_empty()),
            (members.len(), members.is_empty())
        );
        assert!(view.get("there is no such key").is_none());
        assert_eq!(
            view.field("there is no such key").unwrap_err().steps(),
            Some(path)
        );
        let keys: Vec<&str> = match self {
            Object(members) => members.iter().map(|(k, _)| k.as_str()).collect(),
            _ => Vec::new(),
        };
        assert!(view.keys().eq(keys.iter().copied()));
        assert!(view.keys().rev().eq(keys.iter().rev().copied()));
        assert!(view.entries().map(|(key, _)| key).eq(keys));
        assert_eq!(view.values().len(), members.len());
        for ((key, value), (k, v)) in members.iter().zip(view.pairs()) {
            let mut inner = path.to_vec();
            if let Map(_) = self {
                key.check(k, &mut inner);
            }
            inner.push(Step::Key(match k.as_str() {
                Some(key) => key.into(),
                None => KeyText::of(&k),
            }));
            value.check(v, &mut inner);
            if let Str(key) = key {
                assert!(view.field(key).unwrap() == v);
            }
        }
    }

    /// Returns the tree that the events of a view make.
    pub fn from_view(view: &View<'_>) -> Self {
        let mut record = Record::default();
        varvel_core::Encode::encode(view, &mut record, &()).unwrap();
        record.done.pop().unwrap()
    }
}

/// A sink that makes a tree.
#[derive(Default)]
struct Record {
    open: Vec<(Open, Vec<Tree>)>,
    done: Vec<Tree>,
}

enum Open {
    Array,
    /// Whether a key is no string.
    Map(bool),
    Tag(Tag),
}

impl Record {
    fn node(&mut self, tree: Tree) -> Result {
        match self.open.last_mut() {
            Some((Open::Tag(tag), _)) => {
                let tag = *tag;
                self.open.pop();
                return self.node(Tagged(tag, Box::new(tree)));
            }
            Some((_, inner)) => inner.push(tree),
            None => self.done.push(tree),
        }
        Ok(())
    }
}

impl<'de> Sink<'de> for Record {
    fn null(&mut self) -> Result {
        self.node(Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.node(Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.node(I64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.node(U64(value))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.node(F64(value))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.node(F32(value))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.node(Big(digits.into()))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.node(Decimal(text.into()))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.node(text(&value))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.node(Bytes(value.to_vec()))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.node(Time(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.open.push((Open::Tag(tag), Vec::new()));
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push((Open::Array, Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        let (_, items) = self.open.pop().unwrap();
        self.node(Array(items))
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.push((Open::Map(false), Vec::new()));
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.node(text(&key))
    }
    fn any_key(&mut self) -> Result {
        if let Some((Open::Map(any), _)) = self.open.last_mut() {
            *any = true;
        }
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        let Some((Open::Map(any), nodes)) = self.open.pop() else {
            panic!("a map ends that did not begin");
        };
        let mut nodes = nodes.into_iter();
        let mut members = Vec::new();
        while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
            members.push((key, value));
        }
        if any {
            return self.node(Map(members));
        }
        let member = |(key, value)| match key {
            Str(key) => (key, value),
            key => panic!("{key:?} is no string"),
        };
        self.node(Object(members.into_iter().map(member).collect()))
    }
}
