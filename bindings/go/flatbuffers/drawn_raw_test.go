package flatbuffers_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/keys"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// byHand is a table whose fields are of each kind that a [flatbuffers.Builder] has a
// method for, by their ids.
var byHand = flatbuffers.Schema{
	Objects: []flatbuffers.Object{
		{Name: "ByHand", Fields: []flatbuffers.Field{
			{Name: "bool", Kind: flatbuffers.KindBool, Presence: flatbuffers.Default},
			{Name: "int8", Kind: flatbuffers.KindInt8, Presence: flatbuffers.Default},
			{Name: "uint16", Kind: flatbuffers.KindUint16, Presence: flatbuffers.Default},
			{Name: "int32", Kind: flatbuffers.KindInt32, Presence: flatbuffers.Default},
			{Name: "uint64", Kind: flatbuffers.KindUint64, Presence: flatbuffers.Default},
			{Name: "float64", Kind: flatbuffers.KindFloat64, Presence: flatbuffers.Default},
			{Name: "text", Kind: flatbuffers.KindString},
			{Name: "child", Kind: flatbuffers.KindTable, Index: 0},
			{Name: "bytes", Kind: flatbuffers.KindUint8, Shape: flatbuffers.ShapeVector},
			{Name: "texts", Kind: flatbuffers.KindString, Shape: flatbuffers.ShapeVector},
			{Name: "struct", Kind: flatbuffers.KindStruct, Index: 1},
			{Name: "union_type", Kind: flatbuffers.KindTag, Index: 0},
			{Name: "union", Kind: flatbuffers.KindUnion, Index: 0},
			{Name: "unions_type", Kind: flatbuffers.KindTag, Index: 0, Shape: flatbuffers.ShapeVector},
			{Name: "unions", Kind: flatbuffers.KindUnion, Index: 0, Shape: flatbuffers.ShapeVector},
			{Name: "far", Kind: flatbuffers.KindUint8, Shape: flatbuffers.ShapeVector, Width: flatbuffers.WideVector},
			{Name: "far_text", Kind: flatbuffers.KindString, Width: flatbuffers.WideOffset},
		}},
		{Name: "Pair", Size: 8, Align: 4, Fields: []flatbuffers.Field{
			{Name: "a", Kind: flatbuffers.KindUint32}, {Name: "b", Kind: flatbuffers.KindFloat32, Offset: 4},
		}},
	},
	Unions: []flatbuffers.Union{{Name: "Any", Tag: flatbuffers.KindUint8, Members: []flatbuffers.Member{
		{Name: "ByHand", Tag: 1, Kind: flatbuffers.KindTable, Index: 0},
		{Name: "Pair", Tag: 2, Kind: flatbuffers.KindStruct, Index: 1},
		{Name: "Text", Tag: 3, Kind: flatbuffers.KindString},
	}}},
}

// hand makes calls of a builder by hand.
type hand struct {
	*rand.Rand
	b *flatbuffers.Builder
	// fits says that each field of the buffer has the kind that the schema says.
	fits   bool
	texts  []flatbuffers.Ref[string]
	tables []flatbuffers.Ref[flatbuffers.Table]
	bytes  []flatbuffers.Ref[[]byte]
	far    []flatbuffers.Ref[[]byte]
	lists  []flatbuffers.Ref[flatbuffers.Strings]
	values []flatbuffers.UnionRef[flatbuffers.UnionValue]
	unions []flatbuffers.UnionVectorRef[flatbuffers.UnionValue]
}

func one[V any](h *hand, all []V) V {
	var none V
	if len(all) == 0 || h.IntN(20) == 0 {
		return none
	}
	return all[h.IntN(len(all))]
}

// id returns the number of a field, seldom another one.
func (h *hand) id(id int) int {
	if h.IntN(200) != 0 {
		return id
	}
	h.fits = false
	return []int{-1, h.IntN(20), 1 << 16, 3<<16 | id, 1 << 30, -1 << 20}[h.IntN(6)]
}

