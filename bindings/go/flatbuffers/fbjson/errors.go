package fbjson

import (
	"slices"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/internal/paths"
	"example.invalid/varvel/bindings/go/internal/text"
)

// steps are the steps of the path to what is wrong, the innermost first. They grow
// while an error is returned.
type steps struct{ steps []string }

// inside notes a step around an error that is being returned.
func (s *steps) inside(err *flatbuffers.Error, step string) *flatbuffers.Error {
	s.steps = append(s.steps, step)
	return err
}

// rooted gives an error the path of the steps.
func (s *steps) rooted(err *flatbuffers.Error) *flatbuffers.Error {
	slices.Reverse(s.steps)
	err.Path = paths.Text(s.steps)
	return err
}

// located gives an error about the text of a document the path to its place, and
// one about the value there the path of the steps.
func (s *steps) located(err *flatbuffers.Error, json []byte) *flatbuffers.Error {
	at := err.Offset
	switch err.Kind {
	case flatbuffers.TrailingData, flatbuffers.InvalidNumber, flatbuffers.NumberOutOfRange, flatbuffers.DepthLimit:
		at = text.BehindKey(json, at)
	case flatbuffers.Syntax, flatbuffers.UnexpectedEnd, flatbuffers.ControlCharacter, flatbuffers.InvalidEscape,
		flatbuffers.LoneSurrogate, flatbuffers.InvalidUTF8:
		// These may be inside of a string, where a quote does not begin a key.
	default:
		return s.rooted(err)
	}
	err.Path = paths.Text(text.PathAt(json, at))
	return err
}

// refused is the error of what a caller must not ask for.
func refused(expected string) *flatbuffers.Error {
	return &flatbuffers.Error{Kind: flatbuffers.Refused, Offset: -1, Expected: expected}
}
