package flatbuffers_test

import (
	"bytes"
	"errors"
	"fmt"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/lamp"
)

// Package lamp is made by varvel gen go of this schema:
//
//	enum Size: byte { S, L }
//	table Lamp { name: string (required); watts: float; size: Size; tags: [string]; }
//	root_type Lamp;
//	file_identifier "LAMP";
func Example() {
	made, err := (&lamp.LampT{Name: "desk", Watts: 4.5, Size: lamp.SizeL}).Marshal()
	if err != nil {
		fmt.Println(err)
		return
	}
	read, err := lamp.ReadLamp(made)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(read.Name(), read.Watts(), read.Size(), read.Tags().Len())
	// Output: desk 4.5 L 0
}

func ExampleBuilder() {
	b := flatbuffers.NewBuilder(0)
	for _, name := range []string{"desk", "floor", "\xff"} {
		text := b.String(name)
		tags := b.Strings([]string{"oak", "old"})
		l := lamp.StartLamp(b)
		l.SetName(text)
		l.SetTags(tags)
		made, err := lamp.FinishLamp(b, l.Finish())
		if err != nil {
			fmt.Println(err)
			continue
		}
		read, err := lamp.ReadLamp(made)
		fmt.Println(read.Name(), read.Tags().Slice(), err)
	}
	// Output:
	// desk [oak old] <nil>
	// floor [oak old] <nil>
	// flatbuffers: invalid UTF-8: expected UTF-8, found "\xff"
}

func ExampleVerify() {
	made, err := (&lamp.LampT{Name: "desk"}).Marshal()
	if err != nil {
		fmt.Println(err)
		return
	}
	verify := flatbuffers.Verify{Identified: true, Limits: flatbuffers.Limits{Bytes: 1 << 20}}
	read, err := lamp.ReadLampWith(made, verify)
	fmt.Println(read.Name(), err)

	other := bytes.Replace(made, []byte("LAMP"), []byte("DESK"), 1)
	_, err = lamp.ReadLampWith(other, verify)
	fmt.Println(err)

	_, err = lamp.ReadLamp(made[:len(made)-4])
	fmt.Println(errors.Is(err, flatbuffers.UnexpectedEnd))
	// Output:
	// desk <nil>
	// flatbuffers: invalid buffer at byte 4: expected the file identifier "LAMP", found "DESK"
	// true
}
