package frozen

import (
	"encoding/base64"
	"strconv"
	"time"

	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// style is a form of text.
type style uint8

const (
	styleJSON style = iota
	// styleText is for people: any value, with spaces. The .txt files of
	// spec/vectors show it.
	styleText
	// styleKey is the text by which a path finds a key that is not a string.
	styleKey
)

// writer writes a value as text. Nothing recurses: the open containers are a
// stack.
type writer struct {
	jsontext.Writer
	style style
	// The open containers: the first in place, so that they need no memory.
	first [16]writing
	more  []writing
	depth int
}

// top returns the innermost container.
func (w *writer) top() *writing {
	if w.depth <= len(w.first) {
		return &w.first[w.depth-1]
	}
	return &w.more[w.depth-1-len(w.first)]
}

// push opens a container.
func (w *writer) push(f *writing) {
	if w.depth < len(w.first) {
		w.first[w.depth] = *f
	} else {
		w.more = append(w.more[:w.depth-len(w.first)], *f)
	}
	w.depth++
}

// writing is a container that is being written.
type writing struct {
	c       container
	places  int
	next    int // of items; of members the next key or value
	count   int
	members bool
	tag     bool
}

func (w *writer) put(s string) { w.To = append(w.To, s...) }

// write writes a value. The error is that of a value that JSON does not have.
func (w *writer) write(n Node) error {
	if err := w.begin(n); err != nil {
		return err
	}
	for w.depth != 0 {
		f := w.top()
		if f.next == f.count {
			w.end(f)
			continue
		}
		if err := w.begin(w.next(f)); err != nil {
			return err
		}
	}
	return nil
}

// begin writes a value that holds no others, or begins a container.
func (w *writer) begin(n Node) error {
	kind := n.Kind()
	switch kind {
	case Array:
		w.Open('[')
		w.open(n)
	case Map, Object:
		if kind == Map && w.style == styleJSON {
			return n.notJSON()
		}
		w.Open('{')
		w.open(n)
	case Tagged, Extension, Simple:
		switch w.style {
		case styleJSON:
			return n.notJSON()
		case styleText:
			w.tag(n)
		}
		w.push(&writing{c: n.container(), count: 1, tag: true})
	default:
		return w.scalar(n)
	}
	return nil
}

// open puts a container on the stack.
func (w *writer) open(n Node) {
	f := writing{c: n.container()}
	f.count = f.c.count
	if kind := n.Kind(); kind == Object || kind == Map {
		f.members = true
		f.count *= 2
		if f.count != 0 {
			f.places = f.c.places()
		}
	}
	w.push(&f)
}

// next writes what stands before the next value of a container, and returns the
// value.
func (w *writer) next(f *writing) Node {
	i := f.next
	f.next++
	if f.members && i%2 != 0 {
		w.Colon()
		return f.c.value(i / 2)
	}
	if !f.tag {
		w.Next(i == 0)
	}
	if f.members {
		return f.c.key(f.places, i/2)
	}
	return f.c.item(i)
}

// end ends the innermost container.
func (w *writer) end(f *writing) {
	w.depth--
	if f.tag {
		return
	}
	bracket := byte(']')
	if f.members {
		bracket = '}'
	}
	w.Close(bracket, f.count == 0)
}

// tag writes what stands before the value inside a tag.
func (w *writer) tag(n Node) {
	c := n.container()
	switch n.form {
	case formTagged:
		w.put("tag(")
	case formExtension:
		w.put("extension(")
		c.number = uint64(int8(c.number))
	default:
		w.put("simple(")
	}
	if n.form == formExtension {
		w.To = strconv.AppendInt(w.To, int64(c.number), 10)
	} else {
		w.To = strconv.AppendUint(w.To, c.number, 10)
	}
	w.put(") ")
}

// notJSON makes the error of a value that JSON does not have.
func (n Node) notJSON() error {
	return &Error{
		Code: ErrUnrepresentable, Offset: -1, Expected: "a value that JSON has",
		Found: n.Kind().String(), node: n,
	}
}

// scalar writes a value that is no container.
func (w *writer) scalar(n Node) error {
	switch n.Kind() {
	case Null:
		w.put("null")
	case Bool:
		w.To = strconv.AppendBool(w.To, n.form == formTrue)
	case Int:
		if bits, unsigned := n.integer(); unsigned {
			w.To = strconv.AppendUint(w.To, bits, 10)
		} else {
			w.To = strconv.AppendInt(w.To, int64(bits), 10)
		}
	case Float:
		return w.float(n)
	case BigInt, Decimal:
		w.To = append(w.To, counted(n.doc.bytes, n.at+1)...)
	case String:
		b, _ := n.str()
		if w.style == styleKey && w.depth == 0 {
			w.To = append(w.To, b...)
		} else {
			w.To = jsontext.AppendString(w.To, b)
		}
	case Bytes:
		return w.bytes(n)
	case Timestamp:
		return w.timestamp(n)
	default:
		return n.wrongKind("a value")
	}
	return nil
}

func (w *writer) float(n Node) error {
	v, _ := n.Float64()
	if v-v == 0 {
		if n.IsFloat32() {
			w.To = jsontext.AppendFloat32(w.To, float32(v))
		} else {
			w.To = jsontext.AppendFloat64(w.To, v)
		}
		return nil
	}
	switch {
	case w.style == styleJSON:
		return &Error{
			Code: ErrUnrepresentable, Offset: -1, Expected: "a finite number", node: n,
			Found: strconv.FormatFloat(v, 'g', -1, 64),
		}
	case v > 0:
		w.put("inf")
	case v < 0:
		w.put("-inf")
	case w.style == styleText:
		w.put("NaN")
	default:
		w.put("nan")
	}
	return nil
}

func (w *writer) bytes(n Node) error {
	b := counted(n.doc.bytes, n.at+1)
	switch w.style {
	case styleJSON:
		return n.notJSON()
	case styleKey:
		w.To = base64.StdEncoding.AppendEncode(w.To, b)
		return nil
	}
	const hex = "0123456789abcdef"
	w.put(`b"`)
	for _, c := range b {
		switch {
		case c == '\n':
			w.put(`\n`)
		case c == '\r':
			w.put(`\r`)
		case c == '\t':
			w.put(`\t`)
		case c == '"' || c == '\\' || c == '\'':
			w.To = append(w.To, '\\', c)
		case c >= 0x20 && c < 0x7F:
			w.To = append(w.To, c)
		default:
			w.To = append(w.To, '\\', 'x', hex[c>>4], hex[c&15])
		}
	}
	w.put(`"`)
	return nil
}

func (w *writer) timestamp(n Node) error {
	seconds, nanoseconds, _ := n.Timestamp()
	switch w.style {
	case styleJSON:
		return n.notJSON()
	case styleKey:
		t, err := n.Time()
		if err == nil && t.Year() >= 0 && t.Year() <= 9999 {
			w.To = t.AppendFormat(w.To, time.RFC3339Nano)
			return nil
		}
	}
	w.put("@")
	w.To = strconv.AppendInt(w.To, seconds, 10)
	// Nine digits: those of a number of ten without its first.
	at := len(w.To)
	w.To = strconv.AppendUint(w.To, 1_000_000_000+uint64(nanoseconds), 10)
	w.To[at] = '.'
	return nil
}

// String returns the value as text for people, in one line: much as JSON has
// it, but for any value. That of a missing Node is "nothing". It allocates.
func (n Node) String() string {
	if n.form == formMissing {
		return Missing.String()
	}
	w := writer{Writer: jsontext.Writer{Spaced: true}, style: styleText}
	_ = w.write(n) // it refuses nothing
	return string(w.To)
}

// AppendJSON appends the value as JSON on one line, without spaces. It
// allocates nothing if dst has room and the value is at most 16 containers
// deep.
//
// The error has the code [ErrUnrepresentable] if JSON has no such value: NaN,
// infinities, bytes, timestamps, tagged values, extensions, simple values, maps.
// Then dst is returned as it was. Integers of any size, and decimals, are written
// with all their digits.
func (n Node) AppendJSON(dst []byte) ([]byte, error) {
	return n.appendJSON(dst, "")
}

// AppendIndentedJSON appends the value as JSON like [Node.AppendJSON], but each
// item and member on a line of its own, behind an indent for each level. Varvel
// uses two spaces elsewhere.
func (n Node) AppendIndentedJSON(dst []byte, indent string) ([]byte, error) {
	return n.appendJSON(dst, indent)
}

func (n Node) appendJSON(dst []byte, indent string) ([]byte, error) {
	w := writer{Writer: jsontext.Writer{To: dst, Indent: indent}}
	if err := w.write(n); err != nil {
		return dst, err
	}
	return w.To, nil
}

// MarshalJSON returns the value as JSON, for [encoding/json].
func (n Node) MarshalJSON() ([]byte, error) {
	return n.AppendJSON(nil)
}
