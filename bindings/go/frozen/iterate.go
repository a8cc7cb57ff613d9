package frozen

import "iter"

// Items returns an iterator over the items of an array, with their numbers. A
// value of another kind has no items.
//
//	for i, item := range node.Items() { … }
func (n Node) Items() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) { n.items(yield) }
}

func (n Node) items(yield func(int, Node) bool) {
	if n.Kind() != Array {
		return
	}
	c := n.container()
	for i := range c.count {
		if !yield(i, c.item(i)) {
			return
		}
	}
}

// Members returns an iterator over the members of an object, in the order in
// which they were written. The keys refer to the document's bytes. A value of
// another kind has no such members, nor has a map: see [Node.Pairs].
//
//	for key, value := range node.Members() { … }
func (n Node) Members() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) { n.eachMember(yield) }
}

func (n Node) eachMember(yield func(string, Node) bool) {
	if n.Kind() != Object {
		return
	}
	c := n.container()
	places := c.places()
	for i := range c.count {
		key, _ := c.key(places, i).str()
		if !yield(text(key), c.value(i)) {
			return
		}
	}
}

// Pairs returns an iterator over the keys and values of an object or a map, in
// the order in which they were written. A value of another kind has none.
func (n Node) Pairs() iter.Seq2[Node, Node] {
	return func(yield func(Node, Node) bool) { n.pairs(yield) }
}

func (n Node) pairs(yield func(Node, Node) bool) {
	c, ok := n.members()
	if !ok || c.count == 0 {
		return
	}
	places := c.places()
	for i := range c.count {
		if !yield(c.key(places, i), c.value(i)) {
			return
		}
	}
}

// Column returns an iterator over one member of each item of an array, with the
// numbers of the items. For an item that has no such member, or is neither an
// object nor a map, the member is missing.
//
// Where objects follow each other that have the same keys in the same order,
// the key is searched for once: the member is at the same place in each.
func (n Node) Column(key Key) iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) { n.column(key, yield) }
}

func (n Node) column(key Key, yield func(int, Node) bool) {
	if n.Kind() != Array {
		return
	}
	array := n.container()
	// The shape of the last object, and where the key is in it.
	record, place := 0, -1
	for i := range array.count {
		item := array.item(i)
		member := item.missingMember(key.text)
		if c, ok := item.members(); ok && c.count != 0 {
			if c.record == 0 || c.record != record {
				record, place = c.record, c.find(key)
			}
			if place >= 0 {
				member = c.value(place)
			}
		}
		if !yield(i, member) {
			return
		}
	}
}
