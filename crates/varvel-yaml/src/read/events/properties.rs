//! The properties of a node, which stand before it: anchors and tags.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use varvel_core::Result;

use super::space::{is_flow_indicator, is_space};
use super::{Event, Events};
use crate::error;

/// The prefix of the tags that YAML itself knows.
pub(super) const CORE: &str = "tag:yaml.org,2002:";

/// A range of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Range {
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The anchor and the tag of a node as ranges of the input: the name without `&`, and the whole
/// tag.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Properties {
    pub(super) anchor: Range,
    pub(super) tag: Range,
}

impl Properties {
    pub(in crate::read) const NONE: Self = Self {
        anchor: Range::EMPTY,
        tag: Range::EMPTY,
    };

    #[inline(always)]
    pub(super) fn is_none(&self) -> bool {
        self.anchor.is_empty() && self.tag.is_empty()
    }
}

/// The tag of a node: the prefix that its handle stands for, and the suffix, in which `%21` may
/// stand for `!`.
///
/// ```
/// use varvel::Limits;
/// use varvel::yaml::events::Events;
/// let mut events = Events::new(b"!!str 1", &Limits::DEFAULT)?;
/// events.next()?;
/// events.next()?;
/// let tag = events.tag().unwrap();
/// assert_eq!(tag.to_string(), "tag:yaml.org,2002:str");
/// assert_eq!(tag.core(), Some("str"));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'de> {
    pub(super) prefix: &'de str,
    pub(super) suffix: &'de str,
}

impl<'de> Tag<'de> {
    /// Returns the name of a tag that YAML itself knows, such as `str` or `int`.
    pub fn core(&self) -> Option<&'de str> {
        match self.prefix {
            CORE => Some(self.suffix),
            "" => self.suffix.strip_prefix(CORE),
            _ => None,
        }
    }

    /// Returns whether it is `!` alone: the schema is not used for the node.
    pub fn is_non_specific(&self) -> bool {
        self.prefix == "!" && self.suffix.is_empty()
    }

    /// Returns the suffix with its escapes decoded.
    fn decoded(&self) -> Cow<'de, str> {
        if !self.suffix.contains('%') {
            return Cow::Borrowed(self.suffix);
        }
        let mut bytes = alloc::vec::Vec::new();
        let mut rest = self.suffix.as_bytes();
        while let [first, tail @ ..] = rest {
            let escape = match (first, tail) {
                (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
                _ => None,
            };
            match escape {
                Some((high, low)) => {
                    bytes.push(high << 4 | low);
                    rest = &tail[2..];
                }
                None => {
                    bytes.push(*first);
                    rest = tail;
                }
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Cow::Owned(text),
            Err(_) => Cow::Borrowed(self.suffix),
        }
    }
}

impl fmt::Display for Tag<'_> {
    /// Writes the whole tag.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.prefix)?;
        f.write_str(&self.decoded())
    }
}

/// Returns the value of a hexadecimal digit.
pub(super) const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

impl<'de> Events<'de> {
    /// Returns whether a property begins here.
    #[inline(always)]
    pub(super) fn at_property(&self) -> bool {
        matches!(self.here(), b'&' | b'!')
    }

    /// Reads an anchor or a tag into `properties`, and the white space behind it on its line.
    pub(super) fn property(&mut self, properties: &mut Properties, flow: bool) -> Result {
        let at = self.place.at;
        let (slot, end) = match self.here() {
            b'&' => {
                let end = self.name_end(at + 1)?;
                (&mut properties.anchor, Range { start: at + 1, end })
            }
            _ => {
                let end = self.tag_end(at, flow)?;
                (&mut properties.tag, Range { start: at, end })
            }
        };
        if !slot.is_empty() {
            return Err(error::second_property(self.input, at));
        }
        *slot = end;
        self.place.at = self.skip_blanks(end.end);
        Ok(())
    }

    /// Joins the properties of a node on its line with those on earlier lines.
    pub(super) fn merge(&self, outer: Properties, inner: Properties) -> Result<Properties> {
        let one = |a: Range, b: Range, at| match (a.is_empty(), b.is_empty()) {
            (true, _) => Ok(b),
            (_, true) => Ok(a),
            _ => Err(error::second_property(self.input, at)),
        };
        let (anchor, tag) = (inner.anchor, inner.tag);
        Ok(Properties {
            // The range of an anchor is behind its `&`.
            anchor: one(outer.anchor, anchor, anchor.start.saturating_sub(1))?,
            tag: one(outer.tag, tag, tag.start)?,
        })
    }

    /// Reads an alias: `*name`.
    pub(super) fn alias(&mut self) -> Result<Event> {
        let at = self.place.at;
        let end = self.name_end(at + 1)?;
        self.properties = Properties::NONE;
        self.scalar(super::Style::Plain, at, Range { start: at + 1, end });
        self.place.at = end;
        Ok(Event::Alias)
    }

    /// Returns the end of an anchor's name that begins at `start`.
    pub(super) fn name_end(&self, start: usize) -> Result<usize> {
        let mut end = start;
        while !is_space(self.byte(end)) && !is_flow_indicator(self.byte(end)) {
            end += 1;
        }
        match end == start {
            false => Ok(end),
            true => Err(error::no_name(self.input, start)),
        }
    }

    /// Returns the end of the tag that begins at `at`.
    fn tag_end(&self, at: usize, flow: bool) -> Result<usize> {
        let mut end = at + 1;
        if self.byte(end) == b'<' {
            while is_uri(self.byte(end + 1)) {
                end += 1;
            }
            if self.byte(end + 1) != b'>' || end == at + 1 {
                return Err(error::verbatim_tag(self.input, end + 1));
            }
            end += 2;
        } else {
            while is_uri(self.byte(end)) && !is_flow_indicator(self.byte(end)) {
                end += 1;
            }
        }
        if !(is_space(self.byte(end)) || flow && is_flow_indicator(self.byte(end))) {
            return Err(error::tag_character(self.input, end));
        }
        let text = self.input.get(at..end).unwrap_or_default();
        let suffix_missing = text.len() > 1 && text.ends_with('!');
        if suffix_missing || self.directives.resolve(text).is_none() {
            return Err(error::unknown_handle(text, at));
        }
        Ok(end)
    }
}

/// Returns whether a URI may contain this byte.
const fn is_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'%' | b'-'
                | b'#'
                | b';'
                | b'/'
                | b'?'
                | b':'
                | b'@'
                | b'&'
                | b'='
                | b'+'
                | b'$'
                | b','
                | b'_'
                | b'.'
                | b'!'
                | b'~'
                | b'*'
                | b'\''
                | b'('
                | b')'
                | b'['
                | b']'
        )
}
