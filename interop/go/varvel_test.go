package interop

// The side of Varvel: the same table, values and work.

import (
	"slices"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"

	varvel "example.invalid/varvel/bindings/go/flatbuffers"

	"example.invalid/varvel/interop/go/entity"
	"example.invalid/varvel/interop/go/objectbox"
)

func buildOurs(b *varvel.Builder, row *row) []byte {
	text := b.String(row.text)
	var bytes varvel.Ref[varvel.Scalars[int8]]
	if row.bytes != nil {
		bytes = varvel.NumberVector(b, row.bytes)
	}
	e := entity.StartEntity(b)
	e.SetNumber(row.number)
	e.SetFloat(row.float)
	e.SetText(text)
	e.SetBytes(bytes)
	out, err := entity.FinishEntity(b, e.Finish())
	if err != nil {
		panic(err)
	}
	return out
}

type ours struct {
	number int64
	float  float64
	text   string
	bytes  []int8
}

func readOurs(e entity.Entity, out *ours) {
	out.number = e.Number()
	out.float = e.Float()
	out.text = e.Text()
	out.bytes = e.Bytes().Slice()
}

var sinkOurs ours

func BenchmarkVarvelBuild(b *testing.B) {
	for _, kind := range kinds {
		all := table(kind.bytes)
		b.Run(kind.name, func(b *testing.B) {
			builder := varvel.NewBuilder(256)
			for i := 0; i < b.N; i++ {
				sinkBytes = buildOurs(builder, &all[i%rows])
			}
		})
	}
}

func BenchmarkVarvelRead(b *testing.B) {
	for _, kind := range kinds {
		var roots [rows]entity.Entity
		for i, row := range table(kind.bytes) {
			r, err := entity.ReadEntity(buildOurs(varvel.NewBuilder(256), &row))
			if err != nil {
				b.Fatal(err)
			}
			roots[i] = r
		}
		b.Run(kind.name, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				readOurs(roots[i%rows], &sinkOurs)
			}
		})
	}
}

func TestEachReadsWhatTheOtherBuilds(t *testing.T) {
	theirs, builder := flatbuffers.NewBuilder(256), varvel.NewBuilder(256)
	for _, kind := range kinds {
		for _, row := range table(kind.bytes) {
			same := func(number int64, float float64, text string, bytes []int8) bool {
				return number == row.number && float == row.float && text == row.text && slices.Equal(bytes, row.bytes)
			}
			var theirRead read
			readAll(objectbox.GetRootAsEntity(buildOurs(builder, &row), 0), &theirRead)
			if !same(theirRead.number, theirRead.float, string(theirRead.text), theirRead.bytes) {
				t.Errorf("%v is read as %v by them", row, theirRead)
			}
			root, err := entity.ReadEntity(build(theirs, &row))
			if err != nil {
				t.Fatal(err)
			}
			var ourRead ours
			if readOurs(root, &ourRead); !same(ourRead.number, ourRead.float, ourRead.text, ourRead.bytes) {
				t.Errorf("%v is read as %v by us", row, ourRead)
			}
		}
	}
}
