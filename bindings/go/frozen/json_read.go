package frozen

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"

	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// FromJSON reads a text of JSON, and makes a document of it.
//
// Keys keep their order. An integer is exact at any size. A number with a
// fraction or an exponent is the nearest float, and an error with the code
// [ErrOutOfRange] if that would be infinite, unless the options say that it is
// kept as it is. A byte order mark before the text is passed over.
//
// The error is an [*Error] with the number, the offset, the line and the column
// that all of Varvel gives for the text, and the path of the value. It has the
// code [ErrIO] if the reader fails; [errors.Is] finds the reader's own error,
// too.
//
// The whole text is read into memory before it is looked at. Time and memory
// are linear in it: some 5 to 20 times a usual text, and at most some 60 times one
// that is made for that. The document itself refers to nothing of it.
func FromJSON(r io.Reader, o FreezeOptions) (*Document, error) {
	most := o.Limits.limits().bytes
	var read bytes.Buffer
	if known, ok := r.(interface{ Len() int }); ok {
		read.Grow(int(min(uint64(max(known.Len(), 0)), most)) + bytes.MinRead)
	}
	if most < math.MaxInt64 {
		r = io.LimitReader(r, int64(most)+1)
	}
	if n, err := read.ReadFrom(r); err != nil {
		return nil, &Error{Code: ErrIO, Offset: n, cause: err}
	}
	text := read.Bytes()
	if uint64(len(text)) > most {
		return nil, &Error{
			Code: ErrSize, Offset: -1, Expected: "at most " + strconv.FormatUint(most, 10) + " bytes",
		}
	}
	recording := newRecording(&o)
	// Most values take more than eight bytes of text.
	recording.events = make([]event, 0, len(text)/8)
	recording.bits = make([]uint64, 0, len(text)/8)
	if err := recording.json(text, &o, 0); err != nil {
		return nil, err
	}
	return o.finish(recording)
}

// json adds the value that a text of JSON has, inside of so many containers.
func (r *recording) json(text []byte, o *FreezeOptions, depth uint64) error {
	j := jsonReader{
		recording: r, Lexer: jsontext.Lexer{Text: text}, depth: depth, limits: o.Limits.limits(), exact: o.ExactDecimals, words: o.NonFinite,
	}
	if err := j.document(); err != nil {
		err.path = j.path()
		if err.Offset >= 0 {
			err.Line, err.Column = position(text, int(err.Offset))
		}
		return err
	}
	return nil
}

// position returns the line and the column of a place in a text, from 1 on. The
// column counts characters, without a byte order mark before the text.
func position(text []byte, at int) (line, column int) {
	begin := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	before := text[begin:max(at, begin)]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, len([]rune(jsontext.ValidUTF8(before[start:]))) + 1
}

// jsonReader adds the values of a text of JSON to a recording. Nothing recurses.
type jsonReader struct {
	*recording
	jsontext.Lexer
	open   []jsonOpen
	depth  uint64
	limits limits
	values uint64 // how many have begun
	exact  bool   // decimals are kept
	words  bool   // NaN and the infinities are numbers
	// An error is in or behind a key that has no value yet: what came of it.
	inKey  bool
	cutKey string
}

// jsonOpen is a container that has not ended.
type jsonOpen struct {
	offset int // where its bracket is
	at     int // its event, if it is an array
	object bool
	// The commas in an array.
	count int
	// The number of the key whose value comes, plus one; 0 before a key.
	key int
}

// path returns the path of the value that is being read.
func (j *jsonReader) path() string {
	steps := make([]string, 0, len(j.open)+1)
	for _, o := range j.open {
		switch {
		case !o.object:
			steps = append(steps, "["+strconv.Itoa(o.count)+"]")
		case o.key != 0:
			steps = append(steps, paths.KeyStep(j.keys.texts[o.key-1]))
		}
	}
	if j.inKey {
		steps = append(steps, paths.KeyStep(j.cutKey))
	}
	return paths.Text(steps)
}

