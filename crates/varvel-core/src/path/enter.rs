//! [`enter`]: goes to a child in a source, as a path does in a tree.

use super::{KeyText, Step};
use crate::error::Result;
use crate::limits::Duplicates;
use crate::node::Kind;
use crate::source::Source;

/// Goes from the next node of a source to its child that a step leads to, past tags. Returns
/// `false` if there is none: the source is at no node then.
///
/// A key is found as in a tree: a member whose key is this string, or else one whose key has this
/// text. Of members with the same key `duplicates` says which the tree has. All of a container may
/// be read to find a child, and read again from the child on.
///
/// ```
/// use varvel::format::{Format, Read};
/// use varvel::json::{Json, ReadOptions};
/// use varvel::path::{Step, enter};
/// use varvel::{Duplicates, Error, ErrorKind, Source};
///
/// /// Ends at the node of a path, with an error that has its offset.
/// struct Find<'a>(&'a [Step]);
///
/// impl<'de> Read<'de> for Find<'_> {
///     type Output = ();
///
///     fn read<R: Source<'de>>(self, source: &mut R) -> varvel::Result {
///         for step in self.0 {
///             if !enter(source, step, Duplicates::Error)? {
///                 return Err(Error::new(ErrorKind::MissingField));
///             }
///         }
///         // The source passes white space when it looks at the node.
///         source.peek()?;
///         Err(Error::new(ErrorKind::NotFound).with_offset(source.offset()))
///     }
/// }
///
/// let steps = [Step::Key("a".into()), Step::Index(1), Step::Key("b".into())];
/// let text = br#"{"a": [1, {"b": 2}]}"#;
/// let error = Json::read(text, &ReadOptions::default(), Find(&steps)).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::NotFound, Some(16)));
/// ```
///
/// # Errors
/// Returns the errors of the source.
pub fn enter<'de, R: Source<'de>>(
    source: &mut R,
    step: &Step,
    duplicates: Duplicates,
) -> Result<bool> {
    while source.peek()? == Kind::Tagged {
        source.read_tag()?;
    }
    match (source.peek()?, step) {
        (Kind::Array, Step::Index(index)) => enter_item(source, *index),
        (Kind::Object | Kind::Map, Step::Key(key)) => enter_member(source, key, duplicates),
        _ => Ok(false),
    }
}

fn enter_item<'de, R: Source<'de>>(source: &mut R, index: usize) -> Result<bool> {
    source.begin_array()?;
    for _ in 0..index {
        if !source.next_item()? {
            return Ok(false);
        }
        source.skip()?;
    }
    source.next_item()
}

fn enter_member<'de, R: Source<'de>>(
    source: &mut R,
    key: &str,
    duplicates: Duplicates,
) -> Result<bool> {
    let last = duplicates == Duplicates::Last;
    let any_keys = source.profile().any_keys;
    let mut found = None;
    source.begin_map()?;
    loop {
        let (same, is_string) = if any_keys {
            if !source.next_entry()? {
                break;
            }
            let is_string = source.peek()? == Kind::String;
            let mut text = KeyText::new();
            source.drive(&mut text)?;
            (text.finish() == key, is_string)
        } else {
            match source.next_key()? {
                Some(name) => (&*name == key, true),
                None => break,
            }
        };
        if same && is_string && !last {
            return Ok(true);
        }
        let better = match found {
            _ if !same => false,
            None => true,
            Some((_, was_string)) if is_string == was_string => last,
            Some(_) => is_string,
        };
        if better {
            found = Some((source.mark(), is_string));
        }
        source.skip()?;
    }
    match found {
        Some((mark, _)) => source.rewind(mark).map(|()| true),
        None => Ok(false),
    }
}
