package text

import (
	"strings"
	"testing"
)

// TestFaultsHaveTheirPlaces reads one token of each text.
func TestFaultsHaveTheirPlaces(t *testing.T) {
	for text, want := range map[string]Fault{
		``:                        {Kind: CutValue, At: 0},
		` `:                       {Kind: CutValue, At: 1},
		` nul`:                    {Kind: CutWord, At: 4},
		`nullx`:                   {Kind: NoValue, At: 0},
		` ?`:                      {Kind: NoValue, At: 1},
		`01`:                      {Kind: LeadingZero, At: 0},
		`-`:                       {Kind: CutNumber, At: 1},
		`1.`:                      {Kind: CutNumber, At: 2},
		`1.x`:                     {Kind: NoDigit, At: 2},
		`1e+`:                     {Kind: CutNumber, At: 3},
		`"abcdefgh`:               {Kind: CutString, At: 9},
		`"a\`:                     {Kind: CutEscape, At: 3},
		`"a\u12`:                  {Kind: CutEscape, At: 6},
		`"a\x"`:                   {Kind: UnknownEscape, At: 2},
		`"a\u12g4"`:               {Kind: NoHexDigit, At: 6},
		`"a\ud800"`:               {Kind: LoneSurrogate, At: 2},
		"\"abcdefgh\x1f\"":        {Kind: Control, At: 9},
		"\"abcdefgh\xff\"":        {Kind: NotUTF8, At: 9},
		"\"\\n\xc3\xa9\xc3\"":     {Kind: NotUTF8, At: 5},
		"\"\xff\x01\"":            {Kind: Control, At: 2},
		"\"" + long + "\\n\xff\"": {Kind: NotUTF8, At: 1 + len(long) + 2},
	} {
		l := Lexer{Text: []byte(text)}
		var fault *Fault
		switch c := l.Peek(); {
		case c == '"':
			_, fault = l.String()
		case c == '-' || IsDigit(c):
			_, fault = l.Number()
		default:
			fault = l.NoValue()
		}
		if fault == nil || *fault != want {
			t.Errorf("%q: %v, want %v", text, fault, want)
		}
	}
}

var long = strings.Repeat("é", 20)

func TestTokensAreReadOneByOne(t *testing.T) {
	l := Lexer{Text: []byte(" null-1.5e3\n\"a\\u00e9\\\"" + long + "\" \"\" false true,")}
	if l.Peek(); !l.Take("null") || l.Take("true") {
		t.Error("no null")
	}
	if number, fault := l.Number(); string(number) != "-1.5e3" || fault != nil {
		t.Errorf("%q %v", number, fault)
	}
	for _, want := range []string{"aé\"" + long, ""} {
		l.Peek()
		if content, fault := l.String(); string(content) != want || fault != nil {
			t.Errorf("%q %v", content, fault)
		}
	}
	for _, word := range []string{"false", "true"} {
		if l.Peek(); !l.Take(word) {
			t.Error("no", word)
		}
	}
	if c := l.Peek(); c != ',' || l.At != len(l.Text)-1 {
		t.Errorf("%q at %d", c, l.At)
	}
}

func TestTheLayoutOfJSON(t *testing.T) {
	for _, want := range []struct {
		w    Writer
		text string
	}{
		{Writer{}, `{"a":[1,2],"b":[]}`},
		{Writer{Spaced: true}, `{"a": [1, 2], "b": []}`},
		{Writer{Indent: "  "}, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": []\n}"},
	} {
		w := want.w
		key := func(first bool, name string) {
			w.Next(first)
			w.To = AppendString(w.To, name)
			w.Colon()
		}
		w.Open('{')
		key(true, "a")
		w.Open('[')
		for at, digit := range []byte("12") {
			w.Next(at == 0)
			w.To = append(w.To, digit)
		}
		w.Close(']', false)
		key(false, "b")
		w.Open('[')
		w.Close(']', true)
		w.Close('}', false)
		if string(w.To) != want.text {
			t.Errorf("%s, want %s", w.To, want.text)
		}
	}
}
