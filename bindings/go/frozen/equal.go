package frozen

import "bytes"

// Equal reports whether two values are equal, which may be of two documents.
//
// It is the equality of spec/frozen.md: arrays are equal if their items are,
// whatever their layout; objects and maps whatever the order of their members.
// An integer never equals a float, a float of 32 bits equals the same of 64, NaN
// equals NaN, -0.0 differs from 0.0, decimals are equal if their texts are. Two
// missing values are equal.
//
// It takes linear time, and allocates for members in different orders and for
// maps.
func (n Node) Equal(other Node) bool {
	// Pairs of containers whose items are being compared.
	type pair struct {
		a, b     container
		members  bool // of a and b in the same order
		byKey    bool // those of b are searched for by the keys of a
		ap       int
		next     int
		expected int
	}
	var stack []pair
	// open compares two values except for what they hold.
	open := func(a, b Node) bool {
		kind := a.Kind()
		if kind != b.Kind() {
			return false
		}
		switch kind {
		case Array, Object, Tagged, Extension, Simple:
		case Map:
			return a.Digest() == b.Digest()
		default:
			return a.equalLeaf(b)
		}
		p := pair{a: a.container(), b: b.container()}
		if p.a.count != p.b.count {
			return false
		}
		if p.a.count == 0 || a == b {
			return true
		}
		switch kind {
		case Object:
			p.members, p.ap = true, p.a.places()
			p.byKey = !p.a.sameKeys(&p.b)
		case Tagged, Extension, Simple:
			if p.a.number != p.b.number {
				return false
			}
		}
		p.expected = p.a.count
		stack = append(stack, p)
		return true
	}
	if !open(n, other) {
		return false
	}
	for len(stack) != 0 {
		p := &stack[len(stack)-1]
		if p.next == p.expected {
			stack = stack[:len(stack)-1]
			continue
		}
		i := p.next
		p.next++
		var a, b Node
		switch {
		case !p.members:
			a, b = p.a.item(i), p.b.item(i)
		case !p.byKey:
			a, b = p.a.value(i), p.b.value(i)
		default:
			key, _ := p.a.key(p.ap, i).str()
			place := p.b.find(NewKey(text(key)))
			if place < 0 {
				return false
			}
			a, b = p.a.value(i), p.b.value(place)
		}
		if !open(a, b) {
			return false
		}
	}
	return true
}

// sameKeys reports whether two objects of the same length have the same keys in
// the same order.
func (c *container) sameKeys(other *container) bool {
	if c.doc == other.doc && c.record != 0 && c.record == other.record {
		return true
	}
	cp, op := c.places(), other.places()
	for i := range c.count {
		a, _ := c.key(cp, i).str()
		b, _ := other.key(op, i).str()
		if !bytes.Equal(a, b) {
			return false
		}
	}
	return true
}

// equalLeaf compares two values of one kind that hold no others.
func (n Node) equalLeaf(other Node) bool {
	switch n.Kind() {
	case Missing, Null:
		return true
	case Bool:
		return n.form == other.form
	case Int:
		a, unsigned := n.integer()
		b, otherUnsigned := other.integer()
		return a == b && unsigned == otherUnsigned
	case Float:
		a, _ := n.Float64()
		b, _ := other.Float64()
		return floatBits(a) == floatBits(b)
	case String:
		a, _ := n.str()
		b, _ := other.str()
		return bytes.Equal(a, b)
	case Timestamp:
		return bytes.Equal(n.doc.bytes[n.at+1:n.at+13], other.doc.bytes[other.at+1:other.at+13])
	default: // BigInt, Decimal, Bytes
		return bytes.Equal(counted(n.doc.bytes, n.at+1), counted(other.doc.bytes, other.at+1))
	}
}

// Digest returns bytes that are the same for equal values, and differ for values
// that are not: they are a key for a map of Go. They are made by SHA-256 where
// the value itself does not fit. Other releases may return others. It takes
// linear time, but for sorting the members of objects, and allocates for
// containers.
func (n Node) Digest() [32]byte {
	var g digester
	d, _ := g.run(n, true) // that of a validated document cannot fail
	return d
}
