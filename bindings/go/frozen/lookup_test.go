package frozen

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// openVector opens a document of the good vectors.
func openVector(t *testing.T, name string) Node {
	t.Helper()
	doc, err := Open(loadFile(t, "v1/good/"+name+".varvel"))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

func TestManyKeys(t *testing.T) {
	root := openFile(t, "testdata/keys-300.varvel").Root()
	for i := range 300 {
		key := fmt.Sprintf("key%03d", i)
		if v, err := root.Get(key).Int64(); err != nil || v != int64(i) {
			t.Errorf("%s: %d, %v", key, v, err)
		}
	}
	for _, key := range []string{"key300", "key00", "key0000", "", "KEY000"} {
		if root.Get(key).Exists() {
			t.Errorf("%s is there", key)
		}
	}
}

func TestKeysOfEachLength(t *testing.T) {
	root := openFile(t, "testdata/paths.varvel").Root()
	for key := range root.Members() {
		if !root.Get(key).Exists() || root.Get(key+"x").Exists() || key != "" && root.Get(key[1:]).Exists() {
			t.Errorf("%q", key)
		}
		if NewKey(key).String() != key {
			t.Errorf("%q is another key", key)
		}
	}
}

func TestMaps(t *testing.T) {
	root := openVector(t, "map") // {1: "one", "two": 2, [null, 3]: true}
	if text, err := root.GetInt(1).Str(); err != nil || text != "one" {
		t.Errorf("got %v, %v", text, err)
	}
	if root.GetInt(2).Exists() || root.Get("1").Exists() || root.At(0).Exists() {
		t.Error("a member that is not there")
	}
	if v, err := root.Get("two").Int64(); err != nil || v != 2 {
		t.Errorf("got %v, %v", v, err)
	}
	for path, want := range map[string]string{
		"/1": `"one"`, "1": `"one"`, "['1']": `"one"`, "/two": "2", "/[null,3]": "true", "/3": "nothing",
	} {
		if found, err := root.Find(path); err != nil || found.String() != want {
			t.Errorf("%s: %v, %v", path, found, err)
		}
	}
	for range root.Members() {
		t.Error("a map has members with strings as keys")
	}
	if len(root.Any().([]Member)) != 3 {
		t.Errorf("got %v", root.Any())
	}
}

func TestPathsAreShownAsElsewhere(t *testing.T) {
	root := openFile(t, "testdata/paths.varvel").Root()
	want := []string{
		`$["a \"b\"\\"]`, `$["tab\t\n\r"]`, "$.é",
		"$.xxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxx", `$["\u202e\u2026😀\u200b"]`, `$[""]`, `$["0a"]`, `$["a.b"]`,
		"$.deep", "$._ok1",
	}
	i := 0
	for _, value := range root.Members() {
		if got := value.Path(); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
		i++
	}
	deep := root.Get("deep")
	for deep.Kind() != Int {
		if deep.Kind() == Array {
			deep = deep.At(0)
			continue
		}
		_, deep = deep.MemberAt(0)
	}
	const shortened = "$.deep.level13[0].level12[0].level11[0]….level1[0].level0[0]"
	if got := deep.Path(); got != shortened {
		t.Errorf("got %s", got)
	}
	if _, err := root.Find(shortened); !errors.Is(err, ErrPath) {
		t.Errorf("got %v", err)
	}
	inner, err := root.Find(`/a.b/c~1d/1/~0e`)
	if v, failed := inner.Int64(); err != nil || failed != nil || v != 9 || inner.Path() != `$["a.b"]["c/d"][1]["~e"]` {
		t.Errorf("%s is %v (%v, %v)", inner.Path(), v, err, failed)
	}
}

func TestScalars(t *testing.T) {
	if v, err := openVector(t, "true").Bool(); err != nil || !v {
		t.Errorf("got %v, %v", v, err)
	}
	if v, err := openVector(t, "false").Bool(); err != nil || v {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := openVector(t, "bytes").Bool(); !errors.Is(err, ErrKind) {
		t.Errorf("got %v", err)
	}
	number, inner, err := openVector(t, "extension").Tag()
	if b, failed := inner.Bytes(); err != nil || failed != nil || int64(number) != -1 || len(b) != 4 {
		t.Errorf("got %d, %v, %v, %v", number, b, err, failed)
	}
	if v, err := openVector(t, "decimal").NumberText(); err != nil || v == "" {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := openVector(t, "decimal").Float64(); !errors.Is(err, ErrOutOfRange) {
		t.Errorf("got %v", err)
	}
	eachGood(t, func(file string, n Node) {
		seconds, nanoseconds, err := n.Timestamp()
		if (err == nil) != (n.Kind() == Timestamp) {
			t.Errorf("%s: %v: %v", file, n, err)
		}
		if at, failed := n.Time(); failed == nil && err == nil && !at.Equal(time.Unix(seconds, int64(nanoseconds))) {
			t.Errorf("%s: %v is %v", file, n, at)
		}
	})
}

func TestTagsThatMeanMore(t *testing.T) {
	root := openFile(t, "testdata/tags.varvel").Root()
	want := [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	if id, err := root.At(0).UUID(); err != nil || id != want {
		t.Errorf("got %v, %v", id, err)
	}
	if id, err := As[[16]byte](root.At(0)); err != nil || id != want {
		t.Errorf("got %v, %v", id, err)
	}
	for _, i := range []int{1, 2, 8} {
		if id, err := root.At(i).UUID(); !errors.Is(err, ErrKind) {
			t.Errorf("item %d: %v, %v", i, id, err)
		}
	}
	for i, want := range []string{
		2: "2026-11-27T04:45:00.5Z", 3: "2026-01-27T00:00:00Z", 4: "1969-12-22T00:00:00Z", 5: "1969-12-31T00:00:00Z",
		8: "1970-01-02T00:00:00Z",
	} {
		if want == "" {
			continue
		}
		at, err := root.At(i).Time()
		again, failed := As[time.Time](root.At(i))
		if err != nil || failed != nil || at.Format(time.RFC3339Nano) != want || !again.Equal(at) {
			t.Errorf("item %d: %v (%v), %v (%v), want %s", i, at, err, again, failed, want)
		}
	}
	for i, code := range map[int]Code{1: ErrKind, 6: ErrKind, 7: ErrOutOfRange} {
		if at, err := root.At(i).Time(); !errors.Is(err, code) {
			t.Errorf("item %d: %v, %v", i, at, err)
		}
	}
	if at, err := (Node{}).timeOf(1<<63-1, 0); !errors.Is(err, ErrOutOfRange) {
		t.Errorf("got %v, %v", at, err)
	}
	if at, err := (Node{}).timeOf(-1<<63, 0); err != nil || at.Unix() != -1<<63 {
		t.Errorf("got %v, %v", at, err)
	}
}

func TestChecksum(t *testing.T) {
	doc := openVector(t, "checksum").Document()
	if sum, ok := doc.Checksum(); !ok || sum == 0 {
		t.Errorf("got %x, %v", sum, ok)
	}
	if _, ok := openVector(t, "map").Document().Checksum(); ok {
		t.Error("a checksum that is not there")
	}
	b := append([]byte(nil), doc.Bytes()...)
	for at := 16; at < len(b); at++ {
		b[at] ^= 4
		if err := Validate(b); !errors.Is(err, ErrChecksum) {
			t.Errorf("byte %d: %v", at, err)
		}
		b[at] ^= 4
	}
}

func TestNames(t *testing.T) {
	for kind := Missing; int(kind) < kindCount; kind++ {
		if kind.String() == "" {
			t.Errorf("kind %d has no name", kind)
		}
	}
	if Kind(99).String() == "" || Element(99).String() != "Element(99)" || ElementUint32.String() != "uint32" {
		t.Error("names")
	}
	if Code(999).Error() != "error 999" || ErrPath.Error() != "invalid path" {
		t.Error("codes")
	}
	for code := range ErrChecksum + 1 {
		if !errors.Is(&Error{Code: code}, code) {
			t.Errorf("%v is not itself", code)
		}
	}
}

func TestTheErrorOfAMissingItemNamesIt(t *testing.T) {
	people := openFile(t, "testdata/people.varvel").Root().Get("people")
	for path, want := range map[string]string{
		"people[17]":          "not found: expected a string, found no item 17 in an array of 10, at $.people",
		"people[17].name":     "not found: expected a string, found no item 17 in an array of 10, at $.people",
		"people[1].scores[3]": "not found: expected a string, found no item 3 in an array of 3, at $.people[1].scores",
		"people.first":        "not found: expected a string, found no member \"first\", at $.people",
	} {
		found, err := people.Document().Root().Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := found.Str(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestTheErrorOfAMissingMemberNamesTheFirst(t *testing.T) {
	document := openFile(t, "testdata/people.varvel")
	root := document.Root()
	name := root.Get("people").At(0).Get("name")
	column := func(n Node) Node {
		for _, member := range n.Column(NewKey("zz")) {
			return member
		}
		return Node{}
	}
	found := func(n Node, err error) Node {
		if err != nil {
			t.Error(err)
		}
		return n
	}
	for _, c := range []struct {
		found Node
		want  string
	}{
		{root.Get("zz"), `no member "zz", at $`},
		{root.Get("zz").Get("y"), `no member "zz", at $`},
		{root.Get("zz").At(3).GetInt(1).GetKey(NewKey("y")), `no member "zz", at $`},
		{root.Get(""), `no member "", at $`},
		{root.Get("born_at"), `no member "born_at", at $`},
		{root.Get("birthday"), `no member "birthda…", at $`},
		{root.Get("größeren").Get("y"), `no member "größe…", at $`},
		{root.Get("größ…"), `no member "größ…", at $`},
		{root.Get("\"\n"), `no member "\"\n", at $`},
		{root.Get("people").Get("zz").Get("y"), `no member "zz", at $.people`},
		{name.Get("zz").Get("y"), `no member "zz", at $.people[0].name`},
		{found(root.Find("people[0].zz.y")), `no member "zz", at $.people[0]`},
		{found(root.Pointer("/people/0/zz/y")), `no member "zz", at $.people[0]`},
		{column(root.Get("people")).Get("y"), `no member "zz", at $.people[0]`},
	} {
		_, err := c.found.Str()
		if want := "not found: expected a string, found " + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if times := testing.AllocsPerRun(10, func() { _ = root.Get("birthday").Get("y") }); times != 0 {
		t.Errorf("a missing member allocates %v times", times)
	}
}
