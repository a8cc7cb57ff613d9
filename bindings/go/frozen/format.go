package frozen

// The constants of spec/frozen.md, which a new version of the format may
// change.

// Version is the one version of documents and streams that this package reads.
const Version = 1

// The header of a document.
const (
	headerLen   = 32 // its bytes
	versionAt   = 4
	flagsAt     = 5
	lengthAt    = 8
	treeEndAt   = 16
	rootAt      = 24
	tablesLen   = 16 // the bytes of the shortest tables
	checksumLen = 8

	flagChecksum = 1 // the only flag
	maxLength    = 1 << 48
)

const magic = "VRVL"

// The tags of slots: their low four bits.
const (
	tagLiteral   = 0
	tagInt       = 1
	tagShort     = 2
	tagShared    = 3
	tagReference = 8 // this one and those above refer to nodes
	tagString    = 8
	tagArray     = 9
	tagObject    = 10
	tagFloat64   = 11
	tagInt32     = 12
	tagInt64     = 13
	tagPacked    = 14
	tagOther     = 15
)

// The payloads of literals.
const (
	literalNull = iota
	literalFalse
	literalTrue
	literalArray
	literalObject
)

// The byte that a node of tagOther begins with.
const (
	otherUint64 = iota
	otherFloat32
	otherBigInt
	otherDecimal
	otherBytes
	otherTimestamp
	otherTagged
	otherExtension
	otherMap
	otherPairs // an object that has its own keys
	otherSimple
)

// The byte that a packed node begins with: the element, whether it is a matrix,
// the width of its counts.
const (
	elementMask    = 7
	packedMatrix   = 8
	packedReserved = 0xC0
	// At least so many elements may have padding before their node.
	paddedElements = 8
)

// The byte that a container begins with: the width of its slots, and of the
// number that follows.
const widthsReserved = 0xF0

// Shapes, and strings that are shared.
const (
	smallShape  = 16  // more keys have an index
	maxShapeKey = 256 // the most bytes of a key in a shape
	// The bytes that shared strings may stand for, in lengths of the document.
	sharedTimes = 64

	// The least and the most bits of a place in an index.
	indexLeast = 4
	indexMost  = 32
)

// The numbers of the hash of keys.
const (
	hashMiddle = 0x3C6EF372FE94F82B
	hashFirst  = 0x6A09E667F3BCC909
	hashLast   = 0xBB67AE8584CAA73B
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
