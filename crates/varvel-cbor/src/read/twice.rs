//! Which key of a map came twice: found by reading up to it once more.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::{KeyText, Step};
use varvel_core::{Kind, Limits, Result, Source as _};

use super::Reader;
use super::pull::Mark;
use crate::options::ReadOptions;

/// A map that is open: the texts of its keys, and where the first one stands that came before.
#[derive(Default)]
struct Keys {
    texts: BTreeSet<String>,
    again: Option<(usize, Mark)>,
}

/// Finds the key that a map has a second time which ends at `end`: where it begins, and its path. The map is in the value
/// that `bytes` begin with. Called for errors only; linear in the input but for a logarithm.
#[cold]
#[inline(never)]
pub fn duplicate(bytes: &[u8], end: usize) -> Option<(usize, Vec<Step>)> {
    let mut reader = Reader::new(bytes, &ReadOptions::with_limits(Limits::NONE)).ok()?;
    let (at, mark) = find(&mut reader, end).ok()??;
    reader.rewind(mark).ok()?;
    Some((at, reader.open.path(bytes, at)))
}

fn find(reader: &mut Reader<'_>, end: usize) -> Result<Option<(usize, Mark)>> {
    // The keys of each open map; of an array none.
    let mut open: Vec<Option<Keys>> = Vec::new();
    loop {
        match reader.peek()? {
            Kind::Array => {
                reader.begin_array()?;
                open.push(None);
            }
            Kind::Object | Kind::Map => {
                reader.begin_map()?;
                open.push(Some(Keys::default()));
            }
            Kind::Tagged => {
                reader.read_tag()?;
                continue;
            }
            _ => reader.skip()?,
        }
        // The next value, behind all that ends here.
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

/// Reads the key that stands here, and notes whether it came before.
fn read_key(reader: &mut Reader<'_>, keys: &mut Keys) -> Result {
    let (at, mark) = (reader.offset(), reader.mark());
    let string = reader.peek()? == Kind::String;
    let mut text = KeyText::new();
    reader.drive(&mut text)?;
    // A string is another key than what has the same text.
    if !keys.texts.insert(format!("{string}{}", text.finish())) {
        keys.again.get_or_insert((at, mark));
    }
    Ok(())
}
