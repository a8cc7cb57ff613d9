package bfbs

import (
	"fmt"
	"strconv"
	"strings"

	"example.invalid/varvel/bindings/go/flatbuffers"
	"example.invalid/varvel/bindings/go/flatbuffers/bfbs/internal/reflection"
)

// Read reads a binary schema from any source. It is verified, and then checked by
// all rules of the language: names, ids, types, defaults, attributes, and the
// layout of structs. Structs may be 64 inside of each other. What is returned
// shares nothing with the bytes. Time and memory are linear in them.
//
// Tables and structs, unions and enums have the order of the buffer, which is
// that of their names.
func Read(b []byte) (*flatbuffers.Schema, error) {
	if len(b) < 8 || string(b[4:8]) != reflection.Schema2.Identifier {
		return nil, &flatbuffers.Error{Kind: flatbuffers.InvalidBuffer, Offset: 4, Expected: `the file identifier "BFBS"`}
	}
	root, err := reflection.ReadSchemaWith(b, flatbuffers.Verify{Identified: true})
	if err != nil {
		return nil, err
	}
	r := reader{said: root, schema: &flatbuffers.Schema{}, types: map[string]element{}, left: free + replay*len(b)}
	if fault := r.read(); fault != nil {
		fault.Path = "$" + fault.Path
		return nil, fault
	}
	return r.schema, nil
}

// fault is an error whose path begins inside of the buffer.
type fault = *flatbuffers.Error

// mostParts is the number of parts that a full name may have. A name is looked up
// in each namespace around it.
const mostParts = 16

// A name may be looked up from many fields, so that looking up takes at most
// replay times the bytes, and what is free.
const (
	free   = 64 << 10
	replay = 8
)

// emptyDefaults is the bit of the features that says that strings and vectors
// have defaults.
const emptyDefaults = 8

// reader makes a schema. Its methods return nil or a fault.
type reader struct {
	said   reflection.Schema
	schema *flatbuffers.Schema
	// types are the definitions by their full names.
	types map[string]element
	// listed are the enums and unions by their common numbers.
	listed []element
	// unions and enums are the definitions of the schema's unions and enums.
	unions, enums []listed
	// objects are the tables and structs.
	objects []object
	// left is the number of bytes of names that may still be looked up.
	left int
}

// listed is an enum or a union, and its number in the list of both.
type listed struct {
	said reflection.Enum
	at   int
}

// object is a table or struct whose fields are being read.
type object struct {
	said       reflection.Object
	attributes attributes
	fields     []field
	// depth is the number of structs in each other, this one included, or 0 as
	// long as it has no layout. isOpen says that those in it are being laid out.
	depth  int
	isOpen bool
}

func (r *reader) read() fault {
	if err := r.declare(); err != nil {
		return err
	}
	for number := range r.objects {
		if err := r.readFields(&r.objects[number]); err != nil {
			return inObject(err, number)
		}
	}
	for number := range r.enums {
		if err := r.readEnum(number); err != nil {
			return inListed(err, r.enums[number].at)
		}
	}
	r.guessFlags()
	for number := range r.enums {
		if err := r.checkEnum(number); err != nil {
			return inListed(err, r.enums[number].at)
		}
	}
	for number := range r.unions {
		if err := r.readUnion(number); err != nil {
			return inListed(err, r.unions[number].at)
		}
	}
	if err := r.layStructsOut(); err != nil {
		return err
	}
	for number := range r.objects {
		if err := r.checkFields(number); err != nil {
			return inObject(err, number)
		}
	}
	for number := range r.objects {
		if err := r.checkSorted(number); err != nil {
			return inObject(err, number)
		}
	}
	if err := r.readServices(); err != nil {
		return err
	}
	return r.readRoot()
}

func inObject(err fault, number int) fault { return inside(err, fmt.Sprintf(".objects[%d]", number)) }

func inListed(err fault, at int) fault { return inside(err, fmt.Sprintf(".enums[%d]", at)) }

// declare gives numbers to all definitions.
func (r *reader) declare() fault {
	for number, said := range r.said.Objects().All() {
		kind := flatbuffers.KindTable
		if said.IsStruct() {
			kind = flatbuffers.KindStruct
		}
		if err := r.define(said.Name(), element{kind: kind, index: number}); err != nil {
			return inObject(err, number)
		}
		of, err := readAttributes(said.Attributes())
		if err != nil {
			return inObject(err, number)
		}
		r.objects = append(r.objects, object{said: said, attributes: of})
		r.schema.Objects = append(r.schema.Objects, flatbuffers.Object{Name: strings.Clone(said.Name())})
	}
	for number, said := range r.said.Enums().All() {
		if err := r.declareListed(listed{said, number}); err != nil {
			return inListed(err, number)
		}
	}
	return nil
}

func (r *reader) declareListed(new listed) fault {
	said := new.said
	kind, err := underlying(said)
	if err != nil {
		return err
	}
	of := element{kind: kind, enum: len(r.enums) + 1}
	if said.IsUnion() {
		of = element{kind: flatbuffers.KindUnion, index: len(r.unions)}
	}
	if err := r.define(said.Name(), of); err != nil {
		return err
	}
	r.listed = append(r.listed, of)
	name := strings.Clone(said.Name())
	if said.IsUnion() {
		r.unions = append(r.unions, new)
		r.schema.Unions = append(r.schema.Unions, flatbuffers.Union{Name: name, Tag: kind})
		return nil
	}
	r.enums = append(r.enums, new)
	r.schema.Enums = append(r.schema.Enums, flatbuffers.Enum{Name: name, Kind: kind})
	return nil
}

