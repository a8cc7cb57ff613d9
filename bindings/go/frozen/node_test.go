package frozen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"testing"
)

// each calls f for a value and all that it holds.
func each(n Node, f func(Node)) {
	f(n)
	for _, item := range n.Items() {
		each(item, f)
	}
	for key, value := range n.Pairs() {
		each(key, f)
		each(value, f)
	}
	if _, inner, err := n.Tag(); err == nil {
		each(inner, f)
	}
}

// eachGood calls f for all values of all good vectors.
func eachGood(t *testing.T, f func(file string, n Node)) {
	t.Helper()
	for _, v := range loadVectors(t) {
		if v.Verdict != "valid" || v.isStream() {
			continue
		}
		doc, err := Open(loadFile(t, v.File))
		if err != nil {
			t.Fatal(err)
		}
		each(doc.Root(), func(n Node) { f(v.File, n) })
	}
}

func TestPackedNumbersAreTheItems(t *testing.T) {
	slices := 0
	eachGood(t, func(file string, n Node) {
		if n.Kind() != Array {
			return
		}
		slices += checkNumbers[int8](t, file, n) + checkNumbers[int16](t, file, n) +
			checkNumbers[int32](t, file, n) + checkNumbers[int64](t, file, n) +
			checkNumbers[uint32](t, file, n) + checkNumbers[uint64](t, file, n) +
			checkNumbers[float32](t, file, n) + checkNumbers[float64](t, file, n)
	})
	if littleEndian && slices < 20 {
		t.Errorf("%d slices", slices)
	}
}

// checkNumbers compares the numbers of an array in three ways, and returns how
// many slices there were.
func checkNumbers[T Number](t *testing.T, file string, n Node) int {
	t.Helper()
	copied, err := AppendNumbers[T](nil, n)
	element, packed := n.Element()
	for i, item := range n.Items() {
		if err == nil {
			own, failed := numberOf[T](item)
			if failed != nil || own != copied[i] && own == own {
				t.Errorf("%s: number %d of %v is %v (%v)", file, i, n, copied[i], failed)
			}
		}
	}
	count := 0
	if numbers, ok := Numbers[T](n); ok {
		count++
		if !packed || element != elementOf[T]() || err != nil || len(numbers) != n.Len() {
			t.Errorf("%s: %v of %v", file, numbers, n)
		}
	}
	if numbers, rows, columns, ok := Matrix[T](n); ok {
		count++
		for i := range rows {
			row, err := AppendNumbers[T](nil, n.At(i))
			for k := range row {
				if v := numbers[i*columns+k]; row[k] != v && v == v {
					t.Errorf("%s: row %d is %v (%v)", file, i, row, err)
				}
			}
		}
	}
	return count
}

func TestBytesThatAreNotAligned(t *testing.T) {
	doc := openFile(t, "testdata/people.varvel")
	moved := append(make([]byte, 1), doc.Bytes()...)[1:]
	other, err := Open(moved)
	if err != nil {
		t.Fatal(err)
	}
	weights := other.Root().Get("weights")
	if _, ok := Numbers[float64](weights); ok {
		t.Error("a slice of floats that are not aligned")
	}
	numbers, err := AppendNumbers[float64](nil, weights)
	if err != nil || len(numbers) != 32 || numbers[31] != 7.75 {
		t.Errorf("%v, %v", numbers, err)
	}
	if !other.Root().Equal(doc.Root()) {
		t.Error("not equal")
	}
}

