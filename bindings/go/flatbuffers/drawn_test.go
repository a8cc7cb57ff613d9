package flatbuffers_test

import (
	"bufio"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/keys"
	"example.invalid/varvel/bindings/go/flatbuffers/internal/zoo"
)

// The tests in this file draw calls of all that builds buffers: any function with
// any arguments, in any order, whatever it returned before. Parts go to other
// builders and later buffers, and builders of tables are kept after their Finish.
// Nothing panics, and what is finished without an error is a buffer that its
// reader takes.
//
// VARVEL_MUTANTS is the number of sequences of each kind, VARVEL_FIRST_MUTANT the
// number of the first one. Files in the folder VARVEL_DRAWN_OUT have the finished
// buffers then, for another reader: the number of the schema and the object, 16 bits
// each, and the size, 32 bits, before each one.

// env returns a number from the environment.
func env(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(name, err)
	}
	return number
}

// draws are sequences of calls.
type draws struct {
	t   *testing.T
	out *bufio.Writer
	// calls are the functions to call.
	calls []function
	// counts are the numbers of calls by what they build.
	counts map[string]int
	// given are values that are there before the first call.
	given []reflect.Value
	// readers are the readers of the buffers of a root, by the type of the root.
	readers map[reflect.Type]reader

	*rand.Rand
	number           uint64
	builders         []*flatbuffers.Builder
	pool             map[reflect.Type][]reflect.Value
	depth            int
	finished, failed int
}

// function is a function to call, and what it builds.
type function struct {
	kind string
	reflect.Value
}

// reader is the root of a schema, and the function that reads it.
type reader struct {
	schema, object uint16
	read           func(b []byte) error
}

// run draws so many sequences of each kind, and says how many there were.
func (d *draws) run(first, count uint64) {
	defer func() {
		if fault := recover(); fault != nil {
			d.t.Errorf("sequence %d panics", d.number)
			panic(fault)
		}
	}()
	for d.number = first; d.number < first+count; d.number++ {
		d.Rand = rand.New(rand.NewPCG(d.number, 0x9E3779B97F4A7C15))
		d.depth = 0
		d.pool = map[reflect.Type][]reflect.Value{}
		d.builders = nil
		for range 1 + d.IntN(12)/10 {
			b := flatbuffers.NewBuilder(d.IntN(3) * 100)
			if d.IntN(4) == 0 {
				b = new(flatbuffers.Builder)
			}
			b.ForceDefaults = d.IntN(4) == 0
			d.builders = append(d.builders, b)
		}
		for _, value := range d.given {
			d.keep(value)
		}
		for range 2 + d.IntN(40) {
			d.call(d.calls[d.IntN(len(d.calls))])
			d.recover()
		}
	}
	d.t.Logf("%d sequences, %d buffers finished, %d refused; calls of %v", count, d.finished, d.failed, d.counts)
	if count >= 1_000 && (d.finished < int(count/100) || d.failed < int(count/100)) {
		d.t.Error("too few of one kind")
	}
}

// call calls a function, and keeps what it returns. Methods of a builder that it
// returns are called, too.
func (d *draws) call(function function) {
	d.counts[function.kind]++
	of := function.Type()
	if len(d.pool[textType]) == 0 && d.depth == 0 && d.IntN(8) != 0 {
		d.depth++
		d.call(d.calls[0])
		d.depth--
	}
	arguments := make([]reflect.Value, of.NumIn())
	for index := range arguments {
		arguments[index] = d.value(of.In(index))
	}
	results := function.Call(arguments)
	if len(results) == 2 && of.Out(1).Name() == "error" {
		d.finish(of, results)
		return
	}
	for _, result := range results {
		d.keep(result)
		if result.Kind() == reflect.Pointer && strings.HasSuffix(result.Type().Elem().Name(), "Builder") {
			d.table(result)
		}
	}
}

