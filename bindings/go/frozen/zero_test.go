package frozen

import (
	"reflect"
	"testing"
)

// A program may have a document or a node that nobody set.
func TestZeroValuesDoNotPanic(t *testing.T) {
	var none *Document
	for _, document := range []*Document{{}, none} {
		if root := document.Root(); root.Kind() != (Node{}).Kind() || root.Len() != 0 || root.Path() != "" {
			t.Errorf("the root is %v", root)
		}
		if _, err := document.Root().Get("a").Str(); err == nil {
			t.Error("no error")
		}
		if len(document.Bytes()) != 0 {
			t.Error("there are bytes")
		}
		if _, ok := document.Checksum(); ok {
			t.Error("there is a checksum")
		}
	}
	// Each method without parameters.
	for _, zero := range []any{Node{}, &Document{}, none, &Stream{}, &StreamReader{}, Key{}, &Error{}} {
		value := reflect.ValueOf(zero)
		for i := range value.NumMethod() {
			if method := value.Method(i); method.Type().NumIn() == 0 {
				method.Call(nil)
			}
		}
	}
	var zero Node
	var stream Stream
	for range stream.Records() {
	}
	_, _ = stream.Record(0)
	_, _ = stream.Segment(0)
	for range zero.Items() {
	}
	for range zero.Members() {
	}
	for range zero.Pairs() {
	}
	for range zero.Column(NewKey("a")) {
	}
	_, _ = zero.MemberAt(0)
	_, _ = zero.Find("a[0]")
	_, _ = zero.Pointer("/a")
	_ = zero.At(0).GetInt(1).GetKey(NewKey("a"))
	_ = zero.Equal(zero)
}
