// Package verdicts has what the programs share that compare Go with Rust: judge and
// writers, which read cases from standard input.
package verdicts

import (
	"fmt"
	"io"
	"math"
)

// shown is how many differences are printed.
const shown = 20

// Tally counts cases, and prints where Go differs from what is expected.
type Tally struct {
	// Out is where the differences go.
	Out io.Writer
	// Number is the number of the case, from 0 on.
	Number  int
	differs int
}

// Differ prints a difference, unless there were many.
func (t *Tally) Differ(what string, expected, found any) {
	if t.differs++; t.differs <= shown {
		// Short lines: the test reads them at the end.
		fmt.Fprintf(t.Out, "%d %s: %.200s expected, found %.200s\n", t.Number, what, fmt.Sprint(expected), fmt.Sprint(found))
	}
}

// Close prints how many cases there were, and how many differ.
func (t *Tally) Close() {
	fmt.Fprintf(t.Out, "%d judged, %d differ\n", t.Number, t.differs)
}

// Limit returns a limit as package frozen has it. In a case 4294967295 is none.
func Limit(n uint32) int {
	switch n {
	case 0:
		return -1
	case math.MaxUint32:
		return math.MaxInt
	default:
		return int(n)
	}
}