// define checks a full name, and notes what it means.
func (r *reader) define(name string, of element) fault {
	if err := checkFullName(name); err != nil {
		return err
	}
	base := name[strings.LastIndexByte(name, '.')+1:]
	if isBuiltIn(base) {
		return refused("another name than that of a type that is always there", base)
	}
	if _, ok := r.types[name]; ok {
		return refused("each name once", name)
	}
	r.types[strings.Clone(name)] = of
	return nil
}

// find returns what a name means in a namespace: from there outwards.
func (r *reader) find(namespace, name string) (element, bool, fault) {
	if r.left -= len(namespace) + len(name); r.left < 0 {
		err := refused(fmt.Sprintf("each byte at most %d times on average", replay), "more")
		err.Kind = flatbuffers.ReplayLimit
		return element{}, false, err
	}
	for {
		full := name
		if namespace != "" {
			full = namespace + "." + name
		}
		if of, ok := r.types[full]; ok {
			return of, true, nil
		}
		if namespace == "" {
			return element{}, false, nil
		}
		namespace = around(namespace)
	}
}

// around returns the namespace of a name, or around a namespace.
func around(name string) string { return name[:max(0, strings.LastIndexByte(name, '.'))] }

// checkReached checks that the language has a name for a type in a namespace. It
// has none if another type has the same name further inside.
func (r *reader) checkReached(namespace string, of element) fault {
	full := ""
	switch {
	case of.enum != 0:
		full = r.schema.Enums[of.enum-1].Name
	case of.kind == flatbuffers.KindTable, of.kind == flatbuffers.KindStruct:
		full = r.schema.Objects[of.index].Name
	case of.kind == flatbuffers.KindUnion:
		full = r.schema.Unions[of.index].Name
	default:
		return nil
	}
	if around(full) == namespace {
		return nil
	}
	name := full
	for {
		found, ok, err := r.find(namespace, name)
		if err != nil || ok && found == of {
			return err
		}
		// Without a namespace that both are in.
		own, rest, ok := strings.Cut(name, ".")
		outside := strings.TrimSuffix(full[:len(full)-len(name)]+own, ".")
		if !ok || namespace != outside && !strings.HasPrefix(namespace, outside+".") {
			return refused("a type that no other hides", full)
		}
		name = rest
	}
}

// readServices checks the services, of which nothing is kept.
func (r *reader) readServices() fault {
	names := map[string]bool{}
	for number, said := range r.said.Services().All() {
		err := checkFullName(said.Name())
		if err == nil && names[said.Name()] {
			err = refused("each name once", said.Name())
		}
		names[said.Name()] = true
		if err == nil {
			err = r.readCalls(said)
		}
		if err != nil {
			return inside(err, fmt.Sprintf(".services[%d]", number))
		}
	}
	return nil
}

func (r *reader) readCalls(said reflection.Service) fault {
	if _, err := readAttributes(said.Attributes()); err != nil {
		return err
	}
	names := map[string]bool{}
	for _, call := range said.Calls().All() {
		_, err := readAttributes(call.Attributes())
		if err == nil {
			err = checkName(call.Name())
		}
		if err == nil && names[call.Name()] {
			err = refused("each name once", call.Name())
		}
		names[call.Name()] = true
		for _, of := range [...]reflection.Object{call.Request(), call.Response()} {
			if err == nil {
				var number int
				if number, err = r.tableNamed(of.Name()); err == nil {
					err = r.checkReached(around(said.Name()), element{kind: flatbuffers.KindTable, index: number})
				}
			}
		}
		if err != nil {
			return inside(err, ".calls"+step(call.Name()))
		}
	}
	return nil
}

func (r *reader) readRoot() fault {
	if said, ok := r.said.RootTable(); ok {
		// A struct is a root in buffers of flatcc.
		of, ok := r.types[said.Name()]
		if !ok || of.kind != flatbuffers.KindTable && of.kind != flatbuffers.KindStruct {
			return inside(refused("the name of one of the objects", said.Name()), ".root_table")
		}
		r.schema.Root = of.index + 1
	}
	identifier := r.said.FileIdent()
	if identifier != "" && len(identifier) != 4 {
		return inside(refused("a file identifier of 4 bytes", identifier), ".file_ident")
	}
	r.schema.Identifier = strings.Clone(identifier)
	return nil
}

// tableNamed returns the number of the table with this full name.
func (r *reader) tableNamed(name string) (int, fault) {
	if of, ok := r.types[name]; ok && of.kind == flatbuffers.KindTable {
		return of.index, nil
	}
	return 0, refused("the name of one of the tables", name)
}

// checkFullName checks a name with its namespace.
func checkFullName(name string) fault {
	parts := strings.Split(name, ".")
	if len(parts) > mostParts {
		return refused(fmt.Sprintf("a name of at most %d parts", mostParts), name)
	}
	for _, part := range parts {
		if err := checkName(part); err != nil {
			return err
		}
	}
	return nil
}

// checkName checks a single name.
func checkName(name string) fault {
	for at, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (at == 0 || c < '0' || '9' < c) {
			return refused("a name of letters, digits and _", name)
		}
	}
	if name == "" {
		return refused("a name of letters, digits and _", name)
	}
	return nil
}

// refused returns the fault of a schema that the language does not allow.
func refused(expected string, found any) fault {
	text := fmt.Sprint(found)
	if name, ok := found.(string); ok {
		text = fmt.Sprintf("%.60q", name)
	}
	return &flatbuffers.Error{Kind: flatbuffers.InvalidBuffer, Offset: -1, Expected: expected, Found: text}
}

// inside puts a step before the path of a fault.
func inside(err fault, step string) fault {
	err.Path = step + err.Path
	return err
}

// step returns the step of a path to what has this name.
func step(name string) string {
	if checkName(name) == nil {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}
