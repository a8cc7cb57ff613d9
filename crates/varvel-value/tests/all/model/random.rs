//! Trees, and changes to them, decoded from bytes of proptest or of the fuzzer.
//!
//! A choice takes one byte or a few. When no bytes are left, each choice is the first one and each
//! number is zero, so the number of bytes bounds the decoded tree.

use arbitrary::{Arbitrary, Result, Unstructured};
use varvel_core::{Tag, Timestamp};

use super::Model::{self, *};
use super::change::Change;
use super::steps::Step;

/// The most containers around each other in one tree.
const DEPTH: usize = 4;

/// Up to `most` times the result of `one`.
fn list<'a, T>(
    u: &mut Unstructured<'a>,
    most: usize,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..u.int_in_range(0..=most)?).map(|_| one(u)).collect()
}

fn digit(u: &mut Unstructured<'_>) -> Result<Model> {
    Ok(Int(u.int_in_range(-9..=9)?))
}

/// Strings with lengths around the bounds at which texts change their form.
fn text(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=3)? {
        0 => list(u, 2, |u| u.choose(&['a', 'b']).copied())?
            .iter()
            .collect(),
        1 => list(u, 9, char::arbitrary)?.iter().collect(),
        n => {
            let len = u.int_in_range(0..=15)? + if n == 2 { 16 } else { 56 };
            String::from(*u.choose(&['x', 'y'])?).repeat(len)
        }
    })
}

/// Few keys, so that they repeat. Long ones differ in one letter, so that a sample of their letters
/// finds them equal.
fn key(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=6)? {
        0..=2 => String::from(*u.choose(&['a', 'b', 'c'])?),
        3 => "k".repeat(*u.choose(&[4, 7, 8, 9, 15, 16, 17, 22])?),
        4..=5 => (0..2)
            .map(|_| Ok(char::from(u.int_in_range(b'a'..=b'f')?)))
            .collect::<Result<_>>()?,
        _ => {
            let mut key = "a".repeat(*u.choose(&[23, 24, 30, 256, 257])?);
            let at = u.choose_index(key.len())?;
            key.replace_range(at..=at, u.choose(&["b", "c"])?);
            key
        }
    })
}

fn scalar(u: &mut Unstructured<'_>) -> Result<Model> {
    const FLOATS: &[f64] = &[0.0, -0.0, 1.0, 0.1, f64::NAN, f64::INFINITY];
    const DECIMALS: &[&str] = &["0.1", "0.10", "-1.5e3", "1e-400", "1e400"];
    Ok(match u.int_in_range(0..=13)? {
        0 => Null,
        1 => Bool(u.arbitrary()?),
        2 => digit(u)?,
        3 => Int(u.arbitrary()?),
        4 => Big(u64::arbitrary(u)?.into()),
        5 => Big(u.arbitrary()?),
        6 => Float(*u.choose(FLOATS)?),
        7 => Float(u.arbitrary()?),
        8 => Single(u.arbitrary()?),
        9 => Decimal(u.choose(DECIMALS)?.to_string()),
        10 => Bytes(list(u, 80, u8::arbitrary)?),
        11 => {
            let nanos = u.int_in_range(0..=999_999_999)?;
            Time(Timestamp::new(u.arbitrary()?, nanos).expect("below a second"))
        }
        _ => Str(text(u)?),
    })
}

fn numbers(u: &mut Unstructured<'_>) -> Result<Model> {
    Ok(Array(match u.int_in_range(0..=3)? {
        0 => list(u, 11, digit)?,
        1 => list(u, 11, |u| Ok(Int(u.arbitrary()?)))?,
        2 => list(u, 11, |u| {
            Ok(Float(f64::from(u.int_in_range(-4..=4)?) / 2.0))
        })?,
        _ => list(u, 3, |u| {
            Ok(Array((0..3).map(|_| digit(u)).collect::<Result<_>>()?))
        })?,
    }))
}

/// Similar objects, or one with more members than are compared one by one.
fn records(u: &mut Unstructured<'_>) -> Result<Model> {
    if u.arbitrary()? {
        let members = list(u, 40, digit)?.into_iter().enumerate();
        return Ok(Object(members.map(|(i, n)| (format!("k{i}"), n)).collect()));
    }
    let keys = distinct(list(u, 4, |u| Ok((key(u)?, Null)))?, |a, b| a == b);
    let record = |u: &mut Unstructured<'_>| {
        let members = keys.iter().map(|(key, _)| Ok((key.clone(), scalar(u)?)));
        Ok(Object(members.collect::<Result<_>>()?))
    };
    Ok(Array(list(u, 6, record)?))
}

