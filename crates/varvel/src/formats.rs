//! The formats of documents, chosen at run time: [`AnyFormat`].
//!
//! ```
//! use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
//! use varvel::Duplicates;
//! fn convert(name: &str, document: &[u8]) -> varvel::Result<Vec<u8>> {
//!     let extension = name.rsplit('.').next().unwrap_or_default();
//!     let from = AnyFormat::of_extension(extension).unwrap_or(AnyFormat::Json);
//!     let frozen = from.freeze(document, Duplicates::Error, &ReadOptions::default())?;
//!     AnyFormat::Json.to_vec(&frozen, &WriteOptions::default())
//! }
//! assert_eq!(convert("a.json5", b"{a: [.5,]}")?, br#"{"a":[0.5]}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::format::{Format, Profile};
use crate::{AsText, Duplicates, Encode, Frozen, Limits, Result, Sink, freeze_with};

/// Options for reading a document in any format. A format ignores the options that do not concern
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The limits on what a document may cost.
    pub limits: Limits,
    /// Whether numbers of text that have a fraction or an exponent keep all their digits, as text.
    pub exact_decimals: bool,
    /// The options of YAML alone.
    pub yaml: YamlOptions,
}

/// Options for reading a document if it is YAML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct YamlOptions {
    /// Whether plain scalars mean what they meant in YAML 1.1: `yes` and `no` are booleans, numbers
    /// may be to the base of 60, and the like.
    pub yaml_1_1: bool,
    /// Whether merge keys (`<<: *defaults`) are resolved.
    pub merge_keys: bool,
    /// Whether two forms are read that the specification forbids and that many files have.
    pub tolerant: bool,
}

impl ReadOptions {
    /// Returns the default options with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }
}

/// Options for writing a document in any format. A format ignores the options that do not concern
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether JSON and JSON5 have line breaks and two spaces a level.
    pub pretty: bool,
    /// The values that are written as text because the format has no kind for them.
    pub as_text: AsText,
    /// How many containers a type may open inside each other: by default as many as a reader takes
    /// (128). Trees are written at any depth.
    pub depth: Option<usize>,
}

/// A format as a row of the table: converts the options of all formats into its own.
///
/// Implemented for the formats of [`AnyFormat`].
pub trait Row: Format {
    /// Returns the format's own options for reading.
    fn read_options(options: &ReadOptions) -> Self::ReadOptions;

    /// Returns the format's own options for writing.
    fn write_options(options: &WriteOptions) -> Self::WriteOptions;
}

/// Something to do with a format, whichever it is. It is compiled once for each format.
pub trait Visit {
    /// The result.
    type Output;

    /// Does it with the format `F`.
    fn visit<F: Row>(self) -> Self::Output;
}

/// A writer of a document in a format that was chosen at run time.
pub trait AnyWriter {
    /// Returns the sink that takes the events of the document.
    fn sink<'de>(&mut self) -> &mut dyn Sink<'de>;

    /// Returns the buffer, with the document behind what it held before.
    ///
    /// # Errors
    /// `InvalidEvents` if the document is not complete; `OutOfMemory`.
    fn finish(self: Box<Self>) -> Result<Vec<u8>>;

    /// Returns the buffer as it was before the document.
    fn abandon(self: Box<Self>) -> Vec<u8>;
}

struct OfFormat<F: Format>(F::Writer);

impl<F: Format> AnyWriter for OfFormat<F> {
    fn sink<'de>(&mut self) -> &mut dyn Sink<'de> {
        &mut self.0
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        F::finish(self.0)
    }

    fn abandon(self: Box<Self>) -> Vec<u8> {
        F::abandon(self.0)
    }
}

