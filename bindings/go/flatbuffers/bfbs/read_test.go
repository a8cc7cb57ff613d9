package bfbs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
	"example.invalid/varvel/bindings/go/flatbuffers/fbjson"
)

// The bases of types.
const (
	tag    = 1
	ubyte  = 4
	number = 7
	float  = 11
	text   = 13
	vector = 14
	table  = 15
	union  = 16
	array  = 17
)

func one(base int8, index int32) *reflection.TypeT {
	return &reflection.TypeT{BaseType: base, Index: index}
}

func field(id uint16, name string, of *reflection.TypeT, attributes ...string) *reflection.FieldT {
	f := &reflection.FieldT{Name: name, ID: id, Offset: 4 + 2*id, Type: of}
	for _, attribute := range attributes {
		key, value, _ := strings.Cut(attribute, "=")
		f.Attributes = append(f.Attributes, &reflection.KeyValueT{Key: key, Value: flatbuffers.Some(value)})
		if value == "" {
			f.Attributes[len(f.Attributes)-1].Value = flatbuffers.Some("0")
		}
	}
	return f
}

func inStruct(id, offset uint16, name string, of *reflection.TypeT) *reflection.FieldT {
	f := field(id, name, of)
	f.Offset = offset
	return f
}

func object(name string, fields ...*reflection.FieldT) *reflection.ObjectT {
	return &reflection.ObjectT{Name: name, Fields: fields}
}

func structure(name string, size, align int32, fields ...*reflection.FieldT) *reflection.ObjectT {
	return &reflection.ObjectT{Name: name, Fields: fields, IsStruct: true, Bytesize: size, Minalign: align}
}

func enum(name string, base int8, values ...string) *reflection.EnumT {
	e := &reflection.EnumT{Name: name, UnderlyingType: one(base, -1)}
	for at, value := range values {
		e.Values = append(e.Values, &reflection.EnumValT{Name: value, Value: int64(at)})
	}
	return e
}

