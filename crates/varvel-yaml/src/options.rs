//! What a caller may choose about reading and writing YAML.

use varvel_core::Limits;

/// How YAML is read. The default reads YAML 1.2 with its core schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a document may cost.
    pub limits: Limits,
    /// What a scalar without quotes and tag means.
    pub schema: Schema,
    /// Whether merge keys of YAML 1.1 are carried out: `<<: *defaults` adds the members of that
    /// mapping, or of a list of mappings. A member of the mapping itself wins over merged ones, and
    /// of the merged ones the first does; they come last. YAML 1.2 has no such keys; without this,
    /// `<<` is a key like others, but not one that a type may ignore.
    pub merge_keys: bool,
    /// Whether two forms are taken that YAML does not have, and that many files have: a closing
    /// bracket in the column of the block around, and a text in quotes that goes on in the column
    /// of its key.
    pub tolerant: bool,
    /// Whether a float that is written in digits is kept as its text, with all of them, and not as
    /// the nearest `f64`: a decimal ([`Kind::Decimal`](varvel_core::Kind::Decimal)), of any size.
    /// So it comes into trees, and into types that take numbers of any kind; those that ask for a
    /// float get the nearest one. The text is that of a JSON number: of `+.5` it is `0.5`. A key
    /// stays a float if that has the same digits: `1.50` and `1.5` are one key.
    pub exact_decimals: bool,
}

impl ReadOptions {
    /// The defaults with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Carries merge keys out.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use varvel_yaml::{ReadOptions, decode};
    /// let text = b"base: &base {retries: 3, port: 80}\nweb: {<<: *base, port: 8080}\n";
    /// let options = ReadOptions::default().with_merge_keys();
    /// let read: BTreeMap<&str, BTreeMap<&str, u16>> = decode(text, &options, &())?;
    /// assert_eq!(read["web"], BTreeMap::from([("port", 8080), ("retries", 3)]));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_merge_keys(mut self) -> Self {
        self.merge_keys = true;
        self
    }

    /// Takes two forms that YAML does not have: [`ReadOptions::tolerant`].
    ///
    /// ```
    /// use varvel_yaml::{ReadOptions, decode, from_slice};
    /// let text = b"hooks: [\n  a,\n]\n";
    /// assert!(from_slice::<std::collections::BTreeMap<&str, Vec<&str>>>(text).is_err());
    /// let options = ReadOptions::default().with_tolerance();
    /// let read: std::collections::BTreeMap<&str, Vec<&str>> = decode(text, &options, &())?;
    /// assert_eq!(read["hooks"], ["a"]);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_tolerance(mut self) -> Self {
        self.tolerant = true;
        self
    }

    /// The defaults with another schema.
    pub fn with_schema(schema: Schema) -> Self {
        Self {
            schema,
            ..Self::default()
        }
    }

    /// Keeps decimals as their text.
    ///
    /// ```
    /// use varvel_yaml::{ReadOptions, WriteOptions, Writer, drive};
    /// let mut writer = Writer::new(WriteOptions::default());
    /// drive(b"[1.10, +.5, .inf]", &ReadOptions::default().with_exact_decimals(), &mut writer)?;
    /// assert_eq!(writer.finish()?, b"- 1.10\n- 0.5\n- .inf\n");
    /// # Ok::<(), varvel_core::Error>(())
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

/// What a scalar without quotes and tag means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// All are strings.
    Failsafe,
    /// `null`, `true`, `false` and numbers as JSON writes them; anything else is an error.
    Json,
    /// That of YAML 1.2: null (`null`, `Null`, `NULL`, `~` or nothing), booleans (`true` and
    /// `false`, with the first letter or all of them large), integers (decimal, `0o14`, `0xC`),
    /// floats (also `.5`, `.inf` and `.nan`); anything else is a string.
    #[default]
    Core,
    /// What YAML 1.1 has beyond that: booleans `yes`, `no`, `on`, `off`, `y`, `n`; octals `014`,
    /// binaries `0b1100`, `_` between digits, and numbers to the base of 60 as `1:30:00`.
    Yaml11,
}

/// How YAML is written: in block style, each entry and member on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Spaces by which the value of a key is indented, from 1 to 9; what is more or less is taken
    /// for the nearest of these. Two by default. What stands behind a `- ` is always indented by
    /// two.
    pub indent: u8,
    /// A string without line breaks is folded (`>-`) where it goes beyond this column, if there are
    /// spaces to break it at. Never by default.
    pub width: Option<u16>,
    /// Whether of collections that are equal, and of three scalars or more, the first gets an
    /// anchor and the others are aliases of it: by [`to_vec_with`](crate::to_vec_with) and its
    /// like, which see a value twice, not by a [`Writer`](crate::Writer) of its own.
    pub anchors: bool,
    /// Whether `---` is written before the document, as each document of a stream needs it.
    pub start: bool,
    /// Whether a variant with a value is written with its name as a tag (`!Name 1`), as
    /// `serde_yaml` writes it, and not as an object of one member (`Name: 1`). Both are read. It
    /// stays an object where a tag cannot be: where one stands already, in a key, for a name of
    /// other characters than letters, digits, `_`, `-` and `.`, and with [`WriteOptions::anchors`].
    pub variant_tags: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            indent: 2,
            width: None,
            anchors: false,
            start: false,
            variant_tags: false,
        }
    }
}

impl WriteOptions {
    /// The defaults with strings folded beyond a column.
    ///
    /// ```
    /// use varvel_yaml::{WriteOptions, to_vec_with};
    /// let text = to_vec_with("as long as it is", &WriteOptions::folded(10))?;
    /// assert_eq!(text, b">-\n  as long\n  as it is\n");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn folded(width: u16) -> Self {
        Self {
            width: Some(width),
            ..Self::default()
        }
    }

    /// Writes what comes again as an alias.
    ///
    /// ```
    /// use varvel_yaml::{WriteOptions, to_vec_with};
    /// let row = vec![1, 2, 3];
    /// let text = to_vec_with(&[row.clone(), row], &WriteOptions::default().with_anchors())?;
    /// assert_eq!(text, b"- &a1\n  - 1\n  - 2\n  - 3\n- *a1\n");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_anchors(mut self) -> Self {
        self.anchors = true;
        self
    }

    /// Writes the names of variants as tags: [`WriteOptions::variant_tags`].
    ///
    /// ```
    /// use varvel_yaml::{WriteOptions, to_vec_with};
    /// let results: [Result<u8, &str>; 2] = [Ok(1), Err("full")];
    /// assert_eq!(to_vec_with(&results, &WriteOptions::default())?, b"- Ok: 1\n- Err: full\n");
    /// let tags = WriteOptions::default().with_variant_tags();
    /// assert_eq!(to_vec_with(&results, &tags)?, b"- !Ok 1\n- !Err full\n");
    /// # Ok::<(), varvel_core::Error>(())
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

    /// Indents the values of keys by so many spaces.
    #[must_use]
    pub fn with_indent(mut self, indent: u8) -> Self {
        self.indent = indent;
        self
    }
}
