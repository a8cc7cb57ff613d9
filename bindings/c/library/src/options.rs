//! Formats and options
//!
//! A format is a number. Every function that reads or writes documents takes one, so a new format
//! needs no new function.

use core::ffi::{c_char, c_void};

use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{AsText, Duplicates, Freeze, Limits};

use crate::guard::{self, Fallible, guard_or, invalid};

/// The number of a format. Numbers never change their meaning; new ones are added.
pub type vv_format = u32;

// <spec:formats> Made by `cargo xtask spec`.
/// No format.
pub const VV_NO_FORMAT: vv_format = 0;
/// Frozen documents: one buffer that is checked once and then read in place.
pub const VV_FROZEN: vv_format = 1;
/// JSON (RFC 8259).
pub const VV_JSON: vv_format = 2;
/// JSON as people write it: comments, commas after the last item, names without quotes.
pub const VV_JSON5: vv_format = 3;
/// YAML 1.2, one document. An edited text may have several, and is the array of them.
pub const VV_YAML: vv_format = 4;
/// MessagePack.
pub const VV_MSGPACK: vv_format = 5;
/// CBOR (RFC 8949).
pub const VV_CBOR: vv_format = 6;
/// FlexBuffers.
pub const VV_FLEXBUFFERS: vv_format = 7;
// </spec:formats>

/// The formats beside frozen documents.
const FORMATS: &[(vv_format, AnyFormat)] = &[
    // <spec:rows> Made by `cargo xtask spec`.
    (VV_JSON, AnyFormat::Json),
    (VV_JSON5, AnyFormat::Json5),
    (VV_YAML, AnyFormat::Yaml),
    (VV_MSGPACK, AnyFormat::MessagePack),
    (VV_CBOR, AnyFormat::Cbor),
    (VV_FLEXBUFFERS, AnyFormat::FlexBuffers),
    // </spec:rows>
];

// <spec:duplicates> Made by `cargo xtask spec`.
/// A duplicate key is an error. The default.
pub const VV_DUPLICATES_ERROR: u32 = 0;
/// Keeps the first of the members with one key.
pub const VV_DUPLICATES_FIRST: u32 = 1;
/// Keeps the last of the members with one key.
pub const VV_DUPLICATES_LAST: u32 = 2;
// </spec:duplicates>

// <spec:flags> Made by `cargo xtask spec`.
/// Reading text: numbers with a fraction or an exponent keep all their digits.
pub const VV_EXACT_DECIMALS: u32 = 1;
/// Reading YAML: scalars without quotes are read as by YAML 1.1 (`yes`, `no`, base 60).
pub const VV_YAML_1_1: u32 = 1 << 1;
/// Reading YAML: merge keys (`<<: *defaults`) are carried out.
pub const VV_MERGE_KEYS: u32 = 1 << 2;
/// Reading YAML: two forms are read that many files have, although YAML does not allow them.
pub const VV_TOLERANT: u32 = 1 << 3;
/// Writing JSON and JSON5: line breaks, and two spaces a level.
pub const VV_PRETTY: u32 = 1 << 8;
/// Writing: keys that are no strings become text, where the format has string keys only.
pub const VV_KEYS_AS_TEXT: u32 = 1 << 9;
/// Writing: bytes become Base64, where the format has no bytes.
pub const VV_BYTES_AS_TEXT: u32 = 1 << 10;
/// Writing: points in time become RFC 3339, where the format has none.
pub const VV_TIMESTAMPS_AS_TEXT: u32 = 1 << 11;
/// Writing: NaN and infinities become "nan", "inf", "-inf", where the format has none.
pub const VV_NON_FINITE_AS_TEXT: u32 = 1 << 12;
/// Writing: big integers and decimals become their digits, where the format has none.
pub const VV_NUMBERS_AS_TEXT: u32 = 1 << 13;
/// Freezing a node: the canonical form, in which equal documents have equal bytes.
pub const VV_CANONICAL: u32 = 1 << 16;
/// Freezing a node: equal strings are stored once.
pub const VV_SHARE_STRINGS: u32 = 1 << 17;
/// Freezing a node: the bytes carry a checksum.
pub const VV_CHECKSUM: u32 = 1 << 18;

