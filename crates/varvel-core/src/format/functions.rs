//! The functions that the crate of each format has, by the same names.

/// Declares the functions of a format: `from_slice`, `from_slice_with`, `decode`, `read_into`, `read_into_with`, `from_reader`,
/// `from_reader_with`, `to_vec`, `to_vec_with`, `to_writer` and `to_writer_with`.
///
/// It takes the type of the [`Format`](crate::Format) and what a document of it is called (`"JSON document"`); then
/// an example for each of the functions named. The crate has a feature `std`, `alloc` by that name, and `ReadOptions` and
/// `WriteOptions` where this is called. `varvel-json/src/format.rs` shows it.
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
        #[doc = concat!("What is wrong with the ", $document, ", or does not fit the type: with its offset and path.")]
        #[inline]
        pub fn from_slice<'de, T: $crate::Decode<'de>>(input: &'de [u8]) -> $crate::Result<T> {
            decode(input, &ReadOptions::default(), &())
        }

        /// Reads as [`from_slice`] does, with options.
        ///
        $(#[$from_slice_with])*
        ///
        /// # Errors
        /// Those of [`from_slice`], and whatever goes beyond the limits.
        #[inline]
        pub fn from_slice_with<'de, T: $crate::Decode<'de>>(
            input: &'de [u8],
            options: &ReadOptions,
        ) -> $crate::Result<T> {
            decode(input, options, &())
        }

        /// Reads as [`from_slice_with`] does, with a context that chooses codecs ([`varvel_core::codec`]).
        ///
        $(#[$decode])*
        ///
        /// # Errors
        /// Those of [`from_slice_with`].
        #[inline]
        pub fn decode<'de, T: $crate::Decode<'de, C>, C: ?Sized>(
            input: &'de [u8],
            options: &ReadOptions,
            context: &C,
        ) -> $crate::Result<T> {
            $crate::format::decode::<$format, T, C>(input, options, context)
        }

        #[doc = concat!("Reads the ", $document, " `input` into a value that is there, whose memory is used again where its type can")]
        /// ([`Decode::decode_into`](varvel_core::Decode::decode_into)). After an error it is some value of its type.
        ///
        $(#[$read_into])*
        ///
        /// # Errors
        /// Those of [`from_slice`].
        #[inline]
        pub fn read_into<'de, T: $crate::Decode<'de>>(input: &'de [u8], value: &mut T) -> $crate::Result {
            read_into_with(input, &ReadOptions::default(), value)
        }

        /// Reads as [`read_into`] does, with options.
        ///
        /// # Errors
        /// Those of [`from_slice_with`].
        #[inline]
        pub fn read_into_with<'de, T: $crate::Decode<'de>>(
            input: &'de [u8],
            options: &ReadOptions,
            value: &mut T,
        ) -> $crate::Result {
            $crate::format::read_into::<$format, T>(input, options, value)
        }

        #[doc = concat!("Reads a value of a type from the ", $document, " that `input` gives up to its end.")]
        ///
        /// The whole of it is held in memory while it is read, so the value cannot borrow from it.
        ///
        $(#[$from_reader])*
        ///
        /// # Errors
        /// `Io`, and those of [`from_slice`].
        #[cfg(feature = "std")]
        pub fn from_reader<T: for<'de> $crate::Decode<'de>>(
            input: impl std::io::Read,
        ) -> $crate::Result<T> {
            from_reader_with(input, &ReadOptions::default())
        }

        /// Reads as [`from_reader`] does, with options.
        ///
        /// # Errors
        /// `Io`, and those of [`from_slice_with`].
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
        /// What the format cannot hold, with its path.
        #[inline]
        pub fn to_vec<T: $crate::Encode + ?Sized>(value: &T) -> $crate::Result<alloc::vec::Vec<u8>> {
            to_vec_with(value, &WriteOptions::default())
        }

        /// Writes as [`to_vec`] does, with options.
        ///
        $(#[$to_vec_with])*
        ///
        /// # Errors
        /// Those of [`to_vec`].
        #[inline]
        pub fn to_vec_with<T: $crate::Encode + ?Sized>(
            value: &T,
            options: &WriteOptions,
        ) -> $crate::Result<alloc::vec::Vec<u8>> {
            <$format as $crate::Format>::to_vec(value, options)
        }

        #[doc = concat!("Writes a value as a ", $document, " to `output`, in one piece: all of it is in memory before.")]
        ///
        $(#[$to_writer])*
        ///
        /// # Errors
        /// `Io`, and those of [`to_vec`].
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
        /// `Io`, and those of [`to_vec`].
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

/// Declares the functions that a format of text has besides those of [`format_functions!`](crate::format_functions),
/// beside which it is called: `from_str`, `from_str_with`, `to_string` and `to_string_with`.
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
        /// Those of [`from_slice`].
        #[inline]
        pub fn from_str<'de, T: $crate::Decode<'de>>(input: &'de str) -> $crate::Result<T> {
            from_slice(input.as_bytes())
        }

        /// Reads as [`from_str`] does, with options.
        ///
        /// # Errors
        /// Those of [`from_slice_with`].
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
        /// Those of [`to_vec`].
        #[inline]
        pub fn to_string<T: $crate::Encode + ?Sized>(
            value: &T,
        ) -> $crate::Result<alloc::string::String> {
            to_string_with(value, &WriteOptions::default())
        }

        /// Writes as [`to_string`] does, with options.
        ///
        /// # Errors
        /// Those of [`to_vec`].
        #[inline]
        pub fn to_string_with<T: $crate::Encode + ?Sized>(
            value: &T,
            options: &WriteOptions,
        ) -> $crate::Result<alloc::string::String> {
            $crate::format::to_string::<$format, T>(value, options)
        }
    };
}
