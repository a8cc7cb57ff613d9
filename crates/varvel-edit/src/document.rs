//! [`Document`]: a text that can be edited.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Limits, Result, Span};

use crate::Value;
use crate::aliases::Aliases;
use crate::change::{ATTEMPTS, Attempt, Changed, changed};
use crate::edit::{self, Edit};
use crate::layout;
use crate::order;
use crate::outline;
use crate::style::Style;
use crate::syntax::Syntax;

/// A text of JSON or YAML, together with its meaning.
///
/// Paths are those of [`Selectors`](varvel_core::path::Selectors): `a.b[0]["a key"]` or the JSON
/// Pointer `/a/b/0/a key`. A YAML text of several documents is an array of them.
///
/// An edit leaves the rest of the text alone. A new node is laid out like its neighbours: on one
/// line or on lines of its own, with the same depth, quotes and line breaks. Comments stay with
/// their node: a comment behind a node on its line, or before it between commas, goes with that
/// node. A comment on lines of its own stays, unless it is inside of a removed node.
///
/// In YAML an anchor stays with the new node in its place; a tag stays if the new node keeps its
/// meaning. A node that aliases refer to can neither be removed nor set, since that would change
/// other places; the same holds for the nodes *inside* of it. An alias itself can be set and
/// removed; a path does not lead through it. [`Document::through_aliases`] lets edits change such
/// nodes in all places.
///
/// Each edit takes time and memory linear in the text, which is shorter than 4 GiB: after it, the
/// text is read again and compared with the result of the same edit on the [`Value`]; of JSON only
/// what changed, with the entries beside it. If they differ, or after any other error, the document
/// is unchanged.
///
/// ```
/// use varvel::edit::{Document, Syntax};
/// let text = "# the port\nport: 80    # not 8080\nhosts: ['a', 'b']\n";
/// let mut document = Document::new(text, Syntax::Yaml)?;
/// document.set("port", 443)?;
/// document.set("hosts[-]", "c").unwrap_err();
/// document.set("/hosts/-", "c")?;
/// document.set("tls.key", "k.pem")?;
/// assert_eq!(
///     document.text(),
///     "# the port\nport: 443    # not 8080\nhosts: ['a', 'b', 'c']\ntls:\n  key: k.pem\n",
/// );
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    syntax: Syntax,
    limits: Limits,
    value: Value,
    /// Whether the value is the array of several documents.
    several: bool,
    changed: bool,
    /// Whether edits may change what aliases refer to.
    through: bool,
}

impl Document {
    /// Reads a text with the default limits, and refuses duplicate keys.
    ///
    /// # Errors
    /// The faults of the text, each with its place.
    pub fn new(text: impl Into<String>, syntax: Syntax) -> Result<Self> {
        Self::with_limits(text, syntax, Limits::DEFAULT)
    }

    /// Reads a text with limits, and refuses duplicate keys.
    ///
    /// # Errors
    /// The errors of [`Document::new`], and those of exceeded limits.
    pub fn with_limits(text: impl Into<String>, syntax: Syntax, limits: Limits) -> Result<Self> {
        Self::read(text.into(), syntax, limits).map_err(|(error, _)| error)
    }

    /// Reads a text with limits, like [`Document::with_limits`], and gives it back if it has a
    /// fault.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::edit::{Document, Syntax};
    /// let text = String::from("[1, 2");
    /// let (error, text) = Document::read(text, Syntax::Json, Limits::DEFAULT).unwrap_err();
    /// assert_eq!((error.offset(), &*text), (Some(5), "[1, 2"));
    /// ```
    ///
    /// # Errors
    /// The errors of [`Document::with_limits`], each with the text.
    pub fn read(
        text: String,
        syntax: Syntax,
        limits: Limits,
    ) -> core::result::Result<Self, (Error, String)> {
        match syntax.read(&text, &limits).and_then(joined) {
            Ok((value, several)) => Ok(Self {
                text,
                syntax,
                limits,
                value,
                several,
                changed: false,
                through: false,
            }),
            Err(error) => Err((error, text)),
        }
    }

