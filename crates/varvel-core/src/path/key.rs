//! [`KeyText`]: the text by which a path finds a key, even if the key is not a string.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str;

use ::base64::Engine as _;
use ::base64::engine::general_purpose::STANDARD;
use varvel_raw::number::{write_f32, write_f64};

use crate::codec::{Encode, rfc3339};
use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink for one node that is a key. It writes the text by which a path finds that key.
///
/// A string is its own text. Numbers, booleans and null have the text that JSON output shows; bytes
/// are Base64, points in time RFC 3339, NaN and the infinities `nan`, `inf` and `-inf`. Collections
/// as keys are shown much as JSON has them. A tag adds nothing, since paths go through tags.
///
/// ```
/// use varvel::path::KeyText;
/// assert_eq!(KeyText::of(&200), "200");
/// assert_eq!(KeyText::of(&1.5), "1.5");
/// assert_eq!(KeyText::of(&[Some("a"), None]), r#"["a",null]"#);
/// ```
#[derive(Debug, Default)]
pub struct KeyText<W = String> {
    out: W,
    /// Whether a comma must come before the next item or key.
    part: bool,
    depth: usize,
    /// The depths of the maps in which a key that is not a string is being written.
    keys: Vec<usize>,
}

impl KeyText {
    /// Makes a sink that has no text yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the text of a key.
    pub fn of<T: Encode + ?Sized>(key: &T) -> String {
        let mut text = Self::new();
        // A key that cannot be read has the text that came before the error.
        let _ = key.encode(&mut text, &());
        text.finish()
    }
}

/// Returns whether a key has this text. It does not store the key's text.
pub(super) fn is_text_of<T: Encode + ?Sized>(
    expected: impl Iterator<Item = char>,
    key: &T,
) -> bool {
    let mut text = KeyText {
        out: Same {
            rest: expected,
            equal: true,
        },
        part: false,
        depth: 0,
        keys: Vec::new(),
    };
    let read = key.encode(&mut text, &()).is_ok();
    let mut same = text.out;
    read && same.equal && same.rest.next().is_none()
}

/// Compares the written text with the expected characters.
struct Same<I> {
    rest: I,
    equal: bool,
}

impl<I: Iterator<Item = char>> Write for Same<I> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.equal = self.equal && text.chars().all(|c| self.rest.next() == Some(c));
        Ok(())
    }
}

impl<W> KeyText<W> {
    /// Returns the text of the node.
    pub fn finish(self) -> W {
        self.out
    }
}

impl<W: Write> KeyText<W> {
    fn put(&mut self, text: &str) {
        // The writers used here do not fail.
        let _ = self.out.write_str(text);
    }

    /// Writes a comma before a node if one is needed.
    fn begin(&mut self) {
        if core::mem::take(&mut self.part) {
            self.put(",");
        }
    }

    /// Ends a node. It may be a key inside of a key.
    fn end(&mut self) -> Result {
        self.part = true;
        if self.keys.last() == Some(&self.depth) {
            self.keys.pop();
            self.colon();
        }
        Ok(())
    }

    fn colon(&mut self) {
        self.put(":");
        self.part = false;
    }

    fn scalar(&mut self, text: &str) -> Result {
        self.begin();
        self.put(text);
        self.end()
    }

    fn display(&mut self, value: impl fmt::Display) -> Result {
        self.begin();
        let _ = write!(self.out, "{value}");
        self.end()
    }

    fn float(&mut self, value: f64, print: impl FnOnce(&mut [u8; 32]) -> usize) -> Result {
        let mut text = [0; 32];
        self.scalar(match value {
            value if value.is_nan() => "nan",
            f64::INFINITY => "inf",
            f64::NEG_INFINITY => "-inf",
            _ => {
                let len = print(&mut text);
                str::from_utf8(&text[..len]).unwrap_or_default()
            }
        })
    }

    fn open(&mut self, bracket: &str) -> Result {
        self.begin();
        self.put(bracket);
        self.depth += 1;
        Ok(())
    }

    fn close(&mut self, bracket: &str) -> Result {
        self.put(bracket);
        self.depth = self.depth.saturating_sub(1);
        self.end()
    }
}