/// Declares [`AnyFormat`] from rows.
macro_rules! formats {
    ($($(#[$meta:meta])* $variant:ident($format:ty), $word:literal, $document:literal, $about:literal;)*) => {
        /// A format of documents.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyFormat {
            $(
                $(#[$meta])*
                #[doc = concat!("[`", stringify!($format), "`].")]
                $variant,
            )*
        }

        impl AnyFormat {
            /// All formats that this build has.
            pub const ALL: &'static [Self] = &[$($(#[$meta])* Self::$variant,)*];

            /// Returns the word for it in options and settings, such as `json`.
            pub const fn word(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $word,)*
                }
            }

            /// Returns the name of a document in a sentence, such as `a FlexBuffer`. Names of text
            /// formats have no article.
            pub const fn document(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $document,)*
                }
            }

            /// Returns a line for help texts: what the format is, and how its files are named.
            ///
            /// ```
            /// use varvel::formats::AnyFormat;
            /// assert_eq!(AnyFormat::Json.about(), "JSON text (RFC 8259): *.json");
            /// ```
            pub const fn about(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $about,)*
                }
            }

            /// Does something with the format as a type.
            pub fn visit<V: Visit>(self, visit: V) -> V::Output {
                match self {
                    $($(#[$meta])* Self::$variant => visit.visit::<$format>(),)*
                }
            }
        }
    };
}

formats! {
    Json(crate::json::Json), "json", "JSON text",
        "JSON text (RFC 8259): *.json";
    Json5(crate::json5::Json5), "json5", "JSON5 text",
        "JSON as people write it (JSON5): comments, names without quotes: *.json5, *.jsonc";
    #[cfg(feature = "yaml")]
    Yaml(crate::yaml::Yaml), "yaml", "YAML text",
        "YAML text; several documents are read as the array of them: *.yaml, *.yml";
    #[cfg(feature = "msgpack")]
    MessagePack(crate::msgpack::MessagePack), "msgpack", "a MessagePack value",
        "A MessagePack value: *.msgpack";
    #[cfg(feature = "cbor")]
    Cbor(crate::cbor::Cbor), "cbor", "a CBOR document",
        "A CBOR document (RFC 8949): *.cbor";
    #[cfg(feature = "flexbuffers")]
    FlexBuffers(crate::flexbuffers::FlexBuffers), "flexbuffers", "a FlexBuffer",
        "A FlexBuffer: *.flex";
}

