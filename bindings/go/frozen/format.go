package frozen

// The constants of spec/frozen.md, which a new version of the format may
// change.

// <spec:layout> Made by `cargo xtask spec`.

// Version is the one version of documents and streams that this package reads.
const Version = 1

const magic = "VRVL"

// The header of a document.
const (
	// The length of the file header in bytes: magic, version, flags, two zero
	// bytes, total length, end of the tree, root.
	headerLen = 32
	// The position of the version in the header.
	versionAt = 4
	// The position of the flags in the header.
	flagsAt = 5
	// The position of the total length (u64) in the header.
	lengthAt = 8
	// The position of the end of the tree (u64) in the header. The tables begin at
	// the end of the tree.
	treeEndAt = 16
	// The position of the root slot in the header (8 bytes wide; its base is the
	// end of the tree).
	rootAt = 24
	// The length of the tables' own header in bytes: number of shapes, number of
	// texts, where the records of the shapes begin, number of shared strings (u32
	// each).
	tablesLen = 16
	// The length of the checksum in bytes.
	checksumLen = 8
	// The flag of a buffer whose last bytes are a checksum of all before them.
	// There is no other flag.
	flagChecksum = 1
)

// The tags of slots: their low four bits.
const (
	// A literal.
	tagLiteral = 0
	// A signed integer in the slot itself.
	tagInt = 1
	// A string in the slot itself: bits 4 to 7 hold its length, the bytes follow.
	tagShort = 2
	// A string of the tables: its number among the shared strings.
	tagShared = 3
	// The bit that is set in every tag that refers to a node.
	tagReference = 8
	// A string: length, bytes.
	tagString = 8
	// An array of slots.
	tagArray = 9
	// An object: shape number, slots.
	tagObject = 10
	// Eight bytes: a float.
	tagFloat64 = 11
	// Four bytes: a signed integer.
	tagInt32 = 12
	// Eight bytes: a signed integer.
	tagInt64 = 13
	// A packed array or matrix of numbers.
	tagPacked = 14
	// A node whose first byte says more.
	tagOther = 15
)

// The payloads of literals.
const (
	// Null.
	literalNull = 0
	// False.
	literalFalse = 1
	// True.
	literalTrue = 2
	// An array without items.
	literalArray = 3
	// An object without members.
	literalObject = 4
)

// The byte that a node of tagOther begins with.
const (
	// An integer from 2^63 on: u64.
	otherUint64 = 0
	// A 32-bit float.
	otherFloat32 = 1
	// An integer beyond 64 bits: length, digits.
	otherBigInt = 2
	// A decimal kept as text: length, text.
	otherDecimal = 3
	// Bytes: length, bytes.
	otherBytes = 4
	// A point in time: i64 seconds, u32 nanoseconds.
	otherTimestamp = 5
	// A node tagged with a number: widths, that number, one slot.
	otherTagged = 6
	// A node tagged with an extension type: widths, the type as an unsigned byte,
	// one slot.
	otherExtension = 7
	// A map: widths, count, then a slot for each key and each value in turn.
	otherMap = 8
	// An object that carries its keys: widths, count, then a slot for each key (a
	// string) and each value in turn.
	otherPairs = 9
	// A null that stands for another simple value: widths, that value's number as
	// a byte, one slot.
	otherSimple = 10
)

// The bytes that packed nodes and containers begin with, and limits.
const (
	// The bits of a packed node's first byte that are its type of numbers.
	elementMask = 7
	// The bit of a packed node's first byte that makes it a matrix.
	packedMatrix = 8
	// The bits of a packed node's first byte that are zero.
	packedReserved = 0xC0
	// The bits of a container's first byte that are zero.
	widthsReserved = 0xF0
	// A packed node of at least this many elements begins them on a multiple of
	// their width.
	paddedElements = 8
	// A shape of more keys has an index.
	smallShape = 16
	// The most bytes of a shape's key. Each object that has the key takes at least
	// 2 bytes for the member. So work that is linear in the keys of all objects is
	// linear in the buffer, too.
	maxShapeKey = 256
	// Integers from minus this on and below it stand in a slot of any width.
	leastSmall = 2048
	// All references to shared strings together stand for at most this many times
	// the bytes of the buffer. So work that is linear in the document is linear in
	// the buffer.
	sharedTimes = 64
	// The most bytes of a buffer: positions take at most 48 bits.
	maxLength = 0xFFFFFFFFFFFF
)