// part builds a part.
func (h *hand) part() {
	b := h.b
	switch h.IntN(10) {
	case 0:
		h.texts = append(h.texts, b.String(texts[h.IntN(len(texts)-2)]))
	case 1:
		h.texts = append(h.texts, b.SharedString(texts[h.IntN(len(texts)-h.IntN(12)/10)]))
	case 2:
		h.bytes = append(h.bytes, b.Bytes(make([]byte, h.IntN(40))))
	case 3:
		h.far = append(h.far, b.BytesWith(make([]byte, h.IntN(40)), flatbuffers.VectorOptions{Width: flatbuffers.WideVector, Align: 1 << h.IntN(9)}))
	case 4:
		refs := make([]flatbuffers.Ref[string], h.IntN(4))
		for index := range refs {
			refs[index] = one(h, h.texts)
		}
		h.lists = append(h.lists, flatbuffers.StringVector(b, refs))
	case 5:
		h.values = append(h.values, flatbuffers.UnionTable[flatbuffers.UnionValue](1, one(h, h.tables)))
	case 6:
		h.values = append(h.values, flatbuffers.UnionString[flatbuffers.UnionValue](3, one(h, h.texts)))
	case 7:
		h.values = append(h.values, flatbuffers.UnionStruct[flatbuffers.UnionValue](b, 2, 8, 4, func(to []byte) { to[0] = 1 }))
	case 8:
		refs := make([]flatbuffers.UnionRef[flatbuffers.UnionValue], h.IntN(4))
		for index := range refs {
			refs[index] = one(h, h.values)
		}
		h.unions = append(h.unions, flatbuffers.UnionVector(b, flatbuffers.KindUint8, refs))
	default:
		h.lists = append(h.lists, b.SharedStrings(texts[:h.IntN(6)]))
	}
}

// field adds a field.
func (h *hand) field() {
	b := h.b
	switch h.IntN(16) {
	case 0:
		b.AddBool(h.id(0), h.IntN(2) == 0, false)
	case 1:
		b.AddInt8(h.id(1), int8(h.Int()), 0)
	case 2:
		b.AddUint16(h.id(2), uint16(h.Int()), 0)
	case 3:
		b.AddInt32(h.id(3), int32(h.Int()), 0)
	case 4:
		b.AddUint64(h.id(4), h.Uint64(), 0)
	case 5:
		b.AddFloat64(h.id(5), h.Float64(), 0)
	case 6:
		flatbuffers.AddRef(b, h.id(6), one(h, h.texts))
	case 7:
		flatbuffers.AddRef(b, h.id(7), one(h, h.tables))
	case 8:
		flatbuffers.AddRef(b, h.id(8), one(h, h.bytes))
	case 9:
		flatbuffers.AddRef(b, h.id(9), one(h, h.lists))
	case 10:
		if to := b.AddStruct(h.id(10), 8, 4); to != nil {
			flatbuffers.Put(to, 4, float32(1))
		}
	case 11:
		flatbuffers.AddUnion(b, h.id(12), flatbuffers.KindUint8, one(h, h.values))
	case 12:
		flatbuffers.AddUnions(b, h.id(14), one(h, h.unions))
	case 13:
		flatbuffers.AddRefWide(b, h.id(15), flatbuffers.WideVector, one(h, h.far))
	case 14:
		flatbuffers.AddRefWide(b, h.id(16), flatbuffers.WideOffset, one(h, h.texts))
	default:
		flatbuffers.AddNumberAlways(b, h.id(4), h.Uint64())
	}
}

