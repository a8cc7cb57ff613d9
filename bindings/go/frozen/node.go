package frozen

import (
	"fmt"
	"math"
	"math/big"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// Node is a value in a document. It is small, and passed by value.
//
// A look-up that finds nothing returns a Node, too: one whose kind is [Missing].
// Look-ups in it find nothing either, and its accessors return an error with
// the code [ErrNotFound], whose path is the last value that is there and whose
// Found names the member that was missing first, by the first 7 bytes of its
// key. So a chain of look-ups needs one check, at its end. The zero Node is
// missing.
//
// No method of a Node allocates unless its documentation says so, except for
// the error that it returns.
type Node struct {
	doc  *Document
	at   int    // see the forms
	bits uint64 // see the forms
	form form
}

// slot returns the value of a slot.
func (d *Document) slot(at int, width uint8, base int) Node {
	var slot uint64
	switch width {
	case 1:
		slot = u16(d.bytes, at)
	case 2:
		slot = u32(d.bytes, at)
	default:
		slot = u64(d.bytes, at)
	}
	tag, payload := form(slot&15), slot>>4
	switch {
	case tag >= tagReference:
		at = base - int(payload)
		if tag == tagOther {
			tag = formOther + form(d.bytes[at])
		}
		return Node{d, at, 0, tag}
	case tag == tagInt:
		// Moves the sign to the highest bit, and back.
		unused := 64 - 8<<width
		return Node{d, at, uint64(int64(slot<<unused) >> unused >> 4), formInt}
	case tag == tagLiteral:
		return Node{d, at, 0, formLiteral + form(payload)}
	case tag == tagShort:
		return Node{d, at, payload & 15, formShort}
	default:
		place := u32(d.bytes, d.shared+4*int(payload))
		return Node{d, at, uint64(d.tables) + place, formText}
	}
}

// missing returns the value that was searched for in n and is not there.
func (n Node) missing() Node {
	if n.form == formMissing {
		return n
	}
	return Node{n.doc, n.at, uint64(n.form), formMissing}
}

// missingItem returns item i of the array n, which is not there. The index stands
// above the form, plus one.
func (n Node) missingItem(i int) Node {
	missing := n.missing()
	if i >= 0 && n.form != formMissing {
		missing.bits |= uint64(i+1) << 8
	}
	return missing
}

// missingMember returns the member of n with this key, which is not there. A
// Node has no room for a whole key, so the beginning stands above the form, from
// its first byte up.
func (n Node) missingMember(key string) Node {
	if n.form == formMissing {
		return n
	}
	missing := n.missing()
	missing.bits |= missingKey
	if len(key) > missingKeyRoom {
		missing.bits |= missingKeyCut
	}
	for i := range min(len(key), missingKeyRoom) {
		missing.bits |= uint64(key[i]) << (8 + 8*i)
	}
	return missing
}

// parent returns the value in which a missing one was searched for.
func (n Node) parent() Node {
	return Node{n.doc, n.at, 0, form(n.bits) % formCount}
}

// nothing says what is not there.
func (n Node) nothing() string {
	if n.doc == nil {
		return n.Kind().String()
	}
	if n.bits&missingKey != 0 {
		return "no member " + n.missedKey()
	}
	item := n.bits >> 8
	if item == 0 {
		return n.Kind().String()
	}
	array := n.parent()
	if array.form == formRow {
		return fmt.Sprintf("no item %d", item-1) // its length was in its bits
	}
	return fmt.Sprintf("no item %d in an array of %d", item-1, array.Len())
}

// missedKey returns the key that is not there as a string of JSON. Of one that
// is cut it has the whole characters, and an ellipsis.
func (n Node) missedKey() string {
	var key []byte
	for rest := n.bits >> 8; rest != 0; rest >>= 8 {
		key = append(key, byte(rest))
	}
	if n.bits&missingKeyCut == 0 {
		return string(jsontext.AppendString(nil, key))
	}
	for cut := 0; cut < utf8.UTFMax && !utf8.Valid(key); cut++ {
		key = key[:len(key)-1]
	}
	return string(jsontext.AppendString(nil, string(key)+paths.Ellipsis))
}

// Document returns the document that the node is in, or nil for the zero Node.
func (n Node) Document() *Document { return n.doc }

// Kind returns the kind of the value.
func (n Node) Kind() Kind {
	return kinds[n.form%formCount]
}

// Exists reports whether there is a value.
func (n Node) Exists() bool { return n.form != formMissing }

// IsNull reports whether the value is null.
func (n Node) IsNull() bool { return n.form == formNull }

// Bool returns a boolean.
func (n Node) Bool() (bool, error) {
	switch n.form {
	case formTrue:
		return true, nil
	case formFalse:
		return false, nil
	default:
		return false, n.wrongKind("a boolean")
	}
}

// integer returns the bits of an integer. Those of one from 2^63 on are
// unsigned.
func (n Node) integer() (bits uint64, unsigned bool) {
	b := n.doc.bytes
	switch n.form {
	case formInt:
		return n.bits, false
	case formInt32:
		return uint64(int32(u32(b, n.at))), false
	case formInt64:
		return u64(b, n.at), false
	case formUint64:
		return u64(b, n.at+1), true
	case formElement + form(ElementInt8):
		return uint64(int8(b[n.at])), false
	case formElement + form(ElementInt16):
		return uint64(int16(u16(b, n.at))), false
	case formElement + form(ElementInt32):
		return uint64(int32(u32(b, n.at))), false
	case formElement + form(ElementUint32):
		return u32(b, n.at), false
	case formElement + form(ElementUint64):
		bits = u64(b, n.at)
		return bits, bits>>63 != 0
	default:
		return u64(b, n.at), false
	}
}

// Int64 returns an integer. The error has the code [ErrOutOfRange] if int64
// does not hold it, and [ErrKind] if the value is no integer; a float is none,
// whatever its value.
func (n Node) Int64() (int64, error) {
	switch n.form {
	case formInt:
		return int64(n.bits), nil
	case formInt32:
		return int64(int32(u32(n.doc.bytes, n.at))), nil
	}
	return n.otherInt64()
}

// otherInt64 is Int64 of a value that is not of a frequent form.
func (n Node) otherInt64() (int64, error) {
	if n.Kind() != Int {
		if n.form == formBigInt {
			return 0, n.outOfRange("an integer that int64 holds")
		}
		return 0, n.wrongKind("an integer")
	}
	bits, unsigned := n.integer()
	if unsigned {
		return 0, n.outOfRange("an integer that int64 holds")
	}
	return int64(bits), nil
}

// Uint64 returns an integer that is not negative. The error has the code
// [ErrOutOfRange] if uint64 does not hold it, and [ErrKind] if the value is no
// integer.
func (n Node) Uint64() (uint64, error) {
	if n.Kind() != Int {
		if n.form == formBigInt {
			return 0, n.outOfRange("an integer that uint64 holds")
		}
		return 0, n.wrongKind("an integer")
	}
	bits, unsigned := n.integer()
	if bits>>63 != 0 && !unsigned {
		return 0, n.outOfRange("an integer that uint64 holds")
	}
	return bits, nil
}

// Float64 returns a float, or an integer that float64 holds exactly; it does
// not round. The error has the code [ErrOutOfRange] for other numbers, and
// [ErrKind] if the value is no number.
func (n Node) Float64() (float64, error) {
	switch n.form {
	case formFloat64, formElement + form(ElementFloat64):
		return math.Float64frombits(u64(n.doc.bytes, n.at)), nil
	case formFloat32:
		return float64(math.Float32frombits(uint32(u32(n.doc.bytes, n.at+1)))), nil
	case formElement + form(ElementFloat32):
		return float64(math.Float32frombits(uint32(u32(n.doc.bytes, n.at)))), nil
	}
	switch n.Kind() {
	case Int:
		bits, unsigned := n.integer()
		if v, ok := exactFloat(bits, unsigned); ok {
			return v, nil
		}
		return 0, n.notFloat64()
	case BigInt, Decimal:
		return 0, n.notFloat64()
	default:
		return 0, n.wrongKind("a number")
	}
}

// exactFloat returns an integer as a float, if float64 holds it.
func exactFloat(bits uint64, unsigned bool) (v float64, ok bool) {
	const most = 1 << 53
	negative := bits>>63 != 0 && !unsigned
	if negative {
		bits = -bits
	}
	significant := bits
	for significant > most && significant&1 == 0 {
		significant >>= 1
	}
	if significant > most {
		return 0, false
	}
	if negative {
		return -float64(bits), true
	}
	return float64(bits), true
}

// IsFloat32 reports whether the value is a float that is kept in 32 bits.
// [Node.Float64] returns floats of both widths.
func (n Node) IsFloat32() bool {
	return n.form == formFloat32 || n.form == formElement+form(ElementFloat32)
}

// NumberText returns the text of an integer beyond 64 bits or of a decimal, in
// the grammar of JSON numbers. It refers to the document's bytes. The error has
// the code [ErrKind] if the value is neither.
func (n Node) NumberText() (string, error) {
	if n.form != formBigInt && n.form != formDecimal {
		return "", n.wrongKind("a big integer or a decimal")
	}
	return text(counted(n.doc.bytes, n.at+1)), nil
}

// BigInt returns an integer of any size. It allocates. The error has the code
// [ErrKind] if the value is no integer.
//
// Converting a text of very many digits takes more than linear time: where that
// matters, look at the length of [Node.NumberText] first.
func (n Node) BigInt() (*big.Int, error) {
	if n.form == formBigInt {
		// Validation has shown that the text is that of an integer.
		value, _ := new(big.Int).SetString(text(counted(n.doc.bytes, n.at+1)), 10)
		return value, nil
	}
	if n.Kind() != Int {
		return nil, n.wrongKind("an integer")
	}
	bits, unsigned := n.integer()
	if unsigned {
		return new(big.Int).SetUint64(bits), nil
	}
	return big.NewInt(int64(bits)), nil
}

// Str returns a string. It refers to the document's bytes, and keeps them in
// memory: use [strings.Clone] for one that is kept much longer than the
// document. The error has the code [ErrKind] if the value is no string.
func (n Node) Str() (string, error) {
	b, ok := n.str()
	if !ok {
		return "", n.wrongKind("a string")
	}
	return text(b), nil
}

// str returns the bytes of a string.
func (n Node) str() ([]byte, bool) {
	switch n.form {
	case formString:
		return counted(n.doc.bytes, n.at), true
	case formText:
		return counted(n.doc.bytes, int(n.bits)), true
	case formShort:
		end := n.at + 1 + int(n.bits)
		return n.doc.bytes[n.at+1 : end : end], true
	default:
		return nil, false
	}
}

// Bytes returns bytes. They are those of the document and must not be changed.
// The error has the code [ErrKind] if the value is of another kind; a string
// is.
func (n Node) Bytes() ([]byte, error) {
	if n.form != formBytes {
		return nil, n.wrongKind("bytes")
	}
	return counted(n.doc.bytes, n.at+1), nil
}

// Timestamp returns a point in time: seconds since 1970, and nanoseconds from 0
// to 999,999,999 that are added to them, also before 1970. The error has the
// code [ErrKind] if the value is of another kind.
func (n Node) Timestamp() (seconds int64, nanoseconds uint32, err error) {
	if n.form != formTimestamp {
		return 0, 0, n.wrongKind("a timestamp")
	}
	return int64(u64(n.doc.bytes, n.at+1)), uint32(u32(n.doc.bytes, n.at+9)), nil
}

// Tag returns the number of a tagged value or of a simple value, or the type of
// an extension, from -128 to 127, as an integer in two's complement; and the
// value inside. [Node.Kind] tells the three apart. The error has the code
// [ErrKind] if the value is none of them.
//
// The page spec/numbers.md says what the numbers mean.
func (n Node) Tag() (number uint64, inner Node, err error) {
	switch n.form {
	case formTagged, formExtension, formSimple:
	default:
		return 0, Node{}, n.wrongKind("a tagged value, an extension or a simple value")
	}
	c := n.container()
	if n.form == formExtension {
		c.number = uint64(int8(c.number))
	}
	return c.number, c.item(0), nil
}

// untagged returns the value inside all tags.
func (n Node) untagged() Node {
	for n.form == formTagged || n.form == formExtension || n.form == formSimple {
		c := n.container()
		n = c.item(0)
	}
	return n
}
