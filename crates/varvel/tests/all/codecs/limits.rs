//! A tree inside a type may be as deep as the limit of the reader allows.

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{Decode, ErrorKind, Frozen, Limits, Result, Value, format, json};

/// Returns an array of this depth.
fn deep(depth: usize) -> Frozen {
    let text = format!("[7,{}{}]", "[".repeat(depth), "]".repeat(depth));
    json::freeze_with(text.as_bytes(), Default::default(), Limits::NONE).unwrap()
}

/// Reads a document of a format with a limit, if the format can hold it.
struct Read<'v, T>(&'v Frozen, Limits, core::marker::PhantomData<T>);

impl<T: for<'de> Decode<'de>> Visit for Read<'_, T> {
    type Output = Option<Result<T>>;

    fn visit<F: Row>(self) -> Self::Output {
        let Self(tree, limits, _) = self;
        let document = F::to_vec(tree, &F::write_options(&WriteOptions::default())).ok()?;
        let options = F::read_options(&ReadOptions::with_limits(limits));
        Some(format::decode::<F, T, ()>(&document, &options, &()))
    }
}

/// Reads a tree, and the document that every format has of it, with a limit.
fn read<T: for<'de> Decode<'de>>(tree: &Frozen, depth: usize) -> Vec<Result<T>> {
    let limits = Limits {
        depth,
        ..Limits::DEFAULT
    };
    let formats = AnyFormat::ALL.iter();
    let read =
        formats.filter_map(|format| format.visit(Read(tree, limits, core::marker::PhantomData)));
    let mut read: Vec<_> = read.collect();
    assert!(read.len() > 1);
    read.push(T::decode(&mut tree.view().source_with(limits), &()));
    read
}

#[test]
fn a_tree_in_a_type_has_the_limits_of_the_reader() {
    for inside in [100, 300, 1000] {
        let tree = deep(inside);
        for read in read::<(u8, Value)>(&tree, inside + 1) {
            assert_eq!(read.unwrap().0, 7);
        }
        for read in read::<(u8, Frozen)>(&tree, inside + 1) {
            assert_eq!(read.unwrap().0, 7);
        }
        for read in read::<(u8, Value)>(&tree, inside - 1) {
            assert_eq!(read.unwrap_err().kind(), ErrorKind::DepthLimit);
        }
        for read in read::<(u8, Frozen)>(&tree, inside - 1) {
            assert_eq!(read.unwrap_err().kind(), ErrorKind::DepthLimit);
        }
    }
}
