//! [`Layout`]: compact JSON text with other white space, and without signs beyond ASCII.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The white space of JSON text, as `json.dumps` lays it out.
pub struct Layout {
    indent: Option<String>,
    item: String,
    key: String,
    ascii: bool,
}

impl Layout {
    /// Returns the layout that the arguments of `json.dumps` mean; `None` for compact text.
    ///
    /// # Errors
    /// `TypeError` and `ValueError` for other arguments, and those with which the text would not be
    /// JSON.
    pub fn of(
        indent: Option<Bound<'_, PyAny>>,
        separators: Option<(String, String)>,
        ascii: bool,
    ) -> PyResult<Option<Self>> {
        let indent = match indent {
            None => None,
            Some(indent) if indent.is_instance_of::<PyString>() => Some(indent.extract()?),
            Some(indent) => match indent.extract::<i64>() {
                Ok(spaces @ ..=1024) => Some(" ".repeat(usize::try_from(spaces).unwrap_or(0))),
                _ => return Err(PyTypeError::new_err("indent is a number or a text")),
            },
        };
        if indent.is_none() && separators.is_none() && !ascii {
            return Ok(None);
        }
        let colon = if indent.is_none() { ":" } else { ": " };
        let (item, key) = separators.unwrap_or_else(|| (",".to_owned(), colon.to_owned()));
        let white = |text: &str| text.bytes().all(|byte| b" \t\r\n".contains(&byte));
        if item.trim_matches([' ', '\t', '\r', '\n']) != ","
            || key.trim_matches([' ', '\t', '\r', '\n']) != ":"
            || !white(indent.as_deref().unwrap_or_default())
        {
            let message = "separators are a comma and a colon, with white space around, \
                as is indent";
            return Err(PyValueError::new_err(message));
        }
        Ok(Some(Self {
            indent,
            item,
            key,
            ascii,
        }))
    }

    /// Returns `text`, which is compact JSON, in this layout. Takes time linear in the result.
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + text.len() / 2);
        let mut depth = 0;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            at += 1;
            match byte {
                b'"' => {
                    let end = at + string_length(&text[at..]);
                    self.string(&text[at - 1..end], &mut out);
                    at = end;
                }
                b'[' | b'{' => {
                    out.push(byte);
                    match text.get(at) {
                        Some(&end @ (b']' | b'}')) => {
                            out.push(end);
                            at += 1;
                        }
                        _ => {
                            depth += 1;
                            self.line(depth, &mut out);
                        }
                    }
                }
                b']' | b'}' => {
                    depth -= 1;
                    self.line(depth, &mut out);
                    out.push(byte);
                }
                b',' => {
                    out.extend_from_slice(self.item.as_bytes());
                    self.line(depth, &mut out);
                }
                b':' => out.extend_from_slice(self.key.as_bytes()),
                _ => out.push(byte),
            }
        }
        out
    }

    /// Begins a line, unless all stands in one.
    fn line(&self, depth: usize, out: &mut Vec<u8>) {
        if let Some(indent) = &self.indent {
            out.push(b'\n');
            for _ in 0..depth {
                out.extend_from_slice(indent.as_bytes());
            }
        }
    }

    fn string(&self, text: &[u8], out: &mut Vec<u8>) {
        match std::str::from_utf8(text) {
            Ok(text) if self.ascii && !text.is_ascii() => {
                for c in text.chars() {
                    match c.is_ascii() {
                        true => out.push(c as u8),
                        false => {
                            for unit in c.encode_utf16(&mut [0; 2]) {
                                out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                            }
                        }
                    }
                }
            }
            _ => out.extend_from_slice(text),
        }
    }
}

/// Returns the length of a string whose first quote came, with its last quote.
fn string_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}
