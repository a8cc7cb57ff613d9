package flatbuffers

// Place is a position in the bytes of a buffer. By it a package walks through tables
// by their schema, as fbjson does: generated code needs none. As all reads of a
// buffer, its methods never panic and never leave the bytes, except where they say
// what must be there.
type Place struct {
	b  []byte
	at int
}

// Place returns the place of a present field, or false if it is absent.
func (t Table) Place(slot uint) (Place, bool) {
	offset := t.offset(slot)
	return Place{t.b, int(t.at + offset)}, offset != 0
}

// IsZero returns whether it is the zero Table, which has no fields.
func (t Table) IsZero() bool { return t.b == nil }

// Place returns the place of the first byte.
func (s Struct) Place() Place { return Place{s.b, 0} }

// Place returns the place of the value.
func (u UnionValue) Place() Place { return Place{u.b, u.at} }

// Plus returns the place so many bytes further.
func (p Place) Plus(bytes int) Place { return Place{p.b, p.at + bytes} }

// Bytes returns so many bytes at the place, or nil if they are not there.
func (p Place) Bytes(size int) []byte { return bytesAt(p.b, p.at, size) }

// Load returns the bits of the scalar at the place, which must be there.
func (p Place) Load(kind Kind) uint64 { return kind.Load(p.b[p.at:]) }

// Follow returns the target of the offset at the place, or a place outside of the
// bytes.
func (p Place) Follow(width Width) Place { return Place{p.b, follow(p.b, p.at, width)} }

// Elements returns the bytes of the elements of the string or vector at the place,
// which have this size each, and the place of the first one. The bytes are nil if
// they are not there.
func (p Place) Elements(size int, width Width) (held []byte, first Place) {
	if width == WideVector {
		return elementsWide(p.b, p.at, size), p.Plus(8)
	}
	return elements(p.b, p.at, size), p.Plus(4)
}

// Table returns the table at the place, or the zero Table if it is not there.
func (p Place) Table() Table { return tableAt(p.b, p.at) }

// Changed returns the error of a buffer that was changed after it was verified, or
// never verified.
func Changed() *Error {
	return &Error{Kind: InvalidBuffer, Offset: -1, Expected: "a buffer that has not changed since it was verified"}
}
