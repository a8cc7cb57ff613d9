package frozen

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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
		n.form = form(n.bits)
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
	return showSteps(steps)
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

// What of a path is shown: long ones are shown as their beginning and their end.
const (
	shownSteps    = 12
	shownStepsEnd = 4
	shownKey      = 40
	shownKeyEnd   = 15
	ellipsis      = "…"
)

// showSteps returns a path as messages show it.
func showSteps(steps []string) string {
	if len(steps) <= shownSteps {
		return "$" + strings.Join(steps, "")
	}
	return "$" + strings.Join(steps[:shownSteps-1-shownStepsEnd], "") + ellipsis +
		strings.Join(steps[len(steps)-shownStepsEnd:], "")
}

// keyStep returns the step to the member with a key.
func keyStep(key Node) string {
	w := writer{style: styleKey}
	_ = w.write(key) // it refuses nothing
	return showKey(string(w.dst))
}

// showKey returns the step to the member with a key as paths show it.
func showKey(key string) string {
	start, end := key, ""
	if runes := []rune(key); len(runes) > shownKey {
		start = string(runes[:shownKey-1-shownKeyEnd])
		end = string(runes[len(runes)-shownKeyEnd:])
	}
	plain := start != ""
	for i, r := range start + end {
		letter := r == '_' || unicode.IsLetter(r)
		plain = plain && (letter || i != 0 && unicode.IsNumber(r))
	}
	middle := ""
	if end != "" {
		middle = ellipsis
	}
	if plain {
		return "." + start + middle + end
	}
	return `["` + escaped(start) + middle + escaped(end) + `"]`
}

// escaped returns a text as the body of a string of JSON, with escapes for what
// cannot be seen.
func escaped(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		case r != '…' && (r == ' ' || unicode.IsGraphic(r) && !unicode.IsMark(r) && !unicode.IsSpace(r)):
			out.WriteRune(r)
		default:
			out.WriteString(escapeRune(r))
		}
	}
	return out.String()
}

// Pointer returns the value at a JSON Pointer (RFC 6901): "" is the value
// itself, "/a/0" item 0 of member "a"; ~1 stands for / and ~0 for ~. A Node is
// missing if nothing is there, and the error has the code [ErrPath] if the text
// is no pointer.
//
// A pointer passes through tags as if they were not there. A key that is not a
// string is found by its text: "/200" finds the integer 200, unless another
// member has that text as its key.
func (n Node) Pointer(pointer string) (Node, error) {
	if err := checkPointer(pointer); err != nil {
		return Node{}, err
	}
	for at := 0; at < len(pointer); {
		at++
		token := pointer[at:]
		if end := strings.IndexByte(token, '/'); end >= 0 {
			token = token[:end]
		}
		at += len(token)
		n = n.step(token, strings.IndexByte(token, '~') >= 0)
	}
	return n, nil
}

// checkPointer returns an error if a text is no JSON Pointer.
func checkPointer(pointer string) error {
	if pointer != "" && pointer[0] != '/' {
		return &Error{Code: ErrPath, Offset: 0, Expected: "`/`"}
	}
	for i := range len(pointer) {
		if pointer[i] != '~' {
			continue
		}
		if i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1' {
			return &Error{Code: ErrPath, Offset: int64(i), Expected: "`~0` (for `~`) or `~1` (for `/`)"}
		}
	}
	return nil
}

// step takes one step of a JSON Pointer.
func (n Node) step(token string, escapes bool) Node {
	n = n.untagged()
	if n.Kind() == Array {
		i, ok := arrayIndex(token)
		if !ok {
			return n.missing()
		}
		return n.At(i)
	}
	if escapes {
		token = unescapePointer(token)
	}
	return n.member(token)
}

// unescapePointer allocates only for tokens that have escapes.
var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~").Replace

// member returns the value of the member with this string key, otherwise of a
// key with this text.
func (n Node) member(key string) Node {
	found := n.Get(key)
	if found.Exists() || n.form != formMap {
		return found
	}
	c := n.container()
	for i := range c.count {
		own := c.item(2 * i)
		if own.Kind() == String {
			continue
		}
		w := writer{style: styleKey}
		if _ = w.write(own); string(w.dst) == key {
			return c.value(i)
		}
	}
	return found
}

// arrayIndex reads a number from 0 up, without leading zeros.
func arrayIndex(digits string) (int, bool) {
	if digits == "" || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	index := 0
	for i := range len(digits) {
		digit := digits[i] - '0'
		if digit > 9 || index > (math.MaxInt-9)/10 {
			return 0, false
		}
		index = 10*index + int(digit)
	}
	return index, true
}

