package frozen

import "testing"

// Numbers that never change their meaning, or that a program counts on.
func TestNumbersStay(t *testing.T) {
	for name, is := range map[string]bool{
		"kinds":    Null == 1 && String == 7 && Bytes == 8 && Object == 11 && Simple == 15,
		"elements": ElementInt8 == 0 && ElementFloat64 == 6 && ElementUint32 == 7,
		"errors":   ErrOutOfRange == 5 && ErrDepth == 11 && ErrChecksum == 24,
		"limits":   DefaultDepth == 128,
	} {
		if !is {
			t.Errorf("the numbers of %s are others", name)
		}
	}
}