// The numbers of the hash of keys.
const (
	// Goes with the head of the key.
	hashFirst = 0x6A09E667F3BCC909
	// Goes with the last bytes of the key.
	hashLast = 0xBB67AE8584CAA73B
	// Goes with the middle of the key.
	hashMiddle = 0x3C6EF372FE94F82B
)

// </spec:layout>

// maxColumns is the most columns of a matrix that is written.
const maxColumns = 1<<32 - 1

// The least and the most bits of a place in an index.
const (
	indexLeast = 4
	indexMost  = 32
)

// form tells how a value is held: by a tag of a slot, by the first byte of a
// node of tagOther, by a literal, or as a part of a packed node. The zero form
// is that of a value that does not exist. at is where the node begins, or the
// slot of a value that is in it.
type form uint8

const (
	formMissing form = 0         // at and bits are at and form of the value where it was searched for; see missingItem, missingMember
	formInt     form = tagInt    // bits is the integer
	formShort   form = tagShort  // bits is its length
	formText    form = tagShared // at is the slot or the entry of a key, bits the text in the tables
	formString  form = tagString
	formArray   form = tagArray
	formObject  form = tagObject
	formFloat64 form = tagFloat64
	formInt32   form = tagInt32
	formInt64   form = tagInt64
	formPacked  form = tagPacked

	formOther     form = 16 // and the first byte of the node
	formUint64         = formOther + otherUint64
	formFloat32        = formOther + otherFloat32
	formBigInt         = formOther + otherBigInt
	formDecimal        = formOther + otherDecimal
	formBytes          = formOther + otherBytes
	formTimestamp      = formOther + otherTimestamp
	formTagged         = formOther + otherTagged
	formExtension      = formOther + otherExtension
	formMap            = formOther + otherMap
	formPairs          = formOther + otherPairs
	formSimple         = formOther + otherSimple

	formLiteral     form = 32 // and the payload
	formNull             = formLiteral + literalNull
	formFalse            = formLiteral + literalFalse
	formTrue             = formLiteral + literalTrue
	formEmptyArray       = formLiteral + literalArray
	formEmptyObject      = formLiteral + literalObject

	formElement form = 40 // and the element; at is the number
	formRow     form = 48 // at is the first number, bits the columns and the element

	formCount form = 64
)

// The bits of a missing member, beside the form of the object.
const (
	missingKey     = uint64(formCount)     // the bits above are the beginning of its key
	missingKeyCut  = uint64(formCount) * 2 // the key is longer
	missingKeyRoom = 7                     // bytes of the key
)

// kinds has the kind of each form.
var kinds = [formCount]Kind{
	formInt: Int, formInt32: Int, formInt64: Int, formUint64: Int,
	formShort: String, formText: String, formString: String,
	formFloat64: Float, formFloat32: Float,
	formBigInt: BigInt, formDecimal: Decimal, formBytes: Bytes, formTimestamp: Timestamp,
	formTagged: Tagged, formExtension: Extension, formSimple: Simple,
	formArray: Array, formPacked: Array, formEmptyArray: Array, formRow: Array,
	formObject: Object, formPairs: Object, formEmptyObject: Object, formMap: Map,
	formNull: Null, formFalse: Bool, formTrue: Bool,
	formElement + form(ElementInt8): Int, formElement + form(ElementInt16): Int, formElement + form(ElementInt32): Int,
	formElement + form(ElementInt64): Int, formElement + form(ElementUint32): Int, formElement + form(ElementUint64): Int,
	formElement + form(ElementFloat32): Float, formElement + form(ElementFloat64): Float,
}