func (j *jsonReader) document() *Error {
	if bytes.HasPrefix(j.Text, []byte("\ufeff")) {
		j.At = len("\ufeff")
	}
	for {
		if err := j.value(); err != nil {
			return err
		}
		more, err := j.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if j.values > j.limits.nodes {
		return &Error{Code: ErrNodes, Offset: int64(j.At)}
	}
	if j.Peek(); j.At == len(j.Text) {
		return nil
	}
	return &Error{Code: ErrTrailing, Offset: int64(j.At), Expected: "the end of input", Found: j.found(j.At)}
}

// value reads a value that holds no others, or the opening of a container and
// what comes before the first value in it. An empty container is read whole.
func (j *jsonReader) value() *Error {
	for {
		c := j.Peek()
		j.values++
		if j.exact && j.values > j.limits.nodes && j.mayBegin(c) {
			// Where decimals are kept, all of Varvel counts each value when it begins.
			return &Error{Code: ErrNodes, Offset: int64(j.At)}
		}
		switch c {
		case '"':
			content, fault := j.String()
			if fault != nil {
				return j.faulty(fault)
			}
			j.recording.text(eventString, text(content))
			return nil
		case '{', '[':
			inside, err := j.begin(c == '{')
			if err != nil || !inside {
				return err
			}
		default:
			return j.scalar(c)
		}
	}
}

// mayBegin reports whether a value may begin with a byte.
func (j *jsonReader) mayBegin(c byte) bool {
	return bytes.IndexByte([]byte(`"{[ntf-0123456789`), c) >= 0 || j.words && (c == 'N' || c == 'I')
}

// scalar reads a number or a word.
func (j *jsonReader) scalar(c byte) *Error {
	switch {
	case c == '-' || jsontext.IsDigit(c):
		return j.number()
	case c == 'n' && j.Take("null"):
		j.add(eventNull, 0)
	case c == 'f' && j.Take("false"):
		j.add(eventFalse, 0)
	case c == 't' && j.Take("true"):
		j.add(eventTrue, 0)
	case j.nonFinite():
	default:
		return j.noValue()
	}
	return nil
}

// begin opens a container, and returns false if it ends at once.
func (j *jsonReader) begin(object bool) (inside bool, err *Error) {
	switch {
	case j.depth >= j.limits.depth:
		return false, tooDeep(j.limits.depth, j.At)
	case j.values > j.limits.nodes:
		return false, &Error{Code: ErrNodes, Offset: int64(j.At)}
	}
	o := jsonOpen{offset: j.At, object: object}
	bracket := byte('}')
	if object {
		j.beginObject()
	} else {
		o.at = j.recording.begin(eventArray)
		bracket = ']'
	}
	j.At++
	j.depth++
	j.open = append(j.open, o)
	switch {
	case j.Peek() == bracket:
		return false, j.end()
	case object:
		return true, j.key()
	default:
		return true, nil
	}
}

// end passes the closing bracket of the innermost container.
func (j *jsonReader) end() (err *Error) {
	o := j.open[len(j.open)-1]
	j.open = j.open[:len(j.open)-1]
	j.At++
	j.depth--
	if o.object {
		err = j.endObject()
	} else {
		slots := 0
		if len(j.events) != o.at+1 {
			slots = o.count + 1
		}
		err = j.recording.end(o.at, slots)
	}
	if err != nil {
		err.Offset = int64(o.offset)
	}
	return err
}

// next passes what stands between two values, and the ends of containers. It
// returns false at the end of the outermost one.
func (j *jsonReader) next() (more bool, err *Error) {
	for len(j.open) != 0 {
		top := &j.open[len(j.open)-1]
		bracket, expected := byte(']'), "`,` or `]`"
		if top.object {
			bracket, expected = '}', "`,` or `}`"
		}
		switch j.Peek() {
		case bracket:
			if err := j.end(); err != nil {
				return false, err
			}
		case ',':
			j.At++
			if top.object {
				return true, j.key()
			}
			top.count++
			return true, nil
		default:
			return false, j.unexpected(expected)
		}
	}
	return false, nil
}

// key reads a key and the colon behind it.
func (j *jsonReader) key() *Error {
	top := &j.open[len(j.open)-1]
	top.key = 0
	if j.Peek() != '"' {
		return j.unexpected("a key in double quotes")
	}
	start := j.At
	content, fault := j.String()
	if fault != nil {
		if end := fault.At; end > start {
			// A quote at its end counts as the closing one, as in all of Varvel.
			j.inKey, j.cutKey = true, jsontext.ValidUTF8(bytes.TrimSuffix(j.Text[start+1:end], []byte{'"'}))
		}
		return j.faulty(fault)
	}
	if j.exact {
		// Where decimals are kept, all of Varvel looks for the colon first.
		if err := j.colon(); err != nil {
			j.inKey, j.cutKey = true, string(content)
			return err
		}
	}
	if err := j.recording.key(text(content)); err != nil {
		err.Offset = int64(start)
		if j.Peek() == ':' || j.exact {
			j.inKey, j.cutKey = true, string(content)
		}
		return err
	}
	top.key = int(j.keys.previous) + 1
	if j.exact {
		return nil
	}
	return j.colon()
}

func (j *jsonReader) colon() *Error {
	if j.Peek() != ':' {
		return j.unexpected("`:` after the key")
	}
	j.At++
	return nil
}

// number reads a number.
func (j *jsonReader) number() *Error {
	start := j.At
	number, fault := j.Number()
	if fault != nil {
		if j.nonFinite() {
			return nil
		}
		return j.faulty(fault)
	}
	if v, ok := smallInteger(number); ok {
		j.add(eventInt, uint64(v))
		return nil
	}
	if err := j.addNumber(text(number), j.exact); err != nil {
		err.Offset = int64(start)
		return err
	}
	return nil
}

// smallInteger reads an integer of at most 18 digits. It returns false for any
// other number; -0 is a float.
func smallInteger(number []byte) (v int64, ok bool) {
	digits := number
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c -= '0'; c > 9 {
			return 0, false
		}
		v = 10*v + int64(c)
	}
	if len(digits) != len(number) {
		return -v, v != 0
	}
	return v, true
}