func TestNumbersAreNotRounded(t *testing.T) {
	for _, c := range []struct {
		bits     uint64
		unsigned bool
		want     float64
		ok       bool
	}{
		{1 << 53, false, 1 << 53, true},
		{1<<53 + 1, false, 0, false},
		{1<<53 + 2, false, 1<<53 + 2, true},
		{1 << 63, true, 1 << 63, true},
		{1<<63 + 1, true, 0, false},
		{1 << 63, false, -1 << 63, true},
		{math.MaxUint64, true, 0, false},
		{math.MaxUint64, false, -1, true},
		{0, false, 0, true},
	} {
		if v, ok := exactFloat(c.bits, c.unsigned); v != c.want || ok != c.ok {
			t.Errorf("%#x: %v, %v", c.bits, v, ok)
		}
	}
	eachGood(t, func(file string, n Node) {
		i, err := n.Int64()
		u, failed := n.Uint64()
		if err == nil && (n.Kind() != Int || i >= 0 && (failed != nil || u != uint64(i))) {
			t.Errorf("%s: %v is %d and %d (%v)", file, n, i, u, failed)
		}
		big, none := n.BigInt()
		if (none == nil) != (n.Kind() == Int || n.Kind() == BigInt) || none == nil && big.String() != n.String() {
			t.Errorf("%s: %v is %v (%v)", file, n, big, none)
		}
		if (err == nil || failed == nil) && !big.IsInt64() && !big.IsUint64() {
			t.Errorf("%s: %v fits", file, n)
		}
		if n.Kind() == BigInt && (!errors.Is(err, ErrOutOfRange) || !errors.Is(failed, ErrOutOfRange)) {
			t.Errorf("%s: %v: %v, %v", file, n, err, failed)
		}
	})
}

func TestEqual(t *testing.T) {
	texts := make(map[string]Node)
	digests := make(map[[32]byte]string)
	eachGood(t, func(file string, n Node) {
		if !n.Equal(n) {
			t.Errorf("%s: %v differs from itself", file, n)
		}
		text := n.String()
		if n.IsFloat32() || n.Kind() == Bytes || len(text) > 2000 {
			return
		}
		if other, ok := texts[text]; ok {
			if !n.Equal(other) || !other.Equal(n) || n.Digest() != other.Digest() {
				t.Errorf("%s: %v differs from that of %s", file, n, other.Path())
			}
			return
		}
		texts[text] = n
		digests[n.Digest()] = text
	})
	for text, n := range texts {
		for other, m := range texts {
			if equal := n.Equal(m); equal != (n.Digest() == m.Digest()) {
				t.Errorf("%s and %s: equal is %v", text, other, equal)
			}
		}
	}
	if len(digests) < 100 {
		t.Errorf("%d values", len(digests))
	}
}

