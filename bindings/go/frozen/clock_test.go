//go:build !unix

package frozen

import "time"

var begun = time.Now()

// processorTime returns how long this process runs.
func processorTime() time.Duration {
	return time.Since(begun)
}
