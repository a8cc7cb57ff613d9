package flatbuffers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zootest"
)

var (
	lines = zootest.Lines
	build = zootest.Build
	read  = zootest.Read
	text  = zootest.Text
)

// full returns JSON with all defaults.
func full(t testing.TB, b []byte) string {
	t.Helper()
	text, err := read(t, b).AppendJSON(nil, fbjson.Options{Defaults: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDocumentsGoThroughBuffersAndPlainStructs(t *testing.T) {
	for _, line := range lines(t, "zoo.ndjson") {
		b := build(t, string(line))
		first := text(t, read(t, b))
		if again := text(t, read(t, build(t, first))); again != first {
			t.Errorf("%s: its own JSON is read as %s", first, again)
		}
		plain := read(t, b).Unpack()
		packed, err := plain.Marshal()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		// A plain struct has the text of a default also where it was absent.
		if full(t, packed) != full(t, b) {
			t.Errorf("%s: packed it is %s", first, text(t, read(t, packed)))
		}
		copies := flatbuffers.NewBuilder(0)
		held, err := zoo.FinishZoo(copies, zoo.CloneZoo(copies, read(t, b)))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if same := text(t, read(t, held)); same != first {
			t.Errorf("%s: its clone is %s", first, same)
		}
		var decoded zoo.ZooT
		if err := json.Unmarshal(line, &decoded); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		encoded, err := json.Marshal(&decoded)
		if err != nil || full(t, build(t, string(encoded))) != full(t, b) {
			t.Errorf("%s: by encoding/json %s, %v", first, encoded, err)
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, []byte(first), "", "  "); err != nil {
			t.Fatal(err)
		}
		indented, err := read(t, b).AppendJSON(nil, fbjson.Options{Indent: "  "})
		if err != nil || string(indented) != pretty.String() {
			t.Errorf("indented: %s, %v", indented, err)
		}
	}
}

func TestFieldsAreReadInPlace(t *testing.T) {
	b := build(t, string(lines(t, "zoo.ndjson")[6]))
	vectors, ok := read(t, b).Vectors()
	if !ok {
		t.Fatal("no vectors")
	}
	if got := vectors.I8().Slice(); !slices.Equal(got, []int8{-1, 0, 127}) {
		t.Error(got)
	}
	if got := vectors.F32().Slice(); !slices.Equal(got, []float32{0.1, 1e30, 16777216}) {
		t.Error(got)
	}
	if got := vectors.Strings().Slice(); !slices.Equal(got, []string{"", "a", "ä€😀\n\u0001", "a"}) {
		t.Error(got)
	}
	if got := vectors.Sizes().At(3).String(); got != "Size(9)" {
		t.Error(got)
	}
	if got := vectors.Traits().At(1); got != zoo.TraitFurry|zoo.TraitFast || got.String() != "Furry Fast" {
		t.Error(got)
	}
	var sum float32
	for _, point := range vectors.Points().All() {
		sum += point.X()
	}
	if sum != 1+1e-7 || vectors.Points().Len() != 2 {
		t.Error(sum)
	}
	if vectors.None().Len() != 0 || !vectors.HasLink() {
		t.Error("presence")
	}
	scalars, _ := read(t, build(t, `{"name":"a","scalars":{}}`)).Scalars()
	if !scalars.B() || scalars.I8() != -7 || scalars.I64() != -5000000000 || !math.IsNaN(float64(scalars.NotANumber())) || !math.IsInf(scalars.Endless(), -1) {
		t.Error("defaults")
	}
	options, _ := read(t, build(t, `{"name":"a","options":{"i8":0}}`)).Options()
	if value, ok := options.I8(); value != 0 || !ok {
		t.Error("a present option is absent")
	}
	if _, ok := options.U16(); ok {
		t.Error("an absent option is present")
	}
	var none zoo.Zoo
	if none.Name() != "" || none.Size() != zoo.SizeLarge || none.Children().Len() != 0 {
		t.Error("the zero table has fields")
	}
}

func TestReadingDoesNotAllocate(t *testing.T) {
	b := build(t, string(lines(t, "zoo.ndjson")[6]))
	length := 0
	allocations := testing.AllocsPerRun(100, func() {
		root, err := zoo.ReadZoo(b)
		if err != nil {
			t.Error(err)
		}
		vectors, _ := root.Vectors()
		for _, text := range vectors.Strings().All() {
			length += len(text)
		}
		for at := range vectors.Points().Len() {
			length += int(vectors.Points().At(at).X())
		}
		length += len(root.Name()) + vectors.U64().Len() + len(vectors.Text())
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestTablesAreBuiltFieldByField(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	for round := range 3 {
		name := b.String("inside")
		inner := zoo.StartInner(b)
		inner.SetName(name)
		inner.SetValue(int64(round))
		nested, err := zoo.FinishInner(b, inner.Finish())
		if err != nil {
			t.Fatal(err)
		}
		nested = bytes.Clone(nested)

		word := zoo.NewAnyWord(b.String("word"))
		point := zoo.NewAnyPoint(b, zoo.PointT{X: 1, Y: 2})
		many := flatbuffers.UnionVector(b, flatbuffers.KindUint8, []flatbuffers.UnionRef[zoo.AnyValue]{word, {}, point})
		unions := zoo.StartUnions(b)
		unions.SetOne(word)
		unions.SetMany(many)
		held := unions.Finish()

		var names []flatbuffers.Ref[zoo.Named]
		for _, name := range []string{"b", "c", "a"} {
			text := b.SharedString(name)
			named := zoo.StartNamed(b)
			named.SetName(text)
			names = append(names, named.Finish())
		}
		zoo.SortNamed(b, names)
		list := flatbuffers.TableVector(b, names)
		slots := zoo.NewSlotVector(b, []zoo.SlotT{{ID: 3}, {ID: 1, Place: zoo.PointT{X: 7}}, {ID: 2}})
		keyed := zoo.StartKeyed(b)
		keyed.SetNames(list)
		keyed.SetSlots(slots)
		keys := keyed.Finish()

		shared := b.SharedStrings([]string{"a", "b", "a"})
		title := b.String("zoo")
		bytesIn := b.BytesWith(nested, flatbuffers.VectorOptions{Align: 8})
		z := zoo.StartZoo(b)
		z.SetSize(zoo.SizeTiny)
		z.SetName(title)
		z.SetUnions(held)
		z.SetKeyed(keys)
		z.SetAt(zoo.PointT{X: -1})
		z.SetShared(shared)
		z.SetNested(bytesIn)
		finished, err := zoo.FinishZoo(b, z.Finish())
		if err != nil {
			t.Fatal(err)
		}
		root, err := zoo.ReadZooWith(finished, flatbuffers.Verify{Identified: true})
		if err != nil {
			t.Fatal(err)
		}
		want := `{"name":"zoo","keyed":{"names":[{"name":"a"},{"name":"b"},{"name":"c"}],` +
			`"slots":[{"id":1,"place":{"x":7.0,"y":0.0}},{"id":2,"place":{"x":0.0,"y":0.0}},{"id":3,"place":{"x":0.0,"y":0.0}}]},` +
			`"unions":{"one_type":"Word","one":"word","many_type":["Word","NONE","Point"],"many":["word",null,{"x":1.0,"y":2.0}]},` +
			`"at":{"x":-1.0,"y":0.0},"size":"Tiny","shared":["a","b","a"],"nested":{"value":` + string('0'+rune(round)) + `,"name":"inside"}}`
		if round == 0 {
			want = strings.Replace(want, `"value":0,`, "", 1)
		}
		if found := text(t, root); found != want {
			t.Fatalf("%s\nnot\n%s", found, want)
		}
	}
}

func TestMisuseOfTheBuilderIsAnError(t *testing.T) {
	b := flatbuffers.NewBuilder(16)
	for what, misuse := range map[string]func() flatbuffers.Ref[zoo.Zoo]{
		"required field": func() flatbuffers.Ref[zoo.Zoo] { return zoo.StartZoo(b).Finish() },
		"string in an open table": func() flatbuffers.Ref[zoo.Zoo] {
			z := zoo.StartZoo(b)
			z.SetName(b.String("late"))
			return z.Finish()
		},
		"no table":     func() flatbuffers.Ref[zoo.Zoo] { return flatbuffers.Ref[zoo.Zoo]{} },
		"not finished": func() flatbuffers.Ref[zoo.Zoo] { zoo.StartZoo(b); return flatbuffers.Ref[zoo.Zoo]{} },
		"two tables": func() flatbuffers.Ref[zoo.Zoo] {
			zoo.StartZoo(b)
			return zoo.StartZoo(b).Finish()
		},
		"nil in a vector": func() flatbuffers.Ref[zoo.Zoo] {
			return (&zoo.ZooT{Children: []*zoo.ZooT{nil}}).Pack(b)
		},
		"wrong union": func() flatbuffers.Ref[zoo.Zoo] {
			return (&zoo.ZooT{Unions: &zoo.UnionsT{One: zoo.AnyT{Tag: zoo.AnyWord, Value: 1}}}).Pack(b)
		},
	} {
		if held, err := zoo.FinishZoo(b, misuse()); err == nil || held != nil {
			t.Errorf("%s: no error", what)
		}
		// The error is returned once: the builder goes on.
		if held, err := zoo.FinishZoo(b, named(b, "a")); err != nil || read(t, held).Name() != "a" {
			t.Errorf("after %s: %v", what, err)
		}
	}
	if _, err := (&zoo.ZooT{Name: "a"}).Marshal(); err != nil {
		t.Error(err)
	}
}

func TestPartsOfOtherBuffersAreRefused(t *testing.T) {
	type parts struct {
		name   flatbuffers.Ref[string]
		zoo    flatbuffers.Ref[zoo.Zoo]
		named  flatbuffers.Ref[zoo.Named]
		names  flatbuffers.Ref[flatbuffers.Strings]
		word   flatbuffers.UnionRef[zoo.AnyValue]
		many   flatbuffers.UnionVectorRef[zoo.AnyValue]
		shared flatbuffers.Ref[string]
	}
	made := func(b *flatbuffers.Builder) (p parts) {
		p.name = b.String("a")
		p.shared = b.SharedString("a")
		p.names = b.Strings([]string{"b"})
		p.word = zoo.NewAnyWord(p.name)
		p.many = flatbuffers.UnionVector(b, flatbuffers.KindUint8, []flatbuffers.UnionRef[zoo.AnyValue]{p.word})
		n := zoo.StartNamed(b)
		n.SetName(p.name)
		p.named = n.Finish()
		z := zoo.StartZoo(b)
		z.SetName(p.name)
		p.zoo = z.Finish()
		return p
	}
	// Each takes a part of another buffer.
	uses := map[string]func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo]{
		"root": func(_ *flatbuffers.Builder, _, other parts) flatbuffers.Ref[zoo.Zoo] { return other.zoo },
		"string": func(b *flatbuffers.Builder, _, other parts) flatbuffers.Ref[zoo.Zoo] {
			z := zoo.StartZoo(b)
			z.SetName(other.name)
			return z.Finish()
		},
		"shared string": func(b *flatbuffers.Builder, _, other parts) flatbuffers.Ref[zoo.Zoo] {
			z := zoo.StartZoo(b)
			z.SetName(other.shared)
			return z.Finish()
		},
		"item": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			flatbuffers.TableVector(b, []flatbuffers.Ref[zoo.Zoo]{own.zoo, other.zoo})
			return own.zoo
		},
		"item to sort": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			zoo.SortNamed(b, []flatbuffers.Ref[zoo.Named]{own.named, other.named})
			return own.zoo
		},
		"no item to sort": func(b *flatbuffers.Builder, own, _ parts) flatbuffers.Ref[zoo.Zoo] {
			zoo.SortNamed(b, []flatbuffers.Ref[zoo.Named]{own.named, {}})
			return own.zoo
		},
		"union": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			u := zoo.StartUnions(b)
			u.SetOne(other.word)
			u.Finish()
			return own.zoo
		},
		"unions": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			u := zoo.StartUnions(b)
			u.SetMany(other.many)
			u.Finish()
			return own.zoo
		},
		"item of unions": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			flatbuffers.UnionVector(b, flatbuffers.KindUint8, []flatbuffers.UnionRef[zoo.AnyValue]{other.word})
			return own.zoo
		},
		"wide string": func(b *flatbuffers.Builder, own, other parts) flatbuffers.Ref[zoo.Zoo] {
			l := zoo.StartLong(b)
			l.SetText(other.name)
			l.Finish()
			return own.zoo
		},
	}
	b, elsewhere := flatbuffers.NewBuilder(0), flatbuffers.NewBuilder(0)
	for what, use := range uses {
		for where, other := range map[string]*flatbuffers.Builder{"another builder": elsewhere, "a buffer before": b} {
			foreign := made(other)
			if _, err := zoo.FinishZoo(other, foreign.zoo); err != nil {
				t.Fatal(err)
			}
			if held, err := zoo.FinishZoo(b, use(b, made(b), foreign)); !errors.Is(err, flatbuffers.Refused) {
				t.Errorf("%s of %s: %x, %v", what, where, held, err)
			}
			b.Reset()
			own := made(b)
			if _, err := zoo.FinishZoo(b, own.zoo); err != nil {
				t.Errorf("after it: %v", err)
			}
		}
	}
}