// table calls methods of the builder of a table, mostly its Finish at the end. The
// first one sets a name, which may be required.
func (d *draws) table(builder reflect.Value) {
	if method := builder.MethodByName("SetName"); method.IsValid() && d.IntN(8) != 0 {
		d.call(function{"builders of tables", method})
	}
	for range d.IntN(6) {
		if method := d.IntN(builder.NumMethod()); builder.Type().Method(method).Name != "Finish" || d.IntN(8) == 0 {
			d.call(function{"builders of tables", builder.Method(method)})
		}
	}
	if d.IntN(16) != 0 {
		d.call(function{"builders of tables", builder.MethodByName("Finish")})
	}
}

// recover makes builders ready for the next buffer after an error, mostly.
func (d *draws) recover() {
	for _, b := range d.builders {
		if b.Err() != nil && d.IntN(4) != 0 {
			d.failed++
			b.Reset()
			d.forget()
		}
	}
}

// forget forgets the parts that have been built, mostly.
func (d *draws) forget() {
	if d.IntN(40) == 0 {
		return
	}
	for of := range d.pool {
		if name := of.Name(); strings.HasPrefix(name, "Ref[") || strings.HasPrefix(name, "Union") && strings.Contains(name, "Ref[") {
			delete(d.pool, of)
		}
	}
}

// finish takes a buffer, or the error that there is instead.
func (d *draws) finish(of reflect.Type, results []reflect.Value) {
	if !results[1].IsNil() {
		d.failed++
		return
	}
	d.finished++
	d.forget()
	b := results[0].Bytes()
	root := of.In(of.NumIn() - 1)
	for index := range of.NumIn() {
		if strings.HasPrefix(of.In(index).Name(), "Ref[") {
			root = of.In(index)
		}
	}
	reader := d.readers[root]
	if err := reader.read(b); err != nil {
		d.t.Fatalf("sequence %d finished a buffer of %s that its reader refuses: %v\n%.1000x", d.number, root, err, b)
	}
	d.write(reader.schema, reader.object, b)
	// The bytes of the buffer: lent by the builder until its next part, or a copy.
	if d.IntN(2) == 0 {
		b = append([]byte(nil), b...)
	}
	d.keep(reflect.ValueOf(b))
}

// write writes a finished buffer for another reader.
func (d *draws) write(schema, object uint16, b []byte) {
	if d.out == nil {
		return
	}
	var head [8]byte
	binary.LittleEndian.PutUint16(head[:], schema)
	binary.LittleEndian.PutUint16(head[2:], object)
	binary.LittleEndian.PutUint32(head[4:], uint32(len(b)))
	_, _ = d.out.Write(head[:])
	_, _ = d.out.Write(b)
}

// keep keeps a value for later calls.
func (d *draws) keep(value reflect.Value) {
	all := d.pool[value.Type()]
	if len(all) < 8 {
		d.pool[value.Type()] = append(all, value)
	} else {
		all[d.IntN(len(all))] = value
	}
}

var (
	builderType = reflect.TypeFor[*flatbuffers.Builder]()
	textType    = reflect.TypeFor[flatbuffers.Ref[string]]()
)

// value draws a value of a type.
func (d *draws) value(of reflect.Type) reflect.Value {
	if of == builderType {
		return reflect.ValueOf(d.builders[d.IntN(len(d.builders))])
	}
	if kept := d.pool[of]; len(kept) != 0 && d.IntN(8) != 0 {
		return kept[d.IntN(len(kept))]
	}
	value := reflect.New(of).Elem()
	d.depth++
	d.fill(value)
	d.depth--
	return value
}

// texts are drawn; the last two are no UTF-8.
var texts = []string{"", "a", "orc", "a text that is longer than thirty-two bytes, by some", "ü€😀", "a\x00", strings.Repeat("x", 300), "\xff", "\xed\xa0\x80"}

