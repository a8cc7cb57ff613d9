//! The options of reading and writing YAML.

use varvel_core::Limits;

/// The options of reading YAML. The default reads YAML 1.2 with its core schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Bounds on what a document may cost.
    pub limits: Limits,
    /// The schema that gives scalars without quotes and tags their meaning.
    pub schema: Schema,
    /// Whether merge keys of YAML 1.1 are carried out: `<<: *defaults` adds the members of that
    /// mapping, or of a list of mappings.
    ///
    /// A member of the mapping itself takes precedence over merged members, and the first of
    /// several merged members over the others; merged members come last. YAML 1.2 has no merge
    /// keys: without this option, `<<` is a key like others, but a type may not ignore it.
    pub merge_keys: bool,
    /// Whether the reader takes two forms that YAML does not have and many files contain: a closing
    /// bracket in the column of the surrounding block, and a text in quotes that continues in the
    /// column of its key.
    pub tolerant: bool,
    /// Whether a float that is written in digits is kept as its text, with all its digits, instead
    /// of the nearest `f64`.
    ///
    /// Then it is a decimal ([`Kind::Decimal`](varvel_core::Kind::Decimal)) of any size, for trees
    /// and for types that take numbers of any kind. Types that ask for a float get the nearest one.
    /// The text is a JSON number: `+.5` becomes `0.5`. A key stays a float if the float has the
    /// same digits: `1.50` and `1.5` are one key.
    pub exact_decimals: bool,
}

impl ReadOptions {
    /// Returns the default options with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Carries out merge keys.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use varvel::yaml::{ReadOptions, decode};
    /// let text = b"base: &base {retries: 3, port: 80}\nweb: {<<: *base, port: 8080}\n";
    /// let options = ReadOptions::default().with_merge_keys();
    /// let read: BTreeMap<&str, BTreeMap<&str, u16>> = decode(text, &options, &())?;
    /// assert_eq!(read["web"], BTreeMap::from([("port", 8080), ("retries", 3)]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_merge_keys(mut self) -> Self {
        self.merge_keys = true;
        self
    }

    /// Takes two forms that YAML does not have; see [`ReadOptions::tolerant`].
    ///
    /// ```
    /// use varvel::yaml::{ReadOptions, decode, from_slice};
    /// let text = b"hooks: [\n  a,\n]\n";
    /// assert!(from_slice::<std::collections::BTreeMap<&str, Vec<&str>>>(text).is_err());
    /// let options = ReadOptions::default().with_tolerance();
    /// let read: std::collections::BTreeMap<&str, Vec<&str>> = decode(text, &options, &())?;
    /// assert_eq!(read["hooks"], ["a"]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_tolerance(mut self) -> Self {
        self.tolerant = true;
        self
    }

    /// Returns the default options with another schema.
    pub fn with_schema(schema: Schema) -> Self {
        Self {
            schema,
            ..Self::default()
        }
    }

    /// Keeps decimals as their text.
    ///
    /// ```
    /// use varvel::yaml::{ReadOptions, WriteOptions, Writer, drive};
    /// let mut writer = Writer::new(WriteOptions::default());
    /// drive(b"[1.10, +.5, .inf]", &ReadOptions::default().with_exact_decimals(), &mut writer)?;
    /// assert_eq!(writer.finish()?, b"- 1.10\n- 0.5\n- .inf\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_exact_decimals(mut self) -> Self {
        self.exact_decimals = true;
        self
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// The meaning of scalars without quotes and tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// All scalars are strings.
    Failsafe,
    /// `null`, `true`, `false` and numbers as JSON writes them; anything else is an error.
    Json,
    /// The schema of YAML 1.2: null (`null`, `Null`, `NULL`, `~` or no text), booleans (`true` and
    /// `false`, also with a capital letter or in capitals), integers (decimal, `0o14`, `0xC`),
    /// floats (also `.5`, `.inf` and `.nan`). Anything else is a string.
    #[default]
    Core,
    /// The core schema with the additions of YAML 1.1: booleans `yes`, `no`, `on`, `off`, `y`, `n`;
    /// octals `014`, binaries `0b1100`, `_` between digits, and numbers to the base of 60 such as
    /// `1:30:00`.
    Yaml11,
}

