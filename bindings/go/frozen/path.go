package frozen

import (
	"strconv"

	"example.invalid/varvel/bindings/go/internal/paths"
)

// Path returns the place of the value in its document, such as $.users[3].name;
// of a missing Node that of the last value that is there. [Node.Find] reads it
// again, unless its middle was left out: long keys and paths are shortened. It
// is empty for the zero Node.
//
// The place is searched for from the root on, in time linear in the items that
// are passed. The place of a key is that of its object. It allocates.
func (n Node) Path() string {
	if n.doc == nil {
		return ""
	}
	if n.form == formMissing {
		n = n.parent()
	}
	var steps []string
	at := n.doc.Root()
	for at.at != n.at || at.form != n.form {
		step, next, ok := at.towards(n)
		if !ok {
			break
		}
		if step != "" {
			steps = append(steps, step)
		}
		at = next
	}
	return paths.Text(steps)
}

// last returns the last byte that belongs to the value or to a value in its
// slots.
func (n Node) last() int {
	c := n.container()
	if c.count == 0 {
		return n.at
	}
	slots := c.count
	switch {
	case c.columns != 0:
		slots *= c.columns
	case c.form == formMap || c.form == formPairs:
		slots *= 2
	}
	return c.slots + slots<<c.width - 1
}

// towards returns the value in a container that is the target or holds it, and
// the step to it.
func (n Node) towards(target Node) (step string, next Node, ok bool) {
	c := n.container()
	if c.count == 0 {
		return "", Node{}, false
	}
	// Numbers of packed nodes, and values that are in slots.
	inside := -1
	if target.at >= c.slots && target.at <= n.last() {
		inside = (target.at - c.slots) >> c.width
		if c.columns != 0 {
			inside /= c.columns
		}
	}
	leads := func(i int) bool {
		if inside >= 0 {
			return i == inside
		}
		item := c.item(i)
		return item.at < c.base && item.last() >= target.at
	}
	switch n.form {
	case formTagged, formExtension, formSimple:
		return "", c.item(0), leads(0)
	case formObject:
		places := c.places()
		for i := range c.count {
			if leads(i) {
				return keyStep(c.key(places, i)), c.item(i), true
			}
		}
	case formPairs, formMap:
		for i := range 2 * c.count {
			if leads(i) {
				if i%2 == 0 { // a key, or in a key
					return "", c.item(i), c.item(i).at == target.at
				}
				return keyStep(c.item(i - 1)), c.item(i), true
			}
		}
	case formPacked, formRow:
		return "[" + strconv.Itoa(max(inside, 0)) + "]", c.item(max(inside, 0)), inside >= 0
	default:
		for i := range c.count {
			if leads(i) {
				return "[" + strconv.Itoa(i) + "]", c.item(i), true
			}
		}
	}
	return "", Node{}, false
}

// keyStep returns the step to the member with a key.
func keyStep(key Node) string {
	w := writer{style: styleKey}
	_ = w.write(key) // it refuses nothing
	return paths.KeyStep(string(w.To))
}