// fill fills a value.
func (d *draws) fill(value reflect.Value) {
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(d.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value.SetInt(d.integer())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		value.SetUint(uint64(d.integer()))
	case reflect.Float32, reflect.Float64:
		value.SetFloat([]float64{0, 1.5, -0.1, math.NaN(), math.Inf(-1), float64(d.Uint32())}[d.IntN(6)])
	case reflect.String:
		value.SetString(texts[d.IntN(len(texts)-2+2*(d.IntN(20)/19))])
	case reflect.Slice:
		if d.IntN(4) != 0 {
			length := d.IntN(5) >> min(d.depth/3, 3)
			if of := value.Type().Elem(); strings.Contains(of.Name(), "Ref[") && len(d.pool[of]) == 0 && d.IntN(8) != 0 {
				length = 0
			}
			if d.IntN(200) == 0 {
				length = d.IntN(300)
			}
			value.Set(reflect.MakeSlice(value.Type(), length, length))
			for index := range length {
				d.part(value.Index(index))
			}
		}
	case reflect.Array:
		for index := range value.Len() {
			d.part(value.Index(index))
		}
	case reflect.Struct:
		if value.Type() == reflect.TypeFor[zoo.AnyT]() && d.IntN(8) != 0 {
			d.union(value)
			return
		}
		for index := range value.NumField() {
			if field := value.Field(index); field.CanSet() {
				d.part(field)
			}
		}
	case reflect.Pointer:
		if d.depth < 6 && d.IntN(4) != 0 {
			value.Set(reflect.New(value.Type().Elem()))
			d.part(value.Elem())
		}
	case reflect.Interface:
		d.any(value)
	case reflect.Func:
		value.Set(d.callback(value.Type()))
	}
}

func (d *draws) part(value reflect.Value) { value.Set(d.value(value.Type())) }

// integer draws a number, often a small one.
func (d *draws) integer() int64 {
	if d.IntN(3) == 0 {
		return int64(d.Uint64() >> d.IntN(64))
	}
	return int64(d.IntN(8)) - 1
}

// union draws a union whose value fits its tag.
func (d *draws) union(value reflect.Value) {
	types := []reflect.Type{nil, reflect.TypeFor[*zoo.NamedT](), reflect.TypeFor[*zoo.PointT](), reflect.TypeFor[string](), reflect.TypeFor[*zoo.NumberedT]()}
	tag := d.IntN(len(types))
	value.Field(0).SetUint(uint64(tag))
	if tag != 0 {
		part := d.value(types[tag])
		if part.Kind() == reflect.Pointer && part.IsNil() {
			part = reflect.New(types[tag].Elem())
		}
		value.Field(1).Set(part)
	}
}

// any draws the value of a union.
func (d *draws) any(value reflect.Value) {
	types := []reflect.Type{
		reflect.TypeFor[*zoo.NamedT](), reflect.TypeFor[*zoo.PointT](), reflect.TypeFor[*zoo.NumberedT](),
		reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[zoo.NamedT](), nil,
	}
	if of := types[d.IntN(len(types))]; of != nil {
		value.Set(d.value(of))
	}
}

// callback draws a function, which returns drawn values. It calls functions of the
// builder before.
func (d *draws) callback(of reflect.Type) reflect.Value {
	return reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value {
		if d.depth < 4 && d.IntN(2) == 0 {
			d.depth += 2
			d.call(d.calls[d.IntN(len(d.calls))])
			d.depth -= 2
		}
		var results []reflect.Value
		for index := range of.NumOut() {
			results = append(results, d.value(of.Out(index)))
		}
		return results
	})
}