func TestZeroBuildersAreToldApart(t *testing.T) {
	var b, other flatbuffers.Builder
	word := other.String("a word of another builder")
	b.String("a")
	z := zoo.StartZoo(&b)
	z.SetName(word)
	if held, err := zoo.FinishZoo(&b, z.Finish()); !errors.Is(err, flatbuffers.Refused) {
		t.Errorf("%x, %v", held, err)
	}
}

// Text that no reader would take is an error when it is built.
func TestTextThatIsNotUTF8IsRefused(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	for size := range 80 {
		for _, wrong := range []string{"\xff", "\xc3", "\xed\xa0\x80"} {
			for _, text := range []string{wrong + strings.Repeat("a", size), strings.Repeat("a", size) + wrong} {
				b.Reset()
				if _, err := zoo.FinishZoo(b, named(b, text)); !errors.Is(err, flatbuffers.InvalidUTF8) {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
		for _, text := range []string{strings.Repeat("a", size), strings.Repeat("a", size) + "é", "€" + strings.Repeat("a", size)} {
			b.Reset()
			held, err := zoo.FinishZoo(b, named(b, text))
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if found := read(t, held).Name(); found != text {
				t.Fatalf("%q is read as %q", text, found)
			}
		}
	}
}

func named(b *flatbuffers.Builder, name string) flatbuffers.Ref[zoo.Zoo] {
	text := b.String(name)
	z := zoo.StartZoo(b)
	z.SetName(text)
	return z.Finish()
}

func TestKeysAreFound(t *testing.T) {
	keyed, _ := read(t, build(t, string(lines(t, "zoo.ndjson")[8]))).Keyed()
	for name, want := range map[string]int32{"": 0, "a": 1, "b": 2, "ä": 0} {
		if found, ok := zoo.FindNamed(keyed.Names(), name); !ok || found.Value() != want || found.Name() != name {
			t.Errorf("%q", name)
		}
	}
	if _, ok := zoo.FindNamed(keyed.Names(), "c"); ok {
		t.Error("c is there")
	}
	if found, ok := zoo.FindNumbered(keyed.Numbers(), 7); !ok || found.Note() != "seven" {
		t.Error("7 is not there")
	}
	if found, ok := zoo.FindSlot(keyed.Slots(), 9); !ok || found.Place().X() != 1 {
		t.Error("9 is not there")
	}
	if at, ok := flatbuffers.Search(keyed.Slots(), func(s zoo.Slot) int { return flatbuffers.Compare(s.ID(), 4) }); at != 1 || ok {
		t.Error("lower bound", at, ok)
	}
}

func TestFieldsChangeInPlace(t *testing.T) {
	b := build(t, `{"name":"a","at":{"x":1,"y":2},"size":"Tiny","keyed":{"names":[{"name":"a","value":1},{"name":"b","value":2}],"slots":[{"id":1,"place":{"x":1,"y":1}},{"id":2,"place":{"x":1,"y":1}}]},"vectors":{"i16":[1,2],"bools":[true]}}`)
	root := read(t, b)
	if !root.SetSize(zoo.SizeSmall) || root.SetHash(1) {
		t.Error("set")
	}
	at, _ := root.At()
	at.SetX(-5)
	keyed, _ := root.Keyed()
	slot := keyed.Slots().At(0)
	slot.SetID(9)
	zoo.SortSlotInPlace(keyed.Slots())
	named, _ := zoo.FindNamed(keyed.Names(), "b")
	if !named.SetValue(3) {
		t.Error("set value")
	}
	vectors, _ := root.Vectors()
	vectors.I16().Set(1, -2)
	vectors.Bools().Set(0, false)
	const want = `{"name":"a","vectors":{"bools":[false],"i16":[1,-2]},"keyed":{"names":[{"name":"a","value":1},{"name":"b","value":3}],"slots":[{"id":2,"place":{"x":1.0,"y":1.0}},{"id":9,"place":{"x":1.0,"y":1.0}}]},"at":{"x":-5.0,"y":2.0},"size":"Small"}`
	if found := text(t, read(t, b)); found != want {
		t.Error(found)
	}
}

func TestTablesSortInPlace(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	var refs []flatbuffers.Ref[zoo.Named]
	for _, name := range []string{"c", "a", "b", "a"} {
		text := b.String(name)
		named := zoo.StartNamed(b)
		named.SetName(text)
		refs = append(refs, named.Finish())
	}
	list := flatbuffers.TableVector(b, refs)
	keyed := zoo.StartKeyed(b)
	keyed.SetNames(list)
	held, err := zoo.FinishKeyed(b, keyed.Finish())
	if err != nil {
		t.Fatal(err)
	}
	root, err := zoo.ReadKeyed(held)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := zoo.FindNamed(root.Names(), "c"); ok {
		t.Error("found before it is sorted")
	}
	if !zoo.SortNamedInPlace(root.Names()) {
		t.Fatal("not sorted")
	}
	if _, ok := zoo.FindNamed(root.Names(), "c"); !ok {
		t.Error("not found after it is sorted")
	}
	if root, err = zoo.ReadKeyed(held); err != nil || root.Names().At(1).Name() != "a" {
		t.Error(err)
	}
}

func TestPartsOfAnotherBufferAreCloned(t *testing.T) {
	from := read(t, build(t, `{"name":"a","vectors":{"i16":[1,-2],"strings":["x",""]},"unions":{"one_type":"Other","one":{"number":7,"note":"n"}},"keyed":{"slots":[{"id":4,"place":{"x":1,"y":2}}]}}`))
	vectors, _ := from.Vectors()
	unions, _ := from.Unions()
	keyed, _ := from.Keyed()
	b := flatbuffers.NewBuilder(0)
	numbers := flatbuffers.CloneNumbers(b, vectors.I16())
	words := flatbuffers.CloneStrings(b, vectors.Strings())
	v := zoo.StartVectors(b)
	v.SetI16(numbers)
	v.SetStrings(words)
	vectorsOf := v.Finish()
	one := zoo.CloneAny(b, unions.One())
	if !flatbuffers.CloneNumbers(b, vectors.I8()).IsZero() || !flatbuffers.CloneStrings(b, zoo.Zoo{}.Shared()).IsZero() {
		t.Error("an absent vector was cloned")
	}
	u := zoo.StartUnions(b)
	u.SetOne(one)
	u.SetMany(flatbuffers.UnionVectorRef[zoo.AnyValue]{})
	unionsOf := u.Finish()
	slots := zoo.CloneSlotVector(b, keyed.Slots())
	k := zoo.StartKeyed(b)
	k.SetSlots(slots)
	keyedOf := k.Finish()
	name := b.String(from.Name())
	z := zoo.StartZoo(b)
	z.SetName(name)
	z.SetVectors(vectorsOf)
	z.SetUnions(unionsOf)
	z.SetKeyed(keyedOf)
	held, err := zoo.FinishZoo(b, z.Finish())
	if err != nil {
		t.Fatal(err)
	}
	if found, want := text(t, read(t, held)), text(t, from); found != want {
		t.Errorf("%s\nnot\n%s", found, want)
	}
}

func TestSizesAndIdentifiers(t *testing.T) {
	held, err := zoo.BuildZoo([]byte(`{"name":"a","block":null,"wide":3}`), fbjson.Options{SizePrefixed: true})
	if err != nil {
		t.Fatal(err)
	}
	verify := flatbuffers.Verify{SizePrefixed: true, Identified: true}
	for _, more := range []int{0, 5} {
		root, err := zoo.ReadZooWith(append(bytes.Clone(held), make([]byte, more)...), verify)
		if err != nil || root.Wide() != 3 {
			t.Error(err)
		}
	}
	if _, err := zoo.ReadZooWith(held[:len(held)-1], verify); !errors.Is(err, flatbuffers.UnexpectedEnd) {
		t.Error(err)
	}
	held[8]++
	if _, err := zoo.ReadZooWith(held, verify); !errors.Is(err, flatbuffers.InvalidBuffer) {
		t.Error(err)
	}
	b := flatbuffers.NewBuilder(0)
	held, err = flatbuffers.Finish(b, (&zoo.InnerT{Value: 1}).Pack(b), flatbuffers.FinishOptions{SizePrefixed: true})
	if err != nil {
		t.Fatal(err)
	}
	if inner := zoo.Inner(flatbuffers.UnverifiedSizePrefixedRoot(held)); inner.Value() != 1 {
		t.Error(inner.Value())
	}
}

func TestLimitsOfTheVerifier(t *testing.T) {
	deep := &zoo.ZooT{Name: "a"}
	for range 200 {
		deep = &zoo.ZooT{Name: "a", Parent: deep}
	}
	if _, err := deep.Marshal(); !errors.Is(err, flatbuffers.DepthLimit) {
		t.Error(err)
	}
	deeper := flatbuffers.NewBuilder(0)
	deeper.Depth = 200
	held, err := zoo.FinishZoo(deeper, deep.Pack(deeper))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := zoo.ReadZoo(held); !errors.Is(err, flatbuffers.DepthLimit) {
		t.Error(err)
	}
	limits := flatbuffers.Limits{Depth: 300, Tables: 201}
	if _, err := zoo.ReadZooWith(held, flatbuffers.Verify{Limits: limits}); err != nil {
		t.Error(err)
	}
	limits.Tables = 200
	if _, err := zoo.ReadZooWith(held, flatbuffers.Verify{Limits: limits}); !errors.Is(err, flatbuffers.NodeLimit) {
		t.Error(err)
	}
	// The error names what is too deep, and not a field of it.
	for text, path := range map[string]string{
		`{"name":"a","parent":{"name":"b","parent":{"name":"c"}}}`:                       "$.parent.parent",
		`{"name":"a","children":[{"name":"b"},{"name":"c","parent":{"name":"d"}}]}`:      "$.children[1]",
		`{"name":"a","unions":{"many_type":["Word","Named"],"many":["x",{"name":"n"}]}}`: "$.unions.many",
	} {
		_, err := zoo.ReadZooWith(build(t, text), flatbuffers.Verify{Limits: flatbuffers.Limits{Depth: 1}})
		var fault *flatbuffers.Error
		if !errors.As(err, &fault) || fault.Kind != flatbuffers.DepthLimit || fault.Offset < 8 || fault.Path != path {
			t.Errorf("%s: %#v", text, fault)
		}
	}
	// Each level has the level below twice: 2^40 tables in a few bytes.
	b := flatbuffers.NewBuilder(0)
	name := b.String("a")
	var below flatbuffers.Ref[zoo.Zoo]
	for range 40 {
		children := flatbuffers.Ref[flatbuffers.Tables[zoo.Zoo]]{}
		if !below.IsZero() {
			children = flatbuffers.TableVector(b, []flatbuffers.Ref[zoo.Zoo]{below, below})
		}
		z := zoo.StartZoo(b)
		z.SetName(name)
		z.SetChildren(children)
		below = z.Finish()
	}
	held, err = zoo.FinishZoo(b, below)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := zoo.ReadZoo(held); !errors.Is(err, flatbuffers.ReplayLimit) {
		t.Error(err)
	}
	if _, err := zoo.BuildZoo([]byte(`{"flex":`+strings.Repeat("[", 200)+strings.Repeat("]", 200)+`}`), fbjson.Options{}); !errors.Is(err, flatbuffers.DepthLimit) {
		t.Error(err)
	}
}

// use reads all of a buffer, if it is accepted.
func use(b []byte) {
	root, err := zoo.ReadZoo(b)
	if err != nil {
		return
	}
	_, _ = root.AppendJSON(nil, fbjson.Options{SkipUnknown: true, Defaults: true})
	_, _ = root.Unpack().Marshal()
	copies := flatbuffers.NewBuilder(0)
	if held, err := zoo.FinishZoo(copies, zoo.CloneZoo(copies, root)); err == nil {
		if _, err := zoo.ReadZoo(held); err != nil {
			panic(err)
		}
	}
	keyed, _ := root.Keyed()
	_, _ = zoo.FindNamed(keyed.Names(), "b")
	zoo.SortNamedInPlace(keyed.Names())
}

func TestNoBytesPanic(t *testing.T) {
	for _, line := range lines(t, "zoo.ndjson") {
		b := build(t, string(line))
		for at := range b {
			use(b[:at])
			for _, value := range []byte{0, 1, b[at] + 1, b[at] - 1, b[at] ^ 0x80, 0xFF} {
				changed := bytes.Clone(b)
				changed[at] = value
				use(changed)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, line := range lines(f, "zoo.ndjson") {
		f.Add(build(f, string(line)))
	}
	f.Fuzz(func(_ *testing.T, b []byte) { use(b) })
}

func TestBuffersInARowAreSplit(t *testing.T) {
	var row []byte
	b := flatbuffers.NewBuilder(0)
	for value := range int64(3) {
		held, err := flatbuffers.Finish(b, (&zoo.InnerT{Value: value}).Pack(b), flatbuffers.FinishOptions{SizePrefixed: true})
		if err != nil {
			t.Fatal(err)
		}
		row = append(row, held...)
	}
	whole := row
	for value := int64(0); len(row) > 0; value++ {
		first, rest, err := flatbuffers.NextSizePrefixed(row)
		if err != nil {
			t.Fatal(err)
		}
		inner, err := zoo.ReadInnerWith(first, flatbuffers.Verify{SizePrefixed: true})
		if err != nil || inner.Value() != value {
			t.Errorf("%d: %d, %v", value, inner.Value(), err)
		}
		row = rest
	}
	first, _, err := flatbuffers.NextSizePrefixed(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{1, 3, 5, len(first) - 1} {
		if _, _, err := flatbuffers.NextSizePrefixed(whole[:cut]); !errors.Is(err, flatbuffers.UnexpectedEnd) {
			t.Errorf("%d bytes: %v", cut, err)
		}
	}
}

// Errors far inside are found in linear time.
