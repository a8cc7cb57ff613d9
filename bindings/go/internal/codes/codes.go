// Package codes has a phrase for the number of each error. Varvel has the same
// numbers and phrases in every language.
package codes

import "strconv"

var phrases = [...]string{
	// <spec:phrases> Made by `cargo xtask spec`.
	1:  "invalid syntax",
	2:  "unexpected end of input",
	3:  "data after the document",
	4:  "invalid number",
	5:  "number out of range",
	6:  "control character in a string",
	7:  "invalid escape",
	8:  "lone surrogate",
	9:  "invalid UTF-8",
	10: "duplicate key",
	11: "nested too deeply",
	12: "document too large",
	13: "too many nodes",
	14: "out of memory",
	15: "wrong kind of value",
	16: "missing member",
	17: "value cannot be represented",
	18: "invalid frozen buffer",
	19: "unsupported version",
	20: "not found",
	21: "input/output error",
	22: "events out of order",
	23: "invalid path",
	24: "checksum mismatch",
	25: "value refused",
	26: "unknown member",
	27: "unknown variant",
	28: "too much read again",
	29: "invalid buffer",
	// </spec:phrases>
}

// Phrase returns the phrase for a number, or one with the number if there is no
// such error.
func Phrase[C ~uint16](code C) string {
	if code != 0 && int(code) < len(phrases) {
		return phrases[code]
	}
	return "error " + strconv.Itoa(int(code))
}
