package fbjson

import (
	"strconv"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/flexbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// flexReader reads JSON into a FlexBuffer. Its recursion is bounded by the depth
// limit.
type flexReader struct {
	*reader
	to flexbuffers.Builder
	// places are where the keys of the open objects stand in the text.
	places []int
}

// flexValue reads a FlexBuffer: its content.
func (r *reader) flexValue(f *flatbuffers.Field) (item, *flatbuffers.Error) {
	flex := flexReader{reader: r}
	if err := flex.value(); err != nil {
		return item{}, err
	}
	held, err := flex.to.Finish()
	if err != nil {
		return item{}, err.(*flatbuffers.Error)
	}
	return r.raw(f, held, 1)
}

// value reads a value.
func (f *flexReader) value() *flatbuffers.Error {
	c := f.Peek()
	start := f.At
	switch {
	case c == '{':
		return f.object()
	case c == '[':
		return f.array()
	case c == '"':
		text, err := f.string()
		if err == nil {
			f.to.String(text)
		}
		return err
	case f.Take("null"):
		f.to.Null()
		return nil
	case f.Take("true"):
		f.to.Bool(true)
		return nil
	case f.Take("false"):
		f.to.Bool(false)
		return nil
	}
	number, err := f.number()
	if err != nil {
		return err
	}
	return f.numeral(string(number), start)
}

// numeral adds a number whose text begins at a place.
func (f *flexReader) numeral(number string, at int) *flatbuffers.Error {
	if jsontext.IsInteger(number) && number != "-0" {
		if value, err := strconv.ParseInt(number, 10, 64); err == nil {
			f.to.Int(value)
			return nil
		}
		value, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return &flatbuffers.Error{Kind: flatbuffers.Unrepresentable, Offset: at, Expected: "what FlexBuffers have", Found: "an integer beyond 64 bits"}
		}
		f.to.Uint(value)
		return nil
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return &flatbuffers.Error{Kind: flatbuffers.NumberOutOfRange, Offset: at, Expected: "a number that double can hold"}
	}
	f.to.Float(value)
	return nil
}

// array reads an array.
func (f *flexReader) array() *flatbuffers.Error {
	if err := f.enter(); err != nil {
		return err
	}
	f.to.Begin()
	for index := 0; ; index++ {
		more, err := f.more(index == 0, ']')
		if err != nil {
			return err
		}
		if !more {
			f.to.Vector()
			return nil
		}
		if err := f.value(); err != nil {
			return f.inside(err, paths.IndexStep(index))
		}
	}
}

// object reads an object.
func (f *flexReader) object() *flatbuffers.Error {
	if err := f.enter(); err != nil {
		return err
	}
	f.to.Begin()
	base := len(f.places)
	for first := true; ; first = false {
		more, err := f.more(first, '}')
		if err != nil {
			return err
		}
		if !more {
			break
		}
		f.Peek()
		place := f.At
		text, err := f.key()
		if err != nil {
			return err
		}
		key, refused := f.to.Key(text)
		if refused != nil {
			return f.wrongKey(refused, place, key)
		}
		f.places = append(f.places, place)
		if err := f.colon(); err != nil {
			return err
		}
		if err := f.value(); err != nil {
			return f.inside(err, paths.KeyStep(key))
		}
	}
	if last, err := f.to.Map(); err != nil {
		place := f.places[base+last]
		// It was read before without an error.
		again := lexer{Lexer: jsontext.Lexer{Text: f.Text, At: place}, limit: f.limit}
		key, _ := again.key()
		return f.wrongKey(err, place, string(key))
	}
	f.places = f.places[:base]
	return nil
}

// wrongKey is the error of a key that begins at a place.
func (f *flexReader) wrongKey(err error, place int, key string) *flatbuffers.Error {
	fault := err.(*flatbuffers.Error)
	fault.Offset = place
	return f.inside(fault, paths.KeyStep(key))
}
