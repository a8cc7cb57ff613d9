// Made by `cargo xtask spec` from spec/tables/frozen.toml.

/// The one version of documents and streams that there is.
const int version = 1;

/// The first four bytes of every document.
const String magic = 'VRVL';

/// The length of the file header in bytes: magic, version, flags, two zero
/// bytes, total length, end of the tree, root.
const int headerLen = 32;

/// The position of the version in the header.
const int versionAt = 4;

/// The position of the flags in the header.
const int flagsAt = 5;

/// The position of the total length (u64) in the header.
const int lengthAt = 8;

/// The position of the end of the tree (u64) in the header. The tables begin at
/// the end of the tree.
const int treeEndAt = 16;

/// The position of the root slot in the header (8 bytes wide; its base is the
/// end of the tree).
const int rootAt = 24;

/// The length of the tables' own header in bytes: number of shapes, number of
/// texts, where the records of the shapes begin, number of shared strings (u32
/// each).
const int tablesLen = 16;

/// The length of the checksum in bytes.
const int checksumLen = 8;

/// The flag of a buffer whose last bytes are a checksum of all before them.
/// There is no other flag.
const int flagChecksum = 1;

/// A literal.
const int tagLiteral = 0;

/// A signed integer in the slot itself.
const int tagInt = 1;

/// A string in the slot itself: bits 4 to 7 hold its length, the bytes follow.
const int tagShort = 2;

/// A string of the tables: its number among the shared strings.
const int tagShared = 3;

/// The bit that is set in every tag that refers to a node.
const int tagReference = 8;

/// A string: length, bytes.
const int tagString = 8;

/// An array of slots.
const int tagArray = 9;

/// An object: shape number, slots.
const int tagObject = 10;

/// Eight bytes: a float.
const int tagFloat64 = 11;

/// Four bytes: a signed integer.
const int tagInt32 = 12;

/// Eight bytes: a signed integer.
const int tagInt64 = 13;

/// A packed array or matrix of numbers.
const int tagPacked = 14;

/// A node whose first byte says more.
const int tagOther = 15;

/// Null.
const int literalNull = 0;

/// False.
const int literalFalse = 1;

/// True.
const int literalTrue = 2;

/// An array without items.
const int literalArray = 3;

/// An object without members.
const int literalObject = 4;

/// An integer from 2^63 on: u64.
const int otherUint64 = 0;

/// A 32-bit float.
const int otherFloat32 = 1;

/// An integer beyond 64 bits: length, digits.
const int otherBigInt = 2;

/// A decimal kept as text: length, text.
const int otherDecimal = 3;

/// Bytes: length, bytes.
const int otherBytes = 4;

/// A point in time: i64 seconds, u32 nanoseconds.
const int otherTimestamp = 5;

/// A node tagged with a number: widths, that number, one slot.
const int otherTagged = 6;

/// A node tagged with an extension type: widths, the type as an unsigned byte,
/// one slot.
const int otherExtension = 7;

/// A map: widths, count, then a slot for each key and each value in turn.
const int otherMap = 8;

/// An object that carries its keys: widths, count, then a slot for each key (a
/// string) and each value in turn.
const int otherPairs = 9;

/// A null that stands for another simple value: widths, that value's number as
/// a byte, one slot.
const int otherSimple = 10;

/// Signed integers of 8 bits.
const int elementInt8 = 0;

/// Signed integers of 16 bits.
const int elementInt16 = 1;

/// Signed integers of 32 bits.
const int elementInt32 = 2;

/// Signed integers of 64 bits.
const int elementInt64 = 3;

/// Unsigned integers of 64 bits.
const int elementUint64 = 4;

/// Floats of 32 bits.
const int elementFloat32 = 5;

/// Floats of 64 bits.
const int elementFloat64 = 6;

/// Unsigned integers of 32 bits.
const int elementUint32 = 7;

/// The bits of a packed node's first byte that are its type of numbers.
const int elementMask = 7;

/// The bit of a packed node's first byte that makes it a matrix.
const int packedMatrix = 8;

/// The bits of a packed node's first byte that are zero.
const int packedReserved = 0xC0;

/// The bits of a container's first byte that are zero.
const int widthsReserved = 0xF0;

/// A packed node of at least this many elements begins them on a multiple of
/// their width.
const int paddedElements = 8;

/// A shape of more keys has an index.
const int smallShape = 16;

/// The most bytes of a shape's key. Each object that has the key takes at least
/// 2 bytes for the member. So work that is linear in the keys of all objects is
/// linear in the buffer, too.
const int maxShapeKey = 256;

/// Integers from minus this on and below it stand in a slot of any width.
const int leastSmall = 2048;

/// All references to shared strings together stand for at most this many times
/// the bytes of the buffer. So work that is linear in the document is linear in
/// the buffer.
const int sharedTimes = 64;

/// The most bytes of a buffer: positions take at most 48 bits.
const int maxLength = 0xFFFFFFFFFFFF;

/// Goes with the head of the key.
const int hashFirstHigh = 0x6A09E667;
const int hashFirstLow = 0xF3BCC909;

/// Goes with the last bytes of the key.
const int hashLastHigh = 0xBB67AE85;
const int hashLastLow = 0x84CAA73B;

/// Goes with the middle of the key.
const int hashMiddleHigh = 0x3C6EF372;
const int hashMiddleLow = 0xFE94F82B;
