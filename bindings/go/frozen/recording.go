package frozen

import (
	"encoding/binary"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

// event is a part of a document that is being made, in the order in which the
// parts come. With its 64 bits it takes nine bytes.
type event uint8

const (
	eventNull event = iota
	eventFalse
	eventTrue
	eventInt     // bits: the integer
	eventUint    // bits: the integer, from 2^63 on
	eventFloat64 // bits: those of the float
	eventFloat32 // bits: those of the float

	// bits: where its length and its bytes are in the texts.
	eventString
	eventBigInt
	eventDecimal
	eventBytes
	eventTimestamp // bits: where its 12 bytes are in the texts

	// bits: the number; the value follows.
	eventTagged
	eventExtension
	eventSimple

	eventArray   // bits: the place of the first event that is not inside
	eventMap     // the same; keys and values follow in turn, of any kind
	eventObject  // bits: its number among the objects; members follow: eventKey and the value
	eventKey     // bits: the number of the key
	eventDropped // a key whose member does not count, because the key comes again
)

// Duplicates says what happens when an object has a key twice.
type Duplicates uint8

const (
	// RefuseDuplicates makes it an error with the code [ErrDuplicate].
	RefuseDuplicates Duplicates = iota
	// KeepFirst keeps the first member of each key.
	KeepFirst
	// KeepLast keeps the last member of each key.
	KeepLast
)

// recording is a document as events, before it is laid out: the appendix of
// spec/frozen.md describes both steps. The size of each container, and how often
// the keys of each object come, are known before the first byte is laid out.
type recording struct {
	events  []event
	bits    []uint64
	texts   []byte
	objects []recordedObject
	keys    keyTable
	shapes  shapeTable

	duplicates Duplicates
	canonical  bool         // see [Node.Canonical]
	open       []openObject // the objects whose end has not come
	members    []openMember // their members so far
	maxNodes   uint64
	nodes      uint64 // the slots of all containers that have ended
}

// recordedObject is an object that has ended.
type recordedObject struct {
	end   int    // the place of the first event that is not inside
	shape uint32 // its number, or noShape
}

// noShape is the shape of an object that is empty or has a long key.
const noShape = 0xFFFFFFFF

// openObject is an object whose end has not come.
type openObject struct {
	number  int // among the objects
	members int // where its members begin
	dropped int // how many of them do not count
	long    bool
	// The first key that came twice, behind a long one.
	twice string
}

// openMember is a member of an open object.
type openMember struct {
	at   int    // the event of its key
	key  uint32 // its number
	last int    // what keyTable.last was before, for this key
}

func newRecording(o *FreezeOptions) *recording {
	return &recording{duplicates: o.Duplicates, maxNodes: o.Limits.limits().nodes}
}

func (r *recording) add(e event, bits uint64) {
	r.events = append(r.events, e)
	r.bits = append(r.bits, bits)
}

// text adds a string, or another event whose content is in the texts.
func (r *recording) text(e event, content string) {
	r.add(e, uint64(len(r.texts)))
	r.texts = appendLength(r.texts, len(content))
	r.texts = append(r.texts, content...)
}

func (r *recording) timestamp(seconds int64, nanoseconds uint32) {
	r.add(eventTimestamp, uint64(len(r.texts)))
	r.texts = binary.LittleEndian.AppendUint64(r.texts, uint64(seconds))
	r.texts = binary.LittleEndian.AppendUint32(r.texts, nanoseconds)
}

// begin opens an array or a map, and returns its place for end.
func (r *recording) begin(e event) int {
	r.add(e, 0)
	return len(r.events) - 1
}

// end closes an array or a map with so many slots.
func (r *recording) end(at, slots int) *Error {
	r.bits[at] = uint64(len(r.events))
	return r.count(slots)
}

// count counts the slots of a container that ends.
func (r *recording) count(slots int) *Error {
	r.nodes += uint64(slots)
	if r.nodes > r.maxNodes {
		return &Error{Code: ErrNodes, Offset: -1}
	}
	return nil
}

func (r *recording) beginObject() {
	r.open = append(r.open, openObject{number: len(r.objects), members: len(r.members)})
	r.add(eventObject, uint64(len(r.objects)))
	r.objects = append(r.objects, recordedObject{})
}

// key adds the key of the next member. The error says that the object has it
// already.
func (r *recording) key(text string) *Error {
	key := r.keys.number(text)
	top := &r.open[len(r.open)-1]
	top.long = top.long || len(text) > maxShapeKey
	last := r.keys.last[key]
	if last > top.members {
		switch {
		case r.duplicates == KeepFirst:
			top.dropped++
			r.add(eventDropped, uint64(key))
			return nil
		case r.duplicates == KeepLast:
			top.dropped++
			r.events[r.members[last-1].at] = eventDropped
		case !top.long:
			return duplicateKey(text)
		case top.twice == "":
			// All of Varvel compares the keys of such an object when it ends. So
			// an error that comes before is the first one.
			top.twice = text
		}
	}
	r.members = append(r.members, openMember{len(r.events), key, last})
	r.keys.last[key] = len(r.members)
	r.add(eventKey, uint64(key))
	return nil
}

func duplicateKey(key string) *Error {
	return &Error{
		Code: ErrDuplicate, Offset: -1, Expected: "a key that comes once", Found: shownKey(key) + " again",
	}
}

// endObject closes the innermost object.
func (r *recording) endObject() *Error {
	top := r.open[len(r.open)-1]
	own := r.members[top.members:]
	for i := len(own) - 1; i >= 0; i-- {
		r.keys.last[own[i].key] = own[i].last
	}
	object := recordedObject{len(r.events), noShape}
	slots := 0
	for _, member := range own {
		if r.events[member.at] == eventKey {
			own[slots] = member
			slots++
		}
	}
	switch {
	case top.twice != "":
		return duplicateKey(top.twice)
	case top.long:
		slots *= 2
	case slots != 0:
		object.shape = r.shapes.number(own[:slots])
	}
	r.objects[top.number] = object
	r.open = r.open[:len(r.open)-1]
	r.members = r.members[:top.members]
	return r.count(slots)
}

// behind returns the place of the event behind the value at a place.
func (r *recording) behind(at int) int {
	for {
		switch r.events[at] {
		case eventTagged, eventExtension, eventSimple:
			at++
		case eventArray, eventMap:
			return int(r.bits[at])
		case eventObject:
			return r.objects[r.bits[at]].end
		default:
			return at + 1
		}
	}
}

// content returns the length and the bytes of a text.
func (r *recording) content(at int) []byte {
	place := int(r.bits[at])
	n, behind, _ := length(r.texts, place, len(r.texts))
	return r.texts[place : behind+int(n)]
}

// keyTable gives each key a number.
type keyTable struct {
	texts   []string
	numbers map[string]uint32
	// For each key the number of open members up to the last one that has it, or
	// zero. So a key that came twice is found at once, however many there are.
	last []int
	// For each key the one that came after it the last time: most objects repeat.
	next     []uint32
	previous uint32
}

// number returns the number of a key.
func (t *keyTable) number(key string) uint32 {
	if len(t.texts) != 0 {
		if guess := t.next[t.previous]; t.texts[guess] == key {
			t.previous = guess
			return guess
		}
	}
	number, ok := t.numbers[key]
	if !ok {
		if t.numbers == nil {
			t.numbers = make(map[string]uint32)
		}
		number = uint32(len(t.texts))
		own := string([]byte(key))
		t.numbers[own] = number
		t.texts = append(t.texts, own)
		t.last = append(t.last, 0)
		t.next = append(t.next, number)
	}
	t.next[t.previous] = number
	t.previous = number
	return number
}

// shownKey returns a key as messages show it: a long one is cut.
func shownKey(key string) string {
	const most = 40
	end := 0
	for count := 0; end < len(key); count++ {
		if count == most {
			return string(jsontext.AppendString(nil, key[:end]+paths.Ellipsis))
		}
		_, size := utf8.DecodeRuneInString(key[end:])
		end += size
	}
	return string(jsontext.AppendString(nil, key))
}
