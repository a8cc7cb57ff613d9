package frozen

import (
	"encoding"
	"encoding/json"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Unmarshaler is a type that reads itself from a value.
type Unmarshaler interface {
	UnmarshalVarvel(n Node) error
}

// maxUnmarshalDepth bounds the recursion of [Unmarshal], for documents that were
// opened with a higher limit.
const maxUnmarshalDepth = 10_000

// Unmarshal reads a value into the variable that v points to. What it stores
// does not refer to the document, except for a [Node].
//
// A struct takes an object. The name of a field is that of its tag `varvel:"…"`,
// else that of its tag `json:"…"`, else its own; the name - leaves it out, and
// the fields of an embedded struct without a tag count as the struct's own. A
// field whose member is missing keeps its value, unless the tag says so:
// `varvel:"name,required"`. Members without a field are passed over. Names are
// compared as they are, also by their case, which encoding/json does not look at.
// The keys of objects of one shape are searched for once.
//
// Otherwise the types are those that one expects: a bool takes a boolean;
// integers, floats and big.Int take numbers that they hold exactly (float32
// rounds floats, as in all of Varvel); a string, and a type with
// UnmarshalText, a string; []byte, and an array of bytes of the same length,
// bytes; time.Time what [Node.Time] takes, or a string as RFC 3339 has it; json.Number any
// number, json.RawMessage any value that JSON has; slices, and arrays of the same length, arrays; maps objects and maps, integers as
// keys also from strings;
// pointers what they point to; any what [Node.Any] returns; a Node any value.
// null is nil for pointers, slices, maps and any, and an error for other types.
// Tags are passed through.
//
// The error is an [*Error] with the code [ErrKind], [ErrOutOfRange],
// [ErrMissing] or [ErrDepth] and the path of the value; of other types it is
// that of their own method. After an error the variable may be set in part.
func Unmarshal(n Node, v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &Error{Code: ErrKind, Offset: -1, Expected: "a pointer to a variable", Found: typeName(v)}
	}
	target = target.Elem()
	var d decoding
	return d.decode(decoderOf(target.Type()), n, target)
}

// As returns a value as T; see [Unmarshal].
//
//	config, err := frozen.As[Config](doc.Root())
func As[T any](n Node) (T, error) {
	var v T
	err := Unmarshal(n, &v)
	return v, err
}

func typeName(v any) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).String()
}

// decoder reads a value into a variable of one type.
type decoder func(d *decoding, n Node, v reflect.Value) error

// decoding is the state of one call of Unmarshal.
type decoding struct {
	depth  int
	shapes map[*structPlan]*knownShape
}

func (d *decoding) decode(decode decoder, n Node, v reflect.Value) error {
	if d.depth++; d.depth > maxUnmarshalDepth {
		return &Error{Code: ErrDepth, Offset: -1, node: n}
	}
	err := decode(d, n, v)
	d.depth--
	return err
}

var decoders codecs[decoder]

// decoderOf returns the decoder of a type.
func decoderOf(t reflect.Type) decoder {
	return decoders.of(t, makeDecoder, func(get func() decoder) decoder {
		return func(d *decoding, n Node, v reflect.Value) error { return get()(d, n, v) }
	})
}