// table builds a table, seldom without a beginning or an end.
func (h *hand) table() {
	if h.IntN(40) != 0 {
		h.b.StartTable(h.id(17 - h.IntN(100)/90*h.IntN(10)))
	}
	for range h.IntN(8) {
		h.field()
		if h.IntN(100) == 0 {
			h.part()
		}
		if h.IntN(100) == 0 {
			h.b.Require(h.id(h.IntN(17)), "some")
		}
	}
	if h.IntN(40) != 0 {
		h.tables = append(h.tables, flatbuffers.EndTable[flatbuffers.Table](h.b))
	}
}

// finish ends the buffer, and checks it. Parts of it are kept seldom.
func (h *hand) finish() error {
	options := flatbuffers.FinishOptions{SizePrefixed: h.IntN(2) == 0, Identifier: []string{"", "HAND", "no"}[h.IntN(10)/4]}
	held, err := flatbuffers.Finish(h.b, one(h, h.tables), options)
	fits := h.fits
	h.fits = true
	if h.IntN(20) != 0 {
		*h = hand{Rand: h.Rand, b: h.b, fits: true}
	} else {
		h.fits = len(h.tables) == 0
	}
	if err != nil {
		return nil
	}
	schema := &byHand
	if !fits {
		// The author of a table built by hand chooses its fields; the builder chooses its place.
		schema = &flatbuffers.Schema{Objects: []flatbuffers.Object{{Name: "Any"}}}
	}
	verify := flatbuffers.Verify{SizePrefixed: options.SizePrefixed, Identifier: options.Identifier}
	if _, err := verify.Root(schema, 0, held); err != nil {
		return fmt.Errorf("%w (fits: %v)\n%.1000x", err, fits, held)
	}
	byHandFinished++
	return nil
}

var byHandFinished int

func TestDrawnCallsByHand(t *testing.T) {
	first, count := env(t, "VARVEL_FIRST_MUTANT", 0), env(t, "VARVEL_MUTANTS", 20_000)
	calls := 0
	byHandFinished = 0
	for number := first; number < first+count; number++ {
		h := hand{Rand: rand.New(rand.NewPCG(number, 5)), b: new(flatbuffers.Builder), fits: true}
		if h.IntN(2) == 0 {
			h.b = flatbuffers.NewBuilder(h.IntN(200))
		}
		for range 1 + h.IntN(40) {
			calls++
			switch h.IntN(20) {
			case 0:
				if h.IntN(4) == 0 {
					h.b.Reset()
					h.fits = false
				}
			case 1, 2:
				if err := h.finish(); err != nil {
					t.Fatalf("sequence %d: %v", number, err)
				}
			case 3, 4, 5, 6, 7, 8, 9, 10:
				h.table()
			default:
				h.part()
			}
		}
	}
	t.Logf("%d sequences, %d calls, %d buffers finished", count, calls, byHandFinished)
	if count >= 1_000 && byHandFinished < int(count/10) {
		t.Error("too few buffers")
	}
}

// words are parts of JSON, and what is none.
var words = []string{
	"{", "}", "[", "]", ":", ",", "null", "true", "false", "0", "-1", "1.5", "1e400", "-0x1F", "nan", `"inf"`, `""`, `"a"`, `"\u00e9"`, `"\ud800"`, `'b'`,
	"//x\n", "/*", " ", "\n", "\x00", "\xff", `"name"`, "name", `"one_type"`, `"one"`, `"many"`, `"flex"`, `"nested"`, `"children"`, "Tiny", `"Furry Fast"`, "99999999999999999999",
	`{"name":"x"}`, `[1,2,3]`, `{"a":{"b":[null,{"c":"d"}]},"b":1.25}`,
}

// document draws a text that is like one of the documents.
func document(drawn *rand.Rand, documents [][]byte) []byte {
	text := bytes.Clone(documents[drawn.IntN(len(documents))])
	for range drawn.IntN(4) {
		at := drawn.IntN(len(text) + 1)
		switch drawn.IntN(4) {
		case 0:
			text = append(text[:at:at], text[min(len(text), at+drawn.IntN(4)):]...)
		case 1:
			other := documents[drawn.IntN(len(documents))]
			from := drawn.IntN(len(other))
			text = append(text[:at:at], append(bytes.Clone(other[from:min(len(other), from+drawn.IntN(30))]), text[at:]...)...)
		default:
			text = append(text[:at:at], append([]byte(words[drawn.IntN(len(words))]), text[min(len(text), at+drawn.IntN(2)*drawn.IntN(6)):]...)...)
		}
	}
	return text
}