func TestCanonicalFormsAreEqual(t *testing.T) {
	for _, v := range loadVectors(t) {
		name, ok := bytes.CutPrefix([]byte(v.File), []byte("v1/good/"))
		if !ok {
			continue
		}
		one, err := Open(loadFile(t, v.File))
		other, failed := Open(loadFile(t, "v1/canonical/"+string(name)))
		if err != nil || failed != nil || !one.Root().Equal(other.Root()) {
			t.Errorf("%s differs from its canonical form (%v, %v)", v.File, err, failed)
		}
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	doc := openFile(t, "testdata/people.varvel")
	root := doc.Root()
	people := root.Get("people")
	key := NewKey("name")
	dst := make([]byte, 0, 4096)
	numbers := make([]float64, 0, 64)
	length := 0
	for name, read := range map[string]func(){
		"members": func() {
			for i, person := range people.Items() {
				name, _ := person.GetKey(key).Str()
				id, _ := person.Get("id").Int64()
				mail := person.Get("mail").Get("domain").Kind()
				length += len(name) + int(mail) + int(id) + i
			}
		},
		"pairs": func() {
			for key, value := range people.At(3).Members() {
				length += len(key) + int(value.Kind())
			}
			for key, value := range people.At(3).Pairs() {
				length += int(key.Kind()) + int(value.Kind())
			}
		},
		"column": func() {
			for _, name := range people.Column(key) {
				text, _ := name.Str()
				length += len(text)
			}
		},
		"paths": func() {
			found, _ := root.Pointer("/people/3/name")
			again, _ := root.Find("$.people[3].name")
			length += int(found.Kind()) + int(again.Kind())
		},
		"numbers": func() {
			slice, _ := Numbers[float64](root.Get("weights"))
			numbers, _ = AppendNumbers(numbers[:0], people.At(1).Get("scores"))
			length += len(slice) + len(numbers)
		},
		"JSON":  func() { dst, _ = root.AppendJSON(dst[:0]) },
		"equal": func() { length += len(doc.Bytes()); root.Equal(root) },
	} {
		if allocs := testing.AllocsPerRun(100, func() { read() }); allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
	if length == 0 {
		t.Error("nothing was read")
	}
	if allocs := testing.AllocsPerRun(100, func() { _ = Validate(doc.Bytes()) }); allocs > 2 {
		t.Errorf("validation: %v allocations", allocs)
	}
}

func TestMemoryIsNotTrustedToTheNumberOfTexts(t *testing.T) {
	const texts = 1 << 20
	b := make([]byte, headerLen+tablesLen+texts)
	copy(b, magic+"\x01")
	binary.LittleEndian.PutUint64(b[lengthAt:], uint64(len(b)))
	binary.LittleEndian.PutUint64(b[treeEndAt:], headerLen)
	binary.LittleEndian.PutUint32(b[headerLen+4:], texts-1)
	binary.LittleEndian.PutUint32(b[headerLen+8:], tablesLen+texts)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := Validate(b)
	runtime.ReadMemStats(&after)
	// Four bytes for each byte of the texts, and little else.
	if taken := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrInvalid) || taken > 5*texts {
		t.Errorf("%v took %d bytes", err, taken)
	}
}

func TestErrorsNameTheirPlace(t *testing.T) {
	root := openFile(t, "testdata/people.varvel").Root()
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(root.Find("people[1].name"))(Node.Int64),
			"wrong kind of value: expected an integer, found a string, at $.people[1].name"},
		{second(root.Find("people[1].born.year"))(Node.Int64),
			"not found: expected an integer, found no member \"born\", at $.people[1]"},
		{second(root.Find("people[10]"))(Node.Int64),
			"not found: expected an integer, found no item 10 in an array of 10, at $.people"},
		{second(root.Find("weights[1]"))(Node.Int64),
			"wrong kind of value: expected an integer, found a float, at $.weights[1]"},
		{second(Node{}, nil)(Node.Int64), "not found: expected an integer, found nothing"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
}

// second returns a function that returns the error of an accessor of a node.
func second(n Node, err error) func(func(Node) (int64, error)) error {
	return func(access func(Node) (int64, error)) error {
		if err != nil {
			return err
		}
		_, err := access(n)
		return err
	}
}

func TestTextsThatAreNoPaths(t *testing.T) {
	root := openFile(t, "testdata/people.varvel").Root()
	for path, at := range map[string]int64{
		"users..name": 5, "a.": 1, "a[": 1, "a[x]": 1, "a[01]": 1, `a["b]`: 1, "a['b]": 1, "$a": 1, "a]": -1,
		"a[0]b": 4, "/a/~": 3, "/a~2": 2, "$.a…": 3, `["a\q"]`: 0, "[99999999999999999999]": 0, `["\ud800"]`: 0,
	} {
		_, err := root.Find(path)
		var found *Error
		switch {
		case at < 0 && err != nil:
			t.Errorf("%s: %v", path, err)
		case at >= 0 && (!errors.As(err, &found) || found.Code != ErrPath || found.Offset != at):
			t.Errorf("%s: %v, want an error at %d", path, err, at)
		}
	}
	if _, err := root.Pointer("a"); !errors.Is(err, ErrPath) {
		t.Errorf("got %v", err)
	}
	name, err := root.Find(`["peop\u006ce"][3]['name']`)
	if text, _ := name.Str(); err != nil || text != "Emmy" {
		t.Errorf("got %v, %v", name, err)
	}
}

func TestLimits(t *testing.T) {
	b := openFile(t, "testdata/people.varvel").Bytes()
	for _, c := range []struct {
		options Options
		want    error
	}{
		{Options{MaxDepth: 4}, nil},
		{Options{MaxDepth: 3}, ErrDepth},
		{Options{MaxDepth: -1}, ErrDepth},
		{Options{MaxNodes: 10}, ErrNodes},
		{Options{MaxBytes: len(b)}, nil},
		{Options{MaxBytes: len(b) - 1}, ErrSize},
	} {
		if err := c.options.Validate(b); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.options, err, c.want)
		}
	}
}
