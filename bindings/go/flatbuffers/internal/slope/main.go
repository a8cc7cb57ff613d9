// Slope reads a hostile input, so that the statements that are executed can be
// counted: slope KIND FILE. It must be built with -cover -covermode=atomic; only
// the work on the input counts. `cargo xtask ci --only slope` runs it for each
// input at two sizes.
package main

import (
	"fmt"
	"os"
	"runtime/coverage"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
	"example.invalid/varvel/bindings/go/frozen"
)

// depth is more than any input has.
const depth = 1 << 30

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 3 {
		return fmt.Errorf("usage: slope KIND FILE")
	}
	input, err := os.ReadFile(os.Args[2])
	if err != nil {
		return err
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	fmt.Println(read(os.Args[1], input))
	return nil
}

// read works on an input, and returns whether it is right.
func read(kind string, input []byte) error {
	limits := flatbuffers.Limits{Depth: depth}
	switch kind {
	case "frozen":
		_, err := frozen.Options{MaxDepth: depth}.Open(input)
		return err
	case "flatbuffer":
		root, err := zoo.ReadZooWith(input, flatbuffers.Verify{Limits: limits})
		if err != nil {
			return err
		}
		if _, err := root.MarshalJSON(); err != nil {
			return err
		}
		b := flatbuffers.NewBuilder(0)
		if _, err := zoo.FinishZoo(b, zoo.CloneZoo(b, root)); err != nil {
			return err
		}
		root.Unpack()
		return nil
	}
	_, err := zoo.BuildZoo(input, fbjson.Options{Relaxed: kind == "json5", SkipUnknown: true, Limits: limits})
	return err
}
