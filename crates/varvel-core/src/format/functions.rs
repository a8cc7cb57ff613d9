//! Macros that declare the functions of a format's crate, by the same names for each format.

/// Declares the functions of a format: `from_slice`, `from_slice_with`, `decode`, `read_into`,
/// `read_into_with`, `from_reader`, `from_reader_with`, `to_vec`, `to_vec_with`, `to_writer` and
/// `to_writer_with`.
///
/// It takes the type of the [`Format`](crate::Format) and the name of its documents
/// (`"JSON document"`), then an example for each function. The crate has a feature `std`, `alloc`
/// by that name, and `ReadOptions` and `WriteOptions` where this is called.
/// `varvel-json/src/format.rs` shows it.
#[macro_export]
macro_rules! format_functions {
    (
        $format:ty, $document:literal;
        $(#[$from_slice:meta])* from_slice
        $(#[$from_slice_with:meta])* from_slice_with
        $(#[$decode:meta])* decode
        $(#[$read_into:meta])* read_into
        $(#[$from_reader:meta])* from_reader
        $(#[$to_vec:meta])* to_vec
        $(#[$to_vec_with:meta])* to_vec_with
        $(#[$to_writer:meta])* to_writer
    ) => {
        #[doc = concat!("Reads a value of a type from the ", $document, " `input`. Strings and bytes may be borrowed from it.")]
        ///
        $(#[$from_slice])*
        ///
        /// # Errors
        #[doc = concat!("Faults of the ", $document, ", and values that do not fit the type, with offset and path.")]
        #[inline]
        pub fn from_slice<'de, T: $crate::Decode<'de>>(input: &'de [u8]) -> $crate::Result<T> {
            decode(input, &ReadOptions::default(), &())
        }

        /// Reads as [`from_slice`] does, with options.
        ///
        $(#[$from_slice_with])*
        ///
        /// # Errors
        /// The errors of [`from_slice`], and whatever goes beyond the limits.
        #[inline]
        pub fn from_slice_with<'de, T: $crate::Decode<'de>>(
            input: &'de [u8],
            options: &ReadOptions,
        ) -> $crate::Result<T> {
            decode(input, options, &())
        }

        /// Reads as [`from_slice_with`] does, with a context that chooses codecs
        /// ([`varvel_core::codec`]).
        ///
        $(#[$decode])*
        ///
        /// # Errors
        /// The errors of [`from_slice_with`].
        #[inline]
        pub fn decode<'de, T: $crate::Decode<'de, C>, C: ?Sized>(
            input: &'de [u8],
            options: &ReadOptions,
            context: &C,
        ) -> $crate::Result<T> {
            $crate::format::decode::<$format, T, C>(input, options, context)
        }

        #[doc = concat!("Reads the ", $document, " `input` into an existing value, and reuses its memory if the type can")]
        /// ([`Decode::decode_into`](varvel_core::Decode::decode_into)). After an error it is some
        /// value of its type.
        ///
        $(#[$read_into])*
        ///
        /// # Errors
        /// The errors of [`from_slice`].
        #[inline]
        pub fn read_into<'de, T: $crate::Decode<'de>>(input: &'de [u8], value: &mut T) -> $crate::Result {
            read_into_with(input, &ReadOptions::default(), value)
        }

        /// Reads as [`read_into`] does, with options.
        ///
        /// # Errors
        /// The errors of [`from_slice_with`].
        #[inline]
        pub fn read_into_with<'de, T: $crate::Decode<'de>>(
            input: &'de [u8],
            options: &ReadOptions,
            value: &mut T,
        ) -> $crate::Result {
            $crate::format::read_into::<$format, T>(input, options, value)
        }

        #[doc = concat!("Reads a value of a type from the ", $document, " in `input`, which is read to its end.")]
        ///
        /// The whole input is held in memory while it is read, so the value cannot borrow from it.
        ///
        $(#[$from_reader])*
        ///
        /// # Errors
        /// `Io`, and the errors of [`from_slice`].
        #[cfg(feature = "std")]
        pub fn from_reader<T: for<'de> $crate::Decode<'de>>(
            input: impl std::io::Read,
        ) -> $crate::Result<T> {
            from_reader_with(input, &ReadOptions::default())
        }

        /// Reads as [`from_reader`] does, with options.
        ///
        /// # Errors
        /// `Io`, and the errors of [`from_slice_with`].
        #[cfg(feature = "std")]
        pub fn from_reader_with<T: for<'de> $crate::Decode<'de>>(
            input: impl std::io::Read,
            options: &ReadOptions,
        ) -> $crate::Result<T> {
            $crate::format::from_reader::<$format, T>(input, options)
        }

        #[doc = concat!("Writes a value as a ", $document, ".")]
        ///
        $(#[$to_vec])*
        ///
        /// # Errors
        /// Values that the format cannot hold, with their paths.
        #[inline]
        pub fn to_vec<T: $crate::Encode + ?Sized>(value: &T) -> $crate::Result<alloc::vec::Vec<u8>> {
            to_vec_with(value, &WriteOptions::default())
        }

        /// Writes as [`to_vec`] does, with options.
        ///
        $(#[$to_vec_with])*
        ///
        /// # Errors
        /// The errors of [`to_vec`].
        #[inline]
        pub fn to_vec_with<T: $crate::Encode + ?Sized>(
            value: &T,
            options: &WriteOptions,
        ) -> $crate::Result<alloc::vec::Vec<u8>> {
            <$format as $crate::Format>::to_vec(value, options)
        }

        #[doc = concat!("Writes a value as a ", $document, " to `output`, in one piece: the whole document is made in memory first.")]
        ///
        $(#[$to_writer])*
        ///
        /// # Errors
        /// `Io`, and the errors of [`to_vec`].
        #[cfg(feature = "std")]
        pub fn to_writer<T: $crate::Encode + ?Sized>(
            output: impl std::io::Write,
            value: &T,
        ) -> $crate::Result {
            to_writer_with(output, value, &WriteOptions::default())
        }

        /// Writes as [`to_writer`] does, with options.
        ///
        /// # Errors
        /// `Io`, and the errors of [`to_vec`].
        #[cfg(feature = "std")]
        pub fn to_writer_with<T: $crate::Encode + ?Sized>(
            output: impl std::io::Write,
            value: &T,
            options: &WriteOptions,
        ) -> $crate::Result {
            $crate::format::to_writer::<$format, T>(output, value, options)
        }
    };
}

/// Declares the additional functions of a text format: `from_str`, `from_str_with`, `to_string` and
/// `to_string_with`.
///
/// It is called beside [`format_functions!`](crate::format_functions).
#[macro_export]
macro_rules! text_functions {
    (
        $format:ty, $document:literal;
        $(#[$from_str:meta])* from_str
        $(#[$to_string:meta])* to_string
    ) => {
        #[doc = concat!("Reads a value of a type from the ", $document, " `input`. Strings may be borrowed from it.")]
        ///
        $(#[$from_str])*
        ///
        /// # Errors
        /// The errors of [`from_slice`].
        #[inline]
        pub fn from_str<'de, T: $crate::Decode<'de>>(input: &'de str) -> $crate::Result<T> {
            from_slice(input.as_bytes())
        }

        /// Reads as [`from_str`] does, with options.
        ///
        /// # Errors
        /// The errors of [`from_slice_with`].
        #[inline]
        pub fn from_str_with<'de, T: $crate::Decode<'de>>(
            input: &'de str,
            options: &ReadOptions,
        ) -> $crate::Result<T> {
            from_slice_with(input.as_bytes(), options)
        }

        #[doc = concat!("Writes a value as a ", $document, " into a string.")]
        ///
        $(#[$to_string])*
        ///
        /// # Errors
        /// The errors of [`to_vec`].
        #[inline]
        pub fn to_string<T: $crate::Encode + ?Sized>(
            value: &T,
        ) -> $crate::Result<alloc::string::String> {
            to_string_with(value, &WriteOptions::default())
        }

        /// Writes as [`to_string`] does, with options.
        ///
        /// # Errors
        /// The errors of [`to_vec`].
        #[inline]
        pub fn to_string_with<T: $crate::Encode + ?Sized>(
            value: &T,
            options: &WriteOptions,
        ) -> $crate::Result<alloc::string::String> {
            $crate::format::to_string::<$format, T>(value, options)
        }
    };
}

/// Declares the readers of binary documents that follow one another in a `Read`: the type
/// `ValuesReader`, and the functions `next_from_reader` and `next_bytes`.
///
/// It takes the type of the [`RecordFormat`](crate::format::RecordFormat) and the name of a
/// document (`"value"`); then an example for the type and one for the first function; then an
/// expression that makes a search of the options. The caller has `alloc` and `ReadOptions` in
/// scope. `varvel-msgpack/src/read/io.rs` shows it.
#[macro_export]
macro_rules! value_readers {
    (
        $format:ty, $value:literal;
        $(#[$values_reader:meta])* ValuesReader
        $(#[$next_from_reader:meta])* next_from_reader
        |$options:ident| $search:expr
    ) => {
        #[doc = concat!("Reads the bytes of each ", $value, " of a stream that comes from a [`Read`](std::io::Read), one after the other.")]
        ///
        #[doc = concat!("A ", $value, " may come in pieces; it is returned whole. Memory is at most 64 KiB and three times the longest one:")]
        /// lengths in the stream are not trusted, memory grows with the bytes that came, and
        #[doc = concat!("[`Limits::bytes`](varvel_core::Limits::bytes) bounds each ", $value, ". As with")]
        #[doc = concat!("[`Values`](crate::Values), a ", $value, " is checked only by its reader.")]
        ///
        $(#[$values_reader])*
        #[derive(Debug)]
        pub struct ValuesReader<R>($crate::format::RecordReader<R, $format>);

        impl<R: std::io::Read> ValuesReader<R> {
            /// Makes a reader that begins before the first document of `input`.
            pub fn new(input: R, options: &ReadOptions) -> Self {
                Self($crate::format::RecordReader::new(input, &options.limits))
            }

            #[doc = concat!("Returns the next ", $value, ", lent until the next call; `None` at the end of the stream.")]
            ///
            /// # Errors
            #[doc = concat!("`Io`, after which it can be called again; `UnexpectedEnd` if the stream ends inside a ", $value, ";")]
            /// `SizeLimit`.
            #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
            pub fn next(&mut self) -> $crate::Result<Option<&[u8]>> {
                let record = self.0.next()?;
                Ok(record.map(|record| record.document))
            }

            #[doc = concat!("Returns where in the stream the next ", $value, " begins. Offsets of errors count from the beginning of the ", $value)]
            /// in which they are.
            pub const fn offset(&self) -> u64 {
                self.0.offset()
            }

            #[doc = concat!("Returns the input. Bytes that were read from it together with the last ", $value, " are lost.")]
            pub fn into_inner(self) -> R {
                self.0.into_inner()
            }
        }

        #[doc = concat!("Reads one ", $value, " into a type from `input`, and leaves the bytes behind it unread; `None` if `input` has ended.")]
        ///
        #[doc = concat!("Each ", $value, " takes several calls of `read`: wrap a file or a socket into a [`BufReader`](std::io::BufReader).")]
        /// If nothing else reads from `input`, a [`ValuesReader`] takes fewer. Memory grows with
        /// the bytes that came, whatever
        #[doc = concat!("lengths they claim. A ", $value, " that does not fit the type is passed, so that the next one can be read.")]
        ///
        $(#[$next_from_reader])*
        ///
        /// # Errors
        #[doc = concat!("`Io`; `UnexpectedEnd` if `input` ends inside the ", $value, "; `SizeLimit`; and faults of the ", $value, ",")]
        /// whose offsets count from its beginning.
        pub fn next_from_reader<T: for<'de> $crate::Decode<'de>>(
            input: impl std::io::Read,
            options: &ReadOptions,
        ) -> $crate::Result<Option<T>> {
            match next_bytes(input, options)? {
                Some(bytes) => $crate::format::decode::<$format, T, ()>(&bytes, options, &()).map(Some),
                None => Ok(None),
            }
        }

        #[doc = concat!("Reads the bytes of the next ", $value, " from `input`, and no byte behind it; `None` if `input` has ended.")]
        ///
        /// Calls of `read` and memory are as for [`next_from_reader`].
        ///
        /// # Errors
        #[doc = concat!("`Io`; `UnexpectedEnd` if `input` ends inside the ", $value, "; `SizeLimit`.")]
        pub fn next_bytes(
            input: impl std::io::Read,
            $options: &ReadOptions,
        ) -> $crate::Result<Option<alloc::vec::Vec<u8>>> {
            $crate::format::next_record::<$format>(input, &$options.limits, $search)
        }
    };
}