/// The options of writing YAML: in block style, each entry and member on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// How many spaces the value of a key is indented by, from 1 to 9; any other number is clamped.
    /// The default is 2. Text behind a `- ` is always indented by two spaces.
    pub indent: u8,
    /// The column beyond which a string without line breaks is folded (`>-`), if it has spaces to
    /// break at. The default is `None`: strings are never folded.
    pub width: Option<u16>,
    /// Whether equal collections share one text: the first gets an anchor, and the others are
    /// aliases of it. This applies to collections of three scalars or more.
    ///
    /// [`to_vec_with`](crate::to_vec_with) and similar functions do it, because they see a value
    /// twice. A [`Writer`](crate::Writer) of its own does not.
    pub anchors: bool,
    /// Whether `---` is written before the document. Each document of a stream needs it.
    pub start: bool,
    /// Whether a variant with a value is written with its name as a tag (`!Name 1`), like
    /// `serde_yaml`, instead of an object of one member (`Name: 1`). Both forms can be read.
    ///
    /// The variant is an object even so if a tag cannot be written: behind another tag, in a key,
    /// with a name of other characters than letters, digits, `_`, `-` and `.`, and with
    /// [`WriteOptions::anchors`].
    pub variant_tags: bool,
    /// How many containers a type may open inside each other: by default as many as a reader
    /// takes (128). Each level is a call, so the levels must fit the stack. Trees are written at
    /// any depth.
    pub depth: Option<usize>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            indent: 2,
            width: None,
            anchors: false,
            start: false,
            variant_tags: false,
            depth: None,
        }
    }
}

impl WriteOptions {
    /// Allows a type to open `depth` containers inside each other. Each level is a call, so they
    /// must fit the stack, and a reader needs the same limit.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Returns how many containers a type may open inside each other.
    pub(crate) fn most(&self) -> usize {
        self.depth.unwrap_or(Limits::DEFAULT.depth)
    }

    /// Returns the default options with strings folded beyond a column.
    ///
    /// ```
    /// use varvel::yaml::{WriteOptions, to_vec_with};
    /// let text = to_vec_with("as long as it is", &WriteOptions::folded(10))?;
    /// assert_eq!(text, b">-\n  as long\n  as it is\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn folded(width: u16) -> Self {
        Self {
            width: Some(width),
            ..Self::default()
        }
    }

    /// Writes a repeated collection as an alias.
    ///
    /// ```
    /// use varvel::yaml::{WriteOptions, to_vec_with};
    /// let row = vec![1, 2, 3];
    /// let text = to_vec_with(&[row.clone(), row], &WriteOptions::default().with_anchors())?;
    /// assert_eq!(text, b"- &a1\n  - 1\n  - 2\n  - 3\n- *a1\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_anchors(mut self) -> Self {
        self.anchors = true;
        self
    }

    /// Writes the names of variants as tags; see [`WriteOptions::variant_tags`].
    ///
    /// ```
    /// use varvel::yaml::{WriteOptions, to_vec_with};
    /// let results: [Result<u8, &str>; 2] = [Ok(1), Err("full")];
    /// assert_eq!(to_vec_with(&results, &WriteOptions::default())?, b"- Ok: 1\n- Err: full\n");
    /// let tags = WriteOptions::default().with_variant_tags();
    /// assert_eq!(to_vec_with(&results, &tags)?, b"- !Ok 1\n- !Err full\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_variant_tags(mut self) -> Self {
        self.variant_tags = true;
        self
    }

    /// Writes `---` before the document.
    #[must_use]
    pub fn with_start(mut self) -> Self {
        self.start = true;
        self
    }

    /// Indents the values of keys by `indent` spaces.
    #[must_use]
    pub fn with_indent(mut self, indent: u8) -> Self {
        self.indent = indent;
        self
    }
}
