//! [`doubled_key`]: finds the key that a map has twice, by reading the map a second time.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::path::{KeyText, Step};
use crate::source::Source;

/// A key that came for a second time in a map.
#[derive(Debug)]
pub struct DoubledKey {
    /// The offset of its beginning.
    at: usize,
    /// The path to it from the node that was read for it.
    path: Vec<Step>,
}

impl DoubledKey {
    /// Shows this key in the error that a sink made of it. `node` is the path of the node that was
    /// read for it.
    #[cold]
    pub fn shown_in(self, error: Error, mut node: Vec<Step>) -> Error {
        node.extend(self.path);
        error.at_byte(self.at).or_path(|| node).with_doubled_key()
    }
}

/// The keys of an open map: their texts, and the place of the first key that came for a second
/// time.
struct Keys<M> {
    texts: BTreeSet<String>,
    again: Option<(usize, M)>,
}

/// Finds the key that a sink refused, if `error` is the error of a doubled key without a place: a
/// sink may compare keys that are not strings when the map ends, and does not know then where they
/// stood.
///
/// The map is in a node from byte `from` on, and ends at byte `end`. `reader` reads the node alone,
/// without limits. `path` returns the path from the node to the place of the reader, whose offset
/// it is given. Time is linear in the node, but for a logarithm.
#[cold]
#[inline(never)]
pub fn doubled_key<'de, R: Source<'de>>(
    error: &Error,
    mut reader: R,
    from: usize,
    end: usize,
    path: impl FnOnce(&R, usize) -> Vec<Step>,
) -> Option<DoubledKey> {
    if error.kind() != ErrorKind::DuplicateKey || error.offset().is_some() {
        return None;
    }
    let (at, mark) = first_again(&mut reader, end - from).ok()??;
    reader.rewind(mark).ok()?;
    Some(DoubledKey {
        at: from + at,
        path: path(&reader, at),
    })
}

/// Finds the first key that came for a second time in the map that ends at `end`. Returns the
/// offset and the mark of its beginning.
fn first_again<'de, R: Source<'de>>(
    reader: &mut R,
    end: usize,
) -> Result<Option<(usize, R::Mark)>> {
    // The keys of each open map; an array has none.
    let mut open: Vec<Option<Keys<R::Mark>>> = Vec::new();
    loop {
        match reader.peek()? {
            Kind::Array => {
                reader.begin_array()?;
                open.push(None);
            }
            Kind::Object | Kind::Map => {
                reader.begin_map()?;
                open.push(Some(Keys {
                    texts: BTreeSet::new(),
                    again: None,
                }));
            }
            // A tagged node follows its tag.
            Kind::Tagged => {
                reader.read_tag()?;
                continue;
            }
            _ => reader.skip()?,
        }
        // Moves to the next value, and leaves the containers that end here.
        loop {
            match open.last_mut() {
                None => return Ok(None),
                Some(None) if reader.next_item()? => break,
                Some(Some(keys)) if reader.next_entry()? => {
                    read_key(reader, keys)?;
                    break;
                }
                Some(_) => {}
            }
            if let Some(Some(Keys {
                again: Some(again), ..
            })) = open.pop()
                && reader.offset() == end
            {
                return Ok(Some(again));
            }
        }
    }
}

/// Reads the key at this place, and records whether it came before.
fn read_key<'de, R: Source<'de>>(reader: &mut R, keys: &mut Keys<R::Mark>) -> Result {
    let (at, mark) = (reader.offset(), reader.mark());
    let string = reader.peek()? == Kind::String;
    let mut text = KeyText::new();
    reader.drive(&mut text)?;
    // A string and a number of the same text are two keys.
    if !keys.texts.insert(format!("{string}{}", text.finish())) {
        keys.again.get_or_insert((at, mark));
    }
    Ok(())
}
