//! A view as text for people: JSON, with special forms for kinds that JSON lacks. It does not
//! recurse: the view drives itself into a sink that prints.

use alloc::vec::Vec;
use core::fmt::{self, Formatter, Write};

use varvel_core::{Bytes, Encode, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp};

use super::View;

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        debug(f, self)
    }
}

/// Prints a value as a view is printed.
///
/// Other types of Varvel use this, so that a document has one form.
#[doc(hidden)]
pub fn debug<T: Encode + ?Sized>(f: &mut Formatter<'_>, value: &T) -> fmt::Result {
    let mut print = Print {
        f,
        first: true,
        depth: 0,
        keys: Vec::new(),
    };
    value.encode(&mut print, &()).map_err(|_| fmt::Error)
}

/// A sink that prints events.
struct Print<'f, 'b> {
    f: &'f mut Formatter<'b>,
    /// Whether the next node needs no separator before it.
    first: bool,
    depth: usize,
    /// The depths of the containers in which a key of any kind is being printed.
    keys: Vec<usize>,
}

/// The error for a formatter that has failed; `fmt::Error` carries no more information either.
fn failed(_: fmt::Error) -> Error {
    Error::new(ErrorKind::Io)
}

impl Print<'_, '_> {
    fn begin(&mut self) -> Result {
        if !self.first {
            self.f.write_str(", ").map_err(failed)?;
        }
        self.first = false;
        Ok(())
    }

    /// Ends a node, which may be a key.
    fn end(&mut self) -> Result {
        if self.keys.last() == Some(&self.depth) {
            self.keys.pop();
            self.f.write_str(": ").map_err(failed)?;
            self.first = true;
        }
        Ok(())
    }

    fn scalar(&mut self, text: fmt::Arguments<'_>) -> Result {
        self.begin()?;
        self.f.write_fmt(text).map_err(failed)?;
        self.end()
    }

    fn open(&mut self, bracket: char) -> Result {
        self.begin()?;
        self.depth += 1;
        self.first = true;
        self.f.write_char(bracket).map_err(failed)
    }

    fn close(&mut self, bracket: char) -> Result {
        self.depth -= 1;
        self.first = false;
        self.f.write_char(bracket).map_err(failed)?;
        self.end()
    }
}

impl<'de> Sink<'de> for Print<'_, '_> {
    fn null(&mut self) -> Result {
        self.scalar(format_args!("null"))
    }
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(format_args!("{value}"))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(format_args!("{value:?}"))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.scalar(format_args!("{value:?}"))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(format_args!("{digits}"))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(format_args!("{text}"))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(format_args!("{value:?}"))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.scalar(format_args!("b\"{}\"", value.escape_ascii()))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(format_args!("@{}.{:09}", value.seconds(), value.nanos()))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.begin()?;
        self.first = true;
        match tag {
            Tag::Number(number) => write!(self.f, "tag({number}) "),
            Tag::Extension(kind) => write!(self.f, "extension({kind}) "),
            Tag::Simple(number) => write!(self.f, "simple({number}) "),
        }
        .map_err(failed)
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open('[')
    }
    fn end_array(&mut self) -> Result {
        self.close(']')
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open('{')
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.begin()?;
        self.first = true;
        write!(self.f, "{key:?}: ").map_err(failed)
    }
    fn any_key(&mut self) -> Result {
        self.keys.push(self.depth);
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.close('}')
    }
}
