//! Nodes by where they are: JSON Pointer (RFC 6901) and paths (`a.b[0].c`).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::error::{Quoted, Step};
use varvel_core::{Error, ErrorKind, Kind, Result};

use crate::count::Count;
use crate::reference::Ref;
use crate::value::Value;

/// The tokens of a JSON Pointer; `None` if it neither is empty nor begins with `/`.
fn tokens(pointer: &str) -> Option<impl Iterator<Item = Cow<'_, str>>> {
    let rest = match pointer {
        "" => None,
        _ => Some(pointer.strip_prefix('/')?),
    };
    let tokens = rest.into_iter().flat_map(|rest| rest.split('/'));
    Some(tokens.map(|token| match token.contains('~') {
        true => token.replace("~1", "/").replace("~0", "~").into(),
        false => token.into(),
    }))
}

/// The index that a token of a pointer is: digits without leading zeros.
fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = token.starts_with('0') && token.len() > 1;
    (digits && !zeros).then(|| token.parse().ok())?
}

impl<'a, R: Count> Ref<'a, R> {
    /// The node at a JSON Pointer (RFC 6901): `""` is this one, `"/a/0"` the first item of the
    /// member `a`; `~1` stands for `/` and `~0` for `~`.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let v = value!({"a/b": [1, {"c": 2}]});
    /// assert_eq!(v.pointer("/a~1b/1/c").unwrap(), 2);
    /// assert!(v.pointer("/a~1b/2").is_none());
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<Self> {
        tokens(pointer)?.try_fold(*self, |node, token| match node.kind() {
            Kind::Array => node.at(index(&token)?),
            _ => node.get(&token),
        })
    }

    /// The node at a path: `a.b[0].c`. A key with other characters than letters, digits and `_`
    /// stands in brackets and quotes: `["first name"].x`; a leading `$` is this node, so that the
    /// path of an [`Error`] is one.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let v = value!({"users": [{"first name": "Ada"}]});
    /// assert_eq!(v.path(r#"users[0]["first name"]"#)?, "Ada");
    /// assert_eq!(v.path("$.users[0]")?.len(), 1);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if that is no path, `NotFound` if nothing is there, `TypeMismatch` if a node on the
    /// way is of another kind.
    pub fn path(&self, path: &str) -> Result<Self> {
        steps(path)?
            .iter()
            .try_fold(*self, |node, step| match step {
                Step::Key(key) => node.field(key),
                Step::Index(index) => node.item(*index),
            })
    }
}

/// # By path
impl<R: Count> Value<R> {
    /// See [`Ref::pointer`].
    ///
    /// ```
    /// # use varvel_value::value;
    /// assert_eq!(value!([1, [2, 3]]).pointer("/1/0").unwrap(), 2);
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<Ref<'_, R>> {
        self.as_ref().pointer(pointer)
    }

    /// The node at a JSON Pointer, to be changed. What is on the way is thawed.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let mut v = value!({"a": [1]});
    /// *v.pointer_mut("/a/0").unwrap() = 2.into();
    /// assert_eq!(v, value!({"a": [2]}));
    /// ```
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Self> {
        // Nothing is thawed on the way to what is not there.
        self.pointer(pointer)?;
        tokens(pointer)?.try_fold(self, |node, token| match node.kind() {
            Kind::Array => node.at_mut(index(&token)?),
            _ => node.get_mut(&token),
        })
    }

    /// See [`Ref::path`].
    ///
    /// # Errors
    /// Those of [`Ref::path`].
    ///
    /// ```
    /// # use varvel_value::value;
    /// assert_eq!(value!({"a": [1]}).path("a[0]")?, 1);
    /// assert!(value!({"a": [1]}).path("a[1]").is_err());
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn path(&self, path: &str) -> Result<Ref<'_, R>> {
        self.as_ref().path(path)
    }

    /// The node at a path, to be changed. What is on the way is thawed.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let mut v = value!({"a": [{"b": 1}]});
    /// *v.path_mut("a[0].b")? = 2.into();
    /// assert_eq!(v, value!({"a": [{"b": 2}]}));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Ref::path`].
    pub fn path_mut(&mut self, path: &str) -> Result<&mut Self> {
        self.path(path)?;
        steps(path)?.iter().try_fold(self, |node, step| match step {
            Step::Key(key) => node.field_mut(key),
            Step::Index(index) => node.item_mut(*index),
        })
    }

    /// Puts a value at a path, and makes what is missing on the way to it: members of objects,
    /// objects where null is or nothing, an item behind the last. What was there.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let mut v = value!({});
    /// v.set_path("a.list[0].b", 1)?;
    /// assert_eq!(v, value!({"a": {"list": [{"b": 1}]}}));
    /// assert_eq!(v.set_path("a.list[0].b", 2)?, Some(value!(1)));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if that is no path; `TypeMismatch` if a node on the way is of another kind;
    /// `NotFound` for an item further behind the last. Then some of what was missing may have been
    /// made.
    pub fn set_path(&mut self, path: &str, value: impl Into<Self>) -> Result<Option<Self>> {
        let steps = steps(path)?;
        let mut node = self;
        let mut fresh = false;
        for step in &steps {
            (node, fresh) = node.step_into(step)?;
        }
        let old = core::mem::replace(node, value.into());
        Ok((!fresh).then_some(old))
    }

    /// The member or item of this, added as null if it is not there; whether it was not.
    fn step_into(&mut self, step: &Step) -> Result<(&mut Self, bool)> {
        match step {
            Step::Key(key) => {
                if self.is_null() {
                    *self = Self::new_object();
                }
                if self.kind() == Kind::Map {
                    let fresh = self.position(key).is_none();
                    return Ok((self.member_of_map(key), fresh));
                }
                let object = self.object_mut()?;
                let fresh = !object.contains_key(key);
                Ok((object.entry(key).or_insert(Self::NULL), fresh))
            }
            Step::Index(index) => {
                if self.is_null() {
                    *self = Self::new_array();
                }
                let mut list = self.array_mut()?;
                let fresh = list.len() == *index;
                if fresh {
                    list.push(Self::NULL);
                }
                Ok((self.item_mut(*index)?, fresh))
            }
        }
    }

    /// Takes the node at a path out of the object or array that has it; those behind it move up.
    ///
    /// ```
    /// # use varvel_value::value;
    /// let mut v = value!({"a": [1, 2], "b": 3});
    /// assert_eq!(v.remove_path("a[0]")?, value!(1));
    /// assert_eq!(v.remove_path("b")?, value!(3));
    /// assert_eq!(v, value!({"a": [2]}));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Ref::path`].
    pub fn remove_path(&mut self, path: &str) -> Result<Self> {
        self.path(path)?;
        let steps = steps(path)?;
        let Some((last, way)) = steps.split_last() else {
            return Ok(self.take());
        };
        let around = way.iter().try_fold(self, |node, step| match step {
            Step::Key(key) => node.field_mut(key),
            Step::Index(index) => node.item_mut(*index),
        })?;
        let removed = match last {
            Step::Index(index) => Some(around.array_mut()?.remove(*index)),
            Step::Key(key) => around.remove_any(Value::<R>::from(key.as_str()).as_ref())?,
        };
        removed.ok_or_else(|| Error::new(ErrorKind::NotFound))
    }
}

