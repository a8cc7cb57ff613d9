package interop

// Depots go from each implementation to the others and back. The schema is depot.fbs; flatc made
// the package goods from it, and varvel the package store:
//
//	flatc --go --gen-object-api --go-module-name example.invalid/varvel/interop/go depot.fbs && gofmt -w goods

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"

	varvel "example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"

	"example.invalid/varvel/interop/go/goods"
	"example.invalid/varvel/interop/go/store"
)

// depots are documents with each kind of field, at its bounds.
var depots = []string{
	`{"name":""}`,
	`{"name":"d","wares":[{"id":-9223372036854775808,"name":"least"},{"id":-1,"price":-0.0,"weight":0.1,"colour":"Red","left":0,"small":-128,"wide":0,"here":false},` +
		`{"id":0,"limit":0,"ratio":0.0,"maybe":false,"best":"Red"},{"id":7,"limit":-32768,"ratio":1e-40,"maybe":true,"best":200}]}`,
	`{"name":"d","boxes":[{"id":4294967295,"low":{"x":1.5,"y":-2.25},"high":{"x":0.0,"y":5e-324},"full":true,"colour":"Blue"},` +
		`{"id":0,"low":{"x":0.0,"y":0.0},"high":{"x":3.4028235e38,"y":0.1},"full":false,"colour":9}],` +
		`"main":{"id":1,"low":{"x":2.0,"y":3.0},"high":{"x":4.0,"y":5.0},"full":true,"colour":"Green"}}`,
	`{"name":"d","holder_type":"Worker","holder":{"name":"w","skill":"Lift Read","years":0}}`,
	`{"name":"d","holder_type":"Robot","holder":{"number":18446744073709551615,"place":{"x":1.0,"y":2.0}}}`,
	`{"name":"ä€😀","words":["","a","\u0001\"\\","ä€😀"],"bytes":[0,255],"signed":[-128,127],"flags":[true,false],` +
		`"numbers":[0,18446744073709551615],"floats":[-0.5,1.7976931348623157e308],"colours":["Red","Blue",77]}`,
	`{"name":"out","words":[],"bytes":[],"numbers":[],"inner":{"name":"in","wares":[{"id":1},{"id":2,"name":"two"}],"inner":{"name":"deep"}}}`,
	// google's builder for Go shares the vtable of the worker with the ware, which is larger.
	`{"name":"d","holder_type":"Worker","holder":{"name":"w"},"inner":{"name":"in","wares":[{"id":5}]}}`,
	`{"name":"d","nested":{"name":"in","floats":[1.0,2.0],"main":{"id":1,"low":{"x":0.0,"y":0.0},"high":{"x":0.0,"y":0.0},"full":false,"colour":"Red"}}}`,
}