/// All flags that have a meaning.
const KNOWN: u32 = VV_EXACT_DECIMALS
    | VV_YAML_1_1
    | VV_MERGE_KEYS
    | VV_TOLERANT
    | VV_PRETTY
    | VV_KEYS_AS_TEXT
    | VV_BYTES_AS_TEXT
    | VV_TIMESTAMPS_AS_TEXT
    | VV_NON_FINITE_AS_TEXT
    | VV_NUMBERS_AS_TEXT
    | VV_CANONICAL
    | VV_SHARE_STRINGS
    | VV_CHECKSUM;
// </spec:flags>

/// How documents are read and written, whatever their format. A format leaves aside what it does
/// not have. Where a function takes options, NULL stands for the defaults.
///
/// Begin with `vv_options options = VV_OPTIONS;`, and set the fields that differ. `size` says which
/// version of this structure the program was compiled with: later ones are longer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_options {
    /// sizeof(vv_options).
    pub size: usize,
    /// Flags such as VV_PRETTY, joined by `|`.
    pub flags: u32,
    /// VV_DUPLICATES_ERROR, VV_DUPLICATES_FIRST or VV_DUPLICATES_LAST.
    pub duplicates: u32,
    /// How many containers may be open at once; 0 for the default of 128. No depth costs stack.
    pub depth: usize,
    /// How many nodes a document may have; 0 for no limit.
    pub nodes: usize,
    /// How many bytes a document may have; 0 for no limit.
    pub bytes: usize,
    /// How often a document may be read again (aliases of YAML), in times its length; 0 for the
    /// default of 8.
    pub replay: usize,
}

/// A text that the library lends: bytes of UTF-8 without a NUL at their end. NUL may stand inside.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_str {
    /// The first byte; never NULL where a text was found.
    pub data: *const c_char,
    /// How many bytes there are.
    pub len: usize,
}

/// Bytes that the library lends.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_bytes {
    /// The first byte.
    pub data: *const u8,
    /// How many bytes there are.
    pub len: usize,
}

impl vv_str {
    pub(crate) const NONE: Self = Self {
        data: core::ptr::null(),
        len: 0,
    };
}

impl vv_bytes {
    pub(crate) const NONE: Self = Self {
        data: core::ptr::null(),
        len: 0,
    };
}

impl From<&str> for vv_str {
    fn from(text: &str) -> Self {
        Self {
            data: text.as_ptr().cast(),
            len: text.len(),
        }
    }
}

impl From<&[u8]> for vv_bytes {
    fn from(bytes: &[u8]) -> Self {
        Self {
            data: bytes.as_ptr(),
            len: bytes.len(),
        }
    }
}

/// The format that a number stands for.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    Frozen,
    Document(AnyFormat),
}

/// Looks a number up.
pub(crate) fn which(format: vv_format) -> Fallible<Which> {
    if format == VV_FROZEN {
        return Ok(Which::Frozen);
    }
    match FORMATS.iter().find(|(number, _)| *number == format) {
        Some((_, format)) => Ok(Which::Document(*format)),
        None => invalid("no format has this number"),
    }
}

/// Options in the terms of the Rust library.
#[derive(Default)]
pub(crate) struct Chosen {
    pub duplicates: Duplicates,
    pub read: ReadOptions,
    pub write: WriteOptions,
    pub flags: u32,
}

impl Chosen {
    /// How a node is frozen.
    pub fn freeze(&self) -> Freeze {
        let form = match self.flags & (VV_CANONICAL | VV_SHARE_STRINGS) {
            0 => Freeze::new(),
            VV_SHARE_STRINGS => Freeze::sharing_strings(),
            _ => Freeze::canonical(),
        };
        match self.flags & VV_CHECKSUM {
            0 => form,
            _ => form.with_checksum(),
        }
    }

