package frozen

// Kind is a kind of a value.
type Kind uint8

// The kinds of values.
const (
	// Missing is the kind of the zero [Node], which look-ups return for what is
	// not there.
	Missing Kind = iota
	Null
	Bool
	// Int is an integer that 64 bits hold, with or without a sign.
	Int
	// Float is a float of 32 or 64 bits.
	Float
	// BigInt is an integer beyond 64 bits.
	BigInt
	// Decimal is a decimal number, kept as its text.
	Decimal
	// String is text in UTF-8.
	String
	Bytes
	// Timestamp is a point in time, in seconds and nanoseconds.
	Timestamp
	Array
	// Object has members whose keys are strings.
	Object
	// Map has members whose keys may be any values, and one of which is not a
	// string.
	Map
	// Tagged is a value with the number of a tag of CBOR.
	Tagged
	// Extension is a value with the type of an extension of MessagePack.
	Extension
	// Simple is a simple value of CBOR; the value inside it is null.
	Simple

	kindCount = int(Simple) + 1
)

var kindNames = [kindCount]string{
	"nothing", "null", "a boolean", "an integer", "a float", "a big integer", "a decimal",
	"a string", "bytes", "a timestamp", "an array", "an object", "a map", "a tagged value",
	"an extension", "a simple value",
}

// String returns the name of the kind with an article: "an array".
func (k Kind) String() string {
	if int(k) < kindCount {
		return kindNames[k]
	}
	return "an unknown kind"
}