// depotOf builds a depot of JSON.
func depotOf(t *testing.T, text string) []byte {
	t.Helper()
	b, err := store.BuildDepot([]byte(text), fbjson.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

// empty is a vector without elements, as a member.
var empty = regexp.MustCompile(`,"[a-z]+":\[\]`)

// asJSON verifies a depot, and returns it as JSON with all defaults, since others
// do not write scalars that equal theirs, and without empty vectors, since others
// make them of absent ones.
func asJSON(t *testing.T, b []byte) string {
	t.Helper()
	root, err := store.ReadDepotWith(b, varvel.Verify{Identified: true})
	if err != nil {
		t.Fatal(err)
	}
	text, err := root.AppendJSON(nil, fbjson.Options{Defaults: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(empty.ReplaceAll(text, nil))
}

func TestGoogleGoReadsAndWritesDepots(t *testing.T) {
	for _, text := range depots {
		b := depotOf(t, text)
		root, err := store.ReadDepot(b)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := root.Unpack().Marshal()
		if err != nil {
			t.Fatal(err)
		}
		want := asJSON(t, b)
		for what, made := range map[string][]byte{"of JSON": b, "of plain structs": packed} {
			builder := flatbuffers.NewBuilder(0)
			goods.FinishDepotBuffer(builder, goods.GetRootAsDepot(made, 0).UnPack().Pack(builder))
			if found := asJSON(t, builder.FinishedBytes()); found != want {
				t.Errorf("%s: by google/flatbuffers it is\n%s\nnot\n%s", what, found, want)
			}
		}
	}
}

// A field of a table that is found by its key was sorted by the other side.
func TestEachFindsWhatTheOtherSorted(t *testing.T) {
	text := `{"name":"d","wares":[{"id":5,"name":"five"},{"id":-7,"name":"less"},{"id":0,"name":"none"},{"id":900,"name":"most"}]}`
	b := depotOf(t, text)
	theirs := goods.GetRootAsDepot(b, 0)
	for id, name := range map[int64]string{5: "five", -7: "less", 0: "none", 900: "most"} {
		var ware goods.Ware
		if !theirs.WaresByKey(&ware, id) || string(ware.Name()) != name {
			t.Errorf("google/flatbuffers does not find %d", id)
		}
	}
	builder := flatbuffers.NewBuilder(0)
	names := []flatbuffers.UOffsetT{builder.CreateString("five"), builder.CreateString("less"), builder.CreateString("none")}
	var wares []flatbuffers.UOffsetT
	for i, id := range []int64{5, -7, 0} {
		goods.WareStart(builder)
		goods.WareAddId(builder, id)
		goods.WareAddName(builder, names[i])
		wares = append(wares, goods.WareEnd(builder))
	}
	sorted := builder.CreateVectorOfSortedTables(wares, goods.WareKeyCompare)
	name := builder.CreateString("d")
	goods.DepotStart(builder)
	goods.DepotAddName(builder, name)
	goods.DepotAddWares(builder, sorted)
	goods.FinishDepotBuffer(builder, goods.DepotEnd(builder))
	root, err := store.ReadDepot(builder.FinishedBytes())
	if err != nil {
		t.Fatal(err)
	}
	for id, name := range map[int64]string{5: "five", -7: "less", 0: "none"} {
		if ware, ok := store.FindWare(root.Wares(), id); !ok || ware.Name() != name {
			t.Errorf("%d is not found", id)
		}
	}
}

func TestFlatcReadsAndWritesDepots(t *testing.T) {
	if out, err := exec.Command("flatc", "--version").Output(); err != nil || !bytes.Contains(out, []byte(" 25.")) {
		t.Skip("skipped: no flatc of version 25")
	}
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	flatc := func(arguments ...string) {
		t.Helper()
		command := exec.Command("flatc", append([]string{"-o", folder}, arguments...)...)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", command, out)
		}
	}
	for _, text := range depots {
		b := depotOf(t, text)
		want := asJSON(t, b)
		keep(t, file("a.bin"), b)
		// flatc writes floats by few digits, unless they are short: its JSON is compared without.
		flatc("--json", "--strict-json", "--raw-binary", "depot.fbs", "--", file("a.bin"))
		printed, err := os.ReadFile(file("a.json"))
		if err != nil || !json.Valid(printed) {
			t.Fatalf("%s: flatc prints %s (%v)", text, printed, err)
		}
		depotOf(t, string(printed))
		written, err := store.Depot(varvel.UnverifiedRoot(b)).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		keep(t, file("b.json"), written)
		flatc("--binary", "depot.fbs", file("b.json"))
		made, err := os.ReadFile(file("b.bin"))
		if err != nil {
			t.Fatal(err)
		}
		if found := asJSON(t, made); found != want {
			t.Errorf("by flatc it is\n%s\nnot\n%s", found, want)
		}
	}
}

func keep(t *testing.T, name string, held []byte) {
	t.Helper()
	if err := os.WriteFile(name, held, 0o600); err != nil {
		t.Fatal(err)
	}
}

// again packs what it unpacked.
const again = `
import sys, os
import flatbuffers
sys.path.insert(0, sys.argv[1])
from goods.Depot import Depot, DepotT
for name in sorted(os.listdir(sys.argv[2])):
    if name.endswith(".bin"):
        with open(os.path.join(sys.argv[2], name), "rb") as file:
            plain = DepotT.InitFromObj(Depot.GetRootAs(file.read(), 0))
        builder = flatbuffers.Builder(0)
        builder.Finish(plain.Pack(builder), file_identifier=b"DEPO")
        with open(os.path.join(sys.argv[2], name + ".again"), "wb") as file:
            file.write(builder.Output())
`

func TestPythonReadsAndWritesDepots(t *testing.T) {
	code, folder := t.TempDir(), t.TempDir()
	// Without numpy the package cannot write vectors of bytes that are negative.
	if exec.Command("python3", "-c", "import flatbuffers, numpy").Run() != nil {
		t.Skip("skipped: no packages flatbuffers and numpy for python3")
	}
	if out, err := exec.Command("flatc", "--python", "--gen-object-api", "-o", code, "depot.fbs").CombinedOutput(); err != nil {
		t.Skipf("skipped: no flatc: %s", out)
	}
	name := func(i int) string { return filepath.Join(folder, string(rune('a'+i))+".bin") }
	for i, text := range depots {
		keep(t, name(i), depotOf(t, text))
	}
	if out, err := exec.Command("python3", "-c", again, code, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for i, text := range depots {
		held, err := os.ReadFile(name(i) + ".again")
		if err != nil {
			t.Fatal(err)
		}
		if found, want := asJSON(t, held), asJSON(t, depotOf(t, text)); found != want {
			t.Errorf("by Python it is\n%s\nnot\n%s", found, want)
		}
	}
}