    fn of(options: &vv_options) -> Fallible<Self> {
        let flags = options.flags;
        if flags & !KNOWN != 0 {
            return invalid("a flag of options that has no meaning");
        }
        let has = |flag| flags & flag != 0;
        let or = |given, default| if given == 0 { default } else { given };
        let limits = Limits {
            depth: or(options.depth, Limits::DEFAULT.depth),
            nodes: or(options.nodes, Limits::DEFAULT.nodes),
            bytes: or(options.bytes, Limits::DEFAULT.bytes),
            replay: or(options.replay, Limits::DEFAULT.replay),
        };
        let mut read = ReadOptions::with_limits(limits);
        read.exact_decimals = has(VV_EXACT_DECIMALS);
        read.yaml.yaml_1_1 = has(VV_YAML_1_1);
        read.yaml.merge_keys = has(VV_MERGE_KEYS);
        read.yaml.tolerant = has(VV_TOLERANT);
        let mut as_text = AsText::NOTHING;
        as_text.keys = has(VV_KEYS_AS_TEXT);
        as_text.bytes = has(VV_BYTES_AS_TEXT);
        as_text.timestamps = has(VV_TIMESTAMPS_AS_TEXT);
        as_text.non_finite = has(VV_NON_FINITE_AS_TEXT);
        as_text.numbers = has(VV_NUMBERS_AS_TEXT);
        let mut write = WriteOptions::default();
        write.pretty = has(VV_PRETTY);
        write.as_text = as_text;
        Ok(Self {
            duplicates: match options.duplicates {
                VV_DUPLICATES_ERROR => Duplicates::Error,
                VV_DUPLICATES_FIRST => Duplicates::First,
                VV_DUPLICATES_LAST => Duplicates::Last,
                _ => return invalid("no policy for duplicate keys has this number"),
            },
            read,
            write,
            flags,
        })
    }
}

/// The longest structure that a later version may have.
const LONGEST: usize = 4096;

/// Copies a structure that begins with its size. A shorter one is of an earlier version, and has
/// zeros where it ends; a longer one is of a later version, and must have zeros there, since what
/// they ask for is not known here.
///
/// # Safety
/// `given` is null, or leads to a structure whose first field is its size, with that many bytes
/// initialised. `T` is made of integers and nullable pointers, and begins with a `usize`.
pub(crate) unsafe fn sized<T: Copy>(given: *const T) -> Fallible<Option<T>> {
    if given.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, so the first field can be read (the contract of this function).
    let size = unsafe { given.cast::<usize>().read() };
    if !(size_of::<usize>()..=LONGEST).contains(&size) {
        return invalid("a structure whose `size` is not set");
    }
    // SAFETY: so many bytes can be read (the contract of this function).
    let bytes = unsafe { guard::bytes(given.cast::<c_void>(), size)? };
    let known = size_of::<T>().min(size);
    if bytes[known..].iter().any(|&byte| byte != 0) {
        return invalid("a structure of a later version, with fields that are not known here");
    }
    // SAFETY: all bytes zero are a value of integers and nullable pointers; `known` bytes are
    // within both, and a local variable does not overlap with the argument.
    unsafe {
        let mut copy = core::mem::zeroed::<T>();
        core::ptr::copy_nonoverlapping(
            bytes.as_ptr(),
            core::ptr::from_mut(&mut copy).cast::<u8>(),
            known,
        );
        Ok(Some(copy))
    }
}

/// Reads options.
///
/// # Safety
/// Null, or options as the header has them.
pub(crate) unsafe fn chosen(options: *const vv_options) -> Fallible<Chosen> {
    // SAFETY: `vv_options` begins with its size, and is made of integers.
    match unsafe { sized(options)? } {
        Some(options) => Chosen::of(&options),
        None => Ok(Chosen::default()),
    }
}

/// Returns the version of the library, such as "0.1.0". It lives forever.
#[unsafe(no_mangle)]
pub extern "C" fn vv_version() -> *const c_char {
    guard_or(core::ptr::null(), || {
        concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
    })
}

