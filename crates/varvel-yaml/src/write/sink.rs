//! The writer as a sink: it writes one event after the other.

use varvel_core::number::{is_integer, is_number};
use varvel_core::{Bytes, Error, Format, Profile, Result, Sink, Str, Tag, Timestamp};
use varvel_raw::number;

use super::layout::{Before, Next};
use super::style::{self, Style};
use super::{Writer, no_memory};
use crate::marker::Yaml;
use crate::{base64, error, timestamp};

/// The longest key without `?` before it, in bytes. Readers do not look further for its colon.
const LONGEST_KEY: usize = 1000;

impl Writer {
    /// Returns the text before the node that is to be written.
    pub(super) fn before(&self) -> Before {
        match self.layout.level.next {
            Next::Value | Next::TaggedValue => Before::Colon,
            Next::TaggedItem => Before::ItemTag,
            Next::TaggedRoot => Before::RootTag,
            Next::Item | Next::KeyNode | Next::ExplicitValue => Before::Indicator,
            _ => Before::Nothing,
        }
    }

    /// Begins an entry of the innermost container: on a new line, or on the rest of one.
    #[inline(always)]
    fn entry(&mut self) -> Result {
        if self.layout.level.fresh {
            self.first_entry()?;
        }
        match self.layout.inline {
            true => self.layout.inline = false,
            false => self.spaces(self.layout.level.column)?,
        }
        Ok(())
    }

    /// Begins the first entry of a container. Until now its column is that of the surrounding
    /// container.
    #[inline(never)]
    fn first_entry(&mut self) -> Result {
        self.layout.level.fresh = false;
        match self.layout.level.before {
            Before::Nothing => Ok(()),
            before if self.layout.level.anchor != 0 => {
                self.put(b" &a")?;
                self.put_decimal(self.layout.level.anchor)?;
                // On the same line, the anchor would belong to the first entry.
                self.layout.level.column += match before {
                    Before::Colon => self.indent(),
                    Before::RootTag => 0,
                    _ => 2,
                };
                self.put(b"\n")
            }
            Before::RootTag => self.put(b"\n"),
            Before::ItemTag => {
                self.layout.level.column += 2;
                self.put(b"\n")
            }
            Before::Indicator => {
                self.layout.level.column += 2;
                self.layout.inline = true;
                self.put(b" ")
            }
            Before::Colon => {
                self.layout.level.column += self.indent();
                self.put(b"\n")
            }
        }
    }

    fn put_decimal(&mut self, number: u32) -> Result {
        let write = |room: &mut [u8; 32]| number::write_i64(number.into(), room);
        self.out.put_with(write).map_err(no_memory)
    }

    /// Gives the next collection an anchor, if it is not empty.
    pub(super) fn anchor_next(&mut self, number: u32) {
        self.anchor = number;
    }

    /// Writes an alias of the collection with the anchor `number`.
    pub(super) fn alias(&mut self, number: u32) -> Result {
        self.scalar("an alias", |writer| {
            writer.put(b"*a")?;
            writer.put_decimal(number)
        })
    }

    /// Writes the text before a value. It is called before every value. Returns whether the value
    /// is a key.
    #[inline(always)]
    pub(super) fn before_value(&mut self, found: &'static str) -> Result<bool> {
        match self.layout.level.next {
            Next::Value => return Ok(false),
            Next::Item => {
                self.entry()?;
                self.put(b"-")?;
            }
            Next::KeyNode => return Ok(true),
            _ => self.unusual_value(found)?,
        }
        Ok(false)
    }

    #[cold]
    #[inline(never)]
    fn unusual_value(&mut self, found: &'static str) -> Result {
        match self.layout.level.next {
            Next::ExplicitValue => {
                self.entry()?;
                self.put(b":")
            }
            Next::Root if self.options.start => self.put(b"---\n"),
            Next::Root | Next::TaggedRoot | Next::TaggedItem | Next::TaggedValue => Ok(()),
            next => Err(self.fail(error::out_of_order(next.name()).with_found(found))),
        }
    }