/// The steps of a path.
fn steps(path: &str) -> Result<Vec<Step>> {
    let no_path = |rest: &str| {
        Error::expected(ErrorKind::Syntax, "a path like a.b[0].c")
            .with_content(Quoted(path))
            .or_offset(path.len() - rest.len())
    };
    let mut steps = Vec::new();
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    // A key at the beginning needs no point.
    let mut first = rest.len() == path.len();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (step, behind) = bracket(inner).ok_or_else(|| no_path(rest))?;
            steps.push(step);
            rest = behind;
        } else {
            let key = match (rest.strip_prefix('.'), first) {
                (Some(key), false) => key,
                (None, true) => rest,
                _ => return Err(no_path(rest)),
            };
            let end = key
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(key.len());
            if end == 0 {
                return Err(no_path(rest));
            }
            steps.push(Step::Key(key[..end].into()));
            rest = &key[end..];
        }
        first = false;
    }
    Ok(steps)
}

/// What stands behind an opening bracket, and what follows the closing one.
fn bracket(text: &str) -> Option<(Step, &str)> {
    if !text.starts_with('"') {
        let (digits, rest) = text.split_once(']')?;
        let at = index(digits).filter(|_| !digits.is_empty())?;
        return Some((Step::Index(at), rest));
    }
    // A key in quotes is a JSON string.
    let mut escaped = false;
    let end = text.bytes().enumerate().skip(1).find(|&(_, byte)| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    let (key, rest) = text.split_at(end?.0 + 1);
    let key: String = varvel_json::from_str(key).ok()?;
    Some((Step::Key(key), rest.strip_prefix(']')?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    #[test]
    fn paths_are_read_as_errors_write_them() {
        let key = |key: &str| Step::Key(key.into());
        assert_eq!(steps("").unwrap(), []);
        assert_eq!(steps("$").unwrap(), []);
        let all = vec![
            key("a"),
            Step::Index(0),
            key("b c"),
            key("d\"]"),
            key("ü_1"),
        ];
        let text = varvel_core::error::Path::new(&all).to_string();
        assert_eq!(text, r#"$.a[0]["b c"]["d\"]"].ü_1"#);
        assert_eq!(steps(&text).unwrap(), all);
        assert_eq!(steps(&text[2..]).unwrap(), all);
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in [
            ".a", "a.", "a..b", "a[", "a[]", "a[x]", "a[01]", "a[\"]", "a[\"b\"", "a b", "$a",
            "a[0]b",
        ] {
            let error = steps(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Syntax, "{text}");
        }
    }
}
