//! Whether a flow collection is a key: whether a colon stands behind the bracket that closes it, on
//! its line.
//!
//! The line is looked through once for all the brackets on it, and what was found is kept until the
//! reader is past it; so the look ahead costs each byte of the input once, however brackets are
//! nested.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::Events;
use super::space::{is_blank, is_break, is_flow_indicator, is_space};

/// What was found by looking ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// What was looked through: from here
    start: usize,
    /// to here.
    end: usize,
    /// The opening brackets of keys, in order.
    keys: Vec<usize>,
    /// Those that are open while looking.
    open: Vec<usize>,
}

impl Events<'_> {
    /// Whether the flow collection whose bracket is at `at` is a key.
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

    /// Looks from the bracket at `start` to the one that closes it, or to the end of the line.
    fn look_ahead(&self, ahead: &mut Ahead, start: usize) -> Result {
        ahead.keys.clear();
        ahead.open.clear();
        let mut at = start;
        loop {
            match self.byte(at) {
                b' ' | b'\t' | b',' => at += 1,
                b'[' | b'{' => {
                    // Deeper than that is an error of its own, when it is read.
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

    /// Where the quotes that open at `at` are closed, if that is on the line.
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
