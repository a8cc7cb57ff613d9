//! Tags
//!
//! A node of the kind VV_TAGGED is a tag and the node behind it: a tag of CBOR, or an extension
//! type of MessagePack.

use varvel::Tag;

use crate::guard::{Fallible, invalid, put};
use crate::node::{lead, vv_node};

/// A tag of CBOR.
pub const VV_TAG_NUMBER: u32 = 1;
/// An extension type of MessagePack.
pub const VV_TAG_EXTENSION: u32 = 2;
/// A simple value of CBOR that stands for none of the kinds here.
pub const VV_TAG_SIMPLE: u32 = 3;

/// The tag of a node.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_tag {
    /// VV_TAG_NUMBER, VV_TAG_EXTENSION or VV_TAG_SIMPLE.
    pub kind: u32,
    /// The number of an extension type, -128 to 127; else zero.
    pub extension: i32,
    /// The number of a tag or of a simple value; else zero.
    pub number: u64,
}

impl From<Tag> for vv_tag {
    fn from(tag: Tag) -> Self {
        let (kind, extension, number) = match tag {
            Tag::Number(number) => (VV_TAG_NUMBER, 0, number),
            Tag::Extension(extension) => (VV_TAG_EXTENSION, extension.into(), 0),
            Tag::Simple(number) => (VV_TAG_SIMPLE, 0, number.into()),
        };
        Self {
            kind,
            extension,
            number,
        }
    }
}

impl vv_tag {
    /// The tag that a caller asks for.
    pub(crate) fn read(self) -> Fallible<Tag> {
        let tag = match self.kind {
            VV_TAG_NUMBER => Some(Tag::Number(self.number)),
            VV_TAG_EXTENSION => i8::try_from(self.extension).ok().map(Tag::Extension),
            VV_TAG_SIMPLE => u8::try_from(self.number).ok().map(Tag::Simple),
            _ => None,
        };
        tag.map_or_else(|| invalid("a tag that there is not"), Ok)
    }
}

/// Returns the node behind the tag of a node of the kind VV_TAGGED, and stores the tag in `*tag`
/// (NULL if it is not wanted). Missing for a node without a tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_untagged(of: vv_node, tag: *mut vv_tag) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        lead(&of, |node| {
            let (found, inner) = node.tag()?;
            put(tag, found.into());
            Some(inner)
        })
    }
}
