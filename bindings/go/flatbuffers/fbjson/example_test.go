package fbjson_test

import (
	"errors"
	"fmt"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/lamp"
)

func ExampleOptions() {
	made, err := lamp.BuildLamp([]byte(`{name: 'desk', size: L, watts: 4.5}`), fbjson.Options{Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := lamp.Lamp(flatbuffers.UnverifiedRoot(made)).MarshalJSON()
	fmt.Println(string(text), err)

	given := []byte("{\n  \"watts\": 4.5\n}")
	_, err = lamp.BuildLamp(given, fbjson.Options{})
	var fault *flatbuffers.Error
	if errors.As(err, &fault) {
		line, column := fault.Position(given)
		fmt.Printf("%d:%d: %v\n", line, column, err)
	}
	// Output:
	// {"name":"desk","watts":4.5,"size":"L"} <nil>
	// 1:1: flatbuffers: missing member at byte 0 ($): expected a member "name" of Lamp, found an object without it
}
