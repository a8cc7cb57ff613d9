//! Variants of enums as tags: `!Name` before their content.

use alloc::string::String;

use varvel_core::{Error, Result};

use super::Writer;
use super::layout::{Before, Next};

impl Writer {
    /// Writes the name of a variant before the next node. Returns whether it was written: a tag
    /// must allow that name, and a node must not have another tag or be a key.
    #[cold]
    #[inline(never)]
    pub(super) fn name_variant(&mut self, name: &str) -> Result<bool> {
        let next = match self.layout.level.next {
            Next::Root => Next::TaggedRoot,
            Next::Item => Next::TaggedItem,
            Next::Value => Next::TaggedValue,
            _ => return Ok(false),
        };
        if !is_simple(name) {
            return Ok(false);
        }
        self.before_value("a variant")?;
        self.tag = self.out.len();
        self.gap()?;
        self.put(b"!")?;
        self.put(name.as_bytes())?;
        self.layout.level.next = next;
        Ok(true)
    }

    /// Writes a scalar that has a tag of its own. If the name of a variant was written as a tag, it
    /// becomes the key of an object of one member.
    pub(super) fn with_own_tag(&mut self, write: impl FnOnce(&mut Self) -> Result) -> Result {
        let before = match self.layout.level.next {
            Next::TaggedRoot => Before::Nothing,
            Next::TaggedItem => Before::Indicator,
            Next::TaggedValue => Before::Colon,
            _ => return write(self),
        };
        let tag = self.out.as_slice().get(self.tag..).unwrap_or_default();
        let name = tag.split(|&byte| byte == b'!').next_back();
        let name = core::str::from_utf8(name.unwrap_or_default()).unwrap_or_default();
        let mut key = String::new();
        key.try_reserve_exact(name.len())
            .map_err(|_| Error::out_of_memory())?;
        key.push_str(name);
        self.out.truncate(self.tag);
        self.layout.enter(Next::Key, before, 0)?;
        self.text_key(&key)?;
        write(self)?;
        self.layout.leave();
        Ok(())
    }
}

/// Returns whether a tag can have this name, and no reader gives that tag another meaning.
fn is_simple(name: &str) -> bool {
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    !name.is_empty() && name.bytes().all(simple)
}