// start returns sequences, and the number of the first one and of all.
func start(t *testing.T) (d *draws, first, count uint64) {
	t.Helper()
	d = &draws{t: t, readers: map[reflect.Type]reader{}, counts: map[string]int{}}
	first, count = env(t, "VARVEL_FIRST_MUTANT", 0), env(t, "VARVEL_MUTANTS", 5_000)
	if folder := os.Getenv("VARVEL_DRAWN_OUT"); folder != "" {
		file, err := os.Create(filepath.Join(folder, t.Name()))
		if err != nil {
			t.Fatal(err)
		}
		d.out = bufio.NewWriter(file)
		t.Cleanup(func() {
			if err := d.out.Flush(); err != nil {
				t.Error(err)
			}
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return d, first, count
}

func (d *draws) add(kind string, functions ...any) {
	for _, of := range functions {
		d.calls = append(d.calls, function{kind, reflect.ValueOf(of)})
	}
}

// root adds the functions of a table that may be a root.
func root[T flatbuffers.TableOf, P any](d *draws, number uint16, schema *flatbuffers.Schema, read func([]byte) (T, error), start any, finish func(*flatbuffers.Builder, flatbuffers.Ref[T]) ([]byte, error), clone func(*flatbuffers.Builder, T) flatbuffers.Ref[T], pack func(P, *flatbuffers.Builder) flatbuffers.Ref[T]) {
	name := reflect.TypeFor[T]().Name()
	object := slices.IndexFunc(schema.Objects, func(o flatbuffers.Object) bool { return o.Name[strings.LastIndexByte(o.Name, '.')+1:] == name })
	d.readers[reflect.TypeFor[flatbuffers.Ref[T]]()] = reader{number, uint16(object), func(b []byte) error {
		_, err := read(b)
		return err
	}}
	d.add("builders of tables", start, start, start)
	d.add("buffers", finish, finish)
	d.add("clones", clone, flatbuffers.CloneTables[T])
	d.add("plain structs", pack, pack)
	d.add("vectors", flatbuffers.TableVector[T])
}

// zooCalls are all functions of the code for the schema of the zoo.
func zooCalls(t *testing.T, d *draws) {
	t.Helper()
	root(d, 0, &zoo.Schema, zoo.ReadScalars, zoo.StartScalars, zoo.FinishScalars, zoo.CloneScalars, (*zoo.ScalarsT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadOptions, zoo.StartOptions, zoo.FinishOptions, zoo.CloneOptions, (*zoo.OptionsT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadVectors, zoo.StartVectors, zoo.FinishVectors, zoo.CloneVectors, (*zoo.VectorsT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadNamed, zoo.StartNamed, zoo.FinishNamed, zoo.CloneNamed, (*zoo.NamedT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadNumbered, zoo.StartNumbered, zoo.FinishNumbered, zoo.CloneNumbered, (*zoo.NumberedT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadKeyed, zoo.StartKeyed, zoo.FinishKeyed, zoo.CloneKeyed, (*zoo.KeyedT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadUnions, zoo.StartUnions, zoo.FinishUnions, zoo.CloneUnions, (*zoo.UnionsT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadLong, zoo.StartLong, zoo.FinishLong, zoo.CloneLong, (*zoo.LongT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadInner, zoo.StartInner, zoo.FinishInner, zoo.CloneInner, (*zoo.InnerT).Pack)
	root(d, 0, &zoo.Schema, zoo.ReadZoo, zoo.StartZoo, zoo.FinishZoo, zoo.CloneZoo, (*zoo.ZooT).Pack)
	d.add("vectors", zoo.SortNamed, zoo.SortNumbered, zoo.NewPointVector, zoo.NewBlockVector, zoo.NewLabelVector, zoo.NewSlotVector, zoo.NewTagVector)
	d.add("clones", zoo.CloneAny, zoo.ClonePointVector, zoo.CloneSlotVector, zoo.CloneLabelVector, zoo.CloneBlockVector, zoo.CloneTagVector)
	d.add("unions", zoo.NewAnyNamed, zoo.NewAnyOther, zoo.NewAnyPoint, zoo.NewAnyWord, zoo.AnyT.Pack,
		func(b *flatbuffers.Builder, refs []flatbuffers.UnionRef[zoo.AnyValue]) flatbuffers.UnionVectorRef[zoo.AnyValue] {
			return flatbuffers.UnionVector(b, flatbuffers.KindUint8, refs)
		})
	for _, line := range lines(t, "zoo.ndjson") {
		b, err := zoo.BuildZoo(line, fbjson.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.given = append(d.given, partsOf(reflect.ValueOf(zoo.Zoo(flatbuffers.UnverifiedRoot(b))), nil)...)
	}
}

// partsOf returns a table in place with all parts that its methods return.
func partsOf(table reflect.Value, all []reflect.Value) []reflect.Value {
	all = append(all, table)
	for index := range table.NumMethod() {
		method := table.Method(index)
		of := method.Type()
		if of.NumIn() != 0 || of.NumOut() == 0 || of.NumOut() == 2 && of.Out(1).Kind() != reflect.Bool {
			continue
		}
		results := method.Call(nil)
		if of.NumOut() == 2 && !results[1].Bool() {
			continue
		}
		switch part := results[0]; {
		case part.Kind() != reflect.Struct:
		case part.Type().ConvertibleTo(reflect.TypeFor[flatbuffers.Table]()):
			all = partsOf(part, all)
		default:
			all = append(all, part)
		}
	}
	return all
}

// commonCalls are the functions of this package for all schemas.
func commonCalls(d *draws) {
	type builder = flatbuffers.Builder
	d.add("strings", (*builder).String, (*builder).SharedString)
	d.add("vectors", (*builder).Bytes, (*builder).Strings, (*builder).SharedStrings, flatbuffers.StringVector, flatbuffers.BoolVector,
		flatbuffers.NumberVector[int8], flatbuffers.NumberVector[uint8], flatbuffers.NumberVector[int16], flatbuffers.NumberVector[uint32],
		flatbuffers.NumberVector[int64], flatbuffers.NumberVector[uint64], flatbuffers.NumberVector[float32], flatbuffers.NumberVector[float64],
		flatbuffers.NumberVector[zoo.Size], flatbuffers.NumberVector[zoo.Trait],
		func(b *builder, values []byte, options flatbuffers.VectorOptions) flatbuffers.Ref[[]byte] {
			return b.BytesWith(values, options)
		},
		flatbuffers.NumberVectorWith[float64], flatbuffers.BoolVectorWith)
	d.add("clones", flatbuffers.CloneStrings, flatbuffers.CloneNumbers[float64], flatbuffers.CloneNumbers[uint8])
	// Seldom, since they end what is being built.
	seldom := func(call func(*builder)) func(*builder) {
		return func(b *builder) {
			if d.IntN(8) == 0 {
				call(b)
			}
		}
	}
	d.add("buffers", seldom((*builder).Reset), func(b *builder) { b.Depth = d.IntN(6) * d.IntN(2) })
}

func TestDrawnCallsOfTheZoo(t *testing.T) {
	t.Parallel()
	d, first, count := start(t)
	commonCalls(d)
	zooCalls(t, d)
	d.run(first, count)
}

// keysCalls are all functions of the code for the schema of keys.
func keysCalls(t *testing.T, d *draws) {
	t.Helper()
	root(d, 1, &keys.Schema, keys.ReadNamed, keys.StartNamed, keys.FinishNamed, keys.CloneNamed, (*keys.NamedT).Pack)
	root(d, 1, &keys.Schema, keys.ReadSwitched, keys.StartSwitched, keys.FinishSwitched, keys.CloneSwitched, (*keys.SwitchedT).Pack)
	root(d, 1, &keys.Schema, keys.ReadShifted, keys.StartShifted, keys.FinishShifted, keys.CloneShifted, (*keys.ShiftedT).Pack)
	root(d, 1, &keys.Schema, keys.ReadRanked, keys.StartRanked, keys.FinishRanked, keys.CloneRanked, (*keys.RankedT).Pack)
	root(d, 1, &keys.Schema, keys.ReadHeld, keys.StartHeld, keys.FinishHeld, keys.CloneHeld, (*keys.HeldT).Pack)
	root(d, 1, &keys.Schema, keys.ReadKeys, keys.StartKeys, keys.FinishKeys, keys.CloneKeys, (*keys.KeysT).Pack)
	d.add("vectors", keys.SortNamed, keys.SortSwitched, keys.SortShifted, keys.SortRanked, keys.SortHeld,
		keys.NewMarkVector, keys.NewWideVector, keys.NewGradedVector, keys.NewFlagsVector, keys.NewPlaceVector, keys.NewPathVector)
	d.add("clones", keys.CloneMarkVector, keys.ClonePathVector, keys.ClonePlaceVector)
	for _, line := range lines(t, "keys.ndjson") {
		b, err := keys.BuildKeys(line, fbjson.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.given = append(d.given, partsOf(reflect.ValueOf(keys.Keys(flatbuffers.UnverifiedRoot(b))), nil)...)
	}
}

func TestDrawnCallsOfKeys(t *testing.T) {
	t.Parallel()
	d, first, count := start(t)
	commonCalls(d)
	keysCalls(t, d)
	d.run(first, count)
}
