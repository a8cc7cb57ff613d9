package frozen

// FreezeOptions says how documents are made. The zero value refuses keys that
// come twice, and has the limits that [Open] uses.
type FreezeOptions struct {
	// Limits bounds what the document may cost: MaxBytes is that of the text of
	// JSON.
	Limits Options
	// Duplicates says what happens when an object has a key twice.
	Duplicates Duplicates
	// ExactDecimals keeps numbers of JSON with a fraction or an exponent as their
	// text, with all digits, instead of the nearest float. Their kind is
	// [Decimal].
	ExactDecimals bool
	// NonFinite reads the words NaN, Infinity and -Infinity in JSON, as JSON5 has
	// them.
	NonFinite bool
	// Canonical makes the canonical form: see [Node.Canonical]. It takes about
	// twice as long.
	Canonical bool
	// Checksum adds a checksum, which [Open] compares. A document in canonical form
	// has none.
	Checksum bool
}

// finish lays out what was recorded.
func (o *FreezeOptions) finish(r *recording) (*Document, error) {
	d, err := r.document(o.Checksum && !o.Canonical)
	if err != nil || !o.Canonical {
		return d, err
	}
	return d.Root().Canonical()
}
