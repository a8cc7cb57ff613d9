package paths

import "testing"

// TestKeysWithoutQuotes has keys as Rust shows them.
func TestKeysWithoutQuotes(t *testing.T) {
	for key, want := range map[string]string{
		"a_1":      ".a_1",
		"é":        ".é",
		"\u0821":   ".\u0821", // a mark that counts as alphabetic
		"\u2160":   ".\u2160", // a number that is a letter
		"1a":       `["1a"]`,
		"a b":      `["a b"]`,
		"":         `[""]`,
		"a\u0301":  `["a\u0301"]`, // a mark that does not
		"\"\\\n\t": `["\"\\\n\t"]`,
	} {
		if got := KeyStep(key); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}
