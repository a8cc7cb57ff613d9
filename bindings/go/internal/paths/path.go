// Package paths writes the paths of values as messages show them.
package paths

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Long paths and keys are shown as their beginning and their end, of so many
// steps and characters.
const (
	shownSteps    = 12
	shownStepsEnd = 4
	shownKey      = 40
	shownKeyEnd   = 15
	// Ellipsis stands for what was left out.
	Ellipsis = "…"
)

// Text returns a path as messages show it.
func Text(steps []string) string {
	if len(steps) <= shownSteps {
		return "$" + strings.Join(steps, "")
	}
	return "$" + strings.Join(steps[:shownSteps-1-shownStepsEnd], "") + Ellipsis +
		strings.Join(steps[len(steps)-shownStepsEnd:], "")
}

// IndexStep returns the step to an item as paths show it.
func IndexStep(index int) string { return "[" + strconv.Itoa(index) + "]" }

// KeyStep returns the step to the member with a key as paths show it.
func KeyStep(key string) string {
	start, end := key, ""
	if runes := []rune(key); len(runes) > shownKey {
		start = string(runes[:shownKey-1-shownKeyEnd])
		end = string(runes[len(runes)-shownKeyEnd:])
	}
	plain := start != ""
	for i, r := range start + end {
		letter := r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic)
		plain = plain && (letter || i != 0 && unicode.IsNumber(r))
	}
	middle := ""
	if end != "" {
		middle = Ellipsis
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
