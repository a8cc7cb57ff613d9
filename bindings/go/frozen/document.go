package frozen

// Document is a frozen document that was validated. It is not changed by
// anything: any number of goroutines may read it.
type Document struct {
	bytes  []byte // all of them, without the checksum
	tables int    // where the tables begin, which is the end of the tree
	shapes int    // where the places of the shapes' records are
	shared int    // where the places of the shared strings are
	whole  []byte // with the checksum

	shapeCount  int
	sharedCount int
	textCount   int
	texts       int // where the texts begin
	records     int // where the records of shapes begin
	maps        bool
}

// Options bounds what a document may cost. The zero value has the limits that
// [Open] uses.
type Options struct {
	// MaxDepth is how many containers may be inside each other: 128 if it is
	// zero, none if it is negative. In a stream the array around the records
	// does not count.
	MaxDepth int
	// MaxNodes is how many slots, elements and rows the containers may have
	// together: any number if it is zero, none if it is negative.
	MaxNodes int
	// MaxBytes is the longest document, or the longest block of a stream: any
	// length if it is zero, none if it is negative.
	MaxBytes int
}

// <spec:limits> Made by `cargo xtask spec`.

// DefaultDepth is how many containers may be inside each other if
// [Options.MaxDepth] is zero.
const DefaultDepth = 128

// </spec:limits>

// limits are the limits of Options as they count.
type limits struct {
	depth, nodes, bytes uint64
}

func (o Options) limits() limits {
	limit := func(n int, whenZero uint64) uint64 {
		switch {
		case n < 0:
			return 0
		case n == 0:
			return whenZero
		default:
			return uint64(n)
		}
	}
	const any = 1 << 63
	return limits{limit(o.MaxDepth, DefaultDepth), limit(o.MaxNodes, any), limit(o.MaxBytes, any)}
}

// Open validates a document and opens it, without a copy. It takes time linear
// in the bytes, whatever they are.
//
// The document, its nodes, and the strings and slices that are got from them
// refer to the bytes of b, which must not change as long as any of these is
// used. (In Go, changing the bytes of a string is undefined behaviour.) Bytes
// of a mapped file must stay mapped as long.
//
// The error is an [*Error] with the code [ErrInvalid], [ErrVersion],
// [ErrChecksum], [ErrDepth], [ErrNodes] or [ErrSize].
func Open(b []byte) (*Document, error) {
	return Options{}.Open(b)
}

// Validate checks that b is a valid document, like [Open].
func Validate(b []byte) error {
	return Options{}.Validate(b)
}

// Open validates a document within these limits and opens it, like [Open].
func (o Options) Open(b []byte) (*Document, error) {
	d := new(Document)
	if err := d.open(b, o.limits()); err != nil {
		return nil, err
	}
	return d, nil
}

// Validate checks that b is a valid document within these limits.
func (o Options) Validate(b []byte) error {
	var d Document
	if err := d.open(b, o.limits()); err != nil {
		return err
	}
	return nil
}

// Root returns the value of the whole document. That of a Document which [Open] has
// not made, or of nil, is the zero Node, which is missing.
func (d *Document) Root() Node {
	if d == nil || len(d.bytes) == 0 {
		return Node{}
	}
	return d.slot(rootAt, 3, d.tables)
}

// Bytes returns the bytes of the document. They must not be changed.
func (d *Document) Bytes() []byte {
	if d == nil {
		return nil
	}
	return d.whole
}

// Checksum returns the checksum at the end of the document, if it has one. It
// is the 64-bit XXH3 of all bytes before it, and was compared by [Open].
func (d *Document) Checksum() (sum uint64, ok bool) {
	if d == nil || len(d.whole) == len(d.bytes) {
		return 0, false
	}
	return u64(d.whole, len(d.bytes)), true
}
