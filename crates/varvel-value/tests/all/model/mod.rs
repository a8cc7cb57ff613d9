//! The node model as a plain tree, with which values are compared: the simplest form of a tree.

pub mod change;
pub mod random;
pub mod steps;

use varvel_core::{Kind, Tag, Timestamp};
use varvel_value::{Count, Ref, Value};

/// A node.
#[derive(Clone, Debug)]
pub enum Model {
    Null,
    Bool(bool),
    Int(i64),
    Big(u128),
    Float(f64),
    Single(f32),
    /// A number in the grammar of JSON.
    Decimal(String),
    Str(String),
    Bytes(Vec<u8>),
    Time(Timestamp),
    /// The tag of an extension is followed by bytes.
    Tagged(Tag, Box<Model>),
    Array(Vec<Model>),
    Object(Vec<(String, Model)>),
    /// A map with at least one key that is no string.
    Map(Vec<(Model, Model)>),
}
use Model::*;

impl Model {
    /// Returns this tree as a value with nothing frozen in it.
    pub fn value<R: Count>(&self) -> Value<R> {
        match self {
            Null => Value::NULL,
            Bool(value) => (*value).into(),
            Int(value) => (*value).into(),
            Big(value) => (*value).into(),
            Float(value) => (*value).into(),
            Single(value) => (*value).into(),
            Decimal(text) => Value::decimal(text).expect("a number"),
            Str(value) => value.into(),
            Bytes(value) => Value::bytes(value),
            Time(value) => (*value).into(),
            Tagged(tag, inner) => Value::tagged(*tag, inner.value::<R>()),
            Array(items) => items.iter().map(Model::value::<R>).collect(),
            Object(members) => members
                .iter()
                .map(|(key, value)| (key, value.value::<R>()))
                .collect(),
            Map(members) => Value::from_pairs(
                members
                    .iter()
                    .map(|(key, value)| (key.value::<R>(), value.value::<R>())),
            ),
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Null => Kind::Null,
            Bool(_) => Kind::Bool,
            Int(_) | Big(_) => Kind::Integer,
            Float(_) | Single(_) => Kind::Float,
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

    pub fn len(&self) -> usize {
        match self {
            Array(items) => items.len(),
            Object(members) => members.len(),
            Map(members) => members.len(),
            _ => 0,
        }
    }

    /// Equality by the node model.
    pub fn same(&self, other: &Self) -> bool {
        let float = |value: f64| {
            if value.is_nan() {
                f64::NAN.to_bits()
            } else {
                value.to_bits()
            }
        };
        match (self, other) {
            (Null, Null) => true,
            (Bool(a), Bool(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Big(a), Big(b)) => a == b,
            (Int(a), Big(b)) | (Big(b), Int(a)) => u128::try_from(*a) == Ok(*b),
            (Float(a), Float(b)) => float(*a) == float(*b),
            (Single(a), Single(b)) => float((*a).into()) == float((*b).into()),
            (Single(a), Float(b)) | (Float(b), Single(a)) => float((*a).into()) == float(*b),
            (Decimal(a), Decimal(b)) => a == b,
            (Str(a), Str(b)) => a == b,
            (Time(a), Time(b)) => a == b,
            (Bytes(a), Bytes(b)) => a == b,
            (Tagged(x, a), Tagged(y, b)) => x == y && a.same(b),
            (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Object(a), Object(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(key, a)| b.iter().any(|(k, b)| k == key && a.same(b)))
            }
            (Map(a), Map(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(key, a)| b.iter().any(|(k, b)| k.same(key) && a.same(b)))
            }
            _ => false,
        }
    }

    /// Returns a map, or an object if all keys are strings.
    pub fn of_members(members: Vec<(Model, Model)>) -> Model {
        if members.iter().any(|(key, _)| !matches!(key, Str(_))) {
            return Map(members);
        }
        let text = |key| match key {
            Str(key) => key,
            _ => unreachable!("all are strings"),
        };
        let members = members.into_iter();
        Object(members.map(|(key, value)| (text(key), value)).collect())
    }

    /// Returns what reading this tree's JSON gives, or `None` if JSON cannot hold the tree.
    pub fn as_json(&self) -> Option<Model> {
        let float = |value: f64| value.is_finite().then_some(Float(value));
        Some(match self {
            Null | Bool(_) | Int(_) | Big(_) | Str(_) => self.clone(),
            Float(value) => float(*value)?,
            // Two texts may be equally short and equally near, so this text is requested.
            Single(value) => {
                let text = varvel_json::to_string(value).ok()?;
                assert_eq!(text.parse(), Ok(*value));
                float(text.parse().ok()?)?
            }
            Decimal(text) => float(text.parse().ok()?)?,
            Array(items) => Array(items.iter().map(Model::as_json).collect::<Option<_>>()?),
            Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| Some((key.clone(), value.as_json()?)));
                Object(members.collect::<Option<_>>()?)
            }
            Bytes(_) | Time(_) | Tagged(..) | Map(_) => return None,
        })
    }

    /// The number of nodes, without keys of maps, and of levels.
    pub fn size(&self) -> (usize, usize) {
        let sizes: Vec<(usize, usize)> = match self {
            Array(items) => items.iter().map(Model::size).collect(),
            Object(members) => members.iter().map(|(_, value)| value.size()).collect(),
            Map(members) => members.iter().map(|(_, value)| value.size()).collect(),
            Tagged(_, inner) => vec![inner.size()],
            _ => Vec::new(),
        };
        let nodes: usize = sizes.iter().map(|size| size.0).sum();
        let levels = sizes.iter().map(|size| size.1).max().unwrap_or(0);
        (nodes + 1, levels + 1)
    }

    /// The children of any container.
    pub fn children_mut(&mut self) -> Vec<&mut Model> {
        match self {
            Array(items) => items.iter_mut().collect(),
            Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
            Map(members) => members.iter_mut().map(|(_, value)| value).collect(),
            Tagged(_, inner) => vec![inner],
            _ => Vec::new(),
        }
    }

    /// Compares every accessor of `node` with this tree. Descends by only one of them, so that the
    /// time does not grow with the number of accessors at each level.
    pub fn check<R: Count>(&self, node: Ref<'_, R>) {
        assert_eq!(node.kind(), self.kind(), "{self:?}");
        assert_eq!(node.len(), self.len());
        assert_eq!(node.is_empty(), self.len() == 0);
        match self {
            Null => assert!(node.is_null()),
            Bool(value) => assert_eq!(node.as_bool(), Some(*value)),
            Int(value) => {
                assert_eq!(node.i64(), Ok(*value));
                assert_eq!(node.as_u64(), u64::try_from(*value).ok());
                assert!(node == *value);
            }
            Big(value) => {
                assert_eq!(node.as_u64(), u64::try_from(*value).ok());
                assert_eq!(node.to_string(), value.to_string());
            }
            Float(value) => {
                assert_eq!(node.as_f64().map(f64::to_bits), Some(value.to_bits()));
                assert!(node == *value);
            }
            Single(value) => assert_eq!(node.as_f32().map(f32::to_bits), Some(value.to_bits())),
            Decimal(text) => assert_eq!(node.as_number_text(), Some(text.as_str())),
            Str(value) => assert_eq!(node.str(), Ok(value.as_str())),
            Bytes(value) => assert_eq!(node.as_bytes(), Some(value.as_slice())),
            Time(value) => assert_eq!(node.as_timestamp(), Some(*value)),
            Tagged(tag, inner) => {
                let (found, node) = node.tag().unwrap();
                assert_eq!(found, *tag);
                inner.check(node);
            }
            Array(items) => {
                alike(node.items());
                assert_eq!(node.items().len(), items.len());
                for (i, (item, found)) in items.iter().zip(node.items()).enumerate() {
                    item.check(found);
                    assert_eq!(node.at(i), Some(found));
                }
                assert!(
                    items
                        .iter()
                        .rev()
                        .zip(node.items().rev())
                        .all(|(a, b)| a.kind() == b.kind())
                );
                assert!(node.at(items.len()).is_none());
                assert!(node.get("x").is_none());
            }
            Object(members) => {
                alike(node.entries());
                alike(node.pairs());
                assert_eq!(node.entries().len(), members.len());
                for (i, ((key, value), (k, found))) in
                    members.iter().zip(node.entries()).enumerate()
                {
                    assert_eq!(key, k);
                    assert_eq!(node.position(key), Some(i));
                    value.check(found);
                    assert_eq!(node.get(key), Some(found));
                    assert_eq!(node.value_at(i), Some(found));
                    assert_eq!(node.get_key_value(key), Some((k, found)));
                    assert_eq!(node.entry_at(i), Some((k, found)));
                }
                assert!(node.entry_at(members.len()).is_none());
                assert!(
                    node.keys()
                        .rev()
                        .eq(members.iter().rev().map(|(key, _)| key))
                );
                assert!(node.get("no such key").is_none());
                assert!(node.get_key_value("no such key").is_none());
                assert!(node.at(0).is_none());
            }
            Map(members) => {
                assert_eq!(node.pairs().len(), members.len());
                assert_eq!(node.entries().len(), 0);
                alike(node.pairs());
                for (i, ((key, value), (k, found))) in members.iter().zip(node.pairs()).enumerate()
                {
                    key.check(k);
                    value.check(found);
                    assert_eq!(node.value_at(i), Some(found));
                    if let Str(key) = key {
                        assert_eq!(node.get(key), Some(found));
                    }
                }
            }
        }
    }

    /// Compares the results of `[]` with this tree, and the accessors of a value with those of its
    /// reference.
    pub fn check_indexed<R: Count>(&self, value: &Value<R>) {
        assert_eq!(value.kind(), self.kind());
        assert!(value.items().eq(value.as_ref().items()));
        assert!(value.entries().eq(value.as_ref().entries()));
        assert_eq!(value.at(0), value.as_ref().at(0));
        assert!(value.get("no such key").is_none());
        match self {
            Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    item.check_indexed(&value[i]);
                }
                assert!(value[items.len()].is_null());
            }
            Object(members) => {
                for (key, inner) in members {
                    assert_eq!(value.get(key), value.as_ref().get(key));
                    inner.check_indexed(&value[key.as_str()]);
                }
                assert!(value["no such key"].is_null());
            }
            _ => self.check(value.as_ref()),
        }
    }
}

/// Asserts that an iterator gives the same items step by step, at once, and from both ends in
/// jumps, and always knows how many are left.
fn alike<T, I>(items: I)
where
    T: PartialEq + std::fmt::Debug + Copy,
    I: DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone,
{
    let mut left = items.clone();
    let steps: Vec<T> = std::iter::from_fn(|| left.next()).collect();
    let mut at_once = Vec::new();
    items.clone().for_each(|item| at_once.push(item));
    assert_eq!(at_once, steps);
    for jump in [0, 1, 3, steps.len(), steps.len() + 1] {
        let (mut items, mut expected) = (items.clone(), steps.iter().copied());
        for step in 0.. {
            assert_eq!(items.len(), expected.len());
            let (found, expected) = match step % 3 {
                0 => (items.nth(jump), expected.nth(jump)),
                1 => (items.next_back(), expected.next_back()),
                _ => (items.next(), expected.next()),
            };
            assert_eq!(found, expected);
            if found.is_none() {
                break;
            }
        }
        assert_eq!(items.len(), expected.len());
    }
}