/// Returns the name of a format as errors show it, such as "JSON"; it lives forever. `data` is NULL
/// if no format has this number.
#[unsafe(no_mangle)]
pub extern "C" fn vv_format_name(format: vv_format) -> vv_str {
    guard_or(vv_str::NONE, || match which(format) {
        Ok(Which::Frozen) => "frozen".into(),
        Ok(Which::Document(format)) => format.name().into(),
        Err(_) => vv_str::NONE,
    })
}

/// Returns the format whose files have this ending of their names (without the point, in letters of
/// either case), or VV_NO_FORMAT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_format_of_extension(
    extension: *const c_char,
    extension_len: usize,
) -> vv_format {
    guard_or(VV_NO_FORMAT, || {
        // SAFETY: the contract of the header.
        let Ok(extension) = (unsafe { guard::text(extension, extension_len) }) else {
            return VV_NO_FORMAT;
        };
        if extension.eq_ignore_ascii_case("varvel") {
            return VV_FROZEN;
        }
        number_of(AnyFormat::of_extension(extension))
    })
}

/// Returns the format of a document if its first bytes tell it, or VV_NO_FORMAT: those of a text
/// never do. 16 bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_format_of_first_bytes(data: *const c_void, len: usize) -> vv_format {
    guard_or(VV_NO_FORMAT, || {
        // SAFETY: the contract of the header.
        match unsafe { guard::bytes(data, len) } {
            Ok(bytes) if bytes.starts_with(b"VRVL") => VV_FROZEN,
            Ok(bytes) => number_of(AnyFormat::of_first_bytes(bytes)),
            Err(_) => VV_NO_FORMAT,
        }
    })
}

/// The number of a format; zero for none, and for one that has no number here.
fn number_of(format: Option<AnyFormat>) -> vv_format {
    let found = FORMATS.iter().find(|(_, one)| Some(*one) == format);
    found.map_or(VV_NO_FORMAT, |(number, _)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_of_the_table_has_a_number() {
        assert_eq!(FORMATS.len(), AnyFormat::ALL.len());
        for (i, format) in AnyFormat::ALL.iter().enumerate() {
            let number = number_of(Some(*format));
            assert_eq!(number as usize, i + 2, "{} has its number", format.name());
            assert!(matches!(which(number), Ok(Which::Document(one)) if one == *format));
        }
        assert!(which(VV_NO_FORMAT).is_err() && which(8).is_err());
    }

    const DEFAULT: vv_options = vv_options {
        size: size_of::<vv_options>(),
        flags: 0,
        duplicates: 0,
        depth: 0,
        nodes: 0,
        bytes: 0,
        replay: 0,
    };

    #[test]
    fn options_of_an_earlier_version_have_defaults() {
        let short = vv_options {
            size: 16,
            flags: VV_PRETTY,
            depth: 7,
            ..DEFAULT
        };
        // SAFETY: options that live.
        let chosen = unsafe { chosen(&short).unwrap() };
        assert!(chosen.write.pretty);
        assert_eq!(chosen.read.limits, Limits::DEFAULT);
    }

    #[test]
    fn options_of_a_later_version_must_be_zero_there() {
        #[repr(C)]
        struct Later(vv_options, usize);
        let size = size_of::<Later>();
        for (new, ok) in [(0, true), (1, false)] {
            let later = Later(vv_options { size, ..DEFAULT }, new);
            let pointer = core::ptr::from_ref(&later).cast();
            // SAFETY: options that live, of as many bytes as they say.
            assert_eq!(unsafe { chosen(pointer) }.is_ok(), ok);
        }
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        let flags = vv_options {
            flags: 1 << 31,
            ..DEFAULT
        };
        let duplicates = vv_options {
            duplicates: 3,
            ..DEFAULT
        };
        let size = vv_options { size: 0, ..DEFAULT };
        for options in [flags, duplicates, size] {
            // SAFETY: options that live.
            assert!(unsafe { chosen(&options) }.is_err());
        }
    }
}
