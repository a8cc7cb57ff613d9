package frozen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
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

// Long paths and keys are shown as their beginning and their end, of so many
// steps and characters.
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

// escapeRune returns the escape of a character in a string of JSON.
func escapeRune(r rune) string {
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