fn tagged(u: &mut Unstructured<'_>, depth: usize) -> Result<Model> {
    Ok(match u.int_in_range(0..=4)? {
        0 | 1 => {
            let bytes = Bytes(list(u, 20, u8::arbitrary)?);
            Tagged(Tag::Extension(u.arbitrary()?), Box::new(bytes))
        }
        2 => Tagged(Tag::Simple(u.arbitrary()?), Box::new(Null)),
        _ => Tagged(Tag::Number(u.arbitrary()?), Box::new(tree(u, depth)?)),
    })
}

/// A tree of at most this many levels.
fn tree(u: &mut Unstructured<'_>, depth: usize) -> Result<Model> {
    if depth == 0 {
        return scalar(u);
    }
    let depth = depth - 1;
    Ok(match u.int_in_range(0..=15)? {
        0..=3 => scalar(u)?,
        4..=5 => numbers(u)?,
        6..=7 => records(u)?,
        8..=10 => Array(list(u, 8, |u| tree(u, depth))?),
        11..=13 => {
            let members = list(u, 14, |u| Ok((key(u)?, tree(u, depth)?)))?;
            Object(distinct(members, |a, b| a == b))
        }
        14 => {
            let members = list(u, 12, |u| Ok((tree(u, depth)?, tree(u, depth)?)))?;
            Model::of_members(distinct(members, Model::same))
        }
        _ => tagged(u, depth)?,
    })
}

/// Keeps the first of members with equal keys.
fn distinct<K>(members: Vec<(K, Model)>, same: impl Fn(&K, &K) -> bool) -> Vec<(K, Model)> {
    let mut kept: Vec<(K, Model)> = Vec::new();
    for (key, value) in members {
        if !kept.iter().any(|(other, _)| same(other, &key)) {
            kept.push((key, value));
        }
    }
    kept
}

impl<'a> Arbitrary<'a> for Model {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        tree(u, DEPTH)
    }
}

impl<'a> Arbitrary<'a> for Change {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let n = |u: &mut Unstructured<'a>| u.choose_index(12);
        Ok(match u.int_in_range(0..=26)? {
            0 => Change::Take,
            1 => Change::Set(u.arbitrary()?),
            2 => Change::SetAll(scalar(u)?),
            3 => Change::Push(u.arbitrary()?),
            4 => Change::Push(digit(u)?),
            5 => Change::Pop,
            6 => Change::Insert(n(u)?, key(u)?, u.arbitrary()?),
            7 => Change::Remove(n(u)?),
            8 => Change::SwapRemove(n(u)?),
            9 => Change::Truncate(n(u)?),
            10 => Change::Clear,
            11 => Change::Reverse,
            12 => Change::Swap(n(u)?, n(u)?),
            13 => Change::Sort,
            14 => Change::Dedup,
            15 => Change::Retain(u.int_in_range(1..=3)?),
            16 => Change::Drain(n(u)?, n(u)?),
            17 => Change::Splice(n(u)?, n(u)?, list(u, 3, Model::arbitrary)?),
            18 => Change::Extend(list(u, 12, |u| Ok((key(u)?, u.arbitrary()?)))?),
            19 => Change::Entry(key(u)?, u.arbitrary()?),
            20 => Change::Assign(key(u)?, u.arbitrary()?),
            21 => Change::Place(n(u)?, key(u)?, u.arbitrary()?),
            22 => Change::InsertAny(u.arbitrary()?, u.arbitrary()?),
            23 => Change::RemoveAny(n(u)?),
            24 => Change::Merge(u.arbitrary()?, u.arbitrary()?),
            25 => Change::Move(n(u)?, n(u)?),
            _ => Change::Increment,
        })
    }
}

impl<'a> Arbitrary<'a> for Step {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let place = |u: &mut Unstructured<'a>| list(u, 3, |u| u.choose_index(8));
        Ok(match u.int_in_range(0..=35)? {
            0..=17 => Step::Change(place(u)?, u.arbitrary()?),
            18..=20 => Step::Freeze,
            21 => Step::FreezeSharing,
            22 => Step::Thaw,
            23 => Step::Detach,
            24 => Step::Json,
            25 => Step::Rebuild,
            26..=30 => Step::Index,
            31..=32 => Step::Share,
            _ => Step::Graft(place(u)?, place(u)?),
        })
    }
}
