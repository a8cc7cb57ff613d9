package frozen

import (
	"encoding"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
	"unsafe"

	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// Marshaler is a type that is frozen as another value.
type Marshaler interface {
	// MarshalVarvel returns the value to freeze instead.
	MarshalVarvel() (any, error)
}

// Freeze makes a document of a value, with the limits that [Open] uses: what
// [Unmarshal] reads from the document is the value again.
//
// A struct becomes an object. The names of its fields are those that [Unmarshal]
// takes, in the order of the struct, those of embedded structs behind the others.
// The option omitempty of a tag leaves out false, 0, nil and what has length 0,
// and omitzero what is the zero value of its type, as in encoding/json:
// `varvel:"name,omitempty"`.
//
// Otherwise a value becomes
//
//	nil, nil pointers, slices and maps   null
//	a bool, numbers, a string            the same; a float32 stays one, NaN is a float
//	[]byte, and arrays of bytes          bytes
//	other slices and arrays              an array
//	a map with strings as keys           an object, sorted by keys
//	other maps                           a map, sorted by keys; an object if all keys are strings
//	time.Time                            a timestamp, which has no time zone
//	big.Int                              an integer
//	json.Number                          the number that [FromJSON] makes of its text; 0 if it is empty
//	json.RawMessage                      the value in it
//	[]Member, *Tag, and their like       what [Node.Any] returns them for
//	a Node, a *Document                  a copy
//	a Marshaler                          what MarshalVarvel returns
//	a type with MarshalText              a string
//
// Pointers and interfaces become what is in them. MarshalJSON is not called.
//
// The error is an [*Error] with the path of the value. Its code is [ErrKind] for
// a type that documents do not have, [ErrUTF8] for a string, [ErrNumber] or
// [ErrOutOfRange] for a json.Number, [ErrDuplicate] for keys of a map that are
// equal as values, whatever the options say, [ErrRefused] if a method returns an
// error, [ErrUnrepresentable] for a value that contains itself, and [ErrDepth]
// for one that is nested too deeply. Values may be nested 10,000 times at most,
// also without a limit.
func Freeze(v any) (*Document, error) {
	return FreezeOptions{}.Freeze(v)
}

// Freeze makes a document of a value with these options, like [Freeze].
func (o FreezeOptions) Freeze(v any) (*Document, error) {
	f := freezing{recording: newRecording(&o), options: &o, limit: o.Limits.limits().depth}
	if err := f.any(reflect.ValueOf(v)); err != nil {
		return nil, f.at(err)
	}
	return o.finish(f.recording)
}

// freezing is the state of one call of Freeze.
type freezing struct {
	*recording
	options *FreezeOptions
	limit   uint64
	depth   uint64 // how many containers are open
	calls   int
	steps   []freezeStep
	// The pointers, maps and slices that the value is inside of, except the first.
	inside map[visit]struct{}
}

// freezeStep is the step to a value that is being frozen.
type freezeStep struct {
	key   string
	index int // -1 for a member
}

// visit is something that a value may be inside of.
type visit struct {
	at     unsafe.Pointer
	length int
	of     reflect.Type
}

// uncheckedCalls is how deep a value is before it is looked for inside of itself.
const uncheckedCalls = 32

// at adds the path to an error.
func (f *freezing) at(err error) error {
	own, ok := err.(*Error)
	if !ok {
		own = &Error{Code: ErrRefused, Offset: -1, cause: err}
	}
	steps := make([]string, 0, len(f.steps))
	for _, step := range f.steps {
		if step.index >= 0 {
			steps = append(steps, "["+strconv.Itoa(step.index)+"]")
		} else {
			steps = append(steps, paths.KeyStep(step.key))
		}
	}
	own.path = paths.Text(steps) + strings.TrimPrefix(own.path, "$")
	return own
}

// encoder adds a value of one type to the recording.
type encoder func(f *freezing, v reflect.Value) error

func (f *freezing) encode(encode encoder, v reflect.Value) error {
	if f.calls++; f.calls > maxUnmarshalDepth {
		return tooDeep(maxUnmarshalDepth, -1)
	}
	err := encode(f, v)
	f.calls--
	return err
}

// any adds a value of any type.
func (f *freezing) any(v reflect.Value) error {
	if !v.IsValid() {
		f.add(eventNull, 0)
		return nil
	}
	return f.encode(encoderOf(v.Type()), v)
}

// enter opens a container.
func (f *freezing) enter() error {
	if f.depth >= f.limit {
		return tooDeep(f.limit, -1)
	}
	f.depth++
	return nil
}

// leave closes it.
func (f *freezing) leave(err *Error) error {
	f.depth--
	if err != nil {
		return err
	}
	return nil
}

// member adds a member of an object.
func (f *freezing) member(key string, encode encoder, v reflect.Value) error {
	f.steps = append(f.steps, freezeStep{key, -1})
	if !utf8.ValidString(key) {
		return notUTF8()
	}
	if err := f.key(key); err != nil {
		return err
	}
	if err := f.encode(encode, v); err != nil {
		return err
	}
	f.steps = f.steps[:len(f.steps)-1]
	return nil
}

// item adds an item of an array.
func (f *freezing) item(index int, encode encoder, v reflect.Value) error {
	f.steps = append(f.steps, freezeStep{index: index})
	if err := f.encode(encode, v); err != nil {
		return err
	}
	f.steps = f.steps[:len(f.steps)-1]
	return nil
}

func notUTF8() *Error {
	return &Error{Code: ErrUTF8, Offset: -1, Expected: "text in UTF-8"}
}

func (f *freezing) string(s string) error {
	if !utf8.ValidString(s) {
		return notUTF8()
	}
	f.text(eventString, s)
	return nil
}

// within calls encode for what a pointer, a map or a slice holds, unless the value
// is inside of it already.
func (f *freezing) within(v reflect.Value, length int, encode func() error) error {
	if f.calls < uncheckedCalls {
		return encode()
	}
	own := visit{v.UnsafePointer(), length, v.Type()}
	if _, ok := f.inside[own]; ok {
		return &Error{
			Code: ErrUnrepresentable, Offset: -1, Expected: "a value that does not contain itself",
			Found: v.Type().String(),
		}
	}
	if f.inside == nil {
		f.inside = make(map[visit]struct{})
	}
	f.inside[own] = struct{}{}
	err := encode()
	delete(f.inside, own)
	return err
}

var encoders codecs[encoder]

// encoderOf returns the encoder of a type.
func encoderOf(t reflect.Type) encoder {
	return encoders.of(t, makeEncoder, func(get func() encoder) encoder {
		return func(f *freezing, v reflect.Value) error { return get()(f, v) }
	})
}

var (
	marshalerType     = reflect.TypeFor[Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	documentType      = reflect.TypeFor[Document]()
	membersType       = reflect.TypeFor[[]Member]()
	tagType           = reflect.TypeFor[Tag]()
)

func makeEncoder(t reflect.Type) encoder {
	switch t {
	case nodeType:
		return encodeNode
	case timeType:
		return encodeTime
	case jsonNumberType:
		return encodeJSONNumber
	case rawJSONType:
		return encodeRawJSON
	case membersType:
		return encodeMembers
	case tagType:
		return encodeTag
	case bigIntType:
		return encodeBigInt
	case documentType:
		return encodeDocument
	}
	switch t.Kind() {
	case reflect.Interface:
		return encodeInterface
	case reflect.Pointer:
		return pointerEncoder(t) // methods are those of what it points to
	}
	if made := methodEncoder(t); made != nil {
		return made
	}
	switch t.Kind() {
	case reflect.Bool:
		return encodeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encodeInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return encodeUint
	case reflect.Float32:
		return encodeFloat32
	case reflect.Float64:
		return encodeFloat64
	case reflect.String:
		return encodeString
	case reflect.Slice, reflect.Array:
		return listEncoder(t)
	case reflect.Map:
		return mapEncoder(t)
	case reflect.Struct:
		return structEncoder(t)
	}
	return func(*freezing, reflect.Value) error {
		return &Error{
			Code: ErrKind, Offset: -1, Expected: "a type that documents have", Found: t.String(),
		}
	}
}

// methodEncoder returns the encoder of a type, other than a pointer or an
// interface, if the type or a pointer to it has a method for that.
func methodEncoder(t reflect.Type) encoder {
	for _, of := range []struct {
		method reflect.Type
		encode encoder
	}{{marshalerType, encodeMarshaler}, {textMarshalerType, encodeTextMarshaler}} {
		switch {
		case t.Implements(of.method):
			return of.encode
		case reflect.PointerTo(t).Implements(of.method):
			return func(f *freezing, v reflect.Value) error {
				if !v.CanAddr() {
					// The method needs a pointer.
					own := reflect.New(t).Elem()
					own.Set(v)
					v = own
				}
				return of.encode(f, v.Addr())
			}
		}
	}
	return nil
}

func encodeMarshaler(f *freezing, v reflect.Value) error {
	other, err := v.Interface().(Marshaler).MarshalVarvel()
	if err != nil {
		return err
	}
	return f.any(reflect.ValueOf(other))
}

func encodeTextMarshaler(f *freezing, v reflect.Value) error {
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return err
	}
	return f.string(string(text))
}

func encodeNode(f *freezing, v reflect.Value) error {
	n := v.Interface().(Node)
	if !n.Exists() {
		return n.wrongKind("a value")
	}
	return f.copy(n)
}

func encodeDocument(f *freezing, v reflect.Value) error {
	d := v.Interface().(Document)
	if !d.Root().Exists() {
		return d.Root().wrongKind("a value")
	}
	return f.copy(d.Root())
}

// copy adds a value of another document.
func (f *freezing) copy(n Node) error {
	if err := f.node(n, f.limit-f.depth); err != nil {
		return err
	}
	return nil
}

func encodeTime(f *freezing, v reflect.Value) error {
	t := v.Interface().(time.Time)
	f.timestamp(t.Unix(), uint32(t.Nanosecond()))
	return nil
}

func encodeBigInt(f *freezing, v reflect.Value) error {
	n := v.Interface().(big.Int)
	if err := f.addNumber(n.String(), false); err != nil {
		return err
	}
	return nil
}

func encodeJSONNumber(f *freezing, v reflect.Value) error {
	number := v.String()
	if number == "" {
		number = "0"
	}
	if !jsontext.IsNumber(number) {
		return &Error{
			Code: ErrNumber, Offset: -1, Expected: "a number as JSON has it", Found: shownKey(number),
		}
	}
	if err := f.addNumber(number, f.options.ExactDecimals); err != nil {
		return err
	}
	return nil
}

func encodeRawJSON(f *freezing, v reflect.Value) error {
	if v.IsNil() {
		f.add(eventNull, 0)
		return nil
	}
	return f.json(v.Bytes(), f.options, f.depth)
}

func encodeTag(f *freezing, v reflect.Value) error {
	t := v.Interface().(Tag)
	number, ok := t.Number, true
	switch t.Kind {
	case Tagged:
	case Extension:
		ok = int64(number) == int64(int8(number))
		number &= math.MaxUint8
	case Simple:
		ok = number <= math.MaxUint8 && t.Value == nil
	default:
		ok = false
	}
	if !ok {
		return &Error{
			Code: ErrKind, Offset: -1, Expected: "a tag, an extension or a simple value",
			Found: t.Kind.String() + " with the number " + strconv.FormatUint(t.Number, 10),
		}
	}
	if err := f.enter(); err != nil {
		return err
	}
	f.add(eventTagged+event(t.Kind-Tagged), number)
	if err := f.any(reflect.ValueOf(t.Value)); err != nil {
		return err
	}
	return f.leave(f.count(1))
}

func encodeBool(f *freezing, v reflect.Value) error {
	if v.Bool() {
		f.add(eventTrue, 0)
	} else {
		f.add(eventFalse, 0)
	}
	return nil
}

func encodeInt(f *freezing, v reflect.Value) error {
	f.add(eventInt, uint64(v.Int()))
	return nil
}

func encodeUint(f *freezing, v reflect.Value) error {
	f.unsigned(v.Uint())
	return nil
}

func (r *recording) unsigned(v uint64) {
	if v>>63 != 0 {
		r.add(eventUint, v)
	} else {
		r.add(eventInt, v)
	}
}

func encodeFloat32(f *freezing, v reflect.Value) error {
	f.add(eventFloat32, uint64(math.Float32bits(float32(v.Float()))))
	return nil
}

func encodeFloat64(f *freezing, v reflect.Value) error {
	f.add(eventFloat64, math.Float64bits(v.Float()))
	return nil
}

func encodeString(f *freezing, v reflect.Value) error {
	return f.string(v.String())
}

func encodeInterface(f *freezing, v reflect.Value) error {
	return f.any(v.Elem())
}

func pointerEncoder(t reflect.Type) encoder {
	inner := encoderOf(t.Elem())
	return func(f *freezing, v reflect.Value) error {
		if v.IsNil() {
			f.add(eventNull, 0)
			return nil
		}
		return f.within(v, 0, func() error { return f.encode(inner, v.Elem()) })
	}
}