    /// Writes the space between a value and the text before it.
    #[inline(always)]
    pub(super) fn gap(&mut self) -> Result {
        match self.layout.level.next {
            Next::Root => Ok(()),
            _ => self.put(b" "),
        }
    }

    /// Writes a scalar of one line, which `text` appends.
    #[inline(always)]
    fn scalar(&mut self, found: &'static str, text: impl FnOnce(&mut Self) -> Result) -> Result {
        if self.before_value(found)? {
            self.entry()?;
            let start = self.out.len();
            text(self)?;
            return self.key_end(start);
        }
        self.gap()?;
        text(self)?;
        self.put(b"\n")?;
        self.layout.complete();
        Ok(())
    }

    /// Ends a key that begins at `start`.
    #[inline(always)]
    fn key_end(&mut self, start: usize) -> Result {
        if self.out.len() - start > LONGEST_KEY {
            return self.long_key(start);
        }
        self.put(b":")?;
        self.layout.level.next = Next::Value;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn long_key(&mut self, start: usize) -> Result {
        self.put(b"  ")?;
        let end = self.out.len();
        let out = self.out.as_mut_slice();
        out.copy_within(start..end - 2, start + 2);
        out[start..start + 2].copy_from_slice(b"? ");
        self.put(b"\n")?;
        self.layout.level.next = Next::ExplicitValue;
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, write: impl FnOnce(&mut [u8; 32]) -> usize) -> Result {
        self.scalar("a number", |writer| {
            writer.out.put_with(write).map_err(no_memory)
        })
    }

    /// Writes a finite float.
    fn float(&mut self, write: impl FnOnce(&mut [u8; 32]) -> usize) -> Result {
        let mut room = [0; 32];
        let len = write(&mut room);
        let text = room.get(..len).unwrap_or_default();
        self.scalar("a float", |writer| writer.put_fraction(text))
    }

    /// Writes the text of a number so that readers of YAML 1.1 take it for a float: with a point,
    /// and a sign before the exponent. Its digits stay as they are.
    fn put_fraction(&mut self, text: &[u8]) -> Result {
        let exponent = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (digits, exponent) = text.split_at(exponent.unwrap_or(text.len()));
        self.put(digits)?;
        // Without an exponent, the integer -0 has no sign.
        if !digits.contains(&b'.') && (!exponent.is_empty() || digits == b"-0") {
            self.put(b".0")?;
        }
        match exponent {
            [] | [_, b'-' | b'+', ..] => self.put(exponent),
            [letter, power @ ..] => {
                self.put(&[*letter, b'+'])?;
                self.put(power)
            }
        }
    }

    /// Writes a float that is not finite.
    fn special(&mut self, value: f64) -> Result {
        self.scalar("a float", |writer| {
            writer.put(match (value.is_nan(), value > 0.0) {
                (true, _) => b".nan",
                (_, true) => b".inf",
                _ => b"-.inf",
            })
        })
    }

    /// Writes a string as a value.
    #[inline(always)]
    fn text(&mut self, text: &str) -> Result {
        if self.before_value("a string")? {
            return self.text_key(text);
        }
        self.gap()?;
        let style = style::of(text, false);
        let wide = self
            .options
            .width
            .map(usize::from)
            .filter(|&width| text.len() > width.saturating_sub(self.layout.level.column));
        match (style, wide) {
            (Style::Literal, _) => self.literal(text)?,
            (_, Some(width)) => {
                if !self.folded(text, width)? {
                    self.line_text(text, style)?;
                }
            }
            _ => self.line_text(text, style)?,
        }
        self.put(b"\n")?;
        self.layout.complete();
        Ok(())
    }

    /// Writes a string as a key.
    #[inline(always)]
    pub(super) fn text_key(&mut self, text: &str) -> Result {
        self.entry()?;
        let start = self.out.len();
        self.line_text(text, style::of(text, true))?;
        self.key_end(start)
    }

    #[inline(always)]
    fn begin(&mut self, next: Next, found: &'static str) -> Result {
        if self.before_value(found)? {
            self.entry()?;
            self.put(b"?")?;
        }
        let (before, anchor) = (self.before(), core::mem::take(&mut self.anchor));
        self.layout.enter(next, before, anchor)
    }

    #[inline(always)]
    fn end(&mut self, next: Next, empty: &[u8], found: &'static str) -> Result {
        if self.layout.level.next != next {
            let expected = self.layout.expected();
            return Err(self.fail(error::out_of_order(expected).with_found(found)));
        }
        if self.layout.level.fresh {
            if self.layout.level.before != Before::Nothing {
                self.put(b" ")?;
            }
            self.put(empty)?;
            self.put(b"\n")?;
        }
        self.layout.leave();
        Ok(())
    }

    /// Makes the error of a value that YAML has no form for.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, found: &'static str, hint: &'static str) -> Error {
        match self.before_value(found) {
            Ok(_) => self.fail(error::unrepresentable(found, hint)),
            Err(error) => error,
        }
    }
}

