// Package interop holds Varvel's package for FlatBuffers against google/flatbuffers: each reads
// what the other builds, and the benchmarks do the same work, which `cargo xtask bench go` runs.
// It is a module of its own, so that Varvel's module depends on nothing.
//
// This file is the side of google/flatbuffers. flatc makes the package objectbox from
// bench/schemas/objectbox.fbs, and varvel makes the package entity from it.
package interop

import (
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"

	"example.invalid/varvel/interop/go/objectbox"
)

type row struct {
	number int64
	float  float64
	text   string
	bytes  []int8
}

// The values rotate: 64 rows of the same fields.
const rows = 64

func table(bytes bool) []row {
	all := make([]row, rows)
	for i := range all {
		all[i] = row{number: 1 + int64(i), float: 4.2 + float64(i), text: "Foo"}
		if bytes {
			all[i].bytes = []int8{1, 2, 3, 4, 5, 6}
		}
	}
	return all
}

func build(builder *flatbuffers.Builder, row *row) []byte {
	builder.Reset()
	text := builder.CreateString(row.text)
	var bytes flatbuffers.UOffsetT
	if row.bytes != nil {
		objectbox.EntityStartBytesVector(builder, len(row.bytes))
		for i := len(row.bytes) - 1; i >= 0; i-- {
			builder.PrependInt8(row.bytes[i])
		}
		bytes = builder.EndVector(len(row.bytes))
	}
	objectbox.EntityStart(builder)
	objectbox.EntityAddNumber(builder, row.number)
	objectbox.EntityAddFloat(builder, row.float)
	objectbox.EntityAddText(builder, text)
	if bytes != 0 {
		objectbox.EntityAddBytes(builder, bytes)
	}
	builder.Finish(objectbox.EntityEnd(builder))
	return builder.FinishedBytes()
}

// The text stays in the buffer, as in the other languages.
type read struct {
	number int64
	float  float64
	text   []byte
	bytes  []int8
}

func readAll(entity *objectbox.Entity, out *read) {
	out.number = entity.Number()
	out.float = entity.Float()
	out.text = entity.Text()
	out.bytes = nil
	if n := entity.BytesLength(); n > 0 {
		bytes := make([]int8, n)
		for i := range bytes {
			bytes[i] = entity.Bytes(i)
		}
		out.bytes = bytes
	}
}

var kinds = []struct {
	name  string
	bytes bool
}{{"with_bytes", true}, {"without_bytes", false}}

func TestWhatIsBuiltIsRead(t *testing.T) {
	builder := flatbuffers.NewBuilder(256)
	for _, kind := range kinds {
		for _, row := range table(kind.bytes) {
			var got read
			readAll(objectbox.GetRootAsEntity(build(builder, &row), 0), &got)
			same := got.number == row.number && got.float == row.float && string(got.text) == row.text
			for i, byte := range row.bytes {
				same = same && got.bytes[i] == byte
			}
			if !same || len(got.bytes) != len(row.bytes) {
				t.Fatalf("%v is read as %v", row, got)
			}
		}
	}
}

// Results go here, so that no work is optimised away.
var (
	sinkBytes []byte
	sinkRead  read
)

func BenchmarkBuild(b *testing.B) {
	for _, kind := range kinds {
		all := table(kind.bytes)
		b.Run(kind.name, func(b *testing.B) {
			builder := flatbuffers.NewBuilder(256)
			for i := 0; i < b.N; i++ {
				sinkBytes = build(builder, &all[i%rows])
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, kind := range kinds {
		var all [rows]*objectbox.Entity
		for i, row := range table(kind.bytes) {
			bytes := build(flatbuffers.NewBuilder(256), &row)
			all[i] = objectbox.GetRootAsEntity(bytes, 0)
		}
		b.Run(kind.name, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				readAll(all[i%rows], &sinkRead)
			}
		})
	}
}
