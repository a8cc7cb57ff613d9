package flatbuffers

import (
	"encoding/binary"
	"fmt"
	"strings"

	"example.invalid/varvel/bindings/go/internal/paths"
)

// step is a part of what is being packed: a table with its current field, or a
// vector with its current item. The steps are the path of an error, and their
// number is the depth.
type step struct {
	// schema is nil for a vector.
	schema *Schema
	// object is the number of the table.
	object int
	// at is the id of the field, or the index of the item; -1 before the first one.
	at int
	// unions says that the items of the vector are unions.
	unions bool
}

// <spec:limits> Made by `cargo xtask spec`.

// The defaults of [Limits.Depth] and of [Limits.Replay].
const (
	defaultDepth  = 128
	defaultReplay = 8
)

// </spec:limits>

// depthLimit returns how many tables and vectors may be inside of each other.
func (b *Builder) depthLimit() int {
	if b.Depth > 0 {
		return b.Depth
	}
	return defaultDepth
}

// Enter begins to pack a table of an object of the schema, for generated code. It
// returns false after an error, and if the tables are nested too deep: also plain
// structs that contain themselves end so.
func (b *Builder) Enter(schema *Schema, object int) bool {
	if b.slow && !b.ready() {
		return false
	}
	around := len(b.steps)
	b.steps = append(b.steps, step{schema: schema, object: object, at: -1})
	// A verifier waits at all that is around a table, but not at the vector of one
	// without parts.
	if around != 0 && b.steps[around-1].schema == nil && !b.steps[around-1].unions {
		around--
	}
	return b.mayBe(around)
}

// mayBe keeps an error, and leaves, if the number of waiting frames is too large.
func (b *Builder) mayBe(waiting int) bool {
	if limit := b.depthLimit(); waiting > limit {
		b.fail(TooDeep(limit))
		b.Leave()
		return false
	}
	return true
}

// Field says which field of the table is packed next.
func (b *Builder) Field(id int) {
	if last := len(b.steps) - 1; last >= 0 {
		b.steps[last].at = id
	}
}

// Leave ends what [Builder.Enter] began.
func (b *Builder) Leave() { b.steps = b.steps[:max(len(b.steps)-1, 0)] }

// enterVector begins to pack a vector of tables or unions.
func (b *Builder) enterVector(unions bool) bool {
	if b.slow && !b.ready() {
		return false
	}
	around := len(b.steps)
	b.steps = append(b.steps, step{at: -1, unions: unions})
	return b.mayBe(around)
}

// path returns the path of the steps, or an empty string outside of all.
func (b *Builder) path() string {
	if len(b.steps) == 0 {
		return ""
	}
	var steps []string
	for _, s := range b.steps {
		switch {
		case s.at < 0:
		case s.schema == nil:
			steps = append(steps, indexStep(s.at))
		default:
			steps = append(steps, keyStep(s.schema.Objects[s.object].Fields[s.at].Name))
		}
	}
	return paths.Text(steps)
}

// atItem notes that the first error is that of an item of a vector.
func (b *Builder) atItem(index int) {
	if fault, ok := b.err.(*Error); ok && fault.Path != "" {
		fault.Path += indexStep(index)
	}
}

// checkNested keeps an error unless these are the bytes of a buffer whose root is
// this table of the schema.
func (b *Builder) checkNested(schema *Schema, object int, held []byte) bool {
	if b.slow && !b.ready() {
		return false
	}
	limits := Limits{}.Filled()
	// The table and the nested buffer are around its root.
	limits.Depth = b.depthLimit() - max(len(b.steps), 1) - 1
	if limits.Depth < 0 {
		b.fail(TooDeep(b.depthLimit()))
		return false
	}
	_, err := Verify{}.bounded(schema, object, held, limits)
	if err == nil {
		return true
	}
	fault := &Error{Kind: InvalidBuffer, Offset: -1, Expected: "the bytes of a buffer of " + schema.Objects[object].Name, Found: fmt.Sprintf("%d bytes", len(held))}
	if inner, ok := err.(*Error); ok {
		fault.Kind = inner.Kind
		if len(held) != 0 {
			fault.Found += " (" + strings.TrimPrefix(inner.Error(), "flatbuffers: ") + ")"
		}
	}
	b.fail(fault)
	return false
}

// PackNested builds the bytes of a nested buffer whose root is this table of the
// schema, or none if values is nil. They are verified, and aligned for all that
// the schema has.
func PackNested(b *Builder, schema *Schema, object int, values []byte, options VectorOptions) Ref[[]byte] {
	if values == nil || !b.checkNested(schema, object, values) {
		return Ref[[]byte]{}
	}
	options.Align = max(options.Align, schema.LargestAlign())
	return PackBytes(b, values, options)
}

// AddNested adds the bytes of a nested buffer whose root is this table of the
// schema, unless there are none. They are verified.
func AddNested(b *Builder, id int, schema *Schema, object int, width Width, ref Ref[[]byte]) {
	held := Built(b, ref)
	if held == nil {
		return
	}
	if width == WideVector {
		held = held[8:][:binary.LittleEndian.Uint64(held)]
	} else {
		held = held[4:][:binary.LittleEndian.Uint32(held)]
	}
	switch {
	case !b.checkNested(schema, object, held):
	case width == Narrow:
		AddRef(b, id, ref)
	default:
		AddRefWide(b, id, width, ref)
	}
}