impl AnyFormat {
    /// Returns the name, as errors show it: `JSON`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the endings of file names, without the point, the most usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        self.facts().extensions
    }

    /// Returns the kinds of values that documents hold.
    pub fn profile(self) -> Profile {
        self.facts().profile
    }

    /// Returns the format whose file names have this ending, in letters of either case.
    ///
    /// ```
    /// use varvel::formats::AnyFormat;
    /// assert_eq!(AnyFormat::of_extension("JSON"), Some(AnyFormat::Json));
    /// assert_eq!(AnyFormat::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| {
            let mut extensions = format.extensions().iter();
            extensions.any(|one| one.eq_ignore_ascii_case(extension))
        })
    }

    /// Returns the format if only its documents can begin with these bytes.
    ///
    /// ```
    /// use varvel::formats::AnyFormat;
    /// // Text has no such signature.
    /// assert_eq!(AnyFormat::of_first_bytes(b"{}"), None);
    /// ```
    pub fn of_first_bytes(head: &[u8]) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| (format.facts().has_signature)(head))
    }

    fn facts(self) -> Facts {
        struct Tell;
        impl Visit for Tell {
            type Output = Facts;
            fn visit<F: Row>(self) -> Facts {
                Facts {
                    name: F::NAME,
                    extensions: F::EXTENSIONS,
                    profile: F::PROFILE,
                    has_signature: F::has_signature,
                }
            }
        }
        self.visit(Tell)
    }

    /// Gives a document to a sink.
    ///
    /// # Errors
    /// Returns an error if the document is malformed, with its place; and passes on errors of the
    /// sink.
    pub fn drive<'de>(
        self,
        input: &'de [u8],
        options: &ReadOptions,
        sink: &mut dyn Sink<'de>,
    ) -> Result {
        struct Drive<'r, 's, 'de>(&'de [u8], &'r ReadOptions, &'s mut dyn Sink<'de>);
        impl Visit for Drive<'_, '_, '_> {
            type Output = Result;
            fn visit<F: Row>(mut self) -> Result {
                let options = F::read_options(self.1);
                F::drive(self.0, &options, &mut F::Scratch::default(), &mut self.2)
            }
        }
        self.visit(Drive(input, options, sink))
    }

    /// Freezes a document.
    ///
    /// # Errors
    /// Returns an error if the document is malformed, with its place.
    pub fn freeze(
        self,
        input: &[u8],
        duplicates: Duplicates,
        options: &ReadOptions,
    ) -> Result<Frozen> {
        struct Freeze<'r>(&'r [u8], Duplicates, &'r ReadOptions);
        impl Visit for Freeze<'_> {
            type Output = Result<Frozen>;
            fn visit<F: Row>(self) -> Result<Frozen> {
                freeze_with::<F>(self.0, self.1, F::read_options(self.2))
            }
        }
        self.visit(Freeze(input, duplicates, options))
    }

    /// Returns up to `most` faults of a document by a JSON Schema, in the order of the document,
    /// each with its place. Each document of a YAML text is checked by itself.
    ///
    /// ```
    /// use varvel::formats::{AnyFormat, ReadOptions};
    /// use varvel::schema::Validator;
    /// use varvel::{Duplicates, json};
    /// let schema: Validator = json::from_str(r#"{"properties": {"port": {"type": "integer"}}}"#)?;
    /// let text = b"{\n  \"port\": \"80\"\n}";
    /// let options = ReadOptions::default();
    /// let faults = AnyFormat::Json.faults(&schema, text, Duplicates::Error, &options, 100)?;
    /// assert_eq!(faults.len(), 1);
    /// assert_eq!((faults[0].line(), faults[0].column()), (2, 11));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the document is malformed, with its place, and the errors of
    /// [`Validator::faults`](crate::schema::Validator::faults).
    #[cfg(feature = "schema")]
    pub fn faults(
        self,
        schema: &crate::schema::Validator,
        input: &[u8],
        duplicates: Duplicates,
        options: &ReadOptions,
        most: usize,
    ) -> Result<Vec<crate::Error>> {
        let faults = Faults {
            schema,
            input,
            duplicates,
            options,
            most,
        };
        match self {
            #[cfg(feature = "yaml")]
            Self::Yaml => faults.of_yaml(),
            _ => self.visit(faults),
        }
    }

    /// Writes a value as a document.
    ///
    /// # Errors
    /// Returns an error for a value that the format cannot hold, with its path.
    pub fn to_vec<T: Encode + ?Sized>(self, value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
        struct ToVec<'r, T: ?Sized>(&'r T, &'r WriteOptions);
        impl<T: Encode + ?Sized> Visit for ToVec<'_, T> {
            type Output = Result<Vec<u8>>;
            fn visit<F: Row>(self) -> Result<Vec<u8>> {
                F::to_vec(self.0, &F::write_options(self.1))
            }
        }
        self.visit(ToVec(value, options))
    }

    /// Returns a writer that appends to `buffer`.
    ///
    /// ```
    /// use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
    /// // From any format into any other, with no tree in between.
    /// let (from, to) = (AnyFormat::Json5, AnyFormat::Json);
    /// let mut writer = to.writer(&WriteOptions::default(), Vec::new());
    /// from.drive(b"{a: 0x10}", &ReadOptions::default(), writer.sink())?;
    /// assert_eq!(writer.finish()?, br#"{"a":16}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn writer(self, options: &WriteOptions, buffer: Vec<u8>) -> Box<dyn AnyWriter> {
        struct Begin<'r>(&'r WriteOptions, Vec<u8>);
        impl Visit for Begin<'_> {
            type Output = Box<dyn AnyWriter>;
            fn visit<F: Row>(self) -> Box<dyn AnyWriter> {
                Box::new(OfFormat::<F>(F::writer(&F::write_options(self.0), self.1)))
            }
        }
        self.visit(Begin(options, buffer))
    }
}

/// The search for faults of a document.
#[cfg(feature = "schema")]
struct Faults<'r> {
    schema: &'r crate::schema::Validator,
    input: &'r [u8],
    duplicates: Duplicates,
    options: &'r ReadOptions,
    most: usize,
}

