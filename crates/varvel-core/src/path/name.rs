//! [`Name`]: a key as it is written in the text of a path. Escapes are decoded while the name is
//! read, so following a path does not allocate.

use alloc::borrow::Cow;
use core::fmt::{self, Write as _};
use core::str::Chars;

use crate::codec::Encode;

/// The key of a member as a path or a JSON Pointer writes it.
///
/// ```
/// use varvel::path::{Selector, Selectors};
/// let Some(Ok(Selector::Name(name))) = Selectors::path(r#"["a\tb"].c"#).next() else {
///     unreachable!("it begins with a key");
/// };
/// assert_eq!(name.as_str(), None); // not as it stands there
/// assert_eq!(name.to_cow(), "a\tb");
/// assert_eq!(name, *"a\tb");
/// ```
#[derive(Clone, Copy)]
pub struct Name<'a> {
    /// Invariant: the escapes in the text are whole, and belong to the form `escapes`.
    text: &'a str,
    escapes: Escapes,
    /// Whether it has no quotes in the path.
    bare: bool,
}

#[derive(Clone, Copy)]
enum Escapes {
    None,
    /// The escapes of a JSON string.
    Json,
    /// `~0` is `~` and `~1` is `/`.
    Pointer,
}

impl<'a> Name<'a> {
    /// Makes a name of a text without escapes, which stands between quotes or has none.
    pub(super) fn plain(text: &'a str, bare: bool) -> Self {
        Self {
            text,
            escapes: Escapes::None,
            bare,
        }
    }

    /// Makes a name of the body of a JSON string. The body was read to its end with [`unescaped`].
    pub(super) fn json(text: &'a str) -> Self {
        let escapes = match text.contains('\\') {
            true => Escapes::Json,
            false => Escapes::None,
        };
        Self {
            text,
            escapes,
            bare: false,
        }
    }

    /// Makes a name of a token of a JSON Pointer. Returns the offset of a `~` in it that is not an
    /// escape.
    pub(super) fn pointer(text: &'a str) -> Result<Self, usize> {
        let mut tildes = text.match_indices('~');
        let bytes = text.as_bytes();
        if let Some((at, _)) =
            tildes.find(|(at, _)| !matches!(bytes.get(at + 1), Some(b'0' | b'1')))
        {
            return Err(at);
        }
        let escapes = match text.contains('~') {
            true => Escapes::Pointer,
            false => Escapes::None,
        };
        Ok(Self {
            text,
            escapes,
            bare: true,
        })
    }

    /// Returns the key if it has no escapes in the path.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        matches!(self.escapes, Escapes::None).then_some(self.text)
    }

    /// Returns the key. It allocates if the key has escapes.
    pub fn to_cow(&self) -> Cow<'a, str> {
        match self.as_str() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.chars().collect()),
        }
    }

    /// Writes the key into `buffer`, and returns it. Returns `None` if there is not enough room.
    ///
    /// ```
    /// use varvel::path::{Selector, Selectors};
    /// let Some(Ok(Selector::Token(name))) = Selectors::pointer("/~1users").next() else {
    ///     unreachable!("it has a token");
    /// };
    /// assert_eq!(name.copy_into(&mut [0; 6]), Some("/users"));
    /// assert_eq!(name.copy_into(&mut [0; 5]), None);
    /// ```
    pub fn copy_into<'b>(&self, buffer: &'b mut [u8]) -> Option<&'b str> {
        let mut len = 0;
        for c in self.chars() {
            let end = len + c.len_utf8();
            c.encode_utf8(buffer.get_mut(len..end)?);
            len = end;
        }
        core::str::from_utf8(&buffer[..len]).ok()
    }

    /// Returns whether this name finds a key: the key is that string, or has that
    /// [`KeyText`](super::KeyText). It allocates only for maps inside of keys.
    ///
    /// ```
    /// use varvel::path::{Selector, Selectors};
    /// let Some(Ok(Selector::Token(name))) = Selectors::pointer("/200").next() else {
    ///     unreachable!("it has a token");
    /// };
    /// assert!(name.is_text_of(&200) && name.is_text_of("200") && !name.is_text_of(&20));
    /// ```
    pub fn is_text_of<T: Encode + ?Sized>(&self, key: &T) -> bool {
        super::key::is_text_of(self.chars(), key)
    }

    /// Returns the characters of the key.
    pub fn chars(&self) -> impl Iterator<Item = char> + use<'a> {
        let mut rest = self.text.chars();
        let escapes = self.escapes;
        core::iter::from_fn(move || match (escapes, rest.clone().next()?) {
            (Escapes::Json, '\\') => unescaped(&mut rest),
            (Escapes::Pointer, '~') => match rest.nth(1)? {
                '1' => Some('/'),
                _ => Some('~'),
            },
            _ => rest.next(),
        })
    }

    /// Returns whether the path has it without quotes, so that a number may mean an item.
    pub(super) fn is_bare(&self) -> bool {
        self.bare
    }

    /// Returns the index that this is in a JSON Pointer: digits without leading zeros (RFC 6901,
    /// section 4).
    #[inline]
    pub(super) fn index(&self) -> Option<usize> {
        index(self.text)
    }
}

/// Reads digits without leading zeros, in the range of an index.
#[inline]
pub(super) fn index(digits: &str) -> Option<usize> {
    let zeros = digits.starts_with('0') && digits.len() > 1;
    let plain = !zeros && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

/// Takes the next character of the body of a JSON string, decoded.
///
/// Returns `None` at the end, and at a character that cannot stand in such a body: a control
/// character, an unknown escape, half of a surrogate pair.
pub(super) fn unescaped(text: &mut Chars<'_>) -> Option<char> {
    match text.next()? {
        '\\' => {}
        '\0'..' ' => return None,
        c => return Some(c),
    }
    match text.next()? {
        c @ ('"' | '\\' | '/') => Some(c),
        'b' => Some('\u{8}'),
        'f' => Some('\u{C}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => {
            let first = unit(text)?;
            if !(0xD800..0xDC00).contains(&first) {
                return char::from_u32(first.into());
            }
            if (text.next(), text.next()) != (Some('\\'), Some('u')) {
                return None;
            }
            char::decode_utf16([first, unit(text)?]).next()?.ok()
        }
        _ => None,
    }
}

/// Reads the four digits of `\u`.
fn unit(text: &mut Chars<'_>) -> Option<u16> {
    let mut digits = (0..4).map(|_| text.next()?.to_digit(16));
    digits.try_fold(0, |unit, digit| Some(unit << 4 | digit? as u16))
}

impl PartialEq<str> for Name<'_> {
    fn eq(&self, key: &str) -> bool {
        self.chars().eq(key.chars())
    }
}

impl PartialEq for Name<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.chars().eq(other.chars())
    }
}

impl Eq for Name<'_> {}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|c| f.write_char(c))
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_cow(), f)
    }
}