// addNumber adds a number by its text in the grammar of JSON.
func (r *recording) addNumber(number string, exact bool) *Error {
	if v, ok := smallInteger([]byte(number)); ok {
		r.add(eventInt, uint64(v))
		return nil
	}
	if jsontext.IsInteger(number) && number != "-0" {
		if v, err := strconv.ParseInt(number, 10, 64); err == nil {
			r.add(eventInt, uint64(v))
		} else if v, err := strconv.ParseUint(number, 10, 64); err == nil {
			r.add(eventUint, v)
		} else {
			r.text(eventBigInt, number)
		}
		return nil
	}
	if exact {
		r.text(eventDecimal, number)
		return nil
	}
	v, err := strconv.ParseFloat(number, 64)
	if errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0) {
		return &Error{Code: ErrOutOfRange, Offset: -1, Expected: "a number that a 64-bit float can hold"}
	}
	r.add(eventFloat64, math.Float64bits(v))
	return nil
}

// nonFinite reads NaN or an infinity, if the options allow it and one is there.
func (j *jsonReader) nonFinite() bool {
	if !j.words {
		return false
	}
	rest := j.Text[j.At:]
	words := [...]string{"NaN", "Infinity", "-Infinity"}
	for i, v := range [...]float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		n := len(words[i])
		if len(rest) < n || string(rest[:n]) != words[i] {
			continue
		}
		if len(rest) > n {
			if c := rest[n]; c >= 0x80 || jsontext.IsInWord(c) || bytes.IndexByte([]byte("$.+-"), c) >= 0 {
				continue
			}
		}
		j.add(eventFloat64, math.Float64bits(v))
		j.At += n
		return true
	}
	return false
}
