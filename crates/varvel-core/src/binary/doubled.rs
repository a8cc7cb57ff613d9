//! [`doubled_key`]: finds the key that a map has twice, by reading the map a second time.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::path::Step;
use crate::source::Source;
use crate::unique::{NodeCodes, Overflow};

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

/// The keys of the open maps.
#[derive(Default)]
struct Keys {
    codes: NodeCodes,
    seen: Overflow,
}

/// The place of the first key of an open map that came for a second time.
struct Again<M>(Option<(usize, M)>);

/// Finds the key that a sink refused, if `error` is the error of a doubled key without a place: a
/// sink may compare keys that are not strings when the map ends, and does not know then where they
/// stood.
///
/// The map is in a node from byte `from` on, and ends at byte `end`. `reader` reads the node alone,
/// without limits. `path` returns the path from the node to the place of the reader, whose offset
/// it is given. Time is linear in the node.
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
    let mut keys = Keys::default();
    // An array has no keys.
    let mut open: Vec<Option<Again<R::Mark>>> = Vec::new();
    loop {
        match reader.peek()? {
            Kind::Array => {
                reader.begin_array()?;
                open.push(None);
            }
            Kind::Object | Kind::Map => {
                reader.begin_map()?;
                keys.seen.open()?;
                open.push(Some(Again(None)));
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
                Some(Some(again)) if reader.next_entry()? => {
                    read_key(reader, &mut keys, again)?;
                    break;
                }
                Some(_) => {}
            }
            if let Some(Some(Again(again))) = open.pop() {
                keys.seen.close();
                if again.is_some() && reader.offset() == end {
                    return Ok(again);
                }
            }
        }
    }
}

/// Reads the key at this place, and records whether it came before.
fn read_key<'de, R: Source<'de>>(
    reader: &mut R,
    keys: &mut Keys,
    Again(again): &mut Again<R::Mark>,
) -> Result {
    let (at, mark) = (reader.offset(), reader.mark());
    if again.is_some() {
        return reader.skip();
    }
    match keys
        .seen
        .add_key(&mut keys.codes, |codes| reader.drive(codes))
    {
        Err(error) if error.kind() == ErrorKind::DuplicateKey => *again = Some((at, mark)),
        result => result?,
    }
    Ok(())
}
