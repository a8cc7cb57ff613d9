//! The numbers of errors. Made by `cargo xtask spec` from `spec/tables/errors.toml`.

use core::ffi::CStr;

/// The number of an error, or VV_OK. Numbers never change their meaning; new ones are added.
pub type vv_code = u32;

/// Success.
pub const VV_OK: vv_code = 0;
/// Text that cannot stand here.
pub const VV_E_SYNTAX: vv_code = 1;
/// The input ends inside a document.
pub const VV_E_UNEXPECTED_END: vv_code = 2;
/// Something follows the document.
pub const VV_E_TRAILING_DATA: vv_code = 3;
/// A text that is not a number of the format.
pub const VV_E_INVALID_NUMBER: vv_code = 4;
/// A number that its target cannot hold.
pub const VV_E_NUMBER_OUT_OF_RANGE: vv_code = 5;
/// A control character inside a string.
pub const VV_E_CONTROL_CHARACTER: vv_code = 6;
/// An escape that the format does not have.
pub const VV_E_INVALID_ESCAPE: vv_code = 7;
/// Half of a surrogate pair, without the other half.
pub const VV_E_LONE_SURROGATE: vv_code = 8;
/// Bytes that are not UTF-8.
pub const VV_E_INVALID_UTF8: vv_code = 9;
/// One object has the same key twice.
pub const VV_E_DUPLICATE_KEY: vv_code = 10;
/// More containers inside each other than the limit.
pub const VV_E_DEPTH_LIMIT: vv_code = 11;
/// More bytes than the limit.
pub const VV_E_SIZE_LIMIT: vv_code = 12;
/// More nodes than the limit.
pub const VV_E_NODE_LIMIT: vv_code = 13;
/// There is no memory left.
pub const VV_E_OUT_OF_MEMORY: vv_code = 14;
/// A node of another kind than the caller asked for.
pub const VV_E_TYPE_MISMATCH: vv_code = 15;
/// A member that is required and missing.
pub const VV_E_MISSING_FIELD: vv_code = 16;
/// A value that the target format cannot hold.
pub const VV_E_UNREPRESENTABLE: vv_code = 17;
/// Bytes that are not a valid frozen buffer.
pub const VV_E_INVALID_FROZEN: vv_code = 18;
/// A version of the frozen format that this library does not read.
pub const VV_E_UNSUPPORTED_VERSION: vv_code = 19;
/// There is no node at this path.
pub const VV_E_NOT_FOUND: vv_code = 20;
/// Reading or writing failed in the operating system, or in a callback.
pub const VV_E_IO: vv_code = 21;
/// Events came in an order that no document has.
pub const VV_E_INVALID_EVENTS: vv_code = 22;
/// A text that is neither a path nor a JSON Pointer. The offset counts in that text.
pub const VV_E_INVALID_PATH: vv_code = 23;
/// A checksum that does not match the bytes.
pub const VV_E_CHECKSUM_MISMATCH: vv_code = 24;
/// A value or an edit that is refused for a reason of its own; the message says which.
pub const VV_E_REFUSED: vv_code = 25;
/// A member that the type does not have.
pub const VV_E_UNKNOWN_MEMBER: vv_code = 26;
/// A variant that the type does not have.
pub const VV_E_UNKNOWN_VARIANT: vv_code = 27;
/// More bytes of the input were read again than the limit allows, because a tag came late or
/// variants did not fit.
pub const VV_E_REPLAY_LIMIT: vv_code = 28;
/// Bytes that are not a valid FlatBuffer of the schema, or not a valid FlexBuffer.
pub const VV_E_INVALID_BUFFER: vv_code = 29;
/// A fault of the library. Handles that the call could change must only be freed.
pub const VV_E_INTERNAL: vv_code = 1000;
/// An argument that no call may have: a null pointer, a number that stands for nothing.
pub const VV_E_INVALID_ARGUMENT: vv_code = 1001;
/// A callback asked to stop.
pub const VV_E_CANCELLED: vv_code = 1002;

/// Names of all numbers, as vv_code_name() gives them.
pub const NAMES: &[(vv_code, &CStr)] = &[
    (VV_OK, c"Ok"),
    (VV_E_SYNTAX, c"Syntax"),
    (VV_E_UNEXPECTED_END, c"UnexpectedEnd"),
    (VV_E_TRAILING_DATA, c"TrailingData"),
    (VV_E_INVALID_NUMBER, c"InvalidNumber"),
    (VV_E_NUMBER_OUT_OF_RANGE, c"NumberOutOfRange"),
    (VV_E_CONTROL_CHARACTER, c"ControlCharacter"),
    (VV_E_INVALID_ESCAPE, c"InvalidEscape"),
    (VV_E_LONE_SURROGATE, c"LoneSurrogate"),
    (VV_E_INVALID_UTF8, c"InvalidUtf8"),
    (VV_E_DUPLICATE_KEY, c"DuplicateKey"),
    (VV_E_DEPTH_LIMIT, c"DepthLimit"),
    (VV_E_SIZE_LIMIT, c"SizeLimit"),
    (VV_E_NODE_LIMIT, c"NodeLimit"),
    (VV_E_OUT_OF_MEMORY, c"OutOfMemory"),
    (VV_E_TYPE_MISMATCH, c"TypeMismatch"),
    (VV_E_MISSING_FIELD, c"MissingField"),
    (VV_E_UNREPRESENTABLE, c"Unrepresentable"),
    (VV_E_INVALID_FROZEN, c"InvalidFrozen"),
    (VV_E_UNSUPPORTED_VERSION, c"UnsupportedVersion"),
    (VV_E_NOT_FOUND, c"NotFound"),
    (VV_E_IO, c"Io"),
    (VV_E_INVALID_EVENTS, c"InvalidEvents"),
    (VV_E_INVALID_PATH, c"InvalidPath"),
    (VV_E_CHECKSUM_MISMATCH, c"ChecksumMismatch"),
    (VV_E_REFUSED, c"Refused"),
    (VV_E_UNKNOWN_MEMBER, c"UnknownMember"),
    (VV_E_UNKNOWN_VARIANT, c"UnknownVariant"),
    (VV_E_REPLAY_LIMIT, c"ReplayLimit"),
    (VV_E_INVALID_BUFFER, c"InvalidBuffer"),
    (VV_E_INTERNAL, c"Internal"),
    (VV_E_INVALID_ARGUMENT, c"InvalidArgument"),
    (VV_E_CANCELLED, c"Cancelled"),
];
