package frozen

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// readStream reads a stream by its indexes, and returns its records as text.
func readStream(s *Stream) (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	var lines strings.Builder
	for record, err := range s.Records() {
		if err != nil {
			return "", err
		}
		lines.WriteString(record.String() + "\n")
	}
	return lines.String(), nil
}

func TestStreamVectors(t *testing.T) {
	count := 0
	for _, v := range loadVectors(t) {
		if !v.isStream() {
			continue
		}
		count++
		judged(t, "frozen", v.File, func(t *testing.T) { streamVector(t, v) })
	}
	if count < 40 {
		t.Errorf("%d streams", count)
	}
}

func streamVector(t *testing.T, v vector) {
	b := loadFile(t, v.File)
	stream, err := OpenStream(b)
	var lines string
	if err == nil {
		lines, err = readStream(stream)
	}
	checkForward(t, v, b)
	if v.Verdict == "invalid" {
		var found *Error
		if !errors.As(err, &found) || !errors.Is(err, v.KindNumber) || found.Offset != v.Offset {
			t.Errorf("%s (%s): %v, want %s at %d", v.File, v.Reason, err, v.Kind, v.Offset)
		}
		return
	}
	if want := string(loadFile(t, v.TextFile)); err != nil || lines != want {
		t.Fatalf("%s: %q (%v), want %q", v.File, lines, err, want)
	}
	checkRecords(t, v.File, b, stream)
}

// checkForward checks that reading from the front gives the verdict and the
// records that reading by the indexes gives.
func checkForward(t *testing.T, v vector, b []byte) {
	t.Helper()
	r := NewStreamReader(iotest.OneByteReader(bytes.NewReader(b)))
	var lines strings.Builder
	var err error
	for record, failed := range r.Records() {
		if err = failed; err == nil {
			lines.WriteString(record.String() + "\n")
		}
	}
	if (err == nil) != (v.Verdict == "valid") {
		t.Errorf("%s from the front: %v", v.File, err)
		return
	}
	recovered, failed := Options{}.RecoverStream(b)
	if failed != nil {
		if !errors.Is(failed, ErrVersion) && !errors.Is(failed, ErrDepth) {
			t.Errorf("%s is not recovered: %v", v.File, failed)
		}
		return
	}
	if text, _ := readStream(recovered); text != lines.String() || recovered.End() != r.Offset() {
		t.Errorf("%s is recovered to %q up to %d, want %q up to %d",
			v.File, text, recovered.End(), lines.String(), r.Offset())
	}
	if err == nil {
		if lines.String() != string(loadFile(t, v.TextFile)) {
			t.Errorf("%s from the front: %q", v.File, lines.String())
		}
		if _, err := r.Next(); err != io.EOF || r.Offset() != int64(len(b)) {
			t.Errorf("%s ends at %d: %v", v.File, r.Offset(), err)
		}
	} else if _, again := r.Next(); again != err {
		t.Errorf("%s fails anew: %v, then %v", v.File, err, again)
	}
}

// checkRecords checks that the records of a file are those of a stream in
// memory, from the last to the first.
func checkRecords(t *testing.T, name string, b []byte, inMemory *Stream) {
	t.Helper()
	file, err := Options{}.OpenStreamAt(bytes.NewReader(b), int64(len(b)))
	if err != nil || file.Len() != inMemory.Len() || file.Segments() != inMemory.Segments() {
		t.Errorf("%s: %v", name, err)
		return
	}
	for n := file.Len(); n > 0; n-- {
		one, err := file.Record(n - 1)
		other, failed := inMemory.Record(n - 1)
		if err != nil || failed != nil || one.String() != other.String() {
			t.Errorf("%s: record %d is %v (%v), want %v (%v)", name, n-1, one, err, other, failed)
		}
	}
	if _, err := file.Record(file.Len()); !errors.Is(err, ErrNotFound) {
		t.Errorf("%s: a record behind the last: %v", name, err)
	}
	if _, err := file.Segment(file.Segments()); !errors.Is(err, ErrNotFound) {
		t.Errorf("%s: a segment behind the last: %v", name, err)
	}
}

func TestFailingInputsAreNamed(t *testing.T) {
	b := loadFile(t, "v1/stream-good/segments.varvel")
	broken := errors.New("broken")
	r := NewStreamReader(io.MultiReader(bytes.NewReader(b[:100]), iotest.ErrReader(broken)))
	var err error
	for err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, broken) || !errors.Is(err, ErrIO) {
		t.Errorf("got %v", err)
	}
}

func TestMemoryIsNotTrustedToALength(t *testing.T) {
	b := bytes.Clone(loadFile(t, "v1/stream-good/segments.varvel"))
	b[8+5] = 1 // a length of a terabyte
	before := testing.AllocsPerRun(1, func() {
		if _, err := NewStreamReader(bytes.NewReader(b)).Next(); !errors.Is(err, ErrInvalid) {
			t.Errorf("got %v", err)
		}
	})
	if before > 20 {
		t.Errorf("%v allocations", before)
	}
	if _, err := (Options{MaxBytes: 10}).OpenStream(b); !errors.Is(err, ErrSize) {
		t.Errorf("got %v", err)
	}
}
