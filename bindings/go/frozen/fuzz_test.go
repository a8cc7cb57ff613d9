package frozen

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// addVectors adds the vectors to the corpus of a fuzz test.
func addVectors(f *testing.F, streams bool) {
	f.Helper()
	for _, v := range loadVectors(f) {
		if b := loadFile(f, v.File); v.isStream() == streams && len(b) < 4096 {
			f.Add(b)
		}
	}
}

// FuzzOpen reads all of any bytes that are a document, and none of others.
func FuzzOpen(f *testing.F) {
	addVectors(f, false)
	f.Fuzz(func(t *testing.T, b []byte) {
		doc, err := Open(b)
		if err != nil {
			var own *Error
			if !errors.As(err, &own) || own.Offset < 0 || own.Offset > int64(len(b)) {
				t.Errorf("%v", err)
			}
			return
		}
		readAll(t, doc.Root())
	})
}

// readAll calls what reads a value.
func readAll(t *testing.T, root Node) {
	t.Helper()
	if !root.Equal(root.Document().Root()) {
		t.Errorf("%v differs from itself", root)
	}
	root.Digest()
	if json, err := root.AppendJSON(nil); err != nil && !errors.Is(err, ErrUnrepresentable) || len(json) == 0 && err == nil {
		t.Errorf("%s, %v", json, err)
	}
	count := 0
	each(root, func(n Node) {
		if count++; count > 1000 {
			return
		}
		if _, err := root.Find(n.Path()); err != nil && !errors.Is(err, ErrPath) {
			t.Errorf("%v", err)
		}
		_, _ = n.Float64()
		_, _ = n.Time()
		_, _ = AppendNumbers[int16](nil, n)
		for key, value := range n.Pairs() {
			if text, err := key.Str(); err == nil && n.Get(text) != value {
				t.Errorf("%q is not found in %v", text, n)
			}
		}
	})
}

// FuzzStream reads any bytes as a stream, in both ways.
func FuzzStream(f *testing.F) {
	addVectors(f, true)
	f.Fuzz(func(t *testing.T, b []byte) {
		stream, err := OpenStream(b)
		if err == nil {
			err = stream.Validate()
		}
		r := NewStreamReader(bytes.NewReader(b))
		var front error
		for front == nil {
			_, front = r.Next()
		}
		if (front == io.EOF) != (err == nil) || r.Offset() > int64(len(b)) {
			t.Errorf("by indexes %v, from the front %v at %d", err, front, r.Offset())
		}
		if _, err := (Options{}).RecoverStream(b); errors.Is(err, ErrInvalid) {
			t.Errorf("%v", err)
		}
	})
}

// FuzzFind reads any text as a path.
func FuzzFind(f *testing.F) {
	for _, path := range []string{"people[3].name", "/people/0", `$["a\u00e9"]['b']`, "", "$", "a…", "[0]"} {
		f.Add(path)
	}
	root := openFile(f, "testdata/people.varvel").Root()
	f.Fuzz(func(t *testing.T, path string) {
		found, err := root.Find(path)
		if err != nil && (!errors.Is(err, ErrPath) || found.Exists()) {
			t.Errorf("%s: %v, %v", path, found, err)
		}
	})
}

// FuzzFromJSON makes documents of any text. What is made is valid, says what the
// text says, and its canonical form is the same for the JSON of it.
func FuzzFromJSON(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, 2.5, "x\u00e9\n"], "b": {"a": null}}`, "[[1, 2], [3, 4]]", "[1.5, -0, 1e5]", "{\"a\": 1, \"a\": 2}",
		"[NaN, 18446744073709551616]", `"\ud800\udc00"`, "[1,", "nulls", "[{}, [], true]",
	} {
		for flags := range byte(4) {
			f.Add([]byte(text), flags)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, flags byte) {
		o := FreezeOptions{
			Duplicates: Duplicates(flags % 3), ExactDecimals: flags&4 != 0, NonFinite: flags&8 != 0, Checksum: flags&16 != 0,
		}
		doc, err := FromJSON(bytes.NewReader(text), o)
		if err != nil {
			var own *Error
			if !errors.As(err, &own) || own.Offset < 0 || own.Offset > int64(len(text)) || own.Line < 1 || own.Column < 1 {
				t.Errorf("%v", err)
			}
			return
		}
		checkMade(t, "a text", doc)
		readAll(t, doc.Root())
		canonical, err := doc.Root().Canonical()
		if err != nil || Validate(canonical.Bytes()) != nil || !canonical.Root().Equal(doc.Root()) {
			t.Errorf("the canonical form is invalid: %v", err)
			return
		}
		written, err := doc.Root().AppendJSON(nil)
		if err != nil {
			return // NaN or an infinity
		}
		o.Canonical = true
		again, err := FromJSON(bytes.NewReader(written), o)
		if err != nil || !bytes.Equal(again.Bytes(), canonical.Bytes()) {
			t.Errorf("the JSON %s is not the document: %v", written, err)
		}
	})
}
