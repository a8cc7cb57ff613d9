package bfbs

import (
	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
)

// The values of a type's base and element.
const (
	baseTag      = 1
	baseScalar   = 2
	baseString   = 13
	baseVector   = 14
	baseObject   = 15
	baseUnion    = 16
	baseArray    = 17
	baseVector64 = 18
)

// element is the type of one value: a kind, the number of the object or union
// that it refers to, and the number of its enum plus one, or 0.
type element struct {
	kind        flatbuffers.Kind
	index, enum int
}

func (e element) isScalar() bool { return e.kind <= flatbuffers.KindFloat64 }

func (e element) isInteger() bool {
	return flatbuffers.KindInt8 <= e.kind && e.kind <= flatbuffers.KindUint64
}

func (e element) isFloat() bool {
	return e.kind == flatbuffers.KindFloat32 || e.kind == flatbuffers.KindFloat64
}

// isPlain returns whether it is a scalar, a tag or a struct.
func (e element) isPlain() bool {
	return e.isScalar() || e.kind == flatbuffers.KindTag || e.kind == flatbuffers.KindStruct
}

// isBytes returns whether it is a byte of a buffer.
func (e element) isBytes() bool { return e == element{kind: flatbuffers.KindUint8} }

// several says how many values a field has.
type several uint8

const (
	one several = iota
	vector
	vector64
	array
)

// typed is the type of a field.
type typed struct {
	element
	several several
	length  uint16
}

func (t typed) isVector() bool { return t.several == vector || t.several == vector64 }

func (t typed) isOneScalar() bool {
	return t.several == one && (t.isScalar() || t.kind == flatbuffers.KindTag)
}

// readType reads the type of a field.
func (r *reader) readType(said reflection.Type) (typed, fault) {
	of, base := typed{}, said.Element()
	switch said.BaseType() {
	case baseVector:
		of.several = vector
	case baseVector64:
		of.several = vector64
	case baseArray:
		of.several, of.length = array, said.FixedLength()
	default:
		base = said.BaseType()
	}
	var err fault
	if of.element, err = r.readElement(base, int(said.Index())); err != nil {
		return typed{}, inside(err, ".type")
	}
	return of, nil
}

func (r *reader) readElement(base int8, index int) (element, fault) {
	switch base {
	case baseString:
		return element{kind: flatbuffers.KindString}, nil
	case baseObject:
		if index < 0 || index >= len(r.objects) {
			return element{}, refused("the index of an object", index)
		}
		kind := flatbuffers.KindTable
		if r.objects[index].said.IsStruct() {
			kind = flatbuffers.KindStruct
		}
		return element{kind: kind, index: index}, nil
	case baseTag, baseUnion:
		if index < 0 || index >= len(r.listed) || r.listed[index].kind != flatbuffers.KindUnion {
			return element{}, refused("the index of a union", index)
		}
		of := r.listed[index]
		if base == baseTag {
			of.kind = flatbuffers.KindTag
		}
		return of, nil
	}
	kind := flatbuffers.Kind(base - baseScalar)
	switch {
	case base < baseScalar || kind > flatbuffers.KindFloat64:
		return element{}, refused("a type that can stand here", base)
	case index == -1:
		return element{kind: kind}, nil
	case index < 0 || index >= len(r.listed) || r.listed[index].kind != kind:
		return element{}, refused("the index of an enum that is stored so", index)
	}
	return r.listed[index], nil
}

// underlying returns the integer type that stores an enum, or a union's tag.
func underlying(said reflection.Enum) (flatbuffers.Kind, fault) {
	base := said.UnderlyingType().BaseType()
	if base == baseTag {
		return flatbuffers.KindUint8, nil
	}
	if of := (element{kind: flatbuffers.Kind(base - baseScalar)}); base >= baseScalar && of.isInteger() {
		return of.kind, nil
	}
	return 0, inside(refused("the type of an integer", base), ".underlying_type")
}

// size returns the size and the alignment of one value. A struct has a layout
// already.
func (r *reader) size(of element) (size, align uint32) {
	switch of.kind {
	case flatbuffers.KindStruct:
		inner := &r.schema.Objects[of.index]
		return inner.Size, uint32(inner.Align)
	case flatbuffers.KindTag:
		return r.size(element{kind: r.schema.Unions[of.index].Tag})
	case flatbuffers.KindBool, flatbuffers.KindInt8, flatbuffers.KindUint8:
		return 1, 1
	case flatbuffers.KindInt16, flatbuffers.KindUint16:
		return 2, 2
	case flatbuffers.KindInt64, flatbuffers.KindUint64, flatbuffers.KindFloat64:
		return 8, 8
	}
	return 4, 4
}

// bounds returns the least and the greatest integer of a kind. The greatest of
// KindUint64 is that of its bits as a signed number.
func bounds(kind flatbuffers.Kind) (low, high int64) {
	switch kind {
	case flatbuffers.KindBool:
		return 0, 1
	case flatbuffers.KindInt8:
		return -1 << 7, 1<<7 - 1
	case flatbuffers.KindUint8:
		return 0, 1<<8 - 1
	case flatbuffers.KindInt16:
		return -1 << 15, 1<<15 - 1
	case flatbuffers.KindUint16:
		return 0, 1<<16 - 1
	case flatbuffers.KindInt32:
		return -1 << 31, 1<<31 - 1
	case flatbuffers.KindUint32:
		return 0, 1<<32 - 1
	}
	return -1 << 63, 1<<63 - 1
}

// fits returns whether a kind holds a number, which is given as 64 bits.
func fits(kind flatbuffers.Kind, number int64) bool {
	low, high := bounds(kind)
	return low <= number && number <= high
}

// builtIn are the names of types that are always there.
var builtIn = map[string]bool{
	"bool": true, "byte": true, "int8": true, "ubyte": true, "uint8": true, "short": true, "int16": true,
	"ushort": true, "uint16": true, "int": true, "int32": true, "uint": true, "uint32": true, "long": true,
	"int64": true, "ulong": true, "uint64": true, "float": true, "float32": true, "double": true,
	"float64": true, "string": true,
}

func isBuiltIn(name string) bool { return builtIn[name] }
