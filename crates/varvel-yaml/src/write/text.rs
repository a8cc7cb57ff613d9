//! The text of a string in a style.

use varvel_core::Result;

use super::layout::Before;
use super::style::{self, Style};
use super::{Writer, no_memory};

impl Writer {
    /// Writes a string of one line.
    #[inline(always)]
    pub(super) fn line_text(&mut self, text: &str, style: Style) -> Result {
        match style {
            Style::Plain => self.put(text.as_bytes()),
            Style::Single => self.single(text),
            Style::Double | Style::Literal => self.double(text),
        }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result {
        self.out.extend(bytes).map_err(no_memory)
    }

    /// Writes `count` spaces.
    #[inline(always)]
    pub(super) fn spaces(&mut self, mut count: usize) -> Result {
        const SPACES: [u8; 64] = [b' '; 64];
        while count > 0 {
            let n = count.min(SPACES.len());
            self.out.put_part(SPACES, n).map_err(no_memory)?;
            count -= n;
        }
        Ok(())
    }

    #[cold]
    fn single(&mut self, text: &str) -> Result {
        self.put(b"'")?;
        for (i, part) in text.split('\'').enumerate() {
            if i > 0 {
                self.put(b"''")?;
            }
            self.put(part.as_bytes())?;
        }
        self.put(b"'")
    }

    #[cold]
    fn double(&mut self, text: &str) -> Result {
        self.put(b"\"")?;
        let mut from = 0;
        for (at, character) in text.char_indices() {
            if !style::is_unseen(character) && !matches!(character, '"' | '\\' | '\n') {
                continue;
            }
            self.put(text.as_bytes().get(from..at).unwrap_or_default())?;
            from = at + character.len_utf8();
            self.escape(character)?;
        }
        self.put(text.as_bytes().get(from..).unwrap_or_default())?;
        self.put(b"\"")
    }

    /// Writes an escape. It is one of JSON if JSON has one for this character.
    fn escape(&mut self, character: char) -> Result {
        let letter = match character {
            '"' => b'"',
            '\\' => b'\\',
            '\n' => b'n',
            '\t' => b't',
            '\r' => b'r',
            '\x08' => b'b',
            '\x0C' => b'f',
            other => {
                // All of these characters are in the first plane.
                let code = u32::from(other);
                let digit = |shift: u32| b"0123456789abcdef"[(code >> shift & 15) as usize];
                return self.put(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            }
        };
        self.put(&[b'\\', letter])
    }

    /// Writes a string on lines of its own, behind `|`.
    pub(super) fn literal(&mut self, text: &str) -> Result {
        let (indent, column) = self.block_column();
        self.put(b"|")?;
        // Without a digit, the first line that is not empty shows the indentation of the lines.
        let first = text.bytes().find(|&byte| byte != b'\n');
        if first == Some(b' ') {
            self.put(&[b'0' + indent as u8])?;
        }
        let body = text.strip_suffix('\n');
        match body {
            None => self.put(b"-")?,
            Some(body) if body.ends_with('\n') => self.put(b"+")?,
            Some(_) => {}
        }
        for line in body.unwrap_or(text).split('\n') {
            self.put(b"\n")?;
            if !line.is_empty() {
                self.spaces(column)?;
                self.put(line.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes a string of one line on several lines, behind `>-`, if it is too wide and has spaces
    /// to break at. Returns whether it was written.
    #[cold]
    pub(super) fn folded(&mut self, text: &str, width: usize) -> Result<bool> {
        // A line that begins with a space would keep its line break.
        let breaks = |at: usize| {
            let bytes = text.as_bytes();
            bytes[at] == b' '
                && at > 0
                && bytes[at - 1] != b' '
                && bytes.get(at + 1).is_some_and(|&next| next != b' ')
        };
        let fine = !text.starts_with(' ')
            && !text.ends_with(' ')
            && !text
                .chars()
                .any(|character| character == '\n' || style::is_unseen(character));
        if !fine || !(0..text.len()).any(breaks) {
            return Ok(false);
        }
        let (_, column) = self.block_column();
        self.put(b">-")?;
        let most = width.saturating_sub(column).max(1);
        let (mut start, mut last) = (0, None);
        for at in (0..text.len()).filter(|&at| breaks(at)).chain([text.len()]) {
            if let Some(end) = last.filter(|_| at - start > most) {
                self.folded_line(text, start, end, column)?;
                start = end + 1;
            }
            last = Some(at);
        }
        self.folded_line(text, start, text.len(), column)?;
        Ok(true)
    }

    fn folded_line(&mut self, text: &str, start: usize, end: usize, column: usize) -> Result {
        self.put(b"\n")?;
        self.spaces(column)?;
        self.put(text.as_bytes().get(start..end).unwrap_or_default())
    }

    /// Returns by how much the lines of a block scalar are indented here, and their column.
    fn block_column(&self) -> (usize, usize) {
        let level = &self.layout.level;
        let indent = match self.before() {
            Before::Indicator | Before::ItemTag => 2,
            Before::Colon | Before::Nothing | Before::RootTag => self.indent(),
        };
        (indent, level.column + indent)
    }

    /// Returns how many spaces the value of a key is indented by.
    pub(super) fn indent(&self) -> usize {
        usize::from(self.options.indent.clamp(1, 9))
    }
}
