package frozen

import (
	"math"
	"strings"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/paths"
	jsontext "example.invalid/varvel/bindings/go/internal/text"
)

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
			return n.missingMember(token)
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
		if _ = w.write(own); string(w.To) == key {
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
			n = n.missingMember(selector.key)
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
		if strings.HasPrefix(rest, paths.Ellipsis) {
			return selector{}, 0, wrongPath(at, "a whole path")
		}
		return selector{}, 0, wrongPath(at, "`.` or `[`")
	}
	end := len(rest)
	if i := strings.IndexAny(rest, ".[…"); i >= 0 {
		end = i
	}
	behind := len(path) - len(rest) + end
	if strings.HasPrefix(path[behind:], paths.Ellipsis) {
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
			r, size = jsontext.Unescape(body[i:])
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
