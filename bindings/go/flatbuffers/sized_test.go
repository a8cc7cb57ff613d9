package flatbuffers_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

func TestBuffersWithSizesAreReadOneByOne(t *testing.T) {
	var file []byte
	names := []string{"a", "", strings.Repeat("long ", 50_000), "b"}
	for _, name := range names {
		b := flatbuffers.NewBuilder(0)
		held, err := flatbuffers.Finish(b, named(b, name), flatbuffers.FinishOptions{SizePrefixed: true, Identifier: zoo.Schema.Identifier})
		if err != nil {
			t.Fatal(err)
		}
		if found := flatbuffers.Identifier(held[4:]); found != "ZOO1" {
			t.Error(found)
		}
		file = append(file, held...)
	}
	for _, input := range []io.Reader{bytes.NewReader(file), iotest.HalfReader(bytes.NewReader(file)), iotest.DataErrReader(bytes.NewReader(file))} {
		reader := flatbuffers.NewSizePrefixedReader(input, 1<<20)
		for _, name := range names {
			held, err := reader.Next()
			if err != nil {
				t.Fatal(err)
			}
			root, err := zoo.ReadZooWith(held, flatbuffers.Verify{SizePrefixed: true, Identified: true})
			if err != nil || root.Name() != name {
				t.Errorf("%.20q: %v", name, err)
			}
		}
		for range 2 {
			if held, err := reader.Next(); err != io.EOF {
				t.Errorf("%x, %v", held, err)
			}
		}
	}
	// A file that was cut ends with an error, unless it was cut between two buffers.
	first, _, err := flatbuffers.NextSizePrefixed(file)
	if err != nil {
		t.Fatal(err)
	}
	for length := range first {
		reader := flatbuffers.NewSizePrefixedReader(bytes.NewReader(file[:length]), math.MaxInt)
		held, err := reader.Next()
		if length == 0 && err != io.EOF || length != 0 && !errors.Is(err, flatbuffers.UnexpectedEnd) {
			t.Errorf("%d: %x, %v", length, held, err)
		}
	}
}

func TestSizesAreNotBelieved(t *testing.T) {
	huge := []byte{0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3}
	reader := flatbuffers.NewSizePrefixedReader(bytes.NewReader(huge), 1<<20)
	for range 2 {
		if _, err := reader.Next(); !errors.Is(err, flatbuffers.SizeLimit) {
			t.Error(err)
		}
	}
	if math.MaxInt > math.MaxUint32 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := flatbuffers.NewSizePrefixedReader(bytes.NewReader(huge), math.MaxInt).Next()
		runtime.ReadMemStats(&after)
		var fault *flatbuffers.Error
		if !errors.As(err, &fault) || fault.Kind != flatbuffers.UnexpectedEnd || fault.Offset != 7 {
			t.Error(err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
			t.Errorf("%d bytes", taken)
		}
	}
	wrong := errors.New("the disk")
	reader = flatbuffers.NewSizePrefixedReader(iotest.ErrReader(wrong), 1<<20)
	if _, err := reader.Next(); err != wrong {
		t.Error(err)
	}
	if found := flatbuffers.Identifier(huge); found != "" {
		t.Error(found)
	}
}