// flexText draws JSON for a FlexBuffer.
func flexText(drawn *rand.Rand, depth int) string {
	var text strings.Builder
	switch kind := drawn.IntN(8); {
	case kind < 2 && depth < 5:
		text.WriteByte('[')
		for index := range drawn.IntN(5) {
			text.WriteString(strings.Repeat(",", min(index, 1)) + flexText(drawn, depth+1))
		}
		text.WriteByte(']')
	case kind < 4 && depth < 5:
		text.WriteByte('{')
		for index := range drawn.IntN(5) {
			fmt.Fprintf(&text, `%s"k%d":%s`, strings.Repeat(",", min(index, 1)), drawn.IntN(30), flexText(drawn, depth+1))
		}
		text.WriteByte('}')
	case kind < 6:
		fmt.Fprint(&text, int64(drawn.Uint64()>>drawn.IntN(64)))
	case kind == 6:
		fmt.Fprintf(&text, "%q", texts[drawn.IntN(5)])
	default:
		return []string{"null", "true", "-0.5", "1e300", "1.5", "18446744073709551615"}[drawn.IntN(6)]
	}
	return text.String()
}

// Any text becomes a buffer that verifies and prints, or an error.
func TestDrawnJSON(t *testing.T) {
	d, first, count := start(t)
	zoos, allKeys := lines(t, "zoo.ndjson"), lines(t, "keys.ndjson")
	built, flexes, refused := 0, 0, 0
	for number := first; number < first+count; number++ {
		drawn := rand.New(rand.NewPCG(number, 3))
		options := fbjson.Options{
			Relaxed: drawn.IntN(2) == 0, SkipUnknown: drawn.IntN(2) == 0, Defaults: drawn.IntN(2) == 0,
			Limits: flatbuffers.Limits{Depth: drawn.IntN(2) * drawn.IntN(8)},
		}
		schema, build, documents := uint16(0), zoo.BuildZoo, zoos
		read := func(b []byte) (fmt.Stringer, error) { return zoo.ReadZoo(b) }
		if drawn.IntN(3) == 0 {
			schema, build, documents = 1, keys.BuildKeys, allKeys
			read = func(b []byte) (fmt.Stringer, error) { return keys.ReadKeys(b) }
		}
		text := document(drawn, documents)
		if drawn.IntN(4) == 0 {
			flexes++
			schema, build = 0, zoo.BuildZoo
			read = func(b []byte) (fmt.Stringer, error) { return zoo.ReadZoo(b) }
			text = []byte(fmt.Sprintf(`{"name":"","flex":%s}`, flexText(drawn, 0)))
		}
		held, err := build(text, options)
		if err != nil {
			refused++
			continue
		}
		built++
		root, err := read(held)
		if err != nil {
			t.Fatalf("sequence %d: %q becomes a buffer that its reader refuses: %v\n%.1000x", number, text, err, held)
		}
		if printed := root.String(); !strings.HasPrefix(printed, "{") && !strings.Contains(printed, "cannot be represented") {
			t.Fatalf("sequence %d: %q becomes %q", number, text, printed)
		}
		d.write(schema, uint16([]*flatbuffers.Schema{&zoo.Schema, &keys.Schema}[schema].Root-1), held)
	}
	t.Logf("%d sequences (%d with FlexBuffers), %d built, %d refused", count, flexes, built, refused)
	if count >= 1_000 && (built < int(count/10) || refused < int(count/10)) {
		t.Error("too few of one kind")
	}
}
