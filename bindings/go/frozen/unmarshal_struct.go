package frozen

import (
	"reflect"
	"strconv"
	"strings"
)

// structPlan is the fields of a struct.
type structPlan struct {
	fields []plannedField
}

// plannedField is a field of a struct.
type plannedField struct {
	key      Key
	index    []int // as reflect has it
	of       reflect.Type
	required bool
	// For Freeze: what is left out.
	omitEmpty, omitZero bool

	decode decoder
	encode encoder
}

func structDecoder(t reflect.Type) decoder {
	plan := &structPlan{}
	plan.add(t, nil, make(map[string]bool))
	for i := range plan.fields {
		field := &plan.fields[i]
		field.decode = decoderOf(field.of)
	}
	return func(d *decoding, n Node, v reflect.Value) error {
		n = n.untagged()
		c, ok := n.members()
		if !ok {
			return n.wrongKind("an object")
		}
		places := d.places(plan, &c)
		for i := range plan.fields {
			field := &plan.fields[i]
			place := places[i]
			if place < 0 {
				if field.required {
					return &Error{
						Code: ErrMissing, Offset: -1, Expected: strconv.Quote(field.key.text), node: n,
					}
				}
				continue
			}
			if err := d.decode(field.decode, c.value(place), v.FieldByIndex(field.index)); err != nil {
				return err
			}
		}
		return nil
	}
}

// add adds the fields of a struct, those of embedded structs after its own.
func (p *structPlan) add(t reflect.Type, index []int, seen map[string]bool) {
	var embedded []reflect.StructField
	for i := range t.NumField() {
		field := t.Field(i)
		tag, named := field.Tag.Lookup("varvel")
		if !named {
			tag, named = field.Tag.Lookup("json")
		}
		name, options, _ := strings.Cut(tag, ",")
		if field.Anonymous && name == "" && isPlainStruct(field.Type) {
			embedded = append(embedded, field)
			continue
		}
		if !field.IsExported() || named && tag == "-" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		p.fields = append(p.fields, plannedField{
			key:      NewKey(name),
			index:    append(append([]int(nil), index...), i),
			of:       field.Type,
			required: hasOption(options, "required"),

			omitEmpty: hasOption(options, "omitempty"),
			omitZero:  hasOption(options, "omitzero"),
		})
	}
	for _, field := range embedded {
		p.add(field.Type, append(append([]int(nil), index...), field.Index...), seen)
	}
}

// isPlainStruct reports whether a type is read and written member by member.
func isPlainStruct(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t == nodeType || t == timeType || t == bigIntType {
		return false
	}
	pointer := reflect.PointerTo(t)
	if pointer.Implements(marshalerType) || pointer.Implements(textMarshalerType) {
		return false
	}
	return !pointer.Implements(unmarshalerType) && !pointer.Implements(textUnmarshalerType)
}

func hasOption(options, option string) bool {
	for options != "" {
		var first string
		if first, options, _ = strings.Cut(options, ","); first == option {
			return true
		}
	}
	return false
}

// knownShape says where the members for the fields of a struct are in objects of
// one shape, or -1.
type knownShape struct {
	doc    *Document
	record int
	places []int
}

// places returns where the members for the fields of a struct are in an object.
func (d *decoding) places(plan *structPlan, c *container) []int {
	known := d.shapes[plan]
	if known != nil && c.record != 0 && c.record == known.record && c.doc == known.doc {
		return known.places
	}
	if d.shapes == nil {
		d.shapes = make(map[*structPlan]*knownShape)
	}
	// A new one for each shape: a struct inside itself may be of another, and
	// must not change what the outer one goes through.
	known = &knownShape{doc: c.doc, record: c.record, places: make([]int, len(plan.fields))}
	d.shapes[plan] = known
	for i := range plan.fields {
		known.places[i] = -1
		if c.count != 0 {
			known.places[i] = c.find(plan.fields[i].key)
		}
	}
	return known.places
}
