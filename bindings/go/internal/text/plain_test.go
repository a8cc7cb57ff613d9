package text

import (
	"bytes"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, stop := range []byte{'"', '\\', 0, '\n', 0x1F} {
		for n := range 40 {
			s := append(bytes.Repeat([]byte{0xC3, 0xA9, 'x', 0x7F}, 10)[:n], stop, 'y')
			for _, s := range [][]byte{s, s[:n], append(s, "behind that"...)} {
				if got, ascii := plain(s); got != n || ascii != (n == 0) {
					t.Errorf("%q: %d, %t, want %d", s, got, ascii, n)
				}
			}
			copy(s, bytes.Repeat([]byte{'a'}, n))
			for at := range n {
				if got, ascii := plain(s); got != n || !ascii {
					t.Errorf("%q: %d, %t, want %d", s, got, ascii, n)
				}
				s[at] = 0x80
				if got, ascii := plain(s); got != n || ascii {
					t.Errorf("%q: %d, %t, want %d", s, got, ascii, n)
				}
				s[at] = 'a'
			}
		}
	}
}