impl<'de, W: Write> Sink<'de> for KeyText<W> {
    fn null(&mut self) -> Result {
        self.scalar("null")
    }
    fn bool(&mut self, value: bool) -> Result {
        self.display(value)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.display(value)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.display(value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.float(value, |text| write_f64(value, text))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.float(value.into(), |text| write_f32(value, text))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(digits)
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(text)
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        match self.depth {
            0 => self.scalar(&value),
            _ => self.display(format_args!("{:?}", &*value)),
        }
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.begin();
        // Whole groups are encoded, so that padding comes only at the end.
        let mut text = [0; 64];
        for group in value.chunks(48) {
            let len = STANDARD.encode_slice(group, &mut text).unwrap_or(0);
            let letters = str::from_utf8(&text[..len]).unwrap_or_default();
            self.put(letters);
        }
        self.end()
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        match rfc3339::print(value) {
            Some(text) => self.scalar(&text),
            None => self.display(format_args!("@{}.{:09}", value.seconds(), value.nanos())),
        }
    }
    fn tag(&mut self, _: Tag) -> Result {
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open("[")
    }
    fn end_array(&mut self) -> Result {
        self.close("]")
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open("{")
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.begin();
        let _ = write!(self.out, "{:?}", &*key);
        self.colon();
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        self.keys
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.keys.push(self.depth);
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.close("}")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;
    use crate::path::{Selector, Selectors};

    fn text(drive: impl FnOnce(&mut KeyText) -> Result) -> String {
        let mut text = KeyText::new();
        drive(&mut text).unwrap();
        text.finish()
    }

    #[test]
    fn scalars_have_the_text_that_json_output_shows() {
        assert_eq!(text(|sink| sink.null()), "null");
        assert_eq!(text(|sink| sink.bool(true)), "true");
        assert_eq!(text(|sink| sink.i64(-16)), "-16");
        assert_eq!(text(|sink| sink.u64(u64::MAX)), u64::MAX.to_string());
        assert_eq!(text(|sink| sink.f64(1.0)), "1.0");
        assert_eq!(text(|sink| sink.f64(-0.0)), "-0.0");
        assert_eq!(text(|sink| sink.f32(0.1)), "0.1");
        assert_eq!(text(|sink| sink.f32(f32::NEG_INFINITY)), "-inf");
        assert_eq!(text(|sink| sink.f64(f64::NAN)), "nan");
        assert_eq!(text(|sink| sink.decimal("1.10")), "1.10");
        assert_eq!(text(|sink| sink.str("a \"b\"".into())), "a \"b\"");
        assert_eq!(text(|sink| sink.tag(Tag::Number(1))), "");
        let second = Timestamp::new(1, 0).unwrap();
        assert_eq!(text(|sink| sink.timestamp(second)), "1970-01-01T00:00:01Z");
    }

    #[test]
    fn bytes_are_base64_in_one_piece() {
        use crate::codec::Base64;
        for len in [0, 1, 2, 3, 47, 48, 49, 100, 1000] {
            let bytes: Vec<u8> = (0..len).map(|n| n as u8).collect();
            let expected = Base64::Standard.encode(&bytes).unwrap();
            assert_eq!(text(|sink| sink.bytes(Bytes::Input(&bytes))), expected);
        }
    }

    #[test]
    fn collections_have_a_text_of_their_own() {
        let shown = text(|sink| {
            sink.begin_map(None)?;
            sink.key("a".into())?;
            sink.i64_array(&[1, 2])?;
            sink.any_key()?;
            sink.begin_array(None)?;
            sink.null()?;
            sink.end_array()?;
            sink.str("b".into())?;
            sink.any_key()?;
            sink.i64(1)?;
            sink.i64(2)?;
            sink.end_map()
        });
        assert_eq!(shown, r#"{"a":[1,2],[null]:"b",1:2}"#);
    }

    #[test]
    fn a_name_is_compared_as_it_is_read() {
        let name = |path: &'static str| match Selectors::path(path).next() {
            Some(Ok(Selector::Name(name) | Selector::Token(name))) => name,
            other => panic!("{other:?}"),
        };
        assert!(name("/200").is_text_of(&200));
        assert!(name("[\"\\u00320\"]").is_text_of(&20));
        for path in ["/2000", "/20", "/", "a"] {
            assert!(!name(path).is_text_of(&200), "{path}");
        }
    }
}
