//go:build unix

package frozen

import (
	"syscall"
	"time"
)

// processorTime returns for how long the processor has worked for this
// process. A clock would also count what else runs.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
