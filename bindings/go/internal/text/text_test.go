package text

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestFloat64(t *testing.T) {
	for want, v := range map[string]float64{
		"0.0":                     0,
		"-0.0":                    math.Copysign(0, -1),
		"1.0":                     1,
		"-1.5":                    -1.5,
		"100.0":                   100,
		"0.1":                     0.1,
		"0.00001":                 1e-5,
		"0.000012":                1.2e-5,
		"9.9e-6":                  9.9e-6,
		"1.5e-7":                  1.5e-7,
		"123456789012345.0":       123456789012345,
		"1234567890123456.0":      1234567890123456,
		"9999999999999998.0":      9999999999999998,
		"1e16":                    1e16,
		"1.2e16":                  1.2e16,
		"5e-324":                  math.SmallestNonzeroFloat64,
		"2.2250738585072014e-308": 2.2250738585072014e-308,
		"1.7976931348623157e308":  math.MaxFloat64,
		"9.007199254740994e22":    9.007199254740993e22,
		"123456.789":              123456.789,
		"null":                    math.Inf(-1),
	} {
		if got := string(AppendFloat64(nil, v)); got != want {
			t.Errorf("%g: got %s, want %s", v, got, want)
		}
	}
	if got := string(AppendFloat64([]byte("["), math.NaN())); got != "[null" {
		t.Errorf("NaN: got %s", got)
	}
}

func TestFloat32(t *testing.T) {
	for want, v := range map[string]float32{
		"0.1":           0.1,
		"16777216.0":    1 << 24,
		"1e-45":         math.SmallestNonzeroFloat32,
		"3.4028235e38":  math.MaxFloat32,
		"1.1754944e-38": 0x1p-126,
		"-999.999":      -999.999,
		"0.00001":       1e-5,
		"1e16":          1e16,
		"0.001":         0.001,
		// As near as 0.00024414063, but even.
		"0.00024414062":  0x1p-12,
		"-0.00024414062": -0x1p-12,
	} {
		if got := string(AppendFloat32(nil, v)); got != want {
			t.Errorf("%g: got %s, want %s", v, got, want)
		}
	}
}

func TestFloatsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		v := math.Float64frombits(random.Uint64())
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		text := string(AppendFloat64(nil, v))
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != v || !json.Valid([]byte(text)) {
			t.Fatalf("%g is written as %s", v, text)
		}
		short := math.Float32frombits(uint32(random.Uint64()))
		if short != short || math.IsInf(float64(short), 0) {
			continue
		}
		text = string(AppendFloat32(nil, short))
		if back, err := strconv.ParseFloat(text, 32); err != nil || float32(back) != short || !json.Valid([]byte(text)) {
			t.Fatalf("%g is written as %s", short, text)
		}
	}
}

func TestString(t *testing.T) {
	const in = "a\"\\\b\f\n\r\t\x00\x1f\x7f/<é\U0001F600\u2028"
	const want = `"a\"\\\b\f\n\r\t\u0000\u001f` + "\x7f/<é\U0001F600\u2028" + `"`
	if got := string(AppendString([]byte("x"), in)); got != "x"+want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(AppendString(nil, []byte(in))); got != want {
		t.Errorf("of bytes: got %s, want %s", got, want)
	}
	if got := string(AppendString(nil, "")); got != `""` {
		t.Errorf("got %s", got)
	}
}

func TestEachByteAtEachPlace(t *testing.T) {
	for b := range 256 {
		for place := range 20 {
			in := []byte("abcdefghij!\x7f#[]^\xc3\xa9xyz")
			in[place] = byte(b)
			var want []byte
			for _, c := range in {
				quoted := AppendString(nil, string(c))
				if c >= 0x80 {
					quoted = []byte{'"', c, '"'}
				}
				want = append(want, quoted[1:len(quoted)-1]...)
			}
			if got := string(AppendString(nil, in)); got != `"`+string(want)+`"` {
				t.Errorf("byte %#x at %d: got %s", b, place, got)
			}
		}
	}
}

func TestNumberTexts(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0": true, "1.5": true, "1e5": true, "1E+5": true, "-1.0e-10": true, "": false, "-": false,
		"01": false, "1.": false, ".5": false, "1e": false, "1e+": false, "+1": false, "1x": false,
	} {
		if IsNumber([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"18446744073709551616": true, "18446744073709551615": false, "-9223372036854775809": true,
		"-9223372036854775808": false, "028446744073709551616": false, "1844674407370955161x": false,
		"100000000000000000000": true, "-": false, "": false,
	} {
		if IsBig([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	dst := make([]byte, 0, 64)
	allocs := testing.AllocsPerRun(100, func() {
		dst = AppendString(AppendFloat64(AppendFloat32(dst[:0], 0.1), 1.5e-7), "text\n")
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkFloat64(b *testing.B) {
	var dst []byte
	for i := range b.N {
		dst = AppendFloat64(dst[:0], float64(i)*1.1)
	}
}