    /// Lets edits change what aliases of YAML refer to: the node that has the anchor, and with it
    /// the value in all places. Paths then lead through aliases, and one that ends at an alias
    /// leads to what it refers to. Removing and renaming an alias changes only the alias.
    ///
    /// An edit that takes an anchor away is refused all the same, as long as aliases elsewhere
    /// refer to it.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let text = "base: &base {port: 80}\ntest: *base\n";
    /// let mut document = Document::new(text, Syntax::Yaml)?;
    /// let error = document.set("test.port", 8080).unwrap_err();
    /// assert!(error.hint().unwrap().contains("`through_aliases`"));
    /// document.through_aliases(true);
    /// document.set("test.port", 8080)?;
    /// assert_eq!(document.text(), "base: &base {port: 8080}\ntest: *base\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn through_aliases(&mut self, through: bool) {
        self.through = through;
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether an edit has changed the text.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("[1, 2]", Syntax::Json)?;
    /// document.set("[0]", 1)?;
    /// assert!(!document.is_changed());
    /// document.set("[0]", 3)?;
    /// assert!(document.is_changed());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Returns the text, and drops the rest.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the meaning of the text, which is null for YAML without a document.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let document = Document::new("[1, 2,] // two", Syntax::Jsonc)?;
    /// assert_eq!(document.value().path("[1]")?, 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Sets the value at a path, and adds what is missing on the way, as
    /// [`set_path`](varvel_value::Value::set_path) does. A decimal that is kept as text is written
    /// with its digits; [`Document::value`] then has the nearest float, as for all decimals of the
    /// text.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("{\n  \"a\": 1, // one\n}\n", Syntax::Jsonc)?;
    /// document.set("a", "two")?;
    /// document.set("b.c", true)?;
    /// let expected = "{\n  \"a\": \"two\", // one\n  \"b\": {\n    \"c\": true\n  },\n}\n";
    /// assert_eq!(document.text(), expected);
    /// document.set("a", varvel::Value::decimal("1.10").unwrap())?;
    /// assert!(document.text().contains("\"a\": 1.10,"));
    /// assert_eq!(document.value().path("a")?, 1.1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `set_path`; `NumberOutOfRange` for a decimal that no float is near to;
    /// `Unrepresentable` for a value that the syntax has no form for; `Refused` if the edit would
    /// change something else: below an alias, or in a node that an alias refers to.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) -> Result {
        self.make(&edit::set(&self.value, path, value.into(), self.syntax)?)
    }

    /// Inserts a value beside others: before the item at the path, behind the last item (`-` in a
    /// JSON Pointer, or the next index), or as a new member of an object.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("- a\n# second\n- b\n", Syntax::Yaml)?;
    /// document.insert("[1]", "new")?;
    /// assert_eq!(document.text(), "- a\n- new\n# second\n- b\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `DuplicateKey` if the member exists; `NotFound` if its container does not exist, or for an
    /// item further behind the last; and the errors of [`Document::set`].
    pub fn insert(&mut self, path: &str, value: impl Into<Value>) -> Result {
        self.make(&edit::insert(&self.value, path, value.into(), self.syntax)?)
    }

    /// Changes the key of the member at a path. The member stays in its place.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("{ 'a': 1, 'b': 2 } # two\n", Syntax::Yaml)?;
    /// document.rename("a", "first")?;
    /// assert_eq!(document.text(), "{ 'first': 1, 'b': 2 } # two\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NotFound` if there is no such node, `TypeMismatch` if it is an item, `DuplicateKey` if
    /// another member has the key, and the errors of [`Document::set`].
    pub fn rename(&mut self, path: &str, key: &str) -> Result {
        self.make(&edit::rename(&self.value, path, key)?)
    }

    /// Removes the node at a path, with its key and the comment on its line, and returns its value.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("a: 1 # one\n\n# the rest\nb: [1]\n", Syntax::Yaml)?;
    /// assert_eq!(document.remove("a")?, 1);
    /// assert_eq!(document.text(), "\n# the rest\nb: [1]\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NotFound` if there is no such node, and the errors of [`Document::set`].
    pub fn remove(&mut self, path: &str) -> Result<Value> {
        let (edit, removed) = edit::remove(&self.value, path)?;
        self.make(&edit)?;
        Ok(removed)
    }

    /// Returns the places of the comments of the text, in order, each without its line break.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let document = Document::new("a: 'x # y' # one\n# two\n", Syntax::Yaml)?;
    /// let comments = document.comments()?;
    /// let texts = comments.iter().map(|span| &document.text()[span.start..span.end]);
    /// assert_eq!(texts.collect::<Vec<_>>(), ["# one", "# two"]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn comments(&self) -> Result<Vec<Span>> {
        let outline = self.syntax.outline(&self.text, &self.limits, None)?;
        let found = outline::comments(&self.text, &outline, self.syntax.comments())?;
        let spans = found.into_iter().map(|range| Span {
            start: range.start,
            end: range.end,
        });
        Ok(spans.collect())
    }

    /// Returns whether a block scalar of YAML ends the text without a line break.
    ///
    /// Readers differ on such a text: by the specification, and for this reader, the scalar has its
    /// last line break; others drop it.
    ///
    /// If an edit adds lines at the end of a text, they end with a line break, and then all readers
    /// agree.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let mut document = Document::new("a: |\n  text", Syntax::Yaml)?;
    /// assert!(document.ends_in_block_scalar()?);
    /// document.set("b", 1)?;
    /// assert!(!document.ends_in_block_scalar()?);
    /// assert_eq!(document.text(), "a: |\n  text\nb: 1\n");
    /// assert_eq!(document.value().path("a")?, "text\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn ends_in_block_scalar(&self) -> Result<bool> {
        ends_in_block_scalar(&self.text, self.syntax, &self.limits)
    }

    /// Returns the YAML text with its lines indented anew: two columns a level, one space behind
    /// `-`, no white space at the ends of lines. Everything else stays, including comments and
    /// empty lines.
    ///
    /// The result is read again: its events and the texts of its comments equal those of this text.
    ///
    /// ```
    /// use varvel::edit::{Document, Syntax};
    /// let text = "a:  \n     # one\n     b: |\n        text\nc:\n-   d\n";
    /// let document = Document::new(text, Syntax::Yaml)?;
    /// assert_eq!(document.laid_out()?, "a:\n  # one\n  b: |\n     text\nc:\n  - d\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Refused` if this is not YAML, or if the layout is part of the meaning, as with some tabs.
    pub fn laid_out(&self) -> Result<String> {
        laid_out(&self.text, self.syntax, &self.limits)
    }

    /// Makes an edit, in all places of the value if it may.
    fn make(&mut self, edit: &Edit) -> Result {
        if !self.has_aliases() {
            return self.make_here(edit);
        }
        if !self.through {
            let made = self.make_here(edit);
            return made.map_err(|error| self.with_places(error, edit));
        }
        let outline = self.syntax.outline(&self.text, &self.limits, None)?;
        let aliases = Aliases::of(&self.text, &outline)?;
        let spread = aliases.spread(edit, &self.value, self.several)?;
        // The places take much memory, so they are gone before the text changes.
        drop(aliases);
        drop(outline);
        let edit = spread.as_ref().unwrap_or(edit);
        let made = self.make_here(edit);
        made.map_err(|error| self.with_places(error, edit))
    }

    /// Returns whether the text may have aliases.
    fn has_aliases(&self) -> bool {
        self.syntax.is_yaml() && self.text.contains('*')
    }

    /// Adds the places to an error that an edit was refused, which it would change or leave with an
    /// alias without its anchor.
    #[cold]
    fn with_places(&self, error: Error, edit: &Edit) -> Error {
        if error.kind() != ErrorKind::Refused {
            return error;
        }
        match self.places(&error, edit) {
            Ok(Some((found, hint))) => error.with_content(found).with_hint(hint),
            Ok(None) | Err(_) => error,
        }
    }

    /// Returns words for what an edit would do elsewhere, and a hint.
    fn places(&self, error: &Error, edit: &Edit) -> Result<Option<(String, &'static str)>> {
        let outline = self.syntax.outline(&self.text, &self.limits, None)?;
        let aliases = Aliases::of(&self.text, &outline)?;
        let (value, several) = (&self.value, self.several);
        if let Some((name, places)) = aliases.lost(&self.text, edit, value, several)? {
            let found = format!("the anchor &{name}, to which aliases refer: {places}");
            return Ok(Some((found, "change these aliases first")));
        }
        if self.through {
            return Ok(None);
        }
        let others = aliases.others(edit, value, several)?;
        Ok(others.map(|places| {
            let found = match error.found() {
                Some(alias) => format!("{alias}, whose value is in other places, too: {places}"),
                None => format!("a value that is in other places, too: {places}"),
            };
            (found, "with `through_aliases` it changes in all places")
        }))
    }

    /// Makes an edit, if the text then has the right meaning.
    fn make_here(&mut self, edit: &Edit) -> Result {
        for &attempt in ATTEMPTS {
            // The places take much memory, so they are gone before the new text is read.
            let changed = self.attempt(edit, attempt)?;
            match self.meaning(&changed, edit) {
                Ok(Some(value)) => {
                    self.changed |= self.text != changed.text;
                    (self.text, self.value) = (changed.text, value);
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(error),
                Ok(None) | Err(_) => {}
            }
        }
        Err(self.inside(refused(), edit))
    }

    /// Returns the meaning of a text after an edit, or `None` if it is not the right one.
    fn meaning(&self, changed: &Changed, edit: &Edit) -> Result<Option<Value>> {
        let right = edit.meaning();
        let text = &changed.text;
        if let Some(window) = &changed.window
            && self.is_read_in_parts()
        {
            let depth = self.limits.depth.saturating_sub(window.depth);
            let limits = Limits {
                depth,
                ..self.limits
            };
            let (read, _) = joined(self.syntax.read(&window.text, &limits)?)?;
            let same = window.is_of(&read, right, &edit.way)?;
            return Ok(same.then(|| right.clone()));
        }
        let (value, several) = joined(self.syntax.read(text, &self.limits)?)?;
        let same = several == self.several && order::is_same(value.as_ref(), right.as_ref())?;
        Ok(same.then_some(value))
    }

    /// Returns whether a part of the text can be read alone. In YAML the lines around it matter,
    /// and limits of the whole document cannot be checked in a part.
    fn is_read_in_parts(&self) -> bool {
        let Limits { nodes, bytes, .. } = self.limits;
        !self.syntax.is_yaml() && (nodes, bytes) == (usize::MAX, usize::MAX)
    }

    /// Returns the text after an edit that may have another meaning.
    fn attempt(&self, edit: &Edit, attempt: Attempt) -> Result<Changed> {
        let outline = self
            .syntax
            .outline(&self.text, &self.limits, Some(&edit.way))?;
        let style = Style::of(&self.text, self.syntax, &outline)?;
        changed(
            &self.text,
            &outline,
            &style,
            edit,
            self.several,
            attempt,
            &self.value,
        )
        .map_err(|error| self.inside(error, edit))
    }

    /// Adds the path of an edit to an error.
    #[cold]
    fn inside(&self, error: Error, edit: &Edit) -> Error {
        if error.kind() == ErrorKind::OutOfMemory {
            return error;
        }
        let steps = edit::steps(&self.value, &edit.way);
        steps.into_iter().rev().fold(error, Error::inside)
    }
}

