package text

import (
	"bytes"
	"testing"
)

func TestPlainLen(t *testing.T) {
	for _, stop := range []byte{'"', '\\', 0, '\n', 0x1F} {
		for n := range 40 {
			s := append(bytes.Repeat([]byte{0xC3, 0xA9, 'x', 0x7F}, 10)[:n], stop, 'y')
			if got := PlainLen(s); got != n {
				t.Errorf("%q: %d, want %d", s, got, n)
			}
			if got := PlainLen(s[:n]); got != n {
				t.Errorf("%q: %d, want %d", s[:n], got, n)
			}
		}
	}
}