// Find returns the value at a path, in the form in which errors show paths, or
// at a JSON Pointer if it begins with a slash.
//
//	users[3].name       members and items; $.users[3].name is the same
//	stock.CH-0417       keys of any characters but . [ and …
//	["a \"key\"."]      any key: as a string of JSON, or 'as it is'
//	/users/3/name       a JSON Pointer; see [Node.Pointer]
//	$                   the value itself, and so is the empty path
//
// A Node is missing if nothing is there, and the error has the code [ErrPath]
// if the text is no path. Find passes through tags, and finds keys that are not
// strings, as [Node.Pointer] does.
func (n Node) Find(path string) (Node, error) {
	if strings.HasPrefix(path, "/") {
		return n.Pointer(path)
	}
	at := 0
	if strings.HasPrefix(path, "$") {
		at = 1
	}
	for at < len(path) {
		selector, end, err := readSelector(path, at)
		if err != nil {
			return Node{}, err
		}
		at = end
		n = n.untagged()
		switch {
		case selector.isIndex:
			n = n.At(selector.index)
		case n.Kind() == Array:
			n = n.missing()
		default:
			n = n.member(selector.key)
		}
	}
	return n, nil
}

// selector is a step of a path.
type selector struct {
	key     string
	index   int
	isIndex bool
}

func wrongPath(at int, expected string) *Error {
	return &Error{Code: ErrPath, Offset: int64(at), Expected: expected}
}

// readSelector reads the step at a place of a path, and returns also where it
// ends.
func readSelector(path string, at int) (selector, int, error) {
	rest := path[at:]
	switch {
	case rest[0] == '[':
		return readBracket(path, at)
	case rest[0] == '.':
		rest = rest[1:]
	case at != 0:
		if strings.HasPrefix(rest, ellipsis) {
			return selector{}, 0, wrongPath(at, "a whole path")
		}
		return selector{}, 0, wrongPath(at, "`.` or `[`")
	}
	end := len(rest)
	if i := strings.IndexAny(rest, ".[…"); i >= 0 {
		end = i
	}
	behind := len(path) - len(rest) + end
	if strings.HasPrefix(path[behind:], ellipsis) {
		return selector{}, 0, wrongPath(behind, "a whole path")
	}
	if end == 0 {
		return selector{}, 0, wrongPath(at, "a key after `.`")
	}
	return selector{key: rest[:end]}, behind, nil
}

// readBracket reads the step that begins with a bracket at a place of a path,
// and returns also where it ends.
func readBracket(path string, at int) (selector, int, error) {
	body := path[at+1:]
	var s selector
	var end int // of the body, before the bracket
	switch {
	case strings.HasPrefix(body, "'"):
		quote := strings.IndexByte(body[1:], '\'')
		if quote < 0 {
			return s, 0, wrongPath(at, "a closing quote")
		}
		s.key, end = body[1:1+quote], quote+2
	case strings.HasPrefix(body, `"`):
		key, length, err := readQuoted(path, at+2)
		if err != nil {
			return s, 0, err
		}
		s.key, end = key, length+1
	default:
		end = strings.IndexByte(body, ']')
		if end < 0 {
			return s, 0, wrongPath(at, "`]`")
		}
		s.index, s.isIndex = arrayIndex(body[:end])
		if !s.isIndex {
			return s, 0, wrongPath(at, "a number from 0 up, or a key in quotes, between `[` and `]`")
		}
	}
	if end >= len(body) || body[end] != ']' {
		return s, 0, wrongPath(at, "`]`")
	}
	return s, at + 1 + end + 1, nil
}

// readQuoted reads the body of a string of JSON from behind its opening quote,
// and returns also its length with the closing quote.
func readQuoted(path string, at int) (key string, length int, err error) {
	body := path[at:]
	var out []byte
	for i := 0; i < len(body); {
		r, size := utf8.DecodeRuneInString(body[i:])
		switch {
		case r == '"':
			if out == nil {
				return body[:i], i + 1, nil
			}
			return string(out), i + 1, nil
		case r == '…':
			return "", 0, wrongPath(at+i, "a whole path")
		case r < 0x20:
			return "", 0, wrongPath(at-2, "a key as JSON writes strings")
		case r == '\\':
			if out == nil {
				out = append(make([]byte, 0, len(body)), body[:i]...)
			}
			r, size = unescape(body[i:])
			if size == 0 {
				return "", 0, wrongPath(at-2, "a key as JSON writes strings")
			}
			out = utf8.AppendRune(out, r)
		case out != nil:
			out = append(out, body[i:i+size]...)
		}
		i += size
	}
	return "", 0, wrongPath(at-2, "a closing quote")
}