func marshal(t testing.TB, s *reflection.SchemaT) []byte {
	t.Helper()
	b, err := s.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lamps is a schema with a struct, an enum and a nested buffer.
func lamps() *reflection.SchemaT {
	root := object("shop.Lamp",
		field(0, "name", one(text, -1), "key"),
		field(1, "watts", one(float, -1)),
		field(2, "colour", one(ubyte, 0)),
		field(3, "at", one(table, 1)),
		field(4, "inner", &reflection.TypeT{BaseType: vector, Element: ubyte, Index: -1}, "nested_flatbuffer=Lamp"),
	)
	root.Fields[1].DefaultReal = 1.5
	return &reflection.SchemaT{
		Objects: []*reflection.ObjectT{root, structure("shop.Place", 8, 4,
			inStruct(0, 0, "x", one(number, -1)),
			inStruct(1, 4, "y", &reflection.TypeT{BaseType: array, Element: ubyte, Index: -1, FixedLength: 3}),
		)},
		Enums:     []*reflection.EnumT{enum("shop.Colour", ubyte, "Red", "Green")},
		RootTable: root,
		FileIdent: flatbuffers.Some("LAMP"),
	}
}

func TestABufferIsReadAndBuiltByASchemaOfAFile(t *testing.T) {
	file := marshal(t, lamps())
	schema, err := bfbs.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	// Nothing of the file is used any more.
	clear(file)
	root, err := schema.RootTable()
	if err != nil {
		t.Fatal(err)
	}
	const given = `{"name":"a","watts":2.5,"colour":"Green","at":{"x":-1,"y":[1,2,3]},"inner":{"name":"b"}}`
	b, err := fbjson.Options{}.Build(schema, root, []byte(given))
	if err != nil {
		t.Fatal(err)
	}
	lamp, err := flatbuffers.Verify{Identified: true}.Root(schema, root, b)
	if err != nil {
		t.Fatal(err)
	}
	found, err := fbjson.Options{}.Append(nil, schema, root, lamp)
	if err != nil || string(found) != given {
		t.Errorf("%s %v", found, err)
	}
	if _, err := (flatbuffers.Verify{}).Root(schema, root, b[:len(b)/2]); err == nil {
		t.Error("a buffer that was cut is accepted")
	}
}

func TestASchemaThatIsNoneIsRefusedWithItsPlace(t *testing.T) {
	type schema = reflection.SchemaT
	lamp := func(s *schema) *reflection.ObjectT { return s.Objects[0] }
	place := func(s *schema) *reflection.ObjectT { return s.Objects[1] }
	for _, c := range []struct {
		change func(*schema)
		want   string
	}{
		{func(s *schema) { lamp(s).Fields[3].Type.Index = 7 },
			`$.objects[0].fields.at.type): expected the index of an object, found 7`},
		{func(s *schema) { lamp(s).Fields[2].Type.Index = 1 },
			`$.objects[0].fields.colour.type): expected the index of an enum that is stored so, found 1`},
		{func(s *schema) { lamp(s).Fields[0].Type.BaseType = 19 },
			`$.objects[0].fields.name.type): expected a type that can stand here, found 19`},
		{func(s *schema) { lamp(s).Fields[1].ID = 9 },
			`$.objects[0].fields.colour): expected the id 1, found 2`},
		{func(s *schema) { lamp(s).Fields[1].Offset = 8 },
			`$.objects[0].fields.watts): expected the offset 6, found 8`},
		{func(s *schema) { lamp(s).Fields[1].Name = "name" },
			`$.objects[0].fields.name): expected each name once, found "name"`},
		{func(s *schema) { lamp(s).Fields[1].Name = "a b" },
			`$.objects[0].fields["a b"]): expected a name of letters, digits and _, found "a b"`},
		{func(s *schema) { lamp(s).Name = "shop.Place" },
			`$.objects[1]): expected each name once, found "shop.Place"`},
		{func(s *schema) { place(s).Name = "shop.int8" },
			`$.objects[1]): expected another name than that of a type that is always there, found "int8"`},
		{func(s *schema) { place(s).Name = "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.Q" },
			`$.objects[1]): expected a name of at most 16 parts, found "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.Q"`},
		{func(s *schema) {
			for _, f := range place(s).Fields {
				f.Deprecated = true
			}
		}, `$.objects[1]): expected a struct with a field that is not deprecated, found "shop.Place"`},
		{func(s *schema) { place(s).Bytesize = 12 },
			`$.objects[1]): expected 8 bytes, aligned to 4, found "12, aligned to 4"`},
		{func(s *schema) { place(s).Fields[0].Type = one(table, 1) },
			`$.objects[1]): expected a struct that is not inside of itself, found "shop.Place"`},
		{func(s *schema) { place(s).Fields[0].Type = one(table, 0) },
			`$.objects[1].fields.x): expected a scalar, a struct, or an array of these in a struct, found "x"`},
		{func(s *schema) { lamp(s).Fields[2].DefaultInteger = 5 },
			`$.objects[0].fields.colour): expected a value of the enum as the default, found 5`},
		{func(s *schema) { lamp(s).Fields[4].Attributes[0].Value = flatbuffers.Some("Lump") },
			`$.objects[0].fields.inner.attributes.nested_flatbuffer): expected the name of one of the tables, found "Lump"`},
		{func(s *schema) { lamp(s).Fields[1].Type = one(union, 0) },
			`$.objects[0].fields.watts.type): expected the index of a union, found 0`},
		{func(s *schema) { s.Enums[0].Values[1].Value = 0 },
			`$.enums[0].values.Green): expected each value once, found 0`},
		{func(s *schema) { s.Enums[0].Values[1].Value = 256 },
			`$.enums[0].values.Green): expected a value that its type can hold, found 256`},
		{func(s *schema) { s.Enums[0].UnderlyingType = one(float, -1) },
			`$.enums[0].underlying_type): expected the type of an integer, found 11`},
		{func(s *schema) { s.RootTable = object("shop.Nothing") },
			`$.root_table): expected the name of one of the objects, found "shop.Nothing"`},
		{func(s *schema) { s.FileIdent = flatbuffers.Some("LAMPS") },
			`$.file_ident): expected a file identifier of 4 bytes, found "LAMPS"`},
	} {
		changed := lamps()
		c.change(changed)
		_, err := bfbs.Read(marshal(t, changed))
		if !errors.Is(err, flatbuffers.InvalidBuffer) || err.Error() != "flatbuffers: invalid buffer ("+c.want {
			t.Errorf("%v\nnot %s", err, c.want)
		}
	}
	_, err := bfbs.Read([]byte("table Lamp { name: string; }"))
	if want := `flatbuffers: invalid buffer at byte 4: expected the file identifier "BFBS"`; err == nil || err.Error() != want {
		t.Errorf("%v\nnot %s", err, want)
	}
}

func TestStructsAreOnlySoDeep(t *testing.T) {
	for _, depth := range []int{64, 65, 3000} {
		s := &reflection.SchemaT{}
		for at := range depth {
			inner := one(table, int32(at+1))
			if at == depth-1 {
				inner = one(number, -1)
			}
			s.Objects = append(s.Objects, structure(fmt.Sprint("S", at), 4, 4, inStruct(0, 0, "s", inner)))
		}
		_, err := bfbs.Read(marshal(t, s))
		if deep := depth > 64; deep != errors.Is(err, flatbuffers.DepthLimit) || !deep && err != nil {
			t.Errorf("%d: %v", depth, err)
		}
	}
}

// A name of a namespace is looked up for each field that refers to another
// namespace.
func TestLongNamesAreOnlyLookedUpSoOften(t *testing.T) {
	long := strings.Repeat("n", 60_000) + ".T"
	user := object(long)
	for id := range uint16(3000) {
		user.Fields = append(user.Fields, field(id, fmt.Sprint("f", id), one(table, 0)))
	}
	s := &reflection.SchemaT{Objects: []*reflection.ObjectT{object("A"), user}}
	if _, err := bfbs.Read(marshal(t, s)); !errors.Is(err, flatbuffers.ReplayLimit) {
		t.Error(err)
	}
}

func TestWhatFlatccAdds(t *testing.T) {
	name := inStruct(0, 0, "name", &reflection.TypeT{BaseType: array, Element: ubyte, Index: -1, FixedLength: 4})
	name.Attributes = []*reflection.KeyValueT{{Key: "varvel_char"}}
	of := structure("S", 4, 1, name)
	schema, err := bfbs.Read(marshal(t, &reflection.SchemaT{Objects: []*reflection.ObjectT{of}, RootTable: of}))
	if err != nil {
		t.Fatal(err)
	}
	if !schema.Objects[0].Fields[0].Chars {
		t.Error("char is lost")
	}
	if _, err := schema.RootTable(); !errors.Is(err, flatbuffers.Refused) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(marshal(f, lamps()))
	f.Add(marshal(f, &reflection.SchemaT{
		Objects: []*reflection.ObjectT{object("A",
			field(0, "u_type", one(tag, 0)), field(1, "u", one(union, 0)),
		), object("B")},
		Enums: []*reflection.EnumT{{Name: "U", IsUnion: true, UnderlyingType: one(tag, 0), Values: []*reflection.EnumValT{
			{Name: "NONE", UnionType: &reflection.TypeT{Index: -1}}, {Name: "B", Value: 1, UnionType: one(table, 1)},
		}}},
	}))
	f.Fuzz(func(t *testing.T, file []byte) {
		schema, err := bfbs.Read(file)
		if err != nil {
			return
		}
		// The file is some buffer for each of its tables, and so is what the least
		// document becomes.
		for number := range schema.Objects {
			if schema.Objects[number].IsStruct() {
				continue
			}
			if read, err := (flatbuffers.Verify{}).Root(schema, number, file); err == nil {
				if _, err := (fbjson.Options{SkipUnknown: true}).Append(nil, schema, number, read); err != nil && !errors.Is(err, flatbuffers.InvalidBuffer) {
					t.Error(err)
				}
			}
			if made, err := (fbjson.Options{}).Build(schema, number, []byte("{}")); err == nil {
				if _, err := (flatbuffers.Verify{}).Root(schema, number, made); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

// The reflection schema has required parts, which a plain struct may lack.
func TestPackSaysWhichRequiredPartIsMissing(t *testing.T) {
	plain := &reflection.SchemaT{Enums: []*reflection.EnumT{{Name: "a.E"}}, RootTable: nil}
	_, err := plain.Marshal()
	var fault *flatbuffers.Error
	if !errors.As(err, &fault) || fault.Kind != flatbuffers.MissingField || fault.Path != "$.enums[0].underlying_type" {
		t.Error(err)
	}
}
