package flatbuffers_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/keys"
)

func keysOf(t *testing.T, text string) keys.Keys {
	t.Helper()
	b, err := keys.BuildKeys([]byte(text), fbjson.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	root, err := keys.ReadKeys(b)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// found checks that each item of a sorted vector is found by its own key, and
// returns how many there are.
func found[V, K any](t *testing.T, list interface {
	Len() int
	At(index int) V
}, find func(K) (V, bool), key func(V) K, n func(V) int32) int {
	t.Helper()
	for index := range list.Len() {
		item := list.At(index)
		other, ok := find(key(item))
		if !ok {
			t.Errorf("item %d (%d) is not found", index, n(item))
		} else if same := n(other) == n(item); !same && index == 0 {
			t.Errorf("item %d: %d is found, not %d", index, n(other), n(item))
		}
	}
	return list.Len()
}

func TestKeysOfEachKindAreFound(t *testing.T) {
	items := 0
	for _, line := range lines(t, "keys.ndjson") {
		root := keysOf(t, string(line))
		items += found(t, root.Marks(), func(k float64) (keys.Mark, bool) { return keys.FindMark(root.Marks(), k) }, keys.Mark.At, keys.Mark.Tag)
		items += found(t, root.Wides(), func(k [3]uint8) (keys.Wide, bool) { return keys.FindWide(root.Wides(), k) },
			func(w keys.Wide) [3]uint8 { return [3]uint8(w.Name().Slice()) }, func(w keys.Wide) int32 { return int32(w.Size()) })
		items += found(t, root.Graded(), func(k [2]keys.Grade) (keys.Graded, bool) { return keys.FindGraded(root.Graded(), k) },
			func(g keys.Graded) [2]keys.Grade { return [2]keys.Grade(g.Grades().Slice()) }, keys.Graded.N)
		items += found(t, root.Flags(), func(k [2]bool) (keys.Flags, bool) { return keys.FindFlags(root.Flags(), k) },
			func(f keys.Flags) [2]bool { return [2]bool(f.Flags().Slice()) }, keys.Flags.N)
		items += found(t, root.Places(), func(k keys.CornerT) (keys.Place, bool) { return keys.FindPlace(root.Places(), k) },
			func(p keys.Place) keys.CornerT { return p.Spot().Unpack() }, keys.Place.N)
		items += found(t, root.Paths(), func(k [2]keys.SpotT) (keys.Path, bool) { return keys.FindPath(root.Paths(), k) },
			func(p keys.Path) [2]keys.SpotT { return p.Unpack().Spots }, keys.Path.N)
		items += found(t, root.Named(), func(k string) (keys.Named, bool) { return keys.FindNamed(root.Named(), k) }, keys.Named.Name, keys.Named.N)
		items += found(t, root.Switched(), func(k bool) (keys.Switched, bool) { return keys.FindSwitched(root.Switched(), k) }, keys.Switched.IsOn, keys.Switched.N)
		items += found(t, root.Shifted(), func(k int64) (keys.Shifted, bool) { return keys.FindShifted(root.Shifted(), k) }, keys.Shifted.Level, keys.Shifted.N)
		items += found(t, root.Ranked(), func(k keys.Grade) (keys.Ranked, bool) { return keys.FindRanked(root.Ranked(), k) }, keys.Ranked.Grade, keys.Ranked.N)
		items += found(t, root.Held(), func(k keys.CornerT) (keys.Held, bool) { return keys.FindHeld(root.Held(), k) },
			func(h keys.Held) keys.CornerT { return h.Spot().Unpack() }, keys.Held.N)
	}
	if items < 30 {
		t.Errorf("%d items", items)
	}
	root := keysOf(t, `{"marks":[{"at":2.5,"tag":2},{"at":"nan","tag":1}],"places":[{"spot":{"spots":[{"x":1,"y":2},{"x":3,"y":4}],"grade":"High"},"n":1}]}`)
	if _, ok := keys.FindMark(root.Marks(), 2); ok {
		t.Error("2 is there")
	}
	if mark, ok := keys.FindMark(root.Marks(), math.NaN()); !ok || mark.Tag() != 1 {
		t.Error("NaN is not there")
	}
	other := root.Places().At(0).Spot().Unpack()
	other.Spots[1].Y++
	if _, ok := keys.FindPlace(root.Places(), other); ok {
		t.Error("another place is there")
	}
	if _, ok := keys.FindHeld(root.Held(), other); ok {
		t.Error("it is in an empty vector")
	}
}

func TestStructsSortInPlace(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	paths := keys.NewPathVector(b, []keys.PathT{{N: 1}})
	flags := keys.NewFlagsVector(b, []keys.FlagsT{{N: 1, Flags: [2]bool{true, true}}, {N: 2}})
	k := keys.StartKeys(b)
	k.SetPaths(paths)
	k.SetFlags(flags)
	held, err := keys.FinishKeys(b, k.Finish())
	if err != nil {
		t.Fatal(err)
	}
	root, err := keys.ReadKeys(bytes.Clone(held))
	if err != nil {
		t.Fatal(err)
	}
	if first := root.Flags().At(0); first.N() != 2 {
		t.Fatal("not sorted when it was built")
	}
	// A change makes the order another.
	root.Flags().At(0).Flags().Set(0, true)
	root.Flags().At(0).Flags().Set(1, true)
	root.Flags().At(1).Flags().Set(1, false)
	keys.SortFlagsInPlace(root.Flags())
	if first := root.Flags().At(0); first.N() != 1 || first.Flags().At(1) {
		t.Error("not sorted in place")
	}
}

func TestEnumsHaveTheirNames(t *testing.T) {
	if all := keys.AllGrade(); !slices.Equal(all, []keys.Grade{keys.GradeLow, keys.GradeMiddle, keys.GradeHigh}) {
		t.Error(all)
	}
	if grade, ok := keys.ParseGrade("Low"); grade != keys.GradeLow || !ok {
		t.Error(grade)
	}
	if _, ok := keys.ParseGrade("low"); ok {
		t.Error("low is a name")
	}
	if text := keys.Grade(99).String(); text != "Grade(99)" {
		t.Error(text)
	}
}

func TestPartsAreCloned(t *testing.T) {
	from := keysOf(t, `{"named":[{"name":"a","n":1},{"name":"b"}],"marks":[{"at":1,"tag":5}]}`)
	b := flatbuffers.NewBuilder(0)
	named := flatbuffers.CloneTables(b, from.Named(), keys.CloneNamed)
	marks := keys.CloneMarkVector(b, from.Marks())
	none := flatbuffers.CloneTables(b, keys.Keys{}.Named(), keys.CloneNamed)
	if !none.IsZero() {
		t.Error("an absent vector was cloned")
	}
	k := keys.StartKeys(b)
	k.SetNamed(named)
	k.SetMarks(marks)
	held, err := keys.FinishKeys(b, k.Finish())
	if err != nil {
		t.Fatal(err)
	}
	root, err := keys.ReadKeys(held)
	if err != nil {
		t.Fatal(err)
	}
	text, err := root.MarshalJSON()
	if want := `{"marks":[{"at":1.0,"tag":5}],"named":[{"name":"a","n":1},{"name":"b"}]}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}