/// Returns a YAML text with its lines indented anew, as [`Document::laid_out`] does, without
/// reading its values: keys may come twice.
///
/// ```
/// use varvel::Limits;
/// use varvel::edit::{Syntax, laid_out};
/// let text = laid_out("a:\n      1\na: 2\n", Syntax::Yaml, &Limits::DEFAULT)?;
/// assert_eq!(text, "a:\n  1\na: 2\n");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// The faults of the text, and `Refused` as for [`Document::laid_out`].
pub fn laid_out(text: &str, syntax: Syntax, limits: &Limits) -> Result<String> {
    let refused = Error::expected(ErrorKind::Refused, "a YAML text that can be indented anew");
    if !syntax.is_yaml() {
        return Err(refused);
    }
    let outline = syntax.outline(text, limits, None)?;
    let new = layout::laid_out(text, &outline)?;
    let comments = outline::comments(text, &outline, syntax.comments())?;
    // Reading the new text again takes as much memory.
    drop(outline);
    match layout::is_same(text, &comments, &new, &syntax.yaml_options(limits))? {
        true => Ok(new),
        false => Err(refused),
    }
}

/// Returns whether a block scalar of YAML ends a text without a line break; see
/// [`Document::ends_in_block_scalar`].
///
/// # Errors
/// The faults of the text.
pub fn ends_in_block_scalar(text: &str, syntax: Syntax, limits: &Limits) -> Result<bool> {
    if !syntax.is_yaml() || text.ends_with(['\n', '\r']) {
        return Ok(false);
    }
    let outline = syntax.outline(text, limits, None)?;
    Ok(outline::ends_in_block_scalar(text, &outline))
}

/// Returns the documents of a text as one value, and whether there are several.
fn joined(mut documents: Vec<Value>) -> Result<(Value, bool)> {
    Ok(match documents.len() {
        0 => (Value::NULL, false),
        1 => (documents.remove(0), false),
        _ => (Value::try_from_items(documents)?, true),
    })
}

#[cold]
fn refused() -> Error {
    Error::expected(
        ErrorKind::Refused,
        "an edit that leaves everything else what it means",
    )
    .with_hint("in YAML, aliases may refer to what is changed: change those first")
}
