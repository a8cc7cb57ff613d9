package text

import (
	"bytes"
	"unicode/utf8"

	"example.invalid/varvel/bindings/go/internal/paths"
)

// place is an open container on the way to a byte: the member or item of it that
// is being read.
type place struct {
	// key is the key of the member as it is written, or nil in an array and between
	// members.
	key []byte
	// index is the number of the item, or -1 in an object.
	index int
}

// isBetween returns whether the container is an object whose next key has not come.
func (p *place) isBetween() bool { return p.index < 0 && p.key == nil }

// PathAt returns the steps to the value that contains a byte, as paths show them.
// The text is JSON, well-formed up to there. It takes time that is linear in the
// offset, and is meant for errors.
func PathAt(text []byte, offset int) []string {
	text = text[:min(offset, len(text))]
	var open []place
	var key []byte
	for at := 0; at < len(text); at++ {
		last := len(open) - 1
		switch c := text[at]; c {
		case '"':
			end := stringEnd(text, at+1)
			if last >= 0 && open[last].isBetween() {
				key = text[at:min(len(text), end+1)]
			}
			at = end
		case ':':
			if last >= 0 && key != nil {
				open[last] = place{key: key, index: -1}
			}
			key = nil
		case '{':
			open = append(open, place{index: -1})
		case '[':
			open = append(open, place{})
		case '}', ']':
			open = open[:max(last, 0)]
		case ',':
			switch {
			case last < 0:
			case open[last].index >= 0:
				open[last].index++
			default:
				open[last].key = nil
			}
		case ' ', '\t', '\n', '\r':
		default:
			// A name without quotes, as relaxed JSON has them before they are rewritten.
			if last >= 0 && open[last].isBetween() {
				name, _, _ := bytes.Cut(text[at:], []byte(":"))
				key = name
				at += len(name) - 1
			}
		}
	}
	// A key was read, but no colon behind it. Errors about such a key need its path.
	if last := len(open) - 1; key != nil && last >= 0 && open[last].isBetween() {
		open[last].key = key
	}
	var steps []string
	for _, in := range open {
		switch {
		case in.index >= 0:
			steps = append(steps, paths.IndexStep(in.index))
		case in.key != nil:
			steps = append(steps, paths.KeyStep(unquoted(in.key)))
		}
	}
	return steps
}

// BehindKey returns the end of the key that begins at a byte, or the byte itself if
// no key begins there. The path of an error about a key is that of its member.
func BehindKey(text []byte, at int) int {
	if at >= len(text) || text[at] != '"' {
		return at
	}
	end := min(stringEnd(text, at+1)+1, len(text))
	if rest := bytes.TrimLeft(text[end:], " \t\n\r"); len(rest) > 0 && rest[0] == ':' {
		return end
	}
	return at
}

// stringEnd returns the place of the quote that ends the string whose body begins
// here, or the end of the text or beyond.
func stringEnd(text []byte, at int) int {
	for at < len(text) && text[at] != '"' {
		if text[at] == '\\' {
			at++
		}
		at++
	}
	return at
}

// unquoted returns the text of a key as it is written. One that is wrong or cut off
// keeps its escapes.
func unquoted(written []byte) string {
	body, quoted := bytes.CutPrefix(written, []byte{'"'})
	if quoted {
		var whole bool
		body, whole = bytes.CutSuffix(body, []byte{'"'})
		if key, ok := unescaped(body); ok && whole {
			body = key
		}
	}
	return ValidUTF8(body)
}

// unescaped returns the characters that the escapes of a string stand for, or false
// if one is wrong.
func unescaped(body []byte) ([]byte, bool) {
	if bytes.IndexByte(body, '\\') < 0 {
		return body, true
	}
	var out []byte
	for len(body) > 0 {
		r, size := Unescape(body)
		switch {
		case size != 0:
			out = utf8.AppendRune(out, r)
			body = body[size:]
		case body[0] == '\\':
			return nil, false
		default:
			out = append(out, body[0])
			body = body[1:]
		}
	}
	return out, true
}

// ValidUTF8 returns a text with U+FFFD for each part that is not UTF-8: a byte, or
// the beginning of a character that is cut off.
func ValidUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out []byte
	for len(b) != 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			// The longest beginning that may still become a character.
			for n := 2; n < utf8.UTFMax && n <= len(b) && !utf8.FullRune(b[:n]); n++ {
				size = n
			}
		}
		out = utf8.AppendRune(out, r)
		b = b[size:]
	}
	return string(out)
}
