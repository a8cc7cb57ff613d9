package frozen

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/internal/paths"
)

// vectors is the folder of the test vectors that every reader is judged by.
const vectors = "../../../spec/vectors"

// vector is a row of the table of the vectors.
type vector struct {
	File       string
	Verdict    string
	Reason     string
	Kind       string
	KindNumber Code `json:"kind_number"`
	Offset     int64
	Text       *string
	TextFile   string `json:"text_file"`
	JSON       *string
	Lookups    map[string]*string
	Columns    []struct {
		Key    string
		Values []*string
	}
}

func (v vector) isStream() bool { return strings.Contains(v.File, "/stream-") }

// loadVectors reads the table of the vectors.
func loadVectors(t testing.TB) []vector {
	t.Helper()
	var table struct {
		Version int
		Vectors []vector
	}
	if err := json.Unmarshal(loadFile(t, "INDEX.json"), &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Vectors) < 300 {
		t.Fatalf("%d vectors", len(table.Vectors))
	}
	return table.Vectors
}

// loadFile reads a file of the vectors.
func loadFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(vectors, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestVectors(t *testing.T) {
	for _, v := range loadVectors(t) {
		if v.isStream() {
			continue
		}
		judged(t, "frozen", v.File, func(t *testing.T) {
			if v.Verdict == "valid" {
				goodVector(t, v)
			} else {
				hostileVector(t, v)
			}
		})
	}
}

func hostileVector(t *testing.T, v vector) {
	err := Validate(loadFile(t, v.File))
	var found *Error
	if !errors.As(err, &found) {
		t.Fatalf("%s (%s): taken", v.File, v.Reason)
	}
	if !errors.Is(err, v.KindNumber) || found.Offset != v.Offset {
		t.Errorf("%s (%s): %v, want %s at %d", v.File, v.Reason, err, v.Kind, v.Offset)
	}
}

func goodVector(t *testing.T, v vector) {
	doc, err := Open(loadFile(t, v.File))
	if err != nil {
		t.Fatalf("%s: %v", v.File, err)
	}
	checkVector(t, v, doc.Root())
}

// judged judges a case of a set of vectors. Where VARVEL_CONFORMANCE names a folder,
// the result is noted there as a line of JSON, for `cargo xtask conformance`.
func judged(t *testing.T, set, name string, judge func(t *testing.T)) {
	t.Helper()
	result := "wrong"
	if t.Run(name, judge) {
		result = "right"
	}
	folder := os.Getenv("VARVEL_CONFORMANCE")
	if folder == "" {
		return
	}
	line, err := json.Marshal(map[string]string{"language": "go", "set": set, "case": name, "result": result})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(folder, "go-"+set+".jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}

// checkVector compares a value with the row of its vector.
func checkVector(t *testing.T, v vector, root Node) {
	t.Helper()
	want := v.Text
	if want == nil {
		file := strings.TrimSuffix(string(loadFile(t, v.TextFile)), "\n")
		want = &file
	}
	if got := root.String(); got != *want {
		t.Errorf("%s: text %s, want %s", v.File, got, *want)
	}
	got, err := root.AppendJSON([]byte("before"))
	switch {
	case v.JSON != nil && (err != nil || string(got) != "before"+*v.JSON):
		t.Errorf("%s: JSON %s (%v), want %s", v.File, got, err, *v.JSON)
	case err != nil && (!errors.Is(err, ErrUnrepresentable) || string(got) != "before"):
		t.Errorf("%s: JSON %s, %v", v.File, got, err)
	}
	for pointer, want := range v.Lookups {
		found, err := root.Pointer(pointer)
		if err != nil {
			t.Errorf("%s: %s: %v", v.File, pointer, err)
		} else if want == nil && found.Exists() || want != nil && found.String() != *want {
			t.Errorf("%s: %s is %v", v.File, pointer, found)
		}
	}
	for _, column := range v.Columns {
		rows := 0
		for i, member := range root.Column(NewKey(column.Key)) {
			want := column.Values[i]
			if want == nil && member.Exists() || want != nil && member.String() != *want {
				t.Errorf("%s: %s of item %d is %v", v.File, column.Key, i, member)
			}
			rows++
		}
		if rows != len(column.Values) {
			t.Errorf("%s: %s has %d rows", v.File, column.Key, rows)
		}
	}
	walkNodes(t, v.File, root, 0)
}

// walkNodes checks what must hold for each value: its path leads to it, members
// are found by their keys, and items by their numbers.
func walkNodes(t *testing.T, file string, n Node, depth int) {
	t.Helper()
	checkPath(t, file, n)
	switch n.Kind() {
	case Array:
		for i, item := range n.Items() {
			if n.At(i) != item {
				t.Errorf("%s: item %d of %s is another", file, i, n.Path())
			}
			walkNodes(t, file, item, depth+1)
		}
		if n.At(-1).Exists() || n.At(n.Len()).Exists() {
			t.Errorf("%s: an item outside of %s", file, n.Path())
		}
	case Object, Map:
		i := 0
		for key, value := range n.Pairs() {
			if k, v := n.MemberAt(i); k != key || v != value {
				t.Errorf("%s: member %d of %s is another", file, i, n.Path())
			}
			i++
			if text, err := key.Str(); err == nil {
				if n.Get(text) != value || n.GetKey(NewKey(text)) != value {
					t.Errorf("%s: %q of %s is another", file, text, n.Path())
				}
				if n.Get(text + "\x7f").Exists() {
					t.Errorf("%s: a longer key of %s", file, n.Path())
				}
			}
			walkNodes(t, file, value, depth+1)
		}
		if i != n.Len() {
			t.Errorf("%s: %d members in %s", file, i, n.Path())
		}
	case Tagged, Extension, Simple:
		_, inner, err := n.Tag()
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		walkNodes(t, file, inner, depth+1)
	}
}

// checkPath checks that the path of a value leads to it.
func checkPath(t *testing.T, file string, n Node) {
	t.Helper()
	path := n.Path()
	if strings.Contains(path, paths.Ellipsis) {
		return
	}
	found, err := n.Document().Root().Find(path)
	if err != nil || found.untagged() != n.untagged() {
		t.Errorf("%s: the path %s leads to %v (%v)", file, path, found, err)
	}
}
