//! Finds the flow collections that are keys: a colon stands behind their closing bracket, on the
//! same line.
//!
//! One search finds all keys among the brackets of a line, and its result is kept until the reader
//! is past them. So the search looks at each byte of the input once, however deeply brackets are
//! nested.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::Events;
use super::space::{is_blank, is_break, is_flow_indicator, is_space};

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// The beginning of the part that was searched.
    start: usize,
    /// The end of that part.
    end: usize,
    /// The opening brackets of keys, in ascending order.
    keys: Vec<usize>,
    /// The opening brackets that are not closed yet during a search.
    open: Vec<usize>,
}

impl Events<'_> {
    /// Returns whether the flow collection whose bracket is at `at` is a key.
    pub(super) fn is_key_ahead(&mut self, at: usize) -> Result<bool> {
        if at < self.ahead.start || at >= self.ahead.end {
            let mut ahead = core::mem::take(&mut self.ahead);
            let result = self.look_ahead(&mut ahead, at);
            ahead.keys.sort_unstable();
            self.ahead = ahead;
            result?;
        }
        Ok(self.ahead.keys.binary_search(&at).is_ok())
    }

    /// Searches from the bracket at `start` to its closing bracket, or to the end of the line.
    fn look_ahead(&self, ahead: &mut Ahead, start: usize) -> Result {
        ahead.keys.clear();
        ahead.open.clear();
        let mut at = start;
        loop {
            match self.byte(at) {
                b' ' | b'\t' | b',' => at += 1,
                b'[' | b'{' => {
                    // Deeper brackets are an error when they are read.
                    if ahead.open.len() > self.limit {
                        break;
                    }
                    put(&mut ahead.open, at)?;
                    at += 1;
                }
                b']' | b'}' => {
                    at += 1;
                    let opened = ahead.open.pop().unwrap_or(start);
                    if self.byte(self.skip_blanks(at)) == b':' {
                        put(&mut ahead.keys, opened)?;
                    }
                    if ahead.open.is_empty() {
                        break;
                    }
                }
                b'"' | b'\'' => match self.quotes_end(at) {
                    Some(end) => at = end,
                    None => break,
                },
                b'&' | b'*' | b'!' => {
                    at += 1;
                    while !is_space(self.byte(at)) && !is_flow_indicator(self.byte(at)) {
                        at += 1;
                    }
                }
                b'#' if is_blank(self.byte(at - 1)) => break,
                byte if is_break(byte) => break,
                _ => at = self.plain_line(at, true).max(at + 1),
            }
        }
        (ahead.start, ahead.end) = (start, at);
        Ok(())
    }

    /// Returns the end of the quotes that open at `at`, if they close on the same line.
    fn quotes_end(&self, at: usize) -> Option<usize> {
        let quote = self.byte(at);
        let mut end = at + 1;
        loop {
            match self.byte(end) {
                b'\\' if quote == b'"' && !is_break(self.byte(end + 1)) => end += 1,
                b'\'' if quote == b'\'' && self.byte(end + 1) == b'\'' => end += 1,
                byte if byte == quote => return Some(end + 1),
                byte if is_break(byte) => return None,
                _ => {}
            }
            end += 1;
        }
    }
}

fn put(list: &mut Vec<usize>, at: usize) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(at);
    Ok(())
}
