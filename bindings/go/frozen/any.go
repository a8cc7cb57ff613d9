package frozen

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Member is a member of a map, as [Node.Any] returns it.
type Member struct {
	Key, Value any
}

// Tag is a tagged value, an extension or a simple value, as [Node.Any] returns
// it.
type Tag struct {
	// Kind is [Tagged], [Extension] or [Simple].
	Kind Kind
	// Number is what [Node.Tag] returns.
	Number uint64
	Value  any
}

// Any returns the value as values of Go that do not refer to the document:
//
//	null, and what is missing        nil
//	a boolean                        bool
//	an integer                       int64, from 2^63 on uint64, beyond 64 bits *big.Int
//	a float                          float64
//	a decimal                        json.Number
//	a string, bytes                  string, []byte
//	a timestamp                      time.Time, or the Node if that does not hold it
//	an array                         []any
//	an object                        map[string]any, which has no order
//	a map                            []Member
//	a tag                            *Tag
//
// It does not recurse.
func (n Node) Any() any {
	var stack []filling
	result := n.shallow(&stack)
	for len(stack) != 0 {
		f := &stack[len(stack)-1]
		if f.next == f.count {
			stack = stack[:len(stack)-1]
			continue
		}
		i := f.next
		f.next++
		// The stack may move when a container is opened, so what is filled is
		// copied before.
		array, object, members, tag := f.array, f.object, f.members, f.tag
		switch {
		case object != nil:
			key, _ := f.c.key(f.places, i).str()
			object[string(key)] = f.c.value(i).shallow(&stack)
		case members != nil:
			key, value := f.c.item(2*i), f.c.item(2*i+1)
			members[i].Key = key.shallow(&stack)
			members[i].Value = value.shallow(&stack)
		case tag != nil:
			tag.Value = f.c.item(0).shallow(&stack)
		default:
			array[i] = f.c.item(i).shallow(&stack)
		}
	}
	return result
}

// filling is a container whose values are being made. The container itself was
// given to the one around it already.
type filling struct {
	c       container
	places  int
	next    int
	count   int
	array   []any
	object  map[string]any
	members []Member
	tag     *Tag
}

// shallow returns a value, of containers only the outside. They are put on the
// stack, to be filled.
func (n Node) shallow(stack *[]filling) any {
	f := filling{}
	var result any
	switch n.Kind() {
	case Array:
		f.c = n.container()
		f.array = make([]any, f.c.count)
		result = f.array
	case Object:
		f.c = n.container()
		f.object = make(map[string]any, f.c.count)
		result = f.object
		if f.c.count != 0 {
			f.places = f.c.places()
		}
	case Map:
		f.c = n.container()
		f.members = make([]Member, f.c.count)
		result = f.members
	case Tagged, Extension, Simple:
		f.c = n.container()
		number, _, _ := n.Tag()
		f.tag = &Tag{Kind: n.Kind(), Number: number}
		result = f.tag
	default:
		return n.scalar()
	}
	if f.count = f.c.count; f.count != 0 {
		*stack = append(*stack, f)
	}
	return result
}

// scalar returns a value that holds no others.
func (n Node) scalar() any {
	switch n.Kind() {
	case Bool:
		return n.form == formTrue
	case Int:
		bits, unsigned := n.integer()
		if unsigned {
			return bits
		}
		return int64(bits)
	case Float:
		v, _ := n.Float64()
		return v
	case BigInt:
		v, _ := n.BigInt()
		return v
	case Decimal:
		v, _ := n.NumberText()
		return json.Number(strings.Clone(v))
	case String:
		v, _ := n.str()
		return string(v)
	case Bytes:
		return bytes.Clone(counted(n.doc.bytes, n.at+1))
	case Timestamp:
		if v, err := n.Time(); err == nil {
			return v
		}
		return n
	default:
		return nil
	}
}