impl<'de> Sink<'de> for Writer {
    #[inline(always)]
    fn nest(&mut self) -> Result {
        let (most, depth) = (self.options.most(), self.layout.depth());
        match depth < most {
            true => Ok(()),
            false => Err(self.fail(Error::type_too_deep(most))),
        }
    }

    #[inline(always)]
    fn null(&mut self) -> Result {
        self.scalar("null", |writer| writer.put(b"null"))
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar("a boolean", |writer| match value {
            true => writer.put(b"true"),
            false => writer.put(b"false"),
        })
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        self.number(|room| number::write_i64(value, room))
    }

    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        self.number(|room| number::write_u64(value, room))
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        match value.is_finite() {
            true => self.float(|room| number::write_f64(value, room)),
            false => self.special(value),
        }
    }

    #[inline(always)]
    fn f32(&mut self, value: f32) -> Result {
        match value.is_finite() {
            true => self.float(|room| number::write_f32(value, room)),
            false => self.special(value.into()),
        }
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        if !is_integer(digits.as_bytes()) {
            let expected = "digits with an optional minus sign";
            return Err(self.fail(error::not_a_number(expected, digits)));
        }
        self.scalar("a number", |writer| writer.put(digits.as_bytes()))
    }

    fn decimal(&mut self, text: &str) -> Result {
        if !is_number(text.as_bytes()) {
            let expected = "a number as JSON writes it";
            return Err(self.fail(error::not_a_number(expected, text)));
        }
        self.scalar("a number", |writer| writer.put_fraction(text.as_bytes()))
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.text(&value)
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.with_own_tag(|writer| {
            writer.scalar("bytes", |writer| {
                if value.is_empty() {
                    return writer.put(b"!!binary \"\"");
                }
                writer.put(b"!!binary ")?;
                value
                    .chunks(3)
                    .try_for_each(|bytes| writer.put(&base64::letters(bytes)))
            })
        })
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let Some((text, len)) = timestamp::write(value) else {
            return Err(self.refuse(
                "a timestamp outside of the years 0 to 9999",
                "write it as a number of seconds",
            ));
        };
        self.with_own_tag(|writer| {
            writer.scalar("a timestamp", |writer| {
                writer.put(b"!!timestamp ")?;
                writer.put(text.get(..len).unwrap_or_default())
            })
        })
    }

    #[inline]
    fn variant(&mut self, name: &str) -> Result<bool> {
        match self.options.variant_tags {
            true => self.name_variant(name),
            false => Ok(false),
        }
    }

    fn tag(&mut self, _: Tag) -> Result {
        Err(self.refuse("a tagged value", "YAML's tags are names, not numbers"))
    }

    #[inline(always)]
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(Next::Item, "an array")
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        self.end(Next::Item, b"[]", "the end of an array")
    }

    #[inline(always)]
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(Next::Key, "a map")
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if self.layout.level.next != Next::Key {
            let expected = self.layout.expected();
            return Err(self.fail(error::out_of_order(expected).with_found("a key")));
        }
        self.text_key(&key)
    }

    fn any_key(&mut self) -> Result {
        if self.layout.level.next != Next::Key {
            let expected = self.layout.expected();
            return Err(self.fail(error::out_of_order(expected).with_found("a key")));
        }
        self.layout.level.next = Next::KeyNode;
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.end(Next::Key, b"{}", "the end of a map")
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        Yaml::PROFILE
    }
}
