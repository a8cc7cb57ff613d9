package frozen

// Kind is a kind of a value.
type Kind uint8

// The kinds of values.
const (
	// Missing is the kind of the zero [Node], which look-ups return for what is
	// not there.
	Missing Kind = 0

	// <spec:kinds> Made by `cargo xtask spec`.

	// Null: the absence of a value.
	Null Kind = 1
	// Bool: true or false.
	Bool Kind = 2
	// Int: an integer of 64 bits, signed or unsigned.
	Int Kind = 3
	// Float: a float of 32 or 64 bits.
	Float Kind = 4
	// BigInt: an integer beyond 64 bits, kept as its text.
	BigInt Kind = 5
	// Decimal: a decimal number, kept as its text.
	Decimal Kind = 6
	// String: UTF-8 text.
	String Kind = 7
	// Bytes: bytes without further meaning.
	Bytes Kind = 8
	// Timestamp: a point in time, in seconds and nanoseconds.
	Timestamp Kind = 9
	// Array: nodes in a row.
	Array Kind = 10
	// Object: string keys and their values, in order.
	Object Kind = 11
	// Map: keys of any kind and their values, in order; one key is not a string.
	Map Kind = 12
	// Tagged: a value with the number of a tag of CBOR.
	Tagged Kind = 13
	// Extension: a value with the type of an extension of MessagePack.
	Extension Kind = 14
	// Simple: a simple value of CBOR; the value inside it is null.
	Simple Kind = 15

	kindCount = int(Simple) + 1

	// </spec:kinds>
)

var kindNames = [kindCount]string{
	"nothing",
	// <spec:phrases> Made by `cargo xtask spec`.
	"null",
	"a boolean",
	"an integer",
	"a float",
	"a big integer",
	"a decimal",
	"a string",
	"bytes",
	"a timestamp",
	"an array",
	"an object",
	"a map",
	"a tagged value",
	"an extension",
	"a simple value",
	// </spec:phrases>
}

// String returns the name of the kind with an article: "an array".
func (k Kind) String() string {
	if int(k) < kindCount {
		return kindNames[k]
	}
	return "an unknown kind"
}