#[cfg(feature = "schema")]
impl Visit for Faults<'_> {
    type Output = Result<Vec<crate::Error>>;

    fn visit<F: Row>(self) -> Self::Output {
        let (input, is_text) = (self.input, F::PROFILE.text);
        let mut faults = F::read(input, &F::read_options(self.options), self)?;
        if is_text {
            crate::Error::or_lines(&mut faults, input);
            return Ok(faults);
        }
        Ok(faults.into_iter().map(crate::Error::in_binary).collect())
    }
}

#[cfg(feature = "schema")]
impl<'de> crate::format::Read<'de> for Faults<'_> {
    type Output = Vec<crate::Error>;

    fn read<R: crate::Source<'de>>(self, source: &mut R) -> Result<Self::Output> {
        self.schema.faults(source, self.duplicates, self.most)
    }
}

#[cfg(all(feature = "schema", feature = "yaml"))]
impl Faults<'_> {
    /// Returns the faults of all documents of a text. A text without any is null.
    fn of_yaml(self) -> Result<Vec<crate::Error>> {
        use crate::yaml::{Documents, Encoding, Yaml};
        let encoding = Encoding::of(self.input);
        let text = encoding.decode(self.input)?;
        let mut documents = Documents::new(&text, &Yaml::read_options(self.options))?;
        let (mut all, mut is_empty) = (Vec::new(), true);
        while all.len() < self.most
            && let Some(reader) = documents.next()?
        {
            is_empty = false;
            let most = self.most - all.len();
            let faults = self.schema.faults(reader, self.duplicates, most);
            let faults = faults.map_err(|error| reader.locate(error))?;
            all.extend(faults);
        }
        crate::Error::or_lines(&mut all, &text);
        // Faults behind the last one that was asked for are not looked for, but the text is read.
        while documents.next()?.is_some() {}
        if is_empty && self.most > 0 {
            let mut null = Documents::new(b"null", &Yaml::read_options(self.options))?;
            if let Some(reader) = null.next()? {
                all = self.schema.faults(reader, self.duplicates, self.most)?;
            }
        }
        Ok(all)
    }
}

/// The constants of a format that [`AnyFormat`] returns.
struct Facts {
    name: &'static str,
    extensions: &'static [&'static str],
    profile: Profile,
    has_signature: fn(&[u8]) -> bool,
}

impl Row for crate::json::Json {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        let mut own = crate::json::ReadOptions::with_limits(options.limits);
        own.exact_decimals = options.exact_decimals;
        own
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        let own = match options.pretty {
            true => crate::json::WriteOptions::pretty(),
            false => crate::json::WriteOptions::compact(),
        };
        let mut own = own.with_as_text(options.as_text);
        own.depth = options.depth;
        own
    }
}

impl Row for crate::json5::Json5 {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        crate::json::Json::read_options(options)
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        crate::json::Json::write_options(options)
    }
}

#[cfg(feature = "yaml")]
impl Row for crate::yaml::Yaml {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        let mut own = crate::yaml::ReadOptions::with_limits(options.limits);
        own.exact_decimals = options.exact_decimals;
        own.merge_keys = options.yaml.merge_keys;
        own.tolerant = options.yaml.tolerant;
        if options.yaml.yaml_1_1 {
            own.schema = crate::yaml::Schema::Yaml11;
        }
        own
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        let mut own = crate::yaml::WriteOptions::default();
        own.depth = options.depth;
        own
    }
}

#[cfg(feature = "msgpack")]
impl Row for crate::msgpack::MessagePack {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        options.limits.into()
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        let mut own = crate::msgpack::WriteOptions::default().with_as_text(options.as_text);
        own.depth = options.depth;
        own
    }
}

#[cfg(feature = "cbor")]
impl Row for crate::cbor::Cbor {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        options.limits.into()
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        let mut own = crate::cbor::WriteOptions::default().with_as_text(options.as_text);
        own.depth = options.depth;
        own
    }
}

#[cfg(feature = "flexbuffers")]
impl Row for crate::flexbuffers::FlexBuffers {
    fn read_options(options: &ReadOptions) -> Self::ReadOptions {
        options.limits.into()
    }

    fn write_options(options: &WriteOptions) -> Self::WriteOptions {
        let mut own = crate::flexbuffers::WriteOptions::default().with_as_text(options.as_text);
        own.depth = options.depth;
        own
    }
}