var (
	unmarshalerType     = reflect.TypeFor[Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	nodeType            = reflect.TypeFor[Node]()
	timeType            = reflect.TypeFor[time.Time]()
	bigIntType          = reflect.TypeFor[big.Int]()
	rawJSONType         = reflect.TypeFor[json.RawMessage]()
	jsonNumberType      = reflect.TypeFor[json.Number]()
)

func makeDecoder(t reflect.Type) decoder {
	switch t {
	case nodeType:
		return func(_ *decoding, n Node, v reflect.Value) error {
			v.Set(reflect.ValueOf(n))
			return nil
		}
	case timeType:
		return decodeTime
	case bigIntType:
		return decodeBigInt
	case jsonNumberType:
		return decodeJSONNumber
	case rawJSONType:
		return decodeRawJSON
	}
	if reflect.PointerTo(t).Implements(unmarshalerType) {
		return func(_ *decoding, n Node, v reflect.Value) error {
			return v.Addr().Interface().(Unmarshaler).UnmarshalVarvel(n)
		}
	}
	if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(textUnmarshalerType) {
		return func(_ *decoding, n Node, v reflect.Value) error {
			text, err := n.untagged().Str()
			if err != nil {
				return err
			}
			return v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return decodeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return decodeInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return decodeUint
	case reflect.Float32, reflect.Float64:
		return decodeFloat
	case reflect.String:
		return decodeString
	case reflect.Pointer:
		return pointerDecoder(t)
	case reflect.Slice:
		return sliceDecoder(t)
	case reflect.Array:
		return arrayDecoder(t)
	case reflect.Map:
		return mapDecoder(t)
	case reflect.Struct:
		return structDecoder(t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return decodeAny
		}
	}
	return func(_ *decoding, n Node, _ reflect.Value) error {
		return &Error{
			Code: ErrKind, Offset: -1, Expected: "a type that values can be read into",
			Found: t.String(), node: n,
		}
	}
}

func decodeTime(_ *decoding, n Node, v reflect.Value) error {
	if t, err := n.Time(); err == nil {
		v.Set(reflect.ValueOf(t))
		return nil
	}
	n = n.untagged()
	if text, err := n.Str(); err == nil {
		t, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return &Error{
				Code: ErrKind, Offset: -1, Expected: "a point in time as RFC 3339 has it",
				Found: "a string", node: n, cause: err,
			}
		}
		v.Set(reflect.ValueOf(t))
		return nil
	}
	t, err := n.Time()
	if err == nil {
		v.Set(reflect.ValueOf(t))
	}
	return err
}

func decodeBigInt(_ *decoding, n Node, v reflect.Value) error {
	big, err := n.untagged().BigInt()
	if err == nil {
		v.Set(reflect.ValueOf(*big))
	}
	return err
}

func decodeJSONNumber(_ *decoding, n Node, v reflect.Value) error {
	n = n.untagged()
	switch n.Kind() {
	case Int, Float, BigInt, Decimal:
		b, err := n.AppendJSON(nil)
		v.SetString(string(b))
		return err
	default:
		return n.wrongKind("a number")
	}
}

func decodeRawJSON(_ *decoding, n Node, v reflect.Value) error {
	b, err := n.AppendJSON(nil)
	if err == nil {
		v.SetBytes(b)
	}
	return err
}

func decodeBool(_ *decoding, n Node, v reflect.Value) error {
	b, err := n.untagged().Bool()
	if err == nil {
		v.SetBool(b)
	}
	return err
}

func decodeInt(_ *decoding, n Node, v reflect.Value) error {
	n = n.untagged()
	i, err := n.Int64()
	if err != nil {
		return err
	}
	if v.OverflowInt(i) {
		return n.outOfRange("an integer that " + v.Type().String() + " holds")
	}
	v.SetInt(i)
	return nil
}

func decodeUint(_ *decoding, n Node, v reflect.Value) error {
	n = n.untagged()
	u, err := n.Uint64()
	if err != nil {
		return err
	}
	if v.OverflowUint(u) {
		return n.outOfRange("an integer that " + v.Type().String() + " holds")
	}
	v.SetUint(u)
	return nil
}

func decodeFloat(_ *decoding, n Node, v reflect.Value) error {
	n = n.untagged()
	f, err := n.Float64()
	if err != nil {
		return err
	}
	if v.Kind() == reflect.Float32 && (v.OverflowFloat(f) || n.Kind() == Int && float64(float32(f)) != f) {
		return n.outOfRange("a number that float32 holds")
	}
	v.SetFloat(f)
	return nil
}

func decodeString(_ *decoding, n Node, v reflect.Value) error {
	text, err := n.untagged().Str()
	if err == nil {
		v.SetString(strings.Clone(text))
	}
	return err
}

func decodeAny(_ *decoding, n Node, v reflect.Value) error {
	value := n.Any()
	if value == nil {
		v.SetZero()
	} else {
		v.Set(reflect.ValueOf(value))
	}
	return nil
}

func pointerDecoder(t reflect.Type) decoder {
	inner := decoderOf(t.Elem())
	return func(d *decoding, n Node, v reflect.Value) error {
		if n.IsNull() {
			v.SetZero()
			return nil
		}
		if v.IsNil() {
			v.Set(reflect.New(t.Elem()))
		}
		return d.decode(inner, n, v.Elem())
	}
}

func sliceDecoder(t reflect.Type) decoder {
	if t.Elem().Kind() == reflect.Uint8 {
		return func(_ *decoding, n Node, v reflect.Value) error {
			n = n.untagged()
			if n.IsNull() {
				v.SetZero()
				return nil
			}
			b, err := n.Bytes()
			if err == nil {
				v.SetBytes(append(make([]byte, 0, len(b)), b...))
			}
			return err
		}
	}
	numbers := numbersDecoder(t)
	inner := decoderOf(t.Elem())
	return func(d *decoding, n Node, v reflect.Value) error {
		n = n.untagged()
		if n.IsNull() {
			v.SetZero()
			return nil
		}
		if n.Kind() != Array {
			return n.wrongKind("an array")
		}
		if numbers != nil && numbers(n, v) {
			return nil
		}
		c := n.container()
		made := reflect.MakeSlice(t, c.count, c.count)
		for i := range c.count {
			if err := d.decode(inner, c.item(i), made.Index(i)); err != nil {
				return err
			}
		}
		v.Set(made)
		return nil
	}
}

// numbersDecoder returns what copies packed numbers of the same type at once,
// if the type is a slice of numbers.
func numbersDecoder(t reflect.Type) func(n Node, v reflect.Value) bool {
	switch t {
	case reflect.TypeFor[[]int32]():
		return copyNumbers[int32]
	case reflect.TypeFor[[]int64]():
		return copyNumbers[int64]
	case reflect.TypeFor[[]uint32]():
		return copyNumbers[uint32]
	case reflect.TypeFor[[]float32]():
		return copyNumbers[float32]
	case reflect.TypeFor[[]float64]():
		return copyNumbers[float64]
	default:
		return nil
	}
}

func copyNumbers[T Number](n Node, v reflect.Value) bool {
	numbers, ok := Numbers[T](n)
	if ok {
		*v.Addr().Interface().(*[]T) = append(make([]T, 0, len(numbers)), numbers...)
	}
	return ok
}

func arrayDecoder(t reflect.Type) decoder {
	inner := decoderOf(t.Elem())
	length := func(n Node, found int) error {
		return &Error{
			Code: ErrKind, Offset: -1, Expected: "an array of " + strconv.Itoa(t.Len()) + " items",
			Found: strconv.Itoa(found), node: n,
		}
	}
	return func(d *decoding, n Node, v reflect.Value) error {
		n = n.untagged()
		if b, err := n.Bytes(); err == nil && t.Elem().Kind() == reflect.Uint8 {
			if len(b) != t.Len() {
				return length(n, len(b))
			}
			for i := range b {
				v.Index(i).SetUint(uint64(b[i]))
			}
			return nil
		}
		if n.Kind() != Array {
			return n.wrongKind("an array")
		}
		c := n.container()
		if c.count != t.Len() {
			return length(n, c.count)
		}
		for i := range c.count {
			if err := d.decode(inner, c.item(i), v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
}

// keyDecoder returns the decoder of keys of maps. Integers are taken from strings,
// too: objects have no other keys.
func keyDecoder(t reflect.Type) decoder {
	decode := decoderOf(t)
	isInt := t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64
	isUint := t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr
	if !isInt && !isUint || reflect.PointerTo(t).Implements(textUnmarshalerType) {
		return decode
	}
	return func(d *decoding, n Node, v reflect.Value) error {
		text, err := n.Str()
		if err != nil {
			return decode(d, n, v)
		}
		if isInt {
			var i int64
			if i, err = strconv.ParseInt(text, 10, t.Bits()); err == nil && strconv.FormatInt(i, 10) == text {
				v.SetInt(i)
				return nil
			}
		} else {
			var u uint64
			if u, err = strconv.ParseUint(text, 10, t.Bits()); err == nil && strconv.FormatUint(u, 10) == text {
				v.SetUint(u)
				return nil
			}
		}
		return &Error{
			Code: ErrKind, Offset: -1, Expected: "a key that is an integer", Found: strconv.Quote(text), node: n,
		}
	}
}

func mapDecoder(t reflect.Type) decoder {
	key, inner := keyDecoder(t.Key()), decoderOf(t.Elem())
	return func(d *decoding, n Node, v reflect.Value) error {
		n = n.untagged()
		if n.IsNull() {
			v.SetZero()
			return nil
		}
		c, ok := n.members()
		if !ok {
			return n.wrongKind("an object or a map")
		}
		made := reflect.MakeMapWithSize(t, c.count)
		for k, value := range n.Pairs() {
			ownKey, own := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			if err := d.decode(key, k, ownKey); err != nil {
				return err
			}
			if !ownKey.Comparable() {
				return k.wrongKind("a key that a map of Go can have")
			}
			if err := d.decode(inner, value, own); err != nil {
				return err
			}
			made.SetMapIndex(ownKey, own)
		}
		if made.Len() != c.count {
			return &Error{
				Code: ErrOutOfRange, Offset: -1, Expected: "keys that differ as " + t.Key().String(), node: n,
			}
		}
		v.Set(made)
		return nil
	}
}
