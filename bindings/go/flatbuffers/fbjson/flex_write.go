package fbjson

import (
	"math"
	"strconv"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/flexbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	"example.invalid/varvel/bindings/go/internal/text"
)

// flex writes the content of a FlexBuffer as JSON.
func (w *writer) flex(b []byte) *flatbuffers.Error {
	root, err := flexbuffers.Read(b, w.options.Limits)
	if err != nil {
		return err.(*flatbuffers.Error)
	}
	return w.flexNode(root)
}

func (w *writer) flexNode(v flexbuffers.Value) *flatbuffers.Error {
	notJSON := func(found string) *flatbuffers.Error {
		return &flatbuffers.Error{Kind: flatbuffers.Unrepresentable, Offset: -1, Expected: "what JSON has", Found: found}
	}
	switch v.Kind() {
	case flexbuffers.Null:
		w.To = append(w.To, "null"...)
	case flexbuffers.Bool:
		w.To = strconv.AppendBool(w.To, v.Bool())
	case flexbuffers.Int:
		w.To = strconv.AppendInt(w.To, v.Int(), 10)
	case flexbuffers.Uint:
		w.To = strconv.AppendUint(w.To, v.Uint(), 10)
	case flexbuffers.Float:
		value := v.Float()
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return notJSON("a float that is no number")
		}
		w.To = text.AppendFloat64(w.To, value)
	case flexbuffers.String:
		w.To = text.AppendString(w.To, v.Bytes())
	case flexbuffers.Blob:
		return notJSON("bytes")
	case flexbuffers.Map:
		keys, values := v.Keys(), v.Items()
		var m members
		w.Open('{')
		for index := range values.Len() {
			key := string(keys.At(index).Bytes())
			w.key(&m, key)
			if err := w.flexNode(values.At(index)); err != nil {
				return w.inside(err, paths.KeyStep(key))
			}
		}
		w.Close('}', m == 0)
	default:
		items := v.Items()
		return w.items(items.Len(), func(index int) *flatbuffers.Error { return w.flexNode(items.At(index)) })
	}
	return nil
}
